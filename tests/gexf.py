"""A reader of GEXF for tests: networkx, which refuses edges of both sorts in one file, as the format allows them."""

import io
from pathlib import Path
from typing import Any

import networkx as nx


def read_gexf(path: Path) -> "nx.Graph[Any]":
    """Return the graph of a file, without the direction of its edges if others have none."""
    text = path.read_text("utf-8")
    if 'defaultedgetype="undirected"' in text:
        text = text.replace(' type="directed">', ">")
    return nx.read_gexf(io.BytesIO(text.encode()))
