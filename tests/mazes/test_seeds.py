"""Seeds, keys, streams and draws, against a second implementation from the docstring of
`ground/seeds.py` alone."""

import unicodedata
from collections import Counter
from hashlib import shake_256
from itertools import chain, count, islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlebook import make_maze
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.printed_codes import DIGITS, encode_base32
from puzzlebook.ground.seeds import (
    derive_maze_key,
    derive_pupil_key,
    draw_below,
    make_seed,
    stream_draws,
    tidy_seed,
)

TEXT = st.text(min_size=1, max_size=40)
NUMBER = st.integers(0, 10**6)

# -- The docstring, written again ---------------------------------------------------------------------------


def netstrings(*fields):
    written = b""
    for field in fields:
        content = str(field).encode("utf-8")
        written += str(len(content)).encode("ascii") + b":" + content + b","
    return written


def crockford(content):
    """Bytes, a multiple of five bits, in Crockford's base 32."""
    bits = "".join(f"{byte:08b}" for byte in content)
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".lower()  # as Crockford printed it
    return "".join(alphabet[int(bits[at : at + 5], 2)] for at in range(0, len(bits), 5))


def key_again(*fields):
    return crockford(shake_256(netstrings("puzzlebook", *fields)).digest(10))


def draws_again(key, purpose, bits):
    for block in count():
        for byte in shake_256(netstrings("puzzlebook", "stream", 1, key, purpose, block)).digest(
            1024
        ):
            row = f"{byte:08b}"
            yield from (int(row[at : at + bits], 2) for at in range(0, 8 - bits + 1, bits))


def test_netstrings_are_bernsteins():
    assert netstrings("owl", "", 12, "é") == "3:owl,0:,2:12,2:é,".encode()


@given(TEXT, NUMBER, TEXT, NUMBER, st.integers(1, 9))
def test_a_maze_key(seed, volume, section, draw, attempt):
    assert derive_maze_key(seed, volume, section, draw, attempt) == key_again(
        "maze", 1, seed, volume, section, draw, attempt
    )  # fmt: skip


@given(TEXT, TEXT, NUMBER, st.integers(1, 9))
def test_a_pupils_key(seed, name, occurrence, attempt):
    assert derive_pupil_key(seed, name, occurrence, attempt) == key_again(
        "pupil", 1, seed, name, occurrence, attempt
    )


@given(TEXT, TEXT, st.sampled_from([1, 2, 3]))
def test_a_stream(key, purpose, bits):
    assert list(islice(stream_draws(key, purpose, bits), 100)) == list(
        islice(draws_again(key, purpose, bits), 100)
    )


@pytest.mark.parametrize("bits", [1, 2, 3])
def test_a_stream_over_many_blocks(bits):
    wanted = list(islice(draws_again("0" * 16, "tree", bits), 20_000))
    assert list(islice(stream_draws("0" * 16, "tree", bits), 20_000)) == wanted


# These were printed on the first day; whoever writes this again in another language can begin with
# them.
@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        (derive_maze_key("owl", 1, "", 1), "80rrhsavb4gb1zn0"),
        (derive_maze_key("Größe 1½ 🦉", 7, "warm-up", 40), "segb1hxsve4mb2sw"),
        (derive_pupil_key("owl", "Mia", 1), "7c36p0smfafpz354"),
    ],
)
def test_keys_that_never_change(key, wanted):
    assert key == wanted


def test_a_stream_that_never_changes():
    assert (
        "".join(map(str, islice(stream_draws(derive_maze_key("owl", 1, "", 1), "tree", 2), 40)))
        == "0130122032333123113301120201221122122022"
    )


def test_every_field_counts():
    """No two lists of fields are written alike, whatever moves from one to the next."""
    keys = [
        derive_maze_key("owl", 1, "a", 1),
        derive_maze_key("owl", 1, "a", 1, attempt=2),
        derive_maze_key("owl", 1, "a", 1, edition=2),
        derive_maze_key("owl", 1, "a", 11),
        derive_maze_key("owl", 11, "a", 1),
        derive_maze_key("owl", 1, "a1", 1),
        derive_maze_key("owl1", 1, "a", 1),
        derive_maze_key("ow", 1, "la", 1),
        derive_maze_key("owl,1:1,1:a,", 1, "", 1),
        derive_maze_key("Owl", 1, "a", 1),
        derive_pupil_key("owl", "a", 1),
    ]
    assert len(set(keys)) == len(keys)


