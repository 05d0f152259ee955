"""Pictures for a shop a quarter as fine, where a test asks no more than that they are there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from puzzlebook.verbs import listing, listing_pictures


@contextmanager
def draw_coarsely() -> Iterator[None]:
    """While it lasts, `listing` draws its pictures with a quarter of the dots a side."""
    render_page = listing.render_page
    with (
        patch.object(listing, "_FRONT_HEIGHT", listing._FRONT_HEIGHT // 4),
        patch.object(listing, "render_page", lambda page, side: render_page(page, side // 4)),
        patch.object(
            listing_pictures, "_STANDING", tuple(n // 4 for n in listing_pictures._STANDING)
        ),
    ):
        yield
