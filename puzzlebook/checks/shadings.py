"""The most ink that a shading asks for: its functions, evaluated along it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import fsum
from typing import Any

import pikepdf

STEPS = 64
"""Along a shading it is looked at so many places and its ends."""

_DEEPEST = 8  # functions that hold functions
_MESHES = range(4, 8)  # kinds of shading whose colours lie in a stream of their own


def measure_shading_ink(shading: Any) -> float | None:
    """The largest sum of inks of a CMYK shading, 1 for each; None where that cannot be told."""
    function = shading.get("/Function")
    if function is None:
        return None  # a mesh that has its colours in a stream
    parts = list(function) if isinstance(function, pikepdf.Array) else [function]
    try:
        if int(shading.get("/ShadingType", 0)) == 1:
            return None  # over two coordinates
        first, last = (
            map(float, shading.get("/Domain", [0, 1])[:2])
            if _has_domain(shading)
            else _domain(parts[0])
        )
        places = [first + (last - first) * step / STEPS for step in range(STEPS + 1)]
        return max(
            fsum(_clip(value for part in parts for value in _evaluate(part, place, 0)))
            for place in places
        )
    except (
        ValueError,
        TypeError,
        IndexError,
        ZeroDivisionError,
        OverflowError,
        AttributeError,
        pikepdf.PdfError,
    ):
        return None


def _has_domain(shading: Any) -> bool:
    """Whether a shading says itself along which numbers it runs; the domain of a mesh is another
    thing."""
    return "/Domain" in shading and int(shading.get("/ShadingType", 0)) not in _MESHES


def _domain(function: Any) -> tuple[float, float]:
    low, high = map(float, list(function["/Domain"])[:2])
    return low, high


def _clip(values: Iterable[float]) -> list[float]:
    return [min(1.0, max(0.0, value)) for value in values]


def _evaluate(function: Any, x: float, depth: int) -> list[float]:
    """What a function of one number gives; ValueError for a kind that is not known here."""
    if depth > _DEEPEST:
        raise ValueError("functions hold each other without end")
    low, high = _domain(function)
    x = min(high, max(low, x))
    kind = int(function["/FunctionType"])
    if kind == 2:
        return _evaluate_exponential(function, x)
    if kind == 3:
        return _evaluate_stitched(function, x, low, high, depth)
    if kind == 0:
        return _evaluate_sampled(function, x, low, high)
    raise ValueError(f"a function of type {kind}")


def _evaluate_exponential(function: Any, x: float) -> list[float]:
    """PDF 32000-1, 7.10.3."""
    power = x ** float(function["/N"])
    starts, ends = (
        list(map(float, function.get(key, given)))
        for key, given in (("/C0", [0.0]), ("/C1", [1.0]))
    )
    return [start + power * (end - start) for start, end in zip(starts, ends, strict=True)]


def _evaluate_stitched(function: Any, x: float, low: float, high: float, depth: int) -> list[float]:
    """PDF 32000-1, 7.10.4: functions, each for its part of the domain."""
    bounds = [low, *map(float, function["/Bounds"]), high]
    encoded = list(map(float, function["/Encode"]))
    parts = list(function["/Functions"])
    place = sum(x >= bound for bound in bounds[1:-1])
    start, end = list(pairwise(bounds))[place]
    first, last = encoded[2 * place : 2 * place + 2]
    share = (x - start) / (end - start) if end > start else 0.0
    return _evaluate(parts[place], first + share * (last - first), depth + 1)


def _evaluate_sampled(function: Any, x: float, low: float, high: float) -> list[float]:
    """PDF 32000-1, 7.10.2, for samples of one byte, as nearly all are."""
    if int(function["/BitsPerSample"]) != 8 or len(function["/Size"]) != 1:
        raise ValueError("samples of another kind")
    count, ranges = int(function["/Size"][0]), list(map(float, function["/Range"]))
    decoded = list(map(float, function.get("/Decode", ranges)))
    encoded = list(map(float, function.get("/Encode", [0, count - 1])))
    place = encoded[0] + (x - low) / (high - low) * (encoded[1] - encoded[0])
    samples, outputs = function.read_bytes(), len(ranges) // 2
    row = samples[round(min(count - 1, max(0.0, place))) * outputs :][:outputs]
    pairs = zip(row, decoded[::2], decoded[1::2], strict=True)
    return [least + sample / 255 * (most - least) for sample, least, most in pairs]
