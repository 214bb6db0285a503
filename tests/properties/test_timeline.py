"""Properties of the timeline: for any dates, papers have distinct positions in chronological order."""

import math
from datetime import date
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from papertrace.export.page.timeline import PITCH, sort_dates, timeline

days = st.dates().map(str)
dates = st.one_of(
    st.none(),
    st.text(max_size=12),
    days,
    days.map(lambda day: day[:4]),
    days.map(lambda day: day[:7]),
    days.map(lambda day: f"-{day[4:]}"),
    st.dates(min_value=date(2024, 1, 1), max_value=date(2025, 12, 31)).map(str),
)
papers = st.lists(st.tuples(dates, st.integers(0, 20)), max_size=30)


@given(papers)
def test_papers_never_stand_on_one_another(listed: list[tuple[str | None, int]]) -> None:
    made = timeline([printed for printed, _ in listed], [community for _, community in listed], 3)

    if made is not None:
        assert len(made["places"]) == len(listed)
        assert all(math.dist(one, other) >= PITCH for one, other in combinations(made["places"], 2))


@given(papers)
def test_time_goes_from_left_to_right(listed: list[tuple[str | None, int]]) -> None:
    spans = sort_dates([printed for printed, _ in listed])
    made = timeline([printed for printed, _ in listed], [community for _, community in listed])

    assert (spans is None) == (made is None)
    if spans is not None and made is not None:
        assert len(spans.columns) <= 26
        known = [(column, listed[i][0] or "") for i in spans.order if (column := spans.of_date[i]) is not None]
        assert all(one[0] <= other[0] and one[1][:4] <= other[1][:4] for one, other in pairwise(known))
        for (x, _), column in zip(made["places"], spans.of_date, strict=True):
            bounds = made["undated"] if column is None else made["columns"][column]
            assert bounds["from"] < x < bounds["to"]
