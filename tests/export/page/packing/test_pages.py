"""The data of large pages, compressed."""

import json
import math
import re
import zlib
from typing import Any

import pytest
from tests.cpu_limit import cpu_limit

from papertrace.export.page import writer
from papertrace.export.page.packing import pages
from papertrace.export.page.packing.base91 import decode_text, encode_bytes
from papertrace.export.page.packing.pages import first_sight, pack_page, unpack_data, unzip_value
from papertrace.export.page.writer import fill_page

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
            "reasons": [{"kind": "concept", "weight": 2.0, "evidence": ["ink recovery", "mould"]}],
        },
        {
            "id": "e1",
            "from": 1,
            "to": 2,
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


def test_long_lists_are_on_lines_of_their_own_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pack_page(DATA)
    monkeypatch.setattr(pages, "_MAX_ITEMS", 2)

    packed = pack_page(DATA)

    lines = zlib.decompress(decode_text(packed.data.partition("\n")[0])).decode().split("\n")
    rest, *parts = map(json.loads, lines)
    assert rest["papers"]["id"] == []
    assert [part for keys, part in parts if keys == ["papers", "id"]] == [["a", "b"], ["c", "arxiv:\0"]]
    assert all(len(part) <= 2 for _, part in parts)
    assert packed.data != whole.data
    assert unpack_data(packed.places, packed.data) == DATA


def test_nul_in_an_address_stands_for_no_identifier() -> None:
    papers = [{**DATA["papers"][3], "links": [{"url": "a\0b"}]}]
    data = {**DATA, "papers": papers, "nodes": DATA["nodes"][:1], "edges": []}

    assert again(data)["papers"][0]["links"] == [{"url": "a\ufffdb"}]


def test_packed_data_hold_nothing_that_ends_a_script() -> None:
    packed = pack_page(DATA, ["</script>", "", "", ""])

    assert all(re.fullmatch(r"[!#-%'-;=-~\n]+", text) for text in (packed.data, packed.abstracts))
    assert json.loads(packed.places)["x"] == [0.0, 1.5, 3.0, 4.5]
    assert set("<>&").isdisjoint(packed.places)


def test_places_of_more_papers_than_a_map_shows_are_packed_too() -> None:
    data = {**DATA, "discs": [{"x": 1.0, "y": 2.0, "radius": 3.0}]}

    packed = pack_page(data)

    assert re.fullmatch(r"[!#-%'-;=-~]+", packed.places)
    assert unpack_data(packed.places, packed.data) == data


def test_sight_has_sizes_and_lines_of_as_many_papers_as_a_map_shows() -> None:
    sight = first_sight({**DATA, "nodes": [{**node, "size": 4.5} for node in DATA["nodes"]]})

    assert sight["lines"] == [[0, 1], [3, 2]]
    assert (sight["x"], sight["size"], sight["color"]) == ([0.0, 1.5, 3.0, 4.5], [4.5] * 4, ["#0072b2"])


def test_sight_of_more_papers_has_discs_instead() -> None:
    sight = first_sight({**DATA, "discs": [{"x": 1.0, "y": 2.0, "radius": 3.0}]})

    assert sight["discs"] == [[1.0, 2.0, 3.0]]
    assert sight.keys() & {"lines", "size"} == set()


def other_form(value: object) -> str:
    line = encode_bytes(zlib.compress(json.dumps(value).encode()))
    return "\n".join([line] * 4)


@pytest.mark.parametrize(
    "packed",
    ["", "AAAA", "A\nA\nA\nA", other_form({}), other_form([])],
    ids=["no", "a line", "letters", "data", "list"],
)
def test_text_of_another_form_is_refused(packed: str) -> None:
    with pytest.raises(ValueError, match=r"packed data|Expecting|unpack|91"):
        unpack_data(pack_page(DATA).places, packed)


@pytest.mark.parametrize("places", ["", "{}", '{"community": []}', "[]"], ids=["no", "empty", "no places", "list"])
def test_places_of_another_form_are_refused(places: str) -> None:
    with pytest.raises(ValueError, match=r"packed data|Expecting|unpack|91"):
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
    rest, *lines = pack_page(DATA).data.split("\n")
    data = json.loads(zlib.decompress(decode_text(rest)))
    data["edges"]["from"].append(1)
    other = encode_bytes(zlib.compress(json.dumps(data).encode()))

    with pytest.raises(ValueError, match="zip"):
        unpack_data(pack_page(DATA).places, "\n".join([other, *lines]))


def test_text_that_unpacks_to_far_more_than_data_of_papers_is_refused() -> None:
    bomb = encode_bytes(zlib.compress(b" " * (40 << 20)))

    with pytest.raises(zlib.error, match="unpacks to too many bytes"):
        unzip_value(bomb)


def test_number_of_links_that_no_page_has_is_refused() -> None:
    packed = pack_page(DATA)
    rest, *others = packed.data.split("\n")
    data = unzip_value(rest)
    data["papers"]["links"]["lengths"][0] = 10**12
    damaged = encode_bytes(zlib.compress(json.dumps(data).encode()))

    with cpu_limit(10), pytest.raises(ValueError, match=r"longer|shorter"):
        unpack_data(packed.places, "\n".join([damaged, *others]))
