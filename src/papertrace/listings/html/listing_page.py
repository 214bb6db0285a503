"""HTML pages that list papers: the repeated titles, and the record around each of them.

All that sites have in common is this: titles are headings, or elements classed as titles, with the same tag and
class; everything else about a paper is in the largest element around its title that contains no other title.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from papertrace.listings.fields.prose import is_abstract, is_prose, is_title
from papertrace.listings.html.authors import find_names, find_names_before, is_of_authors, read_authors
from papertrace.listings.html.metadata import read_iso_date
from papertrace.listings.html.positions import PageSource, fold, read_text
from papertrace.listings.html.publication import is_classed_abstract, parts_below, read_publication
from papertrace.listings.html.titles import (
    BOILERPLATE_TAGS,
    EMPHASIS,
    LABELS,
    are_sections,
    can_be_bold_title,
    can_be_linked_title,
    can_be_title,
    can_be_title_after_names,
    can_be_title_in_cell,
)
from papertrace.model import Entry, Identifiers, Markup, Target
from papertrace.model.addresses import host_of
from papertrace.model.identifiers import ARXIV_NEW, identify_address
from papertrace.records.dates import parse_printed_date
from papertrace.records.identifiers import make_identifiers

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_N_AUTHORS = re.compile(r"(?:^|[^\d])(\d{1,5}) authors?\b")
_PREFIX = re.compile(rf"(?:title|authors?|abstract|summary)\s*:\s*|\[{ARXIV_NEW}\]\s*|\[pdf\]\s*", re.IGNORECASE)
_SIGNS_OF_MORE = " \t\n\r\f\v\xa0…△▽▲▼"
_MORE_OR_LESS = re.compile(r"\b(?:(?:show|read) )?(?:more|less)$", re.IGNORECASE)
_SITE_PATHS = re.compile(
    r"https?://[^/?#]+/(?:login|join|signup|sign[-_]in|register|subscribe|search|user|users|profile|author|authors|tag|tags"
    r"|intent|share|sharer)(?:[/?#.]|$)",
    re.IGNORECASE,
)
_LABELLED_DOI = re.compile(r"\bdoi:?\s{0,3}(10\.\d{4,9}/[^\s,;<>]{1,200})", re.IGNORECASE)
_BLOCKS = ("p", "div", "blockquote", "span", "section", "td", "dd")
_MIN_WORDS_OF_A_FLAT_TITLE = 4
_MAX_PARTS = 40
_MAX_TITLES = 50_000
_MIN_TITLES = 2
# Records of different groups overlap: a page with thousands of kinds of headings must not be read thousands of times.
_MAX_GROUPS = 30
_MAX_SINGLE_TITLES = 20
_MAX_RECORD_TEXT_LENGTH = 20_000


def read_listing(root: "HtmlElement", page: PageSource) -> Iterator[Entry]:
    """Yield the papers of a page in order; none if no title repeats.

    Titles are grouped by tag and class. The group is chosen whose records most often contain prose, a list of authors
    or the address of a paper; a page with a single `article` counts as a list of one.
    """
    for can_be in (can_be_title, can_be_linked_title, can_be_bold_title, can_be_title_in_cell):
        best = _find_best_group(root, can_be, page)
        for title, record in best:
            entry = _read_record(title, record, page)
            if entry is not None:
                yield entry
        if best:
            return


def read_emphasised_titles(root: "HtmlElement", page: PageSource) -> Iterator[Entry]:
    """Yield the papers of a page whose titles are in italics or bold after names: `Ann Doe. <i>Tides of Frost</i>`."""
    for title, record in _find_best_group(root, can_be_title_after_names, page):
        entry = _read_record(title, record, page)
        if entry is not None:
            yield entry


def _find_best_group(
    root: "HtmlElement", can_be: "Callable[[HtmlElement], bool]", page: PageSource
) -> "list[tuple[HtmlElement, HtmlElement]]":
    """Return the titles and records of the group with the most papers; none if fewer than half of any are papers."""
    groups: dict[tuple[str, str], list[HtmlElement]] = {}
    for element in root.iter():
        if isinstance(element.tag, str) and can_be(element):
            groups.setdefault((element.tag, " ".join(sorted(str(element.get("class") or "").split()))), []).append(
                element
            )
    best: list[tuple[HtmlElement, HtmlElement]] = []
    best_score = n_single = 0
    for titles in sorted(groups.values(), key=len, reverse=True)[:_MAX_GROUPS]:
        if are_sections(titles):
            continue
        records = list(zip(titles, _find_records(titles), strict=True))
        if len(titles) < _MIN_TITLES:
            n_single += 1
            if n_single > _MAX_SINGLE_TITLES or not any(record.tag == "article" for _, record in records):
                continue
        score = sum(_describes_paper(title, record, page) for title, record in records)
        if score * 2 >= len(titles) and score > best_score:
            best, best_score = records, score
    return best


def _find_records(titles: list["HtmlElement"]) -> Iterator["HtmlElement"]:
    """Yield for each title the largest element around it that contains no other title of its group."""
    n_titles: Counter[HtmlElement] = Counter()
    for title in titles[:_MAX_TITLES]:
        n_titles.update(title.iterancestors())
    for title in titles:
        around = takewhile(
            lambda above: n_titles[above] <= 1 and above.tag not in ("body", "html", "main"), title.iterancestors()
        )
        *_, record = title, *around
        yield record


def _parts(title: "HtmlElement", record: "HtmlElement") -> Iterator["HtmlElement"]:
    """Yield the elements of a record; on a flat page, those from its title to the next title of its group.

    The term before a description (`dt` before `dd`) is part of its record.
    """
    above = record.getprevious()
    is_flat = record is title or read_text(record) == read_text(title)
    if record.tag == "dd" and above is not None and above.tag == "dt":
        yield from above.iter("*")
    yield from record.iter("*")
    below = record.getnext()
    if not is_flat:
        for part in parts_below(record):
            yield from part.iter("*")
        return
    while below is not None and not _contains_like(below, title):
        if isinstance(below.tag, str) and below.tag not in BOILERPLATE_TAGS:
            yield from below.iter("*")
        below = below.getnext()


def _contains_like(element: "HtmlElement", title: "HtmlElement") -> bool:
    """Return whether an element is or contains one of the same tag and class: the next title."""
    kind = (title.tag, title.get("class"))
    return isinstance(element.tag, str) and any((node.tag, node.get("class")) == kind for node in element.iter())


def _describes_paper(title: "HtmlElement", record: "HtmlElement", page: PageSource) -> bool:
    for node in _parts(title, record):
        if is_of_authors(node) or (node.tag == "a" and _leads_to_paper(node, page)):
            return True
        if node.tag in ("p", "blockquote", "div", "span") and is_prose(fold(node.text)):
            return True
    if find_names(title, list(record.iter("*"))) or (title.tag in EMPHASIS and find_names_before(title)[0]):
        return True
    # On a flat page, names may also be those of a committee, whose headings are shorter than titles.
    is_long = len(read_text(title).split()) >= _MIN_WORDS_OF_A_FLAT_TITLE
    return is_long and bool(find_names(title, list(islice(_parts(title, record), _MAX_PARTS))))


def _leads_to_paper(link: "HtmlElement", page: PageSource) -> bool:
    href = str(link.get("href") or "")
    return href.lower().endswith(".pdf") or bool(identify_address(href) or identify_address(page.complete(href)))


def _read_record(title: "HtmlElement", record: "HtmlElement", page: PageSource) -> Entry | None:
    text = _PREFIX.sub("", read_text(title), count=1)
    if not is_title(text):
        return None
    nodes = list(_parts(title, record))
    abstract, abstract_node = _find_abstract(title, nodes)
    author_nodes = [node for node in nodes if is_of_authors(node)]
    authors, date = read_authors(author_nodes), None
    if not authors:
        authors, date = find_names_before(title)
    authors = authors or find_names(title, nodes)
    year, venue = read_publication(title, authors)
    inside_authors = {id(inner) for node in author_nodes for inner in node.iter()}
    targets = _find_targets(title, nodes, inside_authors, page)
    whole = read_text(record)[:_MAX_RECORD_TEXT_LENGTH]
    stated = _N_AUTHORS.search(whole)
    span = page.find(text, title)
    abstract_span = page.find(abstract, abstract_node) if abstract and abstract_node is not None else None
    return Entry(
        title=text,
        abstract=abstract,
        span=span,
        end_line=max(
            page.end_of(record, span.line),
            abstract_span.line if abstract_span else 1,
            *(t.span.line for t in targets),
            1,
        ),
        abstract_span=abstract_span,
        authors=authors,
        n_authors=int(stated[1]) if stated else len(authors) or None,
        date=_find_date(nodes) or date or year,
        venue=venue,
        identifiers=_identify(targets, nodes).or_else(_identify_printed(whole)),
        targets=targets,
        markup=Markup.HTML,
    )


def _find_abstract(title: "HtmlElement", nodes: list["HtmlElement"]) -> tuple[str, "HtmlElement | None"]:
    """Return the text that is classed as the abstract, or else the longest paragraph of prose."""
    inside_title = {id(node) for node in title.iter()} | {id(node) for node in title.iterancestors()}
    best: tuple[str, HtmlElement | None] = ("", None)
    best_rank = (False, 0)
    for node in nodes:
        if id(node) in inside_title or node.tag not in _BLOCKS:
            continue
        classed = is_classed_abstract(node)
        if classed and any(
            is_classed_abstract(inner) for inner in node.iterdescendants() if isinstance(inner.tag, str)
        ):
            continue  # a container of a short and a full form, of which the longer is taken
        if not classed and (node.tag in ("div", "section", "td", "dd") and node.find(".//p") is not None):
            continue
        if not classed and best_rank[0]:
            continue
        text = _strip_more(_PREFIX.sub("", read_text(node), count=1)[:_MAX_RECORD_TEXT_LENGTH])
        rank = (classed, len(text))
        if text and (classed or is_abstract(text, stands_alone=True)) and rank > best_rank:
            best, best_rank = (text, node), rank
    return best


def _strip_more(text: str) -> str:
    """Return a text without the button at its end that unfolds or folds it: `… show more ▽`."""
    return _MORE_OR_LESS.sub("", text.rstrip(_SIGNS_OF_MORE)).rstrip(_SIGNS_OF_MORE)


def _find_targets(
    title: "HtmlElement",
    nodes: list["HtmlElement"],
    inside_authors: set[int],
    page: PageSource,
) -> tuple[Target, ...]:
    """Return the links of a record that belong to the paper: on its title, to papers, labelled, or to other hosts."""
    around = {id(node) for node in (*title.iter(), *title.iterancestors())}
    host = page.host()
    found: dict[str, Target] = {}
    for node in nodes:
        if node.tag != "a" or id(node) in inside_authors:
            continue
        href = str(node.get("href") or "")
        raw = page.complete(href)
        words = read_text(node) or fold(node.get("title"))
        if not raw or _SITE_PATHS.match(raw):
            continue
        is_own = id(node) in around or LABELS.fullmatch(words[:100]) is not None or bool(identify_address(raw))
        if raw.partition("#")[0] in found:
            continue  # a fragment of the same page
        is_outside = bool(host) and host_of(raw) != host
        if is_own or is_outside or not host:
            found.setdefault(raw, Target(raw=raw, words=words, span=page.find(href, node)))
    return tuple(found.values())


def _identify(targets: tuple[Target, ...], nodes: list["HtmlElement"]) -> Identifiers:
    for target in targets:
        if ids := identify_address(target.raw):
            return ids
    hrefs = (str(node.get("href") or "") for node in nodes if node.tag == "a")
    relative = (identify_address(href) for href in hrefs if href.startswith("/"))
    return next((ids for ids in relative if ids), Identifiers())


def _identify_printed(text: str) -> Identifiers:
    """Return the only DOI that a text has after its label: `Harbour Letters 3, doi: 10.1000/tides, 2021`."""
    found = {doi.rstrip(".,;)]") for doi in _LABELLED_DOI.findall(text)}
    return make_identifiers(arxiv=(), doi=tuple(found)) if len(found) == 1 else Identifiers()


def _find_date(nodes: list["HtmlElement"]) -> str | None:
    for node in nodes:
        if node.tag == "time":
            found = read_iso_date(str(node.get("datetime") or ""))
            printed = parse_printed_date(read_text(node))
            if found or printed:
                return found or (printed[0] if printed else None)
    return None
