"""The page from the command: on this machine alone, with the right types, and without a trace."""

from __future__ import annotations

import http.client
import signal
import socket
import sys
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from command import HOME, run, served

from puzzlebook.ground.faults import Refused
from puzzlebook.verbs import serving

FILES = {
    "index.html": b"<!doctype html><title>Mazes</title>",
    "worker.js": b"// worker",
    "first.pack": b"pack",
    "pyodide/pyodide.mjs": b"// mjs",
    "pyodide/pyodide.asm.wasm": b"\0asm",
}
TYPES = {
    "": "text/html; charset=utf-8",
    "worker.js": "text/javascript; charset=utf-8",
    "first.pack": "application/octet-stream",
    "pyodide/pyodide.mjs": "text/javascript; charset=utf-8",
    "pyodide/pyodide.asm.wasm": "application/wasm",
}


@pytest.fixture
def page(tmp_path):
    """The page as a folder, and as the archive of a release."""
    folder = tmp_path / "puzzlebook"
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    with ZipFile(tmp_path / "web.zip", "w", ZIP_DEFLATED) as archive:
        for name, content in FILES.items():
            archive.writestr(f"puzzlebook/{name}", content)
    return tmp_path


def ask(port, path, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path)
    found = connection.getresponse()
    content = found.read()
    connection.close()
    return found.status, found.headers, content


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("name", ["web.zip", "puzzlebook"])
def test_the_page_is_served_here_alone_and_an_interrupt_ends_it_quietly(page, name):
    with served(name, cwd=page) as (process, port):
        for path, kind in TYPES.items():
            status, headers, content = ask(port, f"/{path}?x")
            assert (status, headers["Content-Type"]) == (200, kind)
            assert content == FILES[path or "index.html"]
        status, headers, content = ask(port, "/first.pack", "HEAD")
        assert (status, headers["Content-Length"], content) == (200, "4", b"")
        for path in ("/../web.zip", "/%2e%2e/web.zip", "/etc/passwd", "/nothing"):
            assert ask(port, path)[0] == 404
        assert ask(port, "/", "POST")[0] == 501
        with socket.socket() as other, pytest.raises(OSError, match="refused"):
            other.connect(("127.0.0.2", port))
        with served(name, cwd=page) as (_, second):
            assert second != port
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        assert (process.returncode, out, err) == (0, "", "")
    assert {path.name for path in page.iterdir()} == {"web.zip", "puzzlebook"}


def test_what_is_no_page_is_refused_in_a_line(page):
    (page / "mine").mkdir()
    (page / "mine" / "index.html").write_text("my own")
    with ZipFile(page / "mine.zip", "w") as archive:
        archive.writestr("index.html", "my own")
    (page / "broken.zip").write_bytes((page / "web.zip").read_bytes()[:-30])
    for name in ("mine", "mine.zip", "broken.zip", "nothing.zip"):
        done = run("serve", name, cwd=page)
        assert done.code == 2
        assert done.err.startswith(f"error: {name}: ")
        assert "web.zip of a release" in done.err
        assert len(done.err.splitlines()) == 1


def test_without_a_page_it_says_where_one_is(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "_PACKAGE", tmp_path / "puzzlebook")
    with pytest.raises(Refused, match=r"came without the page; name web\.zip"):
        serving.read_page(None)


def test_an_archive_that_would_fill_the_memory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "_MAX_BYTES", 1000)
    with ZipFile(tmp_path / "large.zip", "w", ZIP_DEFLATED) as archive:
        for name in ("index.html", "worker.js", "first.pack"):
            archive.writestr(name, b"0" * 400)
    with pytest.raises(Refused, match="is not the page"):
        serving.read_page(tmp_path / "large.zip")


def test_each_kind_of_file_of_the_page_has_a_type():
    kinds = {path.suffix for path in (HOME / "web/page").iterdir()}
    assert kinds <= serving.TYPES.keys()
