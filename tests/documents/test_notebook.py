"""Notebooks: cells, with the locations of their lines in the file."""

import json

import pytest
from tests.documents.conftest import Reader
from tests.documents.found import anchors, links

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


@pytest.mark.parametrize("end_of_line", ["\r", "\r\n", "\n"])
def test_a_cell_has_lines_whatever_ends_them(end_of_line: str, read: Reader) -> None:
    source = end_of_line.join(["# Title", "", "- one", "", "[a](https://example.org/a)"])

    pieces = read("a.ipynb", json.dumps({"cells": [{"cell_type": "markdown", "source": source}]}))

    assert [raw for raw, _, _ in links(pieces)] == ["https://example.org/a"]
    assert anchors(pieces) == ["title"]
