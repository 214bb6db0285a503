"""The journal or conference that a text after a title names."""

# ruff: noqa: RUF001 - apostrophes as printed

import pytest
from tests.calls import n_calls

from papertrace.listings.fields.venues import clean_venue, find_venue, is_acronym, with_apostrophes


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        ("", None),
        (", WAVES 2020.", "WAVES"),
        (" (WAVES 2020)", "WAVES"),
        (" [] [WAVES'2020]", "WAVES"),
        (" | [WAVES’ 20] | ", "WAVES"),
        (", Physics of Harbours, 2022.", "Physics of Harbours"),
        (". In: Proceedings of the 2021 Harbour Conference (HC), 2021.", "Proceedings of the 2021 Harbour Conference"),
        ("Journal of Small Boats 20, no. 1 (2011): 217-240.", "Journal of Small Boats"),
        (" arXiv preprint arXiv:1902.04114 (2019).", "arXiv"),
        (" (Oral, WAVES 2020)", "WAVES"),
        (", WAVES 2020 Workshop", "WAVES"),
        (" [WAVES 2020 (best paper)]", "WAVES"),
        (". Appl. Harb. Lett. (2023).", "Appl. Harb. Lett"),
        (". Commun. Harbours. (2021).", "Commun. Harbours"),
        (". Ann Doe. Rob Roe. 2021", None),
        (", Roe S.F., 2018", None),
    ],
)
def test_words_before_a_year_are_the_venue(text: str, venue: str | None) -> None:
    assert find_venue(text) == venue


@pytest.mark.parametrize(
    "text",
    [
        ", WAVES",
        " (2020)",
        " - Doe, Roe (2020)",
        " Ann Doe and Rob Roe, 2020",
        ", Acme 2020",
        " (May 2020)",
        " (Last updated: 2020)",
        " [Code] [PDF] 2020",
        " We weigh the ropes of small boats in rain (WAVES 2020)",
        " See https://example.org/2020/tides",
        " - \u672c\u6587\u4ecb\u7ecd Acme \u7684\u539f\u7406 - 2020",
    ],
    ids=[
        "no year",
        "a year",
        "surnames",
        "names",
        "a company",
        "a month",
        "a note",
        "labels",
        "a sentence",
        "an address",
        "Chinese",
    ],
)
def test_other_words_before_a_year_are_no_venue(text: str) -> None:
    assert find_venue(text) is None


def test_what_follows_names_may_look_like_names() -> None:
    assert (find_venue(", Graphical Models 2020"), find_venue(", Graphical Models 2020", follows_names=True)) == (
        None,
        "Graphical Models",
    )


@pytest.mark.parametrize(
    ("cell", "venue"),
    [
        ("*Inf. Harbours '17*", "Inf. Harbours"),
        ("Tides", "Tides"),
        ("Code", None),
        ("under review", None),
        ("2020", None),
        ("🔥 WAVES", "WAVES"),
        ("WAVES\n\nOral", "WAVES"),
        ("WAVES 2021 / arXiv 2020", "WAVES"),
        ("TBD", None),
        ("None", None),
        ("Unknown", None),
    ],
)
def test_a_cell_of_a_column_needs_no_year(cell: str, venue: str | None) -> None:
    assert clean_venue(cell, in_column=True) == venue


def test_a_year_before_a_venue_is_no_part_of_it() -> None:
    assert find_venue(". 2020. *Harbour Letters* 3(2).", follows_names=True) == "Harbour Letters"


def test_names_of_journals_may_begin_with_new() -> None:
    assert find_venue(", New England Journal of Ropes, 2020") == "New England Journal of Ropes"
    assert find_venue("[New Ropes 2020]") is None


@pytest.mark.parametrize("unit", [", ", " '", "[(", "In ", "2020 ", "A. ", ".,"], ids=repr)
def test_a_long_text_is_read_in_work_that_does_not_grow(unit: str) -> None:
    assert n_calls(lambda: find_venue(unit * 4_000)) <= n_calls(lambda: find_venue(unit * 400))


