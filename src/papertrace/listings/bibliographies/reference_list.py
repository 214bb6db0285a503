"""Lists of references and publications as text: each paper is cited by names, year and title.

A reference begins on a line of its own, with or without a number or a bullet before it, and continues to a blank line
or to the next reference. The address or DOI of the paper is in it.
"""

import re
from collections.abc import Iterable, Iterator

from papertrace.listings.fields.citation import MAX_LENGTH, Citation, parse_citation
from papertrace.listings.fields.publication import read_source
from papertrace.listings.fields.venues import find_venue
from papertrace.model import Entry, Problem, Span
from papertrace.model.identifiers import parse_doi
from papertrace.model.text import excerpt
from papertrace.records.identifiers import make_identifiers
from papertrace.records.targets import find_targets

_DOI = re.compile(r"\bdoi:\s?(?P<doi>10\.\d{4,9}/\S+)", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://|\bdoi:", re.IGNORECASE)
_RULE = re.compile(r"[-=~*_#.:]{3,}")
_DIRECTIVE = re.compile(r"\.\. |:[a-z-]{1,30}:")
_MAX_LINES = 40
_MIN_REFERENCES = 2
_MIN_SHARE = 0.6


class _Paragraph:
    """The lines of one reference, or of other text."""

    def __init__(self, number: int, line: str) -> None:
        self.start = number
        self.lines = [line]

    @property
    def text(self) -> str:
        """The lines joined by single spaces; the first keeps its indentation."""
        return " ".join((self.lines[0].rstrip(), *(line.strip() for line in self.lines[1:])))


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield an entry for each reference, and a problem for each other paragraph; headings and rules are harmless."""
    for paragraph in _split(lines):
        cited = parse_citation(paragraph.text)
        if cited is None:
            harmless = len(paragraph.lines) == 1 and not paragraph.text.rstrip().endswith(".")
            fact = f"{excerpt(paragraph.text.strip())}: not a reference with names, a year and a title; left out"
            span = Span(source, paragraph.start)
            yield Problem(span, fact, n_lines=len(paragraph.lines), harmless=harmless)
        else:
            yield _make_entry(paragraph, cited, source)


def _split(lines: Iterable[str]) -> Iterator[_Paragraph]:
    current: _Paragraph | None = None
    for number, line in enumerate(lines, start=1):
        text = line.strip("\ufeff \t\r")
        is_break = not text or _RULE.fullmatch(text) is not None or _DIRECTIVE.match(text) is not None
        begins = current is None or len(current.lines) >= _MAX_LINES or parse_citation(text) is not None
        if current is not None and (is_break or begins):
            yield current
            current = None
        if is_break:
            continue
        if current is None:
            current = _Paragraph(number, line.strip("\ufeff\r"))
        else:
            current.lines.append(line)
    if current is not None:
        yield current


def _make_entry(paragraph: _Paragraph, cited: Citation, source: str) -> Entry:
    offset, column = 0, cited.start
    for line in paragraph.lines[:-1]:
        length = len(line.rstrip() if offset == 0 else line.strip()) + 1
        if column < length:
            break
        offset, column = offset + 1, column - length
    indent = len(paragraph.lines[offset]) - len(paragraph.lines[offset].lstrip()) if offset else 0
    span = Span(source, paragraph.start + offset, column + indent + 1)
    targets = tuple(
        target
        for index, line in enumerate(paragraph.lines)
        for target in find_targets(line, "link", Span(source, paragraph.start + index))
    )
    stated = _DOI.search(paragraph.text)
    doi = parse_doi(stated["doi"].rstrip(".,;)")) if stated else None
    raw = [target.raw for target in targets]
    after = _ADDRESS.split(paragraph.text[cited.end :], maxsplit=1)[0]
    return Entry(
        title=" ".join(cited.title.split()),
        abstract="",
        span=span,
        end_line=paragraph.start + len(paragraph.lines) - 1,
        authors=cited.authors,
        date=cited.year,
        venue=find_venue(after, follows_names=True) or read_source(after),
        identifiers=make_identifiers(arxiv=raw, doi=(doi or "", *raw)),
        targets=targets,
    )


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that most paragraphs of a text are references."""
    shown = [line[:MAX_LENGTH] for line in head]
    if any("](" in line for line in shown) or next((line for line in shown if line.strip()), "").startswith(
        ("{", "<", "@")
    ):
        return 0.0
    paragraphs = list(_split(shown))
    cited = [paragraph for paragraph in paragraphs if parse_citation(paragraph.text) is not None]
    n_lines = sum(len(paragraph.lines) for paragraph in paragraphs)
    share = sum(len(paragraph.lines) for paragraph in cited) / n_lines if n_lines else 0.0
    return share if len(cited) >= _MIN_REFERENCES and share >= _MIN_SHARE else 0.0
