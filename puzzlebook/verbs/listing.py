"""The listing that a shop requires with an upload: a folder of words and pictures."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.books.planning.setting import Setting
from puzzlebook.checks.whole_book import BookCheck, check_book, fill_in_form
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.regular_files import read_regular_file
from puzzlebook.language.words import RIGHT, WORDLESS, strip_isolates
from puzzlebook.pdf_reading.pages import use_document
from puzzlebook.printers.printer import Stock
from puzzlebook.printers.wrap import Wrap, make_wrap
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.order_paper import is_reversed, list_binding_remarks
from puzzlebook.shelf.folder import add_files
from puzzlebook.shelf.listings import check_texts
from puzzlebook.shelf.manifest import LARGEST_FILE, LISTING, FinishedBook, open_book
from puzzlebook.typesetting.page import Box
from puzzlebook.verbs.cover import describe_blank_spine, make_cover
from puzzlebook.verbs.cover_pages import make_setting
from puzzlebook.verbs.listing_pages import LOOKS, ShownPages, choose_pages
from puzzlebook.verbs.listing_pictures import (
    LOOK,
    WIDES,
    Outside,
    compose_wide,
    cut_at_blank,
    draw_standing_book,
    encode_jpeg,
    make_proof,
    render_page,
    render_part,
    reverse_pages,
)
from puzzlebook.verbs.listing_texts import (
    REVERSED,
    describe_refusals,
    list_overlong,
    name_interior,
    write_form,
)
from puzzlebook.verbs.listing_words import ListingWords, find_words, name_maze, write_description

_FILES = tuple(
    f"{LISTING}/{name}"
    for name in (
        "form.txt",
        *("description.txt", "description.html", "proof.pdf", "front.jpg", "standing.jpg"),
        *(f"look-{number}.jpg" for number in range(1, LOOKS + 1)),
        *(f"wide-{number}.jpg" for number in range(1, WIDES + 1)),
    )
)
_FRONT_HEIGHT = 2560  # pixels: height of a rendered front
_ANSWER_HEIGHT = 1280  # pixels: height of a rendered answer with what is around it
# The space around an answer, as a share of its longer side; that for figures outside its doors, in
# cells.
_ANSWER_PADDING, _FIGURES = 0.4, 1.6


class Listing(NamedTuple):
    """The files of a listing, and notes.

    files: if the book's cover was made for the listing, it comes first. interior: the file to
    upload with the cover. check: what the printer would say to interior and cover.
    """

    files: tuple[Path, ...]
    remarks: tuple[str, ...]
    interior: str
    check: BookCheck


class _Shot(NamedTuple):
    """A part of a page, in points. kept: what must be shown of it, in pixels of its picture."""

    page: int
    box: Box
    kept: Box


def write_listing(folder: Path, force: bool = False) -> Listing:
    """Write the listing of the book in a folder, and enter it in the book's manifest.

    If the book has no cover, one is made first. force: replace an earlier listing.
    """
    book = open_book(folder)
    _check_files(book, force)
    interior = _read_file(book, f"{book.name}.pdf", "make the book again")
    cover_files = _make_missing_cover(book)
    book = open_book(folder)
    order = settle(decide_seed(load(str(book.folder / "recipe.toml"))), book.folder)
    setting, recipe = make_setting(order), order.recipe
    cover = _read_file(book, f"{book.name}-cover.pdf", "make the cover again")
    if book.cover.get("pages") != book.pages:
        what = "the cover is not that of a book of so many pages"
        raise refuse(str(book.folder), what, f"make a cover for {book.pages} pages")
    stock = _find_stock(book, Stock(recipe.ink, recipe.paper))
    wrap = _find_wrap(book, setting.order.printer, (recipe.page.width, recipe.page.height), stock,
                      order.words.right_to_left)  # fmt: skip
    words = find_words(setting, book.stars_by_maze, book.pages)
    answers = list(_list_answer_pages(book, setting))
    shown = choose_pages(book.mazes, _list_best_pages(book, setting), answers, book.pages)
    words = words.with_names(_name_mazes(book, setting, shown))
    plain, html = write_description(setting, words)
    binding = RIGHT if order.words.right_to_left else "left"
    form = fill_in_form(recipe, book.pages, wrap, stock, binding)
    spine_note = "" if wrap is None else describe_blank_spine(setting, wrap, stock, book.pages)
    check = check_book(book.folder)
    texts = {
        "form.txt": describe_refusals(check)
        + write_form(setting, form, words, book.pages, stock, book.stars_by_maze, spine_note),
        "description.txt": plain,
        "description.html": html,
    }
    files = {
        **{name: strip_isolates(content).encode() for name, content in texts.items()},
        **_draw_pictures(book, (cover, interior), wrap, setting, words, shown),
        "proof.pdf": make_proof(interior, words.proof, setting),
    }
    if is_reversed(order):
        files[name_interior(setting).removeprefix(f"{LISTING}/")] = reverse_pages(interior)
    names = {f"{LISTING}/{name}": content for name, content in files.items()}
    existing = [name for name in names if os.path.lexists(book.folder / name)]
    (book.folder / LISTING).mkdir(exist_ok=True)
    made_for = {LISTING: {"cover": sha256(cover).hexdigest()}}
    add_files(book, names, made_for, [name for name in names if name not in existing])
    language = recipe.language
    language_note = f"the words are in English, because there are none in {language!r}"
    if language == WORDLESS:
        language_note = "a book without words has its description in English"
    remarks = [language_note] if words.language != language else []
    remarks += list_overlong(setting, html)
    if not is_reversed(order):
        remarks += list_binding_remarks(order)
    paths = (*cover_files, *(book.folder / name for name in names))
    return Listing(paths, tuple(remarks), name_interior(setting), check)


def _check_files(book: FinishedBook, force: bool) -> None:
    """Refuse to replace a listing without `force`, or edited texts in any case."""
    names = (*_FILES, REVERSED.format(name=book.name))
    existing = [path for path in map(book.folder.joinpath, names) if os.path.lexists(path)]
    if existing and not force:
        raise refuse(str(existing[0]), "there is a listing already", "add --force to replace it")
    check_texts(book.folder)


def _make_missing_cover(book: FinishedBook) -> Sequence[Path]:
    """Make the cover of a book that has none, and return its files. Its notes are in the form, and
    among those of `make`."""
    if os.path.lexists(book.folder / f"{book.name}-cover.pdf"):
        return ()
    return make_cover(book.folder).files


def _draw_pictures(
    book: FinishedBook,
    files: tuple[bytes, bytes],
    wrap: Wrap | None,
    setting: Setting,
    words: ListingWords,
    shown: ShownPages,
) -> Mapping[str, bytes]:
    """Return a mapping from file names to pictures. files: cover and interior."""
    cover, interior = files
    with use_document(cover, f"{book.name}-cover.pdf") as document:
        outside = _render_cover(document[0], wrap)
    with use_document(interior, f"{book.name}.pdf") as document:
        looks = {number: render_page(document[number - 1], LOOK) for number in shown.looks}
        answer_picture = next(
            (
                cut_at_blank(
                    render_part(document[shot.page - 1], shot.box, _ANSWER_HEIGHT), shot.kept
                )
                for page, shot in _find_answers(book, setting)
                if page == shown.solved
            ),
            None,
        )
    background = tuple(
        round(255 - (255 - value) / 2) for value in outside.front.resize((1, 1)).tobytes()
    )
    # One pair per caption: front and the best maze, first and last maze of the others, a maze and
    # its answer.
    pages = list(looks.values())
    (best,), (first, last), (solved,) = shown.wide
    rows = (
        (outside.front, looks[best]),
        (looks[first], looks[last]),
        (looks[solved], answer_picture or pages[-1]),
    )
    return {
        "front.jpg": encode_jpeg(outside.front),
        **{f"look-{number}.jpg": encode_jpeg(look) for number, look in enumerate(pages, 1)},
        **{
            f"wide-{number}.jpg": encode_jpeg(compose_wide(pictures, background, line, setting))
            for number, (pictures, line) in enumerate(zip(rows, words.captions, strict=True), 1)
        },
        "standing.jpg": encode_jpeg(draw_standing_book(outside, setting.words.right_to_left)),
    }


def _list_best_pages(book: FinishedBook, setting: Setting) -> Sequence[int | None]:
    """List each maze's page; None for those in the lesser drawings of the theme."""
    lesser = setting.lesser_drawings
    return [
        None if str(row.get("stage")).partition(".")[0] in lesser else page
        for row, page in zip(book.mazes, book.pages_by_maze("puzzle"), strict=True)
    ]


