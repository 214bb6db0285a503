"""Readers with input that exercises them, for property tests and for measuring growth."""

from collections.abc import Callable, Iterable, Iterator

from papertrace.listings import html
from papertrace.listings.formats import find_reader
from papertrace.listings.learned import entries as learned
from papertrace.model import Entry, Problem

Parse = Callable[[Iterable[str], str], Iterator[Entry | Problem]]

# A reader, its sample files, and the prefixes to put before hostile text.
BIBLIOGRAPHIES: dict[str, tuple[Parse, tuple[str, ...], tuple[str, ...]]] = {
    "bibtex": (find_reader("bibtex").parse, ("bibliography.bib",), ("", "@a{b, title={T}, note={", "@a{b, title=")),
    "ris": (find_reader("ris").parse, ("bibliography.ris",), ("", "TI  - ", "UR  - ")),
    "reference-list": (
        find_reader("reference-list").parse,
        ("publications.txt",),
        ("", "Doe, J. (2012). ", "Doe J, Roe R. ", "Doe, J., ", '[3] J. Doe, "'),
    ),
    "table": (
        find_reader("table").parse,
        ("scopus.csv", "ieee.csv", "web_of_science.tsv", "generic.csv"),
        ("", "title,authors,year,code\nT,", "title,authors,year,code\nT,A,1,"),
    ),
    "proquest": (find_reader("proquest").parse, ("proquest.txt",), ("", "Title: T\nAbstract: ")),
    "xml-bibliography": (
        find_reader("xml-bibliography").parse,
        ("endnote.xml", "pubmed.xml", "zotero.rdf", "dblp.xml"),
        ("", "<record><titles><title>", "<dblp><article><title>T</title><ee>"),
    ),
    "arxiv-json": (
        find_reader("arxiv-json").parse,
        ("arxiv_snapshot.jsonl", "arxiv_daily.jsonl", "arxiv_journals.jsonl"),
        ("", '{"id": "2401.00001", "title": "T", "comments": "', '{"title": ', "{'title': "),
    ),
    "arxiv-atom": (
        find_reader("arxiv-atom").parse,
        ("arxiv_feed.xml", "arxiv_journals.xml"),
        ("", "<entry><title>", "<entry><title>T</title><comment>"),
    ),
    "openalex": (
        find_reader("openalex").parse,
        ("openalex.jsonl", "openalex_page.json"),
        ("", '{"results": [', '{"title": "T", "doi": "'),
    ),
    "semantic-scholar": (
        find_reader("semantic-scholar").parse,
        ("semantic_scholar.jsonl", "semantic_scholar_page.json"),
        ("", '{"title": "'),
    ),
    "json": (find_reader("json").parse, ("plain.jsonl", "plain.json"), ("", '{"title": "T", "url": "', '[{"title": ')),
    "yaml": (
        find_reader("yaml").parse,
        ("publications.yml",),
        ("", "- title: T\n  year: ", "- {title: ", "title: T\nlinks:\n- "),
    ),
    "toml": (
        find_reader("toml").parse,
        ("publications.toml",),
        ("", '[[papers]]\ntitle = "T"\nyear = ', 'papers = [{title = "', '+++\ntitle = "T"\n'),
    ),
}
SIGNS_OF_BIBLIOGRAPHIES = [*"(./@{}-[<\"',#\\$~ ", "http://", "& ", "& <", "a,"]

CAPTURES: dict[str, Parse] = {
    "paper-links": find_reader("paper-links").parse,
    "paper-references": find_reader("paper-references").parse,
    "paper-headings": find_reader("paper-headings").parse,
    "awesome-list": learned.parse_markdown,
    "org-list": learned.parse_org,
    "rst-list": learned.parse_rst,
    "asciidoc-list": learned.parse_asciidoc,
    "latex-list": learned.parse_latex,
    "html-page": html.parse,
    "hugging-face-json": find_reader("hugging-face-json").parse,
}
SIGNS_OF_CAPTURES = [
    *'(/.@{-[<&="\\|',
    *("\\item ", "\\href{", "\\begin{a}", "{\\em ", "\\a{", "%"),
    *("http://", "- [a](", "[[a][", "`a <", "http://a[", "* TODO a", ":a:", "[a][1", "### [", "<a href='"),
]
