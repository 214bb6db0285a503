"""The table of document formats, which are recognised by file name, or else by content."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from papertrace.documents import lines, markup
from papertrace.documents.parsers import data, notebook, office, pdf, tex
from papertrace.model.document import DocumentLink, LocatedText, Mark, Passage
from papertrace.model.span import Problem

Piece = DocumentLink | Passage | Mark | Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFormat:
    """A document format: the suffixes of its files, the expression that recognises their first bytes, and its parser.

    `parse` takes the text of a file, `parse_bytes` the bytes of a file that is not text. `starts` is matched against
    the first bytes of a file whose name does not identify its format, and of any file if the format is binary.
    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    starts: re.Pattern[bytes] | None = None
    parse: Callable[[LocatedText], Iterator[Piece]] = lines.parse_text
    parse_bytes: Callable[[bytes, str], Iterator[Piece]] | None = None


TEXT = DocumentFormat(name="text", description="plain text, line by line", suffixes=(".txt", ".text", ".log", ".asc"))
_CODE = """
py pyi pyx ipy r jl c h cc cpp cxx hpp hh cu cuh m mm rs go java kt kts scala clj js mjs cjs ts tsx jsx css scss less
vue svelte rb pl pm php lua sh bash zsh fish
ps1 bat cmd sql f f90 f95 f03 for hs ml mli ex exs erl cs fs swift dart nim zig
v sv vhd tcl el lisp scm rkt proto cmake mk gradle groovy tf nix
"""
DOCUMENTS: tuple[DocumentFormat, ...] = (
    DocumentFormat(
        name="markdown",
        description="Markdown: CommonMark with the extensions of GitHub, and embedded HTML",
        suffixes=(".md", ".markdown", ".mdx", ".mkd", ".mdown", ".qmd", ".rmd", "llms.txt", "llms-full.txt"),
        parse=markup.read_markdown,
    ),
    DocumentFormat(
        name="html",
        description="HTML: links, images, frames, scripts, and addresses in its text",
        suffixes=(".html", ".htm", ".xhtml"),
        starts=re.compile(
            rb"\s*(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
        ),
        parse=markup.read_html,
    ),
    DocumentFormat(
        name="rst",
        description="reStructuredText, with the directives of Sphinx",
        suffixes=(".rst", ".rest"),
        parse=markup.read_rst,
    ),
    DocumentFormat(
        name="asciidoc",
        description="AsciiDoc, with the attributes of the document",
        suffixes=(".adoc", ".asciidoc"),
        parse=markup.read_asciidoc,
    ),
    DocumentFormat(name="org", description="Org mode", suffixes=(".org",), parse=markup.read_org),
    DocumentFormat(
        name="latex",
        description="LaTeX: \\href, \\url and bare addresses",
        suffixes=(".tex", ".ltx", ".sty", ".cls", ".bbl"),
        starts=re.compile(rb"(?:\s|%[^\n]*\n)*\\documentclass"),
        parse=tex.parse_latex,
    ),
    DocumentFormat(
        name="bibtex",
        description="BibTeX: addresses and DOIs",
        suffixes=(".bib", ".bibtex"),
        parse=tex.parse_bibtex,
    ),
    DocumentFormat(
        name="notebook",
        description="Jupyter notebook: cells and their textual outputs",
        suffixes=(".ipynb",),
        parse=notebook.parse,
    ),
    DocumentFormat(
        name="json",
        description="JSON: its strings",
        suffixes=(".json", ".jsonl", ".ndjson", ".jsonld", ".geojson", ".webmanifest"),
        starts=re.compile(rb"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])"),
        parse=data.parse_json,
    ),
    DocumentFormat(
        name="table",
        description="CSV and TSV: their cells, and DOIs",
        suffixes=(".csv", ".tsv"),
        parse=data.parse_table,
    ),
    DocumentFormat(
        name="tagged",
        description="RIS, EndNote and PubMed records: addresses and DOIs",
        suffixes=(".ris", ".enw", ".nbib", ".ciw"),
        parse=data.parse_tagged,
    ),
    DocumentFormat(
        name="xml",
        description="XML, such as sitemaps and feeds",
        suffixes=(".xml", ".rss", ".atom", ".svg", ".opml", ".xsd", ".xsl", ".xslt", ".rng", ".rdf"),
        starts=re.compile(
            rb"\s*(?:<!--.{0,2000}?-->\s*)?<(?:\?xml|[\w:-]{1,60}\s[^<>]{0,2000}?\bxmlns[=:])", re.DOTALL
        ),
        parse=data.parse_xml,
    ),
    DocumentFormat(
        name="settings",
        description="YAML, TOML, CFF and other settings, line by line, and DOIs",
        suffixes=(".yml", ".yaml", ".toml", ".cff", ".ini", ".cfg", ".conf", ".properties", ".env"),
        parse=lines.parse_settings,
    ),
    DocumentFormat(
        name="pdf",
        description="PDF: links and text of its pages (requires the extra papertrace[pdf])",
        suffixes=(".pdf",),
        starts=re.compile(rb"\s{0,1024}%PDF-"),
        parse_bytes=pdf.parse,
    ),
    DocumentFormat(
        name="office",
        description="DOCX, ODT, XLSX and similar: hyperlinks, and paragraphs or cells",
        suffixes=(".docx", ".odt", ".ods", ".odp", ".xlsx", ".pptx"),
        starts=re.compile(rb"PK\x03\x04"),
        parse_bytes=office.parse,
    ),
    TEXT,
    DocumentFormat(
        name="code",
        description="source code: addresses with a scheme, line by line",
        suffixes=tuple(f".{one}" for one in _CODE.split()),
        parse=lines.parse_code,
    ),
)
_MARKDOWN = DOCUMENTS[0]
_MARKDOWN_LINK = re.compile(rb"\[[^\[\]\n]{1,200}\]\((?:https?://|[./#\w])")
_BINARY = tuple(one for one in DOCUMENTS if one.parse_bytes)


def find_format(name: str, head: bytes) -> DocumentFormat:
    """Return the format of a document: a binary one by its first bytes, others by name or else by the first bytes.

    >>> find_format("notes.md", b"# Notes").name, find_format("-", b"<!doctype html>").name
    ('markdown', 'html')
    >>> find_format("-", b"See [the guide](https://example.org).").name, find_format("README", b"See it.").name
    ('markdown', 'text')
    """
    for one in _BINARY:
        if one.starts and one.starts.match(head):
            return one
    lowered = name.lower().removesuffix(".gz")
    for one in DOCUMENTS:
        if lowered.endswith(one.suffixes) and not one.parse_bytes:
            return one
    begun = next((one for one in DOCUMENTS if one.starts and one.starts.match(head)), None)
    return begun or (_MARKDOWN if _MARKDOWN_LINK.search(head) else TEXT)
