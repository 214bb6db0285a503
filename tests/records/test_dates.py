"""Dates as paper pages print them."""

import pytest

from papertrace.records.values import parse_printed_date


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("Dec 9, 2025", ("2025-12-09", None), id="day and year"),
        pytest.param("Jan 24, 2025 2", ("2025-01-24", 2), id="with comments"),
        pytest.param("Apr 4", ("--04-04", None), id="no year"),
        pytest.param("Apr 4 2", ("--04-04", 2), id="no year, with comments"),
        pytest.param("September 30, 2024", ("2024-09-30", None), id="full name"),
        pytest.param("Sept 3, 2024", ("2024-09-03", None), id="four letters"),
        pytest.param("Feb 29", ("--02-29", None), id="leap day without a year"),
        pytest.param("Feb 29, 2023", None, id="no such day"),
        pytest.param("Foo 3, 2023", None, id="no such month"),
        pytest.param("May 19 was fine", None, id="a sentence"),
        pytest.param("Dec 9, 20255", None, id="no such year"),
    ],
)
def test_printed_date(line: str, expected: tuple[str, int | None] | None) -> None:
    assert parse_printed_date(line) == expected
