"""Orders: recipes whose files have been read and whose names have been looked up, or refused.

Every book, class set, cover and sheet is made from an `Order`; later code looks nothing up again.
Faults that depend on the page count or on a drawing are found by the plan (`books`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from puzzlebook.ground.faults import refuse_any
from puzzlebook.ground.questions import QuestionList
from puzzlebook.language.words import Words
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.maze_art.inked import Ink
from puzzlebook.maze_art.theme import Theme, choose_volume, name_no_ends, replace_pictures
from puzzlebook.mazes import Size
from puzzlebook.printers.printer import Printer
from puzzlebook.printers.profiles import load_printer
from puzzlebook.recipes.assets import (
    NamedWay,
    SilhouetteSource,
    cover_picture,
    name_assets,
    read_book_likenesses,
    read_cuts,
    read_theme,
    read_ways,
)
from puzzlebook.recipes.audiences import Audience, find_audience
from puzzlebook.recipes.book_codes import BookCode, fingerprint_recipe, write_code_line
from puzzlebook.recipes.order_stages import (
    SectionStages,
    SizedStage,
    assign_stages,
    has_stage_of_others,
    list_stage_files,
    read_section_stages,
)
from puzzlebook.recipes.readers import SizedSection, name_fault, size_sections
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.secret import assign_letters
from puzzlebook.recipes.translation import read_language
from puzzlebook.recipes.user_files import (
    A_FILE,
    LANGUAGE_OR_FILE,
    LINE,
    NAME_OR_FILE,
    NO_OUTLINE,
    PLACES_OF_THEME,
    QUESTIONS,
    SILHOUETTES,
    STAGES,
    STAGES_OF_THEME,
    WAYS,
    NamesFiles,
    read_asset,
)
from puzzlebook.recipes.writing import write_recipe
from puzzlebook.typesetting.pdf.type import check_embeddable
from puzzlebook.typesetting.text import Face, Font, make_face

if TYPE_CHECKING:
    from puzzlebook.drawing.drawing import Drawing
    from puzzlebook.maze_art.stage import Stage
    from puzzlebook.mazes import HiddenPicture, Silhouette
    from puzzlebook.recipes.outlined_pictures import OutlinedPicture
    from puzzlebook.recipes.question_files import QuestionSource
    from puzzlebook.typesetting.logos import Logo


_Files = dict[str, bytes]
"""The contents of files, by the names that a recipe gives them."""
_Cuts = Mapping[str, list[SilhouetteSource]]
_Ways = Mapping[str, list[NamedWay]]
_Questions: TypeAlias = "Mapping[str, QuestionSource]"

_TYPESET_KEYS = {
    "book": (
        "title",
        "subtitle",
        "author",
        "series",
        "publisher",
        "copyright",
        "country",
        "rights",
        "dedication",
        "child",
    ),
    "cover": ("blurb",),
    "worksheet": ("instruction",),
}
"""The texts of a recipe that are set with typographic quotes, because nobody has to retype them."""


@dataclass(frozen=True, eq=False)
class BookSection:
    """A section, ready to be drawn.

    silhouettes: the outlines of its mazes, used in turn; empty for whole tilings. stages: the
    drawings around its mazes, used in turn; their outlines replace the silhouettes. pictures: the
    pictures that its solution paths trace, used in turn; None for a pupil's initial. readers: the
    audience whose passage width the grid keeps; None for a section with its own size. rated: the
    audience whose book sets the scale for the stars; None for the audience whose mazes have about
    as many cells. mazes: the number of mazes. per_page: mazes per page. questions: the questions in
    its mazes. outlined: the pictures with the outline and the size of the mazes of each, if the
    section has both.
    """

    section: Section
    size: Size
    silhouettes: tuple[Silhouette, ...]
    pictures: tuple[HiddenPicture | None, ...]
    readers: Audience | None
    rated: str | None
    mazes: int
    per_page: int
    stages: tuple[SizedStage, ...] = ()
    questions: QuestionList | None = None
    outlined: tuple[OutlinedPicture, ...] = ()

    @property
    def cuts(self) -> tuple[Silhouette | None, ...]:
        """The silhouettes that cut the section's mazes, used in turn; None for an uncut maze."""
        return tuple(cut for _, cut, _, _ in self.boards)

    def find_stage(self, silhouette: Silhouette | None) -> SizedStage | None:
        """Return the section's stage whose maze area is this silhouette; None if there is none."""
        return next((sized for sized in self.stages if sized.silhouette == silhouette), None)

    @property
    def has_own_drawings(self) -> bool:
        """Whether its mazes are in drawings that the theme does not share with others."""
        return bool(self.stages) and self.section.stage != PLACES_OF_THEME

    @property
    def keeps_place(self) -> bool:
        """Whether a rising book leaves the section where it is written, however easy: it is not
        mixed, and its mazes have hidden pictures or are in the theme's drawings."""
        is_in_theme = bool(self.stages) and self.section.stage in STAGES_OF_THEME
        return not self.is_mixed and (bool(self.pictures) or is_in_theme)

    @property
    def is_mixed(self) -> bool:
        """Whether a rising book deals out the section's mazes together with those of other mixed
        sections. Rooms, spreads, mazes with a word, a name or questions, and those that share
        pages, stay together."""
        section = self.section
        has_names = any(cut.letters for cut in self.silhouettes)
        has_task = section.doors or section.spread or section.word or self.questions or has_names
        return section.mixed and self.per_page == 1 and not has_task

    @property
    def boards(self) -> tuple[tuple[str, Silhouette | None, Size, Stage | None], ...]:
        """The boards of the section's mazes, used in turn: shape, silhouette or None, size, stage
        or None."""
        if self.stages:
            return tuple((row.shape, row.silhouette, row.size, row.stage) for row in self.stages)
        shape = self.section.shape
        if self.outlined:
            return tuple((shape, row.silhouette, row.size, None) for row in self.outlined)
        return tuple((shape, cut, self.size, None) for cut in self.silhouettes or (None,))


