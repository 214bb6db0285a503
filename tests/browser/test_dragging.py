"""A map that is dragged: its picture is moved, and what comes into view is drawn."""

import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import command, run, until, where

pytestmark = pytest.mark.browser

_PICTURE = "return document.querySelector('#map > .view').toDataURL()"
# The share of pixels of two pictures that differ clearly: edges of lines may be smoothed otherwise where a line is cut.
_UNLIKE = """
const done = arguments[2];
const pixels = async (url) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const ctx = canvas.getContext("2d");
  ctx.fillRect(0, 0, image.width, image.height);
  ctx.drawImage(image, 0, 0);
  return ctx.getImageData(0, 0, image.width, image.height).data;
};
Promise.all([pixels(arguments[0]), pixels(arguments[1])]).then(([one, other]) => {
  let n = 0;
  for (let i = 0; i < one.length; i += 4) n += [0, 1, 2].some((k) => Math.abs(one[i + k] - other[i + k]) > 60);
  done(one.length === other.length ? n / (one.length / 4) : 1);
});
"""
_NAMES = "return papertrace.paperNames().map((name) => name.paper)"
_ZOOM = """
const [done] = arguments;
const map = document.querySelector("#map > .view");
const { x, y, width, height } = map.getBoundingClientRect();
const at = { clientX: x + width / 2, clientY: y + height / 2, cancelable: true };
const step = (n) => {
  if (!n) return done();
  map.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: -250 }));
  return requestAnimationFrame(() => step(n - 1));
};
step(4);
"""
_DRAWN = "requestAnimationFrame(() => setTimeout(arguments[0]))"


def _drag(chrome: Chrome, steps: list[tuple[int, int]]) -> str:
    """Press the map where nothing is, move the pointer by these steps, and return the picture before it is released."""
    x, y = run(
        chrome, "const map = document.getElementById('map').getBoundingClientRect(); return [map.x + 5, map.y + 5]"
    )
    command(chrome, "Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    for dx, dy in steps:
        x, y = x + dx, y + dy
        command(chrome, "Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
        chrome.execute_async_script(_DRAWN)
    picture = str(run(chrome, _PICTURE))
    command(chrome, "Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
    return picture


@pytest.mark.parametrize("closer", [0, 4], ids=["whole map", "part of it"])
def test_picture_that_is_dragged_by_steps_is_the_one_that_is_drawn_at_once(opened: Chrome, closer: int) -> None:
    for _ in range(closer):
        run(opened, "document.getElementById('closer').click()")
        until(lambda: _is_still(opened))

    drawn = _drag(opened, [(90, 60)])
    until(lambda: _is_still(opened))
    _drag(opened, [(-90, -60)])
    until(lambda: _is_still(opened))
    moved = _drag(opened, [(30, 10), (-50, 40), (7, -33), (63, 3), (0, 25), (40, 15)])

    assert opened.execute_async_script(_UNLIKE, moved, drawn) < 0.0005


def test_press_on_a_map_that_was_dragged_meets_what_is_seen(opened: Chrome) -> None:
    before = where(opened, _a_paper(opened))
    _drag(opened, [(11, 0), (30, 20), (-1, 5)])

    x, y = where(opened, _a_paper(opened))

    assert (round(x - before[0]), round(y - before[1])) == (40, 25)


def test_names_ride_along_while_the_map_is_zoomed_and_are_placed_when_it_rests(opened: Chrome) -> None:
    before = run(opened, _NAMES)

    opened.execute_async_script(_ZOOM)
    zoomed = run(opened, _NAMES)

    assert zoomed == before  # painted elsewhere, but not chosen and placed anew
    until(lambda: run(opened, _NAMES) != before)


def _a_paper(chrome: Chrome) -> str:
    return str(run(chrome, "return window.papertrace.drawn()[0]"))


def _is_still(chrome: Chrome) -> bool:
    """Return whether the map shows the same after some frames."""
    before = run(chrome, _PICTURE)
    for _ in range(3):
        chrome.execute_async_script(_DRAWN)
    return bool(before == run(chrome, _PICTURE))


def test_map_that_is_zoomed_is_stretched_and_drawn_as_it_is_when_it_rests(opened: Chrome) -> None:
    count = """
        const draw = CanvasRenderingContext2D.prototype.drawImage;
        window.stretched = 0;
        CanvasRenderingContext2D.prototype.drawImage = function (...rest) {
          if (this.canvas.className === "view") window.stretched += 1;
          return draw.apply(this, rest);
        };"""
    run(opened, count)
    opened.execute_async_script(_ZOOM.replace("-250", "-60"))
    assert run(opened, "return window.stretched") >= 2

    until(lambda: run(opened, _NAMES))
    rested = run(opened, "return window.stretched")
    command(opened, "Input.dispatchMouseEvent", type="mouseMoved", x=720, y=860)
    opened.execute_async_script(_DRAWN)
    assert run(opened, "return window.stretched") == rested
