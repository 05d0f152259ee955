"""The colours of a PDF: its colour spaces, by one word each, and how much ink its pictures ask
for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pikepdf

_NAMED = {
    "/DeviceGray": "gray", "/CalGray": "gray", "/G": "gray", "/DeviceRGB": "rgb", "/CalRGB": "rgb", "/RGB": "rgb",
    "/DeviceCMYK": "cmyk", "/CMYK": "cmyk", "/Lab": "lab", "/Separation": "spot", "/DeviceN": "spot",
}  # fmt: skip
_CHANNELS = {1: "gray", 3: "rgb", 4: "cmyk"}
_SAME = 0.01  # shares of an ink or a light that differ by no more are equal
_MOST_PIXELS = 1500  # across and down that are looked at


def name_colour_space(space: Any, resources: Mapping[str, Any] | None) -> str:
    """What a colour space is: gray, rgb, cmyk, lab, spot or pattern, with "+icc" where a profile
    says its colours."""
    if isinstance(space, pikepdf.Name):
        known = _NAMED.get(str(space))
        if known or space == "/Pattern":
            return known or "pattern"
        named = find_resource(resources, "/ColorSpace", [space])
        return name_colour_space(named, None) if named is not None else "gray"
    if not isinstance(space, pikepdf.Array) or not len(space):
        return "gray"
    kind = str(space[0])
    if kind == "/ICCBased":
        return f"{_CHANNELS.get(int(space[1].get('/N', 3)), 'rgb')}+icc"
    if kind in ("/Indexed", "/I"):
        return name_colour_space(space[1], resources)
    return "pattern" if kind == "/Pattern" else _NAMED.get(kind, "gray")


def name_inline_space(image: Any) -> str:
    """The colour space of a picture that stands in the content itself."""
    try:
        return {"/DeviceRGB": "rgb", "/DeviceCMYK": "cmyk"}.get(str(image.colorspace), "gray")
    except (NotImplementedError, ValueError, KeyError):
        return "gray"


def find_resource(resources: Any, kind: str, operands: Any) -> Any:
    """The resource that an operator names; None where there is none."""
    table = resources.get(kind) if resources is not None else None
    name = str(operands[0]) if len(operands) else ""
    return table.get(name) if isinstance(table, pikepdf.Dictionary) else None


def is_coloured(space: str, numbers: Sequence[float]) -> bool:
    """Whether a colour is neither black, grey nor white; a space that names its colours otherwise
    is taken to be."""
    if space.startswith("rgb"):
        return bool(numbers) and max(numbers) - min(numbers) > _SAME
    if space.startswith("cmyk"):
        return bool(numbers) and max(numbers[:3]) - min(numbers[:3]) > _SAME
    return space in ("lab", "spot")


def strength(space: str, numbers: Sequence[float]) -> float:
    """How much of its strongest ink a colour asks for: 1 for black or for a full ink, 0 for
    white."""
    if not numbers or space in ("lab", "pattern"):
        return 1.0
    return max(numbers) if space.startswith("cmyk") or space == "spot" else 1 - min(numbers)


def measure_picture_ink(image: Any) -> float:
    """The largest sum of inks of a CMYK picture, 1 for each; of a large one not every pixel is
    looked at.

    0 where it cannot be read: the printer's own check sees more.
    """
    from PIL import ImageMath

    try:
        pixels = (
            pikepdf.PdfImage(image) if isinstance(image, pikepdf.Stream) else image
        ).as_pil_image()
    except Exception:  # pikepdf and the decoders below it raise whatever they like
        return 0.0
    if pixels.mode != "CMYK":
        return 0.0
    step = max(1, -(-max(pixels.size) // _MOST_PIXELS))
    bands = pixels.resize((-(-pixels.width // step), -(-pixels.height // step)), 0).split()
    total = ImageMath.lambda_eval(
        lambda of: of["c"] + of["m"] + of["y"] + of["k"], **dict(zip("cmyk", bands, strict=True))
    )
    return float(total.getextrema()[1]) / 255
