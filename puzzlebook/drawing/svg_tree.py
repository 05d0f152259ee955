"""An SVG file as a tree, parsed safely, with the styles of its elements resolved.

Scripts, entities and references to anything outside the file are refused, and nothing is ever
fetched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from typing import NamedTuple
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from puzzlebook.ground.faults import Refused, refuse

MAX_DEPTH = 100  # of nested elements
_SVG = "http://www.w3.org/2000/svg "
_XLINK = "http://www.w3.org/1999/xlink "
_REFUSED_ELEMENTS = {
    "image": "trace it (in Inkscape: Path > Trace Bitmap), or give the picture itself",
    "text": "turn it into paths (in Inkscape: Path > Object to Path), or use text:…",
    "foreignObject": "shapes and groups of shapes",
}
INHERITED = (
    "fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-opacity", "paint-order",
    "marker", "marker-start", "marker-mid", "marker-end", "visibility",
)  # fmt: skip
"""The properties that an element inherits from its group."""
_PAINT_PROPERTIES = (
    *INHERITED,
    "opacity",
    "display",
    "clip-path",
    "mask",
    "transform",
    "filter",
    "vector-effect",
)
_SELECTOR = re.compile(r"(\*|[\w-]+)?([.#][\w-]+)?")


def parse_svg(data: bytes, where: str) -> Element:
    """Parse an SVG drawing. Return its tree, with the SVG namespace removed from the tags.

    A document type without declarations is common and harmless, because it is never fetched. A
    document type with declarations is refused.
    """
    tree = TreeBuilder()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise refuse(where, f"groups are nested over {MAX_DEPTH} deep", "ungroup the drawing")
        name = tag.removeprefix(_SVG)
        if depth == 1 and name != "svg":
            raise refuse(
                where, "this is not an SVG drawing", "give a file that begins with <svg …>"
            )
        attributes = {key.removeprefix(_XLINK): value for key, value in attributes.items()}
        _refuse_dangers(name, attributes, where)
        tree.start(name, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        tree.end(tag.removeprefix(_SVG))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = tree.data
    _refuse_declarations(parser, where)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise refuse(
            where, f"this is not an SVG drawing ({error})", "give well-formed SVG"
        ) from None
    except (LookupError, ValueError) as error:
        if isinstance(error, Refused):
            raise
        raise refuse(where, "the SVG drawing's encoding is unknown", "save it as UTF-8") from None
    return tree.close()


def _refuse_declarations(parser: expat.XMLParserType, where: str) -> None:
    """Make the parser refuse entities, and style sheets outside the file."""

    def doctype(name: str, system: str | None, public: str | None, has_declarations: int) -> None:
        if has_declarations:
            entity()

    def entity(*_: object) -> None:
        raise refuse(where, "it declares entities of its own", "save it as plain SVG")

    def instruction(target: str, _: str) -> None:
        if target == "xml-stylesheet":
            raise refuse(
                where, "it refers to a style sheet outside the file", "save it as plain SVG"
            )

    parser.StartDoctypeDeclHandler, parser.EntityDeclHandler = doctype, entity
    parser.ProcessingInstructionHandler = instruction


def _refuse_dangers(name: str, attributes: Mapping[str, str], where: str) -> None:
    """Refuse scripts, pictures, text, and references to anything outside the file."""
    if name == "script" or any(key.lower().startswith("on") for key in attributes):
        raise refuse(where, "the drawing holds a script", "save it as plain SVG")
    if name in _REFUSED_ELEMENTS:
        raise refuse(where, f"the drawing holds <{name}>", _REFUSED_ELEMENTS[name])
    href = attributes.get("href", "#")
    if not href.startswith("#"):
        raise refuse(
            where,
            f"the drawing refers to {href[:60]!r}",
            "refer only to its own parts, such as #leaf",
        )
    for value in attributes.values():
        _refuse_remote(value, where)


def _refuse_remote(style: str, where: str) -> None:
    if "@" not in style and "(" not in style:
        return
    remote = re.search(r"@import|url\(\s*+['\"]?+\s*+[^#'\"\s]", style, re.IGNORECASE)
    if remote:
        raise refuse(
            where,
            f"the drawing refers to {style[remote.start() :][:60]!r}",
            "refer only to its own parts",
        )


class _Declaration(NamedTuple):
    """The value of a property in a style sheet. If two declarations apply to one element, the
    greater tuple wins."""

    strength: int
    order: int
    value: str


StyleRules = Mapping[tuple[str, str], Mapping[str, _Declaration]]
"""The declarations of a drawing's style sheets. Each key consists of an element ("*" for any) and a
class with its dot, an id with its #, or an empty string."""


def read_style_rules(root: Element, where: str) -> StyleRules:
    """Return the declarations in the drawing's <style> elements that affect painting."""
    rules: dict[tuple[str, str], dict[str, _Declaration]] = {}
    order = count()
    for sheet in root.iter("style"):
        # An unclosed comment extends to the end of the style sheet.
        text = re.sub(r"/\*.*?(?:\*/|\Z)", "", sheet.text or "", flags=re.DOTALL)
        _refuse_remote(text, where)
        for rule in text.split("}")[:-1]:
            *selectors, body = rule.split("{")
            declarations = _parse_declarations(body)
            if not selectors or not declarations or selectors[-1].lstrip().startswith("@"):
                continue
            for selector in map(str.strip, selectors[-1].split(",")):
                match = _SELECTOR.fullmatch(selector)
                if not match or not selector:
                    what = f"the style rule {selector[:40]!r} is not supported"
                    raise refuse(where, what, "write rules for .class, #id or element")
                element, class_or_id = match[1] or "*", match[2] or ""
                strength = {"": 0, ".": 10, "#": 100}[class_or_id[:1]] + (element != "*")
                declared, position = rules.setdefault((element, class_or_id), {}), next(order)
                declared.update(
                    {
                        name: _Declaration(strength, position, value)
                        for name, value in declarations.items()
                    }
                )
    return rules


def _parse_declarations(style: str) -> dict[str, str]:
    """Return those properties in a style attribute, or in the body of a rule, that affect
    painting."""
    pairs = (part.split(":", 1) for part in style.split(";") if ":" in part)
    plain = {name.strip().lower(): value.replace("!important", "").strip() for name, value in pairs}
    return {name: value for name, value in plain.items() if name in _PAINT_PROPERTIES}


def resolve_style(element: Element, rules: StyleRules, where: str) -> dict[str, str]:
    """Return the properties of the element itself: its attributes, overridden by style rules, which
    are overridden by its style attribute."""
    names = [name for name in _PAINT_PROPERTIES if name in element.attrib and name != "transform"]
    properties = {name: element.attrib[name].strip() for name in names}
    declared: dict[str, _Declaration] = {}
    for class_or_id in (
        {"", f"#{element.get('id')}", *(f".{name}" for name in element.get("class", "").split())}
        if rules
        else ()
    ):
        for row in (rules.get(("*", class_or_id), {}), rules.get((element.tag, class_or_id), {})):
            declared.update(
                {
                    name: new
                    for name, new in row.items()
                    if name not in declared or new > declared[name]
                }
            )
    properties.update({name: new.value for name, new in declared.items()})
    if style := element.get("style"):
        properties.update(_parse_declarations(style))
    for name in ("clip-path", "mask", "transform"):
        if properties.get(name, "none") != "none":
            what = "a transform in its style" if name == "transform" else f"a {name}"
            raise refuse(
                where,
                f"<{element.tag}> has {what}, which is not supported",
                "release it and save again",
            )
    return {name: value for name, value in properties.items() if value != "inherit"}
