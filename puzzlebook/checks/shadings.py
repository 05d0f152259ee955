"""The maximum ink of a shading, found by sampling its functions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import fsum
from typing import Any

import pikepdf

STEPS = 64
"""The number of intervals at whose ends a shading is evaluated."""

_MAX_DEPTH = 8  # levels of nested functions
_MESHES = range(4, 8)  # types of shading whose colours are in a stream


def measure_shading_ink(shading: Any) -> float | None:
    """Return the largest sum of inks in a CMYK shading, each ink from 0 to 1; None if unknown."""
    function = shading.get("/Function")
    if function is None:
        return None  # a mesh with colours in a stream
    parts = list(function) if isinstance(function, pikepdf.Array) else [function]
    try:
        kind = int(shading.get("/ShadingType", 0))
        if kind == 1:
            return None  # a function of two coordinates
        # A mesh is evaluated over the domain of its function.
        if "/Domain" in shading and kind not in _MESHES:
            first, last = map(float, shading.get("/Domain")[:2])
        else:
            first, last = _domain(parts[0])
        return max(
            _measure_ink(parts, first + (last - first) * step / STEPS) for step in range(STEPS + 1)
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


def _measure_ink(functions: Iterable[Any], x: float) -> float:
    """Return the sum of the inks at one point of a shading."""
    values = (value for function in functions for value in _evaluate(function, x, 0))
    return fsum(min(1.0, max(0.0, value)) for value in values)


def _domain(function: Any) -> tuple[float, float]:
    low, high = map(float, list(function["/Domain"])[:2])
    return low, high


def _evaluate(function: Any, x: float, depth: int) -> list[float]:
    """Return the values of a function of one number; ValueError for an unknown type."""
    if depth > _MAX_DEPTH:
        raise ValueError("functions contain each other in an endless loop")
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
    """Evaluate an exponential function (ISO 32000-1, 7.10.3)."""
    power = x ** float(function["/N"])
    starts = map(float, function.get("/C0", [0.0]))
    ends = map(float, function.get("/C1", [1.0]))
    return [start + power * (end - start) for start, end in zip(starts, ends, strict=True)]


def _evaluate_stitched(function: Any, x: float, low: float, high: float, depth: int) -> list[float]:
    """Evaluate a stitching function (ISO 32000-1, 7.10.4): functions for parts of a domain."""
    bounds = [low, *map(float, function["/Bounds"]), high]
    encoded = list(map(float, function["/Encode"]))
    parts = list(function["/Functions"])
    index = sum(x >= bound for bound in bounds[1:-1])
    start, end = list(pairwise(bounds))[index]
    first, last = encoded[2 * index : 2 * index + 2]
    share = (x - start) / (end - start) if end > start else 0.0
    return _evaluate(parts[index], first + share * (last - first), depth + 1)


def _evaluate_sampled(function: Any, x: float, low: float, high: float) -> list[float]:
    """Evaluate a sampled function (ISO 32000-1, 7.10.2), if its samples are one byte each."""
    if int(function["/BitsPerSample"]) != 8 or len(function["/Size"]) != 1:
        raise ValueError("samples of another kind")
    count, ranges = int(function["/Size"][0]), list(map(float, function["/Range"]))
    decoded = list(map(float, function.get("/Decode", ranges)))
    encoded = list(map(float, function.get("/Encode", [0, count - 1])))
    position = encoded[0] + (x - low) / (high - low) * (encoded[1] - encoded[0])
    samples, outputs = function.read_bytes(), len(ranges) // 2
    row = samples[round(min(count - 1, max(0.0, position))) * outputs :][:outputs]
    pairs = zip(row, decoded[::2], decoded[1::2], strict=True)
    return [start + sample / 255 * (end - start) for sample, start, end in pairs]
