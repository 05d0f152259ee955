"""The table of rooms: which may import which, who alone imports a drawing library, and what is
loaded when."""

import ast
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import puzzlebook

HOUSE = Path(puzzlebook.__file__).parent


@cache
def parse(path):
    return ast.parse(path.read_text("utf-8"))


class Modules(Mapping):
    """The syntax trees of our modules by path, each read when it is asked for."""

    def __init__(self):
        self._paths = {path.relative_to(HOUSE).as_posix(): path for path in HOUSE.rglob("*.py")}

    def __getitem__(self, name):
        return parse(self._paths[name])

    def __iter__(self):
        return iter(self._paths)

    def __len__(self):
        return len(self._paths)


MODULES = Modules()

ROOMS = (
    "ground", "running", "language", "geometry", "drawing", "outlines", "mazes", "typesetting", "maze_art", "printers", "shelf",
    "pdf_reading",
    "recipes", "class_lists", "books", "checks", "verbs", "cli", "__main__",
)  # fmt: skip
"""The house from the ground up: each room imports only those below it. The lazy names of
`puzzlebook` alone look up."""

STRANGERS = {"mazes": {"typesetting", "printers", "shelf"}}
"""Rooms that those above them must not know either: who sets type knows no maze."""

ONLY = {
    "svgwrite": {"drawing/svg.py"},
    "reportlab": {
        f"typesetting/pdf/{name}.py" for name in ("objects", "tags", "type", "whole", "writer")
    },
    "typer": {path for path in MODULES if path.startswith("cli/")},
}
"""Who alone may import these libraries."""

NOT_IN_A_MAZE = {"random", "numpy", "time", "datetime", "uuid", "locale", "platform", "socket"}
"""Modules that would let the day or the machine into a maze or a picture."""


EXACT = {"ceil", "dist", "floor", "fsum", "hypot", "inf", "isfinite", "isqrt", "pi", "sqrt"}
"""Of `math`, what no C library has a part in: it is exact, or Python's own arithmetic."""

POWERS = {"checks/shadings.py"}
"""Where a float's power is: the check of a shading whose function the file gives by its
exponent."""

WHOLE = {
    "drawing/ean.py", "books/covers/claims.py", "verbs/listing_pages.py", "verbs/shop_notes.py",
    "books/pages/worksheet_keys.py", "books/planning/fitted_grids.py", "books/planning/ramp.py",
    "checks/rules.py", "checks/shadings.py", "class_lists/code_pages.py",
    "class_lists/columns.py", "class_lists/list_files.py", "class_lists/name_columns.py",
    "class_lists/unnamed_columns.py", "class_lists/workbooks.py", "cli/make.py",
    "mazes/cutting.py", "mazes/difficulty.py", "mazes/ends.py",
    "mazes/hidden.py", "mazes/rooms.py", "mazes/wilson.py", "drawing/svg_shapes.py",
    "ground/images.py", "books/planning/stories.py",
    "outlines/outline.py", "recipes/order.py", "recipes/order_stages.py", "recipes/overrides.py", "recipes/recipe.py",
    "recipes/values.py", "recipes/book_codes.py", "recipes/shared_places.py", "typesetting/pdf/operators.py",
    "verbs/poster.py", "verbs/serving.py",
}  # fmt: skip
"""Where `sum` is of whole numbers. Of floats it is `fsum`: how `sum` rounds them depends on the
version of Python."""


@cache
def imports(tree):
    """The full names of all that a module imports, wherever in it."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "an import names its module in full"
            found += [f"{node.module}.{name.name}" for name in node.names]
    return tuple(found)


def belongs(name, package):
    return name == package or name.startswith(f"{package}.")


def room(path):
    """The room in which a module stands."""
    return path.partition("/")[0].removesuffix(".py")


def room_of(name):
    """The room to which an import leads; None for what is not ours, or no room's."""
    package, _, rest = name.partition(".")
    found = rest.partition(".")[0]
    return found if package == "puzzlebook" and found in ROOMS else None


def wrong_imports(path, tree):
    """What a module imports from above its room, or from where it must not know anybody."""
    here = room(path)
    for name in imports(tree):
        there = room_of(name)
        if (
            there
            and here != "__init__"
            and (ROOMS.index(there) > ROOMS.index(here) or here in STRANGERS.get(there, ()))
        ):
            yield name
        yield from (
            name for package, alone in ONLY.items() if belongs(name, package) and path not in alone
        )


def chance(tree):
    """What in a module could make two runs differ."""
    yield from (
        name for name in imports(tree) if any(belongs(name, module) for module in NOT_IN_A_MAZE)
    )
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("hash", "id")
        ):
            yield f"{node.func.id}("
        if isinstance(node, ast.Attribute) and node.attr in (
            "environ",
            "getenv",
            "urandom",
            "popitem",
        ):
            yield node.attr


