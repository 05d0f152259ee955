"""The files of the page's Python: those that have come, and those that are still on their way.

Python starts with what the first sheets need. All other files are there by name alone: whoever
reads one of them before it has come is stopped, and begins again once it is there. So nothing is
made otherwise than if all were there from the start.
"""

from __future__ import annotations

import sys
from importlib import invalidate_caches
from json import loads
from pathlib import Path
from typing import Any

from compression import zstd  # type: ignore[import-not-found,unused-ignore]

ROOT = Path("/lib/python3.14")
"""Where the names in a pack begin: Python's own library, and `site-packages` in it."""

ZIPPED = "/lib/python314.zip"
"""What Python starts with."""

_coming: dict[str, str] = {}
"""The pack of each file that is still on its way."""


class Absent(BaseException):
    """A file was asked for that is still on its way, in the pack that is named. Nothing that
    handles errors handles this."""


def unpack(content: Any) -> None:
    """Put the files of a pack in their places."""
    packed = zstd.decompress(content.to_bytes() if hasattr(content, "to_bytes") else content)
    start = 4 + int.from_bytes(packed[:4])
    head = loads(packed[4:start])
    arrived = [(ROOT / path, size) for path, size in head["files"]]
    expected = {ROOT / path: pack for pack, paths in head["coming"].items() for path in paths}
    for folder in {path.parent for path in (*expected, *(path for path, _ in arrived))}:
        folder.mkdir(parents=True, exist_ok=True)
    for path, _ in arrived:
        _coming.pop(str(path), None)
    whole = memoryview(packed)
    for path, size in arrived:
        path.write_bytes(whole[start : start + size])
        start += size
    for path in expected:
        path.touch()
    _coming.update({str(path): pack for path, pack in expected.items()})
    _widen()
    invalidate_caches()


def _widen() -> None:
    """The rest of Python's own library is among what has come, and the rest of the packages that
    it started with."""
    if str(ROOT) not in sys.path and ZIPPED in sys.path:
        sys.path.insert(sys.path.index(ZIPPED) + 1, str(ROOT))
    for module in [*sys.modules.values()]:
        paths = getattr(module, "__path__", None)
        if isinstance(paths, list):
            came = [path.replace(ZIPPED, str(ROOT)) for path in paths if ZIPPED in path]
            paths += [path for path in came if path not in paths]


def _stop(event: str, arguments: tuple[object, ...]) -> None:
    if _coming and event in ("open", "import", "ctypes.dlopen"):
        for name in arguments[:2]:
            if isinstance(name, (str, Path)) and str(name) in _coming:
                raise Absent(_coming[str(name)])


sys.addaudithook(_stop)
