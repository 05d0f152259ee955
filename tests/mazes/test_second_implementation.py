"""Square mazes by the passage carver, written a second time from `docs/codes.md` alone, yield the pinned digests.

Nothing of ours is imported: key, stream and kernel are those of the page.
"""

import os
import subprocess
import sys
from collections import defaultdict
from hashlib import sha256, shake_256
from itertools import count
from pathlib import Path

import pytest

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
PINNED = [line.split() for line in (Path(__file__).parents[1] / "digests.txt").read_text(encoding="ascii").splitlines()]
CARVED = [
    (code, digest)
    for code, digest in PINNED
    if code.startswith("1-square-") and "-passages-" in code and "-way." not in code  # a way takes our drawings
]
CUT = 8  # fields of a code with a silhouette as well as a method


def fields(*values):
    """A list of fields, each a netstring."""
    encoded = [str(value).encode() for value in values]
    return b"".join(str(len(field)).encode() + b":" + field + b"," for field in encoded)


def maze_key(seed, section="", draw=1):
    number = int.from_bytes(shake_256(fields("puzzlebook", "maze", 1, seed, 1, section, draw, 1)).digest(10), "big")
    return "".join(DIGITS[number // 32**place % 32] for place in range(15, -1, -1))


def draws(key, purpose, bits):
    for block in count():
        for byte in shake_256(fields("puzzlebook", "stream", 1, key, purpose, block)).digest(1024):
            binary = f"{byte:08b}"
            for at in range(8 // bits):
                yield int(binary[at * bits : (at + 1) * bits], 2)


def below(bound, source, bits):
    """A number below the bound."""
    needed = len(f"{bound - 1:b}") if bound > 1 else 0
    taken = -(-needed // bits)
    while True:
        binary = "".join(f"{next(source):0{bits}b}" for _ in range(taken))
        number = int(binary[:needed] or "0", 2)
        if number < bound:
            return number


def carved(columns, rows, key):
    """The passages: pairs of cells in order."""
    sides = []
    for cell in range(columns * rows):
        sides += [(cell, cell + 1)] if (cell + 1) % columns else []
        sides += [(cell, cell + columns)] if cell + columns < columns * rows else []
    row = defaultdict(list)
    for a, b in sorted(sides):
        row[a].append((b, (a, b)))
        row[b].append((a, (a, b)))
    longest = max(len(row[cell]) for cell in range(columns * rows))
    bits = 1 if longest <= 2 else 2
    source = draws(key, "tree", bits)
    tree, passages = {below(columns * rows, source, bits)}, set()
    for first in range(columns * rows):
        last, here = {}, first
        while here not in tree:
            draw = next(source)
            if draw < len(row[here]):  # else the entry leads back to the cell itself
                last[here] = row[here][draw]
                here = last[here][0]
        here = first
        while here not in tree:
            tree.add(here)
            here, side = last[here]
            passages.add(side)
    return sorted(passages)


def digest_of(passages):
    return sha256(" ".join(f"{a}-{b}" for a, b in passages).encode("ascii")).hexdigest()


def test_there_are_mazes_to_compare():
    assert len([code for code, _ in CARVED if len(code.split("-")) < CUT]) >= 20


@pytest.mark.parametrize(("code", "digest"), [row for row in CARVED if len(row[0].split("-")) < CUT])
def test_the_second_implementation_yields_the_pinned_digest(code, digest):
    _, _, size, *_, key, _ = code.split("-")
    columns, rows = map(int, size.split("x"))
    assert digest_of(carved(columns, rows, key)) == digest


@pytest.mark.parametrize(
    ("seed", "section", "draw", "key"),
    [("owl", "", 1, "80rrhsavb4gb1zn0"), ("owl", "warm-up", 3, None), ("Eule & Maus, 梟", "", 10, None)],
)
def test_keys_lead_from_a_seed_to_a_code(seed, section, draw, key):
    """The one place that asks the first implementation, in a process of its own: the key of a seed."""
    ask = (
        "import sys; from puzzlebook import make_maze; seed, section, draw = sys.argv[1:];"
        "print(make_maze(seed=seed, section=section, number=int(draw)).design.key)"
    )
    home = str(Path(__file__).parents[2])
    printed = subprocess.run(
        [sys.executable, "-c", ask, seed, section, str(draw)],
        env={**os.environ, "PYTHONPATH": home, "PYTHONUTF8": "1"}, check=True, capture_output=True, encoding="utf-8",
    ).stdout.strip()  # fmt: skip
    assert maze_key(seed, section, draw) == printed
    assert key in (None, printed)
