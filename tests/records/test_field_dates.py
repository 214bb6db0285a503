"""Dates of bibliographic fields."""

import pytest

from papertrace.records.dates import make_date, read_date


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param(("2024-06-05",), "2024-06-05", id="ISO"),
        pytest.param(("2024-06-05T10:00:00Z",), "2024-06-05", id="ISO with a time"),
        pytest.param(("2024-06",), "2024-06", id="month"),
        pytest.param(("2024",), "2024", id="year"),
        pytest.param(("20240605",), "2024-06-05", id="without signs"),
        pytest.param(("2024/06/05/",), "2024-06-05", id="RIS"),
        pytest.param(("2024///Spring",), "2024", id="RIS with a season"),
        pytest.param(("2023-03-05/2023-04-01",), "2023-03-05", id="a range"),
        pytest.param(("Mon, 3 Jun 2024 19:18:42 GMT",), "2024-06-03", id="as mail prints it"),
        pytest.param(("5 June 2024",), "2024-06-05", id="in words"),
        pytest.param(("Sept. 2024",), "2024-09", id="month in words"),
        pytest.param(("2024", "jun"), "2024-06", id="pieces"),
        pytest.param(("2024", "6", "5"), "2024-06-05", id="pieces in numbers"),
        pytest.param(("2024", "JUN 5"), "2024-06-05", id="month with day"),
        pytest.param(("2024", "JUN-JUL"), "2024-06", id="months"),
        pytest.param(("2024", "feb", "31"), "2024-02", id="no such day"),
        pytest.param(("2024-13-01",), "2024", id="no such month"),
        pytest.param(("in press",), None, id="none"),
        pytest.param(("",), None, id="empty"),
        pytest.param(("arXiv 1234567",), None, id="a longer number"),
    ],
)
def test_dates(pieces: tuple[str, ...], expected: str | None) -> None:
    assert make_date(*pieces) == expected


def test_a_time_of_day_is_no_day_of_the_month() -> None:
    assert make_date("2024-05-01T23:20:30Z") == "2024-05-01"
    assert make_date("2024-05T23:20:30Z") == "2024-05"
    assert make_date("Tue, 7 May 2024 23:20:30 GMT") == "2024-05-07"


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Published on Jan 24, 2025", "2025-01-24"),
        ("Published on Jan 24", "--01-24"),
        ("Jan 24", "--01-24"),
        ("soon", None),
    ],
)
def test_a_text_has_the_date_that_it_names(text: str, date: str | None) -> None:
    assert read_date(text) == date