def test_purposes_are_separate_streams():
    tree, ends = (
        tuple(islice(stream_draws("0" * 16, purpose, 1), 200)) for purpose in ("tree", "ends")
    )
    assert tree != ends


# -- Base 32 ------------------------------------------------------------------------------------------------


def test_the_digits_are_crockfords():
    assert len(DIGITS) == 32
    assert set("abcdefghijklmnopqrstuvwxyz0123456789") - set(DIGITS) == set("ilou")
    assert list(DIGITS) == sorted(DIGITS)


@given(st.binary(min_size=10, max_size=10))
def test_base32(content):
    assert encode_base32(int.from_bytes(content), 16) == crockford(content)


# -- Numbers below a bound ----------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [1, 2, 3])
@pytest.mark.parametrize("bound", range(1, 34))
def test_below_is_exactly_uniform(bound, bits):
    """Over every string of draws that one try can take: each number comes equally often, the rest
    is drawn again."""
    needed = (bound - 1).bit_length()
    taken = -(-needed // bits)
    found = Counter()
    for string in product(range(2**bits), repeat=taken):
        stream = iter(string)
        try:
            found[draw_below(bound, stream, bits)] += 1
        except StopIteration:
            found["again"] += 1
        assert next(stream, None) is None  # a try takes all of its draws, and no more
    again = found.pop("again", 0)
    assert set(found) == set(range(bound))
    assert len(set(found.values())) == 1
    assert again * 2 <= 2 ** (bits * taken)  # it succeeds at least every second time


@given(st.integers(2, 1000), st.sampled_from([1, 2, 3]), st.randoms(use_true_random=False))
def test_below_draws_again_until_it_fits(bound, bits, source):
    needed = (bound - 1).bit_length()
    taken = -(-needed // bits)
    values = [source.randrange(2**bits) for _ in range(taken * 60)]

    def whole(start):
        text = "".join(f"{value:0{bits}b}" for value in values[start : start + taken])
        return int(text[:needed], 2)

    wanted = next(number for number in map(whole, range(0, len(values), taken)) if number < bound)
    assert draw_below(bound, iter(values), bits) == wanted


# -- Seeds --------------------------------------------------------------------------------------------------


def test_fresh_seeds():
    seeds = [make_seed() for _ in range(5000)]
    assert len(set(seeds)) == len(seeds)
    assert {len(seed) for seed in seeds} == {8}
    assert set(chain.from_iterable(seeds)) == set("abcdefghijklmnopqrstuvwxyz0123456789") - set(
        "0o1li"
    )
    assert all(tidy_seed(seed) == seed for seed in seeds)


@given(st.text(max_size=210))
def test_any_text_is_a_seed_or_is_refused(text):
    plain = unicodedata.normalize("NFC", text).strip()
    is_text = all(unicodedata.category(character) not in ("Cs", "Cc") for character in plain)
    if 1 <= len(plain) <= 200 and is_text:
        assert tidy_seed(text) == plain
        assert tidy_seed(plain) == plain
    else:
        with pytest.raises(Refused, match=r"the seed .*; give 1 to 200 characters"):
            tidy_seed(text)


@pytest.mark.parametrize("text", ["é", "ñandú", "Ώ", "가", "ệ"])
def test_however_a_letter_is_typed_it_is_one_seed(text):
    decomposed = unicodedata.normalize("NFD", text)
    assert decomposed != text
    assert tidy_seed(decomposed) == tidy_seed(f"\u00a0 {text}\t\n") == text
    assert (
        make_maze("square", "3x3", seed=decomposed).code
        == make_maze("square", "3x3", seed=text).code
    )


def test_case_is_kept():
    assert (
        make_maze("square", "3x3", seed="Owl").code != make_maze("square", "3x3", seed="owl").code
    )


@pytest.mark.parametrize(
    "text", ["", "  ", "\u3000", "x" * 201, "a\nb", "a\0b", "a\x1bb", "a\ud800b"]
)
def test_what_is_no_seed(text):
    with pytest.raises(Refused, match="seed: the seed "):
        make_maze("square", "3x3", seed=text)


@pytest.mark.parametrize(
    "text", ["x" * 200, "🦉" * 200, "迷路 на 3 δρόμους", "a\u200db", "'; DROP TABLE"]
)
def test_what_is_a_seed(text):
    assert make_maze("square", "3x3", seed=text).code
