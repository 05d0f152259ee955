"""Everything about mazes, nothing about paper: tilings, grids, Wilson's algorithm, seeds and codes."""
