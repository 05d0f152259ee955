"""The grids of hidden pictures in mazes that outlines cut: the smallest in which each has room, so
that passages are as wide as can be; or, if the section states a size, the largest within it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.mazes import HiddenPicture, Size
from puzzlebook.recipes.page_grids import choose_size
from puzzlebook.recipes.readers import SizedSection
from puzzlebook.recipes.user_files import NO_OUTLINE, SILHOUETTES

if TYPE_CHECKING:
    from puzzlebook.mazes import Silhouette
    from puzzlebook.printers.trims import Trim
    from puzzlebook.recipes.assets import SilhouetteSource

_SPARE = 1.08
"""How much larger than the smallest grid with room for its picture a grid is, if the page allows:
some wrong turns lie around the picture."""


class OutlinedPicture(NamedTuple):
    """A picture that solution paths trace, and the outline and the size of its mazes."""

    picture: HiddenPicture
    silhouette: Silhouette | None
    size: Size


def outline_pictures(
    sized: SizedSection,
    pictures: Sequence[HiddenPicture | None],
    cuts: Sequence[SilhouetteSource],
    page: Trim,
    per_page: int,
) -> tuple[OutlinedPicture, ...]:
    """Return the pictures of a section with its outlines in turn; none if it has no outlines or no
    pictures, or if a picture needs a whole maze.

    An outline without room for a picture gives way to the next one that has room. If none has, and
    where the section names no outline, the maze is whole, with the section's own size.
    """
    section, size, readers = sized
    names = [*_list_names(section.silhouette or "", cuts)]
    filled = [picture for picture in pictures if picture and picture.line is None]
    if section.shape != HiddenPicture.SHAPE or not any(names) or len(filled) < len(pictures):
        return ()
    limit = choose_size(readers, page, section.shape, 1.0, per_page) if readers else size
    outlined = []
    for turn, picture in enumerate(filled):
        first = turn % len(names)
        tries = [*names[first:], *names[:first]] if names[first] else []
        fitting = (
            OutlinedPicture(picture, silhouette, found)
            for silhouette in filter(None, tries)
            if (found := _find_size(picture, silhouette, limit, is_stated=readers is None))
        )
        outlined.append(next(fitting, OutlinedPicture(picture, None, size)))
    return tuple(outlined)


def _list_names(text: str, cuts: Sequence[SilhouetteSource]) -> Iterator[Silhouette | None]:
    """Yield the outlines that a text names, and None where it names none."""
    read = iter(cuts)
    for name in SILHOUETTES.names(text):
        yield None if name == NO_OUTLINE else next(read).silhouette


def _find_size(
    picture: HiddenPicture, silhouette: Silhouette, limit: Size, *, is_stated: bool
) -> Size | None:
    """Return the size of the grid for a picture in an outline; None if no size within the limit has
    room for it. is_stated: whether the limit is the size that the section states."""
    proportion = silhouette.outline.width / silhouette.outline.height
    sizes = [(columns, max(2, round(columns / proportion))) for columns in range(2, limit[0] + 1)]
    sizes = [size for size in sizes if size[1] <= limit[1]]
    rising = reversed(sizes) if is_stated else sizes
    found = next((size for size in rising if picture.fits(size, silhouette)), None)
    if found is None or is_stated:
        return found
    spare = (size for size in sizes if found[0] <= size[0] <= _SPARE * found[0])
    return [size for size in spare if picture.fits(size, silhouette)][-1]
