"""A class list: the file that a school office or a spreadsheet exports, read as pupils.

The header is looked for in the first ten rows, by what its columns are called in the languages of schools
(`templates/class_lists.toml`). Parts of a name are joined, "Berg, Mia" is turned round, lines that are no pupil's are
left out. Whatever was not simply read as it stands is said: what a person meant is done, or told before paper is used.

A name is otherwise kept as it is written, in Unicode's normal form C, without white space at its ends: it is what the
pupil's maze is drawn from. Rows are counted as a spreadsheet counts them, from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzlebook.faults import Fault, Refused, refuse
from puzzlebook.recipes.doubtful_names import doubts, without_numbers
from puzzlebook.recipes.list_files import ALLOWED, MOST_ABOVE, Row, rows_in
from puzzlebook.recipes.list_words import NAMES, Title, choice, is_header, is_heading, is_total, joined_in, title_of
from puzzlebook.recipes.other_names import language_of
from puzzlebook.recipes.unnamed_columns import columns_without_titles
from puzzlebook.recipes.values import LEVELS, MOST_COPIES, PRINTS, check_pupil_name

MOST_NAMES = 10_000
_MOST_REMARKS = 12
_SUFFIXES = ("jr", "sr", "ii", "iii", "iv")


class ClassList(NamedTuple):
    """A list as it was read.

    pupils: as the tables that a recipe has for them. rows: where in the file each stands. columns: what is known of
    every pupil, by the recipe's keys. remarks: what was not simply read as it stands.
    """

    pupils: list[dict[str, object]]
    rows: Sequence[int]
    columns: Sequence[str]
    remarks: Sequence[str]


class Columns(NamedTuple):
    """Which cell of a row is what. places: of the columns that are known. parts: those of the name, as it is joined.
    between: what joins them."""

    places: Mapping[str, int]
    parts: Sequence[str]
    between: str = " "

    def cell(self, row: Row, column: str) -> str:
        """What a row says in a column; nothing where it is too short."""
        place = self.places.get(column, len(row.cells))
        return row.cells[place] if place < len(row.cells) else ""

    def name(self, row: Row) -> str:
        """The name in a row, joined of its parts; a part that the whole name holds already is not said twice."""
        whole = self.cell(row, "full")
        cells = {part: self.cell(row, part) for part in self.parts}
        said = [cell for part, cell in cells.items() if cell and (part == "full" or cell not in whole)]
        return self.between.join(said)


def read_class_list(path: Path, where: str = "--names") -> ClassList:
    """The pupils of a file; refused with every fault, each with its row."""
    where = f"{where}: {path}"
    rows, remarks = rows_in(path, where, is_header)
    columns, rows, said = columns_and_rows(rows, where)
    remarks += said
    rows, said = _pupils_rows(rows, columns)
    remarks += said
    if not rows:
        raise refuse(where, "holds no names", ALLOWED)
    if len(rows) > MOST_NAMES:
        raise refuse(where, f"holds {len(rows):,} names", f"at most {MOST_NAMES:,}")
    names, said = names_of(rows, columns)
    read = [_pupil(row, name, columns, f"{where}: row {row.number}") for row, name in zip(rows, names, strict=True)]
    if faults := [fault for _, found in read for fault in found]:
        raise Refused(faults)
    pupils = [pupil for pupil, _ in read]
    remarks += [*said, *doubts(rows, names), *_low_levels(pupils)]
    known = ("name", *(column for column in columns.places if column not in NAMES))
    return ClassList(pupils, [row.number for row in rows], known, shown(remarks, path.name))


def columns_and_rows(rows: list[Row], where: str) -> tuple[Columns, list[Row], list[str]]:
    """Which columns a list has, its rows below the header, and what is left alone."""
    for place, row in enumerate(rows[:MOST_ABOVE]):
        if is_header(row.cells):
            below = rows[place + 1 :]
            above = [f"row {each.number}: {_quoted(each)} stands above the header, and is left out"
                     for each in rows[:place]]  # fmt: skip
            return _columns(row), below, [*above, *_left_alone(row)]
    titles = [title_of(cell) for cell in rows[0].cells if cell]
    if titles and all(titles):
        said = ", ".join(title.column for title in titles if title)
        raise refuse(where, "has no column of names", f"a column called name, beside {said}")
    places, parts, remarks = columns_without_titles(rows)
    return Columns(places, parts), rows, remarks


def _columns(header: Row) -> Columns:
    """The columns that a header names, and how it wants a name to be joined."""
    found: dict[str, int] = {}
    titles: dict[str, Title] = {}
    for place, cell in enumerate(header.cells):
        title = title_of(cell)
        if title is not None and title.column not in found:
            found[title.column], titles[title.column] = place, title
    parts = _parts(found)
    joined = joined_in(titles[parts[0]].language)
    # Beside a family name a `name` is the first; beside a first name (`Name;Vorname`) it is the family's.
    order = ["first", "name", "full", "middle", "last"] if "last" in found else ["first", "middle", "full", "name"]
    if joined.family_first:
        order = [order[-1], *order[:-1]]
    ordered = sorted(parts, key=order.index)
    known = {column: place for column, place in found.items() if column not in NAMES or column in parts}
    return Columns(known, ordered, joined.between)


def _parts(found: Mapping[str, int]) -> list[str]:
    """The columns of which a name is joined."""
    if "full" in found and "first" in found and "last" in found:
        return ["full"]
    if "full" in found:
        return [part for part in ("first", "full", "last") if part in found]
    if "first" in found and "last" in found:
        return [part for part in ("first", "middle", "last") if part in found]
    return [part for part in NAMES if part in found]


def _left_alone(header: Row) -> Iterator[str]:
    unknown = [f'"{cell}"' for cell in header.cells if cell and title_of(cell) is None]
    if unknown:
        of = "the column" if len(unknown) == 1 else "the columns"
        yield f"row {header.number}: {of} {', '.join(unknown)} {'is' if len(unknown) == 1 else 'are'} left alone"


def _pupils_rows(rows: Sequence[Row], columns: Columns) -> tuple[list[Row], list[str]]:
    """The rows that are pupils', and what the others are."""
    kept, remarks = [], []
    for place, row in enumerate(rows):
        at_end = place >= len(rows) - 4
        what = ""
        if is_header(row.cells) and columns.name(row) and title_of(columns.cell(row, columns.parts[0])):
            what = "is a header again"
        elif at_end and is_total(row.cells):
            what = "is a total"
        elif (at_end or place < MOST_ABOVE) and is_heading(row.cells):
            what = "is a heading"
        if what:
            remarks.append(f"row {row.number}: {_quoted(row)} {what}, and is left out")
        else:
            kept.append(row)
    return kept, remarks


