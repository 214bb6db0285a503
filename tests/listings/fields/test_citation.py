"""Papers that a line cites by names, year and title, in the customs of several fields."""

# ruff: noqa: RUF001 - quotes as printed

import pytest

from papertrace.listings.fields.citation import (
    parse_citation,
    read_names,
)


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


@pytest.mark.parametrize(
    ("line", "title"),
    [
        pytest.param("[3] Doe J, Roe R. “Tides of Frost”. Harbour 2012.", "Tides of Frost", id="in quotes"),
        pytest.param("Doe, J. (2012). *Tides of Frost*. Harbour.", "Tides of Frost", id="in italics"),
        pytest.param("Doe, J. (2012). XX rays of frost. Harbour.", "XX rays of frost", id="letters at the start"),
        pytest.param("Doe J, Roe R, Poe A. Tides of frost in cold harbours. Harbour. 2012;3:1-9.", None, id="by stops"),
    ],
)
def test_a_title_stands_where_the_citation_says(line: str, title: str | None) -> None:
    found = parse_citation(line)

    assert found is not None
    assert line[found.start : found.end].strip("*") == found.title
    assert title is None or found.title == title


def test_a_citation_by_stops_has_as_many_names_as_it_prints() -> None:
    found = parse_citation("Doe J, Roe RB, Poe A. Tides of frost in cold harbours. Harbour. 2012;3:1-9.")

    assert found is not None
    assert (found.title, found.authors, found.year) == (
        *("Tides of frost in cold harbours", ("J Doe", "RB Roe", "A Poe")),
        "2012",
    )


@pytest.mark.parametrize(
    ("line", "title", "authors"),
    [
        pytest.param(
            "Doe, J., Roe, R. et al. Tides of frost. Harbour 3, 2 (2020).", "Tides of frost", 2, id="inverted"
        ),
        pytest.param("Doe, J. A. Tides of frost. Harbour 3, 2 (2020).", "Tides of frost", 1, id="two initials"),
        pytest.param(
            "A. Doe, B. van Roe and C. Poe. Tides of frost. In Harbours, 2020.", "Tides of frost", 3, id="first"
        ),
        pytest.param('Doe, Ann, and Rob Roe. 2018. "Tides of frost." Harbour 3.', "Tides of frost", 2, id="quoted"),
        pytest.param('Doe, Ann: "Tides" (2007, Harbour)', "Tides", 1, id="a title of one word in quotes"),
    ],
)
def test_names_with_initials_or_a_quotation_precede_the_title(line: str, title: str, authors: int) -> None:
    found = parse_citation(line)

    assert found is not None
    assert (found.title, len(found.authors)) == (title, authors)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("Ann B. Doe, Rob Roe, Al Poe. Tides of frost. Harbour, 2020.", id="the stop of an initial"),
        pytest.param('What Harbours "Learn" of Tides, 2020', id="a quoted word in a title"),
    ],
)
def test_names_are_not_cut_into_a_title(line: str) -> None:
    assert parse_citation(line) is None


def test_names_with_initials_end_before_the_title_and_the_year_is_the_last() -> None:
    found = parse_citation("Doe, J., Roe, R. Tides of frost. Harbour 1, 2-3 (2020).")

    assert found is not None
    assert (found.title, found.authors, found.year) == ("Tides of frost", ("J. Doe", "R. Roe"), "2020")


def test_words_before_a_quotation_are_no_names() -> None:
    assert parse_citation('In the harbour, "Tides of frost here," 1999') is None


def test_a_title_in_quotes_may_begin_with_words_in_quotes() -> None:
    found = parse_citation(
        'S. S. Doe and B. Roe, ""Sail On": A Study of Small Winds," in *Proc. of WAVES*, 2019, pp. 5-6.'
    )

    assert found is not None
    assert (found.title, found.year) == ('"Sail On": A Study of Small Winds', "2019")


def test_several_names_with_initials_before_a_title_in_quotes_need_no_year() -> None:
    found = parse_citation('A. Doe, R. Roe*, "Tides of Frost"')

    assert found is not None
    assert (found.title, found.authors, found.year) == ("Tides of Frost", ("A. Doe", "R. Roe"), "")
    assert parse_citation('Old Boats, New Ropes, "Tides of Frost"') is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ()),
        (" ,;", ()),
        ("Doe, J., Roe, R.", ("J. Doe", "R. Roe")),
        ("Doe, Ann, Rob Roe", ("Ann Doe", "Rob Roe")),
        ("Doe J, Roe RB", ("J Doe", "RB Roe")),
        ("J. Doe*, R. van der Roe\u2020 and Al Poe", ("J. Doe", "R. van der Roe", "Al Poe")),
        ("Doe J.-P. & et al.", ("J.-P. Doe",)),
        ("J. Doe\u2020, R. Roe", ("J. Doe", "R. Roe")),
        ("Doe et al.", ("Doe",)),
        ("A., B.", ()),
        ("Tides of frost", ()),
        ("Doe, " * 299 + "Doe", ("Doe",) * 300),
        ("Doe, " * 300 + "Doe", ()),
    ],
    ids=range(13),
)
def test_names_alone_are_read_in_whatever_order_and_form(text: str, names: tuple[str, ...]) -> None:
    assert read_names(text) == names


