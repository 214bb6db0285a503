"""What is committed in `graphs/` is what the bundled sample makes today, byte for byte."""

from pathlib import Path

import pytest

from papertrace.pipeline import draw, extract, plan_outputs, sample_path

GRAPHS = Path(__file__).resolve().parent.parent / "graphs"
COMMITTED = ("papers.graphml", "papers.nodes.csv", "papers.edges.csv", "papers.svg")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graphs")
    draw(list(extract([sample_path()])), plan_outputs(folder, "graphml,csv,svg"))
    return folder


@pytest.mark.parametrize("name", COMMITTED)
def test_the_committed_graph_is_what_the_sample_makes(name: str, built: Path) -> None:
    assert (GRAPHS / name).read_bytes() == (built / name).read_bytes(), "run make demo and commit graphs/"


def test_nothing_else_is_committed() -> None:
    made_by_the_demonstration = {"papers.html"}
    ours = {path.name for path in GRAPHS.iterdir()} - made_by_the_demonstration

    assert ours == {*COMMITTED, "README.md"}
