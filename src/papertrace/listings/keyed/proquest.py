"""Reports of ProQuest as text: documents between rules, each with labelled lines.

A document begins with its title and ends at a rule of underscores. Its fields are paragraphs `Name: value`; a paragraph
without a name continues the field above, or is an address. The table of contents and the frame of a report have no
field `Title`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from papertrace.model import Entry, Problem, Span
from papertrace.records.reading import read_row
from papertrace.records.rows import Printed, Row

_RULE = re.compile(r"_{20,}\s*")
_FIELD = re.compile(r"(?P<name>[A-Z][A-Za-z/()'-]{1,30}(?: [/A-Za-z()'-]{1,30}){0,5}): (?P<text>\S.*)")
_NUMBER = re.compile(r"Document \d{1,6} of \d{1,6}")
_MAX_LINES = 20_000
_MIN_FIELDS = 4


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the documents of a report in order, and a problem for each part of it that is none."""
    start, document = 1, list[str]()
    number = 0
    for number, line in enumerate(lines, start=1):
        if _RULE.fullmatch(line) or len(document) > _MAX_LINES:
            yield from _read_document(document, start, source)
            start, document = number + 1, []
        else:
            document.append(line)
    yield from _read_document(document, start, source)


def _read_document(document: Sequence[str], start: int, source: str) -> Iterator[Entry | Problem]:
    filled = [number for number, line in enumerate(document) if line.strip()]
    if not filled:
        return
    fields: dict[str, Printed] = {}
    for offset, line in enumerate(document):
        if found := _FIELD.match(line):
            span = Span(source, start + offset, found.start("text") + 1)
            fields.setdefault(found["name"].lower(), Printed(found["name"].lower(), found["text"].strip(), span))
        elif line.startswith(("http://", "https://")):
            fields[f"address {offset}"] = Printed("address", line.strip(), Span(source, start + offset))
    span = Span(source, start + filled[0])
    if "title" not in fields and len(fields) < _MIN_FIELDS:
        yield Problem(span, "not a document of the report", n_lines=len(filled), harmless=True)
        return
    yield from read_row(Row("proquest", tuple(fields.values()), span, start + len(document) - 1, label="a document"))


def recognise(head: list[str]) -> float:
    """Return the confidence, 0 or 1, that a listing is a report of ProQuest."""
    has_rule = any(_RULE.fullmatch(line) for line in head)
    says_so = any("ProQuest" in line[:200] or _NUMBER.fullmatch(line.strip()[:40]) for line in head)
    return 1.0 if has_rule and says_so else 0.0
