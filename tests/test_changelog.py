"""Each release says what it means for those who made books with an earlier one: what their seeds
print."""

import re
from pathlib import Path

import pytest

from puzzlebook import __version__
from puzzlebook.ground.seeds import EDITION

FILE = Path(__file__).parents[1] / "CHANGELOG.md"

KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""The headings of Keep a Changelog."""

pytestmark = pytest.mark.skipif(not FILE.exists(), reason="the documents are not installed")


def releases(text):
    """The sections of a changelog by their headings, the newest first."""
    heads = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    return dict(zip(heads[::2], heads[1::2], strict=True))


def promise(section):
    """What a release says of seeds: the words behind the mark; None if it says nothing."""
    found = re.findall(r"^\*\*What your seeds print:\*\* (\S.*?)$", section, flags=re.MULTILINE)
    return found[0] if len(found) == 1 else None


def is_promise(words):
    """Unchanged, or the edition that is new."""
    return bool(words and re.match(r"unchanged\b|edition \d+\b", words))


def test_every_release_says_what_seeds_print():
    found = releases(FILE.read_text(encoding="utf-8"))
    assert found
    for head, section in found.items():
        assert is_promise(promise(section)), head


def test_a_release_is_read_on_one_screen():
    for head, section in releases(FILE.read_text(encoding="utf-8")).items():
        assert len(section.splitlines()) <= 60, head
        assert set(re.findall(r"^### (.+)$", section, flags=re.MULTILINE)) <= KINDS, head


def test_this_version_is_the_newest_release_and_editions_are_all_told():
    found = releases(FILE.read_text(encoding="utf-8"))
    assert next(iter(found)).startswith(__version__)
    told = [
        int(number)
        for section in found.values()
        for number in re.findall(r"^edition (\d+)", promise(section))
    ]
    assert sorted(told) == list(range(1, EDITION + 1))


@pytest.mark.parametrize(
    "section",
    [
        "- A new book.\n",
        "**What your seeds print:**\n",
        "**What your seeds print:** nicer mazes.\n",
    ],
)
def test_a_release_that_says_nothing_is_noticed(section):
    assert not is_promise(promise(section))
