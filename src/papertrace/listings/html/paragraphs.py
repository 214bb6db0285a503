"""Paragraphs of HTML pages that are marked by nothing but blank lines, which are two line breaks.

`Tides of Frost<br><i>Ann Doe and Rob Roe</i><br><br>Salt and Ropes<br>…`: all papers are in one element, so that no
element is the record of one. Each becomes a paragraph of its own.
"""

from itertools import islice
from typing import TYPE_CHECKING

from papertrace.listings.html.titles import BOILERPLATE_TAGS

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_BLOCKS = frozenset(["p", "div", "ul", "ol", "dl", "table", "section", "article", "blockquote", "pre", "center", "hr"])
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_MIN_BLANK_LINES = 3
_MAX_PARENTS = 50_000


def wrap_paragraphs(root: "HtmlElement") -> bool:
    """Put what is between blank lines into paragraphs, and return whether there were any; the tree is changed."""
    parents = dict.fromkeys(
        above
        for mark in islice(root.iter("br"), _MAX_PARENTS)
        if _ends_line_after_another(mark) and (above := mark.getparent()) is not None
    )
    found = False
    for parent in parents:
        n_blank = sum(_ends_line_after_another(child) for child in parent.iterchildren("br"))
        if n_blank >= _MIN_BLANK_LINES and not _is_boilerplate(parent):
            _wrap(parent)
            found = True
    return found


def _ends_line_after_another(mark: "HtmlElement") -> bool:
    before = mark.getprevious()
    return before is not None and before.tag == "br" and not (before.tail or "").strip()


def _is_boilerplate(element: "HtmlElement") -> bool:
    return any(above.tag in BOILERPLATE_TAGS for above in (element, *element.iterancestors()))


def _wrap(parent: "HtmlElement") -> None:
    from lxml.html import Element

    children = list(parent)
    ends = {child for child in children if child.tag == "br" and _ends_line_after_another(child)}
    line = parent.sourceline or 1
    paragraph = _begin(Element("p"), line, parent.text)
    parent.text = None
    for child in children:
        line = child.sourceline or line
        if not (child in ends or child.tag in _BLOCKS or child.tag in _HEADINGS):
            paragraph.append(child)  # its tail goes with it
            continue
        if _has_words(paragraph):
            child.addprevious(paragraph)
        paragraph = _begin(Element("p"), line, child.tail)
        child.tail = None
    if _has_words(paragraph):
        parent.append(paragraph)


def _begin(paragraph: "HtmlElement", line: int, text: str | None) -> "HtmlElement":
    """Return a paragraph with its first text and the line on which that begins; blank lines precede it."""
    text = text or ""
    n_blank = text[: len(text) - len(text.lstrip())].count("\n")
    paragraph.text = text
    paragraph.sourceline = line + n_blank  # type: ignore[misc]  # lxml documents that it can be set
    return paragraph


def _has_words(paragraph: "HtmlElement") -> bool:
    return bool(paragraph.text_content().strip())
