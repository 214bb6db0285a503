"""Texts without markup for links: plain text, source code, configuration; bare DOIs in fields and cells."""

from collections.abc import Iterator

from papertrace.model.document import DocumentLink, LeftOut, LocatedText, Passage, Reference
from papertrace.model.papers.paper import Markup

_DOI_RESOLVER = "https://doi.org/"


def parse(located: LocatedText) -> Iterator[Passage]:
    """Yield the lines of a text that may contain addresses."""
    yield from find_passages(located)


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
