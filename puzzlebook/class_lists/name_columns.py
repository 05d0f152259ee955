"""Which columns of a list with titles hold the names: every one that could be it, the likeliest
first.

A child's or a pupil's name comes before a plain one, that before a recipient's, and last are those
of customers and buyers. Of one person the preferred form comes before the usual one, and the legal
one is the last. What stands in the columns has a say too: numbers, dates, addresses and the states
of orders are nobody's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzlebook.class_lists.header_words import (
    BUYER,
    LEGAL,
    NAMES,
    OWNERS,
    PLAIN,
    PREFERRED,
    USUAL,
    ColumnTitle,
    is_never_name,
    name_order,
    read_title,
)
from puzzlebook.class_lists.list_files import Row
from puzzlebook.recipes.other_names import normalize

_FORMS = (PREFERRED, USUAL, LEGAL)
_NO_NAME = re.compile(
    # digits and signs: a number, a date; what begins as a formula is a fault of its own
    r"(?![=+@])[\W\d_]+"
    r"|\S+@\S+\.\w+"  # an address of mail
    r"|(https?:|www\.)\S+"
    r"|(?=\S*\d{2})[A-Za-z#]{0,8}[-_#/.]?\d[\w/.-]*"  # a number with letters: ORD-1001, B07X2
    r"|\d{1,2}[a-z]{0,2}[.\s-]+[^\W\d]{3,12}[.,\s-]+(19|20)\d\d\b.*"  # a date with a month's name
    r"|[^\W\d]{3,12}\.?\s+\d{1,2}[a-z]{0,2},?\s+(19|20)\d\d\b.*",
    re.IGNORECASE,
)
_NAME_LIKE = re.compile(r"[^\W\d_][^\d@_:/;]{1,40}")
_FEW = 4
"""In a list of fewer rows nothing can be said of how often a value comes."""


class NameColumns(NamedTuple):
    """Columns that are read as a name.

    parts: what each is, with the places of its columns, in the order in which they are joined; of
    several columns the first that is filled is read. rank: how likely it is, the least first.
    title: their titles, as a user sees them.
    """

    parts: Sequence[tuple[str, Sequence[int]]]
    title: str
    between: str = " "
    rank: tuple[int, ...] = ()

    @property
    def places(self) -> set[int]:
        """All the columns that have a part in it."""
        return {place for _, places in self.parts for place in places}

    def read(self, row: Row) -> str:
        """The name in a row, joined of its parts; a part that the whole name holds already is not
        said twice."""
        cells = {
            part: next(filter(None, (cell_at(row, place) for place in places)), "")
            for part, places in self.parts
        }
        whole = cells.get("full", "")
        said = (
            cell for part, cell in cells.items() if cell and (part == "full" or cell not in whole)
        )
        return self.between.join(said)

    def is_rival(self, other: NameColumns) -> bool:
        """Whether these may be the names of other people, and not another form of the same."""
        return self.rank[:1] + self.rank[2:] != other.rank[:1] + other.rank[2:]


class _Column(NamedTuple):
    """A column of names: its place, its title as it is written, and what that means."""

    place: int
    cell: str
    title: ColumnTitle


_Parts = dict[str, list[_Column]]
"""The columns of each part of a name."""

_LACKS = {"first": ("last",), "last": ("first", "middle"), "full": ("first", "last")}
"""What a name of one part may lack."""


def cell_at(row: Row, place: int) -> str:
    """What a row says in a column; nothing where it is too short."""
    return row.cells[place] if place < len(row.cells) else ""


def name_columns(
    header: Row, rows: Sequence[Row], above: Row | None = None
) -> tuple[list[NameColumns], list[str]]:
    """All columns that could be the name, the likeliest first; and a remark for each that holds no
    names.

    above: the row above the header, whose cells may say of whom the columns below are.
    """
    found = sorted(_persons(_find_columns(header, above), rows), key=lambda each: each.rank)
    kept: list[NameColumns] = []
    remarks = []
    for each in found:
        names = [each.read(row) for row in rows]
        if not any(names):
            continue
        if example := next(filter(is_no_name, names), "") if holds_no_names(names) else "":
            remarks.append(
                f'{quoted_columns(each)} holds no names ("{example}"), and is left alone'
            )
        elif not any(_is_same(names, [other.read(row) for row in rows]) for other in kept):
            kept.append(each)
    return kept, remarks


def columns_like_names(header: Row, rows: Sequence[Row], but: set[int]) -> list[NameColumns]:
    """The columns whose titles say nothing and whose cells look like names: one of them may be the
    child's."""
    found = []
    for place, cell in enumerate(header.cells):
        names = [each for row in rows if (each := cell_at(row, place))]
        unknown = (
            bool(cell) and place not in but and read_title(cell) is None and not is_never_name(cell)
        )
        if unknown and len(names) == len(rows) and _look_like_names(names):
            found.append(NameColumns([("full", [place])], cell, rank=(len(OWNERS), 0, place)))
    return found


