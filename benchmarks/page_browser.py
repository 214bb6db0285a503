"""The time a browser takes to show and redraw a page, measured inside the page, whatever library draws it."""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: WebGL in software, since there is no graphics card; no limit on the frame rate, so that the cost of frames shows.
FLAGS: Sequence[str] = ("--enable-unsafe-swiftshader", "--disable-frame-rate-limit", "--disable-gpu-vsync")

_N_FRAMES = 30
_REST_S = 0.5
_LOOK_S = 0.05
_AT = (30, 300)  # pixels into the canvas: on no paper of any of the pages

# Records when the first paint on a canvas of the page can be read from it, and the first idle moment after that.
# Reading a pixel waits until the canvas has finished drawing: WebGL calls return long before.
_WATCH = """
  window.seen = null; window.usable = null;
  const painting = new Set();
  const wait = (painter) => {
    if (painter instanceof CanvasRenderingContext2D) painter.getImageData(0, 0, 1, 1);
    else painter.readPixels(0, 0, 1, 1, painter.RGBA, painter.UNSIGNED_BYTE, new Uint8Array(4));
  };
  // Our pages draw the papers before they have read what they answer with.
  const answer = () => {
    const reading = document.getElementById("places") && !performance.getEntriesByName("papertrace-ready").length;
    if (reading) setTimeout(() => requestIdleCallback(answer), 10);
    else window.usable = performance.now();
  };
  const watch = (type, name) => {
    const paint = type.prototype[name];
    if (!paint) return;
    type.prototype[name] = function (...rest) {
      if (!window.seen && this.canvas.isConnected && this.canvas.width > 200) painting.add(this);
      if (window.seen === null && painting.size) {
        window.seen = 0;
        requestAnimationFrame(() => {
          for (const painter of painting) wait(painter);
          window.seen = performance.now();
          requestIdleCallback(answer);
        });
      }
      return paint.apply(this, rest);
    };
  };
  for (const name of ["fill", "stroke", "fillRect", "putImageData"]) watch(CanvasRenderingContext2D, name);
  for (const type of [WebGLRenderingContext, WebGL2RenderingContext]) {
    for (const what of ["Arrays", "Elements"]) for (const how of ["", "Instanced"]) watch(type, `draw${what}${how}`);
  }
"""

# Drags the map back and forth with the mouse, one step per frame; returns the milliseconds between frames.
_DRAG = """
  const [frames, atX, atY, done] = arguments;
  const frame = document.querySelector("canvas").getBoundingClientRect();
  const target = document.elementFromPoint(frame.left + atX, frame.top + atY);
  const send = (kind, x, buttons) => {
    const at = { bubbles: true, cancelable: true, view: window, clientX: frame.left + atX + x, clientY: frame.top + atY,
                 button: kind === "move" ? -1 : 0, buttons, pointerId: 1, pointerType: "mouse", isPrimary: true };
    target.dispatchEvent(new PointerEvent(`pointer${kind}`, at));
    target.dispatchEvent(new MouseEvent(`mouse${kind}`, { ...at, button: 0 }));
  };
  const gaps = [];
  let last = null;
  const step = (i) => requestAnimationFrame((now) => {
    if (last !== null) gaps.push(now - last);
    last = now;
    if (i > frames) { send("move", 40, 1); send("up", 40, 0); return done(gaps); }
    send("move", 4 * (i % 30 < 15 ? i % 30 : 30 - (i % 30)), 1);
    step(i + 1);
  });
  send("down", 0, 1);
  step(0);
"""


# Zooms the map in and out with the wheel, one step per frame; returns the milliseconds between frames.
_ZOOM = """
  const [frames, atX, atY, done] = arguments;
  const frame = document.querySelector("canvas").getBoundingClientRect();
  const [clientX, clientY] = [frame.left + frame.width / 2, frame.top + frame.height / 2];
  const target = document.elementFromPoint(clientX, clientY);
  const gaps = [];
  let last = null;
  const step = (i) => requestAnimationFrame((now) => {
    if (last !== null) gaps.push(now - last);
    last = now;
    if (i > frames) return done(gaps);
    const deltaY = i < 0.6 * frames ? -60 : 60;
    const turn = { bubbles: true, cancelable: true, view: window, clientX, clientY, deltaY };
    target.dispatchEvent(new WheelEvent("wheel", turn));
    step(i + 1);
  });
  step(0);
"""

