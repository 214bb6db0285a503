"""The timeline: the spans that dates are sorted into, papers outside of them, and that papers never overlap."""

import math
from itertools import combinations

import pytest

from papertrace.export.page.timeline import PITCH, timeline


@pytest.mark.parametrize(
    ("other", "name"),
    [(None, "no date"), ("2024", "no exact date"), ("--05-03", "no exact date")],
    ids=["no date", "a year only", "no year"],
)
def test_papers_outside_the_spans_stand_in_a_named_column(other: str | None, name: str) -> None:
    dates = [f"2024-05-{day:02}" for day in range(1, 20)]

    made = timeline([*dates, other], [0] * 20)

    assert made is not None
    assert made["undated"]["name"] == name
    assert made["undated"]["from"] >= made["columns"][-1]["to"]
    assert made["undated"]["from"] < made["places"][-1][0] < made["undated"]["to"]


def test_every_paper_stands_in_its_lane_and_column_and_over_no_other() -> None:
    dates = [None if i % 3 == 0 else f"2024-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(300)]
    communities = [min(i % 10, i % 7) for i in range(300)]

    made = timeline(dates, communities)

    assert made is not None
    assert min(math.dist(one, other) for one, other in combinations(made["places"], 2)) >= PITCH
    lanes = {community: lane for lane in made["lanes"] for community in lane["communities"]}
    for (x, y), date, community in zip(made["places"], dates, communities, strict=True):
        assert lanes[community]["top"] < y < lanes[community]["bottom"]
        if date is None:
            assert made["undated"]["from"] < x < made["undated"]["to"]
        else:
            (column,) = [column for column in made["columns"] if column["from"] < x < column["to"]]
            assert (column["major"], column["minor"]) == (
                "2024",
                ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
                    int(date[5:7]) - 1
                ],
            )
    edges = [edge for lane in made["lanes"] for edge in (lane["top"], lane["bottom"])]
    assert edges == sorted(edges)


def test_thousands_of_papers_of_one_month_are_as_wide_as_they_are_tall() -> None:
    made = timeline(["2024-05"] * 5000, [0] * 5000)

    assert made is not None
    x, y = zip(*made["places"], strict=True)
    assert 0.5 < (max(x) - min(x)) / (max(y) - min(y)) < 1.1


def test_papers_of_one_span_stand_in_the_order_of_their_dates() -> None:
    made = timeline(["2024-01-20", "2024-01-05", "2026-06-01", "2024-01-11"], [0, 0, 0, 0])

    assert made is not None
    x, y = zip(*made["places"], strict=True)
    order = sorted((0, 1, 3), key=lambda i: (-y[i], x[i]))
    assert order == [1, 3, 0]


def test_small_communities_share_a_lane_and_the_unlinked_keep_theirs() -> None:
    communities = [*range(30), 30, 30]

    made = timeline(["2024"] * 32, communities, 30)

    assert made is not None
    assert [lane["communities"] for lane in made["lanes"]] == [*([c] for c in range(14)), [*range(14, 30)], [30]]
