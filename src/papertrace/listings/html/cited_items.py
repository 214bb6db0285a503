"""HTML pages that cite papers without marking their titles: bibliographies made from BibTeX, lists of publications.

An item is cited as printed text: names, title, venue and year, before or after each other as `fields/citation` reads
them, or full names and a stop before the title. Links and an abstract follow the citation.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from papertrace.listings.fields.citation import MAX_LENGTH, Citation, parse_citation, parse_full_citation
from papertrace.listings.fields.prose import is_abstract
from papertrace.listings.fields.venues import find_venue
from papertrace.listings.html.positions import PageSource, fold, read_text
from papertrace.listings.html.publication import parts_below
from papertrace.model import Entry, Markup, Target
from papertrace.records.identifiers import make_identifiers

if TYPE_CHECKING:
    from lxml.html import HtmlElement

ITEMS = frozenset(["li", "p", "dd", "td", "div"])
BLOCKS = frozenset(["blockquote", "pre", "p", "div", "ul", "ol", "table", "dl", "script", "style", "details"])
_BOILERPLATE_TAGS = frozenset(["nav", "footer", "header", "aside", "form", "template", "noscript"])
_BLOCKS_OF_TEXT = ("blockquote", "p", "div")
# "[WAVES'20] Ann Doe and Rob Roe. Tides of Frost.": a number is read as a part of the citation.
_TAG = re.compile(r"\[(?=[^\[\]]{0,20}[^\W\d_])[^\[\]]{1,30}\]\s*(?=[^\W\d_a-z])")
_LABEL = re.compile(r"(?:abstract|summary)\s*:\s*", re.IGNORECASE)
_MIN_ITEMS = 3
_MIN_SHARE = 0.5
_MAX_ITEMS = 50_000


def read_cited_items(root: "HtmlElement", page: PageSource) -> Iterator[Entry]:
    """Yield the papers of a page whose items of one tag and class mostly are citations; none of any other page."""
    groups: dict[tuple[str, str], list[tuple[HtmlElement, Citation | None]]] = {}
    for element in root.iter(*ITEMS):
        if any(above.tag in _BOILERPLATE_TAGS for above in element.iterancestors()):
            continue
        lead = _read_lead(element)
        if lead:
            key = (str(element.tag), " ".join(sorted(str(element.get("class") or "").split())))
            cited = _TAG.sub("", lead, count=1)
            groups.setdefault(key, []).append((element, parse_full_citation(cited) or parse_citation(cited)))
    best: list[tuple[HtmlElement, Citation]] = []
    for items in groups.values():
        papers = [(element, found) for element, found in items[:_MAX_ITEMS] if found is not None]
        if len(papers) >= _MIN_ITEMS and len(papers) >= len(items) * _MIN_SHARE and len(papers) > len(best):
            best = papers
    for element, found in best:
        yield make_entry(element, found, page)


def _read_lead(element: "HtmlElement") -> str:
    """Return the text of an element before the first block in it, with collapsed white space.

    A paragraph that begins an item of a list is its lead.
    """
    if element.tag == "li" and len(element) and element[0].tag == "p" and not fold(element.text):
        element = element[0]
    parts = [element.text or ""]
    for child in element:
        if child.tag in BLOCKS:
            break
        if isinstance(child.tag, str):
            parts.append(" " if child.tag == "br" else read_text(child))
        parts.append(child.tail or "")
    return fold("".join(parts))[:MAX_LENGTH]


def make_entry(element: "HtmlElement", cited: Citation, page: PageSource) -> Entry:
    """Return the entry of a paper that an element cites, with the links and an abstract in it or below it."""
    targets: dict[str, Target] = {}
    below = list(parts_below(element))
    for link in (link for part in (element, *below) for link in part.iter("a")):
        href = str(link.get("href") or "")
        raw = page.complete(href)
        if raw and raw not in targets:
            targets[raw] = Target(raw=raw, words=read_text(link), span=page.find(href, link))
    around = below if element.tag in _BLOCKS_OF_TEXT else [element, *below]
    blocks = (node for part in around for node in part.iter(*_BLOCKS_OF_TEXT))
    # The citation may be a paragraph itself; an abstract may have the title in it, but not the citation.
    lead = _read_lead(element)
    citation = (lead if cited.title in lead else cited.title).replace(" ", "")
    nodes = [node for node in blocks if citation not in read_text(node).replace(" ", "")]
    abstract_node = max(nodes, key=lambda node: len(read_text(node)), default=None)
    abstract = _LABEL.sub("", read_text(abstract_node), count=1) if abstract_node is not None else ""
    if not is_abstract(abstract, stands_alone=True):
        abstract, abstract_node = "", None
    span = page.find(cited.title, element)
    return Entry(
        title=cited.title,
        abstract=abstract,
        span=span,
        end_line=max(page.end_of(element, span.line), *(target.span.line for target in targets.values()), 1),
        abstract_span=page.find(abstract, abstract_node) if abstract_node is not None else None,
        authors=cited.authors,
        date=cited.year or None,
        venue=find_venue(lead.partition(cited.title)[2], follows_names=True),
        identifiers=make_identifiers(arxiv=tuple(targets), doi=tuple(targets)),
        targets=tuple(targets.values()),
        markup=Markup.HTML,
    )