@dataclass(frozen=True, eq=False)
class Order:
    """Everything that a book is made from.

    recipe: as saved in the book's folder. code: the book code. readers: the audience that decides
    type and line weights; None if the recipe names none. face: the typeface of running text.
    picture: the user's picture for the front cover. assets: the contents of the user's files, by
    their names in the book's folder.
    """

    recipe: Recipe
    seed: str
    name: str
    code: BookCode
    printer: Printer
    readers: Audience | None
    parts: tuple[BookSection, ...]
    words: Words
    theme: Theme
    face: Face
    logo: Logo | None
    picture: bytes | Drawing | None
    assets: Mapping[str, bytes]

    @cached_property
    def typeset(self) -> Recipe:
        """The recipe with the apostrophes and quotation marks of its language."""
        recipe, update = self.recipe, {}
        for table, keys in _TYPESET_KEYS.items():
            if texts := getattr(recipe, table):
                typeset = {
                    key: self.words.set_typographically(text)
                    for key in keys
                    if (text := getattr(texts, key))
                }
                update[table] = texts.model_copy(update=typeset)
        return recipe.model_copy(update=update)

    @property
    def walls(self) -> str:
        """The style of the walls of mazes."""
        return self.recipe.walls or PLAIN

    @cached_property
    def tint(self) -> Ink:
        """The colours of the puzzles, or black; line weights are not set."""
        if not takes_colour(self.recipe, self.printer):
            return Ink(0.0)
        from puzzlebook.maze_art.tints import tint_ink

        return tint_ink(self.theme.colours, self.walls)

    @cached_property
    def secret(self) -> Mapping[int, str]:
        """The letters of the hidden sentence, each by the number of the maze that holds it."""
        return assign_letters(self.recipe)

    @property
    def mazes(self) -> int:
        """The number of mazes in the book."""
        return self.recipe.sheets or sum(part.mazes for part in self.parts)


