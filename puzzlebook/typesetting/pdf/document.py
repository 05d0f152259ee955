"""What a PDF file is beside its pages, as values: its title, its colours and, for reading on a
screen, its outline."""

from __future__ import annotations

from typing import NamedTuple

ALL_SPACES = ("gray", "rgb", "cmyk")


class Bookmark(NamedTuple):
    """A line of the outline: its words, the page that it leads to, and the lines below it."""

    title: str
    page: int
    inner: tuple[Bookmark, ...] = ()


class Attachment(NamedTuple):
    """A file within the file. about: one line for people; media: its type, such as
    `application/toml`."""

    name: str
    content: bytes
    about: str
    media: str


class Screen(NamedTuple):
    """What a file for screens has and one for a press must not: an outline, attachments, its pages'
    links and tags.

    single: whether it opens with one page at a time and nothing beside it, as for small screens;
    else as a book lies.
    """

    outline: tuple[Bookmark, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    single: bool = False


class Document(NamedTuple):
    """A PDF file without its pages.

    title, author: empty for none. language: of its text, such as `en`. spaces: the colour spaces it
    may use, of
        `gray`, `rgb` and `cmyk`; what is grey is always written as gray. screen: None for a file that is to be printed.
    right_to_left: whether it is bound on the right. condition: the printing condition of an output
    intent, by its name
        in the registry of characterizations at color.org; where it is given, the file says that it is PDF/X-1a:2001.
    most_ink: the largest sum of inks in cmyk, 1 for each.
    """

    title: str = ""
    author: str = ""
    language: str = ""
    spaces: tuple[str, ...] = ALL_SPACES
    screen: Screen | None = None
    right_to_left: bool = False
    condition: str = ""
    most_ink: float | None = None
