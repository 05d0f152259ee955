"""Packs the files of each list of `packs.json` as one piece, which is far smaller than an archive
of files that are packed one by one; `python/arrivals.py` reads it. What Python starts with is
packed whole, for the page itself."""

import json
from pathlib import Path

from compression import zstd  # type: ignore[import-not-found,unused-ignore]

HERE = Path("/work")
HARDEST = 22


def pack(content: bytes, name: str, level: int = HARDEST) -> None:
    """Write it packed so hard."""
    kinds = zstd.CompressionParameter
    options = {kinds.compression_level: level, kinds.window_log: 24}
    (HERE / f"{name}.pack").write_bytes(zstd.compress(content, options=options))


asked = json.loads((HERE / "packs.json").read_text("utf-8"))
for name, wanted in asked["packs"].items():
    contents = [(HERE / path).read_bytes() for path in wanted["files"].values()]
    sizes = [*zip(wanted["files"], map(len, contents), strict=True)]
    head = json.dumps({"files": sizes, "coming": wanted["coming"]}).encode()
    pack(b"".join([len(head).to_bytes(4), head, *contents]), name, wanted["level"])
for name in asked["whole"]:
    pack((HERE / name).read_bytes(), name)
