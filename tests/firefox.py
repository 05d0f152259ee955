"""A headless Firefox, driven over WebDriver BiDi, which it speaks by itself: a page is opened,
filled in, clicked and looked at. It does what `driving.Chromium` does, under the same names."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from driving import PATIENCE, Browser
from websockets.sync.client import connect

_NAMES = ("firefox", "firefox-esr")
PREFERENCES = {
    "app.update.enabled": False,
    "browser.download.always_ask_before_handling_new_types": False,
    "browser.download.folderList": 2,
    "browser.download.manager.addToRecentDocs": False,
    "browser.download.open_pdf_attachments_inline": False,
    "browser.download.panel.shown": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "print.always_print_silent": True,
    "print_printer": "Mozilla Save to PDF",
    "print.printer_Mozilla_Save_to_PDF.print_to_file": True,
    "toolkit.telemetry.enabled": False,
}
"""What makes it ask nobody, and save files without a question."""


def firefox() -> str | None:
    """The program, where one is installed."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


class Firefox(Browser):
    """Firefox, over WebDriver BiDi. page: which of its tabs or frames is driven; heard: each event so
    far, as (method, parameters)."""

    unfinished = "*.part"

    def __init__(
        self,
        profile: Path,
        language: str = "en-US",
        is_private: bool = False,
        preferences: Mapping[str, Any] | None = None,
    ) -> None:
        self.downloads = profile / "downloads"
        self.downloads.mkdir(parents=True)
        self.printed = profile / "printed.pdf"
        user = profile / "user"
        user.mkdir()
        own = {
            "browser.download.dir": str(self.downloads),
            "intl.accept_languages": language,
            "browser.privatebrowsing.autostart": is_private,
            "print.printer_Mozilla_Save_to_PDF.print_to_filename": str(self.printed),
        }
        lines = (
            f"user_pref({json.dumps(key)}, {json.dumps(value)});\n"
            for key, value in {**PREFERENCES, **own, **(preferences or {})}.items()
        )
        (user / "user.js").write_text("".join(lines), "utf-8")
        self._ids = 0
        self._process = subprocess.Popen(
            [firefox() or "", "--headless", "--no-remote", "--remote-debugging-port=0",
             "--profile", str(user), "about:blank"],
            stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        self._open = ExitStack()
        self._open.callback(self._end)
        told = user / "WebDriverBiDiServer.json"
        self._until(lambda: told.is_file() and told.read_text().endswith("}"))
        where = json.loads(told.read_text())
        address = f"ws://{where['ws_host']}:{where['ws_port']}/session"
        self._socket = self._open.enter_context(connect(address, max_size=None, ping_interval=None))
        self.heard: list[tuple[str, dict[str, Any]]] = []
        self("session.new", capabilities={})
        self("session.subscribe", events=["network.beforeRequestSent"])
        self.page = self("browsingContext.getTree")["contexts"][0]["context"]

    def __call__(self, method: str, **parameters: Any) -> Any:
        """One command, and its result."""
        self._ids += 1
        message = {"id": self._ids, "method": method, "params": parameters}
        self._socket.send(json.dumps(message))
        while True:
            said = json.loads(self._socket.recv(timeout=PATIENCE))
            if "method" in said:
                self.heard.append((said["method"], said["params"]))
            if said.get("id") == self._ids:
                assert said["type"] == "success", said
                return said["result"]

    def open(self, url: str) -> None:
        """Go to an address and wait until the page is there."""
        self("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def add_tab(self) -> str:
        """Open another tab; which of them is driven is `page`."""
        return str(self("browsingContext.create", type="tab")["context"])

    def frames(self) -> list[str]:
        """The pages within the page."""
        (tree,) = self("browsingContext.getTree", root=self.page)["contexts"]
        return [each["context"] for each in tree["children"]]

    def reload(self) -> None:
        """Load the page again."""
        self("browsingContext.reload", context=self.page, wait="complete")

    def before(self, script: str) -> str:
        """Run a script in each page from now on, before its own; what it returns takes it back."""
        added = self("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")
        return str(added["script"])

    def forget(self, before: str) -> None:
        """Do not run a script any more."""
        self("script.removePreloadScript", script=before)

    def requests(self) -> list[dict[str, Any]]:
        """Each request that was sent, by the page or a thread of it."""
        self.run("0")  # what came in between is heard
        return [said["request"] for _, said in self.heard]

    def resize(self, width: int, height: int, scale: float = 1, mobile: bool = False) -> None:
        """Give the page a screen of this size; it has no other ones for phones."""
        size = {"width": width, "height": height}
        ratio = {"devicePixelRatio": scale}
        self("browsingContext.setViewport", context=self.page, viewport=size, **ratio)

    def run(self, script: str) -> Any:
        """What an expression comes to; promises are waited for."""
        said = self(
            "script.evaluate",
            expression=script,
            target={"context": self.page},
            awaitPromise=True,
            userActivation=True,
        )
        assert said["type"] == "success", said["exceptionDetails"]["text"]
        return _read(said["result"])

    def choose(self, selector: str, *files: Path) -> None:
        """Choose files in a field for them."""
        script = f"document.querySelector({json.dumps(selector)})"
        found = self("script.evaluate", expression=script, target={"context": self.page},
                     awaitPromise=False)["result"]  # fmt: skip
        self("input.setFiles", context=self.page, element={"sharedId": found["sharedId"]},
             files=[str(file) for file in files])  # fmt: skip

    def close(self) -> None:
        """End it."""
        self._open.close()

    def _end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)


def _read(value: dict[str, Any]) -> Any:
    """A value as the protocol sends it."""
    if value["type"] in ("array", "set"):
        return [_read(each) for each in value["value"]]
    if value["type"] == "object":
        return {key: _read(each) for key, each in value["value"]}
    return value.get("value")
