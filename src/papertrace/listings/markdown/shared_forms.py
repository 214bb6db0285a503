"""Completing the entries of a part by what the places of all of them hold (`papertrace.listings.forms`)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from papertrace.listings.forms.pooling import TITLE, Facts, Place, Role, Segment, find_roles, read_facts
from papertrace.listings.forms.titles import TitleForm, find_title_form
from papertrace.listings.markdown.inline.marks import Mark
from papertrace.model import Entry, Problem, Span

#: Return the span of a text within an entry, or None.
Locate = Callable[[str, Entry], Span | None]

_SIGNS = " \t\n*_`\"'“”.,;:()[]{}<>|-–—"  # noqa: RUF001 - as printed
_TAG = re.compile(r"<[^<>]{1,200}>")
_Key = tuple[Span, str]


@dataclass(frozen=True, slots=True)
class _Noted:
    mark: Mark | None
    section: int
    segments: tuple[Segment, ...]


class Forms:
    """The segments of the entries of a part, by section and by how the entries mark their titles.

    What a place holds is decided by the entries of its section, or else by those of the whole part.
    """

    def __init__(self) -> None:
        self._section = 0
        self._noted: dict[_Key, _Noted] = {}

    def enter_section(self) -> None:
        """Begin another section."""
        self._section += 1

    def note(self, entry: Entry, mark: Mark | None, segments: tuple[Segment, ...]) -> None:
        """Keep the segments of an entry."""
        self._noted[entry.span, entry.title] = _Noted(mark, self._section, segments)

    def complete(self, found: Iterable[Entry | Problem], locate: Locate) -> Iterator[Entry | Problem]:
        """Yield the entries with what their places say, and problems unchanged."""
        forms: dict[_Key, tuple[dict[Place, Role], TitleForm]] = {}
        for keys in self._group(lambda noted: (noted.mark,)):
            of_part = self._find_form(keys, {})
            sections = self._group(lambda noted: (noted.mark, noted.section), keys)
            for inner in sections:
                roles, titles = self._find_form(inner, of_part[0]) if len(sections) > 1 else of_part
                form = {**of_part[0], **roles}, titles if titles != TitleForm() else of_part[1]
                forms.update((key, form) for key in inner)
        for one in found:
            form_of_one = forms.get((one.span, one.title)) if isinstance(one, Entry) else None
            if isinstance(one, Problem) or form_of_one is None:
                yield one
            else:
                yield _complete(one, self._noted[one.span, one.title].segments, *form_of_one, locate)

    def _group(
        self, by: Callable[[_Noted], tuple[object, ...]], keys: Iterable[_Key] | None = None
    ) -> list[list[_Key]]:
        groups: defaultdict[tuple[object, ...], list[_Key]] = defaultdict(list)
        for key in self._noted if keys is None else keys:
            groups[by(self._noted[key])].append(key)
        return list(groups.values())

    def _find_form(self, keys: Sequence[_Key], known: Mapping[Place, Role]) -> tuple[dict[Place, Role], TitleForm]:
        entries = [(key[1], self._noted[key].segments) for key in keys]
        roles = find_roles(segments for _, segments in entries)
        return roles, find_title_form(entries, {**known, **roles})


def _complete(
    entry: Entry, segments: Sequence[Segment], roles: Mapping[Place, Role], titles: TitleForm, locate: Locate
) -> Entry:
    facts = [read_facts(segments, roles)] if roles else []
    title = titles.find(segments, entry.title)
    span = locate(title, entry) if title else None
    if title and span:
        facts.append(read_facts([Segment(TITLE, entry.title)], {TITLE: Role.PEOPLE}))
        # What was taken for a venue before the title was known.
        own = None if entry.venue and entry.venue in title else entry.venue
        entry = replace(entry, title=title, span=span, venue=own)
    elif cut := titles.cut(entry.title):
        facts.append(cut[1])
        own = None if cut[1].venue and entry.venue and entry.venue in entry.title else entry.venue
        entry = replace(entry, title=cut[0], venue=own)
    for one in facts:
        entry = _fill(entry, one)
    return entry


def _fill(entry: Entry, facts: Facts) -> Entry:
    """Return an entry with facts where it has none, and without an abstract that is one of them."""
    is_read = bool(entry.abstract) and _is_read(_fold(entry.abstract), facts.read)
    # "Doe (2020)" has the form of a venue and a year.
    are_names = any(re.search(rf"\b{re.escape(name)}\b", facts.venue or "") for name in entry.authors)
    venue = None if entry.publisher or are_names else facts.venue
    return replace(
        entry,
        authors=entry.authors or facts.authors,
        venue=entry.venue or venue,
        date=entry.date or facts.date,
        abstract="" if is_read else entry.abstract,
        abstract_span=None if is_read else entry.abstract_span,
    )


def _is_read(abstract: str, read: Sequence[str]) -> bool:
    """Return whether an abstract is little more than texts that have been read as something else."""
    first = max((len(text) for text in map(_fold, read) if abstract.startswith(text)), default=0)
    return first * 2 > len(abstract)


def _fold(text: str) -> str:
    return " ".join(_TAG.sub(" ", text).split()).strip(_SIGNS)
