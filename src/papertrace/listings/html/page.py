"""Saved HTML: the page of one paper, or a page that lists many.

Machine-readable metadata takes precedence: `citation_*` meta tags describe the one paper of a page, JSON-LD one or
many. Without it the page is read as lists of any notation are, by the tagger (`papertrace.listings.learned`).

The source of a page of a generator of sites begins with front matter and has tags of its template, which are no text of
the page.
"""

import re
from collections.abc import Iterable, Iterator

from papertrace.listings.html.positions import Page
from papertrace.markup.tree import Element
from papertrace.model import Entry, Problem, Span

# A page of a thousand papers has some 5 MB; its tree takes about ten times the text.
_FRONT_MATTER = re.compile(r"-{3}\s*")
_MAX_FRONT_MATTER = 200
_TEMPLATE_TAG = re.compile(r"\{%.{0,1000}?%\}|\{\{.{0,1000}?\}\}")
_MAX_PAGE_LENGTH = 64 * 1024 * 1024


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the papers of a page in order, with HTML markup, or one problem if there are none.

    Titles and abstracts have their entities decoded and their white space collapsed to one line; spans are those of
    the first word in the source. Relative addresses are resolved against the address of the page, and left out if the
    page does not state it. Links to logins, sharing, authors and other parts of the site are ignored. Of a page over
    64 MiB only the beginning is read.
    """
    from papertrace.listings.html import metadata as html_metadata
    from papertrace.listings.learned.entries import read_page

    kept: list[str] = []
    size = 0
    for number, line in enumerate(lines, start=1):
        size += len(line) + 1
        if size > _MAX_PAGE_LENGTH:
            fact = f"only the {_MAX_PAGE_LENGTH >> 20} MiB before this line are read; split the file"
            yield Problem(Span(source, number), fact)
            break
        kept.append(line)
    n_front = _count_front_matter(kept)
    kept[:n_front] = [""] * n_front
    if n_front:
        kept = [_blank_template_tags(line) for line in kept]
    page = Page("\n".join(kept).replace("\0", " ").replace("\r", " "), source)
    if not any(isinstance(one, Element) for one in page.root.children):
        yield Problem(Span(source, 1), "no HTML elements; left out", n_lines=max(len(kept), 1))
        return
    for read in (html_metadata.read_citation, html_metadata.read_linked_data):
        entries = list(read(page))
        if entries:
            yield from entries
            return
    found = list(read_page(page.root, kept, source, page.complete))
    yield from found
    if not any(isinstance(item, Entry) for item in found):
        yield Problem(Span(source, 1), "no paper on this page: no citation tags, no JSON-LD, no titles of papers")


def _count_front_matter(lines: list[str]) -> int:
    """Return the number of lines of the front matter of a page, from `---` to `---` with both; 0 without any."""
    if not lines or not _FRONT_MATTER.fullmatch(lines[0].lstrip("\ufeff")):
        return 0
    ends = (index for index, line in enumerate(lines[1:_MAX_FRONT_MATTER], start=1) if _FRONT_MATTER.fullmatch(line))
    return next(ends, -1) + 1


def _blank_template_tags(line: str) -> str:
    """Return a line with blanks in place of the tags of a template, so that columns stay."""
    if "{%" not in line and "{{" not in line:
        return line
    return _TEMPLATE_TAG.sub(lambda tag: " " * len(tag[0]), line)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a file is HTML: it begins with a tag and has the tags of a page.

    The tag may come after front matter and tags of a template.
    """
    n_front = _count_front_matter(head)
    below = map(_blank_template_tags, head[n_front:]) if n_front else head
    shown = [line.strip() for line in below if line.strip()]
    if not shown or not shown[0].startswith("<"):
        return 0.0
    start = " ".join(shown)[:100_000].lower()
    if start.startswith(("<!doctype html", "<html")):
        return 1.0
    if start.startswith("<?xml"):
        return 0.9 if "<html" in start else 0.0
    n_tags = sum(
        start.count(tag)
        for tag in ("<div", "<article", "<section", "<h1", "<h2", "<h3", "<ul", "<ol", "<li", "<dl", "<head")
    )
    n_ends = sum(start.count(tag) for tag in ("</div", "</article", "</section", "</h", "</ul", "</dl", "</li"))
    return 0.8 if n_tags and n_ends and "](http" not in start else 0.0
