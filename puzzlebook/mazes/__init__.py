"""Mazes: tilings, grids, spanning trees and codes. Nothing here knows about pictures or paper.

Other folders use only the names in `__all__`. Each name is imported from its module on first use.

tilings         the shapes of cells
penrose         the Penrose tiling
flat            arrays of integers and of pairs, for grids of a million cells
wilson          Wilson's algorithm: a uniform spanning tree of any connected graph
tracing         Wilson's algorithm step by step, for a page that explains it
grid            the sides, neighbours and rim of a tiling, and the graphs that Wilson walks
square_grid     a large grid of squares, computed by formulas
pieces          connected components of cells, and the cells that join them
cutting         cutting a tiling along an outline
silhouettes     the outlines by which tilings are cut
fitted_grid     a grid whose rim follows a drawing
fitting         moving a grid's corners so that its rim follows a drawing
codes           a maze's design, and the code that contains it
found_codes     codes in a text
wall            the plan of a wall of sheets that form one maze: gates and solution path
wall_mazes      the mazes of a wall: of each sheet, and of the whole wall
bridges         cells in which one passage crosses over another
rooms           one maze over many boards, joined by doors
spread          one maze over two facing pages, with passages across the gutter
grids           the grid of a design
tree            a rooted spanning tree and its paths
ends            the cells where a maze starts and finishes
maze            a maze: its design, grid, passages and solution
generator       drawing the maze that a design names
difficulty      how hard a maze is
levels          mazes of equal difficulty
likeness        mazes that are equal up to mirroring and rotation
spelling        word mazes: letters on the solution and decoys beside it
asking          answer mazes: the forks that have questions
collecting      things to count on the solution
closing         closing wrong turns, to make a maze easier
free_corners    the corners of a bounding box that a maze leaves empty
descriptions    a maze's solution in words, for readers who cannot see it
hidden          mazes whose solution draws a picture
filled_way      a path that fills the cells of a picture
line_way        a path that follows a drawn line
"""

from puzzlebook.ground.lazy_names import export_lazily

TYPE_CHECKING = False  # type checkers treat it as True; importing `typing` is slow

if TYPE_CHECKING:
    from puzzlebook.mazes.codes import EDGES as EDGES
    from puzzlebook.mazes.codes import ENDS as ENDS
    from puzzlebook.mazes.codes import METHODS as METHODS
    from puzzlebook.mazes.codes import SHORT as SHORT
    from puzzlebook.mazes.codes import Design as Design
    from puzzlebook.mazes.codes import read_code as read_code
    from puzzlebook.mazes.descriptions import MazeDescription as MazeDescription
    from puzzlebook.mazes.difficulty import Measures as Measures
    from puzzlebook.mazes.found_codes import find_maze_code as find_maze_code
    from puzzlebook.mazes.generator import draw_maze as draw_maze
    from puzzlebook.mazes.generator import draw_measured as draw_measured
    from puzzlebook.mazes.grid import Grid as Grid
    from puzzlebook.mazes.grids import is_fitted as is_fitted
    from puzzlebook.mazes.grids import keep_fitted_grids as keep_fitted_grids
    from puzzlebook.mazes.grids import make_grid as make_grid
    from puzzlebook.mazes.hidden import HiddenPicture as HiddenPicture
    from puzzlebook.mazes.levels import draw_equally_hard as draw_equally_hard
    from puzzlebook.mazes.maze import Maze as Maze
    from puzzlebook.mazes.silhouettes import Silhouette as Silhouette
    from puzzlebook.mazes.square_grid import SquareGrid as SquareGrid
    from puzzlebook.mazes.tilings import SHAPES as SHAPES
    from puzzlebook.mazes.tilings import Shape as Shape
    from puzzlebook.mazes.tilings import Size as Size
    from puzzlebook.mazes.tilings import find_shape as find_shape
    from puzzlebook.mazes.tilings import format_size as format_size
    from puzzlebook.mazes.tracing import TracedRun as TracedRun

_MODULES = {
    "Design": ".codes",
    "EDGES": ".codes",
    "ENDS": ".codes",
    "SHORT": ".codes",
    "Grid": ".grid",
    "HiddenPicture": ".hidden",
    "METHODS": ".codes",
    "Maze": ".maze",
    "MazeDescription": ".descriptions",
    "Measures": ".difficulty",
    "SHAPES": ".tilings",
    "Shape": ".tilings",
    "Silhouette": ".silhouettes",
    "Size": ".tilings",
    "SquareGrid": ".square_grid",
    "TracedRun": ".tracing",
    "draw_equally_hard": ".levels",
    "draw_maze": ".generator",
    "draw_measured": ".generator",
    "find_maze_code": ".found_codes",
    "find_shape": ".tilings",
    "format_size": ".tilings",
    "is_fitted": ".grids",
    "keep_fitted_grids": ".grids",
    "make_grid": ".grids",
    "read_code": ".codes",
}
__all__ = [*_MODULES]

if not TYPE_CHECKING:
    __getattr__ = export_lazily(__name__, _MODULES)
