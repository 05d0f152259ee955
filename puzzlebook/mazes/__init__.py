"""Everything about mazes, nothing about paper. In reading order:

tilings      the shapes of cells: one row of a table and one short function each
penrose      the tiling that needs a file of its own
flat         ints in little room, for grids of a million cells
wilson       Wilson's algorithm: a spanning tree, every one equally likely
tracing      the same, step by step, for a page that shows how it goes
grid         from a tiling to sides, neighbours, the rim and the graphs that Wilson walks
square_grid  the same of a large board of squares, by formulas
silhouettes  a tiling cut along an outline
seeds        from a seed to random bits
codes        what a maze is made from, and the code that says so
grids        the grid for a shape, a size and a silhouette, built once and `kept`
tree         the cells as a tree, and the paths in it
ends         where a maze starts and ends
maze         the maze itself, drawn from its design on its grid
difficulty   how hard it is
levels       mazes that are equally hard
facts        what is so of a maze, as manifests and `--json` say it
likeness     which mazes are the same but mirrored or turned
spelling     the letters of a word maze
collecting   things to be counted on the way
nooks        the room in the corners of a maze's box
hidden       pictures that the way draws: `draw_filled_path` through their blocks, `trace_line` along a line
"""
