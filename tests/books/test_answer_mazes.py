"""Answer mazes on paper, read as a child reads them: walls from the picture, texts by their places.

The solver opens the PDF alone. It takes the board from its long black lines, the walls from the
pixels between cells, and each text from the cell that it stands in.
"""

import json
import re
from types import SimpleNamespace

import pypdfium2
import pytest
from command import run

from puzzlebook import make_book
from puzzlebook.books.planning.question_boards import _say_what_is_wide
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.language.words import load_words
from puzzlebook.maze_art.questions import ask_in_maze
from puzzlebook.mazes import Design, draw_maze, make_grid
from puzzlebook.recipes.question_files import parse_question_list

COLUMNS, ROWS = 9, 12
DPI = 144
NAMES = ["Mia", "Ben", "Zoë", "Noah", "Ada", "Kai", "Lea", "Tom"]


def write_list(folder, names):
    path = folder / "class.csv"
    path.write_text("\n".join(names) + "\n", encoding="utf-8")
    return path


def find_run(line):
    """The longest run of black pixels."""
    best = begin = None
    for at, is_black in enumerate([*line, False]):
        if is_black and begin is None:
            begin = at
        elif not is_black and begin is not None:
            if best is None or at - begin > best[1] - best[0]:
                best = begin, at
            begin = None
    return best or (0, 0)


def read_sheet(page):
    """The passages, the texts and the pictures of a sheet, by cell."""
    image = page.render(scale=DPI / 72).to_pil().convert("L").point(lambda v: v < 128 and 255)
    width, height = image.size
    pixels = image.load()
    sides = []
    for x in range(width):
        top, bottom = find_run([pixels[x, y] > 0 for y in range(height)])
        if bottom - top > height / 2:
            sides.append((x, top, bottom))
    left, right = sides[0][0], sides[-1][0]
    top, bottom = sides[0][1:]
    wide, high = (right - left) / COLUMNS, (bottom - top) / ROWS

    def is_black(x0, y0, x1, y1):
        return any(
            pixels[x, y] > 0 for x in range(int(x0), int(x1)) for y in range(int(y0), int(y1))
        )

    passages = {(x, y): [] for x in range(COLUMNS) for y in range(ROWS)}
    for x, y in list(passages):
        x0, y0 = left + (x + 0.5) * wide, top + (y + 0.5) * high
        across = is_black(x0 + 0.48 * wide, y0, x0 + 0.53 * wide, y0 + 2)
        down = is_black(x0, y0 + 0.48 * high, x0 + 2, y0 + 0.53 * high)
        for there, is_shut in (((x + 1, y), across), ((x, y + 1), down)):
            if there in passages and not is_shut:
                passages[x, y].append(there)
                passages[there].append((x, y))
    texts = {}
    text = page.get_textpage()
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        a, b, c, d = text.get_charbox(index)
        x = ((a + c) / 2 * DPI / 72 - left) / wide
        y = (height - (b + d) / 2 * DPI / 72 - top) / high
        if 0 <= x < COLUMNS and 0 <= y < ROWS and letter.strip():
            texts[int(x), int(y)] = texts.get((int(x), int(y)), "") + letter
    pictures = {}
    for x, y in passages:
        x0, y0 = left + (x + 0.2) * wide, top + (y + 0.2) * high
        if (x, y) not in texts and is_black(x0, y0, x0 + 0.6 * wide, y0 + 0.6 * high):
            pictures[x, y] = sum(
                pixels[i, j] > 0
                for i in range(int(x0), int(x0 + 0.6 * wide))
                for j in range(int(y0), int(y0 + 0.6 * high))
            )
    # The rabbit is darker than the carrot.
    finish, start = sorted(pictures, key=pictures.get)
    return passages, texts, start, finish


def solve(passages, texts, start, wrong=None):
    """The cells that are reached by taking the right answer at every question; at one of them, if
    it is named, the wrong ones instead."""
    reached, waiting = {start}, [(start, None)]
    for cell, back in waiting:  # grows as we go
        onward = [other for other in passages[cell] if other != back]
        if (question := re.fullmatch(r"(\d+)×(\d+)", texts.get(cell, ""))) is not None:
            product = str(int(question[1]) * int(question[2]))
            right = [other for other in onward if texts[other] == product]
            assert len(right) == 1, (cell, texts)
            onward = [other for other in onward if (other in right) == (cell != wrong)]
        reached.update(onward)
        waiting += [(other, cell) for other in onward]
    return reached


