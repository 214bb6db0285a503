"""Tests of fields that cite the paper of their record."""

import pytest

from papertrace.listings.keyed.nested import read_citing_fields
from papertrace.listings.learned.entries import Cited

TITLE = "Tides of frost in small harbours"


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("**Doe A**, Roe RS. *Harbour Letters*. 2021 Jan 3;8:1", Cited(("A Doe", "RS Roe"), "Harbour Letters", "2021")),
        ("<i>Harbour Review</i> 132 (4): 579-627 (2023)", Cited((), "Harbour Review", "2023")),
        (f'Doe, A. (2009). "{TITLE}." <i>Harbour Letters</i>. 1(1).', Cited(("A. Doe",), "Harbour Letters", "2009")),
        (f"*{TITLE}*. *Harbour Letters*, 12", Cited((), "Harbour Letters", "")),
        (f"*{TITLE}*", Cited()),
        ("Doe A., Roe R. & Poe E.", Cited(("A. Doe", "R. Roe", "E. Poe"), "", "")),
        ("Harbour Letters 73, 1195-203", Cited((), "Harbour Letters", "")),
        ("Proc. Natl. Acad. Harb., 15468-73", Cited((), "Proc. Natl. Acad. Harb", "")),
        ("Machine Learning, Sea Ice", Cited()),
        ("img/tides.png", Cited()),
        ("Won the prize of the year 2021", Cited()),
    ],
)
def test_what_a_field_says_of_the_paper_of_its_record(text: str, cited: Cited) -> None:
    assert read_citing_fields({"title": TITLE, "line": text}, TITLE) == cited


@pytest.mark.parametrize(
    ("words", "cited"),
    [
        ("Harbour Letters (2021)", Cited((), "Harbour Letters", "2021")),
        ("Harb Lett 2001 Dec;29(4):412-7", Cited((), "Harb Lett", "2001")),
        ("bioHarb, 2026.06.02.729707 (2026)", Cited((), "bioHarb", "2026")),
        (
            "Proceedings of the Harbour Society B 292, 20251255 (2025)",
            Cited((), "Proceedings of the Harbour Society B", "2025"),
        ),
        ("2024 Harbour Conference", Cited((), "Harbour Conference", "2024")),
        ("Paper", Cited()),
        ("https://example.org/2021/tides.pdf", Cited()),
    ],
)
def test_the_words_of_a_link_may_be_the_venue_and_the_year(words: str, cited: Cited) -> None:
    assert read_citing_fields({"link": {"url": "https://example.org/tides", "display": words}}, TITLE) == cited
