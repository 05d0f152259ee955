"""Which characters of a line run right to left: python-bidi and Unicode's own tests are independent
truths."""

import random
import re
from pathlib import Path

import pytest
from bidi import get_display

from puzzlebook.typesetting.text.levels import compute_levels

CHARACTERS = "abאבعم12۱۲٣٤ .,-+/:()[]{}〈〉「」⦍⦐%$!?«»–…" + "".join(
    map(chr, (0x301, 0x64B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2066, 0x2067, 0x2068, 0x2069))
)


def theirs(line, right_to_left):
    """The levels of python-bidi, from its trace, which lists those of the bytes of the text."""
    trace = str(get_display(line, base_dir="R" if right_to_left else "L", debug=True))
    by_byte = re.findall(r"\d+", trace.rpartition("levels: [")[2].partition("]")[0])
    starts = [len(line[:place].encode()) for place in range(len(line))]
    return [int(by_byte[start]) for start in starts]


def test_levels_are_those_of_python_bidi():
    chance = random.Random(1)
    for _ in range(3_000):
        line = "".join(chance.choices(CHARACTERS, k=chance.randint(1, 18)))
        turned = chance.random() < 0.5
        assert compute_levels(line, turned) == theirs(line, turned), ascii(line)


UNICODE = Path("/usr/share/unicode/BidiCharacterTest.txt")
EMBEDS = re.compile("[\u202a-\u202e]")


@pytest.mark.exhaustive
@pytest.mark.skipif(not UNICODE.is_file(), reason="no lines of Unicode's (Debian: unicode-data)")
def test_levels_are_those_of_unicodes_own_lines():
    """But for embeddings, which no text of a book may hold, and for white space at a line's end
    and at tabs, which keeps the level that it has within the line (rule L1)."""
    count = 0
    for row in UNICODE.read_text("utf-8").splitlines():
        if not row or row.startswith("#"):
            continue
        codes, direction, _, expected, _ = row.split(";")
        line = "".join(chr(int(code, 16)) for code in codes.split())
        if direction == "2" or EMBEDS.search(line):
            continue
        found = compute_levels(line, direction == "1")
        ends = len(re.sub(r"[\s\u2066-\u2069\u200b-\u200f]*\Z", "", line))
        wanted = expected.split()
        kept = [
            place for place in range(ends) if wanted[place] != "x" and line[place] not in "\t\u2029"
        ]
        kept = [
            place for place in kept if not re.match(r"[\s\u2066-\u2069]*[\t\u2029]", line[place:])
        ]
        assert [str(found[place]) for place in kept] == [wanted[place] for place in kept], row
        count += 1
    assert count > 10_000
