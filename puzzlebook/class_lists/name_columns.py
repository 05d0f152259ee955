"""Candidates for the columns of names in a list with titles, the likeliest first.

Columns that a title assigns to a child or a pupil come first, then columns whose title does not say
whose names they hold, then those of recipients and of buyers. For one person, the preferred form of
the name comes first and the legal form last. Cells matter too: numbers, dates, addresses and order
statuses are not names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
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
    # digits and signs: a number, a date; the start of a formula is a fault of its own
    r"(?![=+@])[\W\d_]+"
    r"|\S+@\S+\.\w+"  # a mail address
    r"|(https?:|www\.)\S+"
    r"|(?=\S*\d{2})[A-Za-z#]{0,8}[-_#/.]?\d[\w/.-]*"  # a number with letters: ORD-1001, B07X2
    r"|\d{1,2}[a-z]{0,2}[.\s-]+[^\W\d]{3,12}[.,\s-]+(19|20)\d\d\b.*"  # a date with a month's name
    r"|[^\W\d]{3,12}\.?\s+\d{1,2}[a-z]{0,2},?\s+(19|20)\d\d\b.*",
    re.IGNORECASE,
)
_NAME_LIKE = re.compile(r"[^\W\d_][^\d@_:/;]{1,40}")
_MIN_ROWS = 4
"""With fewer rows, repeated values do not count against a column."""


class NameColumns(NamedTuple):
    """Columns that are read together as a name.

    parts: each part of the name with the indices of its columns, in the order of joining; the first
    column of a part that is not empty counts. title: the titles of the columns, as shown to users.
    between: the text that joins parts. rank: a sort key, lowest for the likeliest: whose name, its
    form, which of several persons, and preference.
    """

    parts: Sequence[tuple[str, Sequence[int]]]
    title: str
    between: str = " "
    rank: tuple[int, ...] = ()

    @property
    def indices(self) -> set[int]:
        """The indices of all these columns."""
        return {index for _, indices in self.parts for index in indices}

    def read(self, row: Row) -> str:
        """Join the parts of the name in a row. Parts that a full name already contains are not
        repeated."""
        cells = {
            part: next(filter(None, (cell_at(row, index) for index in indices)), "")
            for part, indices in self.parts
        }
        full = cells.get("full", "")
        return self.between.join(
            cell for part, cell in cells.items() if cell and (part == "full" or cell not in full)
        )

    def read_surname(self, row: Row) -> str:
        """Return the family name in a row; "" if the list does not say which part it is."""
        indices = next((indices for part, indices in self.parts if part == "last"), ())
        return next(filter(None, (cell_at(row, index) for index in indices)), "")

    def is_rival(self, other: NameColumns) -> bool:
        """Return whether the other names may be of other people, rather than other forms of the
        same names."""
        return self.rank[:1] + self.rank[2:] != other.rank[:1] + other.rank[2:]


class _Column(NamedTuple):
    """A column of names: its position, its title as written, and the meaning of this title."""

    position: int
    cell: str
    title: ColumnTitle


_Parts = dict[str, list[_Column]]
"""Mapping from each part of a name to its columns."""

_COMPLEMENTS = {"first": ("last",), "last": ("first", "middle"), "full": ("first", "last")}
"""Mapping from the only part that a name has to the parts that may complete it."""


def cell_at(row: Row, index: int) -> str:
    """Return a cell of a row; "" if the row is too short."""
    return row.cells[index] if index < len(row.cells) else ""


def find_name_columns(
    header: Row, rows: Sequence[Row], above: Row | None = None
) -> tuple[list[NameColumns], list[str]]:
    """Return all columns that could be the name, the likeliest first, and a remark on each that
    holds no names.

    above: the row above the header, whose cells may say whose names the columns below them hold.
    """
    columns = _find_titled_columns(header, above)
    candidates: list[NameColumns] = []
    remarks = []
    for candidate in sorted(_join_by_person(columns, rows), key=lambda candidate: candidate.rank):
        names = [candidate.read(row) for row in rows]
        if not any(names):
            continue
        if example := next(filter(is_no_name, names), "") if holds_no_names(names) else "":
            columns_text = quote_columns(candidate)
            remarks.append(f'{columns_text} holds no names ("{example}"), and is ignored')
        elif not any(
            _are_same_people(names, [other.read(row) for row in rows]) for other in candidates
        ):
            candidates.append(candidate)
    return candidates, remarks


def find_columns_like_names(header: Row, rows: Sequence[Row], taken: set[int]) -> list[NameColumns]:
    """Return the columns with unknown titles whose cells look like names: one of them may hold the
    child's name.

    taken: the indices of columns to skip.
    """
    candidates = []
    for index, title in enumerate(header.cells):
        if not title or index in taken or read_title(title) or is_never_name(title):
            continue
        names = [cell for row in rows if (cell := cell_at(row, index))]
        if len(names) == len(rows) and _look_like_names(names):
            rank = (len(OWNERS), 0, index)
            candidates.append(NameColumns([("full", [index])], title, rank=rank))
    return candidates


def find_column(header: Row, title: str) -> NameColumns | None:
    """Return the column with this title, or the columns with the titles that plus signs separate;
    None if one is missing."""
    single = _find_indices(header, title)[:1]
    parts = [single] if single else [_find_part(header, part) for part in title.split("+")]
    if not all(parts):
        return None
    titles = [" or ".join(header.cells[index] for index in indices) for indices in parts]
    first = read_title(header.cells[parts[0][0]])
    between = name_order(first.language).between if first else " "
    numbered = [(f"part {number}", indices) for number, indices in enumerate(parts)]
    return NameColumns(numbered, _join_titles(titles), between)


def has_several_columns(header: Row, title: str) -> bool:
    """Return whether several columns have this title."""
    return len(_find_indices(header, title)) > 1


def is_no_name(cell: str) -> bool:
    """Return whether a cell cannot be a name because it is a number, a date or an address."""
    return _NO_NAME.fullmatch(cell) is not None


def holds_no_names(cells: Sequence[str]) -> bool:
    """Return whether most cells of a column that are not empty cannot be names."""
    filled = [cell for cell in cells if cell]
    return 2 * sum(map(is_no_name, filled)) > len(filled)


def is_buyers(columns: NameColumns) -> bool:
    """Return whether columns hold the names of buyers."""
    return columns.rank[:1] == (OWNERS.index(BUYER),)


def quote_columns(columns: NameColumns) -> str:
    """Describe columns in a sentence: `the column "Name"`."""
    return f"the column{'s' if len(columns.parts) > 1 else ''} {quote_titles(columns)}"


def quote_titles(columns: NameColumns) -> str:
    """Quote the titles of columns in the form that `--name-column` accepts."""
    return f'"{columns.title}"'


def _find_titled_columns(header: Row, above: Row | None) -> list[_Column]:
    """Return the columns with titles of names. If titles are repeated, the row above may say whose
    names each column holds."""
    columns = [
        _Column(index, cell, title)
        for index, cell in enumerate(header.cells)
        if cell and (title := read_title(cell)) and title.column in NAMES
    ]
    if above is None or len({normalize(column.cell) for column in columns}) == len(columns):
        return columns
    owner, owners = "", []
    for index in range(len(header.cells)):  # a cell above may span several columns
        owner = cell_at(above, index) or owner
        owners.append(owner)
    if len(set(filter(None, owners))) < 2:
        return columns
    titles = ((column, f"{owners[column.position]} {column.cell}".strip()) for column in columns)
    return [
        column._replace(cell=cell, title=title)
        for column, cell in titles
        if (title := read_title(cell))
    ]


def _join_by_person(columns: Sequence[_Column], rows: Sequence[Row]) -> Iterator[NameColumns]:
    """Yield the names of each person whose names the columns may hold, joined from their
    columns."""
    repeats: dict[ColumnTitle, int] = {}
    persons: dict[tuple[str, int], _Parts] = {}
    for column in columns:
        title = column.title
        kind = title._replace(language="")
        repeats[kind] = repeat = repeats.get(kind, -1) + 1
        parts = persons.setdefault((title.whose, repeat), {})
        parts.setdefault(title.column, []).append(column)
    if plain_parts := persons.get((PLAIN, 0)):
        for whose in OWNERS:
            if whose != PLAIN and (owned := persons.get((whose, 0))):
                _borrow_part(owned, plain_parts, rows)
    for (whose, repeat), parts in persons.items():
        if repeat and not parts.keys() & {"first", "name", "full"}:
            continue  # a second family name is not a whole name
        usual = 0
        for form, name_parts in _find_names(parts, rows):
            yield _join_columns(form, name_parts, (OWNERS.index(whose), repeat), usual)
            usual += form == USUAL


def _borrow_part(parts: _Parts, plain: _Parts, rows: Sequence[Row]) -> None:
    """Move the part that a person's name lacks from the plain columns to that person's, as in
    `Student First Name,Last Name`."""
    own, available = parts.keys() - {"middle"}, plain.keys() - {"middle"}
    if len(own) != 1 or len(available) != 1:
        return
    if "full" in parts and _holds_whole_names(parts["full"][0], None, rows):
        return
    for part in _COMPLEMENTS.get(next(iter(own)), ()):
        if part in plain:
            parts[part] = plain.pop(part)


def _find_names(parts: _Parts, rows: Sequence[Row]) -> Iterator[tuple[str, _Parts]]:
    """Yield the form and the columns of each name that one person's columns may hold, the likeliest
    name of each form first."""
    usual: _Parts = {}
    for part, columns in parts.items():
        for column in sorted(columns, key=lambda column: _FORMS.index(column.title.form)):
            form = column.title.form
            is_alone = len(parts) + len(columns) <= 2
            if part not in ("name", "full") or form == USUAL or is_alone:
                usual.setdefault(part, []).append(column)
            elif form == PREFERRED and _holds_single_words(column, rows):
                usual.setdefault("first", []).insert(0, column)
            else:
                yield form, {part: [column]}
    yield from ((USUAL, name_parts) for name_parts in _find_usual_names(usual, rows))


def _find_usual_names(parts: _Parts, rows: Sequence[Row]) -> list[_Parts]:
    """List the names that columns of the usual form may hold, the likeliest first: a whole name,
    then its parts. A `name` beside both parts comes last, because it is often a login."""
    part = parts.get("first") or parts.get("last")
    if part is None:
        return [parts] if parts else []
    has_both = {"first", "last"} <= parts.keys()
    before, after = [], []
    if "full" in parts and (has_both or _holds_whole_names(parts["full"][0], None, rows)):
        before.append({"full": parts.pop("full")})
    if "name" in parts and has_both:
        after.append({"name": parts.pop("name")})
    elif "name" in parts and _holds_whole_names(parts["name"][0], part[0], rows):
        before.append({"name": parts.pop("name")})
    return [name_parts for name_parts in (*before, parts, *after) if name_parts]


def _join_columns(form: str, parts: _Parts, rank: tuple[int, int], preference: int) -> NameColumns:
    """Join the columns of a name in the order of its language."""
    columns = {
        part: sorted(same, key=lambda column: _FORMS.index(column.title.form))
        for part, same in parts.items()
    }
    first = columns.get("first", [])
    if first and first[0].title.form == PREFERRED:
        columns.pop("middle", None)  # belongs to the legal first name only
    # If there is a family name, `name` means the first name; if there is a first name, as in
    # `Name;Vorname`, it means the family name.
    order = (
        ["first", "name", "full", "middle", "last"]
        if "last" in columns
        else ["first", "middle", "full", "name"]
    )
    convention = name_order(next(iter(columns.values()))[0].title.language)
    if convention.family_first:
        order = [order[-1], *order[:-1]]
    order = [part for part in order if part in columns]
    title = _join_titles([" or ".join(column.cell for column in columns[part]) for part in order])
    indices = [(part, [column.position for column in columns[part]]) for part in order]
    whose, repeat = rank
    full_rank = (whose, _FORMS.index(form), repeat, preference)
    return NameColumns(indices, title, convention.between, full_rank)


def _join_titles(titles: Sequence[str]) -> str:
    return " + ".join(" ".join(title.split()) for title in titles)


def _holds_whole_names(column: _Column, part: _Column | None, rows: Sequence[Row]) -> bool:
    """Return whether most cells of a column are whole names: names of several words and, if the
    column of a part is given, names that contain that part."""
    filled = [row for row in rows if cell_at(row, column.position)]
    count = 0
    for row in filled:
        words = plain_words(cell_at(row, column.position))
        part_words = plain_words(cell_at(row, part.position)) if part else []
        count += len(words) > 1 and {*part_words} <= {*words}
    return 2 * count > len(filled)


def _holds_single_words(column: _Column, rows: Sequence[Row]) -> bool:
    """Return whether most cells of a column are single words, such as first names."""
    cells = [cell for row in rows if (cell := cell_at(row, column.position))]
    return 2 * sum(" " not in cell and "," not in cell for cell in cells) > len(cells)


def _are_same_people(names: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether two lists name the same people: in each row, one name contains all words of
    the other."""
    words = [
        ({*plain_words(name)}, {*plain_words(other)})
        for name, other in zip(names, others, strict=True)
    ]
    return all(these <= those or these >= those for these, those in words)


