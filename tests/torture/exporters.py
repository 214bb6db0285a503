"""Hostile texts through every exporter, read back by readers that are not ours."""

import csv
import json
import re
import tempfile
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
from lxml import etree, html
from tests.gexf import read_gexf
from tests.reports.read_back import FORMULA
from tests.torture.hostile import BATCH, hostile_text, try_with
from tests.torture.tally import Tally

from papertrace.export import WRITERS
from papertrace.model import (
    Claim,
    ClaimState,
    Concept,
    Entry,
    Link,
    LinkKind,
    LinkRole,
    Mention,
    Outcome,
    Paper,
    Span,
    Verdict,
)

_INVALID_IN_XML = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def torture_exporters(n_texts: int, seed: int) -> Tally:
    """Write graphs of hostile texts with every writer, and read them back."""
    rng = Random(seed)  # noqa: S311 - not for security
    tally = Tally(name="exporters")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(0, n_texts, BATCH):
            texts = [hostile_text(rng) for _ in range(min(BATCH, n_texts - number))]
            tally.n_trials += len(texts)
            graph, papers = _graph(texts), [_paper(one, text) for one, text in enumerate(texts)]
            verdicts = [_verdict(paper, rng.choice(list(Outcome))) for paper in papers]
            shown: dict[str, Any] = {"papers": papers, "verdicts": verdicts, "title": texts[0]}
            for writer in WRITERS:
                if writer.name == "png" and number % (40 * BATCH):  # slow, and the SVG has the same texts
                    continue
                path = Path(folder) / f"map{writer.suffix}"
                try_with(tally, writer.suffix, partial(writer.write, graph, path, **shown), texts)
                if path.exists() and writer.suffix in READ_BACK:
                    try_with(tally, writer.suffix, partial(READ_BACK[writer.suffix], path, texts, tally), texts)
                path.unlink(missing_ok=True)
    return tally


