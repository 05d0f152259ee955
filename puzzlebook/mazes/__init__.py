"""Mazes: tilings, grids, spanning trees and codes. Nothing here knows of pictures or paper.

The names below are all that other folders use. Each is imported from its module when it is first
used.

tilings         the shapes of cells
penrose         the Penrose tiling
flat            arrays of integers and of pairs, for grids of a million cells
wilson          Wilson's algorithm: a uniform spanning tree of any connected graph
tracing         Wilson's algorithm step by step, for a page that explains it
grid            the sides, neighbours and rim of a tiling, and the graphs that Wilson walks
square_grid     a large grid of squares, computed by formulas
pieces          connected components of cells
one_edge_cells  triangles joined to the rest by one side, which are removed
cutting         cutting a tiling along an outline
silhouettes     the outlines by which tilings are cut
fitted_grid     a grid whose rim follows a drawing
fitting         moving a grid's corners so that its rim follows a drawing
codes           a maze's design, and the code that contains it
grids           the grid of a design
grid_cache      grids that are built once and shared
tree            a rooted spanning tree and its paths
ends            the cells where a maze starts and finishes
maze            a maze: its design, grid, passages and solution
generator       drawing the maze that a design names
difficulty      how hard a maze is
levels          mazes of equal difficulty
likeness        mazes that are equal up to mirroring and rotation
spelling        word mazes: letters on the solution and decoys beside it
collecting      things to count on the solution
free_corners    the corners of a bounding box that a maze leaves empty
descriptions    a maze's solution in words, for readers who cannot see it
hidden          mazes whose solution draws a picture
filled_way      a path that fills the cells of a picture
line_way        a path that follows a drawn line
"""

TYPE_CHECKING = False  # a type checker takes it for true; importing `typing` takes time

if TYPE_CHECKING:
    from puzzlebook.mazes.codes import EDGES as EDGES
    from puzzlebook.mazes.codes import ENDS as ENDS
    from puzzlebook.mazes.codes import METHODS as METHODS
    from puzzlebook.mazes.codes import Design as Design
    from puzzlebook.mazes.codes import find_maze_code as find_maze_code
    from puzzlebook.mazes.codes import read_code as read_code
    from puzzlebook.mazes.descriptions import MazeDescription as MazeDescription
    from puzzlebook.mazes.difficulty import Measures as Measures
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
else:
    _NAMES = {
        "codes": ("EDGES", "ENDS", "METHODS", "Design", "find_maze_code", "read_code"),
        "descriptions": ("MazeDescription",),
        "difficulty": ("Measures",),
        "generator": ("draw_maze", "draw_measured"),
        "grid": ("Grid",),
        "grids": ("is_fitted", "keep_fitted_grids", "make_grid"),
        "hidden": ("HiddenPicture",),
        "levels": ("draw_equally_hard",),
        "maze": ("Maze",),
        "silhouettes": ("Silhouette",),
        "square_grid": ("SquareGrid",),
        "tilings": ("SHAPES", "Shape", "Size", "find_shape", "format_size"),
        "tracing": ("TracedRun",),
    }

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for module, names in _NAMES.items():
            if name in names:
                value = getattr(import_module(f"{__name__}.{module}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
