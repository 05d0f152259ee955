"""Drawings made to take for ever: read, or refused in one line, within seconds and a few hundred
megabytes."""

import subprocess
import sys
from pathlib import Path

import pytest

import puzzlebook

HOME = Path(puzzlebook.__file__).resolve().parents[1]
READ = """
import resource, sys
# Of addresses, which are more than what is used; most of it is for libraries. And seconds: machines
# are slow at times.
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
from puzzlebook.ground.faults import Refused
from puzzlebook.mazes.cutting import cut
from puzzlebook.mazes.tilings import square
from puzzlebook.outlines.from_file import read_outline
from puzzlebook.typesetting.artwork import read_artwork
from puzzlebook.typesetting.pdf.operators import write_path

def black(content):
    cut(square(60, 80), read_outline(content, "d.svg"))

def colour(content):
    for layer in read_artwork(content, "d.svg").layers:
        assert not any("n" in operator for operator in write_path(layer.subpaths))  # no nan, no inf

def said(read, content):
    try:
        read(content)
    except Refused as refused:
        (fault,) = refused.faults
        return str(fault)
    return "read"

content = sys.stdin.buffer.read()
print(said(black, content), said(colour, content), sep="\\n")
"""
"""What reads a drawing as a silhouette and as a picture, within a gibibyte and ten seconds or not
at all."""


def svg(body, root=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" {root}>{body}</svg>'


BOX = '<rect width="50" height="50"/>'
RULES = "".join(f".c{number}{{fill:red}}" for number in range(5000))
DRAWINGS = {
    "a style without a brace": svg(f"<style>{'a' * 200_000}</style>{BOX}"),
    "comments without an end": svg(f"<style>{'/*' * 100_000}</style>{BOX}"),
    "an address of blanks": svg(f"<style>url({' ' * 200_000}</style>{BOX}"),
    "a width of digits": svg(f'<rect width="{"9" * 200_000}x" height="5"/>'),
    "a drawing as wide": svg(BOX, f'width="{"9" * 200_000}x"'),
    "a length of blanks": svg(f'<rect width="5{" " * 200_000}x" height="5"/>'),
    "a transform of blanks": svg(f'<rect width="9" height="9" transform="{" " * 100_000}x"/>'),
    "a scale of blanks": svg(f'<rect width="9" height="9" transform="scale{" " * 100_000}x"/>'),
    "rules by elements": svg(
        f"<style>{RULES}</style>" + '<rect class="c1" width="50" height="50"/>' * 10_000
    ),
    "curves over each other": svg(
        "".join(f'<path d="M0 0C100 0 0 99 99 99L0 {n / 200}Z"/>' for n in range(20_000))
    ),
    "one path of curves": svg(f'<path d="M0 0{"C99 9 0 99 99 8C0 5 99 99 0 7" * 10_000}"/>'),
    "up and down": svg(
        f'<path d="M0 0{"".join(f"L{n / 300} {n % 2 * 99}" for n in range(30_000))}Z"/>'
    ),
    "rings over each other": svg(
        '<circle cx="50" cy="50" r="40" fill="none" stroke="#000"/>' * 15_000
    ),
    "an arc too large": svg('<path d="M0 0A1e308 1e308 0 0 1 50 50L0 50Z"/>'),
    "an arc too small": svg('<path d="M0 0A1e-308 1e-308 0 0 1 50 50L0 50Z"/>'),
    "a scale too small": svg('<rect width="50" height="50" transform="scale(1e-320)"/>'),
    "turned without end": svg('<rect width="50" height="50" transform="rotate(1e309)"/>'),
    "upright": svg('<rect width="50" height="50" transform="skewX(90)"/>'),
    "a line too wide": svg('<path d="M0 0L50 50L0 50Z" stroke="black" stroke-width="1e300"/>'),
    "a line too pointed": svg(
        '<path d="M0 0L50 1e-9L0 0" stroke="black" stroke-miterlimit="1e300"/>'
    ),
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not limit what a process takes")
@pytest.mark.parametrize("name", DRAWINGS)
def test_within_seconds(name):
    done = subprocess.run(
        [sys.executable, "-c", READ],
        input=DRAWINGS[name].encode(),
        env={"PYTHONPATH": str(HOME), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-500:]
    said = done.stdout.decode().splitlines()
    assert len(said) == 2
    assert all(len(line) <= 200 for line in said)
