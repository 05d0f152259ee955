"""`puzzlebook verify`: has anything in this book changed?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from puzzlebook.cli.messages import fail, print_remark, print_result, show_progress
from puzzlebook.cli.options import Jobs

EXAMPLES = """
Examples:

\b
  puzzlebook verify output/ages-7-8
  puzzlebook verify output/ages-7-8 --json
"""


def verify(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder of a book.", show_default=False)
    ],
    jobs: Jobs = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> int:
    """Find out whether anything in a book's folder has changed since it was made.

    Every file is compared with the manifest; every maze is made again from its code and compared
    with its pictures, wall by wall. The exit code is 0 if nothing has changed, else 1.
    """
    from puzzlebook.checks.verify import verify as verified

    with show_progress(as_json) as told:
        found = verified(folder, told, jobs)
    if as_json:
        faults = [{"where": fault.where, "what": fault.what} for fault in found.faults]
        print_result(json.dumps({"folder": str(folder.resolve()), "unchanged": not faults, "files": found.files,
                           "mazes": found.mazes, "faults": faults, "remarks": found.remarks}))  # fmt: skip
        return int(bool(faults))
    for line in found.remarks:
        print_remark(f"remark: {line}")
    if found.faults:
        return fail(found.faults, 1)
    print_result(f"Unchanged:  {folder.resolve()}")
    same = len(found.recompressed)
    but = f", or with the same content, compressed differently ({same})" if same else ""
    print_result(f"Files:      {found.files}, each with the sum that the manifest says{but}")
    print_result(
        f"Mazes:      {found.mazes}, each made again from its code and found in its pictures"
    )
    return 0
