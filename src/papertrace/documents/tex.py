r"""LaTeX and BibTeX: `\href`, `\url`, fields, and addresses in running text, paragraph by paragraph."""

import re
from collections.abc import Iterator

from papertrace.documents.lines import passages
from papertrace.model.document import DocumentLink, Passage, PlacedText, Reference
from papertrace.model.paper import Markup

# A per cent sign that no backslash stands before begins a comment, unless it stands in an address: \url{…a%20b}.
_COMMENT = re.compile(r"(?<![\\\w/=.-])%.*")
_END = re.compile(r"\n[ \t]*\n|\n(?=@)")
_MAX_PARAGRAPH = 20_000
_DOI_FIELD = re.compile(r"^[ \t]*doi\s*=\s*[{\"]\s*(10\.\d{4,9}/[^\s{}\"]+)", re.IGNORECASE | re.MULTILINE)
_DOI_RESOLVER = "https://doi.org/"


def parse_latex(placed: PlacedText) -> Iterator[Passage]:
    """Yield the paragraphs of a LaTeX document, and its comments by themselves."""
    shown = list(placed.text)
    for comment in _COMMENT.finditer(placed.text):
        yield from passages(placed, comment.start(), comment.end())
        shown[comment.start() : comment.end()] = " " * (comment.end() - comment.start())
    yield from _paragraphs(placed, "".join(shown), Markup.TEX)


def parse_bibtex(placed: PlacedText) -> Iterator[DocumentLink | Passage]:
    """Yield the entries of a bibliography, and the DOIs of their fields as the addresses that they stand for."""
    for match in _DOI_FIELD.finditer(placed.text):
        yield DocumentLink(
            raw=match[1],
            span=placed.place(match.start(1)),
            reference=Reference.FIELD,
            words="doi",
            address=_DOI_RESOLVER + match[1],
        )
    yield from _paragraphs(placed, placed.text, Markup.BIBTEX)


def _paragraphs(placed: PlacedText, text: str, markup: Markup) -> Iterator[Passage]:
    """Yield the paragraphs that may hold an address: one may go on in the next line there, within its braces."""
    start = 0
    while start < len(text):
        match = _END.search(text, start, start + _MAX_PARAGRAPH)
        end = match.start() if match else min(len(text), start + _MAX_PARAGRAPH)
        if match is None and end < len(text):
            end = max(text.rfind("\n", start, end), start) or end
            end = end if end > start else min(len(text), start + _MAX_PARAGRAPH)
        part = text[start:end]
        if "/" in part or "www" in part:
            yield Passage(text=part, placed=placed, start=start, markup=markup, wraps=True)
        start = max(match.end() if match else end, start + 1)
