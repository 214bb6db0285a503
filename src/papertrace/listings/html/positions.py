"""A page of HTML as a tree: where its texts and addresses are in the source, and what it says of its own address."""

import re
from bisect import bisect_right
from urllib.parse import urljoin

from papertrace.markup.html import find_tokens
from papertrace.markup.tree import Element, build_tree
from papertrace.model import Span
from papertrace.model.addresses import host_of

_MAX_NEEDLE_LENGTH = 200
_MAX_HEAD = 20_000
_SAVED_FROM = re.compile(r"<!--[^>]{0,200}saved from url=\(\d{1,6}\)(https?://\S+)")
_ABSOLUTE = re.compile(r"https?://[^\s/?#]+", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_BLOCKS = frozenset(["br", "p", "div", "li", "td", "tr", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6"])
_HIDDEN = frozenset(["script", "style", "svg", "template"])


def fold(text: str | None) -> str:
    """Return a text with its white space collapsed to single spaces."""
    return " ".join((text or "").split())


def read_text(element: Element) -> str:
    """Return the text of an element and its descendants with collapsed white space, without scripts and styles.

    Blocks are apart from what is around them. A `span` may be a block for the style of a page, and is apart from what
    follows unless that is a text: `<span>Ann Doe</span><span>WAVES</span>`, but `<span>BERT</span>s`.
    """
    parts: list[str] = []
    stack: list[Element | str] = [element]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            parts.append(one)
        elif one.tag not in _HIDDEN:
            around = " " if one.tag in _BLOCKS else ""
            stack.append(around)
            followed: Element | str = ""
            for child in reversed(one.children):
                is_apart = (
                    isinstance(child, Element) and child.tag == "span" and not (followed and isinstance(followed, str))
                )
                stack += (" ", child) if is_apart else (child,)
                followed = child
            stack.append(around)
    return fold("".join(parts))


class Page:
    """The source of a page and its tree, and the address that it was saved from."""

    def __init__(self, text: str, source: str) -> None:
        self.text: str = text
        self._source = source
        self.root: Element = build_tree(find_tokens(text), text)
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.base: str = self._find_base()

    def span(self, offset: int) -> Span:
        """Return the span of a character."""
        line = bisect_right(self._starts, offset)
        return Span(self._source, line, offset - self._starts[line - 1] + 1)

    def find(self, text: str, element: Element) -> Span:
        """Return the span of a text or of its first word in an element, or else that of the element."""
        printed = text[:_MAX_NEEDLE_LENGTH]
        for needle in dict.fromkeys((printed, printed.replace("&", "&amp;"), printed.split(" ", 1)[0])):
            at = self.text.find(needle, element.start, element.stop) if needle else -1
            if at >= 0:
                return self.span(at)
        return self.span(element.start)

    def complete(self, href: str) -> str:
        """Return an absolute address unchanged and a relative one resolved; empty if that is not possible."""
        href = href.strip()
        if href.startswith("//"):
            return f"https:{href}"
        if _ABSOLUTE.match(href):
            return href
        if not self.base or not href or href.startswith("#") or _SCHEME.match(href):
            return ""
        try:
            return urljoin(self.base, href)
        except ValueError:
            return ""

    def host(self) -> str:
        """Return the host of the page, empty if it is not stated."""
        return host_of(self.base)

    def _find_base(self) -> str:
        """Return the address that a page states for itself, or an empty string."""
        found: dict[str, str] = {}
        for element in self.root.walk():
            kind, address = "", element.get("href")
            if element.tag == "base":
                kind = "base"
            elif element.tag == "link":
                kind = element.get("rel")
            elif element.tag == "meta":
                kind, address = element.get("property") or element.get("name"), element.get("content")
            if kind and _ABSOLUTE.match(address.strip()):
                found.setdefault(kind, address.strip())
        for kind in ("base", "canonical", "og:url", "citation_abstract_html_url"):
            if kind in found:
                return found[kind]
        # Browsers write the address of a saved page before its first tag.
        saved = _SAVED_FROM.search(self.text[:_MAX_HEAD])
        return saved[1] if saved else ""
