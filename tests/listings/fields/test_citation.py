"""Papers that a line cites by names, year and title, in the customs of several fields."""

# ruff: noqa: RUF001 - quotes as printed

import pytest

from papertrace.listings.fields.citation import parse_citation, parse_full_citation


@pytest.mark.parametrize(
    ("line", "title", "year"),
    [
        pytest.param("Doe, J. (2012). Tides of frost. Harbour 13.", "Tides of frost", "2012", id="year in brackets"),
        pytest.param(
            "Doe, J. and R. Roe. 1964.  Tides of frost.  Harbour 98:1-2.", "Tides of frost", "1964", id="stop"
        ),
        pytest.param("Doe, J., and R. Roe, 1989a: Tides of frost. Harbour.", "Tides of frost", "1989", id="colon"),
        pytest.param("Doe, J., and Coauthors, 2015: Tides of frost? Harbour.", "Tides of frost?", "2015", id="others"),
        pytest.param("Doe J., ‘Tides of frost’, Harbour, vol. 1, 1999", "Tides of frost", "1999", id="single quotes"),
        pytest.param("Doe J., ‘The tide’s frost’, Harbour, 1999", "The tide’s frost", "1999", id="apostrophe"),
    ],
)
def test_a_line_cites_a_paper(line: str, title: str, year: str) -> None:
    found = parse_citation(line)

    assert found is not None
    assert (found.title, found.year) == (title, year)
    assert line[found.start : found.start + len(title)] == title


@pytest.mark.parametrize(
    "line",
    [
        "In 2012. It was cold in the harbour.",
        "We moved in May, 1989: the frost came.",
        "‘Tides of frost’ is the title.",
    ],
)
def test_a_sentence_with_a_year_is_not_a_citation(line: str) -> None:
    assert parse_citation(line) is None


def test_full_names_end_at_a_stop_that_no_initial_precedes() -> None:
    found = parse_full_citation("Ann C. Doe and R. Roe. Tides of Dr. Frost. Harbour, 2017.")

    assert found is not None
    assert (found.title, found.authors, found.year) == ("Tides of Dr. Frost", ("Ann C. Doe", "R. Roe"), "2017")
