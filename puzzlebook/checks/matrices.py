"""Transformation matrices, as PDF writes them."""

from __future__ import annotations

from math import sqrt
from typing import Any

Matrix = tuple[float, float, float, float, float, float]
"""Six numbers a b c d e f that map (x, y) to (a x + c y + e, b x + d y + f)."""

UNIT: Matrix = (1, 0, 0, 1, 0, 0)


def parse_matrix(numbers: Any) -> Matrix:
    """Return the matrix in an array of a PDF; ValueError unless it has six numbers."""
    a, b, c, d, e, f = map(float, numbers)
    return a, b, c, d, e, f


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that applies `first` and then `then`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def min_scale(matrix: Matrix) -> float:
    """Return the smallest factor by which a matrix scales a length: its smaller singular value."""
    a, b, c, d, _, _ = matrix
    total, area = a * a + b * b + c * c + d * d, abs(a * d - b * c)
    return sqrt(max(0.0, (total - sqrt(max(0.0, total * total - 4 * area * area))) / 2))
