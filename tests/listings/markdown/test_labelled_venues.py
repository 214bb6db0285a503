"""Venues that a list labels below a title."""

import pytest

from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry


@pytest.mark.parametrize(
    ("line", "venue"), [("Venue: WAVES 2019", "WAVES"), ("Conference: Harbours", "Harbours"), ("Note: Harbours", None)]
)
def test_a_labelled_venue_below_a_title_is_read(line: str, venue: str | None) -> None:
    lines = ["# Papers", "", "- [Sparse Tides of Frost](https://arxiv.org/abs/2001.01234)", f"  - {line}"]

    assert [item.venue for item in parse(lines, "list.md") if isinstance(item, Entry)] == [venue]


@pytest.mark.parametrize(
    ("printed", "venue", "publisher"),
    [("arXiv", "arXiv", None), ("WAVES 2020", "WAVES", None), ("Pebble Press", None, "Pebble Press")],
)
def test_a_labelled_publisher_is_a_venue_if_it_has_a_year_or_is_arxiv(
    printed: str, venue: str | None, publisher: str | None
) -> None:
    lines = ["- [Tides of Frost in Harbours](https://example.org/1)", f"    - 📑 Publisher: {printed}"]
    (entry,) = [item for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert (entry.venue, entry.publisher) == (venue, publisher)
