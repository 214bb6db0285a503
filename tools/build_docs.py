"""Build the documentation as one static site, without a network.

    python -m tools.build_docs [--output docs-site]

Sphinx reads a copy of docs/ to which this program adds what is elsewhere or made from the program itself: the
reference, the changelog and other documents of the project, the notebooks, and the map and the report
that the examples show. Any warning, such as a link that leads nowhere, fails the build. Exit status: 2 if Sphinx or its
theme is missing (`pip install --group docs`), 1 if the build failed, else 0.
"""

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools import notebook, reference

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
NEEDED = ("sphinx", "furo", "myst_parser", "sphinx_copybutton")

PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "graphs/README.md": "reference/attributes.md",
    "graphs": "reference/attributes.md",
    "src/papertrace/background/README.md": "explanation/background.md",
}
"""Documents outside of docs/, and the pages that they are on the site; README.md is only what links to it mean."""

_FENCE = re.compile(r"(^(`{3,})[^\n]*\n.*?^\2\s*$)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
NOTEBOOKS = ("tutorial.md", "how-to/studies.md")
"""The documents that are also notebooks."""
_TOUR = ("tests/cases/audit/tour.txt", "--cassette", "cassettes/audit/run/tour.yaml")


def main(argv: Sequence[str] | None = None) -> int:
    """Build the site and return the exit status."""
    parser = argparse.ArgumentParser(description="Build the documentation as one static site.")
    folder = ROOT / "docs-site"
    parser.add_argument("--output", type=Path, default=folder, metavar="DIR", help=f"Folder (default: {folder.name})")
    arguments = parser.parse_args(argv)
    missing = find_missing()
    if missing:
        print(f"The documentation is not built: {', '.join(missing)} missing (pip install --group docs)")
        return 2
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "source"
        stage(source)
        write_examples(source / "extra" / "examples")
        return run_sphinx(source, arguments.output)


def find_missing() -> list[str]:
    """Return the packages that the build needs and that are not installed."""
    return [name for name in NEEDED if importlib.util.find_spec(name) is None]


def stage(folder: Path) -> None:
    """Write the source of the site to a folder: docs/, the other documents, the reference, the notebooks."""
    for path in sorted(DOCS.rglob("*")):
        if path.is_file():
            _copy(path, folder / path.relative_to(DOCS), folder)
    for name, page in PAGES.items():
        if name.endswith(".md") and name != "README.md":
            _copy(ROOT / name, folder / page, folder)
    reference.main(folder / "reference")
    for name in NOTEBOOKS:
        written = folder / name
        made = written.with_suffix(".ipynb")
        made.write_text(notebook.generate((DOCS / name).read_text("utf-8")), "utf-8")
        note = f"This page is also a [notebook]({made.name}), to be run in a clone."
        written.write_text(f"{written.read_text('utf-8')}\n{note}\n", encoding="utf-8")


def _copy(source: Path, target: Path, folder: Path) -> None:
    """Copy a file; in Markdown, point links to files outside of docs/ to their copies on the site."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix != ".md":
        shutil.copyfile(source, target)
        return
    parts = _FENCE.split(source.read_text("utf-8"))
    # Of each fence, the groups of the expression follow one another: the whole, then its backquotes.
    texts = (_relink(part, source, target, folder) if i % 3 == 0 else part for i, part in enumerate(parts) if i % 3 < 2)  # noqa: PLR2004
    target.write_text("".join(texts), encoding="utf-8")


def _relink(text: str, source: Path, target: Path, folder: Path) -> str:
    def replace(found: re.Match[str]) -> str:
        opening, address, rest = found.groups()
        if ":" in address:
            return found[0]
        file = (source.parent / address).resolve()
        place = folder / _place_of(file)
        if file.is_file() and not place.exists() and place.is_relative_to(folder / "files"):
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, place)
        return f"{opening}{os.path.relpath(place, target.parent)}{rest}"

    return _LINK.sub(replace, text)


def _place_of(file: Path) -> Path:
    """Return where a file of the project is in the source of the site."""
    if file.is_relative_to(DOCS):
        return file.relative_to(DOCS)
    if not file.is_relative_to(ROOT):
        message = f"{file}: linked, but not in the project"
        raise ValueError(message)
    name = file.relative_to(ROOT).as_posix()
    return Path(PAGES.get(name) or f"files/{name}")


def write_examples(folder: Path) -> None:
    """Write the map of the bundled sample, and the report of an audit from its recording with a map of its own."""
    folder.mkdir(parents=True)
    for arguments in _generate_examples(folder):
        done = subprocess.run(
            [sys.executable, "-m", "papertrace", *arguments, "--quiet", "--config", "none"],
            cwd=ROOT,
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode > 1:
            raise subprocess.CalledProcessError(done.returncode, done.args, done.stdout, done.stderr)


def _generate_examples(folder: Path) -> Iterator[list[str]]:
    yield ["build", "--output", str(folder), "--to", "html,svg"]
    verdicts, page = folder / "audit.jsonl", folder / "tour" / "papers.html"
    report = ("--format", "html", "--also", f"jsonl={verdicts}", "--graph-page", str(page))
    yield ["audit", *_TOUR, *report, "-o", str(folder / "audit.html")]
    yield ["build", _TOUR[0], "--verdicts", str(verdicts), "--output", str(page.parent), "--to", "html"]


def run_sphinx(source: Path, output: Path) -> int:
    """Build the HTML, print the warnings and return the exit status."""
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning", "--keep-going", "--quiet"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT / "src"), os.environ.get("PYTHONPATH", "")))}
    done = subprocess.run(
        [*command, "--doctree-dir", str(source.parent / "doctrees"), str(source), str(output)],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
    )
    print(done.stderr.replace(f"{source}{os.sep}", ""), end="", file=sys.stderr)
    return 1 if done.returncode else 0


if __name__ == "__main__":
    raise SystemExit(main())
