"""The pictures of the README: `python docs/gallery.py` makes them again, from real books; with
`--themes` the sheets of `docs/gallery/`, which show every kind of page of each theme, in black and
in colour.

Each picture is a page of a PDF that puzzlebook made, rendered; nothing is drawn here but the
paper's edge.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image, ImageOps

from puzzlebook import make_book
from puzzlebook.ground import templates
from puzzlebook.recipes.audiences import load_audiences
from puzzlebook.verbs.cover import make_cover

IMAGES = Path(__file__).parent / "images"
_PAPER_EDGE = (205, 205, 205)
_TABLE = (240, 241, 243)
_GAP = 28
_GROWN = ("adult", "large-print", "expert")
# Punjabi is left out: its font is the system's, and not every system has one.
_LANGUAGES = ("de", "es", "fr", "pt", "bn", "fa", "none")


def main(folder: Path = IMAGES) -> None:
    """Make every picture."""
    folder.mkdir(exist_ok=True)
    with TemporaryDirectory() as shelf:
        book = make_book("ages-7-8", seed="owl", output=shelf)
        pages = _pages(book.pdf)
        chosen = book.manifest["mazes"][25]
        left = chosen["puzzle"]["page"] // 2 * 2
        spread = _spread(pages[left - 1], pages[left])
        answer = _framed(pages[chosen["answer"]["page"] - 1])
        _save(folder / "spread.png", [spread, answer])
        _save(folder / "front.png", [_framed(pages[number]) for number in (0, 2, 3, 4)])
        _save(folder / "themes.png", [_sheet(_a_page_of_each_theme(shelf), across=6, width=240)])
        _save(folder / "covers.png", [_sheet(_covers(shelf), across=7, width=200)], colours=256)
        _save(
            folder / "languages.png",
            [_sheet(_in_each_language(shelf), across=len(_LANGUAGES), width=250)],
        )
        _save(folder / "hidden.png", [_framed(page) for page in _puzzle_and_answers(shelf)])
        _save(folder / "shapes.png", [_sheet(_first_of_each_section(shelf), across=4, width=340)])
        _save(folder / "silhouettes.png", [_sheet(_every_puzzle(shelf), across=7, width=200)])
        _save(folder / "names.png", [_row([_framed(page) for page in _names(shelf)])])


def contact_sheets(folder: Path = Path(__file__).parent / "gallery") -> None:
    """A sheet for each theme that has a scene."""
    folder.mkdir(exist_ok=True)
    for theme in _with_scenes():
        with TemporaryDirectory() as shelf:
            pages = [
                page
                for ink in ("black", "standard-color")
                for page in _every_kind(shelf, theme, ink)
            ]
        _save(
            folder / f"{theme}.png", [_sheet(pages, across=len(pages) // 2, width=210)], colours=128
        )


def _every_kind(shelf: str, theme: str, ink: str) -> list[Image.Image]:
    """The front of the cover, and a page of each kind: of openers, all there are."""
    matter = ["title", "how-to", "contents", "openers", "key", "certificate"]
    wanted = {"theme": theme, "ink": ink, "svg": False, "book.matter": matter, "mazes": 15}
    book = make_book("ages-5-6", seed="owl", output=shelf, name=f"{theme}-{ink}", overrides=wanted)
    pages, mazes = _pages(book.pdf), book.manifest["mazes"]
    first = {maze["section"]: maze["puzzle"]["page"] for maze in reversed(mazes)}
    openers = [page - 2 for page in sorted(first.values())]
    chosen = [
        0,
        1,
        *openers,
        *(maze["puzzle"]["page"] - 1 for maze in mazes[::3]),
        mazes[0]["answer"]["page"] - 1,
    ]
    certificate = next(page for page in reversed(pages) if page.getextrema() != ((255, 255),) * 3)
    return [
        _pages(make_cover(book.folder).files[0])[0],
        *(pages[number] for number in chosen),
        certificate,
    ]


def _with_scenes() -> list[str]:
    return sorted(path.name for path in (templates.find_folder() / "scenes").iterdir())


def _a_page_of_each_theme(shelf: str) -> list[Image.Image]:
    """A page of every theme that has a scene, for children of one age after another."""
    children = [audience for audience in load_audiences().values() if audience.name not in _GROWN]
    pictures = []
    for number, theme in enumerate(_with_scenes()):
        wanted = {"theme": theme, "mazes": 6, "svg": False}
        template = children[number % len(children)].book
        book = make_book(template, seed="owl", output=shelf, name=f"page-{theme}", overrides=wanted)
        pictures.append(_pages(book.pdf)[book.manifest["mazes"][3]["puzzle"]["page"] - 1])
    return pictures


def _covers(shelf: str) -> list[Image.Image]:
    """The front of a cover in each theme that has a scene, one for older children, and those for
    grown readers."""
    young = [("ages-5-6", theme) for theme in _with_scenes()]
    wanted = [*young, ("ages-9-11", "rocket"), *((book, "ink") for book in _GROWN)]
    pictures = []
    for template, theme in wanted:
        given = {
            "theme": theme,
            "svg": False,
            "book.author": "Ada Example",
            "page": "7x10",
            "printer": "home",
        }
        book = make_book(
            template, seed="owl", output=shelf, name=f"cover-{template}-{theme}", overrides=given
        )
        pictures.append(_pages(make_cover(book.folder).files[0])[0])
    return pictures


def _in_each_language(shelf: str) -> list[Image.Image]:
    """How to solve a maze, in each language, above one and the same maze."""
    pages = []
    for language in _LANGUAGES:
        wanted = {"language": language, "theme": "bee", "mazes": 4, "svg": False}
        book = make_book("ages-7-8", seed="owl", output=shelf, name=language, overrides=wanted)
        first = book.manifest["mazes"][0]["puzzle"]["page"]
        drawn = _pages(book.pdf)
        pages.append((drawn[1 if language == "none" else 2], drawn[first - 1]))
    above, below = zip(*pages, strict=True)
    return [*above, *below]


def _puzzle_and_answers(shelf: str) -> list[Image.Image]:
    """A maze that hides a picture, and the page with its answer."""
    book = make_book("hidden-pictures", seed="owl", output=shelf)
    chosen, pages = book.manifest["mazes"][16], _pages(book.pdf)
    return [pages[chosen[kind]["page"] - 1] for kind in ("puzzle", "answer")]


def _first_of_each_section(shelf: str) -> list[Image.Image]:
    """A maze of every tiling."""
    book = make_book("shapes", seed="owl", output=shelf)
    pages = _pages(book.pdf)
    first = {maze["section"]: maze["puzzle"]["page"] for maze in reversed(book.manifest["mazes"])}
    return [pages[page - 1] for page in sorted(first.values())]


def _names(shelf: str) -> list[Image.Image]:
    """A name for readers of three ages, and the answer of the last."""
    pages = []
    for audience, name in (("ages-5-6", "MIA"), ("ages-7-8", "Zoë"), ("ages-9-11", "Søren")):
        wanted = {"section.*.silhouette": f"text:{name}", "page": "a4", "mazes": 3, "svg": False}
        book = make_book(audience, seed="owl", output=shelf, name=f"name-{name}", overrides=wanted)
        drawn, maze = _pages(book.pdf, width=400), book.manifest["mazes"][-1]
        pages.append(drawn[maze["puzzle"]["page"] - 1])
    return [*pages, drawn[maze["answer"]["page"] - 1]]


def _every_puzzle(shelf: str) -> list[Image.Image]:
    """Every silhouette."""
    book = make_book("silhouettes", seed="owl", output=shelf)
    pages = _pages(book.pdf)
    return [pages[maze["puzzle"]["page"] - 1] for maze in book.manifest["mazes"]]


def _sheet(pictures: Sequence[Image.Image], across: int, width: int) -> Image.Image:
    """The pages small, in rows of so many."""
    small = [
        picture.resize((width, width * picture.height // picture.width), Image.Resampling.LANCZOS)
        for picture in pictures
    ]
    rows = [
        _row([_framed(page) for page in small[first : first + across]], gap=8)
        for first in range(0, len(small), across)
    ]
    sheet = Image.new("RGB", (rows[0].width, sum(row.height + 8 for row in rows) - 8), _TABLE)
    for place, row in enumerate(rows):
        sheet.paste(row, (0, place * (row.height + 8)))
    return sheet


def _pages(pdf: Path, width: int = 460) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf.read_bytes())
    return [
        page.render(scale=width / page.get_width()).to_pil().convert("RGB") for page in document
    ]


def _framed(page: Image.Image) -> Image.Image:
    return ImageOps.expand(page, 1, _PAPER_EDGE)


def _spread(left: Image.Image, right: Image.Image) -> Image.Image:
    """Two pages as they lie open."""
    return _row([_framed(left), _framed(right)], gap=0)


def _row(pictures: Sequence[Image.Image], gap: int = _GAP) -> Image.Image:
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)
    row = Image.new("RGB", (width, max(picture.height for picture in pictures)), _TABLE)
    x = 0
    for picture in pictures:
        row.paste(picture, (x, 0))
        x += picture.width + gap
    return row


def _save(path: Path, pictures: Sequence[Image.Image], colours: int = 64) -> None:
    picture = ImageOps.expand(_row(pictures), _GAP, _TABLE)
    picture.quantize(colours).save(path, optimize=True)


if __name__ == "__main__":
    contact_sheets() if sys.argv[1:] == ["--themes"] else main(*map(Path, sys.argv[1:]))
