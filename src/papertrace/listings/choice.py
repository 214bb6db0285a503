"""The choice of the reader for a text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from papertrace.errors import ListingError
from papertrace.listings.formats import READERS, Reader, find_reader
from papertrace.listings.lines.unread import describe_text
from papertrace.listings.trial import (
    CERTAIN,
    LIKELY,
    MIN_EXPLAINED,
    Parse,
    Trial,
    most_papers,
    rank_trials,
    try_reader,
)
from papertrace.model import Entry, Problem

EMPTY = "an export without records: a header and nothing below it; select records, and export again"
"""What is said of a text that a grammar parses, and in which nothing is."""
NO_TITLES = "a table without a column of titles that is known; name the column of titles 'title' in its header"
"""What is said of rows of one width that no reader of a grammar reads."""
MAX_WHOLE_CHARS = 4 * 1024 * 1024
"""The length up to which a text is kept in memory, tried whole and read only once."""
MAX_TRIAL_CHARS = 512 * 1024
"""The length of the beginning on which readers are tried if the text is longer."""
_WORTH_NAMING = 0.1
# Found on the specimens, on what is left of them after any entry, and on real lists: of none that is read rightly do
# two readers of prose explain about as much, but of texts of two layouts.
_CLOSE = 0.1
_WINDOW_LINES = 200
# The formats of documents, which may quote BibTeX; a record of a database does not.
_WITH_BIBTEX = frozenset({"awesome-list", "paper-headings", "labelled-text", "rst-list", "org-list", "asciidoc-list"})
# Where to look for the hallmarks of a format below the first lines, as shares of the text.
_WINDOWS = (0.25, 0.5, 0.75)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The reader chosen for a text, what it reads there, and the readers that were tried."""

    reader: Reader
    items: Iterable[Entry | Problem]
    tried: tuple[Trial, ...] = field(default=())

    @property
    def next_best(self) -> str:
        """The name of the reader that explains the text second best, or an empty string."""
        most = most_papers(self.tried)
        others = (trial for trial in self.tried if trial.name != self.reader.name)
        return next((trial.name for trial in others if trial.score(most) >= _WORTH_NAMING), "")

    @property
    def rival(self) -> Trial | None:
        """The trial of another reader of prose that explains the text about as well, or None."""
        if self.reader.is_grammar:
            return None
        most = most_papers(self.tried)
        others = (trial for trial in self.tried if not find_reader(trial.name).is_grammar)
        scores = {
            trial.name: trial.score(most)
            for trial in others
            if trial.name == self.reader.name or not _is_one_reader(find_reader(trial.name), self.reader)
        }
        least = scores.pop(self.reader.name, 2.0) - _CLOSE
        return next((trial for trial in self.tried if scores.get(trial.name, 0.0) >= max(least, _WORTH_NAMING)), None)

    def describe(self) -> str:
        """Return the chosen format, and the score of every reader that was tried."""
        if not self.tried:
            return self.reader.name
        most = most_papers(self.tried)
        return f"{self.reader.name} (tried: {', '.join(trial.describe(most) for trial in self.tried)})"


def _is_one_reader(first: Reader, second: Reader) -> bool:
    """Return whether two formats are read by the tagger, which then finds the same papers in two notations."""
    return first.module == second.module == "learned.entries"


def choose_reader(head: list[str], lines: Iterable[str], source: str, format_name: str | None = None) -> Choice:
    """Return the reader that explains a text best, and its items; `head` are the first lines, `lines` the others.

    Raises
    ------
    ListingError
        If no reader recognises the text, or explains half of it; or if `format_name` names no reader.
    """
    rest = iter(lines)
    if format_name:
        reader = find_reader(format_name)
        return Choice(reader=reader, items=reader.parse(chain(head, rest), source))
    if filling := next((reader for reader in READERS if reader.fills(head)), None):
        return Choice(reader=filling, items=filling.parse(chain(head, rest), source))
    candidates = _recognise(head)
    rivals = _find_rivals(candidates, head)
    sole = candidates[0][0] if len(candidates) == 1 and candidates[0][1] >= CERTAIN and not rivals else None
    if sole is not None and sole.is_grammar:
        return Choice(reader=sole, items=sole.parse(chain(head, rest), source))
    from papertrace.listings.keyed.tables import is_table

    text, is_whole = _take(head, rest, MAX_WHOLE_CHARS)
    sample = text if is_whole else _take([], iter(text), MAX_TRIAL_CHARS)[0]
    below = _recognise_below(sample)
    trials = _try_all(_grammars_of([*candidates, *below]), sample, source)
    parsed = rank_trials([trial.as_parsed() for trial in trials if trial.parses()])
    fact = "" if parsed else describe_text(sample, is_unread=False) or (NO_TITLES if is_table(sample) else "")
    if fact:
        message = f"{source}:1:1: {fact}"
        raise ListingError(message)
    if not parsed and sole is not None:
        items = sole.parse(chain(text, rest), source)
        return Choice(reader=sole, items=_with_bibtex(items, text, source) if is_whole else items)
    tried = tuple(parsed or _try_to_explain([*candidates, *rivals], below, sample, source))
    best = parsed[0] if parsed else _find_best(tried, sample, source)
    reader = find_reader(best.name)
    if is_whole:
        return Choice(reader=reader, items=best.items, tried=tried)
    return Choice(reader=reader, items=reader.parse(chain(text, rest), source), tried=tried)


