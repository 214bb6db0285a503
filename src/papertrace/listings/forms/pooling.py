"""What the places in the entries of a list hold, decided from all of its entries together.

Entries of one list share a form: names, venue and year stand at the same places, between the same marks. An entry that
alone is ambiguous (`Olaf Sporns`, `Mobisys`, names in an unusual order) is read as those beside it are. A place has a
role if most of its segments have it beyond doubt; a place of few values that recur, or of words in emphasis or bold, is
one of venues already if some of them are known. Where the venues of a place have dates, `Survey` without one is a note.
Titles differ from entry to entry.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

from papertrace.listings.forms.looks import People, Publication, read_people, read_publication

Place = tuple[str, ...]
TITLE: Place = ("title",)

_KINDS_OF_NAMES = frozenset(["emphasised", "bold"])
_MIN_SEGMENTS = 3
_MIN_RECURRING = 6
_MAX_SAMPLED = 60
_MIN_SHARE_OF_DATED = 0.75


class Role(StrEnum):
    """What a place holds."""

    PEOPLE = auto()
    VENUE = auto()
    VENUE_AND_DATE = auto()
    DATE = auto()


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of text between two marks, and its place: where it stands and between which marks."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the places of an entry say of its paper; `read` are the texts in which it stands."""

    authors: tuple[str, ...] = ()
    venue: str | None = None
    date: str | None = None
    read: tuple[str, ...] = ()


def find_roles(entries: Iterable[Sequence[Segment]]) -> dict[Place, Role]:
    """Return the roles of the places of a list; places without a clear one are missing, as is that of the titles."""
    texts: defaultdict[Place, list[str]] = defaultdict(list)
    for segments in entries:
        for segment in segments:
            if segment.place != TITLE and len(texts[segment.place]) < _MAX_SAMPLED:
                texts[segment.place].append(segment.text)
    roles = (
        (place, _judge(held, is_marked=_KINDS_OF_NAMES.intersection(place) != set()))
        for place, held in texts.items()
        if len(held) >= _MIN_SEGMENTS
    )
    return {place: role for place, role in roles if role is not None}


def _judge(texts: Sequence[str], *, is_marked: bool) -> Role | None:
    people = [read_people(text) for text in texts]
    if _are_most(sum(one is not None and one.is_certain for one in people), texts):
        return Role.PEOPLE
    publications = [read_publication(text) for text in texts]
    found = [one for one in publications if one is not None]
    n_certain = sum(one.is_certain for one in found)
    n_venues = sum(one.is_certain and one.venue is not None for one in found)
    if _are_most(n_certain, texts):
        n_dated = sum(one.is_certain and one.venue is not None and one.date is not None for one in found)
        if n_venues * 2 < n_certain:
            return Role.DATE
        return Role.VENUE_AND_DATE if n_dated >= n_venues * _MIN_SHARE_OF_DATED else Role.VENUE
    values = {one.venue.lower() for one in found if one.venue}
    recur = len(texts) >= _MIN_RECURRING and (len(values) * 2 <= len(found) or is_marked)
    return Role.VENUE if recur and n_venues * 4 >= len(texts) and len(found) * 4 >= len(texts) * 3 else None


def _are_most(n: int, texts: Sequence[str]) -> bool:
    return n >= _MIN_SEGMENTS and n * 2 >= len(texts)


def read_facts(segments: Sequence[Segment], roles: Mapping[Place, Role]) -> Facts:
    """Return what the segments of an entry say, each read leniently by the role of its place; the first one counts."""
    people: People | None = None
    publications: list[Publication] = []
    read: list[str] = []
    for segment in segments:
        role = roles.get(segment.place)
        if role is Role.PEOPLE:
            found = read_people(segment.text)
            # A single word among names is that of an organisation, unless others follow it.
            if found is None or not (found.is_certain or len(found.names) > 1 or " " in found.names[0]):
                continue
            people = people or found
            read.append(segment.text)
            if found.publication is not None:
                publications.append(found.publication)
        elif role is not None:
            publication = read_publication(segment.text)
            is_whole = role is not Role.VENUE_AND_DATE or (publication and (publication.date or publication.is_certain))
            if publication is not None and is_whole:
                venue = None if role is Role.DATE else publication.venue
                publications.append(Publication(venue=venue, date=publication.date, is_certain=publication.is_certain))
                read.append(segment.text)
    # A paper that is published was a preprint before.
    ranked = sorted(publications, key=lambda one: ((one.venue or "").lower() == "arxiv", not one.is_certain))
    return Facts(
        authors=people.names if people else (),
        venue=next((one.venue for one in ranked if one.venue), None),
        date=next((one.date for one in publications if one.date), None),
        read=tuple(read),
    )
