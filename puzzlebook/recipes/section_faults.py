"""Features that cannot be combined in a section: ways, questions, bridges, doors and two pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from puzzlebook.ground.faults import Fault, Refused
from puzzlebook.mazes import SHORT, Design, HiddenPicture, Size, find_shape
from puzzlebook.recipes.audiences import Audience
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.values import default_ends


def find_section_faults(
    section: Section,
    recipe: Recipe,
    readers: Audience | None,
    size: Size,
    pictures: Sequence[HiddenPicture | None],
    is_cut: bool,
    is_staged: bool,
) -> list[Fault]:
    """Return faults for features of a section that cannot be combined.

    readers: the readers of the section, or of the book. size: the size of its mazes. pictures: the
    pictures that its solution paths trace; None for a pupil's initial. is_cut, is_staged: whether
    its mazes have outlines, and drawings around them.
    """
    faults: list[Fault] = []
    if section.doors:
        return list(_find_door_faults(section, recipe, readers, size, is_cut or is_staged))
    if section.spread:
        return list(_find_spread_faults(section, recipe, readers, size, is_cut or is_staged))
    if section.questions:
        faults += _find_question_faults(section, recipe, is_staged)
    if section.bridges and not faults:
        faults += _find_bridge_faults(section, readers)
    # A way refused because of questions or bridges need not be checked by itself as well.
    return faults or [*_find_way_faults(section, size, pictures, is_cut, bool(recipe.pupils))]


def _find_way_faults(
    section: Section,
    size: Size,
    pictures: Sequence[HiddenPicture | None],
    is_cut: bool,
    has_pupils: bool,
) -> Iterator[Fault]:
    """Yield a fault for each picture that the solution paths of a section cannot draw.

    has_pupils: whether there is a class list.
    """
    where = f"section.{section.key}.way"
    if section.collect and (section.way or section.word or section.ends == "none"):
        what = "a picture" if section.way else "a word" if section.word else 'ends = "none"'
        yield Fault(
            f"section.{section.key}.collect",
            f"things to count cannot be combined with {what}",
            "give only one of them",
        )
    if section.ends == SHORT and not pictures:
        yield Fault(
            f"section.{section.key}.ends",
            f'ends = "{SHORT}" is for a way that draws a picture',
            'add a way, or set ends = "apart"',
        )
    if pictures and (is_cut or section.ends == "none"):
        other = "a silhouette" if is_cut else 'ends = "none"'
        what = f"a way that draws a picture cannot be combined with {other}"
        yield Fault(where, what, "give only one of them")
        return
    if None in pictures and not has_pupils:
        allowed = "make worksheets with a class list (--names), or give letters such as text:M"
        yield Fault(where, "nobody has an initial", allowed)
    for picture in pictures:
        try:
            if picture:
                picture.check_fits(section.shape, size, where)
        except Refused as refused:
            yield from refused.faults


def _find_question_faults(section: Section, recipe: Recipe, is_staged: bool) -> Iterator[Fault]:
    """Yield a fault for each feature that cannot be combined with questions."""
    others = {
        "things to count": section.collect,
        "a word": section.word,
        "a way that draws a picture": section.way,
        "a stage": is_staged,
        "bridges": section.bridges,
        "a secret sentence": recipe.book.secret,
        'ends = "none"': section.ends == "none",
        "tactile mazes": recipe.audience == "tactile" or recipe.look == "tactile",
    }
    yield from _find_clashes(f"section.{section.key}.questions", "questions", others)


def _list_features(
    section: Section, recipe: Recipe, readers: Audience | None, has_outline: bool
) -> dict[str, object]:
    """Return, for each feature that mazes leading to another page cannot have, whether this section
    has it."""
    return {
        "an outline or a drawing around mazes": has_outline,
        "a way that draws a picture": section.way,
        "questions": section.questions,
        "bridges": section.bridges,
        "a word": section.word,
        "things to count": section.collect,
        f'ends = "{section.ends}"': section.ends not in (default_ends("square"), "far"),
        "several mazes a page": (section.mazes_a_page or recipe.mazes_a_page) > 1,
        "tactile mazes": readers is not None and readers.touch,
    }


def _find_clashes(where: str, subject: str, others: Mapping[str, object]) -> Iterator[Fault]:
    """Yield a fault for each of the other features that a section has.

    subject: the feature that rules them out. others: mapping from feature to whether the section
    has it.
    """
    for what, is_there in others.items():
        if is_there:
            yield Fault(where, f"{subject} cannot be combined with {what}", "give only one of them")


def _find_door_faults(
    section: Section, recipe: Recipe, readers: Audience | None, size: Size, has_outline: bool
) -> Iterator[Fault]:
    """Yield a fault if the mazes of a section cannot be the rooms of one large maze."""
    where = f"section.{section.key}.doors"
    if section.shape != "square":
        yield Fault(where, f"{section.shape} mazes have no doors to others", "use square cells")
        return
    others = {
        **_list_features(section, recipe, readers, has_outline),
        "worksheets": recipe.worksheet,
        "a secret sentence": recipe.book.secret,
        'texture = "deep"': recipe.texture != "uniform",
    }
    if clash := next(_find_clashes(where, "doors to other mazes", others), None):
        yield clash
        return
    if fault := Design.find_room_fault(section.mazes, section.doors or 0, size):
        yield Fault(f"section.{section.key}.mazes", *fault)


def _find_spread_faults(
    section: Section, recipe: Recipe, readers: Audience | None, size: Size, has_outline: bool
) -> Iterator[Fault]:
    """Yield a fault if the mazes of a section cannot be spread over two pages."""
    where = f"section.{section.key}.spread"
    if section.shape != "square":
        yield Fault(
            where, f"a maze of {section.shape} cells cannot span two pages", "use square cells"
        )
        return
    others = _list_features(section, recipe, readers, has_outline)
    if clash := next(_find_clashes(where, "a maze over two pages", others), None):
        yield clash
        return
    if recipe.worksheet or not recipe.is_bound:
        what = "loose sheets do not face each other"
        yield Fault(
            where, what, "make a bound book; for a poster of one maze, use maze --sheets 2x1"
        )
    elif recipe.sides == "one":
        yield Fault(where, "pages printed on one side do not face each other", 'set sides = "two"')
    elif fault := Design.find_spread_fault(size):
        yield Fault(f"section.{section.key}.size", *fault)


def _find_bridge_faults(section: Section, readers: Audience | None) -> Iterator[Fault]:
    """Yield a fault for each reason why the mazes of a section cannot have bridges."""
    where = f"section.{section.key}.bridges"
    try:
        find_shape(section.shape).refuse_bridges(where)
    except Refused as refused:
        yield from refused.faults
    if readers is not None and readers.touch:
        yield Fault(where, "bridges cannot be felt", "leave them out of a tactile book")
    others = {"way": "a way that draws a picture", "word": "a word", "collect": "things to count"}
    for key, what in others.items():
        if getattr(section, key):
            yield Fault(where, f"bridges cannot be combined with {what}", "give only one of them")
