"""Books and sheets with bridges: made, checked, rebuilt, and explained to their readers."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest

from puzzlebook import Refused, make_book, rebuild, verify
from puzzlebook.language.words import load_words
from puzzlebook.mazes.grid import Grid
from puzzlebook.recipes.audiences import find_audience

LANGUAGES = (
    "en",
    "de",
    "fr",
    "es",
    "pt",
    "pt-PT",
    "bn",
    "fa",
)  # Punjabi needs a font of the system
RECIPE = """\
audience = "9-11"
seed = "owl"
theme = "rocket"
language = "{language}"
svg = false
[book]
title = "Bridges"
matter = ["how-to", "key"]
[[section]]
key = "over"
mazes = 3
{keys}
"""


def write_recipe(folder: Path, keys: str, language: str = "en") -> Path:
    path = folder / "bridges.toml"
    text = RECIPE.format(keys=keys, language=language)
    if "size" in keys:
        text = text.replace("audience", "look", 1)
    path.write_text(text, encoding="utf-8")
    return path


def read_text(pdf: Path) -> str:
    document = pypdfium2.PdfDocument(pdf)
    text = "".join(page.get_textpage().get_text_bounded() for page in document)
    return " ".join(text.split())


@pytest.mark.parametrize(
    "keys",
    [
        "bridges = 12",
        'bridges = "5%"\nshape = "hexagonal"',
        'bridges = "3%"\nsilhouette = "heart,star"',
        'bridges = "3%"\nstage = "volcano"',
        'bridges = 5\nsize = "9x12"',
    ],
)
def test_made_verified_and_made_again(keys: str, tmp_path: Path) -> None:
    book = make_book(write_recipe(tmp_path, keys), output=tmp_path / "shelf")
    assert verify(book.folder).faults == ()
    mazes = json.loads((book.folder / "manifest.json").read_bytes())["mazes"]
    assert all(maze["bridges"] and f"-bridges.{maze['bridges']}-" in maze["code"] for maze in mazes)
    rebuild(book.folder, output=tmp_path / "again")
    again = tmp_path / "again" / "bridges" / "bridges.pdf"
    assert again.read_bytes() == (book.folder / "bridges.pdf").read_bytes()
    if "size" not in keys:
        readers = find_audience("9-11", level="normal")
        for maze in mazes:
            cell = maze["puzzle"]["cell"]  # of the narrowest cell, which is a bridge
            if "silhouette" in keys or "stage" in keys:
                continue  # a drawn rim makes other cells narrower still
            assert cell / Grid.DECK > readers.passage
            assert cell - readers.wall >= readers.passage - 0.01


@pytest.mark.parametrize("drawing", ['stage = "volcano"', 'silhouette = "text:ZOE"'])
def test_a_drawing_has_as_many_bridges_as_fit(drawing: str, tmp_path: Path) -> None:
    recipe = write_recipe(tmp_path, f'bridges = "50%"\n{drawing}')
    book = make_book(recipe, output=tmp_path / "shelf")
    mazes = json.loads((book.folder / "manifest.json").read_bytes())["mazes"]
    assert all(0 < maze["bridges"] < maze["cells"] / 5 for maze in mazes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_how_to_page_explains_bridges(language: str, tmp_path: Path) -> None:
    sentence = load_words(language)("how_to_bridges")
    assert sentence.count(".") + sentence.count("।") <= 1  # one sentence
    with_bridges, without = (
        read_text(make_book(write_recipe(tmp_path, keys, language), output=tmp_path / name).pdf)
        for name, keys in (("with", "bridges = 9"), ("without", ""))
    )
    assert len(with_bridges) > len(without) + 20
    if language in ("en", "de", "fr", "es", "pt", "pt-PT"):  # whose letters a PDF gives back
        word = sentence.replace("’", "'").split()[2]
        assert sentence in with_bridges or word in with_bridges
        assert sentence not in without


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        (
            'bridges = "50%"\nsize = "9x12"',
            "50% of its cells is 54 bridges, but 9x12 has room for 14",
        ),
        (
            'bridges = 3\nshape = "polar"',
            "polar mazes have no bridges; shapes with bridges: square",
        ),
        (
            'bridges = 3\nway = "heart"',
            "bridges cannot be combined with a way that draws a picture",
        ),
        ('bridges = 3\nword = "OWL"', "bridges cannot be combined with a word"),
        ("bridges = 3\ncollect = 3", "bridges cannot be combined with things to count"),
        ('bridges = 3\naudience = "tactile"', "bridges cannot be felt"),
        ('bridges = "many"', "is not a number of bridges"),
        ("bridges = 0", "is not a number of bridges"),
    ],
)
def test_bad_input_is_refused_in_a_line(keys: str, fault: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=fault) as refused:
        make_book(write_recipe(tmp_path, keys), output=tmp_path / "shelf")
    assert len(refused.value.faults) == 1
    assert refused.value.faults[0].where.endswith("section.over.bridges")
    assert not (tmp_path / "shelf").exists()


def test_a_bridge_without_its_planks_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In files and on pages alike."""
    import puzzlebook.checks.wall_decoration  # noqa: F401 — before what it imports is spoiled

    with monkeypatch.context() as spoiled:
        spoiled.setattr("puzzlebook.maze_art.bridges.draw_planks", lambda grid: [])
        book = make_book(
            write_recipe(tmp_path, "bridges = 4"), output=tmp_path, overrides={"svg": True}
        )
    found = [
        str(fault.what)
        for fault in verify(book.folder).faults
        if "plank of the bridge" in str(fault.what)
    ]
    assert len(found) == 4 * sum(
        maze["bridges"]
        for maze in json.loads((book.folder / "manifest.json").read_bytes())["mazes"]
    )
    assert {what.partition(":")[0].partition(",")[0][-4:] for what in found} == {".svg", ".pdf"}
