"""The columns of a timeline: their precision, their names, and the dates outside of them."""

import pytest
from tests.case_tables import cases

from papertrace.export.page.timeline import sort_dates


def names(dates: list[str | None]) -> list[tuple[str, str]]:
    spans = sort_dates(dates)
    assert spans is not None
    return [(column.major, column.minor) for column in spans.columns]


@cases("dates, expected", named=True)
def test_columns_are_as_fine_as_the_dates_and_the_room_allow(
    dates: list[str | None], expected: list[tuple[str, str]]
) -> None:
    assert names(dates)[: len(expected)] == expected


def test_columns_without_a_date_keep_their_place() -> None:
    assert names(["2020", "2024"]) == [("", str(year)) for year in range(2020, 2025)]


def test_many_dates_are_worth_finer_columns_than_few() -> None:
    few = [f"{year}-{month:02}" for year in range(2020, 2025) for month in (1, 7)]
    many = [f"{year}-{month:02}" for year in range(2020, 2025) for month in range(1, 13)] * 3

    assert names([*few])[0] == ("", "2020")
    assert names([*many])[0] == ("2020", "Q1")


@pytest.mark.parametrize(
    ("outlier", "column", "name"),
    [("1958-01-01", 0, "earlier"), ("0001-01-01", 0, "earlier"), ("9999-12-31", -1, "later")],
)
def test_dates_from_another_time_do_not_stretch_the_axis(outlier: str, column: int, name: str) -> None:
    dates = [f"2024-{1 + i % 12:02}-05" for i in range(120)]

    spans = sort_dates([*dates, outlier])

    assert spans is not None
    assert len(spans.columns) == 13
    assert spans.columns[column].minor == name
    assert spans.columns[column].outer
    assert spans.of_date[-1] == column % 13
    assert spans.of_date[0] == (1 if column == 0 else 0)


@pytest.mark.parametrize(
    "dates", [[], [None], ["soon", "2024-13", "2024-02-30", "20240301", "0000"]], ids=["none", "undated", "no dates"]
)
def test_no_dates_make_no_columns(dates: list[str | None]) -> None:
    assert sort_dates(dates) is None


@pytest.mark.parametrize("other", [None, "2024", "--05-03", "x" * 100_000])
def test_date_that_is_not_as_exact_as_the_columns_is_in_none(other: str | None) -> None:
    spans = sort_dates([*(f"2024-05-{day:02}" for day in range(1, 13)), other])

    assert spans is not None
    assert spans.of_date == (*range(12), None)
