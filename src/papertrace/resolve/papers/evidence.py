"""What two entries print that speaks for or against their being one paper: titles, authors, years, abstracts."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations

from papertrace.model import Entry
from papertrace.model.identifiers import family_name, fold, fold_title, parse_arxiv, parse_doi

_TYPOGRAPHY = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u00ad": "",
        "\u200b": "",
        "\ufeff": "",
    },
)
_WORD_OF_TITLE = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[^\W\d_]{4,}")
_MIN_WORDS_OF_A_TITLE = 4
"""One or two words are the name of a system or data set; the title of its paper says more."""
_CHARACTERS_OF_A_WORD = 2
"""About as many Chinese characters are a word."""
_MIN_COMMON_WORDS = 0.25
"""Versions of one abstract differ in wording, but abstracts of two papers have fewer words in common than this."""
_MIN_WORDS_TO_JUDGE = 20
_SEPARATOR = re.compile(r"[\s,.]+")
_MAX_AUTHORS = 100
_MAX_CHARS_OF_A_NAME = 300
_MAX_YEARS_APART = 1
MAX_TEXTS = 100
"""More texts than this under one title ("Editorial", "Untitled"), or titles under one identifier, identify nothing."""


def normalise_title(title: str) -> str:
    """Normalise the typography of a title.

    >>> normalise_title("Mind  the “Gap”") == normalise_title('Mind the "Gap"')
    True
    """
    text = unicodedata.normalize("NFKC", title).translate(_TYPOGRAPHY)
    return " ".join(text.split()).rstrip(".")


def stands_in(title: str) -> bool:
    """Return whether a title is an identifier or an address, which stands where the title is not known.

    >>> stands_in("arXiv:2401.00001"), stands_in("https://example.org/a b"), stands_in("Tides 2401.00001")
    (True, True, False)
    """
    text = title.strip()
    return text.lower().startswith(("http://", "https://", "www.")) or bool(
        not any(map(str.isspace, text)) and (parse_arxiv(text) or parse_doi(text))
    )


def is_whole(title: str) -> bool:
    """Return whether a title has at least four words, and so is more than a name.

    >>> is_whole("BLAST: Sparse Tiles"), is_whole("BLAST: Sparse Tiles Balanced"), is_whole("港湾冬季潮汐观测")
    (False, True, True)
    """
    n_words = sum(
        len(word) // _CHARACTERS_OF_A_WORD if word[0] >= "\u2e80" else 1 for word in _WORD_OF_TITLE.findall(title)
    )
    return n_words >= _MIN_WORDS_OF_A_TITLE and not stands_in(title)


def words_of(text: str) -> frozenset[str]:
    """Return the words of at least four letters in a text, without case."""
    return frozenset(_WORD.findall(text.casefold()))


def share_of_common(one: frozenset[str], other: frozenset[str]) -> float:
    """Return how many of the words of the shorter text are in both, 0 to 1; each has some."""
    return len(one & other) / min(len(one), len(other))


def year_of(entry: Entry) -> int | None:
    """Return the year that an entry prints."""
    year = (entry.date or "")[:4]
    return int(year) if year.isascii() and year.isdigit() else None


def _keys_of_author(name: str) -> Iterator[str]:
    """Yield the family name with the first initial, in both orders where a name does not tell which is which."""
    words = list(filter(None, map(fold, _SEPARATOR.split(name[:_MAX_CHARS_OF_A_NAME]))))
    family = family_name(name)
    given = [word for word in words if word != family]
    yield f"{family} {given[0][:1] if given else ''}"
    if "," not in name and len(words) == len("ab") and given and len(given[0]) > 1:
        yield f"{given[0]} {family[:1]}"


@dataclass(frozen=True, slots=True)
class Heading:
    """The title and the authors of an entry, in the form in which those of two entries are compared."""

    folded: str
    words: frozenset[str]
    is_whole: bool
    authors: frozenset[str]

    @classmethod
    def of(cls, entry: Entry) -> "Heading":
        """Return the heading of an entry; a title that only stands in has no words."""
        title = "" if stands_in(entry.title) else entry.title
        words = frozenset(map(fold, _WORD.findall(unicodedata.normalize("NFKC", title))))
        authors = frozenset(key for name in entry.authors[:_MAX_AUTHORS] for key in _keys_of_author(name))
        return cls(fold_title(title), words, is_whole(title), authors)

    @property
    def is_latin(self) -> bool:
        """Whether most of the title is in Latin letters."""
        return 2 * sum(map(str.isascii, self.folded)) >= len(self.folded)

    def has_author_of(self, other: "Heading") -> bool:
        """Return whether at least half of the authors of one entry, which may name the first ones only, are common."""
        fewer = min(len(self.authors), len(other.authors))
        return bool(fewer) and 2 * len(self.authors & other.authors) >= fewer

    def continues(self, other: "Heading") -> bool:
        """Return whether one title is the other, or a part of it: cut off, or without a subtitle or a name."""
        short, long = sorted((self.folded, other.folded), key=len)
        return short in long

    def shares_anything(self, other: "Heading") -> bool:
        """Return whether two titles share a word or an author, or one says nothing, or they are in two scripts."""
        if not self.words or not other.words or self.is_latin != other.is_latin:
            return True
        return not self.words.isdisjoint(other.words) or self.has_author_of(other)

    def is_other_than(self, other: "Heading", min_common: float) -> bool:
        """Return whether two titles are those of two papers, without common authors.

        Titles in two scripts say nothing, nor does one without words; `min_common` is the share of common words from
        which titles are wordings of one.
        """
        if not self.words or not other.words or self.is_latin != other.is_latin:
            return False
        if self.continues(other) or self.has_author_of(other):
            return False
        return share_of_common(self.words, other.words) < min_common


@dataclass(frozen=True, slots=True)
class Said:
    """What entries of one paper say beside their common title."""

    titles: frozenset[str]
    arxiv: frozenset[str]
    dois: frozenset[str]
    years: frozenset[int]
    firsts: frozenset[str]
    families: frozenset[str]
    names: frozenset[str]
    abstracts: frozenset[str]
    volumes: frozenset[str]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Said":
        """Return what entries say."""
        listed = list(entries)
        return cls(
            titles=frozenset(normalise_title(entry.title) for entry in listed),
            arxiv=frozenset(entry.identifiers.arxiv for entry in listed if entry.identifiers.arxiv),
            dois=frozenset(entry.identifiers.doi for entry in listed if entry.identifiers.doi),
            years=frozenset(year for entry in listed if (year := year_of(entry)) is not None),
            firsts=frozenset(family_name(entry.authors[0]) for entry in listed if entry.authors) - {""},
            families=frozenset(family_name(name) for entry in listed for name in entry.authors[:_MAX_AUTHORS]) - {""},
            names=frozenset(
                fold(word)
                for entry in listed
                for name in entry.authors[:_MAX_AUTHORS]
                for word in _SEPARATOR.split(name[:_MAX_CHARS_OF_A_NAME])
            ),
            abstracts=frozenset(entry.abstract for entry in listed if entry.abstract),
            volumes=frozenset(entry.volume for entry in listed if entry.volume),
        )

    def objection(self, other: "Said", topics: Mapping[str, int]) -> str | None:
        """Return why others with the same title, but for case and marks, are another paper, or None if nothing says so.

        `topics` are those of `find_topics` for the abstracts of both.
        """
        return next(self._find_objections(other, topics), None)

    def _find_objections(self, other: "Said", topics: Mapping[str, int]) -> Iterator[str]:
        if _differ(self.arxiv, other.arxiv):
            yield "another arXiv id"
        if _differ(self.dois, other.dois):
            yield "another DOI"
        if self._is_years_apart(other):
            yield "years more than one apart"
        if self._has_other_authors(other):
            yield "other authors"
        if not (self.firsts or other.firsts) and _differ(self.volumes, other.volumes):
            yield "another volume"
        if _differ(*({topics[text] for text in said.abstracts if text in topics} for said in (self, other))):
            yield "an abstract about something else"
        is_same_print = not self.titles.isdisjoint(other.titles) or any(map(is_whole, self.titles | other.titles))
        if not is_same_print and not (self._has_first_author_of(other) and not self.years.isdisjoint(other.years)):
            yield "a name or a short title that is printed otherwise"

    def _has_first_author_of(self, other: "Said") -> bool:
        """Return whether the first author of one is an author of the other, whatever part of the name is the last."""
        return not (self.firsts.isdisjoint(other.names) and other.firsts.isdisjoint(self.names))

    def _has_other_authors(self, other: "Said") -> bool:
        """Return whether both name authors in one script, and none of one is an author of the other."""
        if not self.firsts or not other.firsts or _is_ascii(self.names) != _is_ascii(other.names):
            return False
        return self.families.isdisjoint(other.names) and other.families.isdisjoint(self.names)

    def _is_years_apart(self, other: "Said") -> bool:
        """Return whether the years contradict each other; a preprint may appear years later with the same authors."""
        if not self.years or not other.years:
            return False
        if min(abs(one - another) for one in self.years for another in other.years) <= _MAX_YEARS_APART:
            return False
        is_preprint = any(said.arxiv and not said.dois for said in (self, other))
        return not (is_preprint and self._has_first_author_of(other))


def _is_ascii(names: Iterable[str]) -> bool:
    return all(map(str.isascii, names))


def _differ(one: AbstractSet[object], other: AbstractSet[object]) -> bool:
    return bool(one and other) and not one & other


def find_topics(abstracts: Iterable[str]) -> dict[str, int]:
    """Return a number for each abstract that is long enough to compare; versions of one text have the same number."""
    listed = sorted({text for text in abstracts if len(words_of(text)) >= _MIN_WORDS_TO_JUDGE})
    topics = {text: number for number, text in enumerate(listed)}
    if len(listed) <= MAX_TEXTS:
        words = [words_of(text) for text in listed]
        for one, other in combinations(range(len(listed)), 2):
            kept, replaced = sorted((topics[listed[one]], topics[listed[other]]))
            if kept < replaced and share_of_common(words[one], words[other]) >= _MIN_COMMON_WORDS:
                topics = {text: kept if topic == replaced else topic for text, topic in topics.items()}
    return topics
