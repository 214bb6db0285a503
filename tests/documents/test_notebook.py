"""Notebooks: cells, with the locations of their lines in the file."""

import json

import pytest
from tests.documents.conftest import Reader
from tests.documents.found import anchors, links


@pytest.mark.parametrize("end_of_line", ["\r", "\r\n", "\n"])
def test_a_cell_has_lines_whatever_ends_them(end_of_line: str, read: Reader) -> None:
    source = end_of_line.join(["# Title", "", "- one", "", "[a](https://example.org/a)"])

    pieces = read("a.ipynb", json.dumps({"cells": [{"cell_type": "markdown", "source": source}]}))

    assert [raw for raw, _, _ in links(pieces)] == ["https://example.org/a"]
    assert anchors(pieces) == ["title"]
