r"""LaTeX and BibTeX: `\href`, `\url`, fields, and addresses in running text, paragraph by paragraph."""

import re
from collections.abc import Iterator
from dataclasses import replace

from papertrace.documents.lines import find_passages, link_doi
from papertrace.model.document import DocumentLink, LeftOut, LocatedText, Passage
from papertrace.model.papers.paper import Markup

# An unescaped percent sign begins a comment, unless it is in an address: \url{…a%20b}.
_COMMENT = re.compile(r"(?<![\\\w/=.-])%.*")
_END = re.compile(r"\n[ \t]*\n|\n(?=@)")
_MAX_PARAGRAPH = 20_000
_DOI = re.compile(
    r"(?:\\doi\s?\{\s?|(?<![\w/.])doi:[ ~]?)(10\.\d{4,9}(?:\.\d{1,9})?/(?>(?:\\[_#&%$]|[^\s{}\\,;\"]){1,200}))",
    re.IGNORECASE,
)
_ESCAPED = re.compile(r"\\([_#&%$])")
_DOI_FIELD = re.compile(r"(?:^|,)[ \t]*doi\s*=\s*[{\"]\s*(10\.\d{4,9}/[^\s{}\"]+)", re.IGNORECASE | re.MULTILINE)


def parse_latex(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the DOIs and paragraphs of a LaTeX document, and its comments, which are left out."""
    masked = list(located.text)
    for comment in _COMMENT.finditer(located.text):
        yield from find_passages(located, comment.start(), comment.end(), left_out=LeftOut.COMMENT)
        masked[comment.start() : comment.end()] = " " * (comment.end() - comment.start())
    text = "".join(masked)
    for match in _DOI.finditer(text):
        raw = match[1].rstrip(".:")
        yield replace(link_doi(located, match.start(1), _ESCAPED.sub(r"\1", raw)), raw=raw)
    yield from _paragraphs(located, text, Markup.TEX)


def parse_bibtex(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the entries of a bibliography, and the DOIs in their fields as links to the resolver."""
    for match in _DOI_FIELD.finditer(located.text):
        yield link_doi(located, match.start(1), match[1])
    yield from _paragraphs(located, located.text, Markup.BIBTEX)


def _paragraphs(located: LocatedText, text: str, markup: Markup) -> Iterator[Passage]:
    """Yield the paragraphs that may contain an address, which may continue on the next line within its braces."""
    start = 0
    while start < len(text):
        match = _END.search(text, start, start + _MAX_PARAGRAPH)
        end = match.start() if match else min(len(text), start + _MAX_PARAGRAPH)
        if match is None and end < len(text):
            end = max(text.rfind("\n", start, end), start) or end
            end = end if end > start else min(len(text), start + _MAX_PARAGRAPH)
        part = text[start:end]
        if "/" in part or "www" in part:
            yield Passage(text=part, located=located, start=start, markup=markup, wraps=True)
        start = max(match.end() if match else end, start + 1)
