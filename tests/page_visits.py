"""The page as somebody uses it: built, on an address of this machine, in a browser that is driven."""

from __future__ import annotations

import functools
import http.server
import json
import shlex
import shutil
import sys
import threading
from importlib import import_module

import pytest
from browser import browser
from command import HOME
from driving import Chromium
from firefox import Firefox, firefox

sys.path[:0] = [str(HOME / "web"), str(HOME / "web" / "python")]
build = import_module("build")
SETTLED = """!document.getElementById("result").classList.contains("stale")
    && document.getElementById("progress").hidden && document.getElementById("status").textContent !== null"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Any static server would do. gone: a file that it does not have; policy: what it lets pages
    do."""

    gone = policy = ""

    def log_message(self, *arguments):
        pass

    def end_headers(self):
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def do_GET(self):
        if self.gone and self.path.endswith(self.gone):
            self.send_error(404)
        else:
            super().do_GET()


class Served:
    """A folder on an address of this machine, until it is stopped."""

    def __init__(self, folder, gone="", policy=""):
        kind = type("Host", (Quiet,), {"gone": gone, "policy": policy})
        handler = functools.partial(kind, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://localhost:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Acts:
    """What somebody does on the page, in any browser."""

    def fill(self, **fields):
        for name, value in fields.items():
            self.run(f"""{{const field = document.getElementById("form").elements[{json.dumps(name)}];
                field.value = {json.dumps(value)};
                if (field.value !== {json.dumps(value)}) throw new Error("is not offered: " + {json.dumps(value)});
                field.dispatchEvent(new Event("input", {{bubbles: true}}));}}""")
        self.until(SETTLED)

    def enter(self, door, **fields):
        """Go to a task; that without a name is the entrance."""
        link = f"document.querySelector('a[data-door=\"{door}\"]')"
        self.run(f"{link}.click()")
        self.until(f"{link}.hasAttribute('aria-current')")
        self.until(SETTLED)
        self.fill(**fields)

    def faults(self):
        return self.run(
            "[...document.querySelectorAll('#faults:not([hidden]) li')].map((line) => line.textContent)"
        )

    def command(self):
        assert self.run("document.getElementById('faults').hidden"), self.run(
            "document.getElementById('faults').innerText"
        )
        return shlex.split(self.run("document.getElementById('command').textContent"))

    def save(self, kind):
        """What is saved. Its name is for people, so it is not looked at here."""
        assert self.run(f"!document.querySelector('[data-file={kind}]').hidden")
        self.run(f"document.querySelector('[data-file={kind}]').click()")
        self._until(lambda: self.saved())
        self._until(lambda: not list(self.downloads.glob(self.unfinished)))
        (path,) = self.saved()
        return self.downloaded(path.name)

    def saved(self):
        """The files that were saved; one that is empty only keeps its name free."""
        found = (path for path in self.downloads.iterdir() if not path.match(self.unfinished))
        return [path for path in found if path.stat().st_size]


class Visit(Acts, Chromium):
    """The page in Chromium."""

    def __init__(self, profile, **how):
        if browser() is None:
            pytest.skip("no Chromium")
        super().__init__(profile, **how)


class FirefoxVisit(Acts, Firefox):
    """The page in Firefox."""

    def __init__(self, profile, **how):
        if firefox() is None:
            pytest.skip("no Firefox")
        super().__init__(profile, **how)


VISITS = {"chromium": Visit, "firefox": FirefoxVisit}


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The page, built as anybody builds it."""
    if browser() is None and firefox() is None:
        pytest.skip("no Chromium, and no Firefox")
    if not all(map(shutil.which, ("npm", "node"))):
        pytest.skip("no npm or no node: the page cannot be built")
    folder = tmp_path_factory.mktemp("web") / "dist"
    build.build(folder)
    return folder


@pytest.fixture
def served(site):
    server = Served(site)
    yield server
    server.stop()


@pytest.fixture
def visit(served, tmp_path):
    page = Visit(tmp_path / "browser")
    try:
        page.open(f"{served.address}#door=tonight&lang=en&seed=owl&page=a4")
        page.until(SETTLED)
        yield page
    finally:
        page.close()
