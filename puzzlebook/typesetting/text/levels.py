"""The embedding levels of the characters of a line: Unicode's bidirectional algorithm (UAX #9).

Embeddings and overrides (rules X2 to X5) are left out: no text here may contain their characters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from typing import NamedTuple

_ISOLATES = ("LRI", "RLI", "FSI")
_NEUTRAL = ("B", "S", "WS", "ON", *_ISOLATES, "PDI")
_PULLS = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""The direction that a neutral character gets from a neighbour, by class (rules N0 to N2)."""
_MAX_DEPTH, _MAX_BRACKETS = 125, 63  # the algorithm's limits of levels and open brackets
_OPENING = "([{༺༼᚛⁅⁽₍⌈⌊❨❪❬❮❰❲❴⟅⟦⟨⟪⟬⟮⦃⦅⦇⦉⦋⦍⦏⦑⦓⦕⦗⧘⧚⧼⸢⸤⸦⸨⹕⹗⹙⹛〈《「『【〔〖〘〚﹙﹛﹝（［｛｟｢"
_CLOSING = ")]}༻༽᚜⁆⁾₎⌉⌋❩❫❭❯❱❳❵⟆⟧⟩⟫⟭⟯⦄⦆⦈⦊⦌⦐⦎⦒⦔⦖⦘⧙⧛⧽⸣⸥⸧⸩⹖⹘⹚⹜〉》」』】〕〗〙〛﹚﹜﹞）］｝｠｣"
_PAIRS = dict(zip(map(ord, _OPENING), _CLOSING, strict=True))


class _Line(NamedTuple):
    """A line: its characters, their bidirectional classes, their explicit levels, the end of each
    isolate by its start, and the direction of the paragraph."""

    text: str
    classes: Sequence[str]
    levels: Sequence[int]
    ends: Mapping[int, int]
    base: int

    def is_kept(self, place: int) -> bool:
        """Return whether the algorithm considers a character. It ignores invisible ones (X9)."""
        return self.classes[place] != "BN"


def compute_levels(text: str, right_to_left: bool) -> list[int]:
    """Return the embedding level of each character; characters of odd levels run right to left."""
    base = int(right_to_left)
    classes = [unicodedata.bidirectional(character) or "L" for character in text]
    ends = _match_isolates(classes)
    line = _Line(text, classes, _find_explicit_levels(classes, ends, base), ends, base)
    levels = [*line.levels]
    for sequence in _split_sequences(line):
        for place, name in zip(sequence, _resolve(line, sequence), strict=True):
            if levels[place] % 2:
                levels[place] += name != "R"
            else:
                levels[place] += {"L": 0, "R": 1}.get(name, 2)
    for place in range(len(text)):
        if not line.is_kept(place):
            levels[place] = levels[place - 1] if place else base
    return levels


def _match_isolates(classes: Sequence[str]) -> dict[int, int]:
    """Return the end of each isolate by its start (rule BD9)."""
    ends: dict[int, int] = {}
    waiting: list[int] = []
    for place, name in enumerate(classes):
        if name in _ISOLATES:
            waiting.append(place)
        elif name == "PDI" and waiting:
            ends[waiting.pop()] = place
    return ends


def _find_explicit_levels(classes: Sequence[str], ends: Mapping[int, int], base: int) -> list[int]:
    """Return the explicit level of each character (rules X1, X5a to X6a)."""
    levels: list[int] = []
    open_levels, too_deep = [base], 0
    for place, name in enumerate(classes):
        if name == "PDI" and too_deep:
            too_deep -= 1
        elif name == "PDI" and len(open_levels) > 1:
            open_levels.pop()
        levels.append(base if name == "B" else open_levels[-1])
        if name in _ISOLATES:
            runs_left = name == "RLI" or (
                name == "FSI" and _begins_right_to_left(classes, place, ends)
            )
            level = open_levels[-1] + (1 if open_levels[-1] % 2 != runs_left else 2)
            if too_deep or level > _MAX_DEPTH:
                too_deep += 1
            else:
                open_levels.append(level)
    return levels


def _begins_right_to_left(classes: Sequence[str], start: int, ends: Mapping[int, int]) -> bool:
    """Return whether the first letter within an isolate runs right to left (rules P2, P3)."""
    end, place = ends.get(start, len(classes)), start + 1
    while place < end:
        if classes[place] in ("L", "R", "AL"):
            return classes[place] != "L"
        place = ends.get(place, end) if classes[place] in _ISOLATES else place + 1
    return False


def _split_sequences(line: _Line) -> Iterator[list[int]]:
    """Yield runs of one level; the runs on both sides of an isolate are joined (rule X10)."""
    runs: list[list[int]] = []
    for place in filter(line.is_kept, range(len(line.text))):
        if runs and line.levels[runs[-1][-1]] == line.levels[place]:
            runs[-1].append(place)
        else:
            runs.append([place])
    by_start = {run[0]: run for run in runs}
    continued = {line.ends[run[-1]] for run in runs if run[-1] in line.ends}
    for run in runs:
        if run[0] in continued:
            continue
        whole = [*run]
        while (end := line.ends.get(whole[-1])) is not None and end in by_start:
            whole += by_start[end]
        yield whole