@pytest.mark.parametrize(
    ("line", "title"),
    [
        pytest.param("Doe, J. (2012). Frost Tides. Harbour 13.", "Frost Tides", id="a title like a name"),
        pytest.param("Doe J, Roe R. Frost Tides. Harbour. 2012;3:1-9.", "Frost Tides", id="by stops"),
        pytest.param("Doe, J. (2012, May 3) - Tides of frost. Harbour.", "Tides of frost", id="a whole date"),
        pytest.param("- [x] Doe, J. (2012). Tides of frost. Harbour.", "Tides of frost", id="a mark"),
        pytest.param(
            "Doe, J. (2012). Tides vs. frost in St. Harbour. Harbour.", "Tides vs. frost in St. Harbour", id="stops"
        ),
        pytest.param("Doe, J. (2012). Tides! Harbour of frost.", None, id="one word before a sign"),
        pytest.param("Doe, J. (2012). Why tides? Harbour.", "Why tides?", id="a question"),
        pytest.param("Doe, J. (2012). Tides of frost (PhD thesis).", "Tides of frost", id="a thesis"),
        pytest.param("Doe, J. (2012). Tides of frost [[pdf]](https://example.org).", "Tides of frost", id="a link"),
        pytest.param("Doe, J. (2012). Tides of frost https://example.org/a", "Tides of frost", id="an address"),
        pytest.param("Doe, J. (2012). tides of frost. Harbour.", "tides of frost", id="three words in lower case"),
        pytest.param("Doe, J. (2012). frozen tides. Harbour.", None, id="two words in lower case"),
        pytest.param("Doe, J. (2012). Tides. Harbour.", None, id="one word"),
        pytest.param("Sail R-X (2017), A. Doe et al.", None, id="names after the year"),
        pytest.param("Harbours and frozen ropes (2012). Tides of frost.", None, id="words before the year"),
        pytest.param('Ann Doe and Rob Roe. "Tides of Frost"', "Tides of Frost", id="several names, and a stop"),
        pytest.param('Ann Doe and Rob Roe "Tides of Frost"', None, id="no stop and no year"),
        pytest.param('A. Doe, "Tides of Frost"', None, id="one name and no year"),
        pytest.param('A. Doe, "Tides of Frost", Harbour 2012', "Tides of Frost", id="one name and a year"),
        pytest.param('Ann Doe "Tides" 2012', None, id="one word in quotes after bare names"),
        pytest.param('"Tides of frost," Harbour, 2012', None, id="no names"),
        pytest.param("Doe, J. and Roe, R. Tides of frost. Harbour", None, id="initials without a year"),
        pytest.param("Doe J, Roe R. Tides of frost. Harbour", None, id="glued initials without a year"),
        pytest.param(
            "Doe J, Roe R. Tides of frost. Harbour, pp. 1998-2010", "Tides of frost", id="years of pages alone"
        ),
    ],
)
def test_what_stands_after_names_is_the_title_if_the_line_cites_a_paper(line: str, title: str | None) -> None:
    found = parse_citation(line)

    assert (found.title if found else None) == title


@pytest.mark.parametrize(
    ("line", "year"),
    [
        ("Doe J, Roe R. Tides of frost. Harbour. 2012;3:1. Again 2014.", "2012"),
        ("A. Doe and R. Roe. Tides of frost. In Harbours 1998, 2012.", "2012"),
        ('A. Doe, "Tides of Frost," Harbour 3, pp. 1990-2011, 2012.', "2012"),
        ('A. Doe, "Tides of Frost," Harbour 2012, https://example.org/2014/a', "2012"),
        ('A. Doe, "Tides of Frost," https://example.org/2014/a', "2014"),
        ('A. Doe, "Tides of Frost," Harbour 12012, 2013', "2013"),
    ],
)
def test_the_year_is_none_of_pages_or_of_an_address(line: str, year: str) -> None:
    found = parse_citation(line)

    assert found is not None
    assert (found.title.lower(), found.year) == ("tides of frost", year)
