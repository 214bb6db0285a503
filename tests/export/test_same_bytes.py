"""The same graph is the same bytes on every Python, numpy and networkx.

The digests are of the output of this version. If one differs on every machine, the output was changed, and the digest
must be updated; if it differs on one machine only, that one adds, sorts or prints differently, which is a bug.
"""

import hashlib
import re
from pathlib import Path

import networkx as nx
import pytest

from papertrace.export import WRITERS, Writer
from papertrace.model import Claim, ClaimState, Concept, Paper

# Styles, scripts and their hashes are copied verbatim from files, and change for other reasons.
VERBATIM = re.compile(r"<style>.*?</style>|<script>.*?</script>|default-src [^\"]*", re.DOTALL)

DIGESTS = {
    ".html": "f34de21692015e061b131bb2c2f55852fc15f88894de0e3885e7ef030ae37e56",
    ".svg": "9e29403c2dcc7c581f5efb641a844969603ac2523b57f64eb75545d7a0b6e655",
    ".pyvis.html": "fa50c58e3e29fbbbb8f2111c28078e2c1286470953a6e7d4119f3f368ccc0076",
    ".citations.graphml": "9f3bf066081b55b6840a40324ad15b6435f7e5ed183bccfb0a99fff663d35f4b",
    ".graphml": "fe20840df474440e4b1a716d726fccdb55c18c6a86cbd85cb3803a7fcacda1c1",
    ".nodes.csv": "dd4c97ad5e03a1f5061b6e9f4e09858a19ada519917b1aeb1e4519c5fb93c06e",
    ".edges.csv": "e19ba8c8a907c348ac5676d68f333fa1b80a8cf3f451f936c9334d21c109aa51",
    ".json": "730cc339cab6f8366a17e3f5f01cb130209b2a1b46a4ea788cb29e7f5b1561f2",
    ".gexf": "01a691595e6463cb84ae4ae7640570de72efc44bbb27b44492dee4873faf0d30",
    ".cyjs": "b18a7ae4d8627ca7195747449895daca4ff677d2d016f93ed8e35c68781d3d6d",
    ".vosviewer.json": "515a2d5c8e8afc07e6993c2e8deb142b4070e37f5d10396625b009d70b90c5b6",
}

N_PAPERS = 60
N_CONCEPTS = 80  # so many that the layout of the concept map amplifies the smallest difference
TOPICS = ("tidal forecasting", "ink recovery", "bird song", "crack detection", "snow line", "tune families")


def make_paper(i: int) -> Paper:
    held = {TOPICS[i % 6], *(f"idea {(i * step + step) % N_CONCEPTS}" for step in (1, 3, 7, 11, 13))}
    return Paper(
        id=f"p{i:02}",
        title=f"Nō {i}: Measuring {TOPICS[i % 6]} «again»",
        abstract="",
        entries=(),
        authors=("Ada Lindqvist", "Chiara Örn")[: i % 3],
        date=f"20{20 + i % 5}-0{1 + i % 9}",
        concepts=tuple(Concept(key=label, label=label, surfaces=(label.title(),)) for label in sorted(held)),
        claim=Claim(state=list(ClaimState)[i % 4]),
    )


@pytest.fixture(scope="module")
def papers() -> list[Paper]:
    return [make_paper(i) for i in range(N_PAPERS)]


@pytest.fixture(scope="module")
def graph(papers: list[Paper]) -> "nx.MultiGraph[str]":
    """Return a graph whose sums depend on how they are added up: tenths and thirds are not binary fractions."""
    made: nx.MultiGraph[str] = nx.MultiGraph(n_papers=N_PAPERS, modularity=1 / 3)
    for i, paper in enumerate(papers):
        made.add_node(
            paper.id,
            label=paper.title,
            kind="paper",
            year=2020 + i % 5,
            community=i % 3 if i % 12 else -1,
            community_label=f"{TOPICS[i % 3]}|{TOPICS[3 + i % 3]}" if i % 12 else "unlinked",
            degree_weighted=round(0.1 * (i % 7) + i / 3, 4),
            x=100.1 * (i % 7) + i / 3,
            y=-80.7 * (i % 3) - i / 7,
            size=10.0 + i / 9,
            color=("#0072b2", "#d55e00", "#009e73")[i % 3],
            concepts="|".join(concept.label for concept in paper.concepts),
            outcome=("", "alive")[i % 2],
        )
    for i in range(2 * N_PAPERS):
        one, other = f"p{i % N_PAPERS:02}", f"p{(i * 7 + 5) % N_PAPERS:02}"
        if one == other:
            continue
        kind = ("concept", "mention")[i % 11 == 0]
        ends = {"tail": one, "head": other} if kind == "mention" else {}
        made.add_edge(one, other, key=f"e{i}", kind=kind, weight=0.1 + i / 3, evidence=TOPICS[i % 6], **ends)
    return made


@pytest.mark.parametrize(
    "writer", [one for one in WRITERS if one.name not in {"png", "parquet"}], ids=lambda one: one.suffix
)
def test_file_has_the_bytes_that_it_has_everywhere(
    writer: Writer, graph: "nx.MultiGraph[str]", papers: list[Paper], tmp_path: Path
) -> None:
    path = tmp_path / f"map{writer.suffix}"

    writer.write(graph, path, papers=papers, title="A made-up field")

    text = path.read_bytes().decode()
    kept = VERBATIM.sub("", text) if writer.name in {"html", "pyvis"} else text
    assert hashlib.sha256(kept.encode()).hexdigest() == DIGESTS[writer.suffix]
