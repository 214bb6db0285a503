"""Recognition of a format by trying: the reader that explains a text best reads it.

A reader that is certain while no other can read the text needs no trial. Otherwise every reader that may fit reads the
text, or its beginning if it is long, and gets a score between 0 and 1:

    score = explained * sqrt(n_papers / most papers of any reader)
    explained = papers / entries * (share of the addresses + share of the lines in the lines of entries) / 2

Lines that the reader itself reports as fitting no paper are not explained, even where they are between the first and
the last line of an entry; a line on which an entry begins is.

A text that parses by a grammar is never read by a reader of prose: a reader of a grammar that recognises the first
lines, or those at a quarter, half or three quarters of the text, and finds at most a tenth of all lines that are not
blank outside its records has the text to itself. Only other grammars of which that is true compete with it, and all
but the lines outside is explained. Records without titles, comments of the notation and what it has around records are
not outside. A page that quotes an entry or two leaves most of its lines outside; a file that was cut out of a longer
one, the end of one record.

A paper is an entry with a title that looks like one, which no labelled address does, and with an author, an abstract,
an identifier, an address, a venue or a date. Scores that differ by less than 0.05 are equal; then the more certain
reader is better.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from papertrace.model import Entry, Problem
from papertrace.model.audit.account import find_addresses
from papertrace.model.text import format_count

Parse = Callable[[Iterable[str], str], Iterator[Entry | Problem]]

CERTAIN, LIKELY = 0.9, 0.5
MIN_EXPLAINED = 0.5
_MAX_OUTSIDE = 0.1
_STEPS = 20
_MAX_TITLE_LENGTH = 400
_MIN_LETTERS = 3
# "DOI: https://doi.org/10.1234/fold": an address with its label is not what a paper is called.
_LABELLED_ADDRESS = re.compile(r"[\w ]{1,30}:\s{0,3}(?:https?://|www\.)\S*$")
_NO_TITLE_STARTS = ("{", "[{", "<", "@", "http://", "https://", "|")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What one reader makes of a text, and how much of the text that explains."""

    name: str
    confidence: float
    items: tuple[Entry | Problem, ...]
    n_entries: int
    n_papers: int
    explained: float
    outside: float  # the share of the lines that are outside the records of a notation

    def parses(self) -> bool:
        """Return whether a grammar has the text to itself."""
        is_read = self.n_entries > 0 or self.confidence >= CERTAIN
        return is_read and self.confidence > LIKELY and self.outside <= _MAX_OUTSIDE

    def as_parsed(self) -> "Trial":
        """Return the trial of a grammar that parses the text: all is explained but what is outside, which is doubt."""
        return replace(self, explained=1 - self.outside, confidence=self.confidence - self.outside)

    def score(self, most: int) -> float:
        """Return the score beside readers of which the best finds `most` papers."""
        return self.explained * sqrt(self.n_papers / most) if most else 0.0

    def describe(self, most: int) -> str:
        """Return the name, the score and the number of entries, for a message."""
        found = format_count(self.n_entries, "entry", "entries")
        return f"{self.name} {self.score(most):.2f} ({found})"


def try_reader(name: str, parse: Parse, confidence: float, lines: Sequence[str], source: str) -> Trial:
    """Return what a reader makes of lines."""
    items = tuple(parse(iter(lines), source))
    entries = [item for item in items if isinstance(item, Entry)]
    n_papers = sum(map(_is_paper, entries))
    # What was extracted from other listings keeps its places there.
    shares = _shares_in(items, lines) if any(entry.span.source == source for entry in entries) else 1.0
    explained = n_papers / len(entries) * shares if entries else 0.0
    return Trial(
        name=name,
        confidence=confidence,
        items=items,
        n_entries=len(entries),
        n_papers=n_papers,
        explained=explained,
        outside=_share_outside(items, lines),
    )


def rank_trials(trials: Sequence[Trial]) -> list[Trial]:
    """Return trials, the best first."""
    most = most_papers(trials)

    def rank(trial: Trial) -> tuple[int, float]:
        return -round(trial.score(most) * _STEPS), -trial.confidence

    return sorted(trials, key=rank)


def most_papers(trials: Iterable[Trial]) -> int:
    """Return the number of papers of the reader that finds most."""
    return max((trial.n_papers for trial in trials), default=0)


def _is_paper(entry: Entry) -> bool:
    title = entry.title
    if len(title) > _MAX_TITLE_LENGTH or title.startswith(_NO_TITLE_STARTS):
        return False
    if _LABELLED_ADDRESS.match(title):
        return False
    if sum(character.isalpha() for character in title[:_MAX_TITLE_LENGTH]) < _MIN_LETTERS:
        return False
    has_identifier = bool(entry.identifiers.arxiv or entry.identifiers.doi)
    return bool(entry.authors or entry.abstract or has_identifier or entry.targets or entry.date or entry.venue)


def _shares_in(items: Sequence[Entry | Problem], lines: Sequence[str]) -> float:
    """Return the share of the addresses and lines that are in the lines of entries; only of lines if none has one."""
    covered = bytearray(len(lines) + 2)
    entries = [item for item in items if isinstance(item, Entry)]
    for number in _numbers_in(((one.span.line, one.end_line) for one in entries), len(lines)):
        covered[number] = 1
    for number in _numbers_lost(items, lines):
        covered[number] = 0
    for entry in entries:
        covered[min(entry.span.line, len(lines) + 1)] = 1
    n_lines = n_covered = n_addresses = n_inside = 0
    for number, line in enumerate(lines, start=1):
        if _is_blank(line):
            continue
        n_lines += 1
        n_covered += covered[number]
        n = sum(1 for _ in find_addresses(line))
        n_addresses += n
        n_inside += n if covered[number] else 0
    of_lines = n_covered / n_lines if n_lines else 0.0
    return (of_lines + n_inside / n_addresses) / 2 if n_addresses else of_lines


def _share_outside(items: Iterable[Entry | Problem], lines: Iterable[str]) -> float:
    n_lines = sum(not _is_blank(line) for line in lines)
    n_outside = sum(item.n_lines for item in items if isinstance(item, Problem) and item.outside)
    return min(n_outside / n_lines, 1.0) if n_lines else 0.0


def _numbers_in(ranges: Iterable[tuple[int, int]], end: int) -> Iterator[int]:
    """Yield the numbers in ranges, once each and up to `end`."""
    reached = 0
    for first, last in sorted(ranges):
        yield from range(max(first, reached + 1), min(last, end) + 1)
        reached = max(reached, last)


def _numbers_lost(items: Iterable[Entry | Problem], lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the lines that fit no paper; a problem says how many of its lines are not blank."""
    lost = (item for item in items if isinstance(item, Problem) and not (item.harmless or item.doubts))
    number = 0
    for first, n_lost in sorted((problem.span.line, problem.n_lines) for problem in lost):
        if first <= number:
            continue
        number, n_left = first - 1, n_lost
        while n_left > 0 and number < len(lines):
            number += 1
            n_left -= not _is_blank(lines[number - 1])
            yield number


def _is_blank(line: str) -> bool:
    return not line or line.isspace()
