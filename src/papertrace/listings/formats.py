"""The table of readers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from papertrace.errors import ListingError
from papertrace.listings import extracted
from papertrace.listings.bibliographies import (
    arxiv_atom,
    bibtex,
    plain_lists,
    proquest,
    reference_list,
    ris,
    tables,
    xml_bibliography,
)
from papertrace.listings.captures import headings, labelled_text, link_lines, numbered_links, paper_page
from papertrace.listings.html import page
from papertrace.listings.json import arxiv, hugging_face, openalex, plain, semantic_scholar
from papertrace.listings.markdown import awesome_list
from papertrace.listings.notations import asciidoc, org, restructuredtext
from papertrace.model import Entry, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A reader of one format, which users recognise by what `recognised_by` says.

    `recognise` takes the first lines and returns a confidence from 0 (not this format) to 1 (certain); `parse` takes
    all lines as a stream and yields entries and problems in reading order.
    """

    name: str
    description: str
    recognised_by: str
    recognise: Callable[[list[str]], float]
    parse: Callable[[Iterable[str], str], Iterator[Entry | Problem]]


READERS: tuple[Reader, ...] = (
    Reader(
        name="paper-lines",
        description="paper page as text: alternating lines of title and abstract",
        recognised_by="prose below short lines, without blank lines, marks or labels",
        recognise=paper_page.recognise_lines,
        parse=paper_page.parse,
    ),
    Reader(
        name="paper-blocks",
        description="paper page as text: blocks of title, abstract, authors and date",
        recognised_by="prose below short lines, in blocks with counts of authors and dates",
        recognise=paper_page.recognise_blocks,
        parse=paper_page.parse,
    ),
    Reader(
        name="paper-links",
        description="paper page as text: every link on a line of its own",
        recognised_by="lines that are a link in square brackets, a title among them",
        recognise=link_lines.recognise,
        parse=link_lines.parse,
    ),
    Reader(
        name="paper-references",
        description="paper page as text: numbered references",
        recognised_by="numbers in square brackets behind titles, and a numbered list of links at the end",
        recognise=numbered_links.recognise,
        parse=numbered_links.parse,
    ),
    Reader(
        name="paper-headings",
        description="paper page as Markdown: a heading above each abstract",
        recognised_by="headings of Markdown above abstracts",
        recognise=headings.recognise,
        parse=headings.parse,
    ),
    Reader(
        name="labelled-text",
        description="text with labelled lines: Title: …, Authors: …, Abstract: …",
        recognised_by="lines that begin with Title:, Authors:, Abstract: and the like",
        recognise=labelled_text.recognise,
        parse=labelled_text.parse,
    ),
    Reader(
        name="hugging-face-json",
        description="JSON of the daily papers of Hugging Face: API or scrape",
        recognised_by="records with a paper, its votes and its submitter",
        recognise=hugging_face.recognise,
        parse=hugging_face.parse,
    ),
    Reader(
        name="awesome-list",
        description="awesome-list in Markdown: bullets and tables with links",
        recognised_by="bullets, headings and table rows with links",
        recognise=awesome_list.recognise,
        parse=awesome_list.parse,
    ),
    Reader(
        name="org-list",
        description="reading list of Org mode: headlines, lists and links",
        recognised_by="headlines with stars, links in double brackets",
        recognise=org.recognise,
        parse=org.parse,
    ),
    Reader(
        name="rst-list",
        description="reading list in reStructuredText: lists and links",
        recognised_by="underlined headings, directives, links in backquotes",
        recognise=restructuredtext.recognise,
        parse=restructuredtext.parse,
    ),
    Reader(
        name="asciidoc-list",
        description="reading list in AsciiDoc: lists and links",
        recognised_by="headings with equals signs, addresses with their words in square brackets",
        recognise=asciidoc.recognise,
        parse=asciidoc.parse,
    ),
    Reader(
        name="html-page",
        description="saved HTML: the page of a paper, or a page that lists papers",
        recognised_by="tags of HTML with titles of papers: citation metadata, linked data, or lists of links",
        recognise=page.recognise,
        parse=page.parse,
    ),
    Reader(
        name="bibtex",
        description="bibliography in BibTeX or BibLaTeX",
        recognised_by="entries such as @article{…, with fields",
        recognise=bibtex.recognise,
        parse=bibtex.parse,
    ),
    Reader(
        name="ris",
        description="bibliography in RIS",
        recognised_by="tagged lines (TY  - , PMID- , PT J, %0) with titles",
        recognise=ris.recognise,
        parse=ris.parse,
    ),
    Reader(
        name="proquest",
        description="report of ProQuest as text",
        recognised_by="blocks of labelled lines between rules, with titles and ProQuest's own labels",
        recognise=proquest.recognise,
        parse=proquest.parse,
    ),
    Reader(
        name="xml-bibliography",
        description="bibliography in XML: EndNote, PubMed, Zotero RDF, dblp",
        recognised_by="the root elements of these services",
        recognise=xml_bibliography.recognise,
        parse=xml_bibliography.parse,
    ),
    Reader(
        name="table",
        description="table of papers, as CSV, TSV or workbook (.xlsx): Scopus, IEEE Xplore, Web of Science and others",
        recognised_by="a header with a title and another known column, in commas, semicolons, bars or tabs",
        recognise=tables.recognise,
        parse=tables.parse,
    ),
    Reader(
        name="arxiv-json",
        description="metadata of arXiv, one JSON object per line",
        recognised_by="records with the keys of arXiv's metadata",
        recognise=arxiv.recognise,
        parse=arxiv.parse,
    ),
    Reader(
        name="arxiv-atom",
        description="responses of arXiv's API in Atom",
        recognised_by="a feed in the namespace of Atom with entries of arXiv",
        recognise=arxiv_atom.recognise,
        parse=arxiv_atom.parse,
    ),
    Reader(
        name="openalex",
        description="works of OpenAlex, as JSON lines or pages of results",
        recognised_by="records with the keys of works of OpenAlex",
        recognise=openalex.recognise,
        parse=openalex.parse,
    ),
    Reader(
        name="semantic-scholar",
        description="papers of Semantic Scholar, as JSON lines or pages",
        recognised_by="records with paperId and externalIds",
        recognise=semantic_scholar.recognise,
        parse=semantic_scholar.parse,
    ),
    Reader(
        name="extracted",
        description="papers as papertrace extract writes them",
        recognised_by="records with id, title, links and concepts",
        recognise=extracted.recognise,
        parse=extracted.parse_entries,
    ),
    Reader(
        name="json",
        description="JSON of any other service: records with titles",
        recognised_by="records with a title and another usual key of papers",
        recognise=plain.recognise,
        parse=plain.parse,
    ),
    Reader(
        name="reference-list",
        description="list of references or publications as text: names, year, title",
        recognised_by="paragraphs that begin with names and a year, or names and a title in quotes",
        recognise=reference_list.recognise,
        parse=reference_list.parse,
    ),
    Reader(
        name="identifier-list",
        description="list of DOIs, arXiv ids or addresses of papers, one a line",
        recognised_by="lines that are an identifier or the address of a paper",
        recognise=plain_lists.recognise_identifiers,
        parse=plain_lists.parse_identifiers,
    ),
    Reader(
        name="title-list",
        description="list of bare titles, one a line",
        recognised_by="short lines of several words that read as titles",
        recognise=plain_lists.recognise_titles,
        parse=plain_lists.parse_titles,
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
    message = f"{name!r}: not a known format of listings; papertrace formats lists them"
    raise ListingError(message)
