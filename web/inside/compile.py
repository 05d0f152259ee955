"""Puts beside each module what Python makes of it, which a browser would else do at each start."""

import compileall

for folder, optimize in {"site": 2, "library": 2, "library/_pyodide": 0}.items():
    # What Pyodide shows of itself is read from its docstrings.
    compileall.compile_dir(
        f"/work/{folder}", quiet=2, legacy=True, force=True, stripdir=f"/work/{folder}",
        optimize=optimize,
    )  # fmt: skip
