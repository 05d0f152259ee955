"""A class list: the file that a school office or a spreadsheet exports, read as pupils.

The header is looked for in the first ten rows, by what its columns are called in the languages of
schools (`templates/class_lists.toml`). Parts of a name are joined, "Berg, Mia" is turned round,
lines that are no pupil's are left out. Whatever was not simply read as it stands is said: what a
person meant is done, or told before paper is used.

A name is otherwise kept as it is written, in Unicode's normal form C, without white space at its
ends: it is what the pupil's maze is drawn from. Rows are counted as a spreadsheet counts them, from
1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzlebook.class_lists.columns import Columns, columns_and_rows
from puzzlebook.class_lists.header_words import NAMES, is_header, is_heading, is_total, read_choice
from puzzlebook.class_lists.list_files import ALLOWED, MOST_ABOVE, Row, read_rows
from puzzlebook.class_lists.name_checks import find_doubtful_names, strip_numbers
from puzzlebook.ground.faults import Fault, Refused, refuse
from puzzlebook.recipes.other_names import find_language
from puzzlebook.recipes.values import LEVELS, MOST_COPIES, PRINTS, check_pupil_name

MOST_NAMES = 10_000
_MOST_REMARKS = 12
_SUFFIXES = ("jr", "sr", "ii", "iii", "iv")


class ClassList(NamedTuple):
    """A list as it was read.

    pupils: as the tables that a recipe has for them. rows: where in the file each stands. columns:
    what is known of every pupil, by the recipe's keys. remarks: what was not simply read as it
    stands.
    """

    pupils: list[dict[str, object]]
    rows: Sequence[int]
    columns: Sequence[str]
    remarks: Sequence[str]


def read_class_list(
    path: Path, where: str = "--names", name_column: str | None = None
) -> ClassList:
    """The pupils of a file; refused with every fault, each with its row.

    name_column: the title of the column of names, where that is not to be looked for.
    """
    where = f"{where}: {path}"
    rows, remarks = read_rows(path, where)
    columns, rows, said = columns_and_rows(rows, where, name_column)
    rows, others = pupils_rows(rows, columns)
    remarks = [*said[:1], *remarks, *said[1:], *others]
    if not rows:
        raise refuse(where, "holds no names", ALLOWED)
    if len(rows) > MOST_NAMES:
        raise refuse(where, f"holds {len(rows):,} names", f"at most {MOST_NAMES:,}")
    names, said = read_names(rows, columns)
    read = [
        _read_pupil(row, name, columns, f"{where}: row {row.number}")
        for row, name in zip(rows, names, strict=True)
    ]
    if faults := [fault for _, found in read for fault in found]:
        raise Refused(faults)
    pupils = [pupil for pupil, _ in read]
    remarks += [*said, *find_doubtful_names(rows, names), *_warn_of_low_levels(pupils)]
    known = ("name", *(column for column in columns.places if column not in NAMES))
    return ClassList(pupils, [row.number for row in rows], known, limit_remarks(remarks, path.name))


def pupils_rows(rows: Sequence[Row], columns: Columns) -> tuple[list[Row], list[str]]:
    """The rows that are pupils', and what the others are."""
    kept, remarks = [], []
    for place, row in enumerate(rows):
        at_end, at_start = place >= len(rows) - 4, place < MOST_ABOVE
        what = ""
        if is_header(row.cells) and columns.is_titled_again(row):
            what = "is a header again"
        elif (at_end or place < 4) and is_total(row.cells, columns.name(row)):
            what = "is a total"
        elif (at_end or at_start) and is_heading(row.cells):
            what = "is a heading"
        if what:
            remarks.append(f"row {row.number}: {_quote_row(row)} {what}, and is left out")
        else:
            kept.append(row)
    return kept, remarks


def read_names(rows: Sequence[Row], columns: Columns) -> tuple[list[str], list[str]]:
    """The name of each row, and how it was read where that is not as it stands."""
    written = [columns.name(row) for row in rows]
    names, remarks = strip_numbers(written)
    turned = [_swap_name(name) for name in names]
    if changed := [(old, new) for old, new in zip(names, turned, strict=True) if old != new]:
        (old, new), *others = changed
        more = f", and {len(others):,} more" if others else ""
        remarks.append(f'"{old}" is turned round: "{new}"{more}')
    return turned, remarks


