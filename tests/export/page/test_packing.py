"""The data of large pages, compressed."""

import base64
import json
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
    with pytest.raises(ValueError, match=r"packed data|Expecting"):
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