def _name_mazes(book: FinishedBook, setting: Setting, shown: ShownPages) -> Sequence[Sequence[str]]:
    """Return what the mazes in each wide picture show."""
    rows = dict(zip(book.pages_by_maze("puzzle"), book.mazes, strict=True))
    return [
        list(dict.fromkeys(filter(None, names)))
        for names in (
            [name_maze(setting, rows[page]) for page in pages if page in rows]
            for pages in shown.wide
        )
    ]


def _list_answer_pages(book: FinishedBook, setting: Setting) -> Iterator[int]:
    """Yield the pages with answers that give no hidden picture away."""
    hiding = {part.section.key for part in setting.parts if part.pictures}
    pages = book.pages_by_maze("answer")
    secret = {
        page for page, row in zip(pages, book.mazes, strict=True) if row.get("section") in hiding
    }
    yield from (page for page in pages if page and page not in secret)


def _find_answers(book: FinishedBook, setting: Setting) -> Iterator[tuple[int, _Shot]]:
    """Yield each maze's page, and where its answer is."""
    page = setting.recipe.page
    for row in book.mazes:
        puzzle, answer = row.get("puzzle"), row.get("answer")
        if not puzzle or not answer or "file" in answer:
            continue
        x, y, width, height = answer["box"]
        padding = _ANSWER_PADDING * max(width, height)
        left, top = max(0.0, x - padding), max(0.0, y - padding)
        right, bottom = min(page.width, x + width + padding), min(page.height, y + height + padding)
        box = Box(left, top, right - left, bottom - top)
        figures = _FIGURES * answer["cell"] if row.get("figures") else 0.0
        scale = _ANSWER_HEIGHT / box.height
        kept = Box(*(scale * value for value in (x - left, y - top, width, height)))
        kept = kept.inset(top=-scale * figures, bottom=-scale * figures)
        yield puzzle["page"], _Shot(answer["page"], box, kept)


