"""The venue that an item prints beside its title."""

import pytest

from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry

LINK = "[Sparse Tides of Frost](https://example.org/tides)"


@pytest.mark.parametrize(
    ("line", "venue"),
    [
        pytest.param(f"{LINK}, WAVES 2020", "WAVES", id="after the title"),
        pytest.param(f"{LINK} [WAVES 2020](https://example.org/waves)", "WAVES", id="in a link with a year"),
        pytest.param(f"{LINK} [Harbour Letters](https://example.org/letters) 2020", None, id="in a link without one"),
        pytest.param(f"{LINK}, Ann Doe, Rob Roe, WAVES 2020", "WAVES", id="after names"),
        pytest.param(f"WAVES 2020: {LINK}", "WAVES", id="before the title"),
        pytest.param(f"Journal of Harbours 2020: {LINK}", "Journal of Harbours", id="a journal before the title"),
        pytest.param(f"Cold Water 2020: {LINK}", None, id="other words before the title"),
        pytest.param(f"[WAVES' 20] {LINK}", "WAVES", id="in brackets before the title"),
        pytest.param(f"{LINK}, WAVES", None, id="without a year"),
        pytest.param(f"{LINK} was shown to some of the boats that are in the harbour at WAVES 2020", None, id="prose"),
    ],
)
def test_a_venue_stands_beside_a_year_and_a_title(line: str, venue: str | None) -> None:
    (entry,) = (item for item in parse(["# Papers", "", f"- {line}"], "list.md") if isinstance(item, Entry))

    assert (entry.title, entry.venue) == ("Sparse Tides of Frost", venue)