def _recognise(head: list[str]) -> list[tuple[Reader, float]]:
    shown = [line[:MAX_TRIAL_CHARS] for line in head]
    found = ((reader, reader.recognise(shown)) for reader in READERS)
    return [(reader, confidence) for reader, confidence in found if confidence > 0]


def _grammars_of(candidates: Iterable[tuple[Reader, float]]) -> list[tuple[Reader, float]]:
    """Return the candidates that read a grammar, each once, with its greatest confidence."""
    best: dict[str, tuple[Reader, float]] = {}
    for reader, confidence in candidates:
        if reader.is_grammar and confidence > best.get(reader.name, (reader, 0.0))[1]:
            best[reader.name] = (reader, confidence)
    return list(best.values())


def _try_to_explain(
    candidates: Sequence[tuple[Reader, float]],
    below: Iterable[tuple[Reader, float]],
    sample: Sequence[str],
    source: str,
) -> list[Trial]:
    """Return the trials of readers, the best first; those that recognise lines below only if no other explains half."""
    trials = _try_all(candidates, sample, source)
    if trials and trials[0].explained >= MIN_EXPLAINED:
        return trials
    known = {reader.name for reader, _ in candidates}
    further = [(reader, confidence / 2) for reader, confidence in below if reader.name not in known]
    return rank_trials([*trials, *_try_all(further, sample, source)])


def _find_best(trials: Sequence[Trial], sample: Sequence[str], source: str) -> Trial:
    """Return the trial of the reader that explains a text best, or raise an error if none explains enough."""
    best = trials[0] if trials else None
    if best is None or (best.confidence <= LIKELY and best.explained < MIN_EXPLAINED):
        best = next((trial for trial in trials if trial.confidence > LIKELY), None)
    if best is not None:
        return best
    if any(not trial.items and find_reader(trial.name).is_grammar for trial in trials):
        message = f"{source}:1:1: {EMPTY}"
        raise ListingError(message)
    if fact := describe_text(sample, is_unread=True):
        message = f"{source}:1:1: {fact}"
        raise ListingError(message)
    tried = f"; next to it comes {trials[0].name}" if trials and trials[0].n_entries else ""
    way_out = "convert the file, or name its format with --from (papertrace formats lists them)"
    from papertrace.listings.bibliographies.plain_lists import may_be_titles

    if may_be_titles(sample):
        way_out = f"if every line is a title, read them with --from title-list; else {way_out}"
    message = f"{source}:1:1: no reader recognises this format{tried}; {way_out}"
    raise ListingError(message)


def _find_rivals(candidates: Sequence[tuple[Reader, float]], head: list[str]) -> list[tuple[Reader, float]]:
    """Return other readers that recognise the second half of the first lines, if the only candidate does not.

    An entry in BibTeX at the head of a list says how to cite the list.
    """
    if len(candidates) != 1:
        return []
    below = _recognise(head[len(head) // 2 :])
    if any(reader is candidates[0][0] for reader, _ in below):
        return []
    return [(reader, confidence / 2) for reader, confidence in below if confidence > LIKELY]


def _recognise_below(sample: Sequence[str]) -> list[tuple[Reader, float]]:
    """Return the readers that recognise a text by lines further below."""
    best: dict[str, tuple[Reader, float]] = {}
    for share in _WINDOWS:
        start = int(len(sample) * share)
        for reader, confidence in _recognise(list(sample[start : start + _WINDOW_LINES])):
            if confidence > best.get(reader.name, (reader, 0.0))[1]:
                best[reader.name] = (reader, confidence)
    return [best[reader.name] for reader in READERS if reader.name in best]


def _try_all(candidates: Iterable[tuple[Reader, float]], sample: Sequence[str], source: str) -> list[Trial]:
    """Return what readers make of a text, the best first; papers in BibTeX count for those that may quote it."""

    def parse_all(parse: Parse, lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
        return iter(_with_bibtex(parse(lines, source), sample, source))

    trials = []
    for reader, confidence in candidates:
        parse = partial(parse_all, reader.parse) if reader.name in _WITH_BIBTEX else reader.parse
        trials.append(try_reader(reader.name, parse, confidence, sample, source))
    return rank_trials(trials)


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
    from papertrace.listings.citations import find_cited_papers, has_bibtex, merge_in_order

    if not has_bibtex(text):
        return items
    found = list(items)
    entries = [item for item in found if isinstance(item, Entry)]
    return merge_in_order(found, find_cited_papers(text, source, entries))
