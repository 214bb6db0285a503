"""Keywords, pages and counts of bibliographic fields."""

import pytest
from tests.case_tables import cases

from papertrace.records.values import (
    count_of_field,
    journal_of_reference,
    pages_of,
    split_keywords,
)


@pytest.mark.parametrize(
    ("texts", "keywords"),
    [
        pytest.param(["sparse grids; tiles"], ("sparse grids", "tiles"), id="semicolons"),
        pytest.param(["grids, tiles"], ("grids", "tiles"), id="commas"),
        pytest.param(["grids, tiles", "sea"], ("grids, tiles", "sea"), id="a comma in one of several fields"),
        pytest.param(["grids|tiles|grids"], ("grids", "tiles"), id="bars, one twice"),
        pytest.param(["  sparse   grids,; tiles."], ("sparse grids", "tiles"), id="blanks and stops"),
        pytest.param(["N/A; none; -; ; grids"], ("grids",), id="nothing in words"),
        pytest.param([f"{'x' * 200}; {'y' * 201}"], ("x" * 200,), id="longer than a keyword"),
        pytest.param([], (), id="no field"),
    ],
)
def test_keywords_are_separated_in_the_usual_ways(texts: list[str], keywords: tuple[str, ...]) -> None:
    assert split_keywords(texts) == keywords


def test_a_thousand_keywords_are_kept() -> None:
    found = split_keywords([";".join(f"k{number}" for number in range(1200))])

    assert (len(found), found[-1]) == (1000, "k999")


@cases("text, pages")
def test_pages_are_the_first_and_the_last_of_a_range(text: str, pages: tuple[str, ...]) -> None:
    assert pages_of(text) == pages


@pytest.mark.parametrize(("text", "count"), [("13", 13), ("4.0", 4), ("N/A", None), ("", None), ("-3", None)])
def test_a_count_is_a_whole_number(text: str, count: int | None) -> None:
    assert count_of_field(text) == count


@cases("text, journal")
def test_the_journal_of_a_reference_ends_before_its_volume(text: str, journal: str | None) -> None:
    assert journal_of_reference(text) == journal
