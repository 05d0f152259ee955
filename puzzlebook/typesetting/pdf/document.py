"""A PDF file without its pages, as values: title, colour spaces and, for screens, an outline."""

from __future__ import annotations

from typing import NamedTuple

ALL_SPACES = ("gray", "rgb", "cmyk")


class Bookmark(NamedTuple):
    """A line of the outline: its title, the page it leads to, and the lines below it."""

    title: str
    page: int
    inner: tuple[Bookmark, ...] = ()


class Attachment(NamedTuple):
    """A file within the file. about: a description in one line. media: its media type, such as
    `application/toml`."""

    name: str
    content: bytes
    about: str
    media: str


class Screen(NamedTuple):
    """The features of a file for screens that a press does not take: outline, attachments, links
    and tags.

    single: whether the file opens with one page at a time and no side panel, as for small screens;
    otherwise it opens in two-page spreads.
    """

    outline: tuple[Bookmark, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    single: bool = False


class Document(NamedTuple):
    """A PDF file without its pages.

    title, author: empty for none. language: of its text, such as `en`. spaces: the colour spaces it
    may use, of `gray`, `rgb` and `cmyk`; grey is always written as gray. screen: None for a file
    for print. right_to_left: whether it is bound on the right. condition: the printing condition of
    an output intent, by its name in the characterization registry at color.org; if set, the file
    is declared as PDF/X-1a:2001. most_ink: the largest sum of the inks in cmyk, 1 for each ink.
    overprints: whether black lines and type overprint the colours below them; only in cmyk.
    """

    title: str = ""
    author: str = ""
    language: str = ""
    spaces: tuple[str, ...] = ALL_SPACES
    screen: Screen | None = None
    right_to_left: bool = False
    condition: str = ""
    most_ink: float | None = None
    overprints: bool = False
