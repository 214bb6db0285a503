"""Make the notebook of a document, such as the tutorial, from its Markdown.

    python -m tools.notebook docs/tutorial.md tutorial.ipynb

Commands become cells that a shell runs, Python becomes cells of code, and everything between them text. What the
document says that these print is left out: the notebook prints it itself.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

BLOCK = re.compile(r"^```(console|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
"""A block of commands or of Python; what the latter prints may follow as a block of text."""


def generate(text: str) -> str:
    """Return the notebook of a document as JSON (nbformat 4.5)."""
    cells = list(_generate_cells(text))
    for number, cell in enumerate(cells, start=1):
        cell["id"] = f"cell-{number}"
    metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


def _generate_cells(text: str) -> Iterator[dict[str, object]]:
    end = 0
    for block in BLOCK.finditer(text):
        yield from _make_text(text[end : block.start()])
        yield _make_code(_commands_of(block[2]) if block[1] == "console" else block[2].strip())
        end = block.end()
    yield from _make_text(text[end:])


def _commands_of(block: str) -> str:
    """Return the commands of a console block as lines that IPython hands to the shell."""
    commands = [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"!{command}" for command in commands)


def _make_text(text: str) -> Iterator[dict[str, object]]:
    if text.strip():
        yield {"cell_type": "markdown", "metadata": {}, "source": text.strip()}


def _make_code(source: str) -> dict[str, object]:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(generate(Path(sys.argv[1]).read_text("utf-8")), encoding="utf-8")
