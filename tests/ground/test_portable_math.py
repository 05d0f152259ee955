"""Sines, tangents, angles and logarithms of our own, beside those of the C library and what is
known of them."""

import math
from fractions import Fraction
from random import Random

import pytest

from puzzlebook.ground import portable_math as elementary
from puzzlebook.ground.portable_math import atan2, cos, log10, ratio, sin, unit_vector

SPANS = {
    "sin": (-20, 20),
    "cos": (-20, 20),
    "tan": (-1.5, 1.5),
    "atan": (-9, 9),
    "log10": (1e-3, 1e6),
}


@pytest.mark.parametrize("name", SPANS)
def test_within_a_unit_in_the_last_place_of_the_library(name):
    numbers = Random(1)
    for _ in range(2000):
        x = numbers.uniform(*SPANS[name])
        theirs = getattr(math, name)(x)
        assert abs(getattr(elementary, name)(x) - theirs) <= math.ulp(theirs)


def test_angles_all_around():
    numbers = Random(2)
    for _ in range(2000):
        y, x = numbers.uniform(-1, 1), numbers.uniform(-1, 1)
        assert abs(atan2(y, x) - math.atan2(y, x)) <= math.ulp(math.atan2(y, x))
    towards = [atan2(y, x) for y, x in ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, -1), (0, 0))]
    assert towards == [0, math.pi / 4, math.pi / 2, math.pi, -math.pi / 2, -3 * math.pi / 4, 0]


@pytest.mark.parametrize("angle", [5e-324, 1e-300, 1e-9, 2e-8, -1e-5])
def test_small_angles_keep_their_digits(angle):
    """By the series, in fractions; a float has 53 bits."""
    x = Fraction(angle)
    assert sin(angle) == pytest.approx(float(x - x**3 / 6), rel=2**-52, abs=0)
    assert atan2(angle, 1) == pytest.approx(float(x - x**3 / 3), rel=2**-52, abs=0)


def test_the_nearest_float():
    """Digits from tables: sin 1, cos 1, π in the sine of its nearest float, log 2."""
    assert sin(1.0) == 0.8414709848078965066525
    assert cos(1.0) == 0.5403023058681397174010
    assert sin(math.pi) == 1.2246467991473531772e-16
    assert log10(2.0) == 0.3010299956639811952137
    assert [log10(float(10**power)) for power in range(16)] == list(range(16))


def test_quarter_turns_are_whole():
    assert [unit_vector(angle) for angle in (0, 90, 180, 270, 360, -90)] == [
        (1, 0), (0, 1), (-1, 0), (0, -1), (1, 0), (0, -1),
    ]  # fmt: skip
    assert unit_vector(3630) == unit_vector(30) == (cos(math.pi / 6), sin(math.pi / 6))


def test_times_apart_puts_numbers_in_the_order_of_their_logarithms():
    cells = [12, 30, 55, 108, 109, 240, 999]
    for wanted in (20, 77.5, 108.5, 400):
        by_logarithm = sorted(cells, key=lambda cell: abs(math.log(cell / wanted)))
        assert sorted(cells, key=lambda cell: ratio(cell, wanted)) == by_logarithm