def settle(recipe: Recipe, folder: Path) -> Order:
    """Return the order of a recipe whose seed and name are decided. folder: where the recipe's
    files are.

    The order has the short code. A recipe is refused if a file is missing or unsuitable, if a name
    is unknown, or if the page is too small for the readers.
    """
    from puzzlebook.recipes.values import LIKENESSES

    printer = load_printer(recipe.printer)
    in_colour = takes_colour(recipe, printer)
    theme, theme_files = _read_theme(recipe, folder, in_colour)
    words, catalogue = read_language(recipe.language, folder, recipe.digits)
    fonts, font_files = _read_fonts(recipe, folder)
    sized = size_sections(recipe)
    cuts = _read_silhouettes(recipe, sized, folder)
    ways = {
        section.key: read_ways(
            section.way or "", section.pieces, folder, f"section.{section.key}.way"
        )
        for section in recipe.sections
    }
    stages = read_section_stages(recipe, theme, sized, folder)
    if recipe.names:
        from puzzlebook.recipes.drawing_names import name_drawings

        cuts, ways, stages = name_drawings(recipe.names, cuts, ways, stages)
    questions = _read_questions(recipe, folder)
    avoid = tuple(
        name
        if name.startswith(LIKENESSES)
        else read_book_likenesses(folder / name, f"avoid: {name}")
        for name in recipe.avoid
    )
    picture, picture_file = _read_cover_picture(recipe, folder)
    logo, logo_file = _read_logo(recipe, folder, in_colour)
    files = {
        **theme_files,
        **({} if catalogue is None else {recipe.language: catalogue}),
        **font_files,
        **_list_section_files(cuts, ways),
        **list_stage_files(stages),
        **{row.text: row.content for row in questions.values() if row.content is not None},
        **picture_file,
        **logo_file,
    }
    names = name_assets(files)
    assets = {names[name]: content for name, content in files.items()}
    walls = recipe.walls or (None if theme.walls == PLAIN else theme.walls)
    recipe = _rename_files(recipe, names, cuts).model_copy(update={"avoid": avoid, "walls": walls})
    return Order(
        recipe=recipe,
        seed=recipe.seed or "",
        name=recipe.name or "",
        code=BookCode(fingerprint_recipe(recipe, assets)),
        printer=printer,
        readers=find_audience(readers) if (readers := recipe.look or recipe.audience) else None,
        parts=_make_parts(
            recipe,
            sized,
            cuts,
            ways,
            words,
            stages,
            questions,
            in_colour and recipe.worksheet is None,
        ),
        words=words,
        theme=theme,
        face=make_face(words.language, words.direction, fonts),
        logo=logo,
        picture=picture,
        assets=assets,
    )


def set_totals(order: Order, mazes: tuple[int, ...]) -> Order:
    """Return the order with these numbers of mazes in its parts; parts without mazes are
    dropped."""
    parts = zip(order.parts, mazes, strict=True)
    return replace(
        order, parts=tuple(replace(part, mazes=number) for part, number in parts if number)
    )


def write_book_recipe(order: Order, comment: str = "") -> bytes:
    """Return the content of the book's recipe file: the book code, a comment and the settled
    recipe."""
    return (write_code_line(order.code) + comment + write_recipe(order.recipe)).encode()


def takes_colour(recipe: Recipe, printer: Printer) -> bool:
    """Return whether a book is printed in colour: its ink has colour, and its printer accepts
    colour."""
    return recipe.ink != "black" and (
        printer.spaces is None or "rgb" in printer.spaces or "cmyk" in printer.spaces
    )


