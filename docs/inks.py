"""The inks of colours: `python docs/inks.py` makes `templates/inks.toml` again, which takes some
minutes.

`swop-tr003.csv` is how 1,617 mixtures of ink look on coated paper: the characterisation of
ANSI CGATS TR 003-2007 (SWOP, grade 3 paper), as XYZ under D50, taken from the profile sources of
colord, which publish it under CC0 (github.com/hughsie/colord, data/profiles/SWOP_TR003_coated_3).
Between measured mixtures the cube roots of XYZ, relative to the paper, are interpolated linearly.

For each colour of a grid in sRGB, the mixture that looks most alike (CIELAB, dE 1976) is sought by
the method of Levenberg and Marquardt. A small price on cyan, magenta and yellow makes the grey in
every colour black ink, which needs less of it and keeps its colour where plates are not quite in
register. Greys are black alone.

Thin lines and small type show it most where plates are not in register, so the second table has
mixtures of at most two inks, none of them a tint too pale for a line. A dark colour that no two
inks come near, such as a brown, is black alone.
"""

from __future__ import annotations

import csv
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import LinearNDInterpolator
from scipy.spatial import cKDTree

Numbers = NDArray[np.float64]

HERE = Path(__file__).parent
MEASURED = HERE / "swop-tr003.csv"
TABLE = HERE.parent / "templates" / "inks.toml"

NODES = 17
MOST = 2.38
"""The largest sum of inks; printers take 2.4, and the numbers are rounded."""
_PRICE = 3.0
"""Of a whole ink but black, in dE."""
_STEPS = 14
_FINE_STEP = 0.02
_MIN_TINT = 0.2
_DARK, _NEAR, _PALE = 36.0, 18.0, 93.0
"""Colours darker than the first (L*) are black alone if no two inks come as near as the second
(dE); those paler than the third are the paper's."""
_D50 = (0.9642, 1.0, 0.8249)
# From linear sRGB to XYZ under D50, with the Bradford transform (ICC.1:2022, annex E).
_FROM_SRGB = (
    (0.4360747, 0.3850649, 0.1430804),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322, 0.0971045, 0.7141733),
)


class Press:
    """How mixtures of ink look: a model of measured ones."""

    def __init__(self) -> None:
        with MEASURED.open(encoding="utf-8", newline="") as lines:
            rows = np.array([[float(cell) for cell in row] for row in list(csv.reader(lines))[1:]])
        inks, first = np.unique(rows[:, :4] / 100, axis=0, return_index=True)
        paper = rows[np.argmin(rows[:, :4].sum(axis=1)), 4:]
        self._model = LinearNDInterpolator(inks, _take_roots(rows[first, 4:] / paper))

    def find_colours(self, inks: Numbers) -> Numbers:
        """Return the CIELAB colours of mixtures, a row for each, relative to the paper."""
        return _find_lab(self._model(np.clip(inks, 0, 1)))