def _swap_name(name: str) -> str:
    """A name as it is said: "Mia Berg" for "Berg, Mia"."""
    family, *given = (part.strip() for part in name.split(","))
    if (
        len(given) != 1
        or not family
        or not given[0]
        or given[0].casefold().rstrip(".") in _SUFFIXES
    ):
        return name
    return f"{given[0]} {family}"


def _read_pupil(
    row: Row, name: str, columns: Columns, where: str
) -> tuple[dict[str, object], list[Fault]]:
    """The pupil in a row as a recipe's table, and what is wrong with it."""
    faults = list(_name_faults(name, where))
    pupil: dict[str, object] = {"name": name}
    for column, allowed in (("level", LEVELS), ("print", PRINTS)):
        said = columns.cell(row, column)
        value = _parse_number(said.casefold())
        value = value if value in allowed else read_choice(column, said) or value
        if value in allowed:
            pupil[column] = value
        elif value:
            faults.append(
                Fault(
                    f"{where}: {column}",
                    f'"{said}" is not known',
                    f"allowed: {_list_choices(allowed)}",
                )
            )
    if group := columns.cell(row, "group"):
        pupil["group"] = group
        faults += _find_text_faults(group, f"{where}: group")
    if language := columns.cell(row, "language"):
        try:
            pupil["language"] = find_language(language)
        except Refused as refused:
            faults += [fault._replace(where=f"{where}: language") for fault in refused.faults]
    copies = read_copies(columns.cell(row, "copies"), where)
    if isinstance(copies, Fault):
        faults.append(copies)
    elif copies is not None:
        pupil["copies"] = copies
    return pupil, faults


def read_copies(cell: str, where: str) -> int | Fault | None:
    """How often a sheet or a book is printed, as a cell says it; None where it is empty."""
    copies = _parse_number(cell)
    if copies.isdecimal() and 1 <= int(copies[:6]) <= MOST_COPIES:
        return int(copies)
    what = f'"{copies}" is no number of copies'
    return Fault(f"{where}: copies", what, f"1 to {MOST_COPIES}") if copies else None


def _name_faults(name: str, where: str) -> Iterator[Fault]:
    if not name:
        yield Fault(where, "has no name", "a name in every row that is not empty")
        return
    yield from _find_text_faults(name, where)


def _find_text_faults(text: str, where: str) -> Iterator[Fault]:
    try:
        check_pupil_name(text)
    except Refused as refused:
        yield from (fault._replace(where=where) for fault in refused.faults)


def _warn_of_low_levels(pupils: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """A remark where levels are numbers to 3, of which nobody can know whether 3 is the hardest."""
    levels = {str(pupil["level"]) for pupil in pupils if "level" in pupil}
    if len(levels) > 1 and "3" in levels and levels <= {"1", "2", "3"}:
        yield "levels are 1 to 5, and 3 is the middle; for three steps write easier, same and harder"


def _parse_number(text: str) -> str:
    """A whole number as a spreadsheet may write it (`2.0`, `2,0`), or the text as it is."""
    whole = text.removesuffix(".0").removesuffix(",0")
    return whole if whole.isdecimal() else text


def _list_choices(allowed: Sequence[str]) -> str:
    """The choices; numbers in a row as a range."""
    words = [value for value in allowed if not value.isdecimal()]
    digits = [value for value in allowed if value.isdecimal()]
    return ", ".join(words) + (f", or {digits[0]} to {digits[-1]}" if digits else "")


def _quote_row(row: Row) -> str:
    return f'"{" ".join(cell for cell in row.cells if cell)[:60]}"'


def limit_remarks(remarks: Sequence[str], file: str) -> list[str]:
    """The remarks with the name of the file, and not too many of them."""
    more = len(remarks) - _MOST_REMARKS
    shown = [*remarks[:_MOST_REMARKS], *([f"and {more} more lines to look at"] if more > 0 else ())]
    return [f"{file}: {remark}" for remark in shown]