def check_sheets(path, count):
    document = pypdfium2.PdfDocument(path)
    seen, orders = set(), set()
    for number in range(count):
        passages, texts, start, finish = read_sheet(document[number])
        assert sum(map(len, passages.values())) == 2 * (COLUMNS * ROWS - 1)
        assert finish in solve(passages, texts, start)
        forks = [cell for cell, text in texts.items() if "×" in text]
        on_way = [fork for fork in forks if finish not in solve(passages, texts, start, fork)]
        assert len(on_way) == 4
        assert len({texts[fork] for fork in on_way}) == 4
        seen.add(json.dumps([sorted(map(str, passages.items())), sorted(map(str, texts.items()))]))
        orders.add(str(sorted((cell, texts[cell]) for cell in forks)))
    assert len(seen) == len(orders) == count


def make_class(folder, names):
    book = make_book(
        "worksheet",
        seed="class",
        names=write_list(folder, names),
        output=folder,
        name="set",
        overrides={"section.*.questions": "times 7", "svg": False},
    )
    return book.folder / "set.pdf"


def test_right_answers_lead_to_the_finish_and_wrong_ones_never(tmp_path):
    check_sheets(make_class(tmp_path, NAMES[:4]), 4)


@pytest.mark.exhaustive
def test_five_hundred_sheets_are_solved_by_their_answers(tmp_path):
    check_sheets(make_class(tmp_path, [f"Pupil {number}" for number in range(500)]), 500)


def test_a_wall_or_an_answer_in_another_place_is_noticed(tmp_path):
    """The solver can fail."""
    document = pypdfium2.PdfDocument(make_class(tmp_path, NAMES[:1]))
    passages, texts, start, finish = read_sheet(document[0])
    fork = next(
        cell
        for cell, text in texts.items()
        if "×" in text and finish not in solve(passages, texts, start, cell)
    )
    a, b = map(int, texts[fork].split("×"))
    answers = [cell for cell in passages[fork] if cell in texts]
    (right,) = (cell for cell in answers if texts[cell] == str(a * b))
    other = next(cell for cell in answers if cell != right)
    swapped = {**texts, right: texts[other], other: texts[right]}
    assert finish not in solve(passages, swapped, start)


def make(tmp_path, *words):
    return run("make", *words, "-o", tmp_path / "out", cwd=tmp_path)


def test_pages_manifest_and_verify_agree_in_another_script(tmp_path):
    done = make(tmp_path, "worksheet", "--times", "7", "--language", "fa", "--mazes", "2", "--seed", "a", "--name", "fa")  # fmt: skip
    assert done.code == 0, done.err
    manifest = json.loads((tmp_path / "out" / "fa" / "manifest.json").read_text("utf-8"))
    assert all(len(maze["questions"]) == 4 for maze in manifest["mazes"])
    assert ".times.7-" in manifest["mazes"][0]["code"]
    assert run("verify", tmp_path / "out" / "fa", cwd=tmp_path).code == 0
    text = pypdfium2.PdfDocument(tmp_path / "out" / "fa" / "fa.pdf")[0].get_textpage()
    assert "۷" in text.get_text_range()
    assert not re.search("[0-9]", text.get_text_range())


