"""The data of large pages, compressed."""

import base64
import json
import math
import re
import zlib
from typing import Any

import pytest

from papertrace.export.page import writer
from papertrace.export.page.packing import pack_data, unpack_data
from papertrace.export.page.writer import fill_page

DATA: dict[str, Any] = {
    "papers": [{"id": "a", "title": "Ältere Tinte", "year": 2020}, {"id": "b", "title": "</script>", "links": []}],
    "nodes": [{"id": 0, "x": 1.5}, {"id": 1, "x": -2.0}],
    "edges": [],
    "communities": [{"linked": True, "size": 2}],
    "title": "Tinte",
}


def test_data_are_the_same_after_unpacking() -> None:
    assert unpack_data(pack_data(DATA)) == DATA


def test_packed_data_hold_nothing_that_ends_a_script() -> None:
    assert re.fullmatch(r"[A-Za-z0-9+/=]+", pack_data(DATA))


@pytest.mark.parametrize(
    "packed",
    ["", "AAAA", base64.b64encode(zlib.compress(b"{}")).decode(), base64.b64encode(zlib.compress(b"[]")).decode()],
    ids=["nothing", "no compression", "other data", "a list"],
)
def test_text_of_another_form_is_refused(packed: str) -> None:
    with pytest.raises(ValueError, match=r"\Ano packed data of a page of papers\Z|Expecting"):
        unpack_data(packed)


def test_large_page_is_packed_and_a_small_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    data = {**DATA, "papers": [{**paper, "mark": "none"} for paper in DATA["papers"]]}
    small = fill_page(data, "", title="Tinte")
    monkeypatch.setattr(writer, "PACKED_ABOVE", 10)

    large = fill_page(data, "", title="Tinte")

    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', small)
    assert found
    assert json.loads(found[1])["title"] == "Tinte"
    packed = re.search(r'<script type="text/plain" id="packed">(.*?)</script>', large)
    assert packed
    assert unpack_data(packed[1]) == data
    assert 'id="data"' not in large


def test_records_are_written_column_by_column_without_the_values_that_are_missing() -> None:
    text = json.loads(zlib.decompress(base64.b64decode(pack_data(DATA))))

    assert text["papers"] == {
        "id": ["a", "b"],
        "title": ["Ältere Tinte", "</script>"],
        "year": [2020, None],
        "links": [None, []],
    }
    assert (text["edges"], text["communities"], text["title"]) == ({}, DATA["communities"], "Tinte")
    assert list(text) == list(DATA)


def test_packed_data_are_plain_json_without_blanks() -> None:
    text = zlib.decompress(base64.b64decode(pack_data(DATA)))

    assert "Ältere".encode() in text
    assert b", " not in text
    assert b": " not in text


def test_numbers_that_json_does_not_have_are_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        pack_data({**DATA, "nodes": [{"id": 0, "x": math.nan}]})


def test_half_a_character_is_replaced() -> None:
    assert unpack_data(pack_data({**DATA, "title": "half \ud800"}))["title"] == "half ?"


def test_columns_of_different_lengths_are_refused() -> None:
    text = json.dumps({"papers": {"id": [1, 2], "title": ["a"]}, "nodes": {}, "edges": {}})

    with pytest.raises(ValueError, match="zip"):
        unpack_data(base64.b64encode(zlib.compress(text.encode())).decode())


def test_a_page_is_compressed_as_far_as_zlib_goes() -> None:
    data = {**DATA, "papers": [{"id": f"p{number}", "title": "Tinte " * (number % 7)} for number in range(400)]}
    text = zlib.decompress(base64.b64decode(pack_data(data)))

    assert base64.b64decode(pack_data(data)) == zlib.compress(text, 9)
