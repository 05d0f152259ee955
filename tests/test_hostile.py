"""Whatever is wrong with a file or a code, whoever reads it: a line, an exit code of the contract,
and nothing else.

The cases are those of `hostile`, which tries as many as one likes: `python tests/hostile.py
--minutes 60 --seed 7`.
"""

from __future__ import annotations

import shutil
import sys

import pytest
from forked import forked
from hostile import KINDS, LIMITS, tried, workshop

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs limits on memory")
CASES, MANY = 3, 500


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    return workshop(tmp_path_factory.mktemp("shop"))


def check(kind, numbers, shop, tmp_path):
    for number in numbers:
        folder = tmp_path / str(number)
        folder.mkdir()
        wrong, _ = tried(kind, number, shop, folder)
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", KINDS)
def test_some_cases(kind, shop, tmp_path):
    check(kind, range(CASES), shop, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_many_cases(kind, shop, tmp_path):
    check(kind, range(CASES, MANY), shop, tmp_path)


def test_the_files_are_read_as_they_should_be(shop, tmp_path):
    """The mutations are of something good: each command has nothing to say of the files as they
    were."""
    for kind, (file, _, commands) in KINDS.items():
        if file and kind not in ("code", "command"):
            folder = shutil.copytree(shop, tmp_path / kind)
            done = forked(folder, *commands[0], **LIMITS)
            assert done.code == 0, (kind, done.err)
