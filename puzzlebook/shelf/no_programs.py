"""No other program is started on a stranger's file: pikepdf would start `jbig2dec`, if that is
installed, on whatever a PDF file says is packed as a JBIG2 picture, its own tables of objects and
the content of its pages included."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pikepdf import DataDecodingError, jbig2

_IS_STRANGE = ContextVar("is_strange", default=False)


class _Guard(jbig2.JBIG2DecoderInterface):
    """A decoder that decodes nothing of a stranger's; what else a program of the user's reads is
    left to the one that it has."""

    def __init__(self, other: jbig2.JBIG2DecoderInterface) -> None:
        self._other = other

    def check_available(self) -> None:
        """Raise an error of pikepdf's if pictures cannot be decoded."""
        if not _IS_STRANGE.get():
            self._other.check_available()

    def decode_jbig2(self, jbig2: bytes, jbig2_globals: bytes) -> bytes:
        """Decode a picture; of a stranger's file none is."""
        if _IS_STRANGE.get():
            raise DataDecodingError("no program is started to decode this")
        return self._other.decode_jbig2(jbig2, jbig2_globals)


@contextmanager
def start_no_program() -> Iterator[None]:
    """Keep pikepdf from starting a program on what it reads meanwhile."""
    if not isinstance(jbig2.get_decoder(), _Guard):
        jbig2.set_decoder(_Guard(jbig2.get_decoder()))
    token = _IS_STRANGE.set(True)
    try:
        yield
    finally:
        _IS_STRANGE.reset(token)