def _make_parts(
    recipe: Recipe,
    sized: tuple[SizedSection, ...],
    cuts: _Cuts,
    ways: _Ways,
    words: Words,
    stages: SectionStages,
    questions: _Questions,
    in_colour: bool,
) -> tuple[BookSection, ...]:
    """Return the sections, ready to be drawn, with typographic quotes in their texts."""

    mazes_so_far = Counter[str]()

    def make_part(section: Section, sized: SizedSection) -> BookSection:
        adapted, size, readers = sized
        texts = {
            key: words.set_typographically(text)
            for key in ("title", "story")
            if (text := getattr(section, key))
        }
        grid_keys = {"shape": adapted.shape, "share": adapted.share, "ends": adapted.ends}
        section = section.model_copy(update={**grid_keys, **texts})
        # Sections with the same stages continue one rotation; places are shared out already.
        names = recipe.stage_of(section)
        section, sized_stages = assign_stages(
            recipe, section, size, readers, stages[section.key], in_colour, mazes_so_far[names]
        )
        if sized_stages and names != PLACES_OF_THEME:
            mazes_so_far[names] += section.mazes
        pictures = tuple(way.hidden for way in ways[section.key])
        per_page = section.mazes_a_page or recipe.mazes_a_page
        outlined: tuple[OutlinedPicture, ...] = ()
        if pictures and cuts[section.key] and recipe.worksheet is None:
            from puzzlebook.recipes.outlined_pictures import outline_pictures

            outlined = outline_pictures(
                SizedSection(section, size, readers),
                pictures,
                cuts[section.key],
                recipe.page,
                per_page,
            )
        is_cut = not (sized_stages or outlined)
        return BookSection(
            section=section,
            size=size,
            silhouettes=tuple(cut.silhouette for cut in cuts[section.key]) if is_cut else (),
            stages=sized_stages,
            pictures=pictures,
            readers=readers,
            rated=readers.name if readers else recipe.look,
            mazes=section.mazes,
            per_page=per_page,
            outlined=outlined,
            questions=questions[section.key].question_list if section.key in questions else None,
        )

    parts = tuple(map(make_part, recipe.sections, sized))
    if demanding := [part for part in parts if _is_demanding(part)]:
        from puzzlebook.recipes.section_faults import find_section_faults

        name = recipe.look or recipe.audience
        readers = find_audience(name) if name else None
        refuse_any(
            fault
            for part in demanding
            for fault in find_section_faults(
                part.section,
                recipe,
                part.readers or readers,
                part.size,
                part.pictures,
                bool(part.silhouettes),
                bool(part.stages),
            )
        )
    return parts


def _is_demanding(part: BookSection) -> bool:
    """Return whether a section has any feature that can conflict with others."""
    section, features = part.section, (part.pictures, part.questions)
    return any((section.collect, section.bridges, section.doors, section.spread, *features))


def _read_questions(recipe: Recipe, folder: Path) -> _Questions:
    """Return a mapping from section key to questions, for the sections that have any."""
    asking = [section for section in recipe.sections if section.questions]
    if not asking:
        return {}
    from puzzlebook.recipes.question_files import read_questions

    return {
        section.key: read_questions(
            section.questions or "", folder, f"section.{section.key}.questions"
        )
        for section in asking
    }


# Reading what single keys name, relative to the recipe's folder. Most return the files as well.


def _read_theme(recipe: Recipe, folder: Path, in_colour: bool) -> tuple[Theme, _Files]:
    """Return the theme, with the user's own drawings as marks at the start and the finish."""
    theme, content = read_theme(recipe.theme, folder, in_colour)
    theme = choose_volume(theme, recipe.volume)
    if theme.scenes:
        name = recipe.look or recipe.audience
        shade = find_audience(name).shade if name else 0.0
        theme = theme._replace(scenes=theme.scenes._replace(turn=recipe.volume - 1, shade=shade))
    files = {} if content is None else {recipe.theme: content}
    ends, titles = {}, {}
    for key, name in (("start", recipe.start), ("finish", recipe.finish)):
        if name:
            from puzzlebook.outlines import outline_svg
            from puzzlebook.recipes.drawing_names import describe_file

            files[name] = read_asset(folder / name, f"{key}: {name}")
            ends[key] = outline_svg(files[name], f"{key}: {name}")
            titles[key] = describe_file(name, recipe.names)
    captions = titles.get("start", ""), titles.get("finish", "")
    theme = replace_pictures(theme, ends.get("start"), ends.get("finish"), captions)
    if has_stage_of_others(recipe, theme):
        theme = name_no_ends(theme)
    elif theme.borrowed:
        theme = theme._replace(start_name="start", finish_name="finish")
    return theme, files


def _read_fonts(recipe: Recipe, folder: Path) -> tuple[tuple[Font, ...], _Files]:
    if not recipe.fonts:
        return (), {}
    from puzzlebook.typesetting.text.user_fonts import MAX_BYTES as LARGEST_FONT
    from puzzlebook.typesetting.text.user_fonts import read_font

    fonts, files = [], {}
    for name in recipe.fonts:
        where = f"fonts: {name}"
        content = read_asset(
            folder / name, where, LARGEST_FONT, "use a static TrueType font (.ttf)"
        )
        fonts.append(read_font(content, where))
        check_embeddable(fonts[-1], where)
        files[name] = content
    return tuple(fonts), files


