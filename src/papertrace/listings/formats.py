"""The table of readers."""

import re
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from types import ModuleType

from papertrace.errors import ListingError
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from papertrace.model import Entry, Problem

_WORD = re.compile(r"\w+")
_MIN_LENGTH_OF_A_WORD = 3
_MAX_NEAR = 2


PLAIN = "parse_text"
"""The parser of texts without a notation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A reader of one format, which users recognise by what `recognised_by` says.

    Two functions of `papertrace.listings.<module>`, which is imported when one of them is needed, do the work; those of
    JSON take the section of the table of names whose `service` wrote the records. A reader of a grammar that someone
    wrote down (fields with names and values) reads each text that follows it; those of prose guess from how it looks.
    `opening` is what its records begin with, if the module has a function `fills`. One that `is_resort` is tried
    at last, on a text that no reader recognises.
    """

    name: str
    description: str
    recognised_by: str
    module: str
    recogniser: str = "recognise"
    parser: str = "parse"
    is_grammar: bool = False
    is_resort: bool = False
    service: str = ""
    opening: str = ""

    @property
    def has_notation(self) -> bool:
        """Whether texts of the format have marks of a notation, as Markdown has."""
        return self.module.startswith("learned.") and self.parser != PLAIN

    @property
    def may_quote(self) -> bool:
        """Whether texts of the format are documents, which may quote BibTeX; a record of a database does not."""
        return not self.is_grammar or self.module.startswith("captures.")

    def fills(self, head: list[str]) -> bool:
        """Return whether nothing but records of this reader is in the first lines, so that no other need be asked."""
        first = next((line for line in head if line.strip()), "")
        return bool(self.opening) and first.startswith(self.opening) and self._load().fills(head)

    @property
    def recognise(self) -> "Callable[[list[str]], float]":
        """The function that takes the first lines and returns a confidence from 0 (not this format) to 1 (certain)."""
        function: Callable[..., float] = getattr(self._load(), self.recogniser)
        return partial(function, service=self.service) if self.service else function

    @property
    def parse(self) -> "Callable[[Iterable[str], str], Iterator[Entry | Problem]]":
        """The function that takes all lines as a stream and yields entries and problems in reading order."""
        function: Callable[..., Iterator[Entry | Problem]] = getattr(self._load(), self.parser)
        return partial(function, service=self.service) if self.service else function

    def _load(self) -> ModuleType:
        return import_module(f"papertrace.listings.{self.module}")


