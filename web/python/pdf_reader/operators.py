"""What a page draws: its operators with their operands, read and written."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .files import Page
from .objects import Array, DataDecodingError, Dictionary, Name, PdfError, Stream, String, as_list
from .writing import write_value

_TOKEN = re.compile(
    rb"(?P<space>[\0\t\n\f\r ]+|%[^\r\n]*)"
    rb"|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?=[\0\t\n\f\r \[\]()<>{}/%]|$))"
    rb"|(?P<name>/[^\0\t\n\f\r \[\]()<>{}/%]*)"
    rb"|(?P<bracket><<|>>|[\[\]{}])"
    rb"|(?P<hex><[0-9A-Fa-f\0\t\n\f\r ]*>)"
    rb"|(?P<text>\()"
    rb"|(?P<operator>[^\0\t\n\f\r \[\]()<>{}/%]+)"
)
_TEXT_PART = re.compile(rb"[^()\\]+|\\.|[()]", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f",
            b"\n": b"", b"\r": b"", b"\r\n": b""}  # fmt: skip
_IMAGE_END = re.compile(rb"[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)")


class Operator(str):
    """What is to be done."""

    __slots__ = ()


class ContentStreamInstruction(NamedTuple):
    """An operator with its operands."""

    operands: list[Any]
    operator: Operator


class PdfInlineImage:
    """A picture within a content stream."""

    def __init__(self, rows: Mapping[str, Any]) -> None:
        def find(*keys: str) -> Any:
            return next((rows[key] for key in keys if key in rows), None)

        self.width, self.height = find("/W", "/Width") or 0, find("/H", "/Height") or 0
        self.image_mask = bool(find("/IM", "/ImageMask"))
        space = find("/CS", "/ColorSpace")
        known = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK"}
        self.colorspace = known.get(space, space) if isinstance(space, Name) else None

    def as_pil_image(self) -> Any:
        """Pictures are not decoded here."""
        raise NotImplementedError


class PdfImage(PdfInlineImage):
    """A picture of its own."""


class UnreadableContent(PdfError):
    """The operators of a page cannot be told apart."""


def parse_content_stream(stream: Any, operators: str = "") -> list[ContentStreamInstruction]:
    """Return the operators of a page or a stream; only those that are named, if any are."""
    contents = stream.obj.get("/Contents") if isinstance(stream, Page) else stream
    parts = [part for part in as_list(contents) if isinstance(part, Stream)]
    content = b"\n".join(_read_content(part) for part in parts)
    return [*_parse(content, frozenset(operators.split()))]


def _read_content(part: Stream) -> bytes:
    try:
        return part.read_bytes()
    except DataDecodingError:
        number, generation = part.objgen
        where = f"content stream (content stream object {number} {generation})"
        raise PdfError(f"{where}: errors while decoding content stream") from None


def _parse(content: bytes, wanted: frozenset[str]) -> Iterator[ContentStreamInstruction]:
    place, operands = 0, list[Any]()
    nests: list[list[Any]] = []
    while place < len(content):
        token = _TOKEN.match(content, place)
        if token is None:
            raise UnreadableContent("the content of a page breaks off")
        kind, text, place = token.lastgroup, token[0], token.end()
        if kind == "space":
            continue
        if kind == "number":
            operands.append(float(text) if b"." in text else int(text))
        elif kind == "name":
            operands.append(_read_name(text))
        elif kind == "hex":
            operands.append(_read_hex(text))
        elif kind == "text":
            found, place = _read_text(content, place)
            operands.append(String(found))
        elif kind == "bracket":
            if text in (b"[", b"<<"):
                nests.append(operands)
                operands = []
            elif nests:
                closed = Array(operands) if text == b"]" else Dictionary(_pair(operands))
                operands = nests.pop()
                operands.append(closed)
        elif text in (b"true", b"false", b"null"):
            operands.append({b"true": True, b"false": False}.get(text))
        elif text == b"BI":
            operands = []
        elif text == b"ID":
            end = _IMAGE_END.search(content, place)
            if not wanted or "ID" in wanted:
                image = PdfInlineImage(_pair(operands))
                yield ContentStreamInstruction([image], Operator("INLINE IMAGE"))
            place, operands = end.end() if end else len(content), []
        else:
            name = text.decode("latin-1")
            if not wanted or name in wanted:
                yield ContentStreamInstruction(operands, Operator(name))
            operands, nests = [], []
    if operands:
        warnings.warn("operands without an operator", stacklevel=2)


def _pair(values: Sequence[Any]) -> dict[str, Any]:
    return {str(key): value for key, value in zip(values[::2], values[1::2], strict=False)}


def _read_name(text: bytes) -> Name:
    if b"#" in text:
        text = re.sub(rb"#([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode()), text)
    return Name(text.decode("utf-8", "surrogateescape"))


def _read_hex(text: bytes) -> String:
    digits = bytes(text[1:-1]).translate(None, b"\0\t\n\f\r ").decode()
    return String(bytes.fromhex(digits + "0" * (len(digits) % 2)))


def _read_text(content: bytes, place: int) -> tuple[bytes, int]:
    """Return the string that begins here, after its bracket, and where it ends."""
    depth, start = 1, place
    while depth:
        part = _TEXT_PART.match(content, place)
        if part is None:
            raise UnreadableContent("a string breaks off")
        place = part.end()
        depth += {b"(": 1, b")": -1}.get(part[0], 0)
    text = content[start : place - 1]
    return (_ESCAPE.sub(_unescape, text) if b"\\" in text else text), place


def _unescape(found: re.Match[bytes]) -> bytes:
    said = found[1]
    return bytes([int(said, 8) & 255]) if said.isdigit() else _ESCAPED.get(said, said)


def unparse_content_stream(instructions: Sequence[Any]) -> bytes:
    """Return operators with their operands as a page has them."""
    return b"\n".join(
        b" ".join([*(write_value(operand) for operand in operands), str(name).encode("latin-1")])
        for operands, name in instructions
    )
