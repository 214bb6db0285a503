"""Citations with commas only."""

import pytest

from papertrace.listings.fields.comma_citation import parse_comma_citation


@pytest.mark.parametrize(
    ("text", "title", "authors"),
    [
        ("Ann Doe, Rob Roe, Tides of Frost in Harbours, NeurIPS 2015", "Tides of Frost in Harbours", 2),
        (
            "Ann Doe, Rob Roe, and Al Poe, Salt, Rope and Ice: A Study, arXiv:1501.00001.",
            "Salt, Rope and Ice: A Study",
            3,
        ),
        ("Doe, Ann, Rob Roe, and Al Poe, Tides of Frost in Harbours, ICON, 2014.", "Tides of Frost in Harbours", 3),
        ("A Doe, BY Roe, Are Harbours Frozen? A Study of Ice, ICON. 2014.", "Are Harbours Frozen? A Study of Ice", 2),
        ("Ann Doe, Rob Roe, Tides of Frost in Harbours. Journal of Ice, 2014.", "Tides of Frost in Harbours", 2),
    ],
)
def test_names_a_title_and_a_venue_between_commas_are_a_citation(text: str, title: str, authors: int) -> None:
    found = parse_comma_citation(text)

    assert found is not None
    assert (found.title, len(found.authors), text[found.start : found.end]) == (title, authors, title)


@pytest.mark.parametrize(
    "text",
    [
        "Ann Doe, Rob Roe, ICON, 2015.",
        "Boats, ropes and salt in the harbour, 2015",
        "Frozen Harbours, Salted Ropes, and Wooden Boats in the Ice, ICON, 2015",
        "Torch of Frost, a library for boats in the ice",
        'Ann Doe, Rob Roe, "Tides of Frost in Harbours", ICON, 2015',
    ],
)
def test_other_lines_with_commas_are_none(text: str) -> None:
    assert parse_comma_citation(text) is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Ann Doe, Frosted Harbour Tides, ICON, 2015", "Frosted Harbour Tides"),
        ("Ann Doe, Rob Roe, Tides of Frost in Harbours", "Tides of Frost in Harbours"),
    ],
)
def test_less_will_do_where_a_document_has_the_custom(text: str, title: str) -> None:
    found = parse_comma_citation(text, is_custom=True)

    assert found is not None
    assert found.title == title
    assert parse_comma_citation(text) is None


@pytest.mark.parametrize(
    ("text", "title", "authors"),
    [
        pytest.param(
            "Ann Doe, Rob Roe, Cold Harbour Tides, ICON, 2014", "Cold Harbour Tides", 2, id="a title like a name"
        ),
        pytest.param("Ann Doe, Rob Roe, Frost NETS, ICON, 2014", "Frost NETS", 2, id="an acronym at its end"),
        pytest.param("Ann Doe, Tides of Frost, ICON, 2014", "Tides of Frost", 1, id="one name"),
        pytest.param("Ann Doe, and Tides of Frost, ICON, 2014", None, 0, id="a title that begins with and"),
        pytest.param("Ann Doe, Rob Roe, ICON, 2014", None, 0, id="names alone"),
        pytest.param("Ann Doe, Rob Roe, tides of frost, ICON, 2014", None, 0, id="a title in lower case"),
    ],
)
def test_where_commas_are_the_custom_a_title_may_look_like_a_name(text: str, title: str | None, authors: int) -> None:
    found = parse_comma_citation(text, is_custom=True)

    assert (found.title, len(found.authors)) == (title, authors) if found else title is None


def test_names_are_read_whole_whatever_joins_them() -> None:
    found = parse_comma_citation("Doe, Ann, Rob Roe, and Al Poe, Tides of Frost in Harbours, ICON, 2014.")

    assert found is not None
    assert found.authors == ("Ann Doe", "Rob Roe", "Al Poe")


def test_a_year_after_the_stop_of_the_title_will_do() -> None:
    with_year = "Ann Doe, Rob Roe, Tides of Frost in Harbours. Journal of Ice, 2014"

    assert parse_comma_citation(with_year) is not None
    assert parse_comma_citation(with_year.removesuffix(", 2014")) is None


def test_names_may_only_be_missing_where_they_are_not_needed() -> None:
    line = "Tides of Frost in Narrow Harbours, ICON, 2014"

    assert parse_comma_citation(line, is_custom=True) is None
    assert parse_comma_citation(line, is_custom=True, needs_names=False) is not None
    assert parse_comma_citation(line, needs_names=False) is None


@pytest.mark.parametrize(
    ("text", "authors", "title"),
    [
        (
            "[3] Doe, Ann B and Roe, Rob and van der Poe, Al, Tides of frost in small bays, ICLR, 2015.",
            ("Ann B Doe", "Rob Roe", "Al van der Poe"),
            "Tides of frost in small bays",
        ),
        ("[12] Ann Doe, Rob Roe, Tides of Frost, ICLR, 2015.", ("Ann Doe", "Rob Roe"), "Tides of Frost"),
    ],
)
def test_names_may_be_inverted_between_and_and_a_number_may_precede_them(
    text: str, authors: tuple[str, ...], title: str
) -> None:
    found = parse_comma_citation(text)

    assert found is not None
    assert (found.authors, found.title, found.year) == (authors, title, "2015")
    assert text[found.start : found.end] == title


