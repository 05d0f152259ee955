"""Names of colour spaces, and the ink that colours and pictures use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pikepdf

_SPACES = {
    "/DeviceGray": "gray", "/CalGray": "gray", "/G": "gray",
    "/DeviceRGB": "rgb", "/CalRGB": "rgb", "/RGB": "rgb",
    "/DeviceCMYK": "cmyk", "/CMYK": "cmyk",
    "/Lab": "lab", "/Separation": "spot", "/DeviceN": "spot",
}  # fmt: skip
_CHANNELS = {1: "gray", 3: "rgb", 4: "cmyk"}
_EQUAL = 0.01  # ink or light amounts that differ by no more than this count as equal
_MAX_PIXELS = 1500  # across and down; larger pictures are sampled


def is_known_space(name: Any) -> bool:
    """Whether a colour space needs no resource: it is a device's, or that of patterns."""
    return str(name) in ("/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern")


def name_colour_space(space: Any, resources: Mapping[str, Any] | None) -> str:
    """Return gray, rgb, cmyk, lab, spot or pattern; "+icc" is added if a profile defines the
    colours. A separation of black is no spot colour: its ink is in the press."""
    if isinstance(space, pikepdf.Name):
        name = _SPACES.get(str(space))
        if name or space == "/Pattern":
            return name or "pattern"
        resource = find_resource(resources, "/ColorSpace", [space])
        return name_colour_space(resource, None) if resource is not None else "gray"
    if not isinstance(space, pikepdf.Array) or not len(space):
        return "gray"
    kind = str(space[0])
    if kind == "/Separation" and space[1] == "/Black":
        return "cmyk"  # of one ink, whose share is the colour's only number
    if kind == "/ICCBased":
        return f"{_CHANNELS.get(int(space[1].get('/N', 3)), 'rgb')}+icc"
    if kind in ("/Indexed", "/I"):
        return name_colour_space(space[1], resources)
    return "pattern" if kind == "/Pattern" else _SPACES.get(kind, "gray")


def name_inline_space(image: Any) -> str:
    """Return the colour space of an inline picture."""
    try:
        return {"/DeviceRGB": "rgb", "/DeviceCMYK": "cmyk"}.get(str(image.colorspace), "gray")
    except (NotImplementedError, ValueError, KeyError):
        return "gray"


def find_resource(resources: Any, kind: str, operands: Any) -> Any:
    """Return the resource that an operator names, or None."""
    table = resources.get(kind) if resources is not None else None
    name = str(operands[0]) if len(operands) else ""
    return table.get(name) if isinstance(table, pikepdf.Dictionary) else None


def is_coloured(space: str, numbers: Sequence[float]) -> bool:
    """Whether a colour is not black, grey or white; lab and spot colours always count.
    One number of cmyk is a share of black."""
    if space.startswith("rgb"):
        return bool(numbers) and max(numbers) - min(numbers) > _EQUAL
    if space.startswith("cmyk"):
        return len(numbers) > 1 and max(numbers[:3]) - min(numbers[:3]) > _EQUAL
    return space in ("lab", "spot")


def measure_strength(space: str, numbers: Sequence[float]) -> float:
    """Return the share of a colour's strongest ink: 1 for black or a full ink, 0 for white."""
    if not numbers or space in ("lab", "pattern"):
        return 1.0
    return max(numbers) if space.startswith("cmyk") or space == "spot" else 1 - min(numbers)


def measure_tint(space: str, numbers: Sequence[float]) -> float:
    """Return the share of black in a grey of any colour space; 0 for colours and patterns."""
    if not numbers or space in ("lab", "spot", "pattern") or is_coloured(space, numbers):
        return 0.0
    if space.startswith("cmyk"):
        return 0.0 if any(numbers[:-1]) else numbers[-1]
    return 1 - min(numbers)


def measure_picture_ink(image: Any) -> float:
    """Return the largest sum of inks in a CMYK picture, each ink from 0 to 1.

    Large pictures are sampled. An unreadable picture gives 0: the printer's own check will find it.
    """
    if isinstance(image, pikepdf.Stream):
        image = pikepdf.PdfImage(image)
    try:
        pixels = image.as_pil_image()
    except Exception:  # pikepdf and its decoders raise errors of many types
        return 0.0
    if pixels.mode != "CMYK":
        return 0.0
    from PIL import ImageMath

    step = max(1, -(-max(pixels.size) // _MAX_PIXELS))
    bands = pixels.resize((-(-pixels.width // step), -(-pixels.height // step)), 0).split()
    total = ImageMath.lambda_eval(
        lambda of: of["c"] + of["m"] + of["y"] + of["k"], **dict(zip("cmyk", bands, strict=True))
    )
    return float(total.getextrema()[1]) / 255
