"""Which elements of a page may be titles of papers: headings, classed ones, links, words in bold or italics, cells."""

import re
from itertools import islice
from typing import TYPE_CHECKING

from papertrace.listings.fields.labels import is_label
from papertrace.listings.fields.prose import SHORT_PROSE, is_title
from papertrace.listings.html.authors import find_names_before, parse_people
from papertrace.listings.html.positions import fold, read_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
TITLE_CLASS = re.compile(r"(?:^|[\s_-])(?:p|paper|article)?title(?:$|[\s_-])", re.IGNORECASE)
BOILERPLATE_TAGS = frozenset(["nav", "footer", "header", "aside", "form", "script", "style", "template", "noscript"])
LABELS = re.compile(
    r"\W*(?:pdf|paper|abs|abstract|arxiv|html|code|github|project(?: page)?|website|demo|data(?:set)?|model|video|doi"
    r"|openreview|supplementary(?: material| pdf)?|supp|poster|slides|software|bibtex|download pdf|read paper)\W*",
    re.IGNORECASE,
)
_HEADING_OF_PAPERS = re.compile(
    r"\baccepted\s+(?:[\w-]+\s+){0,2}(?:papers?|abstracts?|posters?|demos?|submissions|contributions)\b", re.IGNORECASE
)
EMPHASIS = frozenset(["i", "em", "b", "strong", "cite"])
_NAMES_IN = ("i", "em", "span", "p", "div", "dd", "small", "td", "li")
_YEAR = re.compile(r"(?<![\d./-])(?:19|20)\d\d(?![\d/-])")
_MIN_WORDS_OF_A_LINK = 3
_MIN_WORDS_OF_AN_ITEM = 10
_MAX_HEADINGS, _MAX_ITEMS, _MAX_LENGTH_OF_ITEM = 1_000, 50, 2_000


def can_be_title(element: "HtmlElement") -> bool:
    """Return whether a heading, or an element classed as a title, reads as one."""
    if element.tag not in _HEADINGS and not TITLE_CLASS.search(str(element.get("class") or "")):
        return False
    if any(above.tag in BOILERPLATE_TAGS or above.tag in _HEADINGS for above in element.iterancestors()):
        return False
    text = read_text(element)
    if len(text) < SHORT_PROSE and (LABELS.fullmatch(text) or _HEADING_OF_PAPERS.search(text)):
        return False
    return is_title(text)


def can_be_linked_title(element: "HtmlElement") -> bool:
    """Return whether a link reads as the title of a paper: on plain pages nothing else marks one."""
    if element.tag != "a" or any(above.tag in BOILERPLATE_TAGS for above in element.iterancestors()):
        return False
    text = read_text(element)
    return len(text.split()) >= _MIN_WORDS_OF_A_LINK and is_title(text) and not is_label(text)


def can_be_bold_title(element: "HtmlElement") -> bool:
    """Return whether bold text begins an item or paragraph and reads as a title."""
    if element.tag not in ("b", "strong") or any(above.tag in BOILERPLATE_TAGS for above in element.iterancestors()):
        return False
    above = element.getparent()
    if above is None or above.tag not in _NAMES_IN or element.getprevious() is not None or fold(above.text):
        return False
    text = read_text(element)
    return len(text.split()) >= _MIN_WORDS_OF_A_LINK and is_title(text) and not is_label(text)


def can_be_title_after_names(element: "HtmlElement") -> bool:
    """Return whether words in italics or bold read as a title, and those before them in their paragraph are names."""
    if element.tag not in EMPHASIS or any(above.tag in BOILERPLATE_TAGS for above in element.iterancestors()):
        return False
    text = read_text(element)
    if len(text.split()) < _MIN_WORDS_OF_A_LINK or not is_title(text) or is_label(text):
        return False
    return bool(find_names_before(element)[0])


def can_be_title_in_cell(element: "HtmlElement") -> bool:
    """Return whether a cell of a table reads as a title, and the cell after it consists of names."""
    if element.tag != "td" or any(above.tag in BOILERPLATE_TAGS for above in element.iterancestors()):
        return False
    text, after = read_text(element), element.getnext()
    if len(text.split()) < _MIN_WORDS_OF_A_LINK or not is_title(text) or is_label(text) or parse_people(text):
        return False
    return after is not None and after.tag == "td" and len(parse_people(read_text(after))) > 0


def are_sections(titles: "Sequence[HtmlElement]") -> bool:
    """Return whether headings are those of sections: most are above a list of long, dated items, and one of several.

    Below the title of a paper a list has its names, its links or what it says, and no item but one may have a year.
    """
    counts = [_count_dated_items(title) for title in islice(titles, _MAX_HEADINGS)]
    return any(count > 1 for count in counts) and sum(count > 0 for count in counts) * 2 > len(counts)


def _count_dated_items(heading: "HtmlElement") -> int:
    """Return the number of long items with a year in the list after a heading; 0 if most items are none."""
    below = heading.getnext()
    if heading.tag not in _HEADINGS or below is None or below.tag not in ("ol", "ul"):
        return 0
    texts = [read_text(item)[:_MAX_LENGTH_OF_ITEM] for item in islice(below.iterchildren("li"), _MAX_ITEMS)]
    n_dated = sum(len(text.split()) >= _MIN_WORDS_OF_AN_ITEM and bool(_YEAR.search(text)) for text in texts)
    return n_dated if n_dated * 2 > len(texts) else 0
