"""manifest.json, in which a finished book says what it holds. What a plan says there: `books.records`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

MANIFEST = "manifest.json"
"""What says of a folder that it is a finished book's."""

FORMAT = 1


def manifest_text(manifest: Mapping[str, Any]) -> str:
    """The manifest as JSON; its last line but one, `self`, is the SHA-256 of all the others."""
    rows = [f"{json.dumps(key)}: {_json(value)}" for key, value in manifest.items()]
    lines = "{\n" + "".join(f"  {row},\n" for row in rows)
    self_ = sha256((lines + "}\n").encode()).hexdigest()
    return f'{lines}  "self": "{self_}"\n}}\n'


def is_intact(content: bytes) -> bool:
    """Whether a manifest's own sum is right."""
    lines = content.decode("utf-8", "replace").splitlines(keepends=True)
    own = [line for line in lines if line.startswith('  "self": "')]
    rest = "".join(line for line in lines if line not in own)
    return len(own) == 1 and own[0] == f'  "self": "{sha256(rest.encode()).hexdigest()}"\n'


def _json(value: object) -> str:
    """JSON with one line for each maze and each file, and short ones for all else."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"    {_line(row)}" for row in value) + "\n  ]"
    if isinstance(value, dict) and value and all(isinstance(item, str) for item in value.values()):
        return "{\n" + ",\n".join(f"    {_line(key)}: {_line(item)}" for key, item in value.items()) + "\n  }"
    return _line(value)


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
