"""Readers with input that exercises them, for property tests and for measuring growth."""

from collections.abc import Callable, Iterable, Iterator

from papertrace.listings.bibliographies import arxiv_atom, bibtex, reference_list, ris, tables
from papertrace.listings.captures import headings as paper_page_headings
from papertrace.listings.captures import link_lines as paper_page_links
from papertrace.listings.captures import numbered_links as paper_page_references
from papertrace.listings.html import page as html_page
from papertrace.listings.json import arxiv as arxiv_jsonl
from papertrace.listings.json import hugging_face as hugging_face_json
from papertrace.listings.json import openalex, semantic_scholar, toml_records, yaml_records
from papertrace.listings.json import plain as plain_json
from papertrace.listings.markdown import awesome_list as markdown_list
from papertrace.listings.notations import asciidoc, org, restructuredtext
from papertrace.model import Entry, Problem

Parse = Callable[[Iterable[str], str], Iterator[Entry | Problem]]

# A reader, its sample files, and the prefixes to put before hostile text.
BIBLIOGRAPHIES: dict[str, tuple[Parse, tuple[str, ...], tuple[str, ...]]] = {
    "bibtex": (bibtex.parse, ("bibliography.bib",), ("", "@a{b, title={T}, note={", "@a{b, title=")),
    "ris": (ris.parse, ("bibliography.ris",), ("", "TI  - ", "UR  - ")),
    "reference-list": (
        reference_list.parse,
        ("publications.txt",),
        ("", "Doe, J. (2012). ", "Doe J, Roe R. ", "Doe, J., ", '[3] J. Doe, "'),
    ),
    "table": (
        tables.parse,
        ("scopus.csv", "ieee.csv", "web_of_science.tsv", "generic.csv"),
        ("", "title,authors,year,code\nT,", "title,authors,year,code\nT,A,1,"),
    ),
    "arxiv-json": (
        arxiv_jsonl.parse,
        ("arxiv_snapshot.jsonl", "arxiv_daily.jsonl", "arxiv_journals.jsonl"),
        ("", '{"id": "2401.00001", "title": "T", "comments": "', '{"title": ', "{'title': "),
    ),
    "arxiv-atom": (
        arxiv_atom.parse,
        ("arxiv_feed.xml", "arxiv_journals.xml"),
        ("", "<entry><title>", "<entry><title>T</title><comment>"),
    ),
    "openalex": (
        openalex.parse,
        ("openalex.jsonl", "openalex_page.json"),
        ("", '{"results": [', '{"title": "T", "doi": "'),
    ),
    "semantic-scholar": (
        semantic_scholar.parse,
        ("semantic_scholar.jsonl", "semantic_scholar_page.json"),
        ("", '{"title": "'),
    ),
    "json": (plain_json.parse, ("plain.jsonl", "plain.json"), ("", '{"title": "T", "url": "', '[{"title": ')),
    "yaml": (
        yaml_records.parse,
        ("publications.yml",),
        ("", "- title: T\n  year: ", "- {title: ", "title: T\nlinks:\n- "),
    ),
    "toml": (
        toml_records.parse,
        ("publications.toml",),
        ("", '[[papers]]\ntitle = "T"\nyear = ', 'papers = [{title = "', '+++\ntitle = "T"\n'),
    ),
}
SIGNS_OF_BIBLIOGRAPHIES = [
    "(",
    ".",
    "/",
    "@",
    "http://",
    "{",
    "}",
    "-",
    "[",
    "<",
    "& ",
    "& <",
    '"',
    "'",
    ",",
    "#",
    "\\",
    "$",
    "~",
    "a,",
    " ",
]

CAPTURES: dict[str, Parse] = {
    "paper-links": paper_page_links.parse,
    "paper-references": paper_page_references.parse,
    "paper-headings": paper_page_headings.parse,
    "awesome-list": markdown_list.parse,
    "org-list": org.parse,
    "rst-list": restructuredtext.parse,
    "asciidoc-list": asciidoc.parse,
    "html-page": html_page.parse,
    "hugging-face-json": hugging_face_json.parse,
}
SIGNS_OF_CAPTURES = [
    "(",
    "/",
    ".",
    "@",
    "http://",
    "{",
    "-",
    "[",
    "<",
    "&",
    "- [a](",
    "[[a][",
    "`a <",
    "http://a[",
    "* TODO a",
    ":a:",
    "=",
    "[a][1",
    "### [",
    "<a href='",
    '"',
    "\\",
    "|",
]
