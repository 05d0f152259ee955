"""Applying options for a whole book, such as questions, only to sections that support them.

A book is first made as requested. If it is refused because some sections do not support an option,
the option is limited to the other sections, and the book is made again. A refused book writes no
files. Options that a recipe or `--set` sets for a single section are never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from puzzlebook.ground.faults import Fault, Refused
from puzzlebook.recipes.files import load_unshared, share_loaded
from puzzlebook.running.process_pool import ALONE
from puzzlebook.verbs.request import MakeRequest

T = TypeVar("T")

_OPTION_NAMES = {
    "questions": "questions",
    "word": "words",
    "bridges": "bridges",
    "way": "pictures along the path",
    "stage": "stages",
    "spread": "mazes over two pages",
}
"""Mapping from section keys that may be set in only some sections to names for remarks."""
_IN_SECTION = re.compile(r"section\.(.+)\.([a-z_]+)")


class _Lack(NamedTuple):
    """A section that does not support an option for the whole book, with the option's key."""

    section: str
    key: str


def make_in_supporting_sections(
    request: MakeRequest, make: Callable[[MakeRequest], T], refused: Refused
) -> tuple[T, list[str]]:
    """Make a refused book, leaving out options in sections that lack them; return it with remarks
    naming those sections. Refused if no section supports an option, or for another reason."""
    requested_keys = _list_requested_keys(request)
    titles = _list_titles(request, requested_keys) if requested_keys & _OPTION_NAMES.keys() else {}
    lacks: dict[_Lack, Fault] = {}
    while True:
        found = [(_find_lack(fault, requested_keys, titles), fault) for fault in refused.faults]
        if others := [fault for lack, fault in found if lack is None or lack in lacks]:
            raise Refused(others)
        lacks |= {lack: fault for lack, fault in found if lack}
        supporting = {
            key: [name for name in titles if _Lack(name, key) not in lacks]
            for key in {lack.key for lack in lacks}
        }
        if not all(supporting.values()):
            raise Refused(fault for lack, fault in lacks.items() if not supporting[lack.key])
        try:
            return make(_name_sections(request, supporting)), [*_list_remarks(lacks, titles)]
        except Refused as new_refusal:
            refused = new_refusal


def keep_to_supporting_sections(request: MakeRequest) -> tuple[MakeRequest, list[str]]:
    """Return a request that limits options for all sections to those that support them, with
    remarks on the others. The request is returned unchanged if it would be refused anyway."""
    if _OPTION_NAMES.keys().isdisjoint(_list_requested_keys(request)):
        return request, []
    from puzzlebook.books.planning.book_plan import lay_out
    from puzzlebook.recipes.files import decide_seed
    from puzzlebook.recipes.order import settle

    def lay_out_book(request: MakeRequest) -> MakeRequest:
        loaded = request.load_recipe()
        order = settle(decide_seed(loaded), loaded.folder)
        if order.recipe.worksheet is None:
            lay_out(order, ALONE)
        return request

    try:
        return lay_out_book(request), []
    except Refused as refused:
        try:
            return make_in_supporting_sections(request, lay_out_book, refused)
        except Refused:
            return request, []


def _list_requested_keys(request: MakeRequest) -> set[str]:
    """Return the keys that are set for all sections."""
    given = [key for key, value in request.given.items() if value is not None]
    paths = [*given, *(text.partition("=")[0].strip() for text in request.sets)]
    return {path.removeprefix("section.*.") for path in paths if path.startswith("section.*.")}


def _list_titles(request: MakeRequest, requested_keys: Collection[str]) -> Mapping[str, str]:
    """Return a mapping from section keys to titles, as they are without these options."""
    wanted = {f"section.*.{key}" for key in requested_keys & _OPTION_NAMES.keys()}
    given = {key: value for key, value in request.given.items() if key not in wanted}
    sets = [text for text in request.sets if text.partition("=")[0].strip() not in wanted]
    try:
        loaded, total = load_unshared(request.book, given, sets)
        if total is not None:  # otherwise sharing takes no section's last maze, and long
            loaded = share_loaded(loaded, total)
    except Refused:
        return {}
    return {section.key: section.title or section.key for section in loaded.recipe.sections}


def _find_lack(
    fault: Fault, requested_keys: Collection[str], titles: Collection[str]
) -> _Lack | None:
    """Return the section and the unsupported option that a fault is about; None if it has another
    cause. If another key of the section is at fault, blame the only option set for the whole
    book."""
    option_keys = _OPTION_NAMES.keys() & requested_keys
    places = (_IN_SECTION.fullmatch(step) for step in fault.where.split(": "))
    section, key = next((place.groups() for place in places if place), ("", ""))
    if section not in titles:
        return None
    if key in option_keys:
        return _Lack(section, key)
    return (
        _Lack(section, *option_keys)
        if len(option_keys) == 1 and key not in requested_keys
        else None
    )


def _name_sections(request: MakeRequest, supporting: Mapping[str, Iterable[str]]) -> MakeRequest:
    """Return the request with each of these options limited to the sections that support it."""
    paths = {
        f"section.*.{key}": [f"section.{name}.{key}" for name in supporting[key]]
        for key in supporting
    }
    given = {path: value for key, value in request.given.items() for path in paths.get(key, (key,))}
    sets = []
    for text in request.sets:
        key, equals, value = text.partition("=")
        sets += [f"{path}{equals}{value}" for path in paths.get(key.strip(), (key,))]
    return replace(request, given=given, sets=sets)


def _list_remarks(lacks: Mapping[_Lack, Fault], titles: Mapping[str, str]) -> Iterable[str]:
    """Yield a remark for each option that some sections do not support."""
    for key in dict.fromkeys(lack.key for lack in lacks):
        reasons: dict[str, list[str]] = {}
        for name, title in titles.items():
            if fault := lacks.get(_Lack(name, key)):
                reasons.setdefault(fault.what, []).append(title)
        listed = "; ".join(f"{', '.join(names)} ({what})" for what, names in reasons.items())
        yield f"sections without {_OPTION_NAMES[key]}: {listed}"