def _find_edges(line: _Line, sequence: Sequence[int]) -> tuple[str, str]:
    """Return the directions at both ends of a sequence."""

    def level_beside(place: int, step: int) -> int:
        place += step
        while 0 <= place < len(line.text) and not line.is_kept(place):
            place += step
        return line.levels[place] if 0 <= place < len(line.text) else line.base

    first, last = sequence[0], sequence[-1]
    is_open = line.classes[last] in _ISOLATES and last not in line.ends
    levels_beside = level_beside(first, -1), line.base if is_open else level_beside(last, 1)
    before, after = ("LR"[max(line.levels[first], level) % 2] for level in levels_beside)
    return before, after


def _resolve(line: _Line, sequence: Sequence[int]) -> Sequence[str]:
    """Return the classes of a sequence, with all weak and neutral classes resolved."""
    before, after = _find_edges(line, sequence)
    names = [line.classes[place] for place in sequence]
    _resolve_weak(names, before)
    own_direction = "LR"[line.levels[sequence[0]] % 2]
    for pair in _pair_brackets(line, sequence, names):
        _turn_brackets(line, sequence, names, pair, own_direction, before)
    for start, end in _find_stretches(names, _NEUTRAL):
        left = _PULLS[names[start - 1]] if start else before
        right = _PULLS[names[end]] if end < len(names) else after
        names[start:end] = [left if left == right else own_direction] * (end - start)
    return names


def _resolve_weak(names: MutableSequence[str], before: str) -> None:
    """Resolve the weak classes: marks, numbers, and signs between numbers (rules W1 to W7)."""
    last = strong = before
    for i, name in enumerate(names):
        if name == "NSM":
            names[i] = "ON" if last in (*_ISOLATES, "PDI") else last
        last = names[i]
        strong = last if last in ("L", "R", "AL") else strong
        if last == "EN" and strong == "AL":
            names[i] = "AN"
            last = "EN"
    names[:] = ["R" if name == "AL" else name for name in names]
    for i in range(1, len(names) - 1):
        if names[i - 1] == names[i + 1] and (names[i], names[i - 1]) in (
            ("ES", "EN"),
            ("CS", "EN"),
            ("CS", "AN"),
        ):
            names[i] = names[i - 1]
    for start, end in _find_stretches(names, ("ET",)):
        if "EN" in (*names[max(start - 1, 0) : start], *names[end : end + 1]):
            names[start:end] = ["EN"] * (end - start)
    strong = before
    for i, name in enumerate(names):
        strong = name if name in ("L", "R") else strong
        if name == "EN" and strong == "L":
            names[i] = "L"
        elif name in ("ES", "ET", "CS"):
            names[i] = "ON"


def _find_stretches(names: Sequence[str], wanted: Sequence[str]) -> list[tuple[int, int]]:
    """Return the start and the end of each stretch of characters with these classes."""
    starts = [
        i for i in range(len(names)) if names[i] in wanted and (not i or names[i - 1] not in wanted)
    ]
    return [
        (start, next((i for i in range(start, len(names)) if names[i] not in wanted), len(names)))
        for start in starts
    ]


def _pair_brackets(
    line: _Line, sequence: Sequence[int], names: Sequence[str]
) -> list[tuple[int, int]]:
    """Return the pairs of brackets, in the order of the opening brackets (rule BD16)."""
    pairs: list[tuple[int, int]] = []
    waiting: list[tuple[str, int]] = []
    for i, place in enumerate(sequence):
        character = unicodedata.normalize("NFC", line.text[place])
        if names[i] != "ON":
            continue
        if closing := _PAIRS.get(ord(character)):
            if len(waiting) == _MAX_BRACKETS:
                return []
            waiting.append((closing, i))
        found = next((n for n in reversed(range(len(waiting))) if waiting[n][0] == character), None)
        if found is not None:
            pairs.append((waiting[found][1], i))
            del waiting[found:]
    return sorted(pairs)


def _turn_brackets(
    line: _Line,
    sequence: Sequence[int],
    names: MutableSequence[str],
    pair: tuple[int, int],
    own_direction: str,
    before: str,
) -> None:
    """Give a pair of brackets the direction of the text between them (rule N0)."""
    start, end = pair
    inside = {_PULLS[name] for name in names[start + 1 : end] if name in _PULLS}
    if not inside:
        return
    direction = own_direction
    if own_direction not in inside:
        pulls = (_PULLS[name] for name in reversed(names[:start]) if name in _PULLS)
        direction = next(pulls, before)
    for i in pair:
        names[i] = direction
        i += 1
        while i < len(names) and line.classes[sequence[i]] == "NSM":
            names[i] = direction
            i += 1
