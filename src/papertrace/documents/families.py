"""The table of documents: which are told apart by their names, and which by what they hold."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from papertrace.documents import cells, html, json_strings, lines, markdown, notebook, office, pdf, rst, tex, xml
from papertrace.model.document import DocumentLink, Passage, PlacedText, PlaceName
from papertrace.model.span import Problem

Piece = DocumentLink | Passage | PlaceName | Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A kind of document: the ends of the names of its files, what it begins with, and how it is read.

    `parse` takes the text of a file, `parse_bytes` the file itself where it is no text. `starts` is matched against the
    first bytes of a file whose name says nothing.
    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    starts: re.Pattern[bytes] | None = None
    parse: Callable[[PlacedText], Iterator[Piece]] = lines.parse
    parse_bytes: Callable[[bytes, str], Iterator[Piece]] | None = None


TEXT = Family(
    name="text", description="plain text, line by line", suffixes=(".txt", ".text", ".log", ".adoc", ".org", ".asc")
)
_CODE = """
py pyi pyx ipy r jl c h cc cpp cxx hpp hh cu cuh m mm rs go java kt kts scala clj js mjs cjs ts tsx jsx css scss less
vue svelte rb pl pm php lua sh bash zsh fish
ps1 bat cmd sql f f90 f95 f03 for hs ml mli ex exs erl cs fs swift dart nim zig
v sv vhd tcl el lisp scm rkt proto cmake mk gradle groovy tf nix
"""
DOCUMENTS: tuple[Family, ...] = (
    Family(
        name="markdown",
        description="Markdown: CommonMark with what GitHub adds, and HTML in it",
        suffixes=(".md", ".markdown", ".mdx", ".mkd", ".mdown", ".qmd", ".rmd"),
        parse=markdown.parse,
    ),
    Family(
        name="html",
        description="HTML: links, images, frames, scripts, and addresses in its text",
        suffixes=(".html", ".htm", ".xhtml"),
        starts=re.compile(
            rb"\s*(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
        ),
        parse=html.parse,
    ),
    Family(
        name="rst",
        description="reStructuredText, with the directives of Sphinx",
        suffixes=(".rst", ".rest"),
        parse=rst.parse,
    ),
    Family(
        name="latex",
        description="LaTeX: \\href, \\url and bare addresses",
        suffixes=(".tex", ".ltx", ".sty", ".cls", ".bbl"),
        starts=re.compile(rb"(?:\s|%[^\n]*\n)*\\documentclass"),
        parse=tex.parse_latex,
    ),
    Family(
        name="bibtex",
        description="BibTeX: addresses and DOIs",
        suffixes=(".bib", ".bibtex"),
        parse=tex.parse_bibtex,
    ),
    Family(
        name="notebook",
        description="Jupyter notebook: cells and their textual outputs",
        suffixes=(".ipynb",),
        parse=notebook.parse,
    ),
    Family(
        name="json",
        description="JSON: its strings",
        suffixes=(".json", ".jsonl", ".ndjson", ".jsonld", ".geojson", ".webmanifest"),
        starts=re.compile(rb"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])"),
        parse=json_strings.parse,
    ),
    Family(name="table", description="CSV and TSV: their cells", suffixes=(".csv", ".tsv"), parse=cells.parse),
    Family(
        name="xml",
        description="XML, such as sitemaps and feeds",
        suffixes=(".xml", ".rss", ".atom", ".svg", ".opml", ".xsd"),
        starts=re.compile(rb"\s*<\?xml"),
        parse=xml.parse,
    ),
    Family(
        name="settings",
        description="YAML, TOML, CFF and other settings, line by line",
        suffixes=(".yml", ".yaml", ".toml", ".cff", ".ini", ".cfg", ".conf", ".properties", ".env"),
    ),
    Family(
        name="pdf",
        description="PDF: links and text of its pages (needs the extra papertrace[pdf])",
        suffixes=(".pdf",),
        starts=re.compile(rb"\s{0,1024}%PDF-"),
        parse_bytes=pdf.parse,
    ),
    Family(
        name="office",
        description="DOCX, ODT, XLSX and their like: hyperlinks, and paragraphs or cells",
        suffixes=(".docx", ".odt", ".ods", ".odp", ".xlsx", ".pptx"),
        starts=re.compile(rb"PK\x03\x04"),
        parse_bytes=office.parse,
    ),
    TEXT,
    Family(
        name="code",
        description="source code: addresses with a scheme, line by line",
        suffixes=tuple(f".{one}" for one in _CODE.split()),
        parse=lines.parse_code,
    ),
)
_BINARY = tuple(family for family in DOCUMENTS if family.parse_bytes)


def find_family(name: str, head: bytes) -> Family:
    """Return how a document is read, by its first bytes where it is no text, by its name, or else by its first bytes.

    >>> find_family("notes.md", b"# Notes").name, find_family("-", b"<!doctype html>").name
    ('markdown', 'html')
    """
    for family in _BINARY:
        if family.starts and family.starts.match(head):
            return family
    low = name.lower().removesuffix(".gz")
    for family in DOCUMENTS:
        if low.endswith(family.suffixes) and not family.parse_bytes:
            return family
    return next((family for family in DOCUMENTS if family.starts and family.starts.match(head)), TEXT)
