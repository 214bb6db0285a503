"""Citations by title, names, venue and year."""

import pytest

from papertrace.listings.fields.title_first import parse_title_first


@pytest.mark.parametrize(
    ("text", "title", "authors", "year"),
    [
        ("Tides of frost. Doe et al. WAVES 2019", "Tides of frost", ("Doe",), "2019"),
        ("Tides of frost. Doe, Ann et al.(ACME) WAVES 2019", "Tides of frost", ("Ann Doe",), "2019"),
        ("Tides of frost. Doe, Ann Bo & Roe, Rob. WAVES 2019", "Tides of frost", ("Ann Bo Doe", "Rob Roe"), "2019"),
        ("Tides of frost. Doe, Ann & Roe, Rob C. WAVES 2019", "Tides of frost", ("Ann Doe", "Rob C. Roe"), "2019"),
        ("Tides of frost. Ann Doe and Rob Roe. 2017", "Tides of frost", ("Ann Doe", "Rob Roe"), "2017"),
        ("Are tides frozen? Doe et al. arXiv:2001.01234", "Are tides frozen?", ("Doe",), ""),
        ("Tides of frost. Doe, Ann. arXiv:2001.01234. WAVES 2021", "Tides of frost", ("Ann Doe",), "2021"),
        ("Fast! Tides of frost. WAVES 2019 (Oral) [", "Fast! Tides of frost", (), "2019"),
        ("Tides of frost. arXiv:2001.01234", "Tides of frost", (), ""),
        ("Frozen tides. Doe et al. WAVES 2019", "Frozen tides", ("Doe",), "2019"),
        ("Tides of frost. Doe et al. arXiv:2001.01999", "Tides of frost", ("Doe",), ""),
        ("Tides of frost. Doe et al. (Acme) arXiv:2001.01999, WAVES 2020", "Tides of frost", ("Doe",), "2020"),
    ],
)
def test_a_title_before_names_and_a_publication_is_a_citation(
    text: str, title: str, authors: tuple[str, ...], year: str
) -> None:
    found = parse_title_first(text)

    assert found is not None
    assert (found.title, found.authors, found.year) == (title, authors, year)


@pytest.mark.parametrize(
    "text",
    [
        "We fold paper. See us at WAVES 2019",
        "The slides are out. May 2020",
        "Version two of tides. Release 2020",
        "Ann Doe, Rob Roe. Sparse Tides. WAVES 2019",
        "Tides of frost in harbours (WAVES 2019)",
        "Tides of frost. We weigh ropes of WAVES 2019",
    ],
)
def test_other_lines_are_none(text: str) -> None:
    assert parse_title_first(text) is None


def test_two_names_joined_are_a_title_where_titles_come_first() -> None:
    found = parse_title_first("Soft Frost and Hard Ice. WAVES 2019", is_custom=True)

    assert found is not None
    assert found.title == "Soft Frost and Hard Ice"


def test_a_line_too_long_for_a_citation_is_none() -> None:
    line = "Tides of frost. Doe, Ann & Roe, Rob. ICLR 2015"

    assert parse_title_first(line) is not None
    assert parse_title_first(line + " " * 5_000) is None


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Tides of frost. Doe, Ann & Roe, Rob. ICLR 2015", " Doe, Ann & Roe, Rob."),
        ("Tides of frost. Doe, Ann et al. ICLR 2015", " Doe, Ann et al."),
        ("Tides of frost in harbours. Ann Doe, Rob Roe (Acme). WAVES 2020", " Ann Doe, Rob Roe (Acme)."),
        ("Tides of frost in harbours. arXiv:2001.01234", " "),
    ],
)
def test_a_citation_ends_with_its_names(line: str, names: str) -> None:
    found = parse_title_first(line)

    assert found is not None
    assert line[len(found.title) + 1 : found.end] == names


@pytest.mark.parametrize("names", ["Ann Doe, Rob Roe (Acme)", "Ann Doe (Acme), Rob Roe (Harbour College)"])
def test_affiliations_in_brackets_are_no_part_of_the_names(names: str) -> None:
    found = parse_title_first(f"Tides of frost in harbours. {names}. WAVES 2020")

    assert found is not None
    assert (found.title, found.authors) == ("Tides of frost in harbours", ("Ann Doe", "Rob Roe"))


def test_a_venue_after_names_may_lack_capitals() -> None:
    found = parse_title_first("Tides of frost. Doe, Ann et al. waves 2015")

    assert found is not None
    assert (found.authors, found.year) == (("Ann Doe",), "2015")
    assert parse_title_first("Tides of frost. Doe, Ann et al. so the boats were weighed again in 2015") is None