def test_a_venue_in_a_column_may_begin_with_a_small_letter() -> None:
    assert clean_venue("npj Harbours and Ropes", in_column=True) == "npj Harbours and Ropes"
    assert clean_venue("npj Harbours and Ropes") is None
    assert clean_venue("under review", in_column=True) is None


def test_a_volume_before_a_journal_is_no_part_of_it() -> None:
    assert clean_venue("12 Harb. L. Rev. 3") == "Harb. L. Rev"
    assert clean_venue("109 Daedalus 121") == "Daedalus"
    assert clean_venue("3rd Conference on Ropes") == "3rd Conference on Ropes"


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("Tides **[WAVES 19]**, more", "Tides **[WAVES'19]**, more"),
        ("(WAVES20)", "(WAVES'20)"),
        ("[NeurIPS 20]", "[NeurIPS'20]"),
        ("(SARS-12) [GPT 40] [waves 20] WAVES 20", "(SARS-12) [GPT 40] [waves 20] WAVES 20"),
    ],
)
def test_a_short_year_behind_an_acronym_in_brackets_gets_an_apostrophe(printed: str, shown: str) -> None:
    assert with_apostrophes(printed) == shown


@pytest.mark.parametrize(
    ("printed", "venue"),
    [
        ("May 2020", None),
        ("May. 12", None),
        ("HARBOURS@HOME", None),
        ("HTTP://EXAMPLE.ORG/A", None),
        ("https://example.org/WAVES", None),
        ("WAVES", "WAVES"),
        ("12", None),
        ("", None),
        ("Best Paper of WAVES", None),
        ("Harbour Letters, vol. 3", "Harbour Letters"),
        ("Harbour Letters no. 3:12", "Harbour Letters"),
        ("Accepted by WAVES 2020", "WAVES"),
        ("To appear in WAVES 2020", "WAVES"),
        ("at WAVES", "WAVES"),
        ("arXiv:2001.00001 [cs.DC]", "arXiv"),
        ("ArXiv 2020", "ArXiv"),
        ("Doe, WAVES 2020", "WAVES"),
        ("Doe, Roe, WAVES 2020", None),
        ("WAVES 2020 (Spotlight)", "WAVES"),
        ("WAVES 2020 Workshops", "WAVES"),
        ("2019, Letters of the Harbour", "Letters of the Harbour"),
        ("Letters of the harbour", None),
        ("\u6f6e\u6c50 \u6742\u5fd7", None),
        ("- [ *WAVES*", "WAVES"),
    ],
)
def test_the_name_of_a_venue_is_cleaned_of_what_is_around_it(printed: str, venue: str | None) -> None:
    assert clean_venue(printed) == venue


def test_words_that_may_be_names_are_a_venue_only_after_names() -> None:
    assert clean_venue("Graphical Models", follows_names=False) is None
    assert clean_venue("Graphical Models") == "Graphical Models"
    assert clean_venue("Harbour Letters", follows_names=False) == "Harbour Letters"
    assert clean_venue("Harbour Journal", follows_names=False) == "Harbour Journal"
    assert clean_venue("WAVES", follows_names=False) == "WAVES"


def test_two_capitals_make_an_acronym() -> None:
    assert is_acronym("WAVES")
    assert is_acronym("the NeurIPS")
    assert not is_acronym("Harbours Of")


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        (" - we weigh the ropes of small boats in rain - WAVES 2020", None),
        (" - the ropes of small boats - WAVES 2020", None),
        (" - ropes of small - WAVES 2020", "WAVES"),
        (" - Ropes - 2020 - WAVES", None),
        (" | WAVES | 2020", "WAVES"),
        ("\u3010WAVES 2020\u3011", "WAVES"),
        (", WAVES 1.2020", None),
        (", WAVES 12020", None),
        (" " + "x " * 299 + ", WAVES 2020", None),
    ],
    ids=range(9),
)
def test_the_venue_stands_before_the_last_year_and_after_no_sentence(text: str, venue: str | None) -> None:
    assert find_venue(text) == venue
