"""`puzzlebook verify`: check that a book is unchanged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from puzzlebook.cli.messages import fail, print_note, print_result, show_progress
from puzzlebook.cli.options import Jobs

EXAMPLES = """
Examples:

\b
  puzzlebook verify output/ages-7-8
  puzzlebook verify output/ages-7-8 --json
"""


def verify(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of a book.", show_default=False)
    ],
    jobs: Jobs = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> int:
    """Verify that nothing in a book's folder has changed since it was made.

    Every file is compared with the manifest. Every maze is drawn again from its code and compared
    with its pictures, wall by wall. The exit code is 0 if nothing has changed, and 1 otherwise.
    """
    from puzzlebook.checks.verify import verify as check_folder

    with show_progress(as_json) as progress:
        result = check_folder(folder, progress, jobs)
    if as_json:
        faults = [{"where": fault.where, "what": fault.what} for fault in result.faults]
        report = {
            "folder": str(folder.resolve()),
            "unchanged": not faults,
            "files": result.files,
            "mazes": result.mazes,
            "faults": faults,
            "remarks": result.remarks,
        }
        print_result(json.dumps(report))
        return int(bool(faults))
    for line in result.remarks:
        print_note(line)
    if result.faults:
        return fail(result.faults, 1)
    print_result(f"Unchanged:  {folder.resolve()}")
    same = len(result.recompressed)
    but = f", or with the same content, compressed differently ({same})" if same else ""
    print_result(f"Files:      {result.files}, each with its checksum in the manifest{but}")
    print_result(
        f"Mazes:      {result.mazes}, each drawn again from its code and found in its pictures"
    )
    return 0
