"""HTML pages as lists: repeated elements of a page are the items of a list in Markdown, and are read as such.

What marks a title, and what stands before and after it, is the same on a page as in a list: `<li>Ann Doe, "Tides of
Frost", WAVES 2020</li>`. Siblings of one tag and class are items, with line breaks between the blocks in them; headings
are sections. What the reader of lists finds is a paper if names, an identifier, or a venue and a year are beside its
title, since menus and lists of people are repeated elements as well.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from papertrace.listings.fields.citation import read_names
from papertrace.listings.html.authors import parse_people
from papertrace.listings.html.positions import PageSource, read_text
from papertrace.listings.html.titles import BOILERPLATE_TAGS, TITLE_CLASS
from papertrace.listings.markdown import awesome_list
from papertrace.model import Entry, Markup, Target

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_ITEMS = frozenset(["li", "p", "div", "tr", "dd", "article", "section", "blockquote"])
_BLOCKS = _ITEMS | frozenset(["ul", "ol", "dl", "dt", "td", "th", "table", "tbody", "main", "center", "pre", "figure"])
_KEPT = {"b": "b", "strong": "b", "i": "i", "em": "i", "cite": "i"}
_SKIPPED = BOILERPLATE_TAGS | frozenset(["svg", "button", "select", "noscript", "iframe", "video", "audio", "object"])
_SPECIAL = re.compile(r"([\\`*_\[\]<>&#|~])")
_LEADING_MARK = re.compile(r"^(\s*\d{1,9})([.)]\s)|^(\s*)([-+]\s)")
_BREAKS = re.compile(r"(?:\s*<br>\s*)+")
_NOT_IN_ADDRESS = re.compile(r"[\s\"'<>`]")
_SIGNS = re.compile(r"[\W_]+")
_LETTER = re.compile(r"[^\W\d_]")
_MIN_SIBLINGS = 3
_MAX_LENGTH_OF_ITEM = 1500
_MAX_ITEMS_INSIDE = 2
_MAX_LENGTH_OF_LABEL = _MAX_LENGTH_OF_NAME = 40
_MAX_ELEMENTS = 200_000
_MIN_PAPERS = 3
_MANY_TIMES = 2


@dataclass(slots=True)
class _Converted:
    """Lines of Markdown, and the elements that they were made of."""

    lines: list[str]
    elements: "list[HtmlElement]"

    def add(self, mark: str, text: str, element: "HtmlElement") -> None:
        text = (
            _BREAKS.sub("<br>", " ".join(text.split()))
            .replace(",<br>", ", ")
            .removeprefix("<br>")
            .removesuffix("<br>")
            .strip()
        )
        if not _LETTER.search(re.sub(r"<[^<>]*>", "", text)):
            return
        if not (mark == "- " and self.lines and self.lines[-1].startswith("- ")):
            self.lines.append("")
            self.elements.append(element)
        self.lines.append(mark + _LEADING_MARK.sub(r"\1\3\\\2\4", text))
        self.elements.append(element)


def read_item_lists(root: "HtmlElement", page: PageSource) -> list[Entry]:
    """Return the papers in the repeated elements of a page, in order; none of a page with fewer than three."""
    converted = _convert(root)
    entries = [
        _place(item, converted.elements[item.span.line - 1], page)
        for item in awesome_list.parse(converted.lines, "")
        if isinstance(item, Entry) and _is_paper(item)
    ]
    return entries if len(entries) >= _MIN_PAPERS else []


def complete_from_lists(entries: list[Entry], listed: list[Entry]) -> list[Entry]:
    """Return the papers of a page with the facts that its items say of them beyond what its structure shows.

    If the structure shows far fewer papers than the items, the items are returned.
    """
    if len(listed) > _MANY_TIMES * len(entries):
        return listed
    by_title = {_fold(entry.title): entry for entry in listed}
    return [_complete(entry, by_title.get(_fold(entry.title))) for entry in entries]


def _complete(entry: Entry, other: Entry | None) -> Entry:
    if other is None:
        return entry
    # Names that go on after a break of the line.
    goes_on = len(other.authors) > len(entry.authors) > 0 and other.authors[0] == entry.authors[0]
    if goes_on or len(other.authors) > 1 >= len(entry.authors):
        n_authors = len(other.authors)
        venue, date = other.venue or (None if goes_on else entry.venue), entry.date or other.date
        return replace(entry, authors=other.authors, n_authors=n_authors, date=date, venue=venue)
    return replace(
        entry,
        authors=entry.authors or other.authors,
        n_authors=entry.n_authors or len(other.authors) or None,
        date=entry.date or other.date,
        venue=entry.venue or other.venue,
    )


def _is_paper(entry: Entry) -> bool:
    has_identifier = bool(entry.identifiers.arxiv or entry.identifiers.doi)
    return " " in entry.title and bool(entry.authors or has_identifier or (entry.venue and entry.date))


def _place(entry: Entry, element: "HtmlElement", page: PageSource) -> Entry:
    """Return an entry with the positions of its element in the page, and its addresses completed."""
    targets: dict[str, Target] = {}
    for link in element.iter("a"):
        href = str(link.get("href") or "")
        raw = page.complete(href)
        if raw and raw not in targets:
            targets[raw] = Target(raw=raw, words=read_text(link), span=page.find(href, link))
    span = page.find(entry.title, element)
    return replace(
        entry,
        abstract="",
        abstract_span=None,
        span=span,
        end_line=max(page.end_of(element, span.line), *(target.span.line for target in targets.values()), 1),
        targets=tuple(targets.values()),
        markup=Markup.HTML,
    )


def _convert(root: "HtmlElement") -> _Converted:
    """Return the headings, items and paragraphs of a page as lines of Markdown."""
    converted = _Converted([], [])
    items = _find_items(root)
    waiting: list[HtmlElement] = [root]
    n_elements = 0
    while waiting and n_elements < _MAX_ELEMENTS:
        element = waiting.pop()
        n_elements += 1
        if not isinstance(element.tag, str) or element.tag in _SKIPPED:
            continue
        if element.tag in _HEADINGS:
            converted.add("#" * _HEADINGS[element.tag] + " ", _write_inline(element), element)
        elif element in items:
            converted.add("- ", _write_term(element) + _write_inline(element), element)
        elif not any(child.tag in _BLOCKS or child.tag in _HEADINGS for child in element.iterdescendants()):
            converted.add("", _write_inline(element), element)
        else:
            waiting.extend(reversed(list(element)))
    return converted


def _find_items(root: "HtmlElement") -> "set[HtmlElement]":
    """Return the outermost repeated elements of a page that are as short as the record of a paper."""
    found: set[HtmlElement] = set()
    waiting: list[HtmlElement] = [root]
    while waiting:
        parent = waiting.pop()
        children = [child for child in parent if isinstance(child.tag, str) and child.tag not in _SKIPPED]
        n_of_kind = Counter(map(_kind_of, children))
        for child in children:
            if child.tag in _ITEMS and n_of_kind[_kind_of(child)] >= _MIN_SIBLINGS and _is_record(child):
                found.add(child)
            else:
                waiting.append(child)
    return found


def _kind_of(element: "HtmlElement") -> tuple[str, str]:
    return str(element.tag), " ".join(sorted(str(element.get("class") or "").split()))


def _is_record(element: "HtmlElement") -> bool:
    """Return whether an element may be one paper: short, and without items of its own but labelled links."""
    if len(element.text_content()) > _MAX_LENGTH_OF_ITEM:
        return False
    inner = element.iterdescendants("li", "tr", "article")
    long = [node for node in inner if len(read_text(node)) > _MAX_LENGTH_OF_LABEL]
    n_headings = sum(1 for node in element.iterdescendants(*_HEADINGS))
    return len(long) <= (0 if element.tag != "tr" else 1) and n_headings <= 1


def _write_term(element: "HtmlElement") -> str:
    """Return the term that a description belongs to (`dt` before `dd`), with a break after it."""
    above = element.getprevious() if element.tag == "dd" else None
    return f"{_write_inline(above)}<br>" if above is not None and above.tag == "dt" else ""


def _write_inline(element: "HtmlElement") -> str:
    """Return the text of an element in Markdown: links, bold and emphasised words, and breaks between its blocks."""
    parts = [_escape(element.text)]
    _write_children(element, parts)
    return "".join(parts)


def _write_children(element: "HtmlElement", parts: list[str]) -> None:
    waiting: list[HtmlElement | str] = list(reversed(list(element)))
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        waiting.append(_escape(node.tail))
        if not isinstance(node.tag, str) or node.tag in _SKIPPED:
            continue
        before, after = _tags_of(node)
        parts += [before, _escape(node.text)]
        waiting.append(after)
        waiting.extend(reversed(list(node)))


def _tags_of(node: "HtmlElement") -> tuple[str, str]:
    if (node.tag == "a" or node.tag in _KEPT) and _is_name_among_names(node):
        return "", ""
    href = _NOT_IN_ADDRESS.sub("", str(node.get("href") or "")) if node.tag == "a" else ""
    if href and not href.startswith(("#", "mailto:", "javascript:")):
        return f'<a href="{href}">', "</a>"
    if node.tag in _HEADINGS or TITLE_CLASS.search(str(node.get("class") or "")):
        return "<br><b>", "</b><br>"
    if node.tag in _KEPT:
        return f"<{_KEPT[node.tag]}>", f"</{_KEPT[node.tag]}>"
    if node.tag == "q":
        return "“", "”"
    return ("<br>", "<br>") if node.tag in _BLOCKS or node.tag == "br" else ("", "")


def _is_name_among_names(node: "HtmlElement") -> bool:
    """Return whether a linked or bold word is one of several names, so that neither is the mark of a title."""
    above, before = node.getparent(), node.getprevious()
    text_before = (before.tail if before is not None else above.text if above is not None else "") or ""
    is_among = (node.tail or "").lstrip(" *†‡\n").startswith((",", ";", "and ", "& ")) or text_before.rstrip().endswith(
        (",", ";", " and", "&")
    )
    text = read_text(node)
    is_short = 0 < len(text) <= _MAX_LENGTH_OF_NAME
    return is_among and is_short and len(parse_people(text) or read_names(text)) == 1


def _escape(text: str | None) -> str:
    return _SPECIAL.sub(r"\\\1", text) if text else ""


def _fold(title: str) -> str:
    return _SIGNS.sub("", title.lower())
