"""Commands do what is on record; `python tests/recorded.py --renew` records anew."""

from __future__ import annotations

from difflib import ndiff

import pytest
from recorded import FOLDER, SCENES, find_record, list_commands, play


@pytest.mark.parametrize("name", SCENES)
def test_commands_do_what_is_on_record(name, tmp_path):
    recorded = list_commands(find_record(name).read_text("utf-8"))
    played = list_commands(play(SCENES[name], tmp_path))
    differing = [
        line
        for command in {**recorded, **played}
        if recorded.get(command) != played.get(command)
        for line in (command, *ndiff(recorded.get(command, ()), played.get(command, ())))
        if line[:2] in ("$ ", "- ", "+ ")
    ]
    if differing:
        pytest.fail(
            "\n".join([f"python tests/recorded.py --renew {name} records it anew", *differing])
        )


def test_each_record_is_of_a_scene():
    assert {file.stem for file in FOLDER.iterdir()} == {*SCENES}


def test_no_record_has_a_seed_of_chance():
    said = "".join(find_record(name).read_text("utf-8") for name in SCENES)
    assert {line.split()[1] for line in said.splitlines() if line.startswith("Seed: ")} == {"owl"}
