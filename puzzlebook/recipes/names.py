"""Names as silhouettes: finding letters with too few cells for a maze, and suggesting remedies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from puzzlebook.ground.faults import Fault
from puzzlebook.mazes import Size, format_size
from puzzlebook.recipes.assets import SilhouetteSource, read_cuts
from puzzlebook.recipes.user_files import LETTERS, TEXT, list_name_letters

FEWEST_A_LETTER = 20  # cells
FEWEST_DECISIONS = 2
"""The fewest wrong turns along the solution path through a name."""
_MAX_TRIES = 12


class ScantLetter(NamedTuple):
    """The letter that has the fewest cells in a name."""

    letter: str
    cells: int


def find_scant_letter(shape: str, size: Size, cut: SilhouetteSource) -> ScantLetter | None:
    """Return the letter that has the fewest cells in a name, if that is too few for a maze.

    None if every letter has enough cells, or if the silhouette is not a name.
    """
    letters = [
        ScantLetter(letter, cells)
        for letter, cells in cut.silhouette.count_letter_cells(shape, size)
    ]
    scantest = min(
        letters, key=lambda letter: letter.cells, default=ScantLetter("", FEWEST_A_LETTER)
    )
    return scantest if scantest.cells < FEWEST_A_LETTER else None


def find_scant_fault(
    where: str,
    shape: str,
    size: Size,
    cut: SilhouetteSource,
    suggestions: Iterable[str] | None = None,
) -> Fault | None:
    """Return a fault if a letter of a name has too few cells of a tiling.

    suggestions: remedies; None to suggest a larger size.
    """
    scant = find_scant_letter(shape, size, cut)
    if scant is None:
        return None
    cells = f"{scant.cells} cell{'' if scant.cells == 1 else 's'}"
    what = f"{cut.text!r}: its {scant.letter} has {cells} of {format_size(size)}"
    remedies = [*(_suggest_larger_size(shape, size, cut) if suggestions is None else suggestions)]
    if len(list_name_letters(cut.text)) > 1:
        remedies.append(f"--silhouette {LETTERS}{cut.text.removeprefix(TEXT)}, a page for each")
    allowed = f"at least {FEWEST_A_LETTER} a letter" + ": " * bool(remedies)
    return Fault(where, what, allowed + " or ".join(remedies))


def _suggest_larger_size(shape: str, size: Size, cut: SilhouetteSource) -> Iterator[str]:
    """Yield the first larger size in which every letter has enough cells, if there is one."""
    edge = "drawn" if cut.silhouette.is_drawn else "steps"
    for fifths in range(1, _MAX_TRIES):
        larger = tuple(-(-number * (10 + 2 * fifths) // 10) for number in size)
        if has_room(cut.text, shape, larger, cut.silhouette.pieces, edge):
            yield f"a size of {format_size(larger)}"
            return


def has_room(names: str, shape: str, size: Size, pieces: str, edge: str) -> bool:
    """Return whether every letter of these names has enough cells of a tiling.

    names: in the form that `read_cuts` accepts.
    """
    cuts = read_cuts(names, pieces, Path(), "silhouette", (shape, size, edge))
    counted = (cut.silhouette.count_letter_cells(shape, size) for cut in cuts)
    # Counting is slow, so stop at the first letter with too few.
    return all(cells >= FEWEST_A_LETTER for letters in counted for _, cells in letters)