def _graph(texts: Sequence[str]) -> "nx.MultiGraph[str]":
    graph: nx.MultiGraph[str] = nx.MultiGraph(n_papers=len(texts), title=texts[0])
    for number, text in enumerate(texts):
        graph.add_node(
            f"paper {number}",
            kind="paper",
            label=text,
            title=text,
            url=f"https://example.org/{number}",
            authors=(text, "A. Author"),
            venue=text,
            year=2020 + number % 5,
            community=number % 3,
            community_label=text,
            x=float(number % 7),
            y=float(number // 7),
            size=9.0,
            color="#0072b2",
        )
    for number, text in enumerate(texts[1:], start=1):
        graph.add_edge(
            f"paper {number - 1}",
            f"paper {number}",
            key=f"e{number}",
            kind="concept",
            weight=1.0 + number,
            label=text,
            evidence=text,
            edge_key=f"e{number}",
        )
    return graph


def _paper(number: int, text: str) -> Paper:
    """Return the paper of a node, with a text in every fact that a page shows."""
    span = Span(text, 3, 7)
    url = f"https://example.org/{text}" if number % 2 else text
    link = Link(raw=text, url=url, span=span, kind=LinkKind.CODE, role=LinkRole.OWN, evidence=text)
    facts: dict[str, Any] = {
        "title": text,
        "abstract": f"{text}. {text}",
        "authors": (text, "A. Author"),
        "organisation": text,
        "venue": text,
        "publisher": text,
        "type": text,
        "keywords": (text,),
        "date": "2024-05-06",
    }
    return Paper(
        id=f"paper {number}",
        entries=(Entry(span=span, end_line=3, **facts),),
        links=(link,),
        concepts=(Concept(key=text, label=text, surfaces=(text,)),),
        mentions=(Mention(target="paper 0", title=text, surface=text, sentence=text, span=span),),
        claim=Claim(state=ClaimState.CLAIMED, sentence=text),
        **facts,
    )


def _verdict(paper: Paper, outcome: Outcome) -> Verdict:
    (link,) = paper.links
    return Verdict(link=link, outcome=outcome, reason=paper.title, new_url=link.url, checked_at="2026-01-05T12:00:00Z")


def _fit(text: str) -> str:
    """Return what a format based on XML can hold of a text."""
    return _INVALID_IN_XML.sub("", text)


def _expect(tally: Tally, what: str, found: Sequence[object], texts: Sequence[str]) -> None:
    for one, text in zip(found, texts, strict=True):
        if one != text:
            tally.lose(f"{what}: {text!a} comes back as {one!a}", text.encode("utf-8", "surrogatepass"))


def _in_cell(text: str) -> str:
    guarded = f"'{text}" if text.startswith(FORMULA) else text
    return guarded.replace("\r\n", "\n").replace("\r", "\n")


def _read_graphml(path: Path, texts: Sequence[str], tally: Tally) -> None:
    import igraph

    nodes = nx.read_graphml(path, force_multigraph=True).nodes
    _expect(
        tally, "GraphML in networkx", [nodes[f"paper {n}"].get("label", "") for n in range(len(texts))], _fitted(texts)
    )
    read = igraph.Graph.Read_GraphML(str(path))
    _expect(tally, "GraphML in igraph", read.vs["label"], _fitted(texts))
    _expect(tally, "evidence in igraph", read.es["evidence"], _fitted(texts[1:]))


def _read_gexf(path: Path, texts: Sequence[str], tally: Tally) -> None:
    nodes = read_gexf(path).nodes
    _expect(tally, "GEXF in networkx", [nodes[f"paper {n}"]["venue"] for n in range(len(texts))], _fitted(texts))


def _read_json(path: Path, texts: Sequence[str], tally: Tally) -> None:
    nodes = json.loads(path.read_text("utf-8"))["nodes"]
    _expect(tally, "JSON", [node["label"] for node in nodes], _fitted(texts))


def _read_cytoscape(path: Path, texts: Sequence[str], tally: Tally) -> None:
    nodes = nx.cytoscape_graph(json.loads(path.read_text("utf-8"))).nodes
    _expect(tally, "Cytoscape", [nodes[f"paper {n}"]["venue"] for n in range(len(texts))], _fitted(texts))


def _read_vosviewer(path: Path, texts: Sequence[str], tally: Tally) -> None:
    items = json.loads(path.read_text("utf-8"))["network"]["items"]
    if len(items) != len(texts):
        tally.lose(f"VOSviewer: {len(items)} items of {len(texts)}", path.read_bytes())


def _read_nodes(path: Path, texts: Sequence[str], tally: Tally) -> None:
    import pandas as pd

    table = pd.read_csv(path, keep_default_na=False, dtype=str)
    _expect(tally, "CSV in pandas", list(table["label"]), [_in_cell(text) for text in _fitted(texts)])


def _read_edges(path: Path, texts: Sequence[str], tally: Tally) -> None:
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    _expect(tally, "CSV of edges", [row["evidence"] for row in rows], [_in_cell(text) for text in _fitted(texts[1:])])


def _read_parquet(path: Path, texts: Sequence[str], tally: Tally) -> None:
    from pyarrow import parquet

    table = parquet.read_table(path)
    is_of_nodes = "venue" in table.column_names
    name = "venue" if is_of_nodes else "evidence"
    _expect(tally, f"Parquet ({name})", table.column(name).to_pylist(), _fitted(texts if is_of_nodes else texts[1:]))


def _read_svg(path: Path, _: Sequence[str], tally: Tally) -> None:
    root = etree.fromstring(path.read_bytes())
    names = {etree.QName(element).localname for element in root.iter() if isinstance(element.tag, str)}
    attributes = {str(name) for element in root.iter() for name in element.attrib}
    if names & {"script", "foreignObject", "image", "iframe"} or any(name.startswith("on") for name in attributes):
        tally.lose(f"SVG: a text becomes an element ({sorted(names)})", path.read_bytes())


def _reading_of_page(name: str) -> Callable[[Path, Sequence[str], Tally], None]:
    def read(path: Path, _: Sequence[str], tally: Tally) -> None:
        shape = _shape_of(path)
        if shape != _shape_of_plain_page(name):
            tally.lose(f"{name}: a text becomes an element ({shape})", path.read_bytes())

    return read


def _shape_of(page: Path) -> tuple[int, int, int]:
    """Return the numbers of scripts, of embedded things and of handlers of events in a page."""
    found = html.document_fromstring(page.read_bytes())
    handlers = [name for element in found.iter() for name in element.attrib if str(name).startswith("on")]
    return len(found.xpath("//script")), len(found.xpath("//img|//iframe|//object|//base|//embed")), len(handlers)


@cache
def _shape_of_plain_page(name: str) -> tuple[int, int, int]:
    """Return the shape of a page with harmless texts."""
    writer = next(writer for writer in WRITERS if writer.name == name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plain.html"
        papers = [_paper(number, "plain") for number in range(BATCH)]
        verdicts = [_verdict(paper, Outcome.ALIVE) for paper in papers]
        writer.write(_graph(["plain"] * BATCH), path, papers=papers, verdicts=verdicts)
        return _shape_of(path)


def _fitted(texts: Sequence[str]) -> list[str]:
    return [_fit(text) for text in texts]


READ_BACK: dict[str, Callable[[Path, Sequence[str], Tally], None]] = {
    ".graphml": _read_graphml,
    ".gexf": _read_gexf,
    ".json": _read_json,
    ".cyjs": _read_cytoscape,
    ".vosviewer.json": _read_vosviewer,
    ".nodes.csv": _read_nodes,
    ".edges.csv": _read_edges,
    ".nodes.parquet": _read_parquet,
    ".edges.parquet": _read_parquet,
    ".svg": _read_svg,
    ".html": _reading_of_page("html"),
    ".pyvis.html": _reading_of_page("pyvis"),
}
