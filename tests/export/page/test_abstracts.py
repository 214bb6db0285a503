"""Abstracts in the page: compressed, complete, and harmless whatever they contain."""

import base64
import json
import re
import zlib
from typing import Any

import networkx as nx
import pytest

from papertrace.export.page.abstracts import N_IN_CHUNK, abstract_data, pack_abstracts
from papertrace.export.page.writer import generate_html
from papertrace.model import Mention, Paper, Span

SAME = "eNqLVgrJSFUoTsxNVSjPL0op1lMY5Y/y6clX0lHyL8lILYLylWIBmr3ijA=="


def unpack(packed: str) -> list[str]:
    chunks = [json.loads(zlib.decompress(base64.b64decode(line))) for line in packed.split("\n")]
    assert all(len(chunk) == N_IN_CHUNK for chunk in chunks[:-1])
    return [text for chunk in chunks for text in chunk]


def page_of(papers: list[Paper]) -> str:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for paper in papers:
        graph.add_node(paper.id, label=paper.title)
    return generate_html(graph, papers=papers)


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def make_paper(key: str, abstract: str, **facts: Any) -> Paper:  # noqa: ANN401 - any fact of a paper
    return Paper(id=key, title=f"Paper {key}", abstract=abstract, entries=(), **facts)


def test_no_abstracts_are_no_text() -> None:
    assert pack_abstracts([]) == pack_abstracts(["", ""]) == ""
    assert abstract_data(["", ""]) == {}
    assert 'id="abstracts"' not in page_of([make_paper("a", "")])


@pytest.mark.parametrize("n", [1, N_IN_CHUNK, N_IN_CHUNK + 1, 3 * N_IN_CHUNK - 1])
def test_every_abstract_can_be_unpacked(n: int) -> None:
    abstracts = [f"Abstract {i} « 摘要 »" if i % 7 else "" for i in range(n)] + ["last"]

    assert unpack(pack_abstracts(abstracts)) == abstracts


def test_page_says_which_papers_have_no_abstract() -> None:
    page = page_of([make_paper("a", "One."), make_paper("b", ""), make_paper("c", "Three\nlines  here.")])

    assert data_of(page)["abstracts"] == {"each": N_IN_CHUNK, "without": [1]}
    packed = re.search(r'<script type="text/plain" id="abstracts">(.*?)</script>', page, re.DOTALL)
    assert packed
    assert unpack(packed[1]) == ["One.", "", "Three lines here."]


@pytest.mark.parametrize("text", ["</script><script>x</script>", "<!--", "lone \ud800 surrogate", "\u2028"])
def test_hostile_abstract_is_base64(text: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9+/=\n]+", pack_abstracts([text]))


@pytest.mark.skipif("ng" in zlib.ZLIB_RUNTIME_VERSION, reason="zlib-ng compresses otherwise")
def test_same_abstracts_are_the_same_bytes() -> None:
    assert pack_abstracts(["The same words. " * 40, "Other words."]) == SAME


def test_names_of_systems_lead_to_their_papers() -> None:
    def mention(target: str) -> Mention:
        return Mention(target=target, surface="Quill", sentence="As Quill does.", span=Span("list.txt", 1))

    papers = [make_paper("a", "As Quill does.", mentions=(mention("b"), mention("b"), mention("gone")))]
    page = page_of([*papers, make_paper("b", "")])

    assert [record.get("names") for record in data_of(page)["papers"]] == [[["Quill", 1]], None]
