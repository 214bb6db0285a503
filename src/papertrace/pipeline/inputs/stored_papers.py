"""Many papers, kept on disk: as lines of the extracted file that they are from, or packed if they have just been found.

As objects they would take ten times the memory.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, overload

import msgspec

from papertrace.errors import ListingError
from papertrace.listings import extracted
from papertrace.listings.reading import open_lines
from papertrace.model import Paper, Problem, Span, log_problem
from papertrace.model.papers.record import PaperRecord
from papertrace.model.papers.recording import from_record
from papertrace.pipeline.papers import ListingPath
from papertrace.spool import Spool

MAX_OBJECTS = 20_000
"""The number of papers up to which they are kept as objects, so that nothing is read twice."""


class _Line(NamedTuple):
    number: int
    text: str


class StoredPapers(Sequence[Paper]):
    """Papers as lines of the extracted form in a temporary file; each access makes new objects."""

    def __init__(self, source: str) -> None:
        """Start without papers; `source` names the file that the lines are from."""
        self._source = source
        self._lines = Spool(_Line)
        self._decoder = msgspec.json.Decoder(PaperRecord)
        self.n_without_abstract: int = 0

    def append(self, number: int, line: str, *, has_abstract: bool) -> None:
        """Add a line that is a paper, given its number in its file."""
        self._lines.append(_Line(number, line))
        self.n_without_abstract += not has_abstract

    def __len__(self) -> int:
        """Return the number of papers."""
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Paper: ...
    @overload
    def __getitem__(self, index: slice) -> list[Paper]: ...
    def __getitem__(self, index: int | slice) -> Paper | list[Paper]:
        """Return a paper, or a list of them for a slice."""
        if isinstance(index, slice):
            return [self._decode(line) for line in self._lines[index]]
        return self._decode(self._lines[index])

    def __iter__(self) -> Iterator[Paper]:
        """Yield the papers in order."""
        return map(self._decode, self._lines)

    def _decode(self, line: _Line) -> Paper:
        return from_record(self._decoder.decode(line.text), Span(self._source, line.number))


def read_stored_papers(path: ListingPath, *, on_problem: Callable[[Problem], None] = log_problem) -> Sequence[Paper]:
    """Return the papers of a file that `papertrace extract` wrote; those of a large one are read again when needed.

    Raises
    ------
    ListingError
        If the file cannot be read, or contains no paper in the extracted form.
    """
    with open_lines(path) as (head, lines, source):
        papers: list[Paper] = []
        stored = StoredPapers(source)
        last: list[str] = [""]

        def remember() -> Iterator[str]:
            for line in chain(head, lines):
                last[0] = line
                yield line

        for item, span in extracted.parse_records(remember(), source):
            if isinstance(item, Problem):
                on_problem(item)
                continue
            stored.append(span.line, last[0], has_abstract=bool(item.abstract.strip()))
            if len(stored) <= MAX_OBJECTS:
                papers.append(from_record(item, span))
            else:
                papers.clear()
    if not stored:
        message = f"{source}:1:1: contains no paper in the extracted form; create one with papertrace extract"
        raise ListingError(message)
    return papers or stored


def keep_papers(papers: Iterable[Paper]) -> Sequence[Paper]:
    """Return papers to iterate over several times; of many, each access makes new objects."""
    kept = Spool(Paper, papers, in_memory=MAX_OBJECTS)
    return list(kept) if kept.is_in_memory else kept


def count_without_abstract(papers: Iterable[Paper]) -> int:
    """Return the number of papers without an abstract; those on disk are not read again for it."""
    if isinstance(papers, StoredPapers):
        return papers.n_without_abstract
    return sum(not paper.abstract.strip() for paper in papers)
