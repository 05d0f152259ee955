"""`puzzlebook list`: the available names, each with a line about it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from puzzlebook.cli.messages import print_result

EXAMPLES = """
Examples:

\b
  puzzlebook list books
  puzzlebook list shapes square
  puzzlebook list printers kdp-paperback
"""


def list_(
    kind: Annotated[
        str | None,
        typer.Argument(metavar="KIND", help="Kind of names, such as books, shapes or pages."),
    ] = None,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Show everything about this name.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """List what you can choose from: all kinds, the names of one kind, or everything about one
    name."""
    from puzzlebook.ground.faults import refuse, suggest_nearest

    if kind is not None:
        kind = next((name for name in _KINDS if kind.strip().lower() in (name, name[:-1])), kind)
    if kind is not None and kind not in _KINDS:
        raise refuse("list", f'there is no kind "{kind}"', suggest_nearest(kind, _KINDS))
    if kind is None:
        names = {kind: lines() for kind, lines in _KINDS.items()}
        _show(
            names if as_json else {kind: ", ".join(lines) for kind, lines in names.items()}, as_json
        )
        return
    lines = _KINDS[kind]()
    if name is not None:
        if name not in lines:
            from puzzlebook.recipes.other_names import find_by_other_name

            name = find_by_other_name(kind, name, lines) or name
        if name not in lines:
            raise refuse(f"list {kind}", f'none is called "{name}"', suggest_nearest(name, lines))
        lines = _DESCRIBERS[kind](name) if kind in _DESCRIBERS else {name: lines[name]}
    _show(lines, as_json)


def _show(lines: Mapping[str, object], as_json: bool) -> None:
    if as_json:
        print_result(json.dumps(lines, indent=2))  # ASCII is valid in any encoding of a pipe
        return
    import textwrap

    width = max(map(len, lines), default=0)
    text_width = max(20, shutil.get_terminal_size().columns - width - 2)
    for name, line in lines.items():
        first, *more = textwrap.wrap(str(line), text_width) or [""]
        print_result(f"{name:<{width}}  {first}".rstrip())
        for rest in more:
            print_result(" " * (width + 2) + rest)


def _list_books() -> Mapping[str, str]:
    from puzzlebook.recipes.files import describe_books

    return describe_books()


def _list_shapes() -> Mapping[str, str]:
    from puzzlebook.mazes import SHAPES

    return {
        shape.name: f"{shape.line}; size: {' x '.join(shape.axes)}"
        + (f"; also called {', '.join(shape.other_names)}" if shape.other_names else "")
        for shape in SHAPES.values()
    }


def _list_silhouettes() -> Mapping[str, str]:
    from puzzlebook.mazes import Silhouette

    fewest = Silhouette.fewest_cells()
    return {
        name: f"{title}, in {fewest[name]} cells or more" if name in fewest else title
        for name, title in Silhouette.titles().items()
    }


def _list_stages() -> Mapping[str, str]:
    from puzzlebook.mazes import Silhouette
    from puzzlebook.recipes.user_files import load_stage_sets

    sets = {word: f"in turn: {', '.join(names)}" for word, names in load_stage_sets().items()}
    return {**Silhouette.stage_titles(), **sets}


def _list_pictures() -> Mapping[str, str]:
    from puzzlebook.mazes import HiddenPicture, format_size

    return {
        name: f"{title}, in {format_size(HiddenPicture.smallest_size(name))} cells or more"
        + ("; also a silhouette" if name not in HiddenPicture.drawings() else "")
        for name, title in HiddenPicture.titles().items()
    }


def _list_walls() -> Mapping[str, str]:
    from puzzlebook.maze_art.character import CHARACTERS

    return {name: character.about for name, character in CHARACTERS.items()}


def _list_pages() -> Mapping[str, str]:
    from puzzlebook.printers.trims import describe_trims

    return describe_trims()


def _list_audiences() -> Mapping[str, str]:
    from puzzlebook.recipes.audiences import load_audiences

    return {name: audience.about for name, audience in load_audiences().items()}


def _make_lister(kind: str) -> Callable[[], Mapping[str, str]]:
    """Return a function that returns the `about` line of each template of a kind."""

    def lines() -> Mapping[str, str]:
        import tomllib

        from puzzlebook.ground import templates

        return {
            name: tomllib.loads(templates.read(kind, name).decode())["about"]
            for name in templates.list_names(kind)
        }

    return lines


def _list_languages() -> Mapping[str, str]:
    from puzzlebook.language.words import load_words

    whole = {
        name: f"{line}; {load_words(name).digits[1:4]}"
        + ("; right to left" if load_words(name).right_to_left else "")
        for name, line in _make_lister("languages")().items()
    }
    return {**whole, **_make_lister("second_languages")()}


def _describe_language(name: str) -> Mapping[str, str]:
    from puzzlebook.ground import templates
    from puzzlebook.language.words import load_words

    words = load_words(name)
    is_second = name in templates.list_names("second_languages")
    kind = "second_languages" if is_second else "languages"
    return {
        name: _list_languages()[name],
        "tag": words.language,
        "direction": "right to left" if words.right_to_left else "left to right",
        "bound at": f"the {words.binding}",
        "digits": words.digits,
        "quotes": words.quote("…"),
        "fonts": ", ".join(words.fonts),
        "file": str(templates.find_folder() / kind / f"{name}.toml"),
    }


def _describe_printer(name: str) -> Mapping[str, str]:
    from puzzlebook.printers.profiles import describe_printer

    return describe_printer(name)


_KINDS: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "books": _list_books,
    "shapes": _list_shapes,
    "silhouettes": _list_silhouettes,
    "stages": _list_stages,
    "pictures": _list_pictures,
    "themes": _make_lister("themes"),
    "walls": _list_walls,
    "printers": _make_lister("printers"),
    "pages": _list_pages,
    "languages": _list_languages,
    "audiences": _list_audiences,
}

_DESCRIBERS: Mapping[str, Callable[[str], Mapping[str, str]]] = {
    "languages": _describe_language,
    "printers": _describe_printer,
}
"""Functions that describe a name in more than one line, by kind."""
