"""A PDF file without its pages, as values: title, colour spaces and, for screens, an outline."""

from __future__ import annotations

from typing import NamedTuple

ALL_SPACES = ("gray", "rgb", "cmyk")


class Bookmark(NamedTuple):
    """An entry of the outline: its title, its target page, and its child entries."""

    title: str
    page: int
    inner: tuple[Bookmark, ...] = ()


class Attachment(NamedTuple):
    """A file attached to the PDF file. about: a description of one line. media: its media type,
    such as `application/toml`."""

    name: str
    content: bytes
    about: str
    media: str


class Screen(NamedTuple):
    """The features that only a file for screens has, as presses do not accept them: outline,
    attachments, links and tags.

    single: whether the file opens with one page at a time and no side panel, as on small screens;
    otherwise it opens with two-page spreads.
    """

    outline: tuple[Bookmark, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    single: bool = False


class Document(NamedTuple):
    """A PDF file without its pages.

    title, author: empty for none. language: of its text, such as `en`. spaces: the allowed colour
    spaces, of `gray`, `rgb` and `cmyk`; grey is always written as gray. screen: None for print.
    right_to_left: whether it is bound on the right. condition: the printing condition of an output
    intent, as named in the characterization registry at color.org; if set, the file is declared as
    PDF/X-1a:2001. max_ink: the largest sum of inks in cmyk, where 1 is one full ink. overprints:
    whether black lines and type overprint the colours below them, in cmyk.
    """

    title: str = ""
    author: str = ""
    language: str = ""
    spaces: tuple[str, ...] = ALL_SPACES
    screen: Screen | None = None
    right_to_left: bool = False
    condition: str = ""
    max_ink: float | None = None
    overprints: bool = False
