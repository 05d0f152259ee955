"""Maze codes: what a slip does, round trips of every field, and the check character against another
implementation."""

import random
import string
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum.iso7064 import mod_37_36

from puzzlebook.ground.faults import Refused
from puzzlebook.ground.printed_codes import (
    DIGITS,
    check_character,
    decode_letters,
    encode_letters,
    fingerprint,
    read_bits,
    write_bits,
)
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.mazes import find_maze_code
from puzzlebook.mazes.codes import ENDS, METHODS, Design, read_code
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.verbs.one_maze import make_maze, maze_from_code

EXAMPLE = "1-square-9x12-far-7q4k2m9x0c3t5v8w-p"
LETTERS = string.ascii_lowercase + string.digits

KEYS = st.text(DIGITS, min_size=16, max_size=16)
FINGERPRINTS = st.text(DIGITS, min_size=10, max_size=10)
SOURCES = st.one_of(
    st.text(string.ascii_lowercase, min_size=1, max_size=12).filter(
        lambda name: name not in METHODS
    ),
    FINGERPRINTS.map(lambda mark: f"file.{mark}"),
    st.tuples(st.text(min_size=1, max_size=8).map(encode_letters), FINGERPRINTS).map(
        lambda two: f"text.{two[0]}.{two[1]}"
    ),
)
ENDINGS = ("", ".largest", ".drawn", ".drawn.largest")


@st.composite
def designs(draw):
    shape = draw(st.sampled_from(sorted(SHAPES)))
    row = SHAPES[shape]
    size = tuple(draw(st.integers(max(2, least), 300)) for least in row.least)
    ending = draw(st.sampled_from(ENDINGS if row.drawn_cut else ENDINGS[:2]))
    silhouette = draw(st.one_of(st.none(), SOURCES.map(lambda source: source + ending)))
    return Design(
        shape,
        size,
        draw(KEYS),
        draw(st.sampled_from(ENDS)),
        draw(st.sampled_from(METHODS)),
        silhouette,
    )


# -- The check character ------------------------------------------------------------------------------------


@given(st.text(string.printable, max_size=60))
def test_the_check_character_is_iso_7064(text):
    known = "".join(character for character in text if character in LETTERS)
    assert check_character(text) == mod_37_36.calc_check_digit(known.upper()).lower()


def test_the_example_of_the_documentation():
    assert read_code(EXAMPLE).code == EXAMPLE
    assert mod_37_36.validate(EXAMPLE.replace("-", "").upper())


# -- Round trips --------------------------------------------------------------------------------------------


@given(designs())
def test_a_code_says_all_of_a_design(design):
    assert read_code(design.code) == design
    assert design.code.isascii()
    assert mod_37_36.is_valid(
        "".join(character for character in design.code.upper() if character.isalnum())
    )


@given(designs())
def test_a_code_is_read_in_any_case(design):
    assert read_code(f"  {design.code.upper()}\n") == design
    assert read_code(design.code.title()) == design


@given(designs())
def test_fields_say_what_the_docstring_says(design):
    fields = design.code.split("-")
    assert fields[:2] == ["1", design.shape]
    assert fields[2] == "x".join(map(str, design.size))
    assert fields[-3:-1] == [design.ends, design.key]
    between = [design.silhouette] if design.silhouette else []
    between += ["passages"] if design.method == "passages" else []
    assert fields[3:-3] == between


@given(st.text(max_size=20))
def test_letters_of_a_silhouette(text):
    written = encode_letters(text)
    assert set(written) <= set(DIGITS)
    assert decode_letters(written) == text
    bits = "".join(f"{byte:08b}" for byte in text.encode())
    padded = bits + "0" * (-len(bits) % 5)
    assert written == "".join(
        DIGITS[int(padded[at : at + 5], 2)] for at in range(0, len(padded), 5)
    )


@given(st.binary(max_size=50))
def test_a_fingerprint_is_fifty_bits_of_sha_256(content):
    bits = "".join(f"{byte:08b}" for byte in sha256(content).digest())[:50]
    assert fingerprint(content) == "".join(
        DIGITS[int(bits[at : at + 5], 2)] for at in range(0, 50, 5)
    )


# -- Slips --------------------------------------------------------------------------------------------------


def random_codes(many):
    source = random.Random(1)
    for number in range(many):
        shape = source.choice(sorted(SHAPES))
        size = tuple(source.randint(max(2, least), 60) for least in SHAPES[shape].least)
        method, ends = source.choice(METHODS), source.choice(ENDS)
        yield Design(
            shape,
            size,
            derive_maze_key("slips", 1, "", number),
            ends,
            method,
            source.choice([None, "heart"]),
        ).code


def read_or_none(code):
    try:
        return read_code(code)
    except Refused:
        return None


def slips(code, alphabet):
    for place, right in enumerate(code):
        for wrong in alphabet:
            if wrong != right:
                yield right, wrong, code[:place] + wrong + code[place + 1 :]


