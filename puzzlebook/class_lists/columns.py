"""The columns of a list: its header, the column of names, and the meaning of the other columns.

A message always tells the user which column was taken as the column of names, and which other
columns were possible. A list for gift books is refused if the column is in doubt, because a wrong
name would be printed in a child's book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from puzzlebook.class_lists.header_words import NAMES, header_score, read_title
from puzzlebook.class_lists.list_files import MAX_ABOVE, Row
from puzzlebook.class_lists.name_columns import (
    NameColumns,
    cell_at,
    find_column,
    find_columns_like_names,
    find_name_columns,
    has_several_columns,
    is_buyers,
    quote_columns,
    quote_titles,
)
from puzzlebook.class_lists.unnamed_columns import guess_columns
from puzzlebook.ground.faults import Note, refuse
from puzzlebook.recipes.other_names import normalize

OPTION = "--name-column"
_MAX_TITLES = 12
_MAX_CHARACTERS = 40
_NUMBERED = re.compile(r"([^\W\d][^\d]*?)[\s.#_-]*\d{1,4}")


class Columns(NamedTuple):
    """The columns of a list.

    names: the columns that hold the name. indices: mapping from the recipe key of every other known
    column to its index. header: the row of titles; None if there is none. numbered: the cells in
    which a pupil has a number instead of a name, such as Pupil 1.
    """

    names: NameColumns
    indices: Mapping[str, int]
    header: Row | None = None
    numbered: frozenset[str] = frozenset()

    def cell(self, row: Row, column: str) -> str:
        """Return the cell of a row in a known column; "" if there is no such column."""
        return cell_at(row, self.indices.get(column, len(row.cells)))

    def name(self, row: Row) -> str:
        """Return the name in a row."""
        return self.names.read(row)

    def repeats_header(self, row: Row) -> bool:
        """Return whether a row repeats titles instead of naming a pupil: each of its cells is a
        known title or occurs in the header. (A word such as Schüler can be a title as well as a
        name.)"""
        header = {cell.casefold() for cell in self.header.cells} if self.header else set()
        cells = [cell for cell in row.cells if cell]
        if not self.numbered.isdisjoint(cells):
            return False
        has_titles = all(cell.casefold() in header or read_title(cell) for cell in cells)
        first = self.names.parts[0][1][0]
        return bool(self.name(row)) and has_titles and read_title(cell_at(row, first)) is not None


class Blanks(NamedTuple):
    """The blanks in a book's texts: those in its title, and those in other texts."""

    in_title: Sequence[str] = ()
    elsewhere: Sequence[str] = ()


NO_BLANKS = Blanks()


def find_columns(
    rows: list[Row], where: str, name_column: str | None = None, blanks: Blanks | None = None
) -> tuple[Columns, list[Row], list[str]]:
    """Return the columns of a list, its rows below the header, and remarks. The first remark says
    which column holds the names.

    name_column: the title of the column of names, in place of the likeliest column. blanks: the
    blanks of a gift book. A list of gifts is refused if several columns could be the name and no
    blank decides between them.
    """
    numbered = _find_numbered_pupils(rows)
    index = _find_header(rows, numbered, name_column, where)
    if index is None:
        titles = [read_title(cell) for cell in rows[0].cells if cell]
        if titles and all(titles) and numbered.isdisjoint(rows[0].cells):
            listed = ", ".join(title.column for title in titles if title)
            allowed = f'add a column called "name" beside {listed}'
            raise refuse(where, "has no column of names", allowed)
        names, remarks = guess_columns(rows, where)
        return Columns(names, {}, numbered=numbered), rows, remarks
    columns, remarks = _read_header(rows, index, where, name_column, blanks)
    columns = columns._replace(numbered=numbered)
    above = [
        f"row {row.number}: {quote_row(row)} is above the header, and is skipped"
        for row in rows[:index]
    ]
    ignored = _report_ignored_titles(rows[index], columns)
    return columns, rows[index + 1 :], [*remarks, *above, *ignored]


def _find_numbered_pupils(rows: Sequence[Row]) -> frozenset[str]:
    """Return the cells in which pupils have numbers instead of names, such as Pupil 1 and Pupil 2
    in one column. A single such cell could also be a title."""
    found: dict[tuple[int, str], set[str]] = {}
    for row in rows:
        for index, cell in enumerate(row.cells):
            if match := _NUMBERED.fullmatch(cell):
                found.setdefault((index, match[1].casefold()), set()).add(cell)
    return frozenset(chain.from_iterable(cells for cells in found.values() if len(cells) > 1))


def _find_header(
    rows: Sequence[Row], numbered: frozenset[str], name_column: str | None, where: str
) -> int | None:
    """Return the index of the header: the first row with the requested column or, without a
    request, the row with the most known titles. None if no row has any."""
    top = rows[:MAX_ABOVE]
    if name_column is not None:
        for index, row in enumerate(top):
            if find_column(row, name_column):
                return index
        best = max(top, key=lambda row: (header_score(row.cells), len(row.cells)))
        what = f'there is no column called "{name_column}"'
        raise refuse(f"{where}: {OPTION}", what, f"this row has {quote_header(best)}")
    scores = [
        0
        if _is_ordinary_row(row, rows[:index]) or not numbered.isdisjoint(row.cells)
        else header_score(row.cells)
        for index, row in enumerate(top)
    ]
    return scores.index(max(scores)) if any(scores) else None


def _is_ordinary_row(row: Row, above: Sequence[Row]) -> bool:
    """Return whether a row has just one title and looks like the rows above it. It is then a
    pupil's row: Kind and Child are also people's surnames."""
    filled = sum(map(bool, row.cells))
    is_like_above = all(sum(map(bool, other.cells)) == filled for other in above)
    return bool(above) and filled > 1 and is_like_above and header_score(row.cells) == 1


