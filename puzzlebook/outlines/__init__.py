"""Outlines: the areas that cut a silhouette, draw a mark or form a letter.

Other folders import names from this package, not from its modules:

outline       an outline with integer corners, and the test whether points are inside
boundary      an outline's boundary as closed loops
encircled     an outline scaled into its smallest enclosing circle
from_file     an outline from a file: SVG, PNG or JPEG
from_pixels   an outline from a PNG or JPEG
from_stage    the place for the maze in a stage
from_letters  an outline from the glyphs of a line of text
lettering     a name as an outline: letters joined by corridors
name_lines    the lines into which a name is broken
"""

from puzzlebook.ground.lazy_names import export_lazily

TYPE_CHECKING = False  # type checkers treat it as True; importing `typing` is slow

if TYPE_CHECKING:
    from puzzlebook.outlines.boundary import trace_boundary as trace_boundary
    from puzzlebook.outlines.encircled import encircle as encircle
    from puzzlebook.outlines.from_file import UserOutline as UserOutline
    from puzzlebook.outlines.from_file import outline_svg as outline_svg
    from puzzlebook.outlines.from_file import read_outline as read_outline
    from puzzlebook.outlines.from_letters import outline_letters as outline_letters
    from puzzlebook.outlines.from_letters import refuse_unfit as refuse_unfit
    from puzzlebook.outlines.from_stage import StageOutline as StageOutline
    from puzzlebook.outlines.lettering import set_lettering as set_lettering
    from puzzlebook.outlines.name_lines import break_into_lines as break_into_lines
    from puzzlebook.outlines.outline import FilledShape as FilledShape
    from puzzlebook.outlines.outline import Outline as Outline
    from puzzlebook.outlines.outline import PointTest as PointTest
    from puzzlebook.outlines.outline import make_outline as make_outline

_MODULES = {
    "FilledShape": ".outline",
    "Outline": ".outline",
    "PointTest": ".outline",
    "StageOutline": ".from_stage",
    "UserOutline": ".from_file",
    "break_into_lines": ".name_lines",
    "encircle": ".encircled",
    "make_outline": ".outline",
    "outline_letters": ".from_letters",
    "outline_svg": ".from_file",
    "read_outline": ".from_file",
    "refuse_unfit": ".from_letters",
    "set_lettering": ".lettering",
    "trace_boundary": ".boundary",
}
__all__ = [*_MODULES]

if not TYPE_CHECKING:
    __getattr__ = export_lazily(__name__, _MODULES)
