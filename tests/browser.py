"""How a browser sets lines of type: printed to a PDF, as an independent truth. Needs Chromium."""

from __future__ import annotations

import base64
import html
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from type_lines import Sample

WIDTH, STEP, SIZE, MARGIN = 792, 48, 24, 36
"""Of the page, from line to line, of the type, and at both sides: points."""

LATIN_LETTERS = "U+41-5A,U+61-7A,U+AA,U+BA,U+C0-D6,U+D8-F6,U+F8-24F,U+1E00-1EFF"
_SIMPLE = 'font-feature-settings:"liga" 0,"clig" 0,"calt" 0'
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def browser() -> str | None:
    """The program, where one is installed."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


def height_of(samples: Sequence[Sample]) -> int:
    """The height of the page, in points."""
    return STEP * (len(samples) + 1)


def printed(
    samples: Sequence[Sample], fonts: Sequence[tuple[str, bytes, str]], folder: Path
) -> bytes:
    """A page with a line of each sample, the first baseline at `STEP`, as the browser prints it to
    PDF.

    fonts: of each line the family names, best first, are those of `stacks`; here each with its file
    and, where it is for some characters only, their range.
    """
    faces = "".join(
        f"@font-face{{font-family:'{name}';src:url(data:font/ttf;base64,{base64.b64encode(content).decode()})"
        + (f";unicode-range:{range_}" if range_ else "")
        + "}"
        for name, content, range_ in fonts
    )
    lines = "".join(_line(sample, place) for place, sample in enumerate(samples))
    page = (
        f"<!doctype html><meta charset=utf-8><style>@page{{size:{WIDTH}pt {height_of(samples)}pt;margin:0}}"
        f"body{{margin:0}}div{{position:absolute;line-height:0;white-space:pre;font-size:{SIZE}pt;"
        "text-rendering:geometricPrecision}span{unicode-bidi:isolate}"
        f"i{{display:inline-block;height:{STEP}pt}}{faces}</style>{lines}"
    )
    (folder / "lines.html").write_text(page, "utf-8")
    subprocess.run(
        [browser() or "", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
         f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={folder / 'lines.pdf'}",
         "--virtual-time-budget=10000", str(folder / "lines.html")],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    return (folder / "lines.pdf").read_bytes()


def families(language: str) -> list[str]:
    """The families that a line of this language is set in, best first."""
    own = {"bn": "Beng", "fa": "Arab", "pa": "Guru"}.get(language, "Latn")
    return ["Latin letters"] * (own != "Latn") + [
        *dict.fromkeys((own, "Latn", "Beng", "Arab", "Guru"))
    ]


def _line(sample: Sample, place: int) -> str:
    """An empty block that is `STEP` high stands on the baseline of each line, and its top says
    where that is."""
    side = "right" if sample.direction == "rtl" else "left"
    stack = ",".join(f"'{name}'" for name in families(sample.language))
    simple = f";{_SIMPLE}" if sample.language in ("en", "fr", "pt", "de", "es") else ""
    return (
        f'<div dir={sample.direction} lang={sample.language} style="{side}:{MARGIN}pt;top:{STEP * place}pt;'
        f'font-family:{stack}{simple}"><i></i><span dir={sample.runs}>{html.escape(sample.text)}</span></div>'
    )
