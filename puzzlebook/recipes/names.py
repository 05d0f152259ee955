"""Names as silhouettes: whether each of their letters has cells enough to be a maze, and what would do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from puzzlebook.faults import Fault
from puzzlebook.mazes.grids import letter_cells
from puzzlebook.mazes.tilings import Size, size_text
from puzzlebook.recipes.assets import Cut, read_cuts
from puzzlebook.recipes.own_files import LETTERS, TEXT, letters_of

FEWEST_A_LETTER = 20
FEWEST_DECISIONS = 2
"""The way through a name leads past so many wrong turns at least: three cells in a corridor are no maze."""
_TRIES = 12


class Scant(NamedTuple):
    """The letter of a name that has fewest cells."""

    letter: str
    cells: int


def scant(shape: str, size: Size, cut: Cut) -> Scant | None:
    """The letter of a name that has too few cells on a tiling; None where all have enough, and for what is no name."""
    letters = [Scant(letter, cells) for letter, cells in letter_cells(shape, size, cut.silhouette)]
    least = min(letters, key=lambda letter: letter.cells, default=Scant("", FEWEST_A_LETTER))
    return least if least.cells < FEWEST_A_LETTER else None


def scant_fault(where: str, shape: str, size: Size, cut: Cut, ways: Iterable[str] | None = None) -> Fault | None:
    """A fault if a letter of a name has too few cells on a tiling. ways: what would do, in place of a larger size."""
    found = scant(shape, size, cut)
    if found is None:
        return None
    what = (
        f"{cut.text!r}: its {found.letter} has {found.cells} cell{'' if found.cells == 1 else 's'} of {size_text(size)}"
    )
    would = [*(_larger(shape, size, cut) if ways is None else ways)]
    if len(letters_of(cut.text)) > 1:
        would.append(f"--silhouette {LETTERS}{cut.text.removeprefix(TEXT)}, a page for each")
    return Fault(where, what, f"at least {FEWEST_A_LETTER} a letter" + ": " * bool(would) + " or ".join(would))


def _larger(shape: str, size: Size, cut: Cut) -> Iterator[str]:
    """A larger size that does."""
    for more in range(1, _TRIES):
        other = tuple(-(-number * (10 + 2 * more) // 10) for number in size)
        if _does(shape, other, cut):
            yield f"a size of {size_text(other)}"
            return


def _does(shape: str, size: Size, cut: Cut) -> bool:
    return has_room(cut.text, shape, size, cut.silhouette.pieces, "drawn" if cut.silhouette.is_drawn else "steps")


def has_room(names: str, shape: str, size: Size, pieces: str, edge: str) -> bool:
    """Whether all letters of these names have cells enough on a tiling. names: as `read_cuts` takes them."""
    cuts = read_cuts(names, pieces, Path(), "silhouette", (shape, size, edge))
    return all(scant(shape, size, cut) is None for cut in cuts)