MANY = [20, pytest.param(1000, marks=pytest.mark.exhaustive)]


@pytest.mark.parametrize("many", MANY)
def test_every_slip_of_a_letter_or_digit_is_refused(many):
    """But o for 0, and i or l for 1, in the key: that is read as what was meant."""
    tried = 0
    for code in random_codes(many):
        for right, wrong, slip in slips(code, LETTERS):
            if right not in "-.":
                tried += 1
                design = read_or_none(slip)
                assert design is None or (
                    wrong + right in ("o0", "i1", "l1") and design.code == code
                ), (slip, code)
    assert tried > 1000 * many


def test_a_check_character_stands_for_itself_alone():
    """Were i read as 1 there, as it is in a key, this slip of 8 for 1 would pass."""
    assert read_or_none("1-octagonal-12x34-far-ynjaa9dt1fy0cxkd-i")
    assert not read_or_none("1-octagonal-82x34-far-ynjaa9dt1fy0cxkd-i")
    assert check_character("1-octagonal-82x34-far-ynjaa9dt1fy0cxkd") in "1l"


@pytest.mark.parametrize("many", MANY)
def test_slips_of_separators_are_refused_in_at_least_35_of_36_cases(many):
    tried = passed = 0
    for code in random_codes(many):
        both_ways = [row for row in slips(code, "-.") if row[0] not in "-."]
        both_ways += [row for row in slips(code, LETTERS) if row[0] in "-."]
        for _, _, slip in both_ways:
            tried += 1
            passed += read_or_none(slip) is not None
    assert tried > 100 * many
    assert passed <= tried / 36


def test_letters_that_look_like_digits_leave_the_maze_what_it_was():
    for code in random_codes(200):
        *before, key, check = code.split("-")
        for zero, one in (("o", "i"), ("O", "l"), ("0", "L")):
            typed = "-".join([*before, key.replace("0", zero).replace("1", one), check])
            assert read_code(typed).code == code


# -- What is no code ----------------------------------------------------------------------------------------


def checked(body):
    return f"{body}-{check_character(body)}"


KEY = "7q4k2m9x0c3t5v8w"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "is not a maze code; a maze code looks like 1-square-9x12-far-"),
        ("hello", "is not a maze code"),
        ("1-square-9x12-far", "is not a maze code"),
        (EXAMPLE[:-1], "has a typo"),
        (
            EXAMPLE[:-1] + "k",
            "has a typo: its check character does not match; compare it with the page",
        ),
        (EXAMPLE + "p", "has a typo"),
        (EXAMPLE + "-p-p-p", "is not a maze code"),
        (
            checked(f"2-square-9x12-far-{KEY}"),
            "edition '2' is unknown; this puzzlebook knows edition 1",
        ),
        (
            checked(f"1-sqare-9x12-far-{KEY}"),
            "there is no shape called 'sqare'; did you mean square?",
        ),
        (checked(f"1-orthogonal-9x12-far-{KEY}"), "is not a maze code"),
        (checked(f"1-square-09x12-far-{KEY}"), "is not a maze code"),
        (checked(f"1-square-9-far-{KEY}"), "'9' is not a valid size for a square maze"),
        (checked(f"1-square-0x9-far-{KEY}"), "'0x9' is not a valid size for a square maze"),
        (checked(f"1-square-9000x9000-far-{KEY}"), "is not a valid size for a square maze"),
        (checked(f"1-square-9x12-near-{KEY}"), "is not a maze code"),
        (checked(f"1-square-9x12-far-{KEY}0"), "is not a maze code"),
        (checked("1-square-9x12-far-7q4k2m9x0c3t5v8u"), "is not a maze code"),
        (checked(f"1-square-9x12-walls-far-{KEY}"), "is not a maze code"),
        (checked(f"1-square-9x12-passages-passages-far-{KEY}"), "is not a maze code"),
        (checked(f"1-square-9x12-passages-heart-far-{KEY}"), "is not a maze code"),
        (checked(f"1-square-9x12-file.0-far-{KEY}"), "is not a maze code"),
        (checked(f"1-square-9x12-heart.most-far-{KEY}"), "is not a maze code"),
        (checked(f"1-square-9x12-hart-far-{KEY}"), "hart"),
        (
            checked(f"1-square-9x12-text.n4m2.b8xgs368s9-far-{KEY}"),
            "the letters of the maze's silhouette are not text",
        ),
        ("١-square-9x12-far-7q4k2m9x0c3t5v8w-p", "maze code"),
    ],
)
def test_what_is_no_maze_code(code, said):
    with pytest.raises(Refused) as caught:
        maze_from_code(code)
    (fault,) = caught.value.faults
    assert fault.where in ("maze code", "silhouette")
    assert said in str(fault)


# -- Descriptive codes --------------------------------------------------------------------------------------