def find_screen_colours(rgb: Numbers) -> Numbers:
    """Return the CIELAB colours of sRGB colours, 0 to 1 (IEC 61966-2-1), relative to white."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return _find_lab(_take_roots(linear @ np.array(_FROM_SRGB).T / np.array(_D50)))


def _take_roots(xyz: Numbers) -> Numbers:
    """Return f(X), f(Y) and f(Z) of CIELAB (ISO/CIE 11664-4)."""
    return np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)


def _find_lab(roots: Numbers) -> Numbers:
    x, y, z = roots.T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


def find_inks(press: Press, rgb: Numbers) -> Numbers:
    """Return cyan, magenta, yellow and black of sRGB colours, a row for each."""
    wanted = find_screen_colours(rgb)
    light = rgb.max(axis=1, keepdims=True)
    inks = np.hstack([1 - rgb / np.maximum(light, 1e-9), 1 - light]) * 0.9 + 0.02

    def measure(mixtures: Numbers) -> Numbers:
        return np.hstack([press.find_colours(mixtures) - wanted, _PRICE * mixtures[:, :3]])

    off, damping = measure(inks), np.ones(len(inks))
    for _ in range(_STEPS):
        slopes = np.empty((len(inks), 6, 4))
        for ink in range(4):
            step = np.where(inks[:, ink] > 0.5, -0.01, 0.01)
            moved = inks.copy()
            moved[:, ink] += step
            slopes[:, :, ink] = (measure(moved) - off) / step[:, None]
        square = np.einsum("nij,nik->njk", slopes, slopes) + np.eye(4) * damping[:, None, None]
        down = np.einsum("nij,ni->nj", slopes, off)
        # An ink that is at its end, and would go beyond it, stays there.
        stays = ((inks <= 1e-6) & (down > 0)) | ((inks >= 1 - 1e-6) & (down < 0))
        square = np.where(stays[:, :, None] | stays[:, None, :], np.eye(4), square)
        down[stays] = 0
        tried = _limit(np.clip(inks - np.linalg.solve(square, down[:, :, None])[:, :, 0], 0, 1))
        off_then = measure(tried)
        better = (off_then**2).sum(axis=1) < (off**2).sum(axis=1)
        inks[better], off[better] = tried[better], off_then[better]
        damping = np.clip(np.where(better, damping * 0.4, damping * 4), 1e-3, 1e9)
    grey = np.ptp(rgb, axis=1) == 0
    inks[grey] = np.hstack([np.zeros((int(grey.sum()), 3)), 1 - rgb[grey, :1]])
    return inks


def _limit(inks: Numbers) -> Numbers:
    """Return inks with less cyan, magenta and yellow where there would be too much."""
    room, colour = MOST - inks[:, 3:], inks[:, :3].sum(axis=1, keepdims=True)
    share = np.minimum(1.0, room / np.maximum(colour, 1e-9))
    return np.hstack([inks[:, :3] * share, inks[:, 3:]])


def find_fine_inks(press: Press, rgb: Numbers) -> Numbers:
    """Return mixtures of at most two inks for sRGB colours, a row for each."""
    wanted = find_screen_colours(rgb)
    shares = np.array([0, *np.arange(_MIN_TINT, 1 + _FINE_STEP / 2, _FINE_STEP)])
    one, other = (part.ravel() for part in np.meshgrid(shares, shares))
    inks, off = np.zeros((len(rgb), 4)), np.full(len(rgb), np.inf)
    for pair in combinations(range(4), 2):
        mixtures = np.zeros((len(one), 4))
        mixtures[:, pair[0]], mixtures[:, pair[1]] = one, other
        differences, nearest = cKDTree(press.find_colours(mixtures)).query(wanted)
        better = differences < off
        off[better], inks[better] = differences[better], mixtures[nearest[better]]
    inks[(wanted[:, 0] < _DARK) & (off > _NEAR)] = 0, 0, 0, 1
    inks[wanted[:, 0] > _PALE] = 0
    return inks


def main() -> None:
    """Write the table."""
    axis = np.linspace(0, 1, NODES)
    rgb = np.array([(red, green, blue) for red in axis for green in axis for blue in axis])
    press = Press()
    tables = [find_inks(press, rgb), find_fine_inks(press, rgb)]
    table, fine = ("\n".join(_format_rows(inks)) for inks in tables)
    TABLE.write_text(
        "# Cyan, magenta, yellow and black of colours in sRGB, made by docs/inks.py from ANSI CGATS"
        " TR 003-2007 (SWOP, coated\n# paper of grade 3), which colord publishes under CC0. Two"
        " hexadecimal digits an ink, the colours of a grid: blue goes\n# fastest, then green, then"
        " red; a line is one red and one green. fine: at most two inks, for thin lines and small"
        " type.\n\n"
        f'nodes = {NODES}\ntable = """\n{table}\n"""\nfine = """\n{fine}\n"""\n',
        encoding="utf-8",
    )


def _format_rows(inks: Numbers) -> list[str]:
    whole = np.rint(inks * 255).astype(np.uint8)
    return [row.tobytes().hex() for row in whole.reshape(NODES * NODES, NODES * 4)]


if __name__ == "__main__":
    main()
