"""One graph to one file, by the end of its name."""

from pathlib import Path

import networkx as nx
import pytest

import papertrace
from papertrace.errors import ExportError


@pytest.mark.parametrize(
    "end", [".html", ".svg", ".graphml", ".nodes.csv", ".json", ".gexf", ".cyjs", ".vosviewer.json"]
)
def test_the_end_of_the_name_says_the_form(end: str, tmp_path: Path) -> None:
    path = tmp_path / f"map{end}"

    papertrace.write_graph(papertrace.build_graph([]), path)

    text = path.read_text("utf-8")
    assert ('"network"' in text) == (end == ".vosviewer.json")
    assert ("<graphml" in text) == (end == ".graphml")
    assert ("<svg" in text) == (end == ".svg")


def test_an_end_that_no_form_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"no form ends like this \(known: \.html"):
        papertrace.write_graph(nx.MultiGraph(), tmp_path / "map.pdf")

    assert list(tmp_path.iterdir()) == []