def _read_silhouettes(recipe: Recipe, sized: tuple[SizedSection, ...], folder: Path) -> _Cuts:
    """Return a mapping from section key to silhouettes."""
    cuts_by_section = {}
    for section, (adapted, size, _) in zip(recipe.sections, sized, strict=True):
        names, where = section.silhouette or "", f"section.{section.key}.silhouette"
        if section.way:
            names = ",".join(name for name in SILHOUETTES.names(names) if name != NO_OUTLINE)
        cuts = (
            read_cuts(names, section.pieces, folder, where, (adapted.shape, size, section.edge))
            if names
            else []
        )
        refuse_any(
            fault for cut in cuts if (fault := name_fault(where, recipe, adapted, size, cut))
        )
        cuts_by_section[section.key] = cuts
    return cuts_by_section


def _list_section_files(cuts: _Cuts, ways: _Ways) -> _Files:
    """Return the user's files that sections name: all silhouettes, then all pictures that paths
    draw."""
    files = {}
    for cut in chain.from_iterable(cuts.values()):
        if cut.content is not None:
            files[cut.text] = cut.content
    for way in chain.from_iterable(ways.values()):
        if way.content is not None and WAYS.is_file(way.text):
            files[way.text.removeprefix(LINE).strip()] = way.content
    return files


def _read_cover_picture(recipe: Recipe, folder: Path) -> tuple[bytes | Drawing | None, _Files]:
    name = recipe.cover.picture
    if not name:
        return None, {}
    content = read_asset(folder / name, "cover.picture")
    return cover_picture(content, "cover.picture"), {name: content}


def _read_logo(recipe: Recipe, folder: Path, in_colour: bool) -> tuple[Logo | None, _Files]:
    name = recipe.book.logo
    if not name:
        return None, {}
    from puzzlebook.typesetting.logos import read_black_logo, read_colour_logo

    where = f"book.logo: {name}"
    content = read_asset(folder / name, where)
    read_logo = read_colour_logo if in_colour else read_black_logo
    return read_logo(content, name, where), {name: content}


def _rename_files(recipe: Recipe, names: Mapping[str, str], cuts: _Cuts) -> Recipe:
    """Return the recipe with the user's files under their names in the book's folder.

    names: mapping from names in the recipe to names in the folder.
    """

    def rename_silhouette(cut: SilhouetteSource) -> str:
        return cut.text if cut.content is None else names[cut.text]

    def rename_outlines(section: Section) -> str | None:
        names, renamed = SILHOUETTES.names(section.silhouette or ""), iter(cuts[section.key])
        if section.way and NO_OUTLINE in names:
            return ",".join(
                name if name == NO_OUTLINE else rename_silhouette(next(renamed)) for name in names
            )
        return ",".join(map(rename_silhouette, renamed)) or None

    def rename(name: str | None, mark: NamesFiles = A_FILE) -> str | None:
        return names[name] if name and mark.is_file(name) else name

    sections = tuple(
        section.model_copy(
            update={
                "silhouette": rename_outlines(section),
                "way": WAYS.rename_files(section.way or "", names.__getitem__) or None,
                "stage": STAGES.rename_files(section.stage or "", names.__getitem__) or None,
                "questions": rename(section.questions, QUESTIONS),
            }
        )
        for section in recipe.sections
    )
    return recipe.model_copy(
        update={
            "theme": rename(recipe.theme, NAME_OR_FILE),
            "stage": STAGES.rename_files(recipe.stage or "", names.__getitem__) or None,
            "start": rename(recipe.start),
            "finish": rename(recipe.finish),
            "language": rename(recipe.language, LANGUAGE_OR_FILE),
            "fonts": tuple(names[name] for name in recipe.fonts),
            "sections": sections,
            "cover": recipe.cover.model_copy(update={"picture": rename(recipe.cover.picture)}),
            "book": recipe.book.model_copy(update={"logo": rename(recipe.book.logo)}),
        }
    )
