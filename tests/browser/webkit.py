"""WebKitGTK, the engine of Safari as Linux has it, on a screen that nobody sees: it knows no headless mode."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from selenium.webdriver import Remote, WebKitGTKOptions
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.service import Service
from tests.browser.chromium import NoBrowserError

# The driver has no log of the console: what goes wrong is noted in the page, from when it has loaded.
_WATCH = """
    window.troubles = [];
    window.addEventListener("error", (event) => window.troubles.push(String(event.message)));
    window.addEventListener("unhandledrejection", (event) => window.troubles.push(String(event.reason)));"""


class WebKit:
    """A window of WebKitGTK's small browser."""

    def __init__(self, driver: Remote) -> None:
        self._driver = driver
        self._troubles: list[str] = []
        self._requests: list[str] = []

    def get(self, address: str) -> None:
        self._read_reports()
        self._driver.get(address)
        self._driver.execute_script(_WATCH)

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the script returns
        return self._driver.execute_script(script, *arguments)

    def click_at(self, x: float, y: float) -> None:
        builder = ActionBuilder(self._driver)
        builder.pointer_action.move_to_location(round(x), round(y)).click()  # type: ignore[no-untyped-call]
        builder.perform()

    def type(self, words: str) -> None:
        ActionChains(self._driver).send_keys(words).perform()

    def troubles(self) -> list[str]:
        """Return the errors of scripts of the pages, from when each had loaded."""
        self._read_reports()
        return self._troubles

    def requests(self) -> list[str]:
        """Return the URLs that pages requested besides their own."""
        self._read_reports()
        return self._requests

    def picture(self) -> str:
        """Return what the window shows, as the base64 text of a PNG."""
        return self._driver.get_screenshot_as_base64()

    def _read_reports(self) -> None:
        self._troubles += self.run("return (window.troubles ?? []).splice(0)")
        self._requests += self.run(
            "const found = performance.getEntriesByType('resource').map((one) => one.name);"
            "performance.clearResourceTimings(); return found"
        )


@contextmanager
def opened() -> Iterator[WebKit]:
    """Yield a new window, 1,440 pixels wide and 900 high.

    Raises
    ------
    NoBrowserError
        If the driver of WebKitGTK or Xvfb is not on the PATH.
    """
    program, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    if not program or not screen:
        message = "no WebKitWebDriver and Xvfb on the PATH: the page is not tried in WebKit"
        raise NoBrowserError(message)
    with _open_screen(screen) as display:
        environment = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}
        options = WebKitGTKOptions()
        options.add_argument("--automation")
        service = Service(program, env=environment)
        service.start()
        try:
            connection = RemoteConnection(client_config=ClientConfig(remote_server_addr=service.service_url))
            driver = Remote(connection, options=options)
            try:
                driver.set_window_size(1440, 900)
                yield WebKit(driver)
            finally:
                driver.quit()
        finally:
            service.stop()


@contextmanager
def _open_screen(program: str) -> Iterator[str]:
    """Yield the name of a display in memory, whose number the server chooses."""
    command = [program, "-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            yield f":{int(server.stdout.readline())}"
        finally:
            server.terminate()
