"""Each kind of tampering is found and named; a book that nobody touched never fails."""

from __future__ import annotations

import json
import os
import re
import shutil
from hashlib import sha256
from io import BytesIO
from itertools import pairwise

import pikepdf
import pytest
from command import check_errors

from puzzlebook import make_book
from puzzlebook.checks.drawn import StrokePiece
from puzzlebook.checks.verify import verify
from puzzlebook.checks.walls import find_path_faults
from puzzlebook.class_lists.class_list import read_class_list
from puzzlebook.ground.faults import Refused
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.shelf.manifest import write_manifest
from puzzlebook.verbs.one_maze import maze_from_code

CLASS = (
    "name,level,print\nMia Berg,,\nBen Østergård,easier,\nZoë Šimková,harder,large\nMia Berg,,\n"
)
BOOK = {"mazes": 6, "pdf": "both", "codes": "all", "answers": 2, "marks": "icons", "section.*.size": "7x9",
        "walls": "plain", "floor": "none",
        "section.*.stage": "", "section.warm-up.silhouette": "owl",
        "section.animals.silhouette": ""}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Books as they were made, by name."""
    shelf = tmp_path_factory.mktemp("made")
    (shelf / "3b.csv").write_text(CLASS, encoding="utf-8")
    pupils = {"pupil": read_class_list(shelf / "3b.csv").pupils}
    return {
        "book": make_book(seed="owl", output=shelf, name="book", overrides=BOOK).folder,
        "doors": make_book(seed="owl", output=shelf, name="doors", overrides={**BOOK, "marks": "both"}).folder,
        "class": make_book("worksheet", seed="owl", output=shelf, name="class",
                           overrides={**pupils, "worksheet.key": "separate", "worksheet.split": True}).folder,
        "letters": make_book("worksheet", seed="owl", output=shelf, name="letters",
                             overrides={"mazes": 2, "section.maze.word": ["OWL", "BEE"]}).folder,
    }  # fmt: skip


FIGURED, FIGURED_SVG = 6, "svg/006.svg"
"""A maze of the book with hero and goal outside its doors."""


class Spoiled:
    """A copy of a book that is tampered with."""

    def __init__(self, folder):
        self.folder = folder

    @property
    def manifest(self):
        return json.loads((self.folder / "manifest.json").read_bytes())

    def say(self, change, signed=True):
        """Change the manifest; signed: its own sum is put right."""
        told = self.manifest
        old = told.pop("self")
        change(told)
        text = write_manifest(told)
        (self.folder / "manifest.json").write_text(
            text if signed else re.sub('"self": ".*"', f'"self": "{old}"', text)
        )

    def write(self, name, content, signed=True):
        """Change a file; signed: the manifest's sum of it is put right, so that only what it shows
        can tell."""
        path = self.folder / name
        assert path.read_bytes() != content
        path.write_bytes(content)
        if signed:
            self.say(lambda told: told["files"].__setitem__(name, sha256(content).hexdigest()))

    def text(self, name, old, new, signed=True):
        """Put one text for another in a file."""
        content = (self.folder / name).read_text(encoding="utf-8")
        assert re.search(old, content)
        self.write(name, re.sub(old, new, content, count=1).encode(), signed)

    def pdf(self, name, change, signed=True):
        """Change a PDF."""
        with pikepdf.open(self.folder / name) as pdf:
            change(pdf)
            file = BytesIO()
            pdf.save(file, deterministic_id=True)
        self.write(name, file.getvalue(), signed)

    def maze(self, number, change):
        """Change the entry of a maze in the manifest."""
        self.say(lambda told: change(told["mazes"][number - 1]))

    def page(self, kind, number=2):
        """The page of a maze, from 0."""
        return self.manifest["mazes"][number - 1][kind]["page"] - 1


@pytest.fixture
def spoiled(made, tmp_path):
    def copy(name="book"):
        shutil.copytree(made[name], tmp_path / name)
        return Spoiled(tmp_path / name)

    return copy


def found(book):
    return [str(fault) for fault in verify(book.folder).faults]


# -- Twenty kinds and more -------------------------------------------------------------------------------------


def walls_form(pdf, page, place=0):
    """The walls of a maze on a page: the first form that is drawn there in lines, or behind a heavy
    rim the second."""
    names = re.findall(rb" w (/\S+) Do", pdf.pages[page].Contents.read_bytes())
    return pdf.pages[page].Resources.XObject[names[place].decode()]


def first_wall(content):
    """Where the walls begin, with their first line left out."""
    return re.sub(rb"^(\S+ \S+ m )(\S+ \S+) l ", rb"\2 m ", content, count=1)


def _wall_out_of_the_pdf(pdf, page, place=0):
    form = walls_form(pdf, page, place)
    form.write(first_wall(form.read_bytes()))


def _rim_out_of_the_pdf(pdf, page):
    form = walls_form(pdf, page)
    form.write(
        re.sub(rb"^(\S+ \S+ m )\S+ \S+ \S+ \S+ (\S+ \S+) c ", rb"\2 m ", form.read_bytes(), count=1)
    )


def _wall_into_the_pdf(pdf, page):
    form = walls_form(pdf, page)
    form.write(b"0 0 m 1 1 l " + form.read_bytes())


def _over(pdf, page, content):
    pdf.pages[page].contents_add(pikepdf.Stream(pdf, content))


def _swap_pages(pdf, one, other):
    first, second = pdf.pages[one].obj, pdf.pages[other].obj
    first.Contents, second.Contents = second.Contents, first.Contents
    first.Resources, second.Resources = second.Resources, first.Resources


def _attach(pdf, content):
    del pdf.attachments["recipe.toml"]
    pdf.attachments["recipe.toml"] = pikepdf.AttachedFileSpec(pdf, content, filename="recipe.toml")


def swap_entries(told):
    told["mazes"][0], told["mazes"][1] = told["mazes"][1], told["mazes"][0]


def another_maze(row):
    """A whole maze in place of another: code, digest and measures fit each other."""
    maze = maze_from_code("1-square-9x12-far-7q4k2m9x0c3t5v8w-p")
    row |= {"code": maze.code, "digest": maze.digest}


def put(key, value):
    return lambda row: row.__setitem__(key, value)


SVG, SOLVED, PDF, SCREEN = "svg/002.svg", "svg/002-solution.svg", "book.pdf", "book-screen.pdf"

TAMPERED = {
    # name: (what is done, what is said of it)
    "a byte is added to a file": (
        lambda b: b.write(SVG, (b.folder / SVG).read_bytes() + b"\n", signed=False),
        "svg/002.svg: was changed",
    ),
    "a file is missing": (lambda b: (b.folder / SVG).unlink(), "svg/002.svg: is missing"),
    "the PDF is missing": (lambda b: (b.folder / PDF).unlink(), "book.pdf: is missing"),
    "the manifest is missing": (
        lambda b: (b.folder / "manifest.json").unlink(),
        "manifest.json: is missing",
    ),
    "the recipe is missing": (
        lambda b: (b.folder / "recipe.toml").unlink(),
        "recipe.toml: is missing",
    ),
    "a file is a folder": (
        lambda b: ((b.folder / SVG).unlink(), (b.folder / SVG).mkdir()),
        "svg/002.svg: is not a file",
    ),
    "a byte of the PDF is another": (
        lambda b: b.write(
            PDF, (b.folder / PDF).read_bytes().replace(b"/F2+0", b"/F3+0"), signed=False
        ),
        "book.pdf: was changed",
    ),
    "a wall is taken out of an SVG": (
        lambda b: b.text(SVG, '(d="M[^M"]*)M[^M"]*', "\\1"),
        "maze 2: svg/002.svg: (the|a) (wall|rim) ",
    ),
    "a wall is put into an SVG": (
        lambda b: b.text(SVG, 'id="walls"(.*?)d="', 'id="walls"\\1d="M0 1h7'),
        "svg/002.svg: ",
    ),
    "a slanting line is put into an SVG": (
        lambda b: b.text(SVG, 'id="walls"(.*?)d="', 'id="walls"\\1d="M0 0l1 1'),
        "a line from .* is not a wall of its grid",
    ),
    "a bar is put into an SVG": (
        lambda b: b.text(SVG, "</svg>", '<rect x="1" y="1" width="3" height=".1"/></svg>'),
        "svg/002.svg: contains something that is not part of its maze",
    ),
    "the walls of an SVG are moved": (
        lambda b: b.text(SVG, "<g ", '<g transform="scale(-1 1)" '),
        "svg/002.svg: ",
    ),
    "the finish of an SVG is moved": (
        lambda b: b.text(SVG, '(id="finish"[^>]*><path d="M)[\\d.]+ ', "\\g<1>9.5 "),
        "svg/002.svg: (its finish is not marked|something is painted)",
    ),
    "the way is taken out of a solution": (
        lambda b: b.text(SOLVED, '<g fill="none" id="solution".*?</g>', ""),
        "the solution path is missing",
    ),
    "the way of a solution is another": (
        lambda b: b.text(SOLVED, '(id="solution"[^>]*><path d="M[^"]*)', "\\1h3"),
        "the solution path",
    ),
    "an SVG shows another maze": (
        lambda b: b.write(SVG, (b.folder / "svg/003.svg").read_bytes()),
        "maze 2: svg/002.svg: it shows another maze",
    ),
    "an arc without a radius": (
        lambda b: b.text(SVG, "</svg>", '<g><path d="M0 0A1e-320 1 0 0 1 9 9"/></g></svg>'),
        "maze 2: svg/002.svg: contains a path that cannot be read",
    ),
    "a path leads nowhere": (
        lambda b: b.text(SVG, "</svg>", '<g><path d="M0 1e999L5 5"/></g></svg>'),
        "maze 2: svg/002.svg: contains a path that leads nowhere",
    ),
    "an SVG in no script": (
        lambda b: b.write(SVG, b'<?xml version="1.0" encoding="utf-99"?><svg/>'),
        "maze 2: svg/002.svg: is not XML",
    ),
    "an SVG is not an SVG": (lambda b: b.write(SVG, b"<svg"), "maze 2: svg/002.svg: is not XML"),
    "puzzle and solution are swapped": (
        lambda b: b.write(SVG, (b.folder / SOLVED).read_bytes()),
        "contains something that is not part of its maze",
    ),
    "the pages of two answers are swapped": (
        lambda b: b.pdf(
            PDF, lambda pdf: _swap_pages(pdf, b.page("answer", 1), b.page("answer", 3))
        ),
        "maze 1: book.pdf, page \\d+: (it shows another maze|its answer is not where)",
    ),
    "the pages of two puzzles are swapped": (
        lambda b: b.pdf(
            PDF, lambda pdf: _swap_pages(pdf, b.page("puzzle", 1), b.page("puzzle", 2))
        ),
        "maze 2: book.pdf, page \\d+: (it shows another maze|its puzzle is not where)",
    ),
    "a wall is taken out of the PDF": (
        lambda b: b.pdf(PDF, lambda pdf: _wall_out_of_the_pdf(pdf, b.page("puzzle"))),
        "maze 2: book.pdf, page \\d+: the (wall|rim) .* is missing",
    ),
    "a line is put into the PDF": (
        lambda b: b.pdf(PDF, lambda pdf: _wall_into_the_pdf(pdf, b.page("puzzle"))),
        "maze 2: book.pdf, page \\d+: a line from .* is not a wall of its grid",
    ),
    "a wall is drawn over the PDF": (
        lambda b: b.pdf(
            PDF, lambda pdf: _over(pdf, b.page("puzzle"), b"q 2 w 200 400 m 300 400 l S Q")
        ),
        "maze 2: book.pdf, page \\d+: something is drawn over it",
    ),
    "a wall is painted over in the PDF": (
        lambda b: b.pdf(
            PDF, lambda pdf: _over(pdf, b.page("puzzle"), b"q 1 g 200 400 40 40 re f Q")
        ),
        "maze 2: book.pdf, page \\d+: something is drawn over it",
    ),
    "a wall is taken out of the PDF for screens": (
        lambda b: b.pdf(SCREEN, lambda pdf: _wall_out_of_the_pdf(pdf, b.page("answer"), place=1)),
        "maze \\d: book-screen.pdf, page \\d+: the wall between cells",
    ),
    "a heavy rim has a gap": (
        lambda b: b.pdf(SCREEN, lambda pdf: _rim_out_of_the_pdf(pdf, b.page("answer"))),
        "maze \\d: book-screen.pdf, page \\d+: the heavy line along its rim is incomplete or out of place",
    ),
    "a page is taken out of the PDF": (
        lambda b: b.pdf(PDF, lambda pdf: pdf.pages.__delitem__(-1)),
        "book.pdf: has \\d+ pages, the manifest says",
    ),
    "the PDF is cut short": (
        lambda b: b.write(PDF, (b.folder / PDF).read_bytes()[:3000]),
        "book.pdf: is not a readable PDF",
    ),
    "the recipe in the PDF is another's": (
        lambda b: b.pdf(SCREEN, lambda pdf: _attach(pdf, b"# book-1:7q4k2m9x0c-j\n")),
        "book-screen.pdf: the recipe attached to it is that of book-1:7q4k2m9x0c-j",
    ),
    "the recipe has another title": (
        lambda b: b.text("recipe.toml", 'title = "The Great', 'title = "The Small'),
        "recipe.toml: book.title was The Great",
    ),
    "the recipe is no TOML": (
        lambda b: b.write("recipe.toml", b"owl"),
        "recipe.toml: is not a recipe",
    ),
    "the manifest is changed": (
        lambda b: b.say(
            lambda told: (
                told.__setitem__("pages", told["pages"] + 0)
                or told["mazes"][0].__setitem__("stars", 5)
            ),
            signed=False,
        ),
        "manifest.json: was changed: its own checksum does not match",
    ),
    "the manifest has another number of pages": (
        lambda b: b.say(put("pages", 99)),
        "the manifest says 99",
    ),
    "the manifest has another seed": (
        lambda b: b.say(put("seed", "owls")),
        "seed and edition do not match its recipe",
    ),
    "the manifest has another code": (
        lambda b: b.say(put("code", "book-1:7q4k2m9x0c-j")),
        "is not the one of its book code",
    ),
    "the manifest's code has a slip": (
        lambda b: b.say(put("code", "book-1:7q4k2m9x0c-k")),
        "has a typo",
    ),
    "the manifest's recipe has another seed": (
        lambda b: b.say(
            lambda told: (put("seed", "owls")(told), put("seed", "owls")(told["recipe"]))
        ),
        "maze 1: its code does not match its draw and the book's seed",
    ),
    "the manifest is cut short": (
        lambda b: (b.folder / "manifest.json").write_bytes(
            (b.folder / "manifest.json").read_bytes()[:500]
        ),
        "manifest.json: is not the manifest of a book",
    ),
    "the manifest is of a later edition": (
        lambda b: b.say(
            lambda told: (put("edition", 2)(told), put("puzzlebook", "3.1.0")(told["versions"]))
        ),
        "manifest.json: edition 2 is unknown",
    ),
    "the manifest is in Latin-1": (
        lambda b: (b.folder / "manifest.json").write_bytes(b'{"format": 1, "seed": "\xe9"}'),
        "manifest.json: ",
    ),
    "a maze has another digest": (
        lambda b: b.maze(2, put("digest", "0" * 64)),
        "maze 2: its digest does not match the maze of its code",
    ),
    "a maze's code has a slip": (
        lambda b: b.maze(2, lambda row: put("code", row["code"][:-1] + "_")(row)),
        "maze 2: cannot be made again",
    ),
    "a maze is another": (
        lambda b: b.maze(2, another_maze),
        "maze 2: its code does not match its draw",
    ),
    "two mazes change places": (
        lambda b: b.say(swap_entries),
        "maze 2: is at place 1 in the manifest",
    ),
    "a maze is left out": (
        lambda b: b.say(lambda told: told["mazes"].pop()),
        "manifest.json: section the-big-ones has 0 mazes, but the recipe asks for 1",
    ),
    "a maze stands twice": (
        lambda b: b.say(
            lambda told: told["mazes"].__setitem__(1, {**told["mazes"][2], "number": 2})
        ),
        "manifest.json: draw .* is used by 2 mazes",
    ),
    "a maze has another start": (
        lambda b: b.maze(2, put("start", 1)),
        "maze 2: start is 1 in the manifest",
    ),
    "a maze is called easier": (
        lambda b: b.maze(2, put("difficulty", 0.1)),
        "maze 2: difficulty is 0.1 in the manifest",
    ),
    "a maze is on another page": (
        lambda b: b.maze(2, lambda row: put("page", row["puzzle"]["page"] + 1)(row["puzzle"])),
        "maze 2: book.pdf, page",
    ),
    "a maze is on no page": (
        lambda b: b.maze(2, lambda row: put("page", 999)(row["puzzle"])),
        "maze 2: book.pdf, page 999: its puzzle is not where the manifest says",
    ),
    "a maze has another box": (
        lambda b: b.maze(2, lambda row: row["puzzle"]["box"].__setitem__(2, 10)),
        "maze 2: the box of its puzzle",
    ),
    "a maze's end is elsewhere": (
        lambda b: b.maze(2, lambda row: put("end", row["answer"]["start"])(row["answer"])),
        "maze 2: the end of its answer",
    ),
    "a maze has no answer": (
        lambda b: b.maze(2, put("answer", None)),
        "maze 2: the manifest says nothing of its answer",
    ),
    "a maze has no picture": (
        lambda b: b.maze(2, put("svg", None)),
        "maze 2: the manifest says nothing of its svg",
    ),
    "a maze's entry is damaged": (
        lambda b: b.maze(2, lambda row: row.pop("shape")),
        "maze 2: its entry .* is damaged",
    ),
    "a maze's entry is a number": (
        lambda b: b.say(lambda told: told["mazes"].__setitem__(1, 7)),
        "damaged",
    ),
    "a maze has no figures at its doors": (
        lambda b: b.maze(FIGURED, lambda row: row.pop("figures")),
        f"maze {FIGURED}: svg/00{FIGURED}.svg: the rim at cell .* is missing",
    ),
    "a maze has figures nowhere else": (
        lambda b: b.maze(FIGURED, put("figures", "inside")),
        f"maze {FIGURED}: its figures are inside in the manifest, but can only be outside",
    ),
    "the hero waits at the goal's door": (
        lambda b: b.text(FIGURED_SVG, 'id="hero"(.*?)id="goal"', 'id="goal"\\1id="hero"'),
        f"maze {FIGURED}: .* its hero is not at its door",
    ),
    "the goal is gone": (
        lambda b: b.text(FIGURED_SVG, '<g [^>]*id="goal".*?</g></g>', ""),
        f"maze {FIGURED}: .* it has 0 pictures of its goal",
    ),
    "something lies on the way": (
        lambda b: b.text(
            FIGURED_SVG,
            '(<g [^>]*id="hero"[^>]*>)',
            '<g id="finds"><g transform="translate(0 0) scale(.1)"><path d="M1 1L9 1L9 9Z"/></g></g>\\1',
        ),
        f"maze {FIGURED}: .* it has something outside its dead ends",
    ),
    "the PDF is not listed": (
        lambda b: b.say(lambda told: told["files"].pop("book.pdf")),
        "manifest.json: does not list book.pdf",
    ),
    "a picture is not listed": (
        lambda b: b.say(lambda told: told["files"].pop(SVG)),
        "maze 2: the manifest does not list its svg/002.svg",
    ),
    "a file elsewhere is listed": (
        lambda b: b.say(lambda told: told["files"].__setitem__("../../owl", "0" * 64)),
        "../../owl: is not a file in this folder",
    ),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_tampering_is_found_and_named(kind, spoiled):
    book = spoiled()
    tamper, said = TAMPERED[kind]
    tamper(book)
    faults = found(book)
    assert any(re.search(said, fault) for fault in faults), faults
    assert not any(re.search(r"\bmaze [1-6]: .*mistake|Traceback", fault) for fault in faults)


def test_there_are_more_than_twenty_kinds():
    assert len(TAMPERED) >= 20


def test_one_fault_is_named_once_and_nothing_else(spoiled):
    """One wall of one maze in one file: one line."""
    book = spoiled()
    book.text(SVG, 'id="walls"(.*?)d="', 'id="walls"\\1d="M1 1L2 2')
    (fault,) = found(book)
    assert fault.startswith(
        "maze 2: svg/002.svg: a line from (1.00, 1.00) to (2.00, 2.00) is not a wall of its grid"
    )


def test_an_inner_wall_is_named_by_its_cells(spoiled):
    """Cells 0 and 1 of a grid 7 wide share the side from (1, 0) to (1, 1)."""
    book = spoiled()
    maze = maze_from_code(book.manifest["mazes"][1]["code"])
    pair = next(pair for pair in maze.passages if pair[1] == pair[0] + 1)
    x, y = pair[0] % 7 + 1, pair[0] // 7
    book.text(SVG, 'id="walls"(.*?)d="', f'id="walls"\\1d="M{x} {y}v1')
    assert found(book) == [
        f"maze 2: svg/002.svg: there is an extra wall between cells {pair[0]} and {pair[1]}"
    ]


# -- Class sets and other books ----------------------------------------------------------------------------------


def test_a_name_that_is_another_pupils(spoiled):
    book = spoiled("class")
    book.maze(2, put("name", "Zoë Šimková"))
    assert found(book) == ["maze 2: its name is 'Zoë Šimková', but 'Ben Østergård' on the list"]


def test_a_wall_in_the_separate_key(spoiled):
    book = spoiled("class")
    book.pdf("class-key.pdf", lambda pdf: _wall_out_of_the_pdf(pdf, 0))
    assert all("class-key.pdf, page 1: " in fault for fault in found(book))
    assert found(book)


def test_a_letter_less(spoiled):
    book = spoiled("letters")
    book.text("svg/001.svg", '<g [^>]*id="letters".*?</g>', "")
    assert "maze 1: svg/001.svg: its letters are missing" in found(book)


@pytest.mark.parametrize("name", ["book", "doors", "class", "letters"])
def test_an_untouched_book_never_fails(name, spoiled):
    told = verify(spoiled(name).folder)
    assert (told.faults, told.remarks) == ((), ())
    assert told.mazes > 0


def test_litter_of_the_system_is_not_even_a_remark(spoiled):
    book = spoiled()
    for name in (".DS_Store", "svg/.DS_Store", "Thumbs.db", "desktop.ini"):
        (book.folder / name).write_bytes(b"\0")
    told = verify(book.folder)
    assert (told.faults, told.remarks) == ((), ())


def test_files_that_are_not_listed_are_a_remark(spoiled, puzzlebook_here):
    book = spoiled()
    (book.folder / "notes.txt").write_text("for Mia")
    told = verify(book.folder)
    assert (told.faults, told.remarks) == ((), ("notes.txt is not in the manifest",))
    done = puzzlebook_here("verify", book.folder)
    assert (done.code, done.err) == (0, "note: notes.txt is not in the manifest\n")


def test_cover_and_preview_belong_to_the_book(tmp_path, puzzlebook_here):
    assert (
        puzzlebook_here(
            *("make", "ages-7-8", "--seed", "owl", "--mazes", "12"),
            *("--printer", "kdp-paperback", "--page", "8.5x11"),
        ).code
        == 0
    )
    for command in ("cover", "preview"):
        assert puzzlebook_here(command, "output/ages-7-8").code == 0
        done = puzzlebook_here("verify", "output/ages-7-8")
        assert (done.code, done.err) == (0, "")
    (tmp_path / "output" / "ages-7-8" / "ages-7-8-cover.pdf").write_bytes(b"%PDF-1.4\n")
    done = puzzlebook_here("verify", "output/ages-7-8")
    assert (done.code, done.err) == (1, "error: ages-7-8-cover.pdf: was changed\n")


def test_one_lost_sheet_is_a_book_too(made, tmp_path):
    book = make_book(str(made["class"] / "recipe.toml"), output=tmp_path, name="lost",
                     overrides={"worksheet.only": "Zoë Šimková"})  # fmt: skip
    assert verify(book.folder).faults == ()


# -- On the command line -----------------------------------------------------------------------------------------


def test_what_is_said_and_the_exit_code(spoiled, puzzlebook_here):
    book = spoiled()
    done = puzzlebook_here("verify", book.folder)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0] == f"Unchanged:  {book.folder}"
    (book.folder / SVG).unlink()
    done = puzzlebook_here("verify", book.folder)
    assert (done.code, done.out) == (1, "")
    assert check_errors(done.err) == ["error: svg/002.svg: is missing"]


def test_json(spoiled, puzzlebook_here):
    book = spoiled()
    told = json.loads(puzzlebook_here("verify", book.folder, "--json").out)
    assert (told["unchanged"], told["mazes"], told["faults"]) == (True, 6, [])
    (book.folder / SVG).unlink()
    done = puzzlebook_here("verify", book.folder, "--json")
    told = json.loads(done.out)
    assert (done.code, told["unchanged"]) == (1, False)
    assert told["faults"] == [{"where": "svg/002.svg", "what": "is missing"}]


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("nowhere", "nowhere: there is no such folder; give the folder of a book"),
        ("shelf", "shelf: is not a book; give the folder of a book (try: puzzlebook verify shelf/book)"),
        ("shelf/book/book.pdf", ("shelf/book/book.pdf: is not a folder; give the folder of a book "
                                "(try: puzzlebook verify shelf/book)")),
        ("", "'': is not a folder|: there is no such folder"),
    ],
)  # fmt: skip
def test_a_wrong_folder(folder, said, made, tmp_path, puzzlebook_here):
    shutil.copytree(made["book"], tmp_path / "shelf" / "book")
    done = puzzlebook_here("verify", folder)
    if folder:
        assert (done.code, done.err) == (2, f"error: {said}\n")
    else:
        assert done.code in (1, 2)
        check_errors(done.err)


def test_a_folder_that_holds_nothing(tmp_path, puzzlebook_here):
    (tmp_path / "empty").mkdir()
    done = puzzlebook_here("verify", "empty")
    assert (done.code, done.err) == (1, "error: manifest.json: is missing\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
@pytest.mark.parametrize("name", ["manifest.json", SVG])
def test_a_pipe_does_not_hang_it(name, spoiled):
    book = spoiled()
    (book.folder / name).unlink()
    os.mkfifo(book.folder / name)
    assert f"{name}: is not a file" in found(book)


def test_many_faults_are_cut_off(spoiled, puzzlebook_here):
    book = spoiled()
    shutil.rmtree(book.folder / "svg")
    (book.folder / PDF).unlink()
    (book.folder / SCREEN).unlink()
    done = puzzlebook_here("verify", book.folder)
    assert done.code == 1
    assert len(check_errors(done.err)) <= 21


def test_a_manifest_of_a_later_edition_names_the_version_that_knows_it(spoiled):
    book = spoiled()
    book.say(lambda told: (put("edition", 2)(told), put("puzzlebook", "3.1.0")(told["versions"])))
    (fault,) = found(book)
    assert "edition 2" in fault
    assert "puzzlebook 3.1.0" in fault


def test_refused_is_what_is_no_folder(tmp_path):
    with pytest.raises(Refused):
        verify(tmp_path / "nowhere")


def test_a_way_to_a_door_far_from_the_middle_of_its_cell_is_no_detour():
    """The outline of a crown cuts the cell so that its door lies beyond two of its radii."""
    maze = maze_from_code("1-square-17x21-crown-apart-q67cxqj5tms0cah5-n")
    (line,) = make_plate(maze, Marks(doors=True), load_theme("ink")).solution
    pieces = [
        StrokePiece(a, b, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) for a, b in pairwise(line.points)
    ]
    assert find_path_faults(maze, [pieces]) == []
    x, y = pieces[3].start
    aside = (x + 0.2, y + 0.2)
    astray = [StrokePiece((x, y), aside, (x, y)), StrokePiece(aside, (x, y), (x, y))]
    assert find_path_faults(maze, [[*pieces[:3], *astray, *pieces[3:]]])