DESCRIBED = (
    *(
        {"shape": shape, "size": SHAPES[shape].least if max(SHAPES[shape].least) > 2 else None}
        for shape in SHAPES
    ),
    *(
        {"shape": shape, "size": 12 if shape == "polar" else "14x16", "silhouette": "heart"}
        for shape in SHAPES
    ),
    *({"size": "9x12", "ends": ends} for ends in ENDS),
    {"size": "1x2"},
    {"size": "9x12", "method": "passages"},
    {
        "shape": "triangular",
        "size": "24x20",
        "silhouette": "umbrella",
        "pieces": "largest",
        "edge": "steps",
    },
    {"size": "24x30", "silhouette": "text:Mia"},
    {"size": "24x26", "way": "smile"},
    {"size": "24x26", "way": "text:S", "ends": "apart"},
)


@pytest.mark.parametrize("asked", DESCRIBED, ids=lambda asked: "-".join(map(str, asked.values())))
def test_a_descriptive_code_makes_its_maze_again(asked, monkeypatch):
    maze = make_maze(**asked, seed="owl")
    monkeypatch.setattr("puzzlebook.ground.seeds.shake_256", None)  # no generator has a part in it
    again = maze_from_code(maze.descriptive_code)
    assert (again.passages, again.solution) == (maze.passages, maze.solution)
    assert (again.start, again.end) == (maze.start, maze.end)
    assert again.code == again.descriptive_code == maze.descriptive_code
    assert maze.descriptive_code.isascii()
    assert again == maze
    assert maze_from_code(f"Code:\n  {maze.descriptive_code.upper()}\n") == maze


def test_a_descriptive_code_is_the_walls_themselves():
    maze = make_maze("square", "20x28", seed="owl")
    _, _, _, ends, walls, _ = maze.descriptive_code.split("-")
    assert ends == f"{maze.start}.{maze.end}"
    digits = walls.removeprefix("walls.")
    assert len(digits) == 215  # of 1,072 sides
    bits = "".join(f"{DIGITS.index(digit):05b}" for digit in digits)
    assert bits[1072:] == "000"
    open_ = {pair for pair, bit in zip(maze.grid.pairs, bits, strict=False) if bit == "0"}
    assert open_ == set(maze.passages)
    for digit, alike in (("0", "o"), ("1", "i"), ("1", "l")):
        other = f"{maze.descriptive_code[:-2].replace(walls, walls.replace(digit, alike))}-{maze.descriptive_code[-1]}"
        assert other != maze.descriptive_code
        # "walls" has an l that is none of the digits
        assert read_code(other).code == maze.descriptive_code


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_bits_as_digits(bits):
    content = bytes(bits)
    digits = write_bits(content)
    assert len(digits) == -(-len(bits) // 5)
    assert read_bits(digits, len(bits)) == content
    assert read_bits(f"{digits}0", len(bits)) is None
    assert read_bits(digits[1:], len(bits)) is None


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("1-square-2x2-walls.0", "its walls make no maze; exactly one path between any two cells"),
        ("1-square-2x2-walls.r", "its walls make no maze"),
        (
            "1-square-3x3-walls.rg0",
            "its walls make no maze",
        ),  # so many passages as a maze has, and a ring among them
        (
            "1-square-2x2-walls.00",
            "its walls are not those of 4 cells, which have 4 sides between them; ",
        ),
        (
            "1-square-2x2-walls.h",
            "its walls are not those of 4 cells",
        ),  # a bit more than there are sides
        ("1-square-2x2-0.0-walls.g", "its ends are 0 and 0; two cells, 0 to 3"),
        ("1-square-2x2-0.4-walls.g", "its ends are 0 and 4; two cells, 0 to 3"),
        ("1-square-2x2-00.1-walls.g", "is not a maze code"),
        ("1-square-2x2-0.1-heart-walls.g", "is not a maze code"),
        ("1-square-2x2-passages-walls.g", "is not a maze code"),
        ("1-square-2x2-walls.", "is not a maze code"),
        ("1-square-2x2-walls.u", "is not a maze code"),
        ("2-square-2x2-walls.g", "edition '2' is unknown"),
        ("1-square-20x20-snailx-walls.g", "there is no silhouette called 'snailx'"),
    ],
)
def test_what_is_no_descriptive_code(body, line):
    with pytest.raises(Refused) as refused:
        maze_from_code(f"{body}-{check_character(body)}")
    (fault,) = refused.value.faults
    assert line in str(fault)
    assert "\n" not in str(fault)


def test_every_slip_in_a_descriptive_code_is_refused():
    code = make_maze("square", "9x12", seed="owl").descriptive_code
    places = [place for place, character in enumerate(code[:-2]) if character in LETTERS]
    for place in places[::7]:
        for other in "0a7z":
            slipped = code[:place] + other + code[place + 1 :]
            if slipped != code:
                with pytest.raises(Refused):
                    read_code(slipped)


def test_a_descriptive_code_is_found_in_a_text():
    code = make_maze("square", "9x12", seed="owl").descriptive_code
    assert find_maze_code(f"Square maze, 9x12. Code {code}, solved") == code
    assert find_maze_code(f"x{code}") is None
