"""Where and when a paper on a page that lists many was published, and the paragraphs of its links."""

import re
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from papertrace.listings.fields.labels import is_label
from papertrace.listings.fields.venues import find_venue
from papertrace.listings.html.positions import fold, read_text
from papertrace.records.dates import without_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

_ABSTRACT_CLASS = re.compile(r"abstract|summary|snippet|description|excerpt", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+")
_YEAR = re.compile(r"(?<![\d./–-])(?:19|20)\d\d(?![\d–]|-\d)")  # noqa: RUF001 - dashes as printed
_EMPHASIS = frozenset(["i", "em", "b", "strong", "cite"])
_WORD = re.compile(r"[^\W\d_]{2,}")
_MAX_NODES, _MAX_LENGTH = 40, 2_000
_MAX_PARTS_BELOW = 4


def read_publication(title: "HtmlElement", authors: tuple[str, ...]) -> tuple[str | None, str | None]:
    """Return the year and the venue that stand after a title and its authors in one paragraph; None for what is absent.

    An example is `<a>Tides of Frost</a><br>Ann Doe, Rob Roe<br><em>Harbour Letters</em>, 2020`. Without authors nothing
    is returned: a year below a heading may be any. Of several lines the first with a year counts.
    """
    if not authors:
        return None, None
    while (above := title.getparent()) is not None and above.tag in _EMPHASIS and read_text(above) == read_text(title):
        title = above
    lines = _read_lines_after(title)
    last = max(authors[:_MAX_NODES], key=lines.rfind)
    start = lines.rfind(last)
    after = lines[start + len(last) :] if start >= 0 else lines
    head = ""
    for line in after.split("\n"):
        years = find_years(line)
        if years:
            return years[-1], find_venue(f"{head} {line}", follows_names=True)
        head = line.strip()
    return None, None


def find_years(text: str) -> list[str]:
    """Return the years in a text, without those in addresses and ranges of pages.

    >>> find_years("Harbour Letters 3, pages 1751-1957, 2020. https://example.org/2019")
    ['2020']
    """
    return _YEAR.findall(without_pages(_ADDRESS.sub(" ", text)))


def _read_lines_after(title: "HtmlElement") -> str:
    """Return the text after a title in its paragraph, without labelled links; breaks become line feeds."""
    parts = [fold(title.tail)]
    for node in islice(title.itersiblings(), _MAX_NODES):
        text = read_text(node) if isinstance(node.tag, str) else ""
        is_link = node.tag == "a" and is_label(text)
        parts += ["\n" if node.tag == "br" else "" if is_link else text, fold(node.tail)]
    return " ".join(parts)[:_MAX_LENGTH]


def parts_below(record: "HtmlElement") -> "Iterator[HtmlElement]":
    """Return the elements after a record that belong to it: lists of labelled links, and an abstract classed as one.

    A button unfolds such an abstract, which therefore is not inside the record.
    """
    return takewhile(_belongs_to_record_above, islice(record.itersiblings(), _MAX_PARTS_BELOW))


def _belongs_to_record_above(node: "HtmlElement") -> bool:
    return isinstance(node.tag, str) and (is_classed_abstract(node) or _is_list_of_links(node))


def is_classed_abstract(node: "HtmlElement") -> bool:
    """Return whether the class or the id of an element says that it is an abstract."""
    return _ABSTRACT_CLASS.search(f"{node.get('class') or ''} {node.get('id') or ''}") is not None


def _is_list_of_links(node: "HtmlElement") -> bool:
    """Return whether a paragraph consists of labelled links: `<p>[<a>PDF</a>] [<a>Code</a>]</p>`."""
    links = list(node.iter("a"))
    if node.tag not in ("p", "div", "ul", "span") or not 0 < len(links) <= _MAX_NODES:
        return False
    words = [read_text(link) for link in links]
    n_words = len(_WORD.findall(read_text(node)[:_MAX_LENGTH]))
    return all(map(is_label, words)) and n_words == sum(len(_WORD.findall(text)) for text in words)
