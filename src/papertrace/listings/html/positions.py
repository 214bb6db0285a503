"""Positions in an HTML source: the line and column of a text or an address of the parsed tree."""

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from papertrace.model import Span
from papertrace.model.addresses import host_of

if TYPE_CHECKING:
    from lxml.html import HtmlElement

# libxml2 stores the line of an element in 16 bits; after that line, the source is searched.
_MAX_ELEMENT_LINE = 65535
_LINES_SEARCHED = 40
_MAX_NEEDLE_LENGTH = 200
_MAX_LINE_SEARCHED = 200_000
_SAVED_FROM = re.compile(r"saved from url=\(\d{1,6}\)(https?://\S+)")
_ABSOLUTE = re.compile(r"https?://[^\s/?#]+", re.IGNORECASE)
_BLOCKS = frozenset(["br", "p", "div", "li", "td", "tr", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6"])
_HIDDEN = frozenset(["script", "style", "svg", "template"])


def fold(text: str | None) -> str:
    """Return a text with its white space collapsed to single spaces."""
    return " ".join((text or "").split())


def read_text(element: "HtmlElement") -> str:
    """Return the text of an element and its descendants with collapsed white space, without scripts and styles.

    Blocks are apart from what is around them. A `span` may be a block for the style of a page, and is apart from what
    follows unless that is a text: `<span>Ann Doe</span><span>WAVES</span>`, but `<span>BERT</span>s`. A
    comment has no text.
    """
    from lxml.etree import iterwalk

    if not isinstance(element.tag, str):
        return ""
    parts: list[str] = []
    walk = iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        if event == "start":
            if node.tag in _BLOCKS:
                parts.append(" ")
            if node.tag in _HIDDEN:
                walk.skip_subtree()
            elif node.text:
                parts.append(node.text)
        else:
            if node.tag in _BLOCKS or (node.tag == "span" and not node.tail):
                parts.append(" ")
            if node.tail and node is not element:
                parts.append(node.tail)
    return fold("".join(parts))


class PageSource:
    """The lines of a page, for locating its elements, and the address that it was saved from."""

    def __init__(self, lines: list[str], source: str, root: "HtmlElement") -> None:
        self._lines = lines
        self._source = source
        self._below = _MAX_ELEMENT_LINE
        self._column = (0, 0)  # the line index and the offset of the last match
        self.base: str = _find_base(root)

    def line_of(self, element: "HtmlElement") -> int:
        """Return the line of an element, at most the last line of the page."""
        line = int(element.sourceline or 1)
        return max(1, min(line, len(self._lines)))

    def find(self, text: str, element: "HtmlElement") -> Span:
        """Return the span of a text or of its first word at or after an element, or else the element's line."""
        line = self.line_of(element)
        first = line
        # A tag may span several lines, and the parser gives the last of them.
        start, end = max(line - 1 - _LINES_SEARCHED // 4, 0), min(line - 1 + _LINES_SEARCHED, len(self._lines))
        if line >= _MAX_ELEMENT_LINE:
            first = start = self._below
            start, end = start - 1, len(self._lines)
        printed = text[:_MAX_NEEDLE_LENGTH]
        word = printed.split(" ", 1)[0]
        for needle in dict.fromkeys((printed, printed.replace("&", "&amp;"), word)):
            order = [*range(line - 1, end), *range(line - 2, start - 1, -1)] if line == first else range(start, end)
            for index in order if needle else ():
                column = self._find_in_line(needle, index)
                if column >= 0:
                    self._below = max(self._below, index + 1)
                    self._column = (index, column)
                    return Span(self._source, index + 1, column + 1)
        return Span(self._source, min(first, len(self._lines)))

    def _find_in_line(self, needle: str, index: int) -> int:
        """Return the offset of a text in a line; a very long line is searched only around the last match."""
        line = self._lines[index]
        if len(line) <= _MAX_LINE_SEARCHED:
            return line.find(needle)
        last = self._column[1] if self._column[0] == index else 0
        return line.find(needle, max(last - _MAX_LINE_SEARCHED // 10, 0), last + _MAX_LINE_SEARCHED)

    def end_of(self, element: "HtmlElement", at_least: int) -> int:
        """Return the last line on which a descendant begins, since the parser does not record where elements end."""
        last = max((int(node.sourceline or 1) for node in element.iter()), default=1)
        return max(at_least, min(last, len(self._lines)))

    def complete(self, href: str) -> str:
        """Return an absolute address unchanged and a relative one resolved; empty if that is not possible."""
        href = href.strip()
        if href.startswith("//"):
            return f"https:{href}"
        if _ABSOLUTE.match(href):
            return href
        if not self.base or not href or href.startswith("#") or re.match(r"[a-z][a-z0-9+.-]*:", href, re.IGNORECASE):
            return ""
        try:
            return urljoin(self.base, href)
        except ValueError:
            return ""

    def host(self) -> str:
        """Return the host of the page, empty if it is not stated."""
        return host_of(self.base)


def _find_base(root: "HtmlElement") -> str:
    """Return the address that a page states for itself, or an empty string."""
    for path, name in (
        ("//base[@href]", "href"),
        ("//link[@rel='canonical'][@href]", "href"),
        ("//meta[@property='og:url'][@content]", "content"),
        ("//meta[@name='citation_abstract_html_url'][@content]", "content"),
    ):
        for element in root.xpath(path):
            address = str(element.get(name, "")).strip()
            if _ABSOLUTE.match(address):
                return address
    # Browsers write the address of a saved page before its first tag.
    for comment in root.xpath("//comment()")[:20]:
        if found := _SAVED_FROM.search(str(comment.text or "")[:2000]):
            return found[1]
    return ""
