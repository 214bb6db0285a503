"""The authors of a paper on a page that lists many: classed as authors, or names alone beside the title."""

import re
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from papertrace.listings.fields.citation import read_names
from papertrace.listings.fields.labels import SEPARATORS, begins_with_venue, is_label, is_venue_among_names
from papertrace.listings.fields.venues import find_venue
from papertrace.listings.html.positions import fold, read_text
from papertrace.listings.html.publication import find_years
from papertrace.records.people import parse_byline, split_names, without_affiliations

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lxml.html import HtmlElement

_CLASS = re.compile(r"(?:^|\s)[\w-]*(?:authors?|creators?|byline)(?:$|[\s_-])", re.IGNORECASE)
_LABEL = re.compile(r"authors?\s*:\s*", re.IGNORECASE)
_EDITORS = re.compile(r",?\s*\(?\b(?:editors?|eds?\.?)\)?$", re.IGNORECASE)
_NAMES_IN = ("i", "em", "span", "p", "div", "dd", "small", "td", "li")
_HEADINGS = frozenset(["h2", "h3", "h4", "h5", "h6"])
_BEFORE_SEPARATOR = re.compile(r"\s+(?=[,;])")
_AFFILIATION = re.compile(r"\([^()]{12,}\)|\)\s*[,;]|\)$")
_STOP = re.compile(r"(?<!\b\w)(?<!\b[JS]r)(?<!\bSt)\.\s")
_BETWEEN_NAMES = re.compile(r",\s*(?:and\s+|&\s*)?|\s+(?:and|&)\s+")
_NAME_WITH_INITIALS = re.compile(
    r"(?:[^\W\d_a-z]\.[\s-]?|[^\W\d_a-z]-[^\W\d_a-z]\s){1,3}(?:[^\W\d_]{2,4}\s){0,2}"
    r"[^\W\d_a-z][^\W\d_'’-]{1,30}(?:[-'’][^\W\d_]{1,30})?"  # noqa: RUF001 - an apostrophe as printed
)
_MAX_NAMES = 500
_AROUND_NAMES = " \t,.;:|·-–—"  # noqa: RUF001 - dashes as printed
_MAX_LABELS = 10
_GOES_ON = re.compile(r"(?:[,;&]|\band)$")
_MAX_NODES_WITH_NAMES = 40
_MAX_NODES_BESIDE = 100  # names that are links, before a title
_MAX_TEXT_LENGTH = 20_000


def is_of_authors(node: "HtmlElement") -> bool:
    """Return whether the class of an element says that it contains authors: `authors`, `pub-authors`, `DLauthors`."""
    return _CLASS.search(str(node.get("class") or "")) is not None


def read_authors(nodes: "Sequence[HtmlElement]") -> tuple[str, ...]:
    """Return the names in elements classed as authors: their links, the items of a list, or what separators divide."""
    for node in nodes:
        links = [read_text(link) for link in node.iter("a")]
        items = [read_text(item) for item in node.iter("li")] if node.tag in ("ul", "ol") else []
        names = [name for name in links if name] or [name.strip(" ,;") for name in items if name.strip(" ,;")]
        names = names or split_people(_LABEL.sub("", read_text(node), count=1))
        if names:
            return tuple(dict.fromkeys(names))
    return ()


def find_names(title: "HtmlElement", nodes: "Sequence[HtmlElement]") -> tuple[str, ...]:
    """Return names of people that are the whole text of a node, except for the title before them.

    They may also begin the items of a list: `<li>Ann Doe, Harbour College</li>`.
    """
    printed = read_text(title)
    for node in nodes[:_MAX_NODES_WITH_NAMES]:
        if node.tag in ("ul", "ol") and (names := _names_in_items(node.iterchildren("li"))):
            return names
        if (node.tag in _NAMES_IN or node.tag in _HEADINGS) and node is not title:
            text = read_text(node)[:_MAX_TEXT_LENGTH].removeprefix(printed).strip(" ,;|-·")
            names = _names_after(title, node)
            names = names if len(names) > 1 else parse_people(text) or names
            if len(names) > 1 or (names and node.tag in ("i", "em")):
                return names
    return ()


def _names_in_items(items: "Iterable[HtmlElement]") -> tuple[str, ...]:
    """Return the names that begin the items of a list, with an affiliation after a comma; none if any has no name."""
    parts = [read_text(item)[:_MAX_TEXT_LENGTH].partition(",") for item in items]
    names = [parse_byline(name.strip()) for name, _, _ in parts]
    are_people = len(parts) > 1 and all(len(found) == 1 for found in names)
    has_affiliations = sum(bool(affiliation.strip()) for _, _, affiliation in parts) * 2 > len(parts)
    return tuple(found[0] for found in names) if are_people and has_affiliations else ()