READERS: tuple[Reader, ...] = (
    Reader(
        name="paper-lines",
        description="paper page as text: alternating lines of title and abstract",
        recognised_by="prose below short lines, without blank lines, marks or labels",
        module="captures.pages",
        recogniser="recognise_lines",
        parser="parse_plain",
    ),
    Reader(
        name="paper-blocks",
        description="paper page as text: blocks of title, abstract, authors and date",
        recognised_by="prose below short lines, in blocks with counts of authors and dates",
        module="captures.pages",
        recogniser="recognise_blocks",
        parser="parse_plain",
    ),
    Reader(
        name="paper-links",
        description="paper page as text: every link on a line of its own",
        recognised_by="lines that are a link in square brackets, a title among them",
        module="captures.pages",
        recogniser="recognise_links",
        parser="parse_links",
    ),
    Reader(
        name="paper-references",
        description="paper page as text: numbered references",
        recognised_by="numbers in square brackets behind titles, and a numbered list of links at the end",
        module="captures.pages",
        recogniser="recognise_references",
        parser="parse_references",
    ),
    Reader(
        name="paper-headings",
        description="paper page as Markdown: a heading above each abstract",
        recognised_by="headings of Markdown above abstracts",
        module="captures.pages",
        recogniser="recognise_headings",
        parser="parse_headings",
    ),
    Reader(
        name="yaml",
        description="papers in YAML: data files of Jekyll and Hugo, bibliographies for pandoc, front matter",
        recognised_by="mappings with a title and another usual key of papers",
        module="keyed.data_files",
        recogniser="recognise_yaml",
        parser="parse_yaml",
        is_grammar=True,
    ),
    Reader(
        name="toml",
        description="papers in TOML: data files of Hugo and Zola, front matter",
        recognised_by="tables with a title and another usual key of papers",
        module="keyed.data_files",
        recogniser="recognise_toml",
        parser="parse_toml",
        is_grammar=True,
    ),
    Reader(
        name="labelled-text",
        description="text with labelled lines: Title: …, Authors: …, Abstract: …",
        recognised_by="lines that begin with Title:, Authors:, Abstract: and the like",
        module="captures.labelled",
        is_grammar=True,
    ),
    Reader(
        name="hugging-face-json",
        description="JSON of the daily papers of Hugging Face: API or scrape",
        recognised_by="records with a paper, its votes and its submitter",
        module="keyed.json",
        is_grammar=True,
        service="hugging-face",
    ),
    Reader(
        name="awesome-list",
        description="awesome-list in Markdown: bullets and tables with links",
        recognised_by="bullets, headings and table rows with links",
        module="learned.entries",
        recogniser="recognise_markdown",
        parser="parse_markdown",
        is_resort=True,
    ),
    Reader(
        name="org-list",
        description="reading list of Org mode: headlines, lists and links",
        recognised_by="headlines with stars, links in double brackets",
        module="learned.entries",
        recogniser="recognise_org",
        parser="parse_org",
    ),
    Reader(
        name="rst-list",
        description="reading list in reStructuredText: lists and links",
        recognised_by="underlined headings, directives, links in backquotes",
        module="learned.entries",
        recogniser="recognise_rst",
        parser="parse_rst",
    ),
    Reader(
        name="asciidoc-list",
        description="reading list in AsciiDoc: lists and links",
        recognised_by="headings with equals signs, addresses with their words in square brackets",
        module="learned.entries",
        recogniser="recognise_asciidoc",
        parser="parse_asciidoc",
    ),
    Reader(
        name="html-page",
        description="saved HTML: the page of a paper, or a page that lists papers",
        recognised_by="tags of HTML with titles of papers: citation metadata, linked data, or lists of links",
        module="html.page",
    ),
    Reader(
        name="bibtex",
        opening="@",
        description="bibliography in BibTeX or BibLaTeX",
        recognised_by="entries such as @article{…, with fields",
        module="keyed.bibtex",
        is_grammar=True,
    ),
    Reader(
        name="ris",
        description="bibliography in RIS",
        recognised_by="tagged lines (TY  - , PMID- , PT J, %0) with titles",
        module="keyed.tagged",
        is_grammar=True,
    ),
    Reader(
        name="proquest",
        description="report of ProQuest as text",
        recognised_by="blocks of labelled lines between rules, with titles and ProQuest's own labels",
        module="keyed.tagged",
        recogniser="recognise_report",
        parser="parse_report",
        is_grammar=True,
    ),
    Reader(
        name="xml-bibliography",
        description="bibliography in XML: EndNote, PubMed, Zotero RDF, dblp",
        recognised_by="the root elements of these services",
        module="keyed.xml",
        is_grammar=True,
    ),
    Reader(
        name="table",
        description="table of papers, as CSV, TSV or workbook (.xlsx): Scopus, IEEE Xplore, Web of Science and others",
        recognised_by="a header with a title and another known column, in commas, semicolons, bars or tabs",
        module="keyed.tables",
        is_grammar=True,
    ),
    Reader(
        name="arxiv-json",
        description="metadata of arXiv, one JSON object per line",
        recognised_by="records with the keys of arXiv's metadata",
        module="keyed.json",
        is_grammar=True,
        service="arxiv-json",
    ),
    Reader(
        name="arxiv-atom",
        description="responses of arXiv's API in Atom",
        recognised_by="a feed in the namespace of Atom with entries of arXiv",
        module="keyed.xml",
        is_grammar=True,
        recogniser="recognise_atom",
        parser="parse_atom",
    ),
    Reader(
        name="openalex",
        description="works of OpenAlex, as JSON lines or pages of results",
        recognised_by="records with the keys of works of OpenAlex",
        module="keyed.json",
        is_grammar=True,
        service="openalex",
    ),
    Reader(
        name="semantic-scholar",
        description="papers of Semantic Scholar, as JSON lines or pages",
        recognised_by="records with paperId and externalIds",
        module="keyed.json",
        is_grammar=True,
        service="semantic-scholar",
    ),
    Reader(
        name="extracted",
        description="papers as papertrace extract writes them",
        recognised_by="records with id, title, links and concepts",
        module="extracted",
        is_grammar=True,
        parser="parse_entries",
    ),
    Reader(
        name="json",
        description="JSON of any other service: records with titles",
        recognised_by="records with a title and another usual key of papers",
        module="keyed.json",
        is_grammar=True,
    ),
    Reader(
        name="reference-list",
        description="list of references or publications as text: names, year, title",
        recognised_by="paragraphs or lines with names, a year and stops or commas between",
        module="learned.entries",
        recogniser="recognise_text",
        parser=PLAIN,
        is_resort=True,
    ),
    Reader(
        name="identifier-list",
        description="list of DOIs, arXiv ids or addresses of papers, one a line",
        recognised_by="lines that are an identifier or the address of a paper",
        module="plain_lists",
        recogniser="recognise_identifiers",
        parser="parse_identifiers",
    ),
    Reader(
        name="title-list",
        description="list of bare titles, one a line",
        recognised_by="short lines of several words that read as titles",
        module="plain_lists",
        recogniser="recognise_titles",
        parser="parse_titles",
    ),
)


def find_reader(name: str) -> Reader:
    """Return the reader of a named format.

    Raises
    ------
    ListingError
        If there is no reader of that name.
    """
    for reader in READERS:
        if reader.name == name:
            return reader
    near = _find_near(name)
    meant = f", did you mean {' or '.join(near)}?" if near else ";"
    message = f"{name!r}: not a known format of listings{meant} papertrace formats lists them"
    raise ListingError(message)


def _find_near(name: str) -> list[str]:
    """Return the names of the readers that a name may mean: misprinted, or what readers are described with."""
    from difflib import get_close_matches

    wanted = name.strip(".").lower()
    near = get_close_matches(wanted, [reader.name for reader in READERS], n=1, cutoff=0.75)
    if near or len(wanted) < _MIN_LENGTH_OF_A_WORD:
        return near
    # A name says more than a description, which may compare a format with another one.
    named = [reader.name for reader in READERS if reader.name.startswith(wanted)]
    described = [
        reader.name
        for reader in READERS
        if any(word.startswith(wanted) for word in _WORD.findall(f"{reader.name} {reader.description}".lower()))
    ]
    described = described if len(named) != 1 else named
    # The readers of lists come before those of captures of a page, which are rarer.
    return sorted(described, key=lambda one: one.startswith("paper-"))[:_MAX_NEAR]
