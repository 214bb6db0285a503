"""Years and venues of groups: a heading or item such as `## 2023` or `- **ICML 2024**` gives them to the papers below.

A paper's own date comes first, and so does the month in its arXiv id, which is more precise than the year of a volume.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from papertrace.listings.fields.labels import begins_with_venue
from papertrace.listings.forms.looks import is_known_venue, read_publication
from papertrace.listings.markdown.inline.bylines import find_date
from papertrace.model import Entry, Problem

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?:[-/.](?:0[1-9]|1[0-2])(?:[-/.](?:[0-2]\d|3[01]))?)?(?!\d)\s?年?")
_WORD = re.compile(r"[^\W_][\w&'’.-]*")  # noqa: RUF001 - as printed
# An acronym has two capitals: CVPR, NeurIPS, S&P.
_ACRONYM = re.compile(r"[^\W\d_]*[^\W\d_a-z][\w&'’.-]*[^\W\d_a-z][\w&'’.-]*")  # noqa: RUF001 - as printed
_GROUPS = """
paper papers article articles publication publications preprint preprints proceedings workshop workshops conference
conferences journal journals other others oral orals poster posters spotlight main findings track year accepted arxiv in
of and the euro nature science january february march april may june july august september october november december
spring summer autumn fall winter security symposium
"""
_WORDS_OF_GROUPS = frozenset(_GROUPS.split())
_PAPERS_AT_END = re.compile(r"\s(?:papers?|articles?|publications?)$", re.IGNORECASE)
# The link of a heading leads to the page of the meeting.
_LINK = re.compile(r"\[(?P<words>[^\[\]]{1,100})\]\([^()\s]{0,1000}\)")
_MAX_LENGTH = 100
_MAX_WORDS_OF_A_SHORT_NAME = 3


def find_group_date(text: str) -> str | None:
    """Return the date that a heading or item gives to what is below it, in ISO 8601, or None.

    >>> find_group_date("ICML 2024"), find_group_date("Papers of 2023"), find_group_date("2022-05")
    ('2024', '2023', '2022-05')
    >>> find_group_date("Before 2015"), find_group_date("2015-2019"), find_group_date("Fold")
    (None, None, None)
    """
    if len(text) > _MAX_LENGTH or len(set(_YEAR.findall(text))) != 1:
        return None
    words = _WORD.findall(_DATE.sub(" ", text))
    fits = all(word.lower() in _WORDS_OF_GROUPS or _ACRONYM.fullmatch(word) for word in words)
    return find_date(text) if fits else None


@dataclass(frozen=True, slots=True)
class Group:
    """What a heading or item says of the papers below it: the date in ISO 8601, and the venue."""

    date: str | None = None
    venue: str | None = None

    @property
    def names_meeting(self) -> bool:
        """Whether it says both, as above the papers that a meeting accepted."""
        return bool(self.date and self.venue)


def read_group(text: str) -> Group:
    """Return what a heading or item says of the papers below it, perhaps in a link; a venue has to be all that it says.

    >>> [read_group(text).venue for text in ("ICML 2024", "Conference on Harbours 2020", "Nature Reserves")]
    ['ICML', 'Conference on Harbours', None]
    >>> read_group("NeurIPS Papers 2021")
    Group(date='2021', venue='NeurIPS')
    >>> read_group("[ICML 2024](https://example.org/icml)")
    Group(date='2024', venue='ICML')
    """
    text = _LINK.sub(r"\g<words>", text)
    found = read_publication(" ".join(text.strip("*_# :：").split())[:_MAX_LENGTH])  # noqa: RUF001 - a colon as printed
    venue = found.venue if found is not None and found.is_certain else None
    is_short = venue is not None and len(venue.split()) <= _MAX_WORDS_OF_A_SHORT_NAME
    is_named = venue is not None and found is not None and found.date is not None and begins_with_venue(venue)
    if venue is None or not ((is_short and is_known_venue(venue) and _ACRONYM.search(venue)) or is_named):
        return Group(find_group_date(text))
    return Group(find_group_date(text) or (found.date if found else None), _PAPERS_AT_END.sub("", venue))


def complete_entries(items: Iterable[Entry | Problem], group: Group) -> Iterator[Entry | Problem]:
    """Yield entries with the date and the venue of their group where they have none, and problems unchanged."""
    for item in items:
        if isinstance(item, Problem):
            yield item
            continue
        is_dated = item.date is not None or item.identifiers.arxiv is not None
        yield replace(item, date=item.date if is_dated else group.date, venue=item.venue or group.venue)
