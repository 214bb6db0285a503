"""Every specimen of a format is recognised by its own reader, with certainty, and by no other."""

from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASES, ROOT

from papertrace.listings.choice import choose_reader
from papertrace.listings.formats import READERS
from papertrace.listings.reading import HEAD_LINES

FOLDER = CASES / "listings"

SPECIMENS = {
    "lines.txt": "paper-lines",
    "blocks.txt": "paper-blocks",
    "daily_copy.txt": "paper-lines",
    "trending.md": "paper-headings",
    "links.txt": "paper-links",
    "references.txt": "paper-references",
    "headings.txt": "paper-headings",
    "labelled.txt": "labelled-text",
    "digest.md": "labelled-text",
    "awesome.md": "awesome-list",
    "title_first.md": "awesome-list",
    "spanning_rows.md": "awesome-list",
    "reading_list.org": "org-list",
    "reading_list.rst": "rst-list",
    "reading_list.adoc": "asciidoc-list",
    "references.tex": "latex-list",
    "paper.html": "html-page",
    "papers_page.html": "html-page",
    "archive_listing.html": "html-page",
    "linked_data.html": "html-page",
    "proceedings.html": "html-page",
    "conference.html": "html-page",
    "publication_list.html": "html-page",
    "bookmarks.html": "html-page",
    "bibtex_page.html": "html-page",
    "daily_papers.json": "hugging-face-json",
    "scrape.json": "hugging-face-json",
    "bibliography.bib": "bibtex",
    "bibliography.ris": "ris",
    "pubmed.nbib": "ris",
    "web_of_science.txt": "ris",
    "endnote.enw": "ris",
    "generic.csv": "table",
    "ieee.csv": "table",
    "scopus.csv": "table",
    "publications.txt": "reference-list",
    "identifiers.txt": "identifier-list",
    "titles.txt": "title-list",
    "endnote.xml": "xml-bibliography",
    "pubmed.xml": "xml-bibliography",
    "zotero.rdf": "xml-bibliography",
    "dblp.xml": "xml-bibliography",
    "proquest.txt": "proquest",
    "web_of_science.tsv": "table",
    "arxiv_daily.jsonl": "arxiv-json",
    "arxiv_snapshot.jsonl": "arxiv-json",
    "arxiv_journals.jsonl": "arxiv-json",
    "arxiv_feed.xml": "arxiv-atom",
    "arxiv_journals.xml": "arxiv-atom",
    "openalex.jsonl": "openalex",
    "openalex_page.json": "openalex",
    "semantic_scholar.jsonl": "semantic-scholar",
    "semantic_scholar_page.json": "semantic-scholar",
    "extracted.jsonl": "extracted",
    "plain.jsonl": "json",
    "plain.json": "json",
    "publications.yml": "yaml",
    "publications.toml": "toml",
}


def head_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:HEAD_LINES]


def sure_readers(head: list[str]) -> list[str]:
    return [reader.name for reader in READERS if reader.recognise(head) > 0.5]


@pytest.mark.parametrize(("name", "expected"), SPECIMENS.items(), ids=SPECIMENS)
def test_a_specimen_is_recognised_by_its_own_reader_alone(name: str, expected: str) -> None:
    assert sure_readers(head_of(FOLDER / name)) == [expected]


@cases("name, expected", named=True)
def test_a_real_listing_is_recognised_by_its_own_reader_alone(shared: Path, name: str, expected: str) -> None:
    head = head_of(shared / name)

    assert sure_readers(head) == [expected]
    assert choose_reader(head, [], name).reader.name == expected


def test_every_reader_states_how_it_is_recognised() -> None:
    assert [reader.name for reader in READERS if not reader.recognised_by] == []


def test_the_table_of_formats_in_the_documentation_names_every_reader() -> None:
    table = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = [line for line in table.split("\n") if line.startswith("| ")]

    assert [reader.name for reader in READERS if not any(f"`{reader.name}`" in row for row in rows)] == []


def test_every_reader_has_a_specimen() -> None:
    assert {reader.name for reader in READERS} == set(SPECIMENS.values())


@pytest.mark.parametrize("sign", ["(", "/", ".", "@", "http://", "{", "-", "[", "<", "&", "# ", "| ", "- ", "\\", '"'])
def test_no_reader_recognises_a_line_of_one_sign(sign: str) -> None:
    assert sure_readers([sign * 20_000] * 5) == []
