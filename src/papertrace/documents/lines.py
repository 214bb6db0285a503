"""Texts without markup for links: plain text, source code, configuration; bare DOIs in fields and cells.

A comment leaves links out: `papertrace: ignore` on the same line, or alone on the line above.
"""

import re
from collections.abc import Iterable, Iterator

from papertrace.model.document import DocumentLink, LeftOut, LocatedText, Passage, Reference
from papertrace.model.papers.paper import Markup

_DOI_RESOLVER = "https://doi.org/"
_NAME = r"(10\.\d{4,9}(?:\.\d{1,9})?/[^\s\"'<>{},;\[\]\0]{1,200})"
# A field of settings: `doi: 10.1234/x`, `doi = "10.1234/x"`; in CFF, an identifier has its DOI as `value`.
_DOI_FIELD = re.compile(
    rf"^[ \t]{{0,40}}(?:-[ \t]{{1,9}})?[\"']?(?:[\w-]{{0,20}}doi|value|identifier)[\"']?[ \t]{{0,9}}[:=][ \t]{{0,9}}"
    rf"[\"']?(?:doi:[ \t]?)?{_NAME}[\"']?[ \t]{{0,9}}(?:\#.{{0,500}})?$",
    re.IGNORECASE | re.MULTILINE,
)
# The packages of R name DOIs so: <doi:10.1234/x>.
_DOI_IN_BRACKETS = re.compile(rf"<doi:[ \t]?{_NAME}>", re.IGNORECASE)


def parse_settings(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the DOIs in fields of settings, and the lines that may contain addresses."""
    yield from _link_dois(located, _DOI_FIELD)
    yield from parse_text(located)


def parse_text(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the DOIs that a text marks as such, and the lines that may contain addresses."""
    yield from _link_dois(located, _DOI_IN_BRACKETS)
    yield from find_passages(located)


def _link_dois(located: LocatedText, pattern: re.Pattern[str]) -> Iterator[DocumentLink]:
    if "10." in located.text:
        yield from (link_doi(located, one.start(1), one[1].rstrip(".")) for one in pattern.finditer(located.text))


def parse_code(located: LocatedText) -> Iterator[Passage]:
    """Yield the lines of source code that may contain addresses, which require a scheme there."""
    yield from find_passages(located, needs_scheme=True)


def link_doi(located: LocatedText, start: int, doi: str) -> DocumentLink:
    """Return a DOI that a field consists of as a link to the resolver."""
    span = located.locate(start)
    return DocumentLink(raw=doi, span=span, reference=Reference.FIELD, words="doi", address=f"{_DOI_RESOLVER}{doi}")


def find_passages(
    located: LocatedText,
    start: int = 0,
    end: int | None = None,
    *,
    masked: str | None = None,
    markup: Markup = Markup.TEXT,
    needs_scheme: bool = False,
    left_out: LeftOut | None = None,
) -> Iterator[Passage]:
    """Yield a part of a text line by line: except on printed pages, an address does not continue on the next line.

    `masked` is that part, of the same length, with everything masked that must not be searched.
    """
    text = located.text[start:end] if masked is None else masked
    offset = 0
    for line in text.split("\n"):
        if "/" in line or "www" in line.lower():  # Most lines contain neither.
            yield Passage(
                text=line,
                located=located,
                start=start + offset,
                # The target of a Markdown link is an address in any surrounding text.
                markup=Markup.MARKDOWN if markup is Markup.TEXT and "](" in line else markup,
                needs_scheme=needs_scheme,
                left_out=left_out,
            )
        offset += len(line) + 1


_COMMENT = re.compile(
    r"(?:<!--|#|//|/\*|%|;|\.\.|--|\{#|\(\*|\[//\]: # \()\s*papertrace:\s*ignore\b[^\n]{0,200}", re.IGNORECASE
)
_KEYWORD = "papertrace:"


def find_ignored_lines(lines: Iterable[str], *, first: int = 1) -> Iterator[int]:
    """Yield the numbers of the lines whose links are left out.

    >>> list(find_ignored_lines(["<!-- papertrace: ignore -->", "https://example.org", "x = 1  # papertrace: ignore"]))
    [2, 3]
    """
    ignores_next = False
    for number, line in enumerate(lines, start=first):
        if ignores_next and line.strip():
            yield number
            ignores_next = False
        if _KEYWORD not in line.lower():
            continue
        match = _COMMENT.search(line)
        if match is None:
            continue
        rest = line[: match.start()] + line[match.end() :]
        if rest.strip(" \t*/->}#"):
            yield number
        else:
            ignores_next = True
