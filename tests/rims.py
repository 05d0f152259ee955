"""Drawings that rims are to be, and the boards on which they are looked at: ours, names, and three
users' own."""

from __future__ import annotations

from puzzlebook.ground.printed_codes import fingerprint
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.outlines import break_into_lines
from puzzlebook.recipes.assets import read_letters_font

SIZES = {
    "square": {80: (12, 12), 160: (17, 17), 320: (24, 24)},
    "hexagonal": {80: (12, 14), 160: (17, 19), 320: (24, 27)},
    "cairo": {80: (9, 11), 160: (12, 15), 320: (17, 20)},
    "octagonal": {80: (9, 9), 160: (12, 12), 320: (17, 17)},
    "triangular": {80: (18, 11), 160: (26, 16), 320: (36, 22)},
}
"""Sizes of which a silhouette keeps about so many cells."""
TILINGS = (*SIZES, "polar")
FRAME = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
USERS = {
    "a-spiral": FRAME.format('<path d="M52 50a8 8 0 1 1 -16 0a22 22 0 1 1 44 0a36 36 0 1 1 -72 -4" fill="none"'
                             ' stroke="#000" stroke-width="11" stroke-linecap="round"/>'),
    "a-cloud": FRAME.format('<circle cx="28" cy="58" r="20"/><circle cx="52" cy="42" r="25"/><circle cx="74" cy="58"'
                            ' r="18"/><rect x="26" y="54" width="50" height="23" rx="11"/>'),
    "a-bolt": FRAME.format('<path d="M58 2 18 56h24l-10 42 50-60H56z"/><circle cx="84" cy="80" r="12"/>'),
}  # fmt: skip
"""Drawings as users have them: a line, shapes over each other, two pieces."""
DRAWINGS = (*Silhouette.titles(), *USERS, "text:MIA", "text:Søren")


def named(name, box):
    """A built-in silhouette, a name, or one of three users' drawings."""
    if name.startswith("text:"):
        return Silhouette.from_name(break_into_lines(name[5:], *box), read_letters_font())
    return (
        Silhouette.from_file(USERS[name].encode(), name)
        if name in USERS
        else Silhouette.built_in(name)
    )


def cut_of(shape, many, name):
    """A shape, a size and a silhouette that leave about so many cells; rings are cut very
    differently."""
    sizes = [SIZES[shape][many]] if shape in SIZES else [(rings,) for rings in range(6, 30)]
    boards = ((size, make_grid(shape, size)) for size in sizes)
    cuts = (
        (shape, size, named(name, (board.width, board.height)).as_rim(shape))
        for size, board in boards
    )
    return next(asked for asked in cuts if shape in SIZES or make_grid(*asked).cells >= 0.88 * many)


def user_file(code):
    """The user's drawing whose fingerprint a silhouette's code carries, if one of ours does."""
    contents = [content.encode() for content in USERS.values()]
    return next((content for content in contents if f"file.{fingerprint(content)}" in code), None)