def find_column(header: Row, title: str) -> NameColumns | None:
    """The column of this title, or the columns of titles with + between them; None where there is
    none."""
    whole = _find_places(header, title)[:1]
    parts = [whole] if whole else [_places_of_part(header, each) for each in title.split("+")]
    if not all(parts):
        return None
    said = [" or ".join(header.cells[place] for place in places) for places in parts]
    known = read_title(header.cells[parts[0][0]])
    between = name_order(known.language).between if known else " "
    return NameColumns(
        [(f"part {number}", places) for number, places in enumerate(parts)], _titles(said), between
    )


def is_called_twice(header: Row, title: str) -> bool:
    """Whether several columns have this title."""
    return len(_find_places(header, title)) > 1


def is_no_name(cell: str) -> bool:
    """Whether a cell is nobody's name: a number, a date, an address."""
    return _NO_NAME.fullmatch(cell) is not None


def holds_no_names(cells: Sequence[str]) -> bool:
    """Whether most of what stands in a column is nobody's name."""
    filled = [cell for cell in cells if cell]
    return 2 * sum(map(is_no_name, filled)) > len(filled)


def is_buyers(columns: NameColumns) -> bool:
    """Whether a name is that of somebody who buys."""
    return columns.rank[:1] == (OWNERS.index(BUYER),)


def quoted_columns(columns: NameColumns) -> str:
    """The columns in a sentence: `the column "Name"`."""
    return f"the column{'s' if len(columns.parts) > 1 else ''} {quote_titles(columns)}"


def quote_titles(columns: NameColumns) -> str:
    """The titles of the columns, as `--name-column` takes them."""
    return f'"{columns.title}"'


def _find_columns(header: Row, above: Row | None) -> list[_Column]:
    """The columns of names that a header has. Where one title comes twice, the row above may tell
    them apart."""
    cells = [(place, cell) for place, cell in enumerate(header.cells) if cell]
    found = [_Column(place, cell, title) for place, cell in cells if (title := read_title(cell))]
    named = [column for column in found if column.title.column in NAMES]
    if above is None or len({normalize(column.cell) for column in named}) == len(named):
        return named
    said, owners = "", []
    for place in range(len(header.cells)):
        said = cell_at(above, place) or said
        owners.append(said)
    if len(set(filter(None, owners))) < 2:
        return named
    titled = ((column, f"{owners[column.place]} {column.cell}".strip()) for column in named)
    return [
        column._replace(cell=cell, title=title)
        for column, cell in titled
        if (title := read_title(cell))
    ]


def _persons(columns: Sequence[_Column], rows: Sequence[Row]) -> Iterator[NameColumns]:
    """What the columns join to: a name for each person that they tell of."""
    met: dict[ColumnTitle, int] = {}
    persons: dict[tuple[str, int], _Parts] = {}
    for column in columns:
        kind = column.title._replace(language="")
        met[kind] = times = met.get(kind, -1) + 1
        persons.setdefault((column.title.whose, times), {}).setdefault(
            column.title.column, []
        ).append(column)
    if plain_parts := persons.get((PLAIN, 0)):
        for whose in OWNERS:
            if whose != PLAIN and (parts := persons.get((whose, 0))):
                _borrow(parts, plain_parts, rows)
    for (whose, times), parts in persons.items():
        rank = OWNERS.index(whose), times
        if times and not parts.keys() & {"first", "name", "full"}:
            continue  # a second family name is nobody's whole one
        usual = 0
        for form, each in _find_names(parts, rows):
            yield _join_columns(form, each, rank, usual)
            usual += form == USUAL


def _borrow(parts: _Parts, others: _Parts, rows: Sequence[Row]) -> None:
    """Take from plain columns the part of a name that a person lacks: `Student First Name,Last
    Name`."""
    ours, theirs = parts.keys() - {"middle"}, others.keys() - {"middle"}
    if len(ours) == len(theirs) == 1 and not (
        "full" in parts and _is_whole(parts["full"][0], None, rows)
    ):
        for part in _LACKS.get(next(iter(ours)), ()):
            if part in others:
                parts[part] = others.pop(part)


def _find_names(parts: _Parts, rows: Sequence[Row]) -> Iterator[tuple[str, _Parts]]:
    """The names that one person's columns can be read as, each with its form, the likeliest of a
    form first."""
    usual: _Parts = {}
    for part, columns in parts.items():
        for column in sorted(columns, key=lambda column: _FORMS.index(column.title.form)):
            is_whole = (
                part in ("name", "full")
                and column.title.form != USUAL
                and len(parts) + len(columns) > 2
            )
            if is_whole and column.title.form == PREFERRED and _is_one_word(column, rows):
                usual.setdefault("first", []).insert(0, column)
            elif is_whole:
                yield column.title.form, {part: [column]}
            else:
                usual.setdefault(part, []).append(column)
    yield from ((USUAL, each) for each in _readings(usual, rows))


