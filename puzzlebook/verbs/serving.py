"""The web page of this program, served only to browsers on this machine.

The wheel of a release holds the page as one archive; in a checkout, `web/build.py` builds it as a
folder. The files are kept in memory, so nothing is unpacked, and no file is ever written.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from io import BytesIO
from os import name as system
from pathlib import Path
from socketserver import ThreadingTCPServer
from urllib.parse import unquote, urlsplit
from zipfile import BadZipFile, ZipFile

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.regular_files import read_regular_file

ARCHIVE = "web.zip"
"""The name of the archive, in the wheel and beside a release."""
LOCALHOST = "127.0.0.1"
"""The address that no other machine reaches."""
PORTS = (*range(8321, 8341), 0)
"""The ports to try, in order; 0 stands for any free one. A browser keeps the page for its next
visit only if the port is the same."""
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""The media type of each file ending; the types registered in Windows may be wrong."""
_PACKAGE = Path(__file__).resolve().parents[1]
_INDEX = "index.html"
_PAGE_FILES = {_INDEX, "worker.js", "first.pack"}  # the files by which the page is recognized
_MAX_BYTES = 200_000_000  # bytes of all files; the page has less than a tenth
_WANTED = f"give {ARCHIVE} of a release, or the folder that web/build.py wrote"
_WITHOUT = f"name {ARCHIVE}, which lies beside each release, or build the page (docs/web.md)"


def read_page(path: Path | None) -> Mapping[str, bytes]:
    """Read the files of the page by their names. path: an archive or a folder; None for the page
    that came with this installation."""
    if path is None:
        path = find_page()
    files = dict(_read_folder(path) if path.is_dir() else _read_archive(path))
    if not files.keys() >= _PAGE_FILES:
        raise refuse(str(path), "is not the page for browsers", _WANTED)
    return files


def find_page() -> Path:
    """Return the path of the page of this installation or checkout."""
    places = (_PACKAGE / ARCHIVE, _PACKAGE.parent / "web" / "dist")
    found = next((place for place in places if place.exists()), None)
    if found is None:
        raise refuse("serve", "this copy of puzzlebook came without the page", _WITHOUT)
    return found


def _read_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    if not all((folder / name).is_file() for name in _PAGE_FILES):
        return  # not the page: a folder of the user's, which may be large
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            name = file.relative_to(folder).as_posix()
            yield name, read_regular_file(file, str(file), _MAX_BYTES, "a file of the page")


def _read_archive(path: Path) -> Iterator[tuple[str, bytes]]:
    where = str(path)
    content = read_regular_file(path, where, _MAX_BYTES, _WANTED, too_large="is too large")
    try:
        with ZipFile(BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if sum(entry.file_size for entry in entries) > _MAX_BYTES:
                raise refuse(where, "is not the page for browsers", _WANTED)
            indexes = [entry.filename for entry in entries if entry.filename.endswith(_INDEX)]
            folder = min(indexes, key=len, default=_INDEX).removesuffix(_INDEX)
            for entry in entries:
                yield entry.filename.removeprefix(folder), archive.read(entry)
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise refuse(where, "is not an archive, or is damaged", _WANTED) from None


class _Server(ThreadingTCPServer):
    # On Windows, two servers could otherwise share a port.
    allow_reuse_address = system == "posix"
    daemon_threads = True


class _PageHandler(BaseHTTPRequestHandler):
    """Answers a request with a file of the page, or with an error."""

    files: Mapping[str, bytes] = {}
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send a file."""
        name = unquote(urlsplit(self.path).path).removeprefix("/") or _INDEX
        content = self.files.get(name)
        if content is None:
            self.send_error(404)
            return
        self.send_response(200)
        kind = TYPES.get(Path(name).suffix, "application/octet-stream")
        headers = {"Content-Type": kind, "Content-Length": str(len(content))}
        headers |= {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
        for key, value in headers.items():
            self.send_header(key, value)
        self.end_headers()
        if self.command == "GET":
            with suppress(ConnectionError):  # the reader has gone
                self.wfile.write(content)

    def do_HEAD(self) -> None:
        """Send the headers of a file."""
        self.do_GET()

    def log_message(self, *arguments: object) -> None:
        """Log nothing."""


def serve_page(files: Mapping[str, bytes], report_address: Callable[[str], None]) -> None:
    """Serve the page until the user interrupts the program, and report its address."""
    handler = type("Answerer", (_PageHandler,), {"files": files})
    with _open_server(handler) as server:
        report_address("http://{}:{}/".format(*server.server_address[:2]))
        with suppress(KeyboardInterrupt):
            server.serve_forever()


def _open_server(handler: type[BaseHTTPRequestHandler]) -> _Server:
    """Return a server at the first free port."""
    for port in PORTS[:-1]:
        with suppress(OSError):
            return _Server((LOCALHOST, port), handler)
    return _Server((LOCALHOST, PORTS[-1]), handler)
