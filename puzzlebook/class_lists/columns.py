"""The columns of a list: where its header is, which column is the name, and what the others say.

Which column the names come from is always said, and which others it could have been. A list of
books for others may ask instead of taking the likeliest: a wrong name there is printed in a child's
book.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzlebook.class_lists.header_words import NAMES, header_score, read_title
from puzzlebook.class_lists.list_files import MOST_ABOVE, Row
from puzzlebook.class_lists.name_columns import (
    NameColumns,
    cell_at,
    columns_like_names,
    find_column,
    is_buyers,
    is_called_twice,
    name_columns,
    quote_titles,
    quoted_columns,
)
from puzzlebook.class_lists.unnamed_columns import guess_columns
from puzzlebook.ground.faults import refuse
from puzzlebook.recipes.other_names import normalize

OPTION = "--name-column"
_MOST_SHOWN = 12
_LONGEST_SHOWN = 40


class Columns(NamedTuple):
    """Which cell of a row is what. names: what the name is read from. places: of the other columns
    that are known. header: the row of titles, where there is one."""

    names: NameColumns
    places: Mapping[str, int]
    header: Row | None = None

    def cell(self, row: Row, column: str) -> str:
        """What a row says in a column; nothing where it is too short."""
        return cell_at(row, self.places.get(column, len(row.cells)))

    def name(self, row: Row) -> str:
        """The name in a row."""
        return self.names.read(row)

    def is_titled_again(self, row: Row) -> bool:
        """Whether a row has titles where names should be."""
        place = self.names.parts[0][1][0]
        return bool(self.name(row)) and read_title(cell_at(row, place)) is not None


class Blanks(NamedTuple):
    """What the texts of a book want filled in. in_title: what its title wants. elsewhere: what the
    others want."""

    in_title: Sequence[str] = ()
    elsewhere: Sequence[str] = ()


NO_BLANKS = Blanks()


def columns_and_rows(
    rows: list[Row], where: str, name_column: str | None = None, blanks: Blanks | None = None
) -> tuple[Columns, list[Row], list[str]]:
    """Which columns a list has, its rows below the header, and what is said of that: first where
    the names come from.

    name_column: the title of the column of names, where that is not to be looked for. blanks: of a
    list of books, which is refused where several columns could be the name and no title of the book
    decides.
    """
    place = _place_of_header(rows, name_column, where)
    if place is None:
        titles = [read_title(cell) for cell in rows[0].cells if cell]
        if titles and all(titles):
            said = ", ".join(title.column for title in titles if title)
            raise refuse(where, "has no column of names", f"a column called name, beside {said}")
        names, remarks = guess_columns(rows, where)
        return Columns(names, {}), rows, remarks
    header, below = rows[place], rows[place + 1 :]
    columns, remarks = _columns(rows, place, where, name_column, blanks)
    above = [
        f"row {row.number}: {_quote(row)} stands above the header, and is left out"
        for row in rows[:place]
    ]
    return columns, below, [*remarks, *above, *_left_alone(header, columns)]


def _place_of_header(rows: Sequence[Row], name_column: str | None, where: str) -> int | None:
    """The row of titles: that which has the column that is asked for, or most of those that are
    known."""
    first = rows[:MOST_ABOVE]
    if name_column is not None:
        found = [place for place, row in enumerate(first) if find_column(row, name_column)]
        if found:
            return found[0]
        best = max(first, key=lambda row: (header_score(row.cells), len(row.cells)))
        raise refuse(
            f"{where}: {OPTION}",
            f'no column is called "{name_column}"',
            f"this row has {shown_titles(best)}",
        )
    scores = [
        0 if _is_among_others(row, rows[:place]) else header_score(row.cells)
        for place, row in enumerate(first)
    ]
    return scores.index(max(scores)) if any(scores) else None


def _is_among_others(row: Row, above: Sequence[Row]) -> bool:
    """Whether a row with just one word that is a title stands among rows like it: somebody's name
    is Kind, or Child."""
    filled = sum(map(bool, row.cells))
    alike = all(sum(map(bool, each.cells)) == filled for each in above)
    return bool(above) and filled > 1 and alike and header_score(row.cells) == 1


def _columns(
    rows: Sequence[Row], place: int, where: str, name_column: str | None, blanks: Blanks | None
) -> tuple[Columns, list[str]]:
    """The columns that a header names, and where the names come from."""
    header, below = rows[place], rows[place + 1 :]
    known: dict[str, int] = {}
    for number, cell in enumerate(header.cells):
        title = read_title(cell) if cell else None
        if title is not None and title.column not in NAMES:
            known.setdefault(title.column, number)
    if name_column is not None:
        names = find_column(header, name_column)
        assert names is not None
        if is_called_twice(header, name_column):
            raise refuse(
                f"{where}: {OPTION}",
                f'several columns are called "{name_column}"',
                "give them other titles",
            )
        return Columns(names, known, header), [f"Names from {quoted_columns(names)}"]
    found, remarks = name_columns(header, below, rows[place - 1] if place else None)
    if blanks is not None:
        found = _decide(found, header, below, where, blanks)
    if not found and below:
        what = (
            remarks[0].removesuffix(", and is left alone") if remarks else "has no column of names"
        )
        raise refuse(where, what, f'{OPTION} "TITLE": {shown_titles(header)}')
    names = found[0] if found else NameColumns([("full", [0])], header.cells[0])
    return Columns(names, known, header), [_source(found), *remarks] if found else remarks


def _source(found: Sequence[NameColumns]) -> str:
    """Which column the names come from, and which others it could have been."""
    names, *others = found
    said = f"Names from {quoted_columns(names)}"
    if others:
        return f"{said}; it could also be {' or '.join(map(quote_titles, others))}: {OPTION} {quote_titles(others[0])}"
    return said + (
        f', which is who buys: if that is wrong, {OPTION} "TITLE"' if is_buyers(names) else ""
    )


def _decide(
    found: Sequence[NameColumns], header: Row, rows: Sequence[Row], where: str, blanks: Blanks
) -> list[NameColumns]:
    """The column of names of a list of books: that of which the book's title speaks, or the only
    one that could be it.

    `{name}` in a title speaks of a column called so, but where there is a child's: it is what
    everybody writes. A column that has another text to stand in is not asked about, unless its own
    title says whose name it holds.
    """
    in_title = _find_places(header, blanks.in_title)
    chosen = [each for each in found if in_title & each.places] if len(in_title) == 1 else []
    if chosen and (
        [*map(normalize, blanks.in_title)] != ["name"] or found[0].rank[0] >= chosen[0].rank[0]
    ):
        return chosen[:1]
    rivals = [each for each in found if each is found[0] or found[0].is_rival(each)]
    if (
        not rivals or rivals[0].rank[0] > 1
    ):  # a recipient or a buyer: the child's name may be under a title of its own
        taken = _find_places(header, blanks.elsewhere).union(*(each.places for each in found))
        others = columns_like_names(header, rows, taken)
        if len(in_title) == 1 and (chosen := [each for each in others if in_title & each.places]):
            return chosen
        rivals += others
    if len(rivals) > 1:
        said = ", ".join(
            f'{quote_titles(each)} ("{_example(each, rows)}")' for each in rivals[:_MOST_SHOWN]
        )
        what = f"{len(rivals)} columns could be the name: {said}"
        raise refuse(
            where, what, " or ".join(f"{OPTION} {quote_titles(each)}" for each in rivals[:3])
        )
    return list(found) or rivals


def _find_places(header: Row, blanks: Sequence[str]) -> set[int]:
    """The columns that stand in a text's blanks, by their titles."""
    wanted = set(map(normalize, blanks))
    return {place for place, cell in enumerate(header.cells) if cell and normalize(cell) in wanted}


def _example(names: NameColumns, rows: Sequence[Row]) -> str:
    return next((name for row in rows if (name := names.read(row))), "")[:_LONGEST_SHOWN]


def _left_alone(header: Row, columns: Columns) -> Iterator[str]:
    """A remark on the columns whose titles are not known."""
    places = columns.names.places
    unknown = [
        f'"{cell}"'
        for place, cell in enumerate(header.cells)
        if cell and place not in places and read_title(cell) is None
    ]
    if unknown:
        of, are = ("the column", "is") if len(unknown) == 1 else ("the columns", "are")
        yield f"row {header.number}: {of} {', '.join(unknown)} {are} left alone"


def shown_titles(row: Row) -> str:
    """The titles in a row, not too many of them."""
    cells = [cell for cell in row.cells if cell]
    shown = ", ".join(f'"{cell[:_LONGEST_SHOWN]}"' for cell in cells[:_MOST_SHOWN])
    return shown + (f" and {len(cells) - _MOST_SHOWN} more" if len(cells) > _MOST_SHOWN else "")


def _quote(row: Row) -> str:
    return f'"{" ".join(cell for cell in row.cells if cell)[:60]}"'
