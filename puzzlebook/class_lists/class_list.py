"""Reading the pupils in a class list exported from school software or a spreadsheet.

The header is one of the first ten rows, recognised by its column titles
(`templates/class_lists.toml`). Parts of a name are joined, "Berg, Mia" becomes "Mia Berg", and
lines without a pupil are left out. Remarks report these changes, so that users notice them before
they print.

Otherwise names stay as written, because a pupil's maze depends on the name, except that they are
normalized to Unicode's form C and stripped of white space. Rows are numbered from 1, as in a
spreadsheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzlebook.class_lists.columns import Columns, find_columns, quote_row
from puzzlebook.class_lists.header_words import NAMES, is_header, is_heading, is_total, read_choice
from puzzlebook.class_lists.list_files import ALLOWED, MAX_ABOVE, Row, read_rows
from puzzlebook.class_lists.name_checks import find_doubtful_names, strip_numbers
from puzzlebook.ground.faults import Fault, Note, Refused, place_note, refuse
from puzzlebook.recipes.other_names import find_languages, guess_audience
from puzzlebook.recipes.values import (
    HANDS,
    LEVELS,
    LOADS,
    MAX_COPIES,
    PRINTS,
    SEPARATOR,
    check_pupil_name,
)

MAX_NAMES = 10_000
_MAX_REMARKS = 12
_SUFFIXES = ("jr", "sr", "ii", "iii", "iv")


class ClassList(NamedTuple):
    """A class list that has been read.

    pupils: as tables of a recipe. rows: the row number of each pupil. columns: the recipe keys for
    which the list has columns. remarks: on changes and omissions. surnames: the family name of each
    pupil; "" if the list does not say.
    """

    pupils: list[dict[str, object]]
    rows: Sequence[int]
    columns: Sequence[str]
    remarks: Sequence[str]
    surnames: Sequence[str] = ()

    @property
    def pupils_with_surnames(self) -> list[dict[str, object]]:
        """The pupils, including the family names in the list."""
        named = zip(self.pupils, self.surnames, strict=True)
        return [{**pupil, "surname": name} if name else pupil for pupil, name in named]


def read_class_list(
    path: Path, where: str = "--names", name_column: str | None = None
) -> ClassList:
    """Read the pupils in a file, or refuse it with all its faults and their rows.

    name_column: the title of the column of names, in place of the likeliest column.
    """
    where = f"{where}: {path}"
    rows, file_remarks = read_rows(path, where)
    columns, rows, column_remarks = find_columns(rows, where, name_column)
    rows, row_remarks = select_pupil_rows(rows, columns)
    remarks = [*column_remarks[:1], *file_remarks, *column_remarks[1:], *row_remarks]
    if not rows:
        why = [f": {remark.removesuffix(', and is skipped')}" for remark in row_remarks[:1]]
        raise refuse(where, "".join(["holds no names", *why]), ALLOWED)
    if len(rows) > MAX_NAMES:
        raise refuse(where, f"holds {len(rows):,} names", f"at most {MAX_NAMES:,}")
    names, name_remarks = read_names(rows, columns)
    pupils, faults = [], []
    for row, name in zip(rows, names, strict=True):
        pupil, pupil_faults = _read_pupil(row, name, columns, f"{where}: row {row.number}")
        pupils.append(pupil)
        faults += pupil_faults
    if faults:
        raise Refused(faults)
    remarks += [*name_remarks, *find_doubtful_names(rows, names), *_warn_of_low_levels(pupils)]
    keys = ("name", *(column for column in columns.indices if column not in NAMES))
    return ClassList(
        pupils,
        [row.number for row in rows],
        keys,
        limit_remarks(remarks, path.name),
        [_find_surname(row, name, columns) for row, name in zip(rows, names, strict=True)],
    )


def select_pupil_rows(rows: Sequence[Row], columns: Columns) -> tuple[list[Row], list[str]]:
    """Return the rows of pupils, and remarks on the rows that are skipped."""
    selected, remarks = [], []
    for index, row in enumerate(rows):
        is_near_end, is_near_start = index >= len(rows) - 4, index < MAX_ABOVE
        what = ""
        if is_header(row.cells) and columns.repeats_header(row):
            what = "repeats the header"
        elif (is_near_end or index < 4) and is_total(row.cells, columns.name(row)):
            what = "is a total"
        elif (is_near_end or is_near_start) and is_heading(row.cells):
            what = "is a heading"
        if what:
            remarks.append(f"row {row.number}: {quote_row(row)} {what}, and is skipped")
        else:
            selected.append(row)
    return selected, remarks


def read_names(rows: Sequence[Row], columns: Columns) -> tuple[list[str], list[str]]:
    """Return the name in each row, and remarks on how names were changed."""
    names, remarks = strip_numbers([columns.name(row) for row in rows])
    swapped = [_swap_name(name) for name in names]
    if changed := [(old, new) for old, new in zip(names, swapped, strict=True) if old != new]:
        (old, new), *rest = changed
        more = f", and {len(rest):,} more" if rest else ""
        remarks.append(f'"{old}" is read as "{new}"{more}')
    return swapped, remarks


def _swap_name(name: str) -> str:
    """Return "Mia Berg" for "Berg, Mia", and other names unchanged."""
    parts = [part.strip() for part in name.split(",")]
    if len(parts) != 2 or not all(parts) or parts[1].casefold().rstrip(".") in _SUFFIXES:
        return name
    family, given = parts
    return f"{given} {family}"


def _find_surname(row: Row, name: str, columns: Columns) -> str:
    """Return the family name in a pupil's row, if the list says which part of the name it is;
    otherwise ""."""
    family = columns.names.read_surname(row) or columns.name(row).partition(",")[0]
    is_part = family != name and (name.startswith(family) or name.endswith(family))
    return family if is_part else ""


def _read_pupil(
    row: Row, name: str, columns: Columns, where: str
) -> tuple[dict[str, object], list[Fault]]:
    """Return the pupil in a row, as a table of a recipe, and the faults of the row."""
    if name:
        faults = list(_find_text_faults(name, where))
    else:
        faults = [Fault(where, "has no name", "write a name in every row that is not empty")]
    pupil: dict[str, object] = {"name": name}
    for column, allowed in (
        ("level", LEVELS),
        ("load", LOADS),
        ("print", PRINTS),
        ("hand", HANDS),
    ):
        cell = columns.cell(row, column)
        value = _parse_number(cell.casefold())
        value = value if value in allowed else read_choice(column, cell) or value
        if column == "print" and value not in allowed:
            value = "tactile" if guess_audience(cell) == "tactile" else value
        if value in allowed:
            pupil[column] = value
        elif value:
            what, choices = f'"{cell}" is not known', f"allowed: {_list_choices(allowed)}"
            faults.append(Fault(f"{where}: {column}", what, choices))
    if group := columns.cell(row, "group"):
        pupil["group"] = group
        faults += _find_text_faults(group, f"{where}: group")
    if language := columns.cell(row, "language"):
        try:
            pupil["language"] = SEPARATOR.join(find_languages(language))
        except Refused as refused:
            faults += [fault._replace(where=f"{where}: language") for fault in refused.faults]
    copies = read_copies(columns.cell(row, "copies"), where)
    if isinstance(copies, Fault):
        faults.append(copies)
    elif copies is not None:
        pupil["copies"] = copies
    return pupil, faults


def read_copies(cell: str, where: str) -> int | Fault | None:
    """Return the number of copies in a cell; None if the cell is empty, or a fault."""
    copies = _parse_number(cell)
    if copies.isdecimal() and 1 <= int(copies[:6]) <= MAX_COPIES:
        return int(copies)
    what = f'"{copies}" is not a number of copies'
    return Fault(f"{where}: copies", what, f"1 to {MAX_COPIES}") if copies else None


def _find_text_faults(text: str, where: str) -> Iterator[Fault]:
    try:
        check_pupil_name(text)
    except Refused as refused:
        yield from (fault._replace(where=where) for fault in refused.faults)


def _warn_of_low_levels(pupils: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """Yield a remark if levels range from 1 to 3, because 3 may be meant as the hardest."""
    levels = {str(pupil["level"]) for pupil in pupils if "level" in pupil}
    if len(levels) > 1 and "3" in levels and levels <= {"1", "2", "3"}:
        yield (
            "levels are 1 to 5, and 3 is the middle; for three steps write easier, same and harder"
        )


def _parse_number(text: str) -> str:
    """Return `2` for `2.0` or `2,0`, as spreadsheets may write it, and other texts unchanged."""
    digits = text.removesuffix(".0").removesuffix(",0")
    return digits if digits.isdecimal() else text


def _list_choices(allowed: Sequence[str]) -> str:
    """List the choices in words, with numbers as a range."""
    words = [value for value in allowed if not value.isdecimal()]
    digits = [value for value in allowed if value.isdecimal()]
    return ", ".join(words) + (f", or {digits[0]} to {digits[-1]}" if digits else "")


def limit_remarks(remarks: Sequence[str], file: str) -> list[Note]:
    """Return the first few remarks, and how many more there are, each line with the file's name."""
    more = len(remarks) - _MAX_REMARKS
    rest = [f"and {more} more lines to look at"] if more > 0 else []
    return [place_note(remark, file) for remark in (*remarks[:_MAX_REMARKS], *rest)]
