"""Functions return what is on record; `python tests/sessions.py --renew` records anew."""

from __future__ import annotations

from difflib import ndiff

import pytest
from sessions import FOLDER, play


@pytest.mark.parametrize("name", sorted(file.stem for file in FOLDER.iterdir()))
def test_functions_return_what_is_on_record(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    recorded = (FOLDER / f"{name}.txt").read_text("utf-8")
    played = play(recorded)
    if played != recorded:
        differing = [
            line for line in ndiff(recorded.splitlines(), played.splitlines()) if line[0] in "-+"
        ]
        pytest.fail(
            "\n".join([f"python tests/sessions.py --renew {name} records it anew", *differing])
        )