def names_of(rows: Sequence[Row], columns: Columns) -> tuple[list[str], list[str]]:
    """The name of each row, and how it was read where that is not as it stands."""
    written = [columns.name(row) for row in rows]
    names, remarks = without_numbers(written)
    turned = [_turned(name) for name in names]
    if changed := [(old, new) for old, new in zip(names, turned, strict=True) if old != new]:
        (old, new), *others = changed
        more = f", and {len(others):,} more" if others else ""
        remarks.append(f'"{old}" is turned round: "{new}"{more}')
    return turned, remarks


def _turned(name: str) -> str:
    """A name as it is said: "Mia Berg" for "Berg, Mia"."""
    family, *given = (part.strip() for part in name.split(","))
    if len(given) != 1 or not family or not given[0] or given[0].casefold().rstrip(".") in _SUFFIXES:
        return name
    return f"{given[0]} {family}"


def _pupil(row: Row, name: str, columns: Columns, where: str) -> tuple[dict[str, object], list[Fault]]:
    """The pupil in a row as a recipe's table, and what is wrong with it."""
    faults = list(_name_faults(name, where))
    pupil: dict[str, object] = {"name": name}
    for column, allowed in (("level", LEVELS), ("print", PRINTS)):
        said = columns.cell(row, column)
        value = _number(said.casefold())
        value = value if value in allowed else choice(column, said) or value
        if value in allowed:
            pupil[column] = value
        elif value:
            faults.append(Fault(f"{where}: {column}", f'"{said}" is not known', f"allowed: {_listed(allowed)}"))
    if group := columns.cell(row, "group"):
        pupil["group"] = group
        faults += _text_faults(group, f"{where}: group")
    if language := columns.cell(row, "language"):
        try:
            pupil["language"] = language_of(language)
        except Refused as refused:
            faults += [fault._replace(where=f"{where}: language") for fault in refused.faults]
    copies = _number(columns.cell(row, "copies"))
    if copies.isdecimal() and 1 <= int(copies[:6]) <= MOST_COPIES:
        pupil["copies"] = int(copies)
    elif copies:
        faults.append(Fault(f"{where}: copies", f'"{copies}" is no number of copies', f"1 to {MOST_COPIES}"))
    return pupil, faults


def _name_faults(name: str, where: str) -> Iterator[Fault]:
    if not name:
        yield Fault(where, "has no name", "a name in every row that is not empty")
        return
    yield from _text_faults(name, where)


def _text_faults(text: str, where: str) -> Iterator[Fault]:
    try:
        check_pupil_name(text)
    except Refused as refused:
        yield from (fault._replace(where=where) for fault in refused.faults)


def _low_levels(pupils: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """A remark where levels are numbers to 3, of which nobody can know whether 3 is the hardest."""
    levels = {str(pupil["level"]) for pupil in pupils if "level" in pupil}
    if len(levels) > 1 and "3" in levels and levels <= {"1", "2", "3"}:
        yield "levels are 1 to 5, and 3 is the middle; for three steps write easier, same and harder"


def _number(text: str) -> str:
    """A whole number as a spreadsheet may write it (`2.0`, `2,0`), or the text as it is."""
    whole = text.removesuffix(".0").removesuffix(",0")
    return whole if whole.isdecimal() else text


def _listed(allowed: Sequence[str]) -> str:
    """The choices; numbers in a row as a range."""
    words = [value for value in allowed if not value.isdecimal()]
    digits = [value for value in allowed if value.isdecimal()]
    return ", ".join(words) + (f", or {digits[0]} to {digits[-1]}" if digits else "")


def _quoted(row: Row) -> str:
    return f'"{" ".join(cell for cell in row.cells if cell)[:60]}"'


def shown(remarks: Sequence[str], file: str) -> list[str]:
    """The remarks with the name of the file, and not too many of them."""
    more = len(remarks) - _MOST_REMARKS
    shown = [*remarks[:_MOST_REMARKS], *([f"and {more} more lines to look at"] if more > 0 else ())]
    return [f"{file}: {remark}" for remark in shown]
