"""HTML pages that print a title and the names of its authors on two lines of an item, or after each other.

`<li>Tides of Frost<br>Ann Doe and Rob Roe</li>`, `<li><i>Tides of Frost</i>, Ann Doe and Rob Roe</li>`, or the names
first, perhaps with a stop after them, `<li>Ann Doe and Rob Roe. Tides of Frost.</li>`: nothing marks the title but its
place, so that most items of the same tag and class have to be of this form.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from papertrace.listings.fields.citation import Citation
from papertrace.listings.fields.prose import is_title
from papertrace.listings.html.authors import parse_people, split_people
from papertrace.listings.html.cited_items import BLOCKS, ITEMS, make_entry
from papertrace.listings.html.positions import PageSource, fold, read_text
from papertrace.listings.html.titles import BOILERPLATE_TAGS, EMPHASIS
from papertrace.model import Entry

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_SEPARATORS = " ,;:-–—"  # noqa: RUF001 - dashes as printed
_QUOTES = (("“", "”"), ('"', '"'))
_STOP = re.compile(r"(?<!\b[A-Z])\.\s+")
_MIN_ITEMS = 3
_MIN_SHARE = 0.5
_MIN_WORDS = 3
_MIN_WORDS_OF_MOST = 5
_N_LINES = 2
_MAX_LINE_LENGTH = 5000
_MAX_ITEMS = 50_000


def read_lined_items(root: "HtmlElement", page: PageSource) -> Iterator[Entry]:
    """Yield the papers of a page whose items of one tag and class mostly are a title and names; none of any other."""
    groups: dict[tuple[str, str], list[tuple[HtmlElement, tuple[str, str]]]] = {}
    for element in islice(root.iter(*ITEMS), _MAX_ITEMS):
        if any(above.tag in BOILERPLATE_TAGS for above in element.iterancestors()):
            continue
        lines = _read_two_lines(element)
        if lines[0]:
            key = (str(element.tag), " ".join(sorted(str(element.get("class") or "").split())))
            groups.setdefault(key, []).append((element, lines))
    best: list[tuple[HtmlElement, Citation]] = []
    for items in groups.values():
        found = max(_cite(items, of_title=0), _cite(items, of_title=1), key=len)
        if len(found) >= _MIN_ITEMS and len(found) >= len(items) * _MIN_SHARE and len(found) > len(best):
            best = found
    for element, cited in best:
        yield make_entry(element, cited, page)


def _read_two_lines(element: "HtmlElement") -> tuple[str, str]:
    """Return the first two lines of an item; words in italics or bold that begin it are a line by themselves.

    Of a single line, the first two sentences are returned.
    """
    lines = [element.text or ""]
    for child in element:
        if child.tag in BLOCKS or len(lines) > _N_LINES or len(lines[-1]) > _MAX_LINE_LENGTH:
            break
        if isinstance(child.tag, str):
            begins = child.tag in EMPHASIS and not fold("".join(lines))
            lines[-1] += "" if child.tag == "br" else read_text(child)
            if fold(lines[-1]) and (begins or child.tag == "br"):
                lines.append("")
        lines[-1] += child.tail or ""
    first, second = (fold(line[:_MAX_LINE_LENGTH]) for line in (*lines, "")[:_N_LINES])
    sentences = _STOP.split(first, maxsplit=2) if not second else []
    return (sentences[0], sentences[1].rstrip(".")) if len(sentences) > 1 else (first, second)


def _cite(items: "list[tuple[HtmlElement, tuple[str, str]]]", *, of_title: int) -> "list[tuple[HtmlElement, Citation]]":
    """Return the items of a group as papers, whose titles are in the first line (0) or the second one (1).

    One name is as good as any two words with capitals, so that most items have to have several; and committees are
    names below a heading as well, but a short one.
    """
    found: list[tuple[HtmlElement, Citation]] = []
    for element, lines in items:
        title = _strip_quotes(lines[of_title].strip(_SEPARATORS))
        printed = lines[1 - of_title].strip(_SEPARATORS).rstrip(".")
        names = parse_people(printed) or _read_most_people(printed)
        if names and len(title.split()) >= _MIN_WORDS and is_title(title):
            found.append((element, Citation(title=title, authors=names, year="", start=0, end=0)))
    n_several = sum(len(cited.authors) > 1 for _, cited in found)
    n_long = sum(len(cited.title.split()) >= _MIN_WORDS_OF_MOST for _, cited in found)
    return found if min(n_several, n_long) >= len(found) * _MIN_SHARE else []


def _read_most_people(text: str) -> tuple[str, ...]:
    """Return the parts of a text if most of several are names: some are of one word, or begin with a small letter."""
    names = split_people(text)
    n_names = sum(bool(parse_people(name)) for name in names)
    return tuple(names) if n_names > 1 and n_names > len(names) * _MIN_SHARE else ()


def _strip_quotes(title: str) -> str:
    pair = next((pair for pair in _QUOTES if title.startswith(pair[0]) and title.endswith(pair[1])), None)
    return title[1:-1].strip(" ,.") if pair else title
