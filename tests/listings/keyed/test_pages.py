"""The papers of a JSON page."""

import pytest
from tests.case_tables import cases

from papertrace.listings.keyed.pages import JsonObject, find_items
from papertrace.records.table import has_addresses

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


def nested(depth: int) -> JsonObject:
    page: JsonObject = {"papers": [A, B]}
    for _ in range(depth):
        page = {"x": page}
    return page


def test_papers_are_found_a_few_levels_below_the_page() -> None:
    assert find_items(nested(4)) == [A, B]
    assert find_items(nested(5)) == [nested(5)]


@pytest.mark.parametrize(
    ("page", "items"),
    [
        pytest.param({"papers": [A, 1]}, [A], id="a list of papers and numbers"),
        pytest.param({"x": [A, {"n": 1}]}, [{"x": [A, {"n": 1}]}], id="half of a list"),
        pytest.param({"x": [A, B, {"n": 1}]}, [A, B, {"n": 1}], id="most of a list"),
        pytest.param({"x": A}, [A], id="one key of its own"),
        pytest.param({"meta": {"x": A}, "n": 1}, [{"meta": {"x": A}, "n": 1}], id="one title below another key"),
        pytest.param({"meta": {"x": A, "y": B}, "n": 1}, [A, B], id="two keys below another key"),
        pytest.param({"Citations": [A, B], "x": {"papers": [B]}}, [B], id="papers beside what is cited"),
        pytest.param({"papers": [], "x": [A]}, [A], id="an empty list of papers beside another list"),
        pytest.param({"x": {"info": {"title": "A"}}}, [{"info": {"title": "A"}}], id="wrapped titles"),
    ],
)
def test_the_papers_are_told_from_what_is_around_them(page: JsonObject, items: list[JsonObject]) -> None:
    assert find_items(page) == items


@cases("key, expected")
def test_addresses_are_in_fields_whose_names_have_certain_words(key: str, *, expected: bool) -> None:
    assert has_addresses(key) == expected
