"""Notebooks: cells, with the locations of their lines in the file."""

import json

import pytest
from tests.documents.conftest import Reader
from tests.documents.found import anchors, left_out, links, searched

from papertrace.model import Problem

NOTEBOOK = {
    "cells": [
        {
            "cell_type": "markdown",
            "source": ["# Title\n", "\n", "[a](https://example.org/a)\n", "`https://example.org/b`"],
        },
        {
            "cell_type": "code",
            "source": "get('https://example.org/c')\n",
            "outputs": [
                {"output_type": "stream", "text": ["at https://example.org/d\n"]},
                {
                    "output_type": "display_data",
                    "data": {"text/html": "<a href='https://example.org/e'>", "image/png": "aHR0cHM6Ly8vLw=="},
                },
            ],
        },
    ],
    "metadata": {"home": "https://example.org/f"},
}


def test_each_cell_and_output_is_read_by_its_type(read: Reader) -> None:
    pieces = read("a.ipynb", json.dumps(NOTEBOOK, indent=1))

    assert [(raw, line) for raw, line, _ in links(pieces)] == [
        ("https://example.org/a", 8),
        ("https://example.org/e", 25),
    ]
    assert [text for text, _ in searched(pieces)] == ["get('https://example.org/c')", "at https://example.org/d"]
    assert left_out(pieces) == [
        ("in code", "`https://example.org/b`"),
        ("in metadata of the format", "https://example.org/f"),
    ]


def test_a_notebook_without_cells_has_no_links(read: Reader) -> None:
    assert read("a.ipynb", '{"cells": [], "metadata": {}, "nbformat": 4}') == []


def test_a_file_that_is_no_notebook_is_searched_line_by_line(read: Reader) -> None:
    problem, passage = read("a.ipynb", '["https://example.org/a"]')

    assert isinstance(problem, Problem)
    assert problem.message == "cannot be parsed as notebook (it is not a JSON object); searched line by line instead"
    assert searched([passage]) == [('["https://example.org/a"]', 1)]


def test_columns_count_the_escapes_of_a_line(read: Reader) -> None:
    source = '"a" <a href="https://example.org/a">a</a> and [b](https://example.org/b)'
    text = json.dumps({"cells": [{"cell_type": "markdown", "source": [source]}]}, indent=1)
    line = text.split("\n")[5]

    assert links(read("a.ipynb", text)) == [
        ("https://example.org/a", 6, line.index("https://example.org/a") + 1),
        ("https://example.org/b", 6, line.index("https://example.org/b") + 1),
    ]


@pytest.mark.parametrize("end_of_line", ["\r", "\r\n", "\n"])
def test_a_cell_has_lines_whatever_ends_them(end_of_line: str, read: Reader) -> None:
    source = end_of_line.join(["# Title", "", "- one", "", "[a](https://example.org/a)"])

    pieces = read("a.ipynb", json.dumps({"cells": [{"cell_type": "markdown", "source": source}]}))

    assert [raw for raw, _, _ in links(pieces)] == ["https://example.org/a"]
    assert anchors(pieces) == ["title"]
