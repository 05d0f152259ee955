"""How the samples are shaped, as text: `python tests/glyph_runs.py` writes glyph_runs.txt anew, to
be read with care.

Each line is a run, from left to right on the line: its font (with the beginning of its sum where it
is the system's), the direction of its characters, and its glyphs by name, each with its advance
and, where it has one, its offset.
"""

from __future__ import annotations

from pathlib import Path

from type_lines import SAMPLES, Sample, name_of

from puzzlebook.typesetting.text import Face, Run, make_face, shape

FILE = Path(__file__).with_name("glyph_runs.txt")


def face_for(sample: Sample) -> Face:
    """The regular face of a sample's book."""
    return make_face(sample.language, sample.direction)


def told(sample: Sample) -> list[str]:
    """The runs of a sample."""
    return [_run(run) for run in shape(sample.text, face_for(sample))]


def stored() -> dict[str, list[str]]:
    """The runs of each sample as they were stored, by the samples' names."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in FILE.read_text("utf-8").splitlines():
        if line.startswith("  "):
            found[name].append(line.strip())
        else:
            name = line.partition(": ")[0]
            found[name] = []
    return found


def _run(run: Run) -> str:
    font = run.font.name + (f" {run.font.sha256[:8]}" if "Gurmukhi" in run.font.name else "")
    glyphs = []
    for place, (glyph, advance) in enumerate(zip(run.ids, run.advances, strict=True)):
        x, y = run.offsets[place] if run.offsets else (0, 0)
        at = f"@{x:g},{y:g}" if x or y else ""
        glyphs.append(f"{run.font.shaper.glyph_to_string(glyph)}+{advance:g}{at}")
    return f"{font} {'<-' if run.right_to_left else '->'} {' '.join(glyphs)}"


if __name__ == "__main__":
    lines = [line for sample in SAMPLES
             for line in (f"{name_of(sample)}: {sample.text}", *(f"  {run}" for run in told(sample)))]  # fmt: skip
    FILE.write_text("\n".join(lines) + "\n", "utf-8")
