"""What a segment looks like by itself."""

import pytest

from papertrace.listings.forms.looks import is_known_venue, read_people, read_publication


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("by Ann Doe, Rob Roe and Al Poe, 2018.", ("Ann Doe", "Rob Roe", "Al Poe"), id="before a year"),
        pytest.param("Doe, A., Roe, R.B. and Poe, A.", ("A. Doe", "R.B. Roe", "A. Poe"), id="inverted"),
        pytest.param("van Doe, A. and Roe, B.", ("A. van Doe", "B. Roe"), id="a particle first"),
        pytest.param("Ann Doe* (corresponding), Rob Roe", ("Ann Doe", "Rob Roe"), id="with marks"),
        pytest.param("Doe et al. ISSTA.", ("Doe",), id="et al"),
        pytest.param(
            "Ann Doe, Rob Roe, 2 Harbours, Al Poe",
            ("Ann Doe", "Rob Roe", "2 Harbours", "Al Poe"),
            id="most of them names",
        ),
    ],
)
def test_names_are_certain_if_they_are_several_or_go_on(text: str, names: tuple[str, ...]) -> None:
    found = read_people(text)

    assert found is not None
    assert (found.names, found.is_certain) == (names, True)


def test_a_single_name_is_read_but_not_certain() -> None:
    found = read_people("Ann Doe")

    assert found is not None
    assert (found.names, found.is_certain) == (("Ann Doe",), False)


def test_a_publication_after_names_is_read() -> None:
    found = read_people("Ann Doe and Rob Roe, EMNLP 2020")

    assert found is not None
    assert found.publication is not None
    assert (found.names, found.publication.venue, found.publication.date) == (("Ann Doe", "Rob Roe"), "EMNLP", "2020")


def test_an_initial_ends_no_names() -> None:
    found = read_people("by Brian D. Doe, J. Andrew Roe, and Anind K. Poe, 2012.")

    assert found is not None
    assert found.publication is not None
    assert (len(found.names), found.publication.venue) == (3, None)


@pytest.mark.parametrize(
    "text",
    [
        "Tides of frost",
        "we fold paper",
        "with Ann Doe and Rob Roe",
        "https://example.org/a",
        "",
        "paper",
        "Harbour Letters, 12",
    ],
)
def test_other_words_are_no_names(text: str) -> None:
    assert read_people(text) is None


@pytest.mark.parametrize(
    ("text", "venue", "date", "is_certain"),
    [
        pytest.param("CVPR", "CVPR", None, True, id="known"),
        pytest.param("Waves 2014", "Waves", "2014", False, id="a word and a year"),
        pytest.param("ICCV2025 Highlight", "ICCV", "2025", True, id="glued, with a kind"),
        pytest.param("arXiv 1912", "arXiv", None, True, id="a month of arXiv"),
        pytest.param("arXiv 2005; CVPR workshop 2021", "CVPR workshop", "2021", True, id="a preprint before"),
        pytest.param("Annals of Harbours 367(7), 2015", "Annals of Harbours", "2015", True, id="a volume"),
        pytest.param("2024/05", None, "2024-05", True, id="a month"),
        pytest.param("2024-05-03", None, "2024-05-03", True, id="a day"),
        pytest.param("Ropes at CVPR", "Ropes at CVPR", None, False, id="known, but not at the beginning"),
        pytest.param("COVID 19", "COVID", None, False, id="a number after a word"),
    ],
)
def test_a_publication_is_a_venue_a_date_or_both(
    text: str, venue: str | None, date: str | None, *, is_certain: bool
) -> None:
    found = read_publication(text)

    assert found is not None
    assert (found.venue, found.date, found.is_certain) == (venue, date, is_certain)


@pytest.mark.parametrize("text", ["code", "we fold it", "Fold: A Study", "TBD", "best paper", "", "12"])
def test_labels_and_sentences_are_no_publication(text: str) -> None:
    assert read_publication(text) is None


@pytest.mark.parametrize("words", ["Mobisys", "IEEE RAL", "NeurIPS2024", "CVPR, 2020", "(CVPR)"])
def test_known_venues_are_found_in_any_case_after_an_organisation_and_among_signs(words: str) -> None:
    assert is_known_venue(words)


@pytest.mark.parametrize("words", ["Harbours", "Ropes at CVPR", ""])
def test_other_words_begin_with_no_known_venue(words: str) -> None:
    assert not is_known_venue(words)
