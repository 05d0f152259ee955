"""What may be done for one drawing before it is refused: counted in steps, since time is another on
every machine."""

from __future__ import annotations

from puzzlebook.ground.faults import refuse

MOST_STEPS = 1_500_000
"""Each takes about a microsecond at most; the drawings of ours need 100,000."""


class Effort:
    """The steps that are left for a drawing. where: what messages call it."""

    def __init__(self, where: str) -> None:
        self._where, self._left = where, MOST_STEPS

    def spend(self, steps: int) -> None:
        """So many are gone; refused when none are left."""
        self._left -= steps
        if self._left < 0:
            what = "its outline is too intricate to be the rim"
            raise refuse(self._where, what, "a simpler drawing, or --edge steps")