def test_a_last_name_before_a_stop_is_no_title() -> None:
    assert parse_comma_citation("Ann Doe, Rob Roe, Al Poe. Tides of Frost. ICLR, 2015.", is_custom=True) is None


def test_full_names_before_and_are_not_inverted() -> None:
    text = "Ann Doe, Rob Roe and Al Poe, Deep Ocean Tides, A Study of Winds, Harbour Letters, 2020"
    found = parse_comma_citation(text)

    assert found is not None
    assert found.authors[:3] == ("Ann Doe", "Rob Roe", "Al Poe")


@pytest.mark.parametrize("text", [",", " , ,", "[3], ,"])
def test_a_text_of_nothing_but_commas_is_no_citation(text: str) -> None:
    assert parse_comma_citation(text) is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        pytest.param("Tides of Old Harbours, ICON, 2014", "Tides of Old Harbours", id="four words without names"),
        pytest.param("Tides of Harbours, ICON, 2014", None, id="three words without names"),
        pytest.param("Ann Doe, Frozen Harbours of Frost", None, id="one name and no venue"),
        pytest.param("Ann Doe, Rob Roe, Frost, ICON, 2014", None, id="one word"),
        pytest.param("Ann Doe, Rob Roe, Frost of, ICON, 2014", "Frost of", id="two words"),
        pytest.param("Ann Doe, Rob Roe, Tides of \u201cFrost\u201d, ICON, 2014", None, id="a word in quotes"),
    ],
)
def test_a_custom_of_commas_needs_some_words_of_a_title(text: str, title: str | None) -> None:
    found = parse_comma_citation(text, is_custom=True, needs_names=False)

    assert (found.title if found else None) == title


@pytest.mark.parametrize(
    ("text", "title", "year"),
    [
        pytest.param("Ann Doe, Rob Roe, Tides of Frost vs. Ice, ICON 2014", "Tides of Frost vs. Ice", "2014", id="vs."),
        pytest.param(
            "Ann Doe, Rob Roe, Tides of Frost, in 1998, again 2014", "Tides of Frost", "2014", id="the last year"
        ),
        pytest.param(
            "Ann Doe, Rob Roe, Tides of Frost, WAVES Workshops", "Tides of Frost", "", id="an acronym at the end"
        ),
        pytest.param("Ann Doe, Rob Roe, Tides of Frost, Advances in Ice", "Tides of Frost", "", id="a kind of venue"),
        pytest.param("Ann Doe, Rob Roe and Al Poe, Tides of Frost, ICON", "Tides of Frost", "", id="and between names"),
        pytest.param("Ann Doe, & Rob Roe, Tides of Frost, ICON", "Tides of Frost", "", id="a sign before a name"),
        pytest.param(
            "Ann Doe, Rob Roe, Deep Harbour Frost Tides, ICON", "Deep Harbour Frost Tides", "", id="four capitals"
        ),
        pytest.param("Ann Doe, Rob Roe, Frost Tides AB, ICON, 2014", None, "", id="two capitals like initials"),
    ],
)
def test_a_title_ends_before_its_venue(text: str, title: str | None, year: str) -> None:
    found = parse_comma_citation(text)

    assert ((found.title, found.year) if found else (None, "")) == (title, year)


def test_a_line_too_long_for_a_citation_is_none() -> None:
    line = "Ann Doe, Rob Roe, Tides of Frost in Harbours, ICON, 2014"

    assert parse_comma_citation(line.ljust(4_000)) is not None
    assert parse_comma_citation(line.ljust(4_001)) is None


@pytest.mark.parametrize(
    ("text", "authors"),
    [
        ("Doe, Ann, Tides of Frost in Harbours, ICON, 2014", None),
        ("Doe, Ann, Rob Roe, Tides of Frost in Harbours, ICON, 2014", ("Ann Doe", "Rob Roe")),
        ("Doe, Ann and Roe, Rob, Tides of Frost in Harbours, ICON, 2014", ("Ann Doe", "Rob Roe")),
        (
            "van Doe, A. and Roe, R. B. & Poe, Al, Tides of Frost in Harbours, ICON",
            ("A. van Doe", "R. B. Roe", "Al Poe"),
        ),
        ("O'Roe, Ann and d'Oe, Rob, Tides of Frost in Harbours, ICON, 2014", None),
        ("O'Roe, Ann and D\u2019Oe, Rob, Tides of Frost in Harbours, ICON", ("Ann O'Roe", "Rob D\u2019Oe")),
        ("O'Roe, Ann, Rob Roe, Tides of Frost in Harbours, ICON, 2014", ("Ann O'Roe", "Rob Roe")),
        ("Doe, Ann and Roe, rob, Tides of Frost in Harbours, ICON, 2014", None),
    ],
)
def test_names_may_be_inverted(text: str, authors: tuple[str, ...] | None) -> None:
    found = parse_comma_citation(text, is_custom=True)

    assert (found.authors if found else None) == authors


def test_the_title_stands_where_the_line_first_prints_it() -> None:
    line = "Ann Doe, Rob Roe, Tides of Frost in Harbours, ICON, 2014, see Tides of Frost in Harbours"
    found = parse_comma_citation(line)

    assert found is not None
    assert (found.start, found.end, found.year) == (18, 44, "2014")
