"""Names as silhouettes: whether each of their letters has cells enough to be a maze, and what would
do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from puzzlebook.ground.faults import Fault
from puzzlebook.mazes import Size, format_size
from puzzlebook.recipes.assets import SilhouetteSource, read_cuts
from puzzlebook.recipes.user_files import LETTERS, TEXT, list_name_letters

FEWEST_A_LETTER = 20
FEWEST_DECISIONS = 2
"""The way through a name leads past so many wrong turns at least: three cells in a corridor are no
maze."""
_TRIES = 12


class ScantLetter(NamedTuple):
    """The letter of a name that has fewest cells."""

    letter: str
    cells: int


def find_scant_letter(shape: str, size: Size, cut: SilhouetteSource) -> ScantLetter | None:
    """The letter of a name that has too few cells on a tiling; None where all have enough, and for
    what is no name."""
    letters = [
        ScantLetter(letter, cells)
        for letter, cells in cut.silhouette.count_letter_cells(shape, size)
    ]
    least = min(letters, key=lambda letter: letter.cells, default=ScantLetter("", FEWEST_A_LETTER))
    return least if least.cells < FEWEST_A_LETTER else None


def find_scant_fault(
    where: str, shape: str, size: Size, cut: SilhouetteSource, ways: Iterable[str] | None = None
) -> Fault | None:
    """A fault if a letter of a name has too few cells on a tiling. ways: what would do, in place of
    a larger size."""
    found = find_scant_letter(shape, size, cut)
    if found is None:
        return None
    cells = f"{found.cells} cell{'' if found.cells == 1 else 's'}"
    what = f"{cut.text!r}: its {found.letter} has {cells} of {format_size(size)}"
    would = [*(_suggest_larger_size(shape, size, cut) if ways is None else ways)]
    if len(list_name_letters(cut.text)) > 1:
        would.append(f"--silhouette {LETTERS}{cut.text.removeprefix(TEXT)}, a page for each")
    return Fault(
        where,
        what,
        f"at least {FEWEST_A_LETTER} a letter" + ": " * bool(would) + " or ".join(would),
    )


def _suggest_larger_size(shape: str, size: Size, cut: SilhouetteSource) -> Iterator[str]:
    """A larger size that does."""
    for more in range(1, _TRIES):
        other = tuple(-(-number * (10 + 2 * more) // 10) for number in size)
        if _has_room(shape, other, cut):
            yield f"a size of {format_size(other)}"
            return


def _has_room(shape: str, size: Size, cut: SilhouetteSource) -> bool:
    return has_room(
        cut.text,
        shape,
        size,
        cut.silhouette.pieces,
        "drawn" if cut.silhouette.is_drawn else "steps",
    )


def has_room(names: str, shape: str, size: Size, pieces: str, edge: str) -> bool:
    """Whether all letters of these names have cells enough on a tiling. names: as `read_cuts` takes
    them."""
    cuts = read_cuts(names, pieces, Path(), "silhouette", (shape, size, edge))
    return all(find_scant_letter(shape, size, cut) is None for cut in cuts)