# Records how long it takes from each press to the next paint, in steps of 8 milliseconds.
_PRESSES = """
  window.presses = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === "click") window.presses.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
"""
_ROW = """
  const { x, y } = document.querySelectorAll("#results [data-paper]")[arguments[0]].getBoundingClientRect();
  return [x + 60, y + 12];
"""
_N_CHOSEN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """When a page was visible and usable, in seconds since the start of navigation, and the memory of its tab then."""

    seen_s: float
    usable_s: float
    tab_mb: float


def measure_load(path: Path, limit_s: float, fragment: str = "") -> Load | None:
    """Open a page in a new browser; return when the graph was painted and the page idle, or None beyond the limit."""
    from tests.browser.chromium import opened

    with opened(page_load_strategy="none", flags=FLAGS) as chrome:
        return _load(chrome, path.as_uri() + fragment, limit_s)


def measure_drag(path: Path, limit_s: float, fragment: str = "") -> list[float]:
    """Open a page, drag its map and return the milliseconds between each two frames; none if that exceeds the limit."""
    return _measure_frames(path, limit_s, fragment, _DRAG)


def measure_zoom(path: Path, limit_s: float, fragment: str = "") -> list[float]:
    """Open a page, zoom its map in and out and return the milliseconds between each two frames, as `measure_drag`."""
    return _measure_frames(path, limit_s, fragment, _ZOOM)


def measure_choices(path: Path, limit_s: float) -> list[float]:
    """Open our page, choose papers in its list and return the milliseconds from each press to the next paint."""
    from tests.browser.chromium import Tab, opened

    with opened(page_load_strategy="none", flags=FLAGS) as chrome:
        assert _load(chrome, path.as_uri(), limit_s), f"{path.name} shows nothing"
        chrome.execute_script(_PRESSES)
        for row in range(_N_CHOSEN):
            time.sleep(2 * _REST_S)  # the map glides to the paper that was chosen before
            Tab(chrome).click_at(*chrome.execute_script(_ROW, row))
        time.sleep(2 * _REST_S)
        return [float(press) for press in chrome.execute_script("return window.presses")]


def _measure_frames(path: Path, limit_s: float, fragment: str, script: str) -> list[float]:
    from selenium.common.exceptions import TimeoutException
    from tests.browser.chromium import opened

    with opened(page_load_strategy="none", flags=FLAGS) as chrome:
        assert _load(chrome, path.as_uri() + fragment, limit_s), f"{path.name} shows nothing"
        time.sleep(_REST_S)
        chrome.set_script_timeout(limit_s)
        before = chrome.get_screenshot_as_png()
        try:
            gaps = chrome.execute_async_script(script, _N_FRAMES, *_AT)
        except TimeoutException:
            return []
        assert chrome.get_screenshot_as_png() != before, f"the mouse does not move {path.name}"
        return [float(gap) for gap in gaps]


def _load(chrome: Any, address: str, limit_s: float) -> Load | None:  # noqa: ANN401 - selenium is imported late
    from selenium.common.exceptions import TimeoutException

    chrome.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _WATCH})
    start = time.monotonic()
    chrome.get(address)
    while (left_s := limit_s - (time.monotonic() - start)) > 0:
        chrome.set_script_timeout(left_s)
        try:
            seen, usable = chrome.execute_script("return [window.seen, window.usable]")
        except TimeoutException:  # the page is busy computing
            return None
        if usable:
            time.sleep(_REST_S)
            return Load(seen_s=seen / 1000, usable_s=usable / 1000, tab_mb=_tab_mb(chrome.service.process.pid))
        time.sleep(_LOOK_S)
    return None


def _tab_mb(driver: int) -> float:
    """Return the memory of the tab: the proportional share of the largest process that renders pages for a driver."""
    largest = 0.0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (process / "cmdline").read_bytes() and driver in _ancestors(process):
                share = re.search(r"^Pss: +(\d+) kB", (process / "smaps_rollup").read_text(), re.MULTILINE)
                largest = max(largest, int(share[1]) / 1024 if share else 0.0)
        except OSError:  # it has ended
            continue
    return largest


def _ancestors(process: Path) -> Iterator[int]:
    while (parent := int((process / "stat").read_text().rpartition(")")[2].split()[1])) > 1:
        yield parent
        process = process.parent / str(parent)
