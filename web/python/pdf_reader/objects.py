"""The values of a PDF file, and the decoding of its streams."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pypdf import filters, generic
from pypdf.errors import PyPdfError

_NO_NUMBER = (0, 0)
_ABBREVIATED = {"/Fl": "/FlateDecode", "/LZW": "/LZWDecode", "/RL": "/RunLengthDecode",
                "/A85": "/ASCII85Decode", "/AHx": "/ASCIIHexDecode"}  # fmt: skip
_DECODERS = {
    "/LZWDecode": filters.LZWDecode.decode,
    "/RunLengthDecode": filters.RunLengthDecode.decode,
    "/ASCII85Decode": filters.ASCII85Decode.decode,
    "/ASCIIHexDecode": filters.ASCIIHexDecode.decode,
}


class PdfError(Exception):
    """A file, or a part of it, cannot be read."""


class DataDecodingError(PdfError):
    """A stream cannot be decoded."""


class PasswordError(Exception):
    """A file cannot be read without its password."""


class Numbered(Protocol):
    """What knows the objects of a file by their numbers."""

    def find(self, objgen: tuple[int, int]) -> Any:
        """Return the object with this number."""


class Object:
    """A value of a PDF file that is no number, and not true or false."""

    objgen = _NO_NUMBER

    @property
    def is_indirect(self) -> bool:
        """Whether the object has a number of its own in its file."""
        return self.objgen != _NO_NUMBER


class _Names(type):
    def __getattr__(cls, name: str) -> Name:
        return Name(f"/{name}")


class Name(Object, str, metaclass=_Names):
    """A name, with its slash. `Name.Form` is `Name("/Form")`."""

    __slots__ = ()


class String(Object):
    """A string, which may be text."""

    def __init__(self, content: bytes, text: str | None = None) -> None:
        self._content = content
        self._text = content.decode("latin-1") if text is None else text

    def __bytes__(self) -> bytes:
        return self._content

    def __str__(self) -> str:
        return self._text


class Array(Object, Sequence[Any]):
    """A list of values."""

    def __init__(self, rows: Sequence[Any] = (), pdf: Numbered | None = None) -> None:
        self._rows, self._pdf = rows, pdf

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [wrap(row, self._pdf) for row in self._rows[place]]
        return wrap(self._rows[place], self._pdf)


class Table(Object):
    """A dictionary, with or without a stream."""

    _rows: dict[str, Any]
    _pdf: Numbered | None

    def __init__(self, rows: Mapping[str, Any] | None = None, pdf: Numbered | None = None) -> None:
        # A dictionary of a file is kept as it is: a large one is read in parts.
        self.__dict__["_rows"] = rows if isinstance(rows, dict) else dict(rows or {})
        self.__dict__["_pdf"] = pdf

    def get(self, key: str, default: Any = None) -> Any:
        """Return an entry; the default if there is none, or it is null."""
        found = wrap(self._rows.get(key), self._pdf)
        return default if found is None else found

    def keys(self) -> set[str]:
        """Return the keys of all entries that are not null."""
        return {str(key) for key in self._rows if self.get(key) is not None}

    def __contains__(self, key: str) -> bool:
        return self.get(key) is not None

    def __getitem__(self, key: str) -> Any:
        if (found := self.get(key)) is None:
            raise KeyError(key)
        return found

    def __setitem__(self, key: str, value: Any) -> None:
        dict.__setitem__(self._rows, str(key), value)  # pypdf's own takes only what is its own

    def __getattr__(self, name: str) -> Any:
        if (found := self.get(f"/{name}")) is None:
            raise AttributeError(name)
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "objgen":
            self.__dict__[name] = value
        else:
            self[f"/{name}"] = value


class Dictionary(Table):
    """A dictionary without a stream."""


class Stream(Table):
    """A stream with its dictionary."""

    def read_raw_bytes(self) -> bytes:
        """Return the content as it is in the file."""
        return bytes(self._rows._data)  # type: ignore[attr-defined]

    def read_bytes(self) -> bytes:
        """Return the content decoded; DataDecodingError if it cannot be decoded."""
        content = self.read_raw_bytes()
        names, settings = as_list(self.get("/Filter")), as_list(self.get("/DecodeParms"))
        settings += [None] * (len(names) - len(settings))
        for name, setting in zip(map(str, names), settings, strict=False):
            content = _decode(content, _ABBREVIATED.get(name, name), setting)
        return content


class NewStream(dict[str, Any]):
    """The dictionary of a stream that no file has, with its content."""

    _data = b""


def as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, Array) else [] if value is None else [value]


def wrap(value: Any, pdf: Numbered | None) -> Any:
    """Return a value of pypdf's as one of ours."""
    if value is None or isinstance(value, Object | bool):
        return value
    if isinstance(value, generic.IndirectObject):
        return pdf.find((value.idnum, value.generation)) if pdf else None
    if isinstance(value, generic.StreamObject | NewStream):
        return Stream(value, pdf)
    if isinstance(value, dict):
        return Dictionary(value, pdf)
    if isinstance(value, list):
        return Array(value, pdf)
    if isinstance(value, generic.NameObject):
        return Name(value)
    if isinstance(value, generic.TextStringObject):
        return String(value.original_bytes, str(value))
    if isinstance(value, bytes):
        return String(bytes(value))
    if isinstance(value, generic.BooleanObject):
        return bool(value.value)
    return None if isinstance(value, generic.NullObject) else value


def _decode(content: bytes, name: str, settings: Any) -> bytes:
    if name == "/Crypt":
        return content
    raw: Any = settings._rows if isinstance(settings, Dictionary) else None
    try:
        if name == "/FlateDecode":
            plain = zlib.decompressobj()
            unpacked = plain.decompress(content) + plain.flush()
            if raw is None or settings.get("/Predictor", 1) == 1:
                return unpacked
            return filters.FlateDecode.decode(content, raw)
        if name in _DECODERS:
            return bytes(_DECODERS[name](content, raw))
    except (PyPdfError, zlib.error, ValueError, IndexError, KeyError) as error:
        raise DataDecodingError(str(error)) from None
    raise DataDecodingError(f"{name} is not decoded")
