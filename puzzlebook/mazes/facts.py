"""What is so of a maze however it is drawn, as a manifest says it."""

from __future__ import annotations

from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.tilings import format_size


def maze_facts(
    design: Design, cells: int, start: int | None, end: int | None, solution_length: int
) -> dict[str, object]:
    """What is so of a maze however it is drawn, as its entry in the manifest says it."""
    return {
        "shape": design.shape,
        "size": format_size(design.size),
        "silhouette": design.silhouette,
        **({"way": design.picture} if design.picture else {}),
        "cells": cells,
        "start": start,
        "end": end,
        "solution_length": solution_length,
    }