def test_a_list_travels_with_its_book_and_code(tmp_path):
    questions = tmp_path / "q.csv"
    questions.write_text("France,Paris,Lyon,Nice\nItaly,Rome,Milan\n", encoding="utf-8")
    done = make(tmp_path, "worksheet", "--questions", questions, "--mazes", "1", "--seed", "a", "--name", "q")  # fmt: skip
    assert done.code == 0, done.err
    folder = tmp_path / "out" / "q"
    assert (folder / "assets" / "q.csv").read_bytes() == questions.read_bytes()
    assert run("verify", folder, cwd=tmp_path).code == 0
    code = json.loads((folder / "manifest.json").read_text("utf-8"))["mazes"][0]["code"]
    refused = run("maze", code, "-o", tmp_path / "m.svg", cwd=tmp_path)
    assert refused.code == 2
    assert not (tmp_path / "m.svg").exists()
    again = run("maze", code, "--questions", questions, "--cell", "20mm", "-o", tmp_path / "m.svg", cwd=tmp_path)  # fmt: skip
    assert again.code == 0, again.err
    assert 'id="questions"' in (tmp_path / "m.svg").read_text("utf-8")
    again = run("rebuild", folder, "-o", tmp_path / "again", cwd=tmp_path)
    assert again.code == 0, again.err


REFUSED = [
    (
        ["--questions", "many.csv"],
        "--questions: 30 questions, but mazes of up to 24x33 have forks for 26; ",
    ),
    (["--times", "x"], "--times"),
    (["--times", "7", "--add", "20"], "--add"),
    (["--times", "7", "--size", "40x50"], "--times"),
    (["--times", "7", "--set", "section.maze.word=PLANET"], "--times"),
    (["--times", "7", "--stage", "volcano"], "--times"),
    (["--questions", "wide.csv"], "--questions"),
    (["--questions", "both.csv", "--size", "7x9"], "--questions"),
    (["--questions", "missing.csv"], "--questions"),
]
LONG_LIST = "".join(f"capital {n},Amsterdam {n},The Hague {n}\n" for n in range(1, 13))


@pytest.mark.parametrize(("words", "where"), REFUSED)
def test_what_finds_no_room_is_refused_in_a_line(tmp_path, monkeypatch, words, where):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "many.csv").write_text("\n".join(f"q{n},{n}" for n in range(1, 31)), "utf-8")
    wide = ",".join(letter * 40 for letter in "abcd")
    (tmp_path / "wide.csv").write_text(f"which?,{wide}\n", "utf-8")
    (tmp_path / "both.csv").write_text(f"{LONG_LIST}which?,{wide}\n", "utf-8")
    done = make(tmp_path, "worksheet", *words, "--mazes", "1", "--seed", "a")
    assert done.code == 2
    (line,) = done.err.strip().splitlines()
    assert line.startswith(f"error: {where}"), line
    assert not (tmp_path / "out").exists()


def test_a_book_asks_in_every_shape_of_its_sections(tmp_path):
    done = make(tmp_path, "ages-7-8", "--times", "7", "--mazes", "5", "--seed", "b", "--name", "b")
    assert done.code == 0, done.err
    mazes = json.loads((tmp_path / "out" / "b" / "manifest.json").read_text("utf-8"))["mazes"]
    assert len({maze["shape"] for maze in mazes}) == 3
    assert all(maze["questions"] for maze in mazes)


def read_manifest(folder):
    return json.loads((folder / "manifest.json").read_text("utf-8"))["mazes"]


def read_text(pdf, page):
    text = pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_range()
    return text.replace("\xa0", " ")


def test_mazes_grow_for_a_long_list_of_long_answers(tmp_path):
    """A class's own list works at the first try: its answers are numbered in the legend."""
    (tmp_path / "q.csv").write_text(LONG_LIST, "utf-8")
    done = make(tmp_path, "worksheet", "--questions", "q.csv", "--mazes", "1", "--seed", "a", "--name", "q")  # fmt: skip
    assert done.code == 0, done.err
    (remark,) = [line for line in done.err.splitlines() if "12 questions" in line]
    assert re.search(r"mazes are \d+x\d+, not 9x12", remark)
    (maze,) = read_manifest(tmp_path / "out" / "q")
    assert {question for question, _ in maze["questions"]} == {f"capital {n}" for n in range(1, 13)}
    text = read_text(tmp_path / "out" / "q" / "q.pdf", 0)
    assert "capital 1 1: Amsterdam 1 2: The Hague 1" in re.sub(" +", " ", text)
    assert run("verify", tmp_path / "out" / "q", cwd=tmp_path).code == 0


