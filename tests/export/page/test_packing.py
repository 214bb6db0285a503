"""The data of large pages, and abstracts: compressed, complete, and harmless whatever they contain."""

import base64
import json
import math
import re
import zlib
from typing import Any

import networkx as nx
import pytest

from papertrace.export.page import packing, writer
from papertrace.export.page.packing import (
    N_IN_CHUNK,
    abstract_data,
    first_sight,
    pack_abstracts,
    pack_page,
    unpack_data,
    unzip_values,
    zip_values,
)
from papertrace.export.page.writer import fill_page, generate_html
from papertrace.model import Mention, Paper, Span

LINK = {"url": "https://arxiv.org/abs/2501.1", "kind": "paper", "text": "arXiv:2501.1"}
DATA: dict[str, Any] = {
    "papers": [
        {
            "id": "a",
            "title": "Ältere Tinte",
            "short": "Ältere…",
            "year": 2020,
            "community": 0,
            "links": [{"url": "\ufffd"}],
        },
        {"id": "b", "title": "</script>", "short": "</script>", "community": 0, "links": []},
        {"id": "c", "title": "Ink of two archives", "short": "Ink of two…", "community": 0},
        {
            "id": "arxiv:2501.1",
            "title": "d",
            "short": "e",
            "arxiv": "2501.1",
            "links": [LINK, {"url": "x"}],
            "community": 0,
        },
    ],
    "concepts": ["ink recovery", "2501.1"],
    "nodes": [{"id": i, "x": 1.5 * i, "y": -2.0} for i in range(4)],
    "edges": [
        {
            "id": "e0",
            "from": 0,
            "to": 3,
            "weight": 2.0,
            "reasons": [{"kind": "concept", "weight": 2.0, "evidence": ["ink recovery", "mould"]}],
        },
        {
            "id": "e1",
            "from": 1,
            "to": 2,
            "weight": 0.75,
            "reasons": [
                {"kind": "owner", "weight": 0.5, "evidence": []},
                {"kind": "x", "weight": 0.25, "evidence": ["y"]},
            ],
        },
    ],
    "communities": [{"linked": True, "size": 2, "color": "#0072b2"}],
    "title": "Tinte",
}
NOTHING: dict[str, Any] = {"papers": [], "nodes": [], "edges": [], "communities": [], "concepts": []}


def again(data: dict[str, Any]) -> dict[str, Any]:
    packed = pack_page(data)
    return unpack_data(packed.places, packed.data)


WITHOUT_LINKS = {
    **DATA,
    "papers": [{key: value for key, value in paper.items() if key != "links"} for paper in DATA["papers"]],
}
WITHOUT_CONCEPTS = {key: value for key, value in DATA.items() if key != "concepts"}


@pytest.mark.parametrize(
    "data",
    [DATA, NOTHING, WITHOUT_LINKS, WITHOUT_CONCEPTS],
    ids=["papers", "none", "papers without links", "no concepts"],
)
def test_data_are_the_same_after_unpacking(data: dict[str, Any]) -> None:
    assert again(data) == data


def test_numbers_of_nodes_and_links_that_do_not_count_up_are_kept() -> None:
    nodes = [{**node, "id": 7} for node in DATA["nodes"]]
    edges = [{**edge, "id": "x"} for edge in DATA["edges"]]

    assert again({**DATA, "nodes": nodes, "edges": edges}) == {**DATA, "nodes": nodes, "edges": edges}


def test_many_records_are_on_several_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pack_page(DATA)
    monkeypatch.setattr(packing, "_N_IN_LINE", 3)

    packed = pack_page(DATA)

    _, *parts = unzip_values(packed.data)
    papers = [part["columns"] for part in parts if part.get("table") == "papers"]
    assert [columns["id"] for columns in papers] == [["a", "b", "c"], ["arxiv:2501.1"]]
    assert packed.data != whole.data
    assert unpack_data(packed.places, packed.data) == DATA


def test_packed_data_hold_nothing_that_ends_a_script() -> None:
    packed = pack_page(DATA, ["</script>", "", "", ""])

    assert all(re.fullmatch(r"[A-Za-z0-9+/=\n]+", text) for text in (packed.data, packed.abstracts))
    assert json.loads(packed.places)["x"] == [0.0, 1.5, 3.0, 4.5]
    assert set("<>&").isdisjoint(packed.places)


def test_places_of_more_papers_than_a_map_shows_are_packed_too() -> None:
    data = {**DATA, "discs": [{"x": 1.0, "y": 2.0, "radius": 3.0}]}

    packed = pack_page(data)

    assert re.fullmatch(r"[A-Za-z0-9+/=]+", packed.places)
    assert unpack_data(packed.places, packed.data) == data


