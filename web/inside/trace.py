"""Writes which files the first sheets need: those that are read as the page starts, and while each
request of `requests.json` is made."""

import json
import sys
from pathlib import Path

HERE = Path("/work")
SITE = f"{HERE}/site/"


def list_library() -> set[str]:
    """The files of Python's own library that were read until now."""
    specs = [getattr(module, "__spec__", None) for module in [*sys.modules.values()]]
    origins = [str(spec.origin) for spec in specs if spec is not None]
    return {path.partition(".zip/")[2] for path in origins if ".zip/" in path}


sys.path[:0] = [SITE, str(HERE)]
import arrivals  # noqa: E402, F401

boot = list_library()
read: set[str] = set()


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Keep what is opened, and each compiled module that is loaded."""
    if event in ("open", "import", "ctypes.dlopen"):
        for path in arguments[:2]:
            if isinstance(path, str) and path.startswith(SITE):
                read.add(path.removeprefix(SITE))


sys.addaudithook(watch)

import doors  # noqa: E402

for asked in json.loads((HERE / "requests.json").read_text("utf-8")):
    found = json.loads(doors.answer(json.dumps(asked), lambda *told: None))
    if found.get("faults"):
        raise SystemExit(f"error: requests: {asked}: {found['faults'][0]}")
try:
    raise ValueError
except ValueError as error:
    import traceback

    traceback.format_exception(error)  # what reads faults, if there are any
(HERE / "needed.json").write_text(
    json.dumps(
        {
            "boot": sorted(boot),
            "library": sorted(list_library() - boot),
            "site": sorted(path for path in read if (HERE / "site" / path).is_file()),
        }
    ),
    "utf-8",
)