def test_a_size_of_the_users_own_does_not_grow(tmp_path):
    (tmp_path / "q.csv").write_text(LONG_LIST, "utf-8")
    done = make(tmp_path, "worksheet", "--questions", "q.csv", "--mazes", "1", "--size", "7x9")
    assert done.code == 2
    assert "12 questions, but mazes of 7x9 have forks for 4; " in done.err
    assert "ask up to 4" in done.err
    assert re.search(r"may have about \d+ letters", done.err)


def test_readers_keep_their_passages_and_the_suggested_command_works(tmp_path):
    rows = "".join(f"capital {n},{n}\n" for n in range(1, 13))
    (tmp_path / "q.csv").write_text(rows, "utf-8")
    words = "worksheet", "--questions", "q.csv", "--mazes", "1", "--age", "6", "--dry-run"
    done = make(tmp_path, *words)
    assert done.code == 2
    assert "with passages of 12.7 mm" in done.err
    size = re.search(r"--size (\d+x\d+)\)", done.err)[1]
    assert make(tmp_path, *words, "--size", size).code == 0


def test_mazes_shrink_for_long_answers_of_sums(tmp_path):
    done = make(tmp_path, "worksheet", "--times", "2-10", "--age", "8", "--mazes", "1", "--dry-run")
    assert done.code == 0, done.err
    assert re.search(r"mazes are \d+x\d+, not \d+x\d+: the answers need wider cells", done.err)


def test_smaller_mazes_of_a_class_ask_a_part_of_the_list(tmp_path):
    (tmp_path / "q.csv").write_text("".join(f"q{n},{n}\n" for n in range(1, 8)), "utf-8")
    (tmp_path / "c.csv").write_text("name,print,level\nMia,,\nZoë,large,\nBen,,1\n", "utf-8")
    done = make(tmp_path, "worksheet", "--names", "c.csv", "--questions", "q.csv", "--seed", "a")
    assert done.code == 0, done.err
    counts = [len(maze["questions"]) for maze in read_manifest(tmp_path / "out" / "c")]
    assert counts[0] == 7 > max(counts[1:])
    assert done.err.count("of the 7 questions fit the smaller mazes of ") >= 1
    assert run("verify", tmp_path / "out" / "c", cwd=tmp_path).code == 0


@pytest.mark.parametrize("language", ["en", "fa"])
def test_numbers_of_answers_are_those_of_the_legend(language):
    content = b"France,Paris,Lyon,Nice\nItaly,Rome,Milan\n"
    asked = parse_question_list(content, "q.csv")
    grid = make_grid("square", (9, 12))
    design = Design("square", (9, 12), "", "apart").with_questions(asked, grid)
    keys = (derive_maze_key("numbers", 1, "", draw) for draw in range(1, 40))
    mazes = (draw_maze(design._replace(key=key), grid) for key in keys)
    maze = next(maze for maze in mazes if maze.place_questions(asked))
    words = load_words(language)
    shown = ask_in_maze(maze, asked, words)
    assert "Lyon" in shown.choices[0]
    forks = iter(shown.labels)
    for label in forks:
        if label.question is not None:
            question = label.question
            continue
        bare = re.sub("[\u2066-\u2069]", "", shown.choices[question])
        assert f"{label.number}: {label.text}" in bare
        assert label.number in {words.number(str(n)) for n in (1, 2, 3)}


@pytest.mark.parametrize(
    ("is_built_in", "has_legend", "said"),
    [
        (True, False, 'the answer "100" does not fit square cells with passages of 0.0 mm'),
        (False, True, "square cells with passages of 0.0 mm have no room for letters and numbers"),
        (False, False, '"a long one" is wider than the page'),
    ],
)
def test_the_longest_text_is_named_where_none_has_room(is_built_in, has_legend, said):
    signs = SimpleNamespace(is_built_in=is_built_in, answers={"9", "100", "12"}, questions=["what?", "a long one"], choices=[("a", "b")])  # fmt: skip
    part, board = (
        SimpleNamespace(section=SimpleNamespace(shape="square")),
        SimpleNamespace(passage=-1.0),
    )
    assert _say_what_is_wide(part, board, signs, has_legend) == said
