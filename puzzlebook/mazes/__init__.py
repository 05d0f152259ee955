"""Mazes: tilings, grids, spanning trees and codes. Nothing here knows of pictures or paper.

tilings         the shapes of cells
penrose         the Penrose tiling
flat            arrays of integers and of pairs, for grids of a million cells
wilson          Wilson's algorithm: a uniform spanning tree of any connected graph
tracing         Wilson's algorithm step by step, for a page that explains it
grid            the sides, neighbours and rim of a tiling, and the graphs that Wilson walks
square_grid     a large grid of squares, computed by formulas
pieces          connected components of cells
silhouettes     a tiling cut by an outline
one_edge_cells  triangles joined to the rest by one side, which are removed
fitted_grid     a grid whose rim follows a drawing
fitting         moving a grid's corners so that its rim follows a drawing
seeds           from a seed to random bits
codes           a maze's design, and the code that says it
grids           the grid of a design
grid_cache      grids that are built once and shared
tree            a rooted spanning tree and its paths
ends            the cells where a maze starts and finishes
maze            a maze: its design, grid, tree and path
difficulty      how hard a maze is
levels          mazes of equal difficulty
facts           figures of a maze for manifests and `--json`
likeness        mazes that are equal up to mirroring and rotation
spelling        word mazes: letters on the path and decoys beside it
collecting      things to count on the path
free_corners    the corners of a bounding box that a maze leaves empty
descriptions    a maze's path in words, for readers who cannot see it
hidden          mazes whose path draws a picture
filled_way      a path that fills the cells of a picture
line_way        a path that follows a drawn line
"""
