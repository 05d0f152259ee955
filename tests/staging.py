"""Stages to test with: two of our own, and a folder of templates that has them."""

from __future__ import annotations

from pathlib import Path

from puzzlebook.ground import templates

FOLDER = Path(__file__).parent / "stages"
POND, BEETLE = FOLDER / "pond.svg", FOLDER / "beetle.svg"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140">'
OUTLINE = '<path id="maze" d="M10 30L90 30L90 130L10 130Z"/>'
START = '<circle id="start" cx="10" cy="60" r="5"/>'
FINISH = '<circle id="finish" cx="90" cy="100" r="5"/>'


def drawing(*parts, head=HEAD):
    return f"{head}{''.join(parts)}</svg>".encode()


def with_stages(monkeypatch, folder, sets=None, **theme_rows):
    """Let templates also have the stages `pond` and `beetle`, these sets of stages, and a theme
    these rows."""
    real = templates.find_folder()
    for path in real.iterdir():
        if path.name not in ("stages", "themes") and not (sets and path.name == "stage_sets.toml"):
            (folder / path.name).symlink_to(path)
    if sets:
        rows = [f"{word} = {names!r}\n" for word, names in sets.items()]
        (folder / "stage_sets.toml").write_text("".join(rows))
    (folder / "stages").mkdir()
    for path in (POND, BEETLE):
        (folder / "stages" / path.name).write_bytes(path.read_bytes())
    (folder / "themes").mkdir()
    for path in (real / "themes").iterdir():
        rows = [f"{key} = {value!r}" for key, value in theme_rows.items()]
        rows = rows if path.stem == "dinosaur" else []
        text = path.read_text(encoding="utf-8")
        kept = "\n".join(
            line
            for line in text.splitlines()
            if not line.startswith(("stages", "outlines", "minor"))
        )
        (folder / "themes" / path.name).write_text("\n".join([*rows, kept]), encoding="utf-8")
    monkeypatch.setattr(templates, "find_folder", lambda: folder)


def built_in():
    """The files of our stages."""
    folder = templates.find_folder() / "stages"
    return sorted(folder.glob("*.svg")) if folder.is_dir() else []
