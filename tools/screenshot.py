"""Take the picture in docs/how-to/graph-programs.md: the map of the bundled sample as Cytoscape.js shows it.

    python -m tools.screenshot

It needs Chromium with its driver and npm, as the tests in `tests/browser` do, and opens the file that
`papertrace build --to cytoscape` writes with nothing but the call that the how-to shows.
"""

import base64
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.chromium import opened
from tests.npm import installed_packages

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "static" / "cytoscape.webp"
_WIDTH, _HEIGHT = 1000, 620
_PAGE = """<!doctype html><meta charset="utf-8"><title>Cytoscape.js</title><script src="{script}"></script>
<div id="map" style="position: fixed; inset: 0; background: white"></div>"""
_OPEN = """
const [file, done] = arguments;
const cy = cytoscape({ container: document.getElementById("map"), ...JSON.parse(file) });
cy.fit(cy.nodes("[community = 0]"), 40);
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 500)));
"""


def take_picture(picture: Path) -> None:
    """Write the picture, in WebP: at the same versions of Chromium and of its fonts it has the same bytes."""
    script = installed_packages() / "cytoscape" / "dist" / "cytoscape.min.js"
    with TemporaryDirectory() as name, opened(flags=[f"--window-size={_WIDTH},{_HEIGHT}"]) as chrome:
        folder = Path(name)
        command = [sys.executable, "-m", "papertrace", "build", "--quiet", "--config", "none", "--to", "cytoscape"]
        subprocess.run([*command, "--output", name], check=True, stdout=subprocess.DEVNULL)
        page = folder / "page.html"
        page.write_text(_PAGE.format(script=script.as_uri()), encoding="utf-8")
        size = {"width": _WIDTH, "height": _HEIGHT, "deviceScaleFactor": 1, "mobile": False}
        chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        chrome.get(page.as_uri())
        chrome.execute_async_script(_OPEN, (folder / "papers.cyjs").read_text(encoding="utf-8"))
        shot = chrome.execute_cdp_cmd("Page.captureScreenshot", {"format": "webp", "quality": 70})
    picture.write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    take_picture(PICTURE)
    print(f"wrote {PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size:,} bytes")
