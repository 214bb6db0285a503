"""Where and when a paper was published: one parser each for what is labelled, and the grammar of citations beside it.

Journals and books are named in more ways than any list of them has. What follows their names has a grammar: the volume
with an issue, pages or a year (`Geosci. Model Dev., 15, 8983-8997`); what stands before those of books as well (`In
Ann Roe (ed.): The Harbour, pp. 3-9`); a short name is one word with the year (`WiSec'24`). Where the tagger names no
journal, such a name is the venue, and it is preferred to a server for preprints and to a publisher.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from papertrace.late_imports import compile_on_use
from papertrace.listings.learned.blocks import BLANKS, Block
from papertrace.listings.learned.features import FUNCTION_WORDS, INITIALS_OF_VENUES, VENUE, is_label
from papertrace.records.values import MONTHS, make_date
from papertrace.word_lists import read_tables

_TABLES = read_tables(__package__ or "", "words.toml")
YEAR = compile_on_use(r"(?<!\d)(?:19\d\d|20[0-3]\d)(?!\d)")
SHORT_DATE = compile_on_use(
    rf"(?<!\d)\d{{1,2}}[-. ](?:{'|'.join(dict.fromkeys(name[:3].title() for name in MONTHS))})[-. ]['’]?(\d\d)(?!\d)"  # noqa: RUF001 - as printed
)
_SHORT_YEAR = compile_on_use(r"\D*(\d\d)(?:(?<=['’-]..)[.,;])?")  # noqa: RUF001 - as printed
_FIRST_YEAR_OF_CENTURY = 50
MAX_VENUE = 500  # characters
LETTER = compile_on_use(r"[^\W\d_]")
_ACRONYM = compile_on_use(r"[A-Z]{2}")
_BEFORE_VENUE = compile_on_use(r"^(?:(?:published |appeared )?in:?\s+)(?:the\s+)?(?=\S)", re.IGNORECASE)
_AFTER_VENUE = compile_on_use(r"[\s,.(\[]*['’]?(?:\d+\.)?\d*$")  # noqa: RUF001 - as printed
# What stands behind the name of a journal: the year, the volume, the pages.
_NUMBER_OF_VENUE = compile_on_use(
    rf"[\W\d]+|[\W\d]*(?:vol(?:ume)?|no|nr|pp?|pages?|issue|{'|'.join(MONTHS)})[\W\d]*", re.IGNORECASE
)
_PREPRINT = compile_on_use(
    r"\W*(?:in|corr|(?:arxiv|biorxiv|medrxiv|e?prints?|preprints?)(?:\b|[\d.]).*)\W*", re.IGNORECASE | re.DOTALL
)
_PUBLISHER = compile_on_use(rf"\W*(?:{_TABLES['publishers']})\W*", re.DOTALL)
# The rest of a name of which a stop or a preposition was taken for its end: `Phys. Rev. C`, `J. of Tides`.
_REST_OF_STOPS = compile_on_use(r"\.?(?:\s[A-Z][a-z]{0,9}\.)*(?:\s[A-Z](?=[\s,.]))?")
_BRACKET = compile_on_use(r"\s?\((?=[^()]*[A-Z]{2})[^()]{2,60}\)")
_MAX_TO_BRACKET = 80

_VOLUME = (
    r"[,.:]?\s{0,3}(?:"
    r"(?:,\s{0,2})?\b(?:vol(?:umen?)?|bd|band|tome?|tomo)\b[.:]?\s?(?:\d|[ivxlc]+\b)"
    r"|\d{1,4}\s?(?:[.,]\s?(?:no|nr|n|iss(?:ue)?|num|pp?|s|pages?|art)\b|[:;,.]\s?[a-z]{0,4}\d|\(\s?\d|\s?[-–]\s?(?!(?:19|20)\d\d)\d)"  # noqa: RUF001 - as printed
    r"|\(\d{1,4}\)\s?[:,]\s?\d"
    r"|\b(?:pp?\.{0,2}\s?|pages?\s|s\.\s?)\d)"
)
_BEFORE_VOLUME = compile_on_use(rf"(?<=[^\W\d_])[.)]?(?:\s?\(\d\))?{_VOLUME}", re.IGNORECASE)
_MAY_HAVE_VOLUME = compile_on_use(r"\d|vol|bd|band|tom", re.IGNORECASE)
_BOUNDARY = compile_on_use(r"[;:\"”»」\n()\[\]{}|]|(?<=[^\W_]),|\s[-–—]\s|\.\s|[.,]\"")  # noqa: RUF001 - as printed
_SHORT_WORD = compile_on_use(r"[^\W\d_][^\W\d_]{2,8}|[JZ]", re.IGNORECASE)
_MAX_SHORT_WORDS = 6
_MAX_WORDS = 14
_HOST = compile_on_use(
    r"(?:^|[.,;)\]”\"'’»*]|\n)\s{0,3}(?:in|en|dans|parte de|appears in|published in)(?=[:.]?\s)[:.]?\s{1,8}"  # noqa: RUF001 - as printed
    r"(?P<editors>[^()\n]{3,200}?[\s,(](?:eds?|hrsg|hg|coords?|dirs?|comps?)\b\.?\)?[:,.]?\s)?",
    re.IGNORECASE,
)
_END_OF_HOST = compile_on_use(
    r"\.(?=\s|$)|[\n(\[;]|,\s?(?=(?:vol|pp?|pages?|s|no|nr|ed|eds|lncs|lnai)\b|\d)|['’]?\s?(?:19|20)\d\d|['’]\d\d\b|$",  # noqa: RUF001 - as printed
    re.IGNORECASE,
)
_SHORT_NAME = compile_on_use(
    r"(?P<name>(?=(?:[a-z]*[A-Z]){2})[A-Za-z]{3,10}(?:[-/&][A-Z][A-Za-z]{1,9})?(?=\W)|[A-Z][A-Za-z]{2,9}(?=['’]))"  # noqa: RUF001 - as printed
    r"(?:\s?['’]|[\s-](?=\d{4})|\s)(?P<year>(?:20|19)?\d\d)"  # noqa: RUF001 - as printed
)
_VENUES = _TABLES["venues"].replace("\n", "")
_KNOWN_NAME = compile_on_use(
    rf"(?=[A-Z{INITIALS_OF_VENUES}])(?<!\w)(?P<name>(?:[A-Z]{{3,}}\s)?(?:{_VENUES}))"
    r"(?:\s|[-'’])(?P<year>(?:19|20)\d\d)(?!\d)"  # noqa: RUF001 - as printed
)
_NOT_NAMES = compile_on_use(
    rf"(?:{'|'.join(MONTHS)}|chapter|section|isbn|pages?|vol(?:ume)?|no)\b.*|.*\b(?:arxiv|et al)\b.*", re.IGNORECASE
)
_ADDRESS = compile_on_use(r"(?:https?://|\bdoi(?:\.org/|[:.]?\s{0,2})|\barxiv[:.]\s?|\b10\.\d{4})\S+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Words:
    """The text of a block, or a part of it, with the stretches that have the labels of a venue and a year."""

    block: Block
    first: int
    last: int
    labels: Sequence[str]

    def stretches(self, label: str) -> list[tuple[int, int]]:
        """Return where neighbouring atoms of one label begin and end, with the stop after the last."""
        atoms, text = self.block.atoms, self.block.text
        found: list[list[int]] = []
        last = -2
        for index in range(self.first, self.last):
            if self.labels[index] != label:
                continue
            if last == index - 1:
                found[-1][1] = atoms[index].end
            else:
                found.append([atoms[index].start, atoms[index].end])
            last = index
        return [(start, end + (text[end : end + 1] == ".")) for start, end in found]

    def texts(self, label: str) -> list[str]:
        """Return the texts of the stretches of a label."""
        return [self.block.text[start:end] for start, end in self.stretches(label)]

    def years(self) -> list[str]:
        """Return the labelled years; two digits before pages are a volume."""
        text = self.block.text
        return [
            text[start:end]
            for start, end in self.stretches("Y")
            if YEAR.search(text, start, end) or not _BEFORE_VOLUME.match(f"a {text[start : end + 12]}", 1)
        ]

    def venues(self) -> list[str]:
        """Return the texts with the label of a venue, each to its end."""
        return [self._complete(start, end) for start, end in self.stretches("V")]

    def _complete(self, start: int, end: int) -> str:
        """Return a name with what belongs to it behind its last atom: a half of brackets, initials of a journal."""
        text = self.block.text
        name = text[start:end]
        if name.count("(") > name.count(")"):
            close = text.find(")", end, end + _MAX_TO_BRACKET)
            return text[start : close + 1] if close >= 0 else name
        if name.endswith("."):
            rest = _REST_OF_STOPS.match(text, end)
            return text[start : rest.end()] if rest else name
        bracket = _BRACKET.match(text, end)
        return text[start : bracket.end()] if bracket else name


def choose_venue(venues: Sequence[str]) -> str:
    """Return the first of the venues that is a name with capitals, as `ICML`, or else the longest: not `Conference`.

    Servers of preprints are none if there is another one, and publishers come last.
    """
    named = [one for one in venues if not _PREPRINT.fullmatch(one)]
    named = [one for one in named if not _PUBLISHER.fullmatch(one)] or named or [*venues]
    if not named:
        return ""
    if _ACRONYM.search(named[0]):
        return named[0]
    return max(named, key=lambda venue: sum(map(str.isalpha, venue)))


def is_name_of_venue(venue: str) -> bool:
    """Return whether a venue is more than a server of preprints or a publisher."""
    return bool(venue) and not (_PREPRINT.fullmatch(venue) or _PUBLISHER.fullmatch(venue))


def clean_venue(text: str) -> str | None:
    """Return the name of a venue without what stands around it: `In`, the volume, the year, the pages."""
    shown = _BEFORE_VENUE.sub("", BLANKS.sub(" ", text[:MAX_VENUE]).strip())
    words = _AFTER_VENUE.sub("", shown).split(" ")
    while len(words) > 1 and _NUMBER_OF_VENUE.fullmatch(words[-1]) and not words[-1].endswith(")"):
        words.pop()
    name = " ".join(words).strip(" ,.[]*_")
    if name.count(")") != name.count("("):
        name = name.strip(" ,.()[]*_")
    return name or None


def find_venue(text: str, runs: Iterable[tuple[int, int]] = ()) -> tuple[str, str]:
    """Return the venue and, with a short name, the year that a text says by its grammar; empty where it says none.

    `runs` are the places of texts in a style of their own, as titles of books often have.

    >>> find_venue("with Ann Roe, Lettere al Porto, 39, pp. 417-423.")
    ('Lettere al Porto', '')
    >>> find_venue("Geosci. Model Dev., 15, 8983-8997")[0], find_venue("in Ann Roe (ed.), The Harbour. Stone, 2021")[0]
    ('Geosci. Model Dev', 'The Harbour')
    >>> find_venue("DLP-KDD 19"), find_venue("We measured 12 harbours, 3 of them twice.")
    (('DLP-KDD', '19'), ('', ''))
    """
    if short := find_short_name(text):
        return short["name"], short["year"]
    text = _ADDRESS.sub(lambda found: " " * len(found[0]), text)
    name = find_host(text, runs) or next(filter(None, _find_before_volumes(text)), "")
    return name, ""


def find_short_name(text: str) -> re.Match[str] | None:
    """Return the `name` and the `year` of a venue that a text is with a short name, or has with a known one."""
    shown = text.strip(" \n.,;:()[]|-–—*_")  # noqa: RUF001 - as printed
    has_year = "19" in text or "20" in text
    return _SHORT_NAME.fullmatch(shown) or (_KNOWN_NAME.search(text) if has_year else None)


def find_host(text: str, runs: Iterable[tuple[int, int]] = (), *, is_edited: bool = False) -> str:
    """Return the name of the book or the proceedings in which something is said to be, or of one with editors alone.

    >>> find_host(" In: Ann Roe (Hrsg.): The Harbour. 2. Auflage. Stone: Pebble Press", is_edited=True)
    'The Harbour'
    """
    for found in _HOST.finditer(text):
        if is_edited and not found["editors"]:
            continue
        start = found.end()
        first = text[start : start + 1]
        if not (first.isupper() or first.isdigit() or first in "“\"'‘«„"):  # noqa: RUF001 - as printed
            continue
        for run_start, run_end in runs:
            if start - 1 <= run_start <= start + 1 and run_end - run_start > _MAX_SHORT_WORDS:
                return text[run_start:run_end].strip()
        end = _END_OF_HOST.search(text, start)
        name = text[start : end.start() if end else len(text)].strip(" ,:“”\"'‘’«»„")  # noqa: RUF001 - as printed
        if _is_name(name):
            return name
    return ""


def _find_before_volumes(text: str) -> Iterator[str]:
    """Yield the names of journals: what stands before a volume with an issue or pages, to the delimiter before it."""
    last = 0
    for found in _BEFORE_VOLUME.finditer(text) if _MAY_HAVE_VOLUME.search(text) else ():
        end = found.start()
        bounds = [last, *(one.end() for one in _BOUNDARY.finditer(text, last, end))]
        start = bounds.pop()
        # A stop within the name of a journal: what is before it is one short word.
        for _ in range(_MAX_SHORT_WORDS):
            if not bounds or text[start - 2 : start - 1] != ".":
                break
            if not _SHORT_WORD.fullmatch(text[bounds[-1] : start].strip(" .,;:")):
                break
            start = bounds.pop()
        last = found.end()
        name = text[start:end].strip(" ,:“”\"'‘’«»*_")  # noqa: RUF001 - as printed
        if _is_name(name):
            yield name


def _is_name(name: str) -> bool:
    """Return whether what stands where names of venues do can be one: it begins with a capital, and has few words."""
    first = name[:1]
    return (
        len(name) > 1
        and (first.isupper() or first.isdigit() or not first.isascii())
        and LETTER.search(name) is not None
        and len(name.split()) <= _MAX_WORDS
        and not is_label(name)
        and not _NOT_NAMES.fullmatch(name)
        and name.rpartition(" ")[2] not in FUNCTION_WORDS
    )


def venue_of_heading(heading: str) -> str | None:
    """Return the venue that a heading names and that holds for the papers below: `## ICML 2024`, `NeurIPS'19 (4)`."""
    named = VENUE.search(heading)
    name = AROUND_VENUE.sub("", heading[named.start() :] if named else "")
    return name if named and name.startswith(named[0]) and sum(map(str.isupper, named[0])) > 1 else None


AROUND_VENUE = compile_on_use(r"[\s,:(\[’'-]*(?:(?:19|20)\d\d|['’]\d\d).*|\s*[(\[].*|\W+$", re.DOTALL)  # noqa: RUF001 - as printed


def read_year(texts: Sequence[str]) -> str | None:
    """Return the date of the first text with a year, which may have two digits."""
    for text in texts:
        if YEAR.search(text):
            return make_date(text) or YEAR.findall(text)[0]
    for text in texts:
        if short := _SHORT_YEAR.fullmatch(text.strip()) or SHORT_DATE.search(text):
            year = int(short[1])
            return str((2000 if year < _FIRST_YEAR_OF_CENTURY else 1900) + year)
    return None
