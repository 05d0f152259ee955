"""Packs the files of each list of `packs.json` as one piece, which is far smaller than an archive
of files that are packed one by one. `python/arrivals.py` reads it."""

import json
from pathlib import Path

from compression import zstd  # type: ignore[import-not-found,unused-ignore]

HERE = Path("/work")

for name, pack in json.loads((HERE / "packs.json").read_text("utf-8")).items():
    contents = [(HERE / path).read_bytes() for path in pack["files"].values()]
    sizes = [*zip(pack["files"], map(len, contents), strict=True)]
    head = json.dumps({"files": sizes, "coming": pack["coming"]}).encode()
    kinds = zstd.CompressionParameter
    options = {kinds.compression_level: pack["level"], kinds.window_log: 24}
    content = b"".join([len(head).to_bytes(4), head, *contents])
    (HERE / f"{name}.pack").write_bytes(zstd.compress(content, options=options))
