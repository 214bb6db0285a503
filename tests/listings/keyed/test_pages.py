"""The papers of a JSON page."""

from tests.case_tables import cases

from papertrace.listings.keyed.pages import JsonObject, find_items
from papertrace.records.table import has_addresses

A, B = {"title": "A"}, {"title": "B"}


@cases("page", named=True)
def test_the_papers_of_a_page_are_found(page: JsonObject) -> None:
    assert find_items(page) == [A, B]


@cases("record", named=True)
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


@cases("page, items", named=True)
def test_the_papers_are_told_from_what_is_around_them(page: JsonObject, items: list[JsonObject]) -> None:
    assert find_items(page) == items


@cases("key, expected")
def test_addresses_are_in_fields_whose_names_have_certain_words(key: str, *, expected: bool) -> None:
    assert has_addresses(key) == expected
