"""The usual paper size of the country in the user's locale."""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Mapping

AUTO = "auto"
"""The page name for the usual paper of the user's country."""
_SETTINGS = ("LC_ALL", "LC_PAPER", "LANG")
_LETTER = re.compile(
    r"[_-](US|CA|MX|PH|CO|CL|VE)\b"
    r"|United States|Canada|Mexico|Philippines|Colombia|Chile|Venezuela"
)
"""A pattern for the locales of countries that use Letter paper, as named by Unix and Windows."""


def choose_page(page: str | None, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return a page as typed or, for `auto`, Letter or A4."""
    if page is None or page.strip().lower() != AUTO:
        return page
    names = (environment.get(name) for name in _SETTINGS)
    name = next(filter(None, names), None) or locale.getlocale()[0] or ""
    return "letter" if _LETTER.search(name) else "a4"