def _read_header(
    rows: Sequence[Row], index: int, where: str, name_column: str | None, blanks: Blanks | None
) -> tuple[Columns, list[str]]:
    """Return the columns of a header, and remarks. The first remark says which column holds the
    names."""
    header, below = rows[index], rows[index + 1 :]
    indices: dict[str, int] = {}
    for position, cell in enumerate(header.cells):
        title = read_title(cell) if cell else None
        if title is not None and title.column not in NAMES:
            indices.setdefault(title.column, position)
    if name_column is not None:
        names = find_column(header, name_column)
        assert names is not None
        if has_several_columns(header, name_column):
            what = f'several columns are called "{name_column}"'
            raise refuse(f"{where}: {OPTION}", what, "give them other titles")
        return Columns(names, indices, header), [_name_source(names)]
    candidates, remarks = find_name_columns(header, below, rows[index - 1] if index else None)
    if blanks is not None:
        candidates = _choose_for_books(candidates, header, below, where, blanks)
    if not candidates and below:
        what = remarks[0].removesuffix(", and is ignored") if remarks else "has no column of names"
        raise refuse(where, what, f'{OPTION} "TITLE": {quote_header(header)}')
    names = candidates[0] if candidates else NameColumns([("full", [0])], header.cells[0])
    source = [_report_source(candidates)] if candidates else []
    return Columns(names, indices, header), [*source, *remarks]


def _report_source(candidates: Sequence[NameColumns]) -> Note:
    """Return a remark on which column was taken as the column of names, and which others were
    possible."""
    names, *others = candidates
    if others:
        titles = " or ".join(map(quote_titles, others))
        doubt, remedy = f"; it could also be {titles}", f": {OPTION} {quote_titles(others[0])}"
        return _name_source(names, doubt, remedy)
    if is_buyers(names):
        remedy = f': if that is wrong, {OPTION} "TITLE"'
        return _name_source(names, ", which holds the buyers' names", remedy)
    return _name_source(names)


def _name_source(names: NameColumns, doubt: str = "", remedy: str = "") -> Note:
    what = f"Names from {quote_columns(names)}{doubt}"
    return Note(what, remedy, topic="columns", quoted=quote_titles(names))


def _choose_for_books(
    candidates: Sequence[NameColumns], header: Row, rows: Sequence[Row], where: str, blanks: Blanks
) -> list[NameColumns]:
    """Choose the column of names for a list of books: the column that a blank in the book's title
    refers to, or else the only candidate.

    `{name}` in a title means the column called "name", unless another column clearly holds the
    child's name, because everybody writes `{name}`. Columns that blanks in other texts refer to are
    not candidates, unless their titles say whose names they hold.
    """
    in_title = _find_blank_columns(header, blanks.in_title)

    def is_in_title(columns: NameColumns) -> bool:
        return len(in_title) == 1 and bool(in_title & columns.indices)

    chosen = [*filter(is_in_title, candidates)]
    is_plain = [*map(normalize, blanks.in_title)] == ["name"]
    if chosen and (not is_plain or candidates[0].rank[0] >= chosen[0].rank[0]):
        return chosen[:1]
    rivals = [
        columns
        for columns in candidates
        if columns is candidates[0] or candidates[0].is_rival(columns)
    ]
    # If only recipients and buyers were found, the child's name may be in a column with an unusual
    # title.
    if not rivals or rivals[0].rank[0] > 1:
        taken = _find_blank_columns(header, blanks.elsewhere)
        taken = taken.union(*(columns.indices for columns in candidates))
        untitled = find_columns_like_names(header, rows, taken)
        if chosen := [*filter(is_in_title, untitled)]:
            return chosen
        rivals += untitled
    if len(rivals) > 1:
        examples = ", ".join(
            f'{quote_titles(columns)} ("{_find_example(columns, rows)}")'
            for columns in rivals[:_MAX_TITLES]
        )
        what = f"{len(rivals)} columns could be the name: {examples}"
        options = " or ".join(f"{OPTION} {quote_titles(columns)}" for columns in rivals[:3])
        raise refuse(where, what, options)
    return list(candidates) or rivals


def _find_blank_columns(header: Row, blanks: Sequence[str]) -> set[int]:
    """Return the indices of the columns whose titles appear in blanks."""
    titles = set(map(normalize, blanks))
    return {index for index, cell in enumerate(header.cells) if cell and normalize(cell) in titles}


def _find_example(names: NameColumns, rows: Sequence[Row]) -> str:
    return next((name for row in rows if (name := names.read(row))), "")[:_MAX_CHARACTERS]


def _report_ignored_titles(header: Row, columns: Columns) -> Iterator[str]:
    """Yield a remark on the columns with unknown titles."""
    unknown = [
        f'"{cell}"'
        for index, cell in enumerate(header.cells)
        if cell and index not in columns.names.indices and read_title(cell) is None
    ]
    if unknown:
        noun, verb = ("the column", "is") if len(unknown) == 1 else ("the columns", "are")
        yield f"row {header.number}: {noun} {', '.join(unknown)} {verb} ignored"


def quote_header(row: Row) -> str:
    """Quote the first few titles of a row."""
    cells = [cell for cell in row.cells if cell]
    quoted = ", ".join(f'"{cell[:_MAX_CHARACTERS]}"' for cell in cells[:_MAX_TITLES])
    return quoted + (f" and {len(cells) - _MAX_TITLES} more" if len(cells) > _MAX_TITLES else "")


def quote_row(row: Row) -> str:
    """Quote the beginning of a row."""
    return f'"{" ".join(cell for cell in row.cells if cell)[:60]}"'