def _readings(parts: _Parts, rows: Sequence[Row]) -> list[_Parts]:
    """The names that columns of the usual form can be read as, the likeliest first: a whole name,
    then its parts. A `name` beside both parts comes last: it is a login as often as not."""
    part = parts.get("first") or parts.get("last")
    if part is None:
        return [parts] if parts else []
    has_both = {"first", "last"} <= parts.keys()
    before, after = [], []
    if "full" in parts and (has_both or _is_whole(parts["full"][0], None, rows)):
        before.append({"full": parts.pop("full")})
    if "name" in parts and has_both:
        after.append({"name": parts.pop("name")})
    elif "name" in parts and _is_whole(parts["name"][0], part[0], rows):
        before.append({"name": parts.pop("name")})
    return [each for each in (*before, parts, *after) if each]


def _join_columns(form: str, parts: _Parts, rank: tuple[int, int], order: int) -> NameColumns:
    """The parts of a name in the order in which they are said."""
    columns = {
        part: sorted(found, key=lambda column: _FORMS.index(column.title.form))
        for part, found in parts.items()
    }
    first = columns.get("first", [])
    if first and first[0].title.form == PREFERRED:
        columns.pop("middle", None)  # is not said beside the name that a child goes by
    # Beside a family name a `name` is the first; beside a first name (`Name;Vorname`) it is the
    # family's.
    wanted = (
        ["first", "name", "full", "middle", "last"]
        if "last" in columns
        else ["first", "middle", "full", "name"]
    )
    joined = name_order(next(iter(columns.values()))[0].title.language)
    if joined.family_first:
        wanted = [wanted[-1], *wanted[:-1]]
    ordered = [part for part in wanted if part in columns]
    title = _titles([" or ".join(column.cell for column in columns[part]) for part in ordered])
    places = [(part, [column.place for column in columns[part]]) for part in ordered]
    whose, times = rank
    return NameColumns(places, title, joined.between, (whose, _FORMS.index(form), times, order))


def _titles(cells: Sequence[str]) -> str:
    return " + ".join(" ".join(cell.split()) for cell in cells)


def _is_whole(column: _Column, part: _Column | None, rows: Sequence[Row]) -> bool:
    """Whether most cells of a column are whole names: of several words or, where a part is given,
    with that in them."""
    cells = [
        (cell, cell_at(row, part.place) if part else "")
        for row in rows
        if (cell := cell_at(row, column.place))
    ]
    whole = [
        name
        for name, of in cells
        if len(plain_words(name)) > 1 and {*plain_words(of)} <= {*plain_words(name)}
    ]
    return 2 * len(whole) > len(cells)


def _is_one_word(column: _Column, rows: Sequence[Row]) -> bool:
    """Whether most cells of a column are one word: a first name."""
    cells = [cell for row in rows if (cell := cell_at(row, column.place))]
    return 2 * sum(" " not in cell and "," not in cell for cell in cells) > len(cells)


def _is_same(names: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two readings of all rows are of the same people: one says what the other does, or a
    part of it."""
    words = [
        ({*plain_words(name)}, {*plain_words(other)})
        for name, other in zip(names, others, strict=True)
    ]
    return all(here <= there or here >= there for here, there in words)


def plain_words(name: str) -> list[str]:
    """The words of a name, by their letters."""
    return [word for each in re.split(r"[\s,;]+", name) if (word := normalize(each))]


def _look_like_names(cells: Sequence[str]) -> bool:
    """Whether cells look like names that differ: short, with a capital in scripts that have
    some."""
    likely = [
        cell
        for cell in cells
        if _NAME_LIKE.fullmatch(cell) and not cell[0].islower() and cell.count(" ") < 3
    ]
    varies = len(cells) < _FEW or 2 * len(set(cells)) > len(cells)
    return varies and not holds_no_names(cells) and 5 * len(likely) >= 4 * len(cells)


def _places_of_part(header: Row, title: str) -> list[int]:
    """The column of a part of a name, or those of which the first filled one is read; none if one
    is not there."""
    if found := _find_places(header, title):
        return found[:1]
    places = [_find_places(header, each)[:1] for each in title.split(" or ")]
    return [place for each in places for place in each] if all(places) else []


def _find_places(header: Row, title: str) -> list[int]:
    wanted = normalize(title) or title.strip()
    return [
        place
        for place, cell in enumerate(header.cells)
        if cell and (normalize(cell) or cell) == wanted
    ]
