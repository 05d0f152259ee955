"""Trigonometric functions and logarithms that give the same bits on every machine.

`math` uses the C library for these functions, and C libraries differ in the last bits. Here they
are computed in integers, in units of 2⁻¹²⁸, and rounded once. The result is the nearest float,
except in fewer than one in 10¹² cases.

The other functions of `math` that the program uses are exact or are Python's own arithmetic
(`fsum`, `hypot`, `dist`). `sum` is used only for ints, because its rounding of floats depends on
the version of Python.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt, pi

_BITS = 128
_ONE = 1 << _BITS
_PI = 31415926535897932384626433832795028841971693993751058209749 * _ONE // 10**58
_LOG10_2 = 30102999566398119521373889472449302676818988146210854131 * _ONE // 10**56
_LOG10_E = 43429448190325182765112891891660508229439700580366656611 * _ONE // 10**56
# The sine and the tangent of a smaller angle, in radians, equal the angle.
_SMALL = 1e-8
_CACHE_SIZE = 1 << 15


def sin(angle: float) -> float:
    """Return the sine of an angle in radians."""
    return _cos_and_sin(angle)[1] / _ONE if abs(angle) > _SMALL else angle


def cos(angle: float) -> float:
    """Return the cosine of an angle in radians."""
    return _cos_and_sin(angle)[0] / _ONE


def tan(angle: float) -> float:
    """Return the tangent of an angle in radians. It is always finite, because no float is exactly
    an odd multiple of π/2."""
    c, s = _cos_and_sin(angle)
    return s / c if abs(angle) > _SMALL else angle


def unit_vector(degrees: float) -> tuple[float, float]:
    """Return the cosine and the sine of an angle in degrees. They are exact for quarter turns."""
    quarters, rest = divmod(degrees % 360, 90)
    c, s = (cos(rest * (pi / 180)), sin(rest * (pi / 180))) if rest else (1.0, 0.0)
    for _ in range(int(quarters)):
        c, s = -s, c
    return c, s


@lru_cache(maxsize=_CACHE_SIZE)
def _cos_and_sin(angle: float) -> tuple[int, int]:
    """Return the cosine and the sine in units of 2⁻¹²⁸, by Taylor series after removing quarter
    turns."""
    numerator, denominator = angle.as_integer_ratio()
    quarters, rest = divmod((numerator << _BITS) // denominator + _PI // 4, _PI // 2)
    rest -= _PI // 4
    square = rest * rest >> _BITS
    c = s = power = 0
    term = _ONE
    while term:
        c += term
        s += term // (power + 1)
        power += 2
        term = -(term * square >> _BITS) // (power * (power - 1))
    s = s * rest >> _BITS
    for _ in range(quarters % 4):
        c, s = -s, c
    return c, s


def atan(x: float) -> float:
    """Return the arc tangent, in radians from −π/2 to π/2."""
    return atan2(x, 1.0)


@lru_cache(maxsize=_CACHE_SIZE)
def atan2(y: float, x: float) -> float:
    """Return the angle of the point (x, y), in radians from −π to π; 0 at the origin.

    The angle is measured from the nearest axis, so it is at most π/4. It is halved three times, by
    tan(a/2) = tan a / (1 + √(1 + tan² a)); then it is small enough for Gregory's series.
    """
    if abs(y) < _SMALL * x:
        return y / x
    is_steep = abs(y) > abs(x)
    (shorter, shorter_divisor), (longer, longer_divisor) = (
        abs(length).as_integer_ratio() for length in ((x, y) if is_steep else (y, x))
    )
    if not longer:
        return 0.0
    tangent = (shorter * longer_divisor << _BITS) // (longer * shorter_divisor)
    for _ in range(3):
        tangent = (tangent << _BITS) // (_ONE + isqrt((_ONE << _BITS) + tangent * tangent))
    angle = 8 * _series(tangent, -1)
    angle = _PI // 2 - angle if is_steep else angle
    angle = _PI - angle if x < 0 else angle
    return (-angle if y < 0 else angle) / _ONE


def log10(x: float) -> float:
    """Return the decimal logarithm of x > 0.

    x is the product of a power of 2 and a mantissa m from 1 to 2. The natural logarithm of m is 2
    artanh((m − 1) / (m + 1)).
    """
    numerator, denominator = x.as_integer_ratio()
    power = numerator.bit_length() - denominator.bit_length()
    if power < _BITS:
        mantissa = (numerator << _BITS - power) // denominator
    else:
        mantissa = numerator // denominator >> power - _BITS
    log = 2 * _series(((mantissa - _ONE) << _BITS) // (mantissa + _ONE), 1)
    return (power * _LOG10_2 + (log * _LOG10_E >> _BITS)) / _ONE


def _series(t: int, sign: int) -> int:
    """Return t ± t³/3 + t⁵/5 ± t⁷/7 …"""
    square = t * t >> _BITS
    total, divisor = 0, 1
    while t not in (0, -1):
        total += t // divisor
        t = sign * (t * square >> _BITS)
        divisor += 2
    return total


def ratio(a: float, b: float) -> float:
    """Return the larger of two positive numbers divided by the smaller. The result is rounded to 6
    decimals, so that ties are exact."""
    return round(max(a / b, b / a), 6)