def inexact(tree):
    """What in a module may be rounded otherwise on another machine or by another Python."""
    for name in imports(tree):
        package, _, rest = name.partition(".")
        if (package == "math" and rest not in EXACT) or package in ("cmath", "numpy"):
            yield name
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("pow", "sum")
        ):
            yield f"{node.func.id}("
        # A float's power is the C library's, whatever the exponent.
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Pow):
            base = node.left if isinstance(node, ast.BinOp) else node.target
            if not (isinstance(base, ast.Constant) and type(base.value) is int):
                yield "**"


@pytest.mark.parametrize("path", sorted(MODULES))
def test_no_module_asks_the_c_library_for_numbers(path):
    harmless = {mark for mark, known in (("sum(", WHOLE), ("**", POWERS)) if path in known}
    assert set(inexact(MODULES[path])) - harmless == set()


@pytest.mark.parametrize(
    "line", ["from math import sin", "import math", "import cmath", "x **= 2", "y = x ** 2.4", "y = 2.0 ** x",
             "y = pow(x, 2)", "y = sum(widths)"],
)  # fmt: skip
def test_an_inexact_number_is_noticed(line):
    assert list(inexact(ast.parse(line)))


def test_sums_of_whole_numbers_are_where_they_are_said_to_be():
    assert {path for path, tree in MODULES.items() if "sum(" in inexact(tree)} == WHOLE


@pytest.mark.parametrize("path", sorted(MODULES))
def test_a_module_imports_what_its_room_may(path):
    assert list(wrong_imports(path, MODULES[path])) == []


DOORS = {"mazes": 26, "outlines": 14}
"""Rooms with a door: other rooms import nothing but the names that its `__init__` exports, at most
so many."""


def door(room):
    """The names that a room exports, each with its module."""
    return {
        name.asname: node.module
        for node in ast.walk(MODULES[f"{room}/__init__.py"])
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.asname
    }


def passed_doors(path, tree):
    """The imports of a module from inside another room that has a door."""
    for name in imports(tree):
        there = room_of(name)
        if there in DOORS and there != room(path):
            inner = name.removeprefix(f"puzzlebook.{there}.")
            if inner not in door(there):
                yield name


@pytest.mark.parametrize("path", sorted(MODULES))
def test_other_rooms_are_entered_by_their_doors(path):
    assert list(passed_doors(path, MODULES[path])) == []


@pytest.mark.parametrize("room", DOORS)
def test_a_door_is_narrow_and_opens_lazily(room):
    names = door(room)
    assert len(names) <= DOORS[room]
    package = import_module(f"puzzlebook.{room}")
    for name, module in names.items():
        assert getattr(package, name) is getattr(import_module(module), name)
    with pytest.raises(ImportError, match="nothing"):
        exec(f"from puzzlebook.{room} import nothing")
    ground = {"puzzlebook.ground", "puzzlebook.ground.lazy_names"}
    assert modules(f"import puzzlebook.{room}") == {"puzzlebook", f"puzzlebook.{room}", *ground}


@pytest.mark.parametrize("room", DOORS)
def test_what_a_door_exports_is_used(room):
    used = {
        name
        for path, tree in MODULES.items()
        for name in imports(tree)
        if path.partition("/")[0] != room and room_of(name) == room
    }
    assert {f"puzzlebook.{room}.{name}" for name in door(room)} == used


@pytest.mark.parametrize(
    "line", ["from puzzlebook.mazes.maze import Maze", "from puzzlebook.mazes import maze"]
)
def test_a_passed_door_is_noticed(line):
    assert list(passed_doors("maze_art/a.py", ast.parse(line)))
    assert not list(passed_doors("mazes/a.py", ast.parse(line)))


def module_of(name):
    """The module to which an import leads; None for what is not ours, and for the lazy names of
    `puzzlebook`."""
    package, *parts = name.split(".")
    if package != "puzzlebook":
        return None
    ends = ("/".join(parts), "/".join(parts[:-1]))
    return next(
        (path for end in ends for path in (f"{end}.py", f"{end}/__init__.py") if path in MODULES),
        None,
    )


def in_order(modules):
    """Every module after those that it imports."""
    reached = {
        path: {module_of(name) for name in imports(tree)} - {None} for path, tree in modules.items()
    }
    del reached["__init__.py"]
    return list(TopologicalSorter(reached).static_order())


def test_no_module_imports_itself_by_a_detour():
    assert in_order(MODULES).index("typesetting/text/face.py") < in_order(MODULES).index(
        "typesetting/text/fonts.py"
    )
    with pytest.raises(CycleError):
        in_order(
            {
                **MODULES,
                "ground/faults.py": ast.parse(
                    "def f():\n    from puzzlebook.cli.messages import fail"
                ),
            }
        )


@pytest.mark.parametrize(
    "path",
    sorted(
        path
        for path in MODULES
        if room(path) in ("geometry", "drawing", "outlines", "mazes", "maze_art")
        or path == "ground/seeds.py"
    ),
)
def test_no_clock_chance_or_environment_in_mazes_and_pictures(path):
    found = set(chance(MODULES[path]))
    # A dict gives its last item, and paths that are one and the same are written once: neither is
    # chance.
    harmless = {"mazes/grid.py": {"popitem"}, "drawing/svg.py": {"id("}}
    assert found - harmless.get(path, set()) == set()


