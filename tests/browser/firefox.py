"""Headless Firefox, driven without a driver of its own: it speaks WebDriver BiDi.

The protocol is described at https://w3c.github.io/webdriver-bidi/.
"""

import json
import queue
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser.chromium import NoBrowserError
from websocket import WebSocket, create_connection

_PREFERENCES = {
    "ui.prefersReducedMotion": 1,  # animations only slow down tests
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    # Whatever a page asks of the network goes to a port where nobody listens.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
}
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_START_S, _ANSWER_S = 60.0, 60.0
_LEFT_BUTTON = 0


class Firefox:
    """A tab of Firefox, and what it has reported."""

    def __init__(self, connection: WebSocket) -> None:
        self._connection = connection
        self._events: list[dict[str, Any]] = []
        self._n_sent = 0
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self._tab = self._call("browsingContext.getTree")["contexts"][0]["context"]
        self._call("browsingContext.setViewport", context=self._tab, viewport={"width": 1440, "height": 900})

    def get(self, address: str) -> None:
        self._call("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the script returns
        function = f"function () {{ {script} }}"
        answer = self._call(
            "script.callFunction",
            functionDeclaration=f"(given) => JSON.stringify(({function}).apply(null, JSON.parse(given)))",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._tab},
            awaitPromise=False,
            userActivation=True,
        )
        assert answer["type"] == "success", answer
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def click_at(self, x: float, y: float) -> None:
        actions = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": _LEFT_BUTTON},
            {"type": "pointerUp", "button": _LEFT_BUTTON},
        ]
        self._perform({"type": "pointer", "id": "mouse", "actions": actions})

    def type(self, words: str) -> None:
        actions = [{"type": kind, "value": letter} for letter in words for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": actions})

    def troubles(self) -> list[str]:
        """Return the warnings and errors that pages have caused."""
        entries = [event["params"] for event in self._events if event["method"] == "log.entryAdded"]
        return [str(entry["text"]) for entry in entries if entry["level"] in {"warn", "error"}]

    def requests(self) -> list[str]:
        """Return the URLs requested."""
        events = [event for event in self._events if event["method"] == "network.beforeRequestSent"]
        return [str(event["params"]["request"]["url"]) for event in events]

    def picture(self) -> str:
        """Return what the tab shows, as the base64 text of a PNG."""
        return str(self._call("browsingContext.captureScreenshot", context=self._tab)["data"])

    def end(self) -> None:
        self._call("session.end")

    def _perform(self, source: dict[str, object]) -> None:
        self._call("input.performActions", context=self._tab, actions=[source])

    def _call(self, method: str, **parameters: object) -> dict[str, Any]:
        self._n_sent += 1
        self._connection.send(json.dumps({"id": self._n_sent, "method": method, "params": parameters}))
        while True:
            message: dict[str, Any] = json.loads(self._connection.recv())
            if message["type"] == "event":
                self._events.append(message)
            elif message.get("id") == self._n_sent:
                assert message["type"] == "success", f"{method}: {message}"
                result: dict[str, Any] = message["result"]
                return result


@contextmanager
def opened() -> Iterator[Firefox]:
    """Yield a new Firefox with a profile of its own.

    Raises
    ------
    NoBrowserError
        If Firefox is not on the PATH.
    """
    program = shutil.which("firefox") or shutil.which("firefox-esr")
    if not program:
        message = "no firefox on the PATH: the page is not tried in it"
        raise NoBrowserError(message)
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _PREFERENCES.items())
        Path(profile, "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            addresses: queue.Queue[str] = queue.Queue()
            listener = threading.Thread(target=_read_addresses, args=(process, addresses))
            listener.start()
            try:
                address = _wait_for_address(process, addresses)
                connection = create_connection(f"{address}/session", timeout=_ANSWER_S, suppress_origin=True)
                firefox = Firefox(connection)
                yield firefox
                firefox.end()
                connection.close()
            finally:
                process.terminate()
                listener.join()


def _read_addresses(process: "subprocess.Popen[str]", addresses: "queue.Queue[str]") -> None:
    """Read what Firefox prints to its end, or it would block; keep the address at which it listens."""
    assert process.stderr is not None
    for line in process.stderr:
        if listening := _LISTENING.search(line):
            addresses.put(listening[1])


def _wait_for_address(process: "subprocess.Popen[str]", addresses: "queue.Queue[str]") -> str:
    end = time.monotonic() + _START_S
    while True:
        try:
            return addresses.get(timeout=0.1)
        except queue.Empty:
            assert process.poll() is None, f"Firefox ended with status {process.returncode}"
            assert time.monotonic() < end, "Firefox does not listen"
