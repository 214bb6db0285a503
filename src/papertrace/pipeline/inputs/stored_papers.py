"""Many papers, kept on disk: as lines of the extracted file that they are from, or packed if they have just been found.

As objects they would take ten times the memory.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple, overload

import msgspec

from papertrace.errors import ListingError
from papertrace.listings import extracted
from papertrace.listings.reading import open_lines
from papertrace.model import Paper, Problem, Span, log_problem
from papertrace.model.papers.recording import MinorConceptRecord, PaperRecord, from_record
from papertrace.pipeline.inputs.held_problems import HeldProblems
from papertrace.pipeline.progress import Progress, ignore_progress, show_counts
from papertrace.spool import Codec, Spool

MAX_OBJECTS = 20_000
"""The number of papers up to which they are kept as objects, so that these are made only once."""


class _Line(NamedTuple):
    number: int
    text: str


_LINE: Codec[_Line] = Codec(_Line)


class StoredPapers(Sequence[Paper]):
    """Papers as lines of the extracted form, in a temporary file if they are many.

    They become objects when they are read; up to `MAX_OBJECTS` stay so once all have been read, beyond that each access
    makes new ones.
    """

    def __init__(self, source: str) -> None:
        """Start without papers; `source` names the file that the lines are from."""
        self.source: str = source
        self._lines = Spool(_Line)
        self._papers: list[Paper] = []
        self._decoder = msgspec.json.Decoder(PaperRecord)
        self.n_without_abstract: int = 0

    def append(self, number: int, line: str, *, has_abstract: bool) -> None:
        """Add a line that is a paper, given its number in its file."""
        self._lines.append(_Line(number, line))
        self._papers.clear()
        self.n_without_abstract += not has_abstract

    def generate_packed(self) -> Iterator[bytes | memoryview]:
        """Yield the lines as bytes that `read_lines` reads."""
        return self._lines.generate_packed()

    def __len__(self) -> int:
        """Return the number of papers."""
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Paper: ...
    @overload
    def __getitem__(self, index: slice) -> list[Paper]: ...
    def __getitem__(self, index: int | slice) -> Paper | list[Paper]:
        """Return a paper, or a list of them for a slice."""
        if self._papers:
            return self._papers[index]
        if isinstance(index, slice):
            return [self._decode(line) for line in self._lines[index]]
        return self._decode(self._lines[index])

    def __iter__(self) -> Iterator[Paper]:
        """Yield the papers in order."""
        if not self._papers and len(self) <= MAX_OBJECTS:
            self._papers = [self._decode(line) for line in self._lines]
        return iter(self._papers) if self._papers else map(self._decode, self._lines)

    def _decode(self, line: _Line) -> Paper:
        return from_record(self._decoder.decode(line.text), Span(self.source, line.number))


def read_lines(
    packed: Iterable[bytes | memoryview], source: str
) -> Iterator[tuple[Paper, Sequence[MinorConceptRecord]]]:
    """Yield the papers of lines of `StoredPapers`; minor concepts stay records, which take a tenth of the time."""
    decoder = msgspec.json.Decoder(PaperRecord)
    for line in map(_LINE.decode, packed):
        record = decoder.decode(line.text)
        paper = from_record(record, Span(source, line.number), with_minor_concepts=False)
        yield paper, record.minor_concepts


def read_stored_papers(
    path: str | Path,
    *,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
) -> Sequence[Paper]:
    """Return the papers of a file that `papertrace extract` wrote, which become objects when they are needed.

    Raises
    ------
    ListingError
        If the file cannot be read, or contains no paper in the extracted form.
    """
    with open_lines(path, has_account=False) as (head, lines, source):
        stored = StoredPapers(source)
        problems = HeldProblems(on_problem)
        last: list[str] = [""]

        def remember() -> Iterator[str]:
            for line in chain(head, lines):
                last[0] = line
                yield line

        for item, span in show_counts(extracted.parse_records(remember(), source), on_progress, "reading"):
            if isinstance(item, Problem):
                problems.add(item)
            else:
                problems.release()
                stored.append(span.line, last[0], has_abstract=bool(item.abstract.strip()))
    if not stored:
        message = f"{source}:1:1: contains no paper in the extracted form; create one with papertrace extract"
        raise ListingError(message)
    return stored


def keep_papers(papers: Iterable[Paper]) -> Sequence[Paper]:
    """Return papers to iterate over several times; of many, each access makes new objects."""
    kept = Spool(Paper, papers, in_memory=MAX_OBJECTS)
    return list(kept) if kept.is_in_memory else kept


def count_without_abstract(papers: Iterable[Paper]) -> int:
    """Return the number of papers without an abstract; those on disk are not read again for it."""
    if isinstance(papers, StoredPapers):
        return papers.n_without_abstract
    return sum(not paper.abstract.strip() for paper in papers)
