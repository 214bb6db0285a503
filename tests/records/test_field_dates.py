"""Dates of bibliographic fields."""

from tests.case_tables import cases

from papertrace.records.values import make_date, read_date


@cases("pieces, expected", named=True)
def test_dates(pieces: tuple[str, ...], expected: str | None) -> None:
    assert make_date(*pieces) == expected


def test_a_time_of_day_is_no_day_of_the_month() -> None:
    assert make_date("2024-05-01T23:20:30Z") == "2024-05-01"
    assert make_date("2024-05T23:20:30Z") == "2024-05"
    assert make_date("Tue, 7 May 2024 23:20:30 GMT") == "2024-05-07"


@cases("text, date")
def test_a_text_has_the_date_that_it_names(text: str, date: str | None) -> None:
    assert read_date(text) == date