def plain_words(name: str) -> list[str]:
    """Return the normalized words of a name."""
    return [plain for word in re.split(r"[\s,;]+", name) if (plain := normalize(word))]


def _look_like_names(cells: Sequence[str]) -> bool:
    """Return whether cells look like different names: short, and capitalized in scripts with
    capitals."""
    likely = [
        cell
        for cell in cells
        if _NAME_LIKE.fullmatch(cell) and not cell[0].islower() and cell.count(" ") < 3
    ]
    varies = len(cells) < _MIN_ROWS or 2 * len(set(cells)) > len(cells)
    return varies and not holds_no_names(cells) and 5 * len(likely) >= 4 * len(cells)


def _find_part(header: Row, title: str) -> list[int]:
    """Return the column of a part of a name, or the alternatives of a title with "or"; an empty
    list if one is missing."""
    if indices := _find_indices(header, title):
        return indices[:1]
    alternatives = [_find_indices(header, part)[:1] for part in title.split(" or ")]
    return list(chain.from_iterable(alternatives)) if all(alternatives) else []


def _find_indices(header: Row, title: str) -> list[int]:
    key = normalize(title) or title.strip()
    return [
        index
        for index, cell in enumerate(header.cells)
        if cell and (normalize(cell) or cell) == key
    ]
