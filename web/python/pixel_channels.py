"""Stands where Pillow's `ImageChops` would."""

from __future__ import annotations

from typing import Any

_INVERTED = bytes(range(255, -1, -1))


def invert(image: Any) -> Any:
    """Return the negative of a picture."""
    return type(image)(image.mode, image.size, image.tobytes().translate(_INVERTED))
