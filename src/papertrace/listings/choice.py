"""The choice of the reader for a text: the one that explains it best, which is tried.

Each reader says how likely the first lines are in its format, and those at a quarter, half and three quarters of the
text. A reader of a grammar that is certain while no other can read the first lines needs no trial. Otherwise every
reader that may fit reads the text, or its beginning if it is long, and gets a score between 0 and 1:

    score = explained * sqrt(n_papers / most papers of any reader)
    explained = papers / entries * (share of the addresses + share of the lines in the lines of entries) / 2

Lines that the reader itself reports as fitting no paper are not explained, even where they are between the first and
the last line of an entry; a line on which an entry begins is.

A text that parses by a grammar is never read by a reader of prose: a reader of a grammar that finds at most a tenth of
all lines that are not blank outside its records has the text to itself. Only other grammars of which that is true
compete with it, and all but the lines outside is explained. Records without titles, comments of the notation and what
it has around records are not outside. A page that quotes an entry or two leaves most of its lines outside; a file that
was cut out of a longer one, the end of one record.

A paper is an entry with a title that looks like one, which no labelled address does, and with an author, an abstract,
an identifier, an address, a venue or a date. Of the titles of a page of prose, which has no marks, some are shown to
the tagger: those in which it finds names, a venue or a year are references, and no titles. Scores that differ by less
than 0.05 are equal; then the more certain reader is better.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from math import sqrt

from papertrace.errors import ListingError
from papertrace.listings.formats import PLAIN, READERS, Reader, find_reader
from papertrace.listings.opening import describe_text
from papertrace.memory import collect_garbage_rarely
from papertrace.model import Entry, Problem, Span
from papertrace.model.audit import find_addresses
from papertrace.model.text import format_count

Parse = Callable[[Iterable[str], str], Iterator[Entry | Problem]]

EMPTY = "an export without records: a header and nothing below it; select records, and export again"
"""What is said of a text that a grammar parses, and in which nothing is."""
NO_TITLES = "a table without a column of titles that is known; name the column of titles 'title' in its header"
"""What is said of rows of one width that no reader of a grammar reads."""
MAX_WHOLE_CHARS = 4 * 1024 * 1024
"""The length up to which a text is kept in memory, tried whole and read only once."""
MAX_TRIAL_CHARS = 512 * 1024
"""The length of the beginning on which readers are tried if the text is longer."""
_CERTAIN, _LIKELY = 0.9, 0.5
_MIN_EXPLAINED = 0.5
_MAX_OUTSIDE = 0.1
_WORTH_NAMING = 0.1
# Found on the specimens, on what is left of them after any entry, and on real lists: of none that is read rightly do
# two readers of prose explain about as much, but of texts of two layouts.
_CLOSE = 0.1
_SAME = 0.5  # two readers that give half of the titles in common read one thing
_STEPS = 20
_MARKS_AS_TEXT = 0.15  # what marks of a notation cost that are read as text
_RESORT, _MIN_PAPERS = 0.1, 3
_MANY_TIMES = 3
_N_SHOWN = 40  # titles at most; of eleven pages of prose the tagger found no field in any
_MANY_PARTS, _MIN_PARTED = re.compile(r"\b(?:19|20)\d\d\b|[,.;]\s.{0,200}?[,.;]\s"), 0.2  # below, they are not shown
_WINDOWS, _WINDOW_LINES = (0.25, 0.5, 0.75), 200
_MAX_TITLE_LENGTH, _MIN_LETTERS = 400, 3
# "DOI: https://doi.org/10.1234/fold": an address with its label is not what a paper is called.
_LABELLED_ADDRESS = re.compile(r"[\w ]{1,30}:\s{0,3}(?:https?://|www\.)\S*$")
_GRAMMARS = [reader for reader in READERS if reader.is_grammar]
_NO_TITLE_STARTS = ("{", "[{", "<", "@", "http://", "https://", "|")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What one reader makes of a text, and how much of the text that explains."""

    reader: Reader
    confidence: float
    items: tuple[Entry | Problem, ...]
    n_entries: int
    n_papers: int
    explained: float
    outside: float  # the share of the lines that are outside the records of a notation

    def parses(self) -> bool:
        """Return whether a grammar has the text to itself."""
        is_read = self.n_entries > 0 or self.confidence >= _CERTAIN
        return is_read and self.confidence > _LIKELY and self.outside <= _MAX_OUTSIDE

    def is_doubted(self) -> bool:
        """Return whether the reader doubts what it read."""
        return any(isinstance(item, Problem) and item.doubts for item in self.items)

    def as_parsed(self) -> "Trial":
        """Return the trial of a grammar that parses the text: all is explained but what is outside, which is doubt."""
        return replace(self, explained=1 - self.outside, confidence=self.confidence - self.outside)

    def score(self, most: int) -> float:
        """Return the score beside readers of which the best finds `most` papers."""
        return self.explained * sqrt(self.n_papers / most) if most else 0.0

    def describe(self, most: int) -> str:
        """Return the name, the score and the number of entries, for a message."""
        found = format_count(self.n_entries, "entry", "entries")
        return f"{self.reader.name} {self.score(most):.2f} ({found})"

    def titles(self) -> set[str]:
        """Return the titles of the entries."""
        return {item.title for item in self.items if isinstance(item, Entry)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The reader chosen for a text, what it reads there, and the readers that were tried, the best first."""

    reader: Reader
    items: Iterable[Entry | Problem]
    tried: tuple[Trial, ...] = field(default=())

    @property
    def next_best(self) -> str:
        """The name of the reader that explains the text second best, or an empty string."""
        most = _most_papers(self.tried)
        others = (trial for trial in self.tried if trial.reader is not self.reader)
        return next((trial.reader.name for trial in others if trial.score(most) >= _WORTH_NAMING), "")

    @property
    def rival(self) -> Trial | None:
        """The trial of a reader of prose that explains the text about as well by other entries, or None."""
        best = next((trial for trial in self.tried if trial.reader is self.reader), None)
        if best is None or self.reader.is_grammar:
            return None
        most, titles = _most_papers(self.tried), best.titles()
        least = max(best.score(most) - _CLOSE, _WORTH_NAMING)
        for trial in self.tried:
            if trial is best or trial.reader.is_grammar or trial.score(most) < least:
                continue
            # One parser that two readers recognise reads a text of two layouts.
            is_two_layouts = trial.reader.parser == self.reader.parser
            n_common = len(titles & trial.titles())
            if is_two_layouts or n_common < _SAME * min(len(titles), len(trial.titles())):
                return trial
        return None

    def describe(self) -> str:
        """Return the chosen format, and the score of every reader that was tried."""
        if not self.tried:
            return self.reader.name
        most = _most_papers(self.tried)
        return f"{self.reader.name} (tried: {', '.join(trial.describe(most) for trial in self.tried)})"


@collect_garbage_rarely()
def choose_reader(head: list[str], lines: Iterable[str], source: str, format_name: str | None = None) -> Choice:
    """Return the reader that explains a text best, and its items; `head` are the first lines, `lines` the others.

    Raises
    ------
    ListingError
        If no reader recognises the text, or explains half of it; or if `format_name` names no reader.
    """
    rest = iter(lines)
    named = find_reader(format_name) if format_name else next((one for one in READERS if one.fills(head)), None)
    found = {} if named else _recognise(head)
    sole = named or _find_sole(found, head)
    if sole is not None and (named or sole.is_grammar):
        return Choice(reader=sole, items=sole.parse(chain(head, rest), source))
    from papertrace.listings.keyed.tables import is_table

    text, is_whole = _take(head, rest, MAX_WHOLE_CHARS)
    sample = text if is_whole else _take([], iter(text), MAX_TRIAL_CHARS)[0]
    below = _recognise_below(sample, _GRAMMARS)
    grammars = {one: max(found.get(one, 0.0), below.get(one, 0.0)) for one in _GRAMMARS}
    trials = _try_all(grammars, sample, source)
    tried = _rank([trial.as_parsed() for trial in trials if trial.parses()])
    if tried and max(trial.n_entries for trial in tried) == 1:
        # One record may be the front matter of a page and all that is below it.
        others = {one: at for one, at in found.items() if at >= _CERTAIN and not one.is_grammar}
        better = [one for one in _try_all(others, sample, source) if one.n_papers > _MANY_TIMES]
        tried = _rank([*better, *tried]) if better else tried
    if not tried:
        if fact := describe_text(sample, is_unread=False) or (NO_TITLES if is_table(sample) else ""):
            raise _refusal(source, fact)
        if sole is not None and is_whole and sole.module.startswith("captures."):
            # The marks of a capture may stand in a list of another form, of which such a reader leaves most.
            [trial] = _try_all({sole: found[sole]}, text, source)
            resorts = {one: _RESORT for one in READERS if one.is_resort and trial.explained < _MIN_EXPLAINED}
            tried = _rank([trial, *(one for one in _try_all(resorts, text, source) if not one.is_doubted())])
            if tried[0].n_papers >= max(_MIN_PAPERS, _MANY_TIMES * trial.n_papers + 1):
                return Choice(reader=tried[0].reader, items=tried[0].items, tried=tuple(tried))
            return Choice(reader=sole, items=trial.items)
        if sole is not None:
            items = sole.parse(chain(text, rest), source)
            return Choice(reader=sole, items=_with_bibtex(items, text, source) if is_whole else items)
        tried = _rank(_try_all(found, sample, source))
        if not tried or tried[0].explained < _MIN_EXPLAINED:
            below |= _recognise_below(sample, [one for one in READERS if not one.is_grammar])
            further = {one: below[one] / 2 for one in READERS if one in below and one not in found}
            tried = _rank([*tried, *_try_all(further, sample, source)])
        tried = _require_explained(tried, sample, source)
    best = tried[0]
    read = best.items if is_whole else best.reader.parse(chain(text, rest), source)
    return Choice(reader=best.reader, items=read, tried=tuple(tried))


def _recognise(head: Sequence[str], readers: Sequence[Reader] = READERS) -> dict[Reader, float]:
    """Return the readers that may read some lines, with their confidence."""
    shown = [line[:MAX_TRIAL_CHARS] for line in head]
    found = {reader: reader.recognise(shown) for reader in readers}
    return {reader: confidence for reader, confidence in found.items() if confidence > 0}


def _find_sole(found: dict[Reader, float], head: Sequence[str]) -> Reader | None:
    """Return the only reader of the first lines, if it is certain and no other is likely for their second half.

    An entry in BibTeX at the head of a list says how to cite the list.
    """
    if len(found) != 1 or max(found.values()) < _CERTAIN:
        return None
    below, sole = head[len(head) // 2 :], next(iter(found))
    is_sole = _recognise(below, [sole]) or all(confidence <= _LIKELY for confidence in _recognise(below).values())
    return sole if is_sole else None


def _recognise_below(sample: Sequence[str], readers: Sequence[Reader]) -> dict[Reader, float]:
    """Return those of some readers that recognise a text by lines further below."""
    best: dict[Reader, float] = {}
    for share in _WINDOWS:
        start = int(len(sample) * share)
        for reader, confidence in _recognise(sample[start : start + _WINDOW_LINES], readers).items():
            best[reader] = max(confidence, best.get(reader, 0.0))
    return {reader: best[reader] for reader in readers if reader in best}


def _try_all(confidences: dict[Reader, float], sample: Sequence[str], source: str) -> list[Trial]:
    """Return what readers make of a text; papers in BibTeX count for readers of documents, which may quote it."""

    def parse_with_bibtex(reader: Reader) -> Parse:
        return lambda lines, source: iter(_with_bibtex(reader.parse(lines, source), sample, source))

    return [
        try_reader(reader, parse_with_bibtex(reader) if reader.may_quote else reader.parse, confidence, sample, source)
        for reader, confidence in confidences.items()
        if confidence > 0
    ]


def _require_explained(tried: Sequence[Trial], sample: Sequence[str], source: str) -> list[Trial]:
    """Return trials from the best one on that explains enough, or raise an error if none does."""
    best = tried[0] if tried else None
    if best is not None and best.confidence <= _LIKELY and best.explained < _MIN_EXPLAINED:
        best = next((trial for trial in tried if trial.confidence > _LIKELY), None)
    if best is not None:
        return [best, *(trial for trial in tried if trial is not best)]
    if any(not trial.items and trial.reader.is_grammar for trial in tried):
        raise _refusal(source, EMPTY)
    if fact := describe_text(sample, is_unread=True):
        raise _refusal(source, fact)
    if resort := _try_resorts(tried, sample, source):
        return [resort]
    nearest = f"; next to it comes {tried[0].reader.name}" if tried and tried[0].n_entries else ""
    way_out = "convert the file, or name its format with --from (papertrace formats lists them)"
    from papertrace.listings.plain_lists import may_be_titles

    if may_be_titles(sample):
        way_out = f"if every line is a title, read them with --from title-list; else {way_out}"
    raise _refusal(source, f"no reader recognises this format{nearest}; {way_out}")


def _try_resorts(tried: Sequence[Trial], sample: Sequence[str], source: str) -> Trial | None:
    """Return what the readers of last resort make of a text that no reader recognises, if they find papers in it.

    Papers that show an author, a venue, a year or the link of a paper, and that the reader does not doubt, are papers
    wherever they stand; that the text is not recognised is said with them.
    """
    done = [trial for trial in tried if trial.reader.is_resort]
    left = {one: _RESORT for one in READERS if one.is_resort and all(trial.reader is not one for trial in done)}
    good = [
        trial
        for trial in (*done, *_try_all(left, sample, source))
        if trial.n_papers >= _MIN_PAPERS and not trial.is_doubted()
    ]
    best = max(good, key=lambda trial: trial.n_papers, default=None)
    if best is None:
        return None
    found = format_count(best.n_entries, "paper")
    fact = f"no reader recognises this text; {found} found in it by the look of the lines; check some in the output"
    doubt = Problem(Span(source, 1), fact, n_lines=0, doubts=True)
    return replace(best, items=(*best.items, doubt))


def _refusal(source: str, fact: str) -> ListingError:
    return ListingError(f"{source}:1:1: {fact}")


def _take(head: list[str], lines: Iterator[str], n_chars: int) -> tuple[list[str], bool]:
    """Return the first lines up to a length, and whether these are all."""
    taken = list(head)
    size = sum(map(len, head)) + len(head)
    while size <= n_chars:
        line = next(lines, None)
        if line is None:
            return taken, True
        taken.append(line)
        size += len(line) + 1
    return taken, False


def _with_bibtex(items: Iterable[Entry | Problem], text: Sequence[str], source: str) -> Iterable[Entry | Problem]:
    """Return what a reader found, with the papers that the text gives as BibTeX besides."""
    from papertrace.listings.keyed.bibtex import find_cited_papers, has_bibtex, merge_in_order

    if not has_bibtex(text):
        return items
    found = list(items)
    entries = [item for item in found if isinstance(item, Entry)]
    return merge_in_order(found, find_cited_papers(text, source, entries))


def try_reader(reader: Reader, parse: Parse, confidence: float, lines: Sequence[str], source: str) -> Trial:
    """Return what a reader makes of lines by a parser, which may be its own with more around it."""
    items = tuple(parse(iter(lines), source))
    entries = [item for item in items if isinstance(item, Entry)]
    n_papers = sum(map(_is_paper, entries))
    if reader.module == "captures.pages":
        n_papers = round(n_papers * _share_of_titles([entry.title for entry in entries]))
    # What was extracted from other listings keeps its places there.
    shares = _shares_in(items, lines) if any(entry.span.source == source for entry in entries) else 1.0
    n_lines = sum(not _is_blank(line) for line in lines)
    n_outside = sum(item.n_lines for item in items if isinstance(item, Problem) and item.outside)
    return Trial(
        reader=reader,
        confidence=confidence,
        items=items,
        n_entries=len(entries),
        n_papers=n_papers,
        explained=n_papers / len(entries) * shares if entries else 0.0,
        outside=min(n_outside / n_lines, 1.0) if n_lines else 0.0,
    )


def _share_of_titles(texts: Sequence[str]) -> float:
    """Return the share of what a reader takes for titles in which the tagger finds no names, venue or year."""
    shown = [text[:_MAX_TITLE_LENGTH] for text in texts[:: -(-len(texts) // _N_SHOWN) or 1]]
    if sum(_MANY_PARTS.search(text) is not None for text in shown) < _MIN_PARTED * len(shown):
        return 1.0
    from papertrace.listings.learned.blocks import read_text
    from papertrace.listings.learned.tagger import tag_blocks

    blocks = read_text([line for text in shown for line in (text, "")])
    tagged = tag_blocks([block for block in blocks if block.atoms])
    n_others = sum(any(label[-1] in "AVY" for label in one.labels) for one in tagged)
    return 1 - n_others / len(tagged) if tagged else 1.0


def _rank(trials: Sequence[Trial]) -> list[Trial]:
    """Return trials, the best first; a text in a notation is read as plain text only if that explains much more."""
    most = _most_papers(trials)
    has_notation = any(trial.confidence > _LIKELY and trial.reader.has_notation for trial in trials)

    def rank(trial: Trial) -> tuple[int, float]:
        loss = _MARKS_AS_TEXT if has_notation and trial.reader.parser == PLAIN else 0.0
        return -round((trial.score(most) - loss) * _STEPS), -trial.confidence

    return sorted(trials, key=rank)


def _most_papers(trials: Iterable[Trial]) -> int:
    return max((trial.n_papers for trial in trials), default=0)


def _is_paper(entry: Entry) -> bool:
    title = entry.title
    if len(title) > _MAX_TITLE_LENGTH or title.startswith(_NO_TITLE_STARTS) or _LABELLED_ADDRESS.match(title):
        return False
    if sum(map(str.isalpha, title)) < _MIN_LETTERS:
        return False
    has_identifier = bool(entry.identifiers.arxiv or entry.identifiers.doi)
    return bool(entry.authors or entry.abstract or has_identifier or entry.targets or entry.date or entry.venue)


def _shares_in(items: Sequence[Entry | Problem], lines: Sequence[str]) -> float:
    """Return the share of the addresses and lines that are in the lines of entries; only of lines if none has one."""
    covered = bytearray(len(lines) + 2)
    entries = [item for item in items if isinstance(item, Entry)]
    reached = 0
    for first, last in sorted((entry.span.line, min(entry.end_line, len(lines))) for entry in entries):
        for number in range(max(first, reached + 1), last + 1):
            covered[number] = 1
        reached = max(reached, last)
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


def _numbers_lost(items: Iterable[Entry | Problem], lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the lines that fit no paper; a problem says how many of its lines are not blank."""
    lost = (item for item in items if isinstance(item, Problem) and not (item.harmless or item.doubts))
    number = 0
    for first, n_lost in sorted((problem.span.line, problem.n_lines) for problem in lost):
        if first <= number:
            continue
        filled = (at for at in range(first, len(lines) + 1) if not _is_blank(lines[at - 1]))
        for number in islice(filled, n_lost):
            yield number


def _is_blank(line: str) -> bool:
    return not line or line.isspace()
