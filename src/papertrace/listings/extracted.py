"""Reader of the extracted form: one paper as JSON per line, as `papertrace extract` writes it.

`parse` reads whole papers, with everything that was found. `parse_entries` reads the file as one listing among others
and gives only what the original listings print, since all conclusions depend on the other papers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

import msgspec

from papertrace.model import ClaimState, Entry, Link, LinkRole, Paper, Problem, Span, Target
from papertrace.model.papers.recording import PaperRecord, from_record

_FIRST_LINES = 3  # one of which may be broken
_HALLMARKS = ('"id"', '"title"', '"links"', '"concepts"')


def is_extracted(head: list[str]) -> bool:
    """Return whether the first lines of a file are papers in the extracted form."""
    first = islice((line for line in head if line.strip()), _FIRST_LINES)
    return any(line.startswith("{") and all(mark in line for mark in _HALLMARKS) for line in first)


def recognise(head: list[str]) -> float:
    """Return the confidence, 0 or 1, that these are papers in the extracted form."""
    return 1.0 if is_extracted(head) else 0.0


def parse(lines: Iterable[str], source: str) -> Iterator[Paper | Problem]:
    """Yield the papers of an extracted file in order, and a problem for every line without one."""
    for item, span in parse_records(lines, source):
        yield item if isinstance(item, Problem) else from_record(item, span)


def parse_entries(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of the papers of an extracted file, and a problem for every line without a paper.

    Entries and their links keep their spans in the original listings.
    """
    for item, span in parse_records(lines, source):
        if isinstance(item, Problem):
            yield item
        else:
            yield from _to_entries(from_record(item, span))


def entries_of(paper: Paper) -> Iterator[Entry]:
    """Yield the entries of a paper; those of one that was read from an extracted file get what the paper has."""
    if any(entry.targets for entry in paper.entries) or not (paper.links or _has_bare_entries(paper)):
        yield from paper.entries
    else:
        yield from _to_entries(paper)


def _has_bare_entries(paper: Paper) -> bool:
    """Return whether a paper has identifiers or references and none of its entries says so, as in an extracted file."""
    if not (paper.identifiers or paper.references):
        return False
    return not any(entry.identifiers or entry.references or entry.abstract_span for entry in paper.entries)


def _to_entries(paper: Paper) -> Iterator[Entry]:
    """Yield the entries of a paper as its listings print them; the first printed one gets all links and references."""
    targets = tuple(Target(raw=link.raw, words=_words_of(link, paper), span=link.span) for link in paper.links)
    first = next((number for number, entry in enumerate(paper.entries) if entry.added is None), 0)
    for number, entry in enumerate(paper.entries):
        yield replace(
            entry,
            abstract_span=entry.span if entry.abstract else None,
            identifiers=paper.identifiers,
            targets=targets if number == first else (),
            references=paper.references if number == first else (),
            cited=paper.cited if number == first else (),
            cited_authors=paper.cited_authors if number == first else (),
            aliases=(paper.id,),
        )


def _words_of(link: Link, paper: Paper) -> str:
    """Return a field name from which extraction will derive the role and the kind of such a link.

    A link that is the sentence of a claim is from a field that says that code is there.
    """
    if link.role is not LinkRole.OWN:
        return "see also"
    says_code = paper.claim.state is ClaimState.LINKED and paper.claim.sentence == link.raw
    return f"{link.kind} link{' and code' if says_code else ''}".replace("_", " ")


def parse_records(lines: Iterable[str], source: str) -> Iterator[tuple[PaperRecord | Problem, Span]]:
    """Yield the records of an extracted file, and a problem for every line without one, each with its position."""
    decoder = msgspec.json.Decoder(PaperRecord)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        span = Span(source, number)
        try:
            yield decoder.decode(line), span
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
            yield Problem(span, f"not a paper in the extracted form ({error}); left out"), span
