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
