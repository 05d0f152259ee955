"""Stands where pikepdf would, which no browser has: PDF files, as pypdf reads them.

Only what the checks of `puzzlebook/checks` call is here, under pikepdf's names and with its
meanings: names begin with a slash, what is null is not there, and each object of a file is one
object. `tests/test_web_checks.py` holds that both find the same.

objects    the values of a file
files      files and their pages
operators  what a page draws
writing    values and files as bytes
"""

from __future__ import annotations

from typing import Any

from .files import Page as Page
from .files import Pdf as Pdf
from .files import new as new
from .files import open as open
from .objects import Array as Array
from .objects import DataDecodingError as DataDecodingError
from .objects import Dictionary as Dictionary
from .objects import Name as Name
from .objects import Object as Object
from .objects import PasswordError as PasswordError
from .objects import PdfError as PdfError
from .objects import Stream as Stream
from .objects import String as String
from .operators import PdfImage as PdfImage
from .operators import parse_content_stream as parse_content_stream
from .operators import unparse_content_stream as unparse_content_stream


class jbig2:  # noqa: N801
    """What would start a program to decode pictures: here there is none."""

    class JBIG2DecoderInterface:
        """What decodes such pictures."""

    _decoder: Any = JBIG2DecoderInterface()

    @classmethod
    def get_decoder(cls) -> Any:
        """Return what decodes them."""
        return cls._decoder

    @classmethod
    def set_decoder(cls, decoder: Any) -> None:
        """Take another one."""
        cls._decoder = decoder
