"""Where the titles of a list stand, and where they end, decided from all of its entries together.

Titles differ from entry to entry, and are neither names nor publications. A reader that takes names, or the short name
of a system before them, for the title does so in most entries of a list; so does one that takes what follows a dash or
a comma, `Fold: A Study of Paper - ICML`, for the end of the title.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from papertrace.listings.fields.prose import is_prose, is_title
from papertrace.listings.forms.looks import People, Publication, read_people, read_publication
from papertrace.listings.forms.pooling import TITLE, Facts, Place, Role, Segment

_WORD = re.compile(r"[^\W\d_]{2,}")
_ENDS = (" - ", " – ", " — ", " | ", " / ", ". ", ", ")  # noqa: RUF001 - dashes as printed
_SIGNS = " \t\n*_`\"'“”,;:<>|"
_MIN_ENTRIES = 3
_MIN_SHARE = 0.5
_MIN_DISTINCT = 0.8
_MIN_WORDS, _MAX_WORDS = 3, 40
_MIN_WORDS_OF_MOST = 2.5
_MAX_PARTS = 8
_MAX_SAMPLED = 60


@dataclass(frozen=True, slots=True)
class TitleForm:
    """The places that hold the titles of a list, if they are not where its entries have been read, and what ends them.

    An empty set of places and an empty end mean that the titles stand and end where they have been read.
    """

    places: frozenset[Place] = frozenset()
    end: str = ""

    def find(self, segments: Sequence[Segment], title: str) -> str | None:
        """Return the title of an entry at these places; None if its title is better than any of them."""
        if not self.places or (len(_WORD.findall(title)) >= _MIN_WORDS and read_people(title) is None):
            return None
        found = (segment.text.strip(_SIGNS).rstrip(" .") for segment in segments if segment.place in self.places)
        return next((text for text in found if _is_like_title(text)), None)

    def cut(self, title: str) -> tuple[str, Facts] | None:
        """Return a title without what follows its end, and what that says; None if the title is whole."""
        return _cut(title, self.end) if self.end else None


def find_title_form(entries: Sequence[tuple[str, Sequence[Segment]]], roles: Mapping[Place, Role]) -> TitleForm:
    """Return the form of the titles of some entries, each given by the title that was read and its segments."""
    sample = entries[:_MAX_SAMPLED]
    if len(sample) < _MIN_ENTRIES:
        return TitleForm()
    titles = [title for title, _ in sample]
    people = [found for title in titles if (found := read_people(title)) is not None and found.is_certain]
    n_words = sum(len(_WORD.findall(title)) for title in titles)
    are_people = len(people) >= len(sample) * _MIN_SHARE
    # Entries about people, books and software credit names and describe; those of papers say when they were published.
    are_papers = any(role is not Role.PEOPLE for role in roles.values()) or (
        are_people and sum(one.is_no_title for one in people) * 2 >= len(people)
    )
    if are_papers and (are_people or n_words < len(sample) * _MIN_WORDS_OF_MOST):
        places = _find_places(sample, roles, needs_people=not are_people)
        if places:
            return TitleForm(places)
    for end in _ENDS:
        heads = [cut[0] for title in titles if (cut := _cut(title, end)) is not None]
        is_form = len(heads) >= max(_MIN_ENTRIES, len(sample) * _MIN_SHARE)
        # In a series, `Report, 2019`, `Report, 2020`, the end is what makes the titles differ.
        if is_form and len(set(heads)) >= len(heads) * _MIN_DISTINCT:
            return TitleForm(end=end)
    return TitleForm()


def _find_places(
    entries: Sequence[tuple[str, Sequence[Segment]]], roles: Mapping[Place, Role], *, needs_people: bool
) -> frozenset[Place]:
    """Return the places of texts that look like titles; if names are needed, those that follow names."""
    texts: defaultdict[Place, list[str]] = defaultdict(list)
    for _, segments in entries:
        has_people = not needs_people
        is_after = False
        for segment in segments:
            is_after = is_after or segment.place == TITLE
            if segment.place != TITLE and is_after and has_people and segment.place not in roles:
                texts[segment.place].append(segment.text)
            has_people = has_people or roles.get(segment.place) is Role.PEOPLE
    found = {place for place, held in texts.items() if len(held) >= _MIN_ENTRIES and _are_titles(held)}
    n_covered = sum(any(segment.place in found for segment in segments) for _, segments in entries)
    return frozenset(found) if n_covered >= len(entries) * _MIN_SHARE else frozenset()


def _are_titles(texts: Sequence[str]) -> bool:
    distinct = {text.lower() for text in texts}
    n_like = sum(map(_is_like_title, texts))
    return n_like >= len(texts) * _MIN_SHARE and len(distinct) >= len(texts) * _MIN_DISTINCT


def _is_like_title(text: str) -> bool:
    shown = text.strip(_SIGNS)
    n_words = len(_WORD.findall(shown))
    is_long_enough = _MIN_WORDS <= n_words <= _MAX_WORDS
    if not is_long_enough or shown[:1].islower() or not is_title(shown) or is_prose(shown):
        return False
    people = read_people(shown)
    publication = read_publication(shown)
    return (people is None or not people.is_certain) and (publication is None or not publication.is_certain)


def _cut(title: str, end: str) -> tuple[str, Facts] | None:
    """Return a title without the names and the publication after this mark, and these."""
    parts = title.split(end)
    best: tuple[int, People | Publication] | None = None
    for first in range(len(parts) - 1, max(0, len(parts) - 1 - _MAX_PARTS), -1):
        found = _read_certain(end.join(parts[first:]))
        if found is not None:
            best = first, found
        elif best is not None:
            break
    if best is None or len(_WORD.findall(end.join(parts[: best[0]]))) < _MIN_WORDS - 1:
        return None
    head, found = end.join(parts[: best[0]]).rstrip(" ,.;:"), best[1]
    if isinstance(found, Publication):
        return head, Facts(venue=found.venue, date=found.date)
    after = found.publication
    return head, Facts(authors=found.names, venue=after.venue if after else None, date=after.date if after else None)


def _read_certain(text: str) -> People | Publication | None:
    publication = read_publication(text)
    if publication is not None and publication.is_certain:
        return publication
    people = read_people(text)
    return people if people is not None and people.is_certain and people.is_no_title else None
