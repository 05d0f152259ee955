"""Yardsticks: other people's mazes and books, and Aldous and Broder's walk on our own graph."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from puzzlebook.mazes.wilson import Graph

BARE = """
import typer

app = typer.Typer(rich_markup_mode=None)


@app.command()
def hello(name: str = "world") -> None:
    \"\"\"Say hello.\"\"\"
    typer.echo(f"hello {name}")


app()
"""
"""The smallest program of typer's with one command, its help in plain text as ours is."""


def mazelib_wilson(columns: int, rows: int) -> object:
    """A maze of mazelib's by Wilson's algorithm."""
    from mazelib.generate.Wilsons import Wilsons

    return Wilsons(rows, columns).generate()


def mazelib_backtracker(columns: int, rows: int) -> object:
    """A maze of mazelib's by its recursive backtracker, which is not uniform."""
    from mazelib.generate.BacktrackingGenerator import BacktrackingGenerator

    return BacktrackingGenerator(rows, columns).generate()


MAZELIB: dict[str, Callable[[int, int], object]] = {
    "Wilson": mazelib_wilson,
    "backtracker": mazelib_backtracker,
}


def aldous_broder(graph: Graph, root: int, draws: Iterator[int], edges: int) -> bytearray:
    """A uniform spanning tree by one random walk: the edge by which each node is first entered.

    D. J. Aldous, *The random walk construction of uniform spanning trees*, SIAM J. Discrete Math. 3
    (1990). For graphs without wide rows; the arguments are those of `wilson.spanning_tree`.
    """
    to, side = graph.to, graph.side
    tree = bytearray(edges)
    node = root << graph.bits
    seen = bytearray(graph.nodes << graph.bits)
    seen[node] = 1
    left = graph.nodes - 1
    for draw in draws:
        if not left:
            break
        entry = node + draw
        node = to[entry]
        if not seen[node]:
            seen[node] = tree[side[entry]] = 1
            left -= 1
    return tree


def ctrlgrid(mazes: int, pdf: Path) -> list[str]:
    """The command with which ctrlgrid makes so many mazes of 20×28 and their solutions."""
    program = Path(sys.executable).with_name("ctrlgrid")
    return [
        str(program),
        "generate",
        "maze-medium",
        "--pages",
        str(mazes),
        "-o",
        str(pdf),
        "--force",
        "--quiet",
    ]