@pytest.mark.parametrize(
    ("path", "line", "wrong"),
    [
        ("mazes/a.py", "from puzzlebook.typesetting import text", "puzzlebook.typesetting.text"),
        ("mazes/a.py", "from puzzlebook import cli", "puzzlebook.cli"),
        ("mazes/a.py", "def f():\n    import svgwrite.path", "svgwrite.path"),
        ("outlines/a.py", "from puzzlebook.mazes.grid import Grid", "puzzlebook.mazes.grid.Grid"),
        ("maze_art/a.py", "import reportlab.pdfgen.canvas", "reportlab.pdfgen.canvas"),
        ("typesetting/a.py", "from reportlab import rl_config", "reportlab.rl_config"),
        (
            "typesetting/a.py",
            "from puzzlebook.mazes.maze import Maze",
            "puzzlebook.mazes.maze.Maze",
        ),
        (
            "recipes/a.py",
            "from puzzlebook.books.planning.plan import Plan",
            "puzzlebook.books.planning.plan.Plan",
        ),
        (
            "books/pages/a.py",
            "from puzzlebook.cli.messages import fail",
            "puzzlebook.cli.messages.fail",
        ),
        (
            "books/a.py",
            "from puzzlebook.verbs.make import make_book",
            "puzzlebook.verbs.make.make_book",
        ),
        ("verbs/a.py", "import typer", "typer"),
    ],
)
def test_a_wrong_import_is_noticed(path, line, wrong):
    assert wrong in list(wrong_imports(path, ast.parse(line)))


@pytest.mark.parametrize(
    "line",
    [
        "import random",
        "from time import time",
        "import os\nos.environ['A']",
        "hash('a')",
        "import numpy.random",
    ],
)
def test_chance_is_noticed(line):
    assert list(chance(ast.parse(line)))


def test_every_room_was_read():
    assert {room(path) for path in MODULES} - {"__init__"} == set(ROOMS)
    assert {"svgwrite.path.Path"} <= set(imports(MODULES["drawing/svg.py"]))


# -- What is loaded when ------------------------------------------------------------------------------------

HEAVY = {"reportlab", "svgwrite", "pydantic", "PIL", "fontTools", "uharfbuzz", "pypdfium2", "numpy"}
MAX_MODULES = 150
"""Of ours, those that a book of three square mazes loads."""
RUN = "import sys; sys.argv = ['puzzlebook', '{}']; from puzzlebook.cli import main\ntry: main()\nexcept SystemExit: pass"


def loaded(code):
    """The packages that a fresh Python has loaded after this code."""
    return {name.partition(".")[0] for name in _all_loaded(code)}


def modules(code):
    """The modules of ours that a fresh Python has loaded after this code."""
    return {name for name in _all_loaded(code) if name.partition(".")[0] == "puzzlebook"}


def _all_loaded(code):
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print('\\n' + ' '.join(sys.modules))"],
        env={**os.environ, "PYTHONPATH": str(HOUSE.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


def test_import_puzzlebook_loads_no_library():
    assert loaded("import puzzlebook") & {*HEAVY, "typer", "rich"} == set()


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_load_no_heavy_library(option):
    packages = loaded(RUN.format(option))
    assert "typer" in packages
    assert packages & HEAVY == set()


def test_a_book_loads_nothing_of_the_web_nor_what_checks_need(tmp_path):
    words = (
        "make",
        "sheets",
        "--mazes",
        "1",
        "--seed",
        "owl",
        "--quiet",
        "--no-check",
        "-o",
        str(tmp_path),
    )
    packages = loaded(RUN.format("', '".join(words)))
    assert {"reportlab", "svgwrite"} <= packages
    assert (
        packages & {"email", "http", "ssl", "asyncio", "multiprocessing", "pikepdf", "pypdfium2"}
        == set()
    )


def test_a_plain_book_loads_only_the_modules_that_it_uses(tmp_path):
    words = ("make", "sheets", "--mazes", "3", "--quiet", "--no-check", "-o", str(tmp_path))
    ours = modules(RUN.format("', '".join(words)))
    assert len(ours) <= MAX_MODULES
    unused = ("cli.maze", "books.scenes", "books.pages.front", "outlines", "typesetting.logos")
    assert ours.isdisjoint(f"puzzlebook.{name}" for name in unused)


def test_square_mazes_need_the_standard_library_alone():
    code = (
        "from puzzlebook.mazes import draw_maze, make_grid, read_code\n"
        "design = read_code('1-square-9x12-far-7q4k2m9x0c3t5v8w-p')\n"
        "draw_maze(design, make_grid(design.shape, design.size)).digest"
    )
    # What an interpreter loads by itself, for a package installed in some way, is not ours.
    ours = loaded(code) - loaded("pass") - set(sys.stdlib_module_names)
    assert ours == {"puzzlebook"}
