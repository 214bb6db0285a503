"""The metadata of a page: citation tags, and linked data of schema.org."""

import json

import pytest
from tests.listings.html.test_page import read

from papertrace.model import Entry


def read_one(*lines: str) -> Entry:
    (entry,), problems = read("<html><head>", *lines, "</head><body></body></html>")
    assert problems == []
    return entry


def tag(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{content}">'


def read_article(**fields: object) -> Entry:
    article = json.dumps({"@type": "ScholarlyArticle", "headline": "Tides of Frost", **fields})
    return read_one(f'<script type="application/ld+json">{article}</script>')


@pytest.mark.parametrize("name", ["citation_title", "DC.title", "DCTERMS.title", "prism.title"])
def test_each_vocabulary_has_a_tag_for_the_title(name: str) -> None:
    entry = read_one("<title>x</title>", tag(name, " Tides  of Frost "))

    assert (entry.title, entry.span.line, entry.authors, entry.n_authors) == ("Tides of Frost", 3, (), None)


@pytest.mark.parametrize("name", ["citation_doi", "DC.Identifier", "prism.doi"])
def test_each_vocabulary_has_a_tag_for_the_doi(name: str) -> None:
    entry = read_one(tag("citation_title", "Tides of Frost"), tag(name, "doi:10.1234/frost.5"))

    assert entry.identifiers.doi == "10.1234/frost.5"


@pytest.mark.parametrize("name", ["citation_date", "citation_publication_date", "citation_online_date", "DC.Date"])
def test_each_vocabulary_has_a_tag_for_the_date(name: str) -> None:
    assert read_one(tag("citation_title", "Tides of Frost"), tag(name, "2024/5/7")).date == "2024-05-07"


@pytest.mark.parametrize("name", ["citation_abstract", "DCTERMS.abstract", "DC.description"])
def test_each_vocabulary_has_a_tag_for_the_abstract(name: str) -> None:
    entry = read_one(tag("citation_title", "Tides of Frost"), tag(name, "We weigh tides."))

    assert entry.abstract == "We weigh tides."
    assert entry.abstract_span is not None
    assert entry.end_line == entry.abstract_span.line == 3


@pytest.mark.parametrize(
    "tags",
    [
        [tag("citation_author", "Doe, Ann"), tag("citation_author", "Rob Roe"), tag("citation_author", "Doe, Ann")],
        [tag("DC.Creator", "Doe, Ann"), tag("DC.Creator", "Roe, Rob")],
        [tag("citation_authors", "Doe, Ann; Roe, Rob;")],
    ],
    ids=["one for each", "Dublin Core", "one for all"],
)
def test_authors_are_named_by_a_tag_for_each_or_one_for_all(tags: list[str]) -> None:
    entry = read_one(tag("citation_title", "Tides of Frost"), *tags)

    assert (entry.authors, entry.n_authors) == (("Ann Doe", "Rob Roe"), 2)


def test_addresses_of_citation_tags_are_targets_with_the_name_of_their_tag() -> None:
    entry = read_one(
        tag("citation_title", "Tides of Frost"),
        tag("citation_pdf_url", "https://example.org/a.pdf"),
        tag("citation_public_url", "https://arxiv.org/abs/2001.00001"),
        tag("citation_abstract_html_url", "https://arxiv.org/abs/2001.00001"),
    )

    assert [(target.raw, target.words, target.span.line) for target in entry.targets] == [
        ("https://arxiv.org/abs/2001.00001", "citation_public_url", 4),
        ("https://example.org/a.pdf", "citation_pdf_url", 3),
    ]
    assert entry.identifiers.arxiv == "2001.00001"


@pytest.mark.parametrize(
    ("field", "value", "authors"),
    [
        ("author", "Ann Doe", ("Ann Doe",)),
        ("author", [{"name": "Ann Doe"}, {"givenName": "Rob", "familyName": "Roe"}, {}, 5], ("Ann Doe", "Rob Roe")),
        ("creator", ["Ann Doe", ""], ("Ann Doe",)),
        ("author", None, ()),
    ],
    ids=["text", "objects", "creator", "none"],
)
def test_authors_of_linked_data_are_texts_or_objects(field: str, value: object, authors: tuple[str, ...]) -> None:
    entry = read_article(**{field: value})

    assert (entry.authors, entry.n_authors) == (authors, len(authors) or None)


@pytest.mark.parametrize(
    ("identifier", "doi", "arxiv"),
    [
        ("https://doi.org/10.1234/frost.5", "10.1234/frost.5", None),
        ({"@type": "PropertyValue", "value": "10.1234/frost.5"}, "10.1234/frost.5", None),
        (["arXiv:2001.00001", {"name": "10.1234/frost.5"}], "10.1234/frost.5", "2001.00001"),
    ],
    ids=["address", "object", "several"],
)
def test_identifiers_of_linked_data_are_texts_or_objects(identifier: object, doi: str, arxiv: str | None) -> None:
    entry = read_article(identifier=identifier)

    assert (entry.identifiers.doi, entry.identifiers.arxiv) == (doi, arxiv)


def test_an_article_of_linked_data_may_have_a_name_a_description_and_a_date_of_creation() -> None:
    entry = read_article(headline="", name="Salt in Ropes", description="We weigh salt.", dateCreated="2024-05")

    assert (entry.title, entry.abstract, entry.date) == ("Salt in Ropes", "We weigh salt.", "2024-05")


def test_addresses_of_linked_data_are_targets_with_the_name_of_their_field() -> None:
    entry = read_article(
        url="https://example.org/a",
        codeRepository=["https://github.com/acme/frost", 5],
        encoding={"contentUrl": "https://example.org/a.pdf", "url": "https://example.org/a"},
    )

    assert [(target.raw, target.words) for target in entry.targets] == [
        ("https://example.org/a", "url"),
        ("https://github.com/acme/frost", "codeRepository"),
        ("https://example.org/a.pdf", "encoding"),
    ]
