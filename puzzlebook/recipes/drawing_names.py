"""Titles for the user's drawings, from a recipe's table `names`: a mapping from file names to
titles."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING
from unicodedata import normalize

from puzzlebook.recipes.assets import NamedWay, SilhouetteSource
from puzzlebook.recipes.user_files import LINE

if TYPE_CHECKING:
    from puzzlebook.maze_art.stage_source import StageSource

_Names = Mapping[str, str]
_Cuts = dict[str, list[SilhouetteSource]]
_Ways = dict[str, list[NamedWay]]


def name_drawings(
    names: _Names,
    cuts: Mapping[str, Sequence[SilhouetteSource]],
    ways: Mapping[str, Sequence[NamedWay]],
    stages: Mapping[str, Sequence[StageSource]],
) -> tuple[_Cuts, _Ways, dict[str, list[StageSource]]]:
    """Return the sections' silhouettes, ways and stages, giving those from the user's files the
    titles in `names`."""

    def name_cut(cut: SilhouetteSource) -> SilhouetteSource:
        if cut.content is None or not (title := _find_name(cut.text, names)):
            return cut
        return cut._replace(silhouette=replace(cut.silhouette, title=title, is_named=True))

    def name_way(way: NamedWay) -> NamedWay:
        file = way.text.removeprefix(LINE)
        if way.content is None or not way.hidden or not (title := _find_name(file, names)):
            return way
        return way._replace(hidden=replace(way.hidden, title=title, is_named=True))

    def name_stage(stage: StageSource) -> StageSource:
        if stage.content is None:
            return stage
        return stage._replace(title=_find_name(stage.name, names))

    return (
        {key: [*map(name_cut, row)] for key, row in cuts.items()},
        {key: [*map(name_way, row)] for key, row in ways.items()},
        {key: [*map(name_stage, row)] for key, row in stages.items()},
    )


def describe_file(file: str, names: _Names) -> str:
    """Return the title of a drawing or, without one, the words in its file's name; "" if the name
    consists of more than letters and separators."""
    words = re.split(r"[\s_-]+", _get_path(file).stem)
    as_words = " ".join(words) if all(word.isalpha() for word in words) else ""
    return _find_name(file, names) or as_words


def list_unused_names(names: _Names, files: Sequence[str]) -> list[str]:
    """List the file names in `names` that match no file of the book."""
    known = {_get_path(file).name for file in files}
    return [file for file in names if normalize("NFC", file) not in known]


def _find_name(file: str, names: _Names) -> str:
    return names.get(_get_path(file).name, "")


def _get_path(file: str) -> PurePath:
    return PurePath(normalize("NFC", file.strip().replace("\\", "/")))
