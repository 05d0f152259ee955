"""A headless Chromium, driven over its own protocol: a page is opened, filled in, clicked and
looked at."""

from __future__ import annotations

import base64
import json
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from browser import browser
from websockets.sync.client import connect

FLAGS = (
    *(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-dev-shm-usage",
    ),
    *(
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,1000",
        "--remote-debugging-port=0",
    ),
)
PATIENCE = 300
"""Seconds that anything may take."""


class Browser:
    """One page in a browser of its own: what its makers' protocols have in common. downloads: the
    folder for saved files; unfinished: the pattern of those that are still being saved."""

    downloads: Path
    unfinished: str

    def run(self, script: str) -> Any:
        """What an expression comes to; promises are waited for."""
        raise NotImplementedError

    def until(self, script: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(f"Boolean({script})"):
            assert time.monotonic() < end, f"{script}\n{self.run('document.body.innerText')}"
            time.sleep(0.05)

    def downloaded(self, name: str) -> bytes:
        """The content of a file that was saved, once it is there; it is taken away."""
        path = self.downloads / name
        self._until(path.is_file)
        self._until(lambda: not list(self.downloads.glob(self.unfinished)))
        content = path.read_bytes()
        path.unlink()
        return content

    def _until(self, holds: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, "the browser does not answer"
            time.sleep(0.05)


class Chromium(Browser):
    """Chromium, over its own protocol. heard: each event so far, as (method, parameters), of all
    its threads; page: which of its tabs or frames is driven."""

    unfinished = "*.crdownload"

    def __init__(self, profile: Path, language: str = "en", is_private: bool = False) -> None:
        self.downloads = profile / "downloads"
        self.downloads.mkdir(parents=True)
        self.heard: list[tuple[str, dict[str, Any]]] = []
        self._ids = 0
        tongue = (
            f"--lang={language}",
            f"--accept-lang={language}",
            f"--user-data-dir={profile / 'user'}",
        )
        self._process = subprocess.Popen(
            [browser() or "", *FLAGS, *tongue, "about:blank"],
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        self._open = ExitStack()
        self._open.callback(self._end)
        port = profile / "user" / "DevToolsActivePort"
        self._until(port.is_file)
        self._until(lambda: len(port.read_text().splitlines()) == 2)
        number, path = port.read_text().splitlines()
        self._socket = self._open.enter_context(
            connect(f"ws://127.0.0.1:{number}{path}", max_size=None, ping_interval=None)
        )
        if is_private:
            own = {"browserContextId": self("Target.createBrowserContext")["browserContextId"]}
            target = self("Target.createTarget", url="about:blank", **own)["targetId"]
        else:
            own = {}
            found = self("Target.getTargets")["targetInfos"]
            target = next(each["targetId"] for each in found if each["type"] == "page")
        self.page = self._attach(target)
        self(
            "Browser.setDownloadBehavior",
            behavior="allow",
            downloadPath=str(self.downloads),
            eventsEnabled=True,
            **own,
        )

    def _attach(self, target: str) -> str:
        """Drive this tab."""
        self.page = str(self("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for domain in ("Page", "Runtime", "Network"):
            self(f"{domain}.enable")
        # Also the threads beside the page: the worker, and what keeps its files.
        self("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
        return self.page

    def __call__(self, method: str, **parameters: Any) -> Any:
        """One command, and its result. The browser itself takes some of them, the page the
        others."""
        own = ("Browser.", "Target.get", "Target.attach", "Target.create")
        to_page = {} if method.startswith(own) else {"sessionId": self.page}
        number = self._send({"method": method, "params": parameters, **to_page})
        while True:
            said = self._next()
            if said.get("id") == number:
                assert "error" not in said, said["error"]
                return said["result"]

    def _send(self, message: dict[str, Any]) -> int:
        self._ids += 1
        self._socket.send(json.dumps({"id": self._ids, **message}))
        return self._ids

    def _next(self) -> dict[str, Any]:
        """What comes next. Each thread that comes is made to tell of its requests."""
        said: dict[str, Any] = json.loads(self._socket.recv(timeout=PATIENCE))
        if "method" in said:
            self.heard.append((said["method"], said["params"]))
        if (
            said.get("method") == "Target.attachedToTarget"
            and said["params"]["targetInfo"]["type"] != "page"
        ):
            self._send(
                {"method": "Network.enable", "params": {}, "sessionId": said["params"]["sessionId"]}
            )
        return said

    def open(self, url: str) -> None:
        """Go to an address and wait until the page has run its first script."""
        self("Page.navigate", url=url)
        self.until("document.readyState === 'complete'")

    def add_tab(self) -> str:
        """Open another tab; which of them is driven is `page`."""
        before = self.page
        added = self._attach(self("Target.createTarget", url="about:blank")["targetId"])
        self.page = before
        return added

    def frames(self) -> list[str]:
        """The pages within the page."""
        self.run("0")  # what came in between is heard
        return [
            said["sessionId"]
            for method, said in self.heard
            if method == "Target.attachedToTarget" and said["targetInfo"]["type"] == "iframe"
        ]

    def reload(self) -> None:
        """Load the page again."""
        self.run("document.wasThere = true")
        self("Page.reload")
        self.until("!document.wasThere && document.readyState === 'complete'")

    def before(self, script: str) -> str:
        """Run a script in each page from now on, before its own; what it returns takes it back."""
        added = self("Page.addScriptToEvaluateOnNewDocument", source=script)
        return str(added["identifier"])

    def forget(self, before: str) -> None:
        """Do not run a script any more."""
        self("Page.removeScriptToEvaluateOnNewDocument", identifier=before)

    def run(self, script: str) -> Any:
        """What an expression comes to; promises are waited for."""
        said = self(
            "Runtime.evaluate",
            expression=script,
            awaitPromise=True,
            returnByValue=True,
            userGesture=True,
        )
        assert "exceptionDetails" not in said, said["exceptionDetails"]
        return said["result"].get("value")

    def resize(self, width: int, height: int, scale: float = 1, mobile: bool = False) -> None:
        """Give the page a screen of this size. scale: the pixels of the screen for each of these."""
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile}
        self("Emulation.setDeviceMetricsOverride", **size)

    def screen(self, width: int, height: int, path: Path) -> None:
        """A picture of the whole page, as a screen of this width shows it."""
        self.resize(width, height, mobile=width < 600)
        time.sleep(0.6)
        tall = self.run("document.documentElement.scrollHeight")
        picture = self("Page.captureScreenshot", captureBeyondViewport=True,
                       clip={"x": 0, "y": 0, "width": width, "height": min(tall, 2600), "scale": 1})  # fmt: skip
        path.write_bytes(base64.b64decode(picture["data"]))

    def choose(self, selector: str, *files: Path) -> None:
        """Choose files in a field for them."""
        root = self("DOM.getDocument")["root"]["nodeId"]
        node = self("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self("DOM.setFileInputFiles", nodeId=node, files=[str(file) for file in files])

    def requests(self) -> list[dict[str, Any]]:
        """Each request that was sent, by the page or a thread of it."""
        self.run("0")  # what came in between is heard
        return [
            said["request"] for method, said in self.heard if method == "Network.requestWillBeSent"
        ]

    def close(self) -> None:
        """End it."""
        self._open.close()

    def _end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
