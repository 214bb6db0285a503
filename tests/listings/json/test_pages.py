"""The papers of a JSON page."""

import pytest

from papertrace.listings.json.pages import JsonObject, find_items

A, B = {"title": "A"}, {"title": "B"}


@pytest.mark.parametrize(
    "page",
    [
        pytest.param({"papers": [A, B]}, id="a usual name"),
        pytest.param({"message": {"items": [A, B]}}, id="a message around"),
        pytest.param({"result": {"hits": {"@total": "2", "hit": [A, B]}}}, id="three deep"),
        pytest.param({"2401.00001": A, "2401.00002": B}, id="names of their own"),
        pytest.param({"2024-01-01": [A], "2024-01-02": [B]}, id="a list for each day"),
        pytest.param({"count": 2, "unusual": [A, B], "authors": [{"name": "Ada"}]}, id="an unusual name"),
    ],
)
def test_the_papers_of_a_page_are_found(page: JsonObject) -> None:
    assert find_items(page) == [A, B]


@pytest.mark.parametrize(
    "record",
    [
        pytest.param({"title": "A", "notes": [B]}, id="a paper with a list"),
        pytest.param({"id": 1, "content": {"title": {"value": "A"}}}, id="wrapped facts"),
        pytest.param({"id": 1}, id="nothing titled"),
        pytest.param({"id": 1, "references": [A, B]}, id="the references of a paper without a title"),
        pytest.param({"meta": {"site": B}, "n": 1, "x": {}}, id="one title among other objects"),
    ],
)
def test_a_record_stays_itself(record: JsonObject) -> None:
    assert find_items(record) == [record]
