"""Twenty products of the page, in both browsers: each file of them is the command's, by its sum."""

# ruff: noqa: F811 (fixtures of another module are named as they are used)

from __future__ import annotations

from hashlib import sha256

import pytest
from command import run
from page_visits import SETTLED, VISITS, served, site  # noqa: F401
from test_web import check_keeps_nothing, made_by

from puzzlebook import make_maze

pytestmark = pytest.mark.exhaustive
SHAPES = {
    "square": "9x12",
    "hexagonal": "9x12",
    "triangular": "15x9",
    "polar": "8",
    "penrose": "12x16",
    "octagonal": "8x9",
    "rhombille": "8x9",
    "cairo": "8x9",
}
OUTLINES = (
    ("square", "24x26", {"way": "smile"}),
    ("hexagonal", "24x28", {"silhouette": "cat"}),
    ("square", "40x30", {"silhouette": "text:MIA"}),
)
A_CLASS = "name,level,group\nMia Berg,2,A\nBen Østergård,5,B\nNguyễn Thị Lan,,\n"
PRODUCTS = {
    "sheets for a child": (
        *("tonight", {"readers": "5-6", "theme": "bee", "mazes": "2", "child": "Zoë"}),
        *("sheets", ["pdf"]),
    ),
    "sheets in colour": (
        *("tonight", {"readers": "9-11", "mazes": "1", "ink": "premium-color"}),
        *("sheets", ["pdf"]),
    ),
    "questions": (
        *("tonight", {"readers": "7-8", "mazes": "1", "questions": "times 7", "language": "fa"}),
        *("sheets", ["pdf"]),
    ),
    "a name as mazes": (
        *("tonight", {"readers": "7-8", "mazes": "1", "word": "Zoë", "theme": "ink"}),
        *("sheets", ["pdf"]),
    ),
    "a poster": (
        *("tonight", {"readers": "7-8", "theme": "bee", "poster": "2x1"}),
        *("", ["pdf", "key"]),
    ),
    "a class": ("class", {"names": A_CLASS, "level": "3"}, "class", ["pdf", "key"]),
    "a book": (
        *("book", {"book": "ages-7-8", "pages": "12", "title": "Für Zoë", "language": "de"}),
        *("ages-7-8", ["pdf", "recipe"]),
    ),
    "a booklet": (
        *("book", {"book": "ages-5-6", "pages": "12", "page": "a5", "booklet": "yes"}),
        *("ages-5-6", ["booklet"]),
    ),
    "a book to be sold, and its cover": (
        "book",
        {
            **{"book": "shapes", "pages": "24", "printer": "kdp-paperback", "page": "8.5x11"},
            **{"author": "Ada Lee", "year": "2026", "stock": "cream"},
        },
        *("shapes", ["pdf", "recipe", "cover"]),
    ),
}
"""What is filled in at a door, the name of what the command makes of it, and the files that are
compared. With a maze of each shape and three outlines, these are twenty."""


@pytest.fixture(params=VISITS)
def visit(request, served, tmp_path):
    page = VISITS[request.param](tmp_path / "browser")
    page.open(f"{served.address}#door=again&lang=en&page=a4&seed=owl")
    page.until("document.documentElement.classList.contains('awake')")
    yield page
    page.close()


def sum_of(content):
    return sha256(content).hexdigest()


def test_twenty_products_are_the_commands(visit, served, tmp_path):
    mazes = [make_maze(shape, size, seed="owl").code for shape, size in SHAPES.items()]
    mazes += [make_maze(shape, size, seed="owl", **more).code for shape, size, more in OUTLINES]
    assert len(mazes) + len(PRODUCTS) == 20
    for number, code in enumerate(mazes):
        visit.enter("again", code=code)
        command = visit.command()
        (folder := tmp_path / str(number)).mkdir()
        made_by(command, folder)
        name = command[-1]
        assert sum_of(visit.save("pdf")) == sum_of((folder / name).read_bytes()), code
        solution = folder / name.replace(".pdf", "-solution.pdf")
        assert sum_of(visit.save("key")) == sum_of(solution.read_bytes()), code
    for product, (door, fields, name, kinds) in PRODUCTS.items():
        visit.run(f"location.hash = '#door={door}&lang=en&seed=owl&page=a4'")
        visit.until(f"document.body.dataset.at === '{door}' && " + SETTLED)
        visit.fill(**fields)
        visit.until("!document.getElementById('files').hidden")
        (folder := tmp_path / product).mkdir()
        made_by(visit.command(), folder, **({"class_csv": A_CLASS} if door == "class" else {}))
        made = folder / "output" / name if name else folder
        files = {"pdf": f"{name}.pdf", "key": f"{name}-key.pdf", "recipe": "recipe.toml"}
        files["booklet"] = f"{name}-booklet.pdf"
        if not name:
            files |= {"pdf": "poster.pdf", "key": "poster-solution.pdf"}
        for kind in kinds:
            saved = visit.save("pdf" if kind == "booklet" else kind)
            if kind == "cover":
                assert run("cover", f"output/{name}", cwd=folder).code == 0
                files[kind] = f"{name}-cover.pdf"
            assert sum_of(saved) == sum_of((made / files[kind]).read_bytes()), (product, kind)
    check_keeps_nothing(visit, served.address, "Mia", "Nguy", "Zoë", "Zo%C3%AB", "Ada")
