"""Titles in the quotation marks of other languages, and names before them with their "and"."""

import pytest

from papertrace.listings.markdown.awesome_list import parse
from papertrace.listings.markdown.inline.quotes import fold_quotes
from papertrace.model import Entry

FRENCH = (
    "# Bibliographie\n\n"
    "- Doe, Ann, Rob Roe, et Al Poe. « Les marées du givre ». Revue des ports 3, no 1 (1 mars 2003): 21-12.\n\n"
    "- Peu, M. J. « « Cordes tenaces » : une notion utile ? » Lettres du havre 46, no 1 (1992): 147-86.\n\n"
    "- Sel, Léa, et al. «Étude du sel sur les voiles». Revue des ports 4 (2004): 3-9.\n"
)


def read(text: str) -> list[Entry]:
    return [item for item in parse(text.split("\n"), "list.md") if isinstance(item, Entry)]


def test_french_quotation_marks_enclose_titles_after_names() -> None:
    assert [(entry.title, entry.authors, entry.date) for entry in read(FRENCH)] == [
        ("Les marées du givre", ("Ann Doe", "Rob Roe", "Al Poe"), "2003"),
        ("« Cordes tenaces » : une notion utile ?", ("M. J. Peu",), "1992"),
        ("Étude du sel sur les voiles", ("Léa Sel",), "2004"),
    ]


@pytest.mark.parametrize("quoted", ["„{}“", "»{}«", "”{}”", "「{}」", "《{}》", "“{}”"])
def test_any_pair_of_quotation_marks_encloses_a_title(quoted: str) -> None:
    titles = ["Gezeiten des Frostes im Hafen", "Seile der alten Flotte", "Das Salz auf den Segeln"]
    items = (f"- Doe, Ann und Roe, Rob: {quoted.format(title)}, Hafenblatt 3 (2003), S. 1-9.\n" for title in titles)
    entries = read("# Literatur\n\n" + "".join(items))

    assert [(entry.title, entry.authors) for entry in entries] == [(t, ("Ann Doe", "Rob Roe")) for t in titles]
    assert [entry.span.column for entry in entries] == [27] * 3


def test_quotation_marks_keep_the_length_of_a_text() -> None:
    text = "« a « b » c » „d“ »e« 「f」 《g》 h » i « j"

    assert len(fold_quotes(text)) == len(text)
    assert fold_quotes("“a” \"b\" 'c'") == "“a” \"b\" 'c'"


def test_words_that_and_is_spelt_like_are_parts_of_titles() -> None:
    (entry,) = read("# List\n\n- [Vent et sel und Seile](https://example.org/1) - Ann Doe et al. 2003\n")

    assert entry.title == "Vent et sel und Seile"
