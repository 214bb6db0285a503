"""Completing the entries of a part by what the places of all of them hold (`papertrace.listings.forms`)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from papertrace.listings.forms.pooling import Facts, Segment, find_roles, read_facts
from papertrace.listings.markdown.inline.marks import Mark
from papertrace.model import Entry, Problem, Span

_SIGNS = " \t\n*_`\"'“”.,;:()[]{}<>|-–—"  # noqa: RUF001 - as printed


@dataclass(slots=True)
class Forms:
    """The segments of the entries of a part, by what the entries are and how they mark their titles."""

    _segments: dict[tuple[Span, str], tuple[Segment, ...]] = field(default_factory=dict)
    _groups: defaultdict[Mark | None, list[tuple[Span, str]]] = field(default_factory=lambda: defaultdict(list))

    def note(self, entry: Entry, mark: Mark | None, segments: tuple[Segment, ...]) -> None:
        """Keep the segments of an entry."""
        key = (entry.span, entry.title)
        self._segments[key] = segments
        self._groups[mark].append(key)

    def complete(self, found: Iterable[Entry | Problem]) -> Iterator[Entry | Problem]:
        """Yield the entries with what their places say, and problems unchanged."""
        facts: dict[tuple[Span, str], Facts] = {}
        for keys in self._groups.values():
            roles = find_roles(self._segments[key] for key in keys)
            if roles:
                facts.update((key, read_facts(self._segments[key], roles)) for key in keys)
        for one in found:
            known = facts.get((one.span, one.title)) if isinstance(one, Entry) else None
            yield _complete(one, known) if isinstance(one, Entry) and known else one


def _complete(entry: Entry, facts: Facts) -> Entry:
    is_read = bool(entry.abstract) and _fold(entry.abstract) in set(map(_fold, facts.read))
    return replace(
        entry,
        authors=entry.authors or facts.authors,
        venue=entry.venue or (None if entry.publisher else facts.venue),
        date=entry.date or facts.date,
        abstract="" if is_read else entry.abstract,
        abstract_span=None if is_read else entry.abstract_span,
    )


def _fold(text: str) -> str:
    return " ".join(text.split()).strip(_SIGNS)