def _render_cover(page: Any, wrap: Wrap | None) -> Outside:
    """Return the front and spine of a cover; without a wrap, its first page is the front."""
    if wrap is None:
        return Outside(render_part(page, Box(0, 0, *page.get_size()), _FRONT_HEIGHT), None)
    spine = render_part(page, wrap.middle, _FRONT_HEIGHT) if wrap.spine else None
    # The spine's background extends a little beyond the fold.
    overlap = wrap.clear if wrap.spine else 0.0
    front = wrap.front.inset(right=overlap) if wrap.right else wrap.front.inset(left=overlap)
    return Outside(render_part(page, front, _FRONT_HEIGHT), spine)


def _find_stock(book: FinishedBook, stock: Stock) -> Stock:
    """Return the ink and paper of a book; the paper is the one its cover was made for."""
    paper = book.cover.get("paper")
    return stock._replace(paper=str(paper)) if paper in ("white", "cream") else stock


def _find_wrap(
    book: FinishedBook, printer: Any, trim: tuple[float, float], stock: Stock, is_bound_right: bool
) -> Wrap | None:
    """Return the wrap of a book's cover; None if front and back are separate pages."""
    facts = book.cover
    if "spine" not in facts:
        return None
    sheet = tuple(facts["sheet"]) if printer.cover.boards else None
    return make_wrap(printer, trim, book.pages, stock.sheet, facts["spine"], is_bound_right, sheet)


def _read_file(book: FinishedBook, name: str, remedy: str) -> bytes:
    """Return one of the book's PDF files; refused if it is missing."""
    path = book.folder / name
    if not path.exists():
        raise refuse(str(path), "is not there", f"give a book with its cover: {remedy}")
    too_large = "is too large for a file of a book"
    return read_regular_file(path, str(path), LARGEST_FILE, "a PDF file", too_large=too_large)
