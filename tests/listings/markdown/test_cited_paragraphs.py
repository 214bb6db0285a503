"""Paragraphs that cite papers with commas, or by full names before a stop, where a document has the custom."""

from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry

COASTS = ("North", "South", "East", "West")
NAMES = ("Ann Doe, Rob Roe", "Al Poe, Eve Moe, Kim Loe", "Jo Coe and Max Foe", "Pia Hoe, Lee Noe")


def read(*lines: str) -> list[Entry]:
    return [item for item in parse(lines, "list.md") if isinstance(item, Entry)]


def test_paragraphs_with_labelled_links_cite_papers_with_commas() -> None:
    lines = [
        line
        for n, names in enumerate(NAMES, start=1)
        for line in (
            f"[{n}] {names}, Tides of Small Bay in {COASTS[n - 1]} Frost, ICLR, 2015. [[Paper]](https://arxiv.org/abs/1501.0000{n})",
            "",
        )
    ]
    entries = read("# Papers", "", *lines)

    assert [entry.title for entry in entries] == [f"Tides of Small Bay in {coast} Frost" for coast in COASTS]
    assert entries[2].authors == ("Jo Coe", "Max Foe")
    assert {(entry.venue, entry.date) for entry in entries} == {("ICLR", "2015")}


def test_paragraphs_with_labelled_links_cite_papers_by_full_names_and_a_stop() -> None:
    lines = [
        line
        for n, names in enumerate(NAMES, start=1)
        for line in (
            f"[{n}] {names}. Tides of Small Bay in {COASTS[n - 1]} Frost. ICLR 2015. [[Paper]](https://arxiv.org/abs/1501.0000{n})",
            "",
        )
    ]
    entries = read("# Papers", "", *lines)

    assert [entry.title for entry in entries] == [f"Tides of Small Bay in {coast} Frost" for coast in COASTS]
    assert entries[1].authors == ("Al Poe", "Eve Moe", "Kim Loe")


def test_a_name_and_a_year_are_no_citation_of_the_names_after_them() -> None:
    (entry,) = read("# Papers", "- Sail R-X (2017), K. Doe et al. [[pdf]](https://example.org/a.pdf)")

    assert (entry.title, entry.authors) == ("Sail R-X", ("K. Doe",))
