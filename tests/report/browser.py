"""A headless Chromium, told what to do over a pipe: messages of its DevTools protocol, each ended by a zero byte."""

import base64
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# the browser reads what it is told from file 3 and answers on file 4
_START = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
)


def find_browser() -> str | None:
    """The program to start, where there is one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Page:
    """One open tab, and everything the browser told of it."""

    def __init__(self, told: int, answers: int) -> None:
        self._told, self._answers, self._rest, self._number = told, answers, b"", 0
        self._session: dict[str, str] = {}
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = {"sessionId": attached["sessionId"]}
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Give an order and return the answer to it; events that come first are kept."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params} | self._session
        os.write(self._told, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = os.read(self._answers, 1 << 20)
            assert read, "the browser ended"
            self._rest += read
        one, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(one)
        return message

    def open(self, path: Path, width: int, scheme: str = "light") -> None:
        """Load a file in a window of this width and wait until it is there."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 600
        )
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events.clear()
        self.call("Page.navigate", url=path.resolve().as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def value(self, expression: str) -> Any:
        """What a JavaScript expression is worth in the page."""
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def told(self, *methods: str) -> list[dict[str, Any]]:
        """The events of these kinds since the page was opened."""
        return [event["params"] for event in self.events if event.get("method") in methods]

    def screenshot(self, path: Path) -> None:
        """Save a picture of the whole page."""
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))

    def pdf(self) -> bytes:
        """The page as it is printed, on A4."""
        return base64.b64decode(self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])


@contextmanager
def browsing(program: str, profile: Path) -> Iterator[Page]:
    """A browser with an empty tab, and `profile` as its own folder."""
    out, told = os.pipe()
    answers, back = os.pipe()
    options = [
        "--headless=new",
        "--remote-debugging-pipe",
        "--no-first-run",
        "--disable-gpu",
        "--disable-dev-shm-usage",
    ]
    options += ["--no-sandbox", f"--user-data-dir={profile}", "about:blank"]
    command = [sys.executable, "-c", _START, str(out), str(back), program, *options]
    process = subprocess.Popen(command, pass_fds=(out, back), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(out)
    os.close(back)
    try:
        yield Page(told, answers)
    finally:
        os.close(told)
        os.close(answers)
        process.terminate()
        process.wait(30)
