"""An upper bound on the work for one drawing, counted in steps: time differs between machines."""

from __future__ import annotations

from puzzlebook.ground.faults import refuse

MOST_STEPS = 1_500_000
"""A step takes at most about a microsecond; built-in drawings need 100,000."""


class Effort:
    """The steps that remain for a drawing. where: its name in messages."""

    def __init__(self, where: str) -> None:
        self._where, self._left = where, MOST_STEPS

    def spend(self, steps: int) -> None:
        """Use up this many steps; refused if none remain."""
        self._left -= steps
        if self._left < 0:
            what = "its outline is too intricate to be the rim"
            raise refuse(self._where, what, "a simpler drawing, or --edge steps")