def test_sight_has_sizes_and_lines_of_as_many_papers_as_a_map_shows() -> None:
    sight = first_sight({**DATA, "nodes": [{**node, "size": 4.5} for node in DATA["nodes"]]})

    assert sight["lines"] == [[0, 1], [3, 2]]
    assert (sight["x"], sight["size"], sight["color"]) == ([0.0, 1.5, 3.0, 4.5], [4.5] * 4, ["#0072b2"])


def test_sight_of_more_papers_has_discs_instead() -> None:
    sight = first_sight({**DATA, "discs": [{"x": 1.0, "y": 2.0, "radius": 3.0}]})

    assert sight["discs"] == [[1.0, 2.0, 3.0]]
    assert sight.keys() & {"lines", "size"} == set()


@pytest.mark.parametrize(
    "packed",
    ["", "AAAA", "é", zip_values({}), zip_values([]), zip_values({}, {"table": "others", "columns": {}})],
    ids=["no", "letters", "no base64", "data", "list", "another table"],
)
def test_text_of_another_form_is_refused(packed: str) -> None:
    with pytest.raises(ValueError, match=r"packed data|Expecting|ASCII|argument"):
        unpack_data(pack_page(DATA).places, packed)


@pytest.mark.parametrize("places", ["", "{}", '{"community": []}', "[]"], ids=["no", "empty", "no places", "list"])
def test_places_of_another_form_are_refused(places: str) -> None:
    with pytest.raises(ValueError, match=r"packed data|argument|base64"):
        unpack_data(places, pack_page(DATA).data)


def test_large_page_is_packed_and_a_small_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    data = {**DATA, "papers": [{**paper, "mark": "none"} for paper in DATA["papers"]]}
    small = fill_page(data, [], title="Tinte")
    monkeypatch.setattr(writer, "PACKED_ABOVE", 10)

    large = fill_page(data, [], title="Tinte")

    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', small)
    assert found
    assert json.loads(found[1])["title"] == "Tinte"
    places, packed = (
        re.findall(rf'<script type="text/plain" id="{name}">(.*?)</script>', large, re.DOTALL)
        for name in ("places", "packed")
    )
    assert unpack_data(places[0], packed[0]) == data
    assert 'id="data"' not in large
    assert small.isascii() is False
    assert large.isascii(), "a browser decodes a large text several times as fast if it is in ASCII"


def test_numbers_that_json_does_not_have_are_refused() -> None:
    nodes = [{**node, "x": math.nan} for node in DATA["nodes"]]

    with pytest.raises(ValueError, match="not JSON compliant"):
        pack_page({**DATA, "nodes": nodes})


def test_half_a_character_is_replaced() -> None:
    papers = [{**paper, "title": "half \ud800"} for paper in DATA["papers"]]
    found = again({**DATA, "papers": papers, "title": "half \udc00"})

    assert found["title"] == "half ?"
    assert {paper["title"] for paper in found["papers"]} == {"half ?"}


def test_columns_of_different_lengths_are_refused() -> None:
    packed = pack_page(DATA)
    rest, *parts = unzip_values(packed.data)
    parts[-2]["columns"]["from"].append(1)

    with pytest.raises(ValueError, match="zip"):
        unpack_data(packed.places, zip_values(rest, *parts))


def test_text_that_unpacks_to_far_more_than_data_of_papers_is_refused() -> None:
    bomb = base64.b64encode(zlib.compress(b" " * (40 << 20))).decode()

    with pytest.raises(zlib.error, match="unpacks to too many bytes"):
        next(unzip_values(bomb))


SAME = "eNqLVgrJSFUoTsxNVSjPL0op1lMY5Y/y6clX0lHyL8lILYLylWIBmr3ijA=="


def unpacked_abstracts(packed: str) -> list[str]:
    chunks = [next(unzip_values(line)) for line in packed.split("\n")]
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

    assert unpacked_abstracts(pack_abstracts(abstracts)) == abstracts


def test_page_says_which_papers_have_no_abstract() -> None:
    page = page_of([make_paper("a", "One."), make_paper("b", ""), make_paper("c", "Three\nlines  here.")])

    assert data_of(page)["abstracts"] == {"each": N_IN_CHUNK, "without": [1]}
    packed = re.search(r'<script type="text/plain" id="abstracts">(.*?)</script>', page, re.DOTALL)
    assert packed
    assert unpacked_abstracts(packed[1]) == ["One.", "", "Three lines here."]


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