def _names_after(title: "HtmlElement", node: "HtmlElement") -> tuple[str, ...]:
    """Return the names on the line after a title in a node: `<b>Title</b> [<a>pdf</a>]<br>Names<br>`."""
    if title.getparent() is not node:
        return ()
    below = title.getnext()
    line = fold(title.tail).strip(SEPARATORS)
    for _ in range(_MAX_LABELS):  # labelled links after the title
        if line or below is None or below.tag == "br" or not (below.tag == "a" and is_label(read_text(below))):
            break
        line, below = fold(below.tail).strip(SEPARATORS), below.getnext()
    line = line or (fold(below.tail) if below is not None and below.tag == "br" else "")
    if _GOES_ON.search(line):
        return ()
    names, stop, after = _split_at_stop(line.strip(_AROUND_NAMES))
    may_end = not stop or find_venue(after, follows_names=True) or begins_with_venue(after)
    return (parse_people(names) if may_end else ()) or _names_with_initials(line)


def _names_with_initials(line: str) -> tuple[str, ...]:
    """Return several names with initials that begin a line: these end with the first words between commas without.

    An example is `A. Doe, R. Roe and J.-P. Poe, in press, Harbour Letters, 2021`.
    """
    parts = islice((part.strip() for part in _BETWEEN_NAMES.split(line.strip(_AROUND_NAMES))), _MAX_NAMES)
    names = tuple(takewhile(_NAME_WITH_INITIALS.fullmatch, parts))
    return names if len(names) > 1 else ()


def _split_at_stop(line: str) -> tuple[str, str, str]:
    """Split a line at the end of its first sentence: `Ann Doe, Rob Roe. WAVES 2020`; stops of initials end none."""
    stop = _STOP.search(line[:_MAX_TEXT_LENGTH])
    return (line[: stop.start()], stop[0], line[stop.end() :]) if stop else (line, "", "")


def parse_people(text: str) -> tuple[str, ...]:
    """Return the names of a text that consists of names, perhaps each with an affiliation in brackets.

    >>> parse_people("Ann Doe, Rob Roe (Harbour College, Ltd.), Al Poe (Sea (West))*"), parse_people("Tides (2020)")
    (('Ann Doe', 'Rob Roe', 'Al Poe'), ())
    """
    names = parse_byline(text) if text else ()
    names = names or (parse_byline(_drop_affiliations(text)) if "(" in text else ())
    # The words of a journal look like a name.
    return tuple(takewhile(lambda name: not is_venue_among_names(name), names))


def _drop_affiliations(text: str) -> str:
    return _BEFORE_SEPARATOR.sub("", fold(without_affiliations(text))).strip(" ,;")


def split_people(text: str) -> list[str]:
    """Return the names of a text that is known to name authors, without affiliations in brackets after them."""
    if names := parse_people(text):
        return list(names)
    return list(split_names(_drop_affiliations(text) if _AFFILIATION.search(text) else text))


def find_names_before(title: "HtmlElement") -> tuple[tuple[str, ...], str | None]:
    """Return the authors printed before a title in its paragraph, and the last year after it, as citations have them.

    An example is `Ann Doe and Rob Roe. <a>Tides of Frost</a>. In Proc. of WAVES, pp. 12-19. 2020.` A label, such as the
    kind of publication, may come first.
    """
    above = title.getparent()
    if above is None or above.tag not in _NAMES_IN:
        return (), None
    before = _find_text_before(title, above)
    if not before.endswith((".", ",", ":")):
        return (), None
    names = _EDITORS.sub("", before.strip(SEPARATORS))
    authors = parse_byline(names) or read_names(names)
    if not all(" " in name for name in authors):
        return (), None
    after = islice(title.itersiblings(), _MAX_NODES_BESIDE)
    rest = [fold(title.tail), *(text for node in after for text in (read_text(node), fold(node.tail)))]
    years = find_years(" ".join(rest)[:_MAX_TEXT_LENGTH]) if authors else []
    return authors, years[-1] if years else None


def _find_text_before(title: "HtmlElement", above: "HtmlElement") -> str:
    """Return the text before a title in its paragraph; nothing if so much is before it that it is not names alone."""
    before = list(islice(title.itersiblings(preceding=True), _MAX_NODES_BESIDE + 1))
    if len(before) > _MAX_NODES_BESIDE:
        return ""
    texts = [above.text or ""]
    for node in reversed(before):
        text = read_text(node) if isinstance(node.tag, str) else ""
        texts += ["" if is_label(text) else text, node.tail or ""]
    return fold(" ".join(texts))[:_MAX_TEXT_LENGTH]
