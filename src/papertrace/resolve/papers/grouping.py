"""Which entries are the same paper, and only those.

Entries are the same paper if they share an arXiv id or a DOI, or have the same title. Titles are compared after
normalising typography (white space, Unicode form, quotes, dashes), but not letter case or hyphens: BLAST and BLaST,
Matrix3D and Matrix-3D are different papers. A DOI of several papers that share neither title words nor authors is that
of their proceedings, and proves nothing; nor does an arXiv id of such papers, or of two whole titles of one listing
without a common word or author, which is a mistake of the listing. If identifiers contradict each other, or two
abstracts have hardly a word in common, an equal title proves nothing; an entry that could be either of two papers is
merged with neither.
"""

import re
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from papertrace.model import Entry, Problem
from papertrace.model.text import excerpt, format_count
from papertrace.resolve.papers.hashes import find_repeated

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
WORD_OF_TITLE = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[^\W\d_]{4,}")
# Versions of one abstract differ in wording, but abstracts of two papers have fewer words in common than this.
_MIN_COMMON_WORDS = 0.25
_MIN_WORDS_TO_JUDGE = 20
_MIN_OTHER_PAPERS = 3
# One or two words are the name of a system or data set; the title of its paper says more.
MIN_WORDS_OF_A_TITLE = 4
# A title with more texts than this ("Editorial", "Untitled") identifies none of them.
_MAX_TEXTS_OF_A_TITLE = 100


_Text = tuple[str, tuple[str, ...]]  # a title and authors


def ignore_problem(_: Problem) -> None:
    """Do nothing with a problem."""


def normalise_title(title: str) -> str:
    """Normalise the typography of a title.

    >>> normalise_title("Mind  the “Gap”") == normalise_title('Mind the "Gap"')
    True
    """
    text = unicodedata.normalize("NFKC", title).translate(_TYPOGRAPHY)
    return " ".join(text.split()).rstrip(".")


class _Groups:
    """A union-find structure over numbers; the lowest number of a group is its root."""

    def __init__(self, n: int) -> None:
        self._parent = array("L", range(n))

    def find(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def join(self, one: int, other: int) -> None:
        low, high = sorted((self.find(one), self.find(other)))
        self._parent[high] = low

    def join_all(self, numbers: Sequence[int]) -> None:
        for number in numbers[1:]:
            self.join(numbers[0], number)


def find_roots(entries: Sequence[Entry], on_problem: Callable[[Problem], None] = ignore_problem) -> "array[int]":
    """Return, for each entry, the index of the first entry of the same paper.

    An arXiv id that several papers have, which is a mistake of the listing, is reported to `on_problem`, and so, as
    harmless, is one with which entries of other titles are merged.
    """
    arxiv, doi, title = array("q"), array("q"), array("q")
    for entry in entries:
        arxiv.append(hash(entry.identifiers.arxiv or ""))
        doi.append(hash(entry.identifiers.doi or ""))
        title.append(hash(normalise_title(entry.title)))
    groups = _Groups(len(title))
    for same in _group_by_key(entries, arxiv, _arxiv_of):
        listed = [entries[index] for index in same]
        alike = _split_by_title(entries, same) if _are_others(listed) else _split_by_words(entries, same)
        if len(alike) > 1:
            on_problem(_describe_mistake([entries[indices[0]] for indices in alike]))
        elif others := _find_other_title(listed):
            on_problem(_describe_merge(*others))
        for indices in alike:
            groups.join_all(indices)
    for same in _group_by_key(entries, doi, _doi_of):
        # A DOI printed with several arXiv ids is a mistake of the listing.
        if len({_arxiv_of(entries[index]) for index in same} - {""}) > 1:
            continue
        is_of_volume = _are_others([entry for index in same if (entry := entries[index]).authors])
        for indices in _split_by_title(entries, same) if is_of_volume else [same]:
            groups.join_all(indices)
    for same in _group_by_key(entries, title, _title_of):
        _join_titles({index: entries[index] for index in same}, same, groups)
    return array("L", (groups.find(index) for index in range(len(title))))


def _are_others(same: Sequence[Entry]) -> bool:
    """Return whether entries are of different papers: several of them share neither title words nor authors.

    The title of an entry without authors has to be a whole one.
    """
    others: list[tuple[set[str], set[str]]] = []
    for entry in sorted(same, key=lambda entry: (entry.title, entry.authors)):
        words = set(_WORD.findall(entry.title.casefold()))
        names = {name.casefold() for name in entry.authors}
        if not words or not (names or len(WORD_OF_TITLE.findall(entry.title)) >= MIN_WORDS_OF_A_TITLE):
            continue
        if all(
            not names & known and len(words & own) < _MIN_COMMON_WORDS * min(len(words), len(own))
            for own, known in others
        ):
            others.append((words, names))
            if len(others) >= _MIN_OTHER_PAPERS:
                return True
    return False


def _split_by_words(entries: Sequence[Entry], same: Sequence[int]) -> list[list[int]]:
    """Return the indices of entries with one arXiv id, divided where one listing has clearly different titles for it.

    Titles that share a word or an author are versions of one, and between two listings a paper may have been renamed.
    An entry whose title is not a whole one belongs to the part with which alone it shares any.
    """
    by_text: defaultdict[_Text, list[int]] = defaultdict(list)
    for index in same:
        by_text[_title_of(entries[index]), entries[index].authors].append(index)
    whole = sorted(text for text in by_text if _is_whole(text[0]))
    if not 1 < len(whole) <= _MAX_TEXTS_OF_A_TITLE:
        return [list(same)]
    said = {text: _Said.of(text) for text in by_text}
    sources = [{entries[index].span.source for index in by_text[text]} for text in whole]
    groups = _Groups(len(whole))
    for (one, text), (other, later) in combinations(enumerate(whole), 2):
        if said[text].shares_anything(said[later]) or not sources[one] & sources[other]:
            groups.join(one, other)
    parts: defaultdict[int, list[_Text]] = defaultdict(list)
    for number, text in enumerate(whole):
        parts[groups.find(number)].append(text)
    if len(parts) == 1:
        return [list(same)]
    of_whole = [(root, [said[text] for text in part]) for root, part in parts.items()]
    for number, text in enumerate(sorted(by_text.keys() - set(whole)), start=len(whole)):
        fitting = [root for root, part in of_whole if any(map(said[text].shares_anything, part))]
        parts[fitting[0] if len(fitting) == 1 else number].append(text)
    return sorted(sorted(index for text in part for index in by_text[text]) for part in parts.values())


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of a title, the last names of its authors, and whether its letters are Latin ones without accents."""

    words: frozenset[str]
    names: frozenset[str]
    is_ascii: bool

    @classmethod
    def of(cls, text: _Text) -> "_Said":
        title, authors = text
        names = frozenset(name.casefold().split()[-1] for name in authors if name.strip())
        return cls(frozenset(_WORD.findall(title.casefold())), names, title.isascii())

    def shares_anything(self, other: "_Said") -> bool:
        """Return whether two titles share a word or the name of an author, or are in two scripts."""
        if not self.words or not other.words or self.is_ascii != other.is_ascii:
            return True
        return not (self.words.isdisjoint(other.words) and self.names.isdisjoint(other.names))


def _is_whole(title: str) -> bool:
    return len(WORD_OF_TITLE.findall(title)) >= MIN_WORDS_OF_A_TITLE


def _is_name(title: str) -> bool:
    """Return whether a title is more than a word such as "Code", which may label a link."""
    return len(title.split()) > 1 or not title[1:].islower()


def _find_other_title(same: Sequence[Entry]) -> tuple[Entry, Entry] | None:
    """Return the first entry and another one whose title has no word of the first one's, or None."""
    ranked = sorted(same, key=lambda entry: (entry.span, entry.title))
    words = set(_WORD.findall(ranked[0].title.casefold()))
    for entry in ranked[1:]:
        own = set(_WORD.findall(entry.title.casefold()))
        if words and own and not words & own and all(map(_is_name, (ranked[0].title, entry.title))):
            return ranked[0], entry
    return None


def _split_by_title(entries: Sequence[Entry], same: Iterable[int]) -> list[list[int]]:
    """Return the indices of entries with one title each, in order of the first of them."""
    by_title: defaultdict[str, list[int]] = defaultdict(list)
    for index in same:
        by_title[_title_of(entries[index])].append(index)
    return list(by_title.values())


def _describe_mistake(papers: Sequence[Entry]) -> Problem:
    """Return the problem that papers have one arXiv id, given an entry of each."""
    first, second = papers[:2]
    others = f" and {format_count(len(papers) - 2, 'other', 'others')}" if len(papers) > 2 else ""  # noqa: PLR2004
    fact = (
        f"the arXiv id {first.identifiers.arxiv} is also that of {excerpt(second.title)} at {second.span}{others}; "
        "each is kept as a paper of its own; correct the ids in the listing"
    )
    return Problem(first.span, fact, n_lines=0)


def _describe_merge(first: Entry, second: Entry) -> Problem:
    """Return the problem, which is harmless, that two entries with other titles are one paper by their arXiv id."""
    fact = (
        f"merged with {excerpt(second.title)} at {second.span}, which has the same arXiv id "
        f"{first.identifiers.arxiv}; correct the id if they are two papers"
    )
    return Problem(first.span, fact, n_lines=0, harmless=True)


def _arxiv_of(entry: Entry) -> str:
    return entry.identifiers.arxiv or ""


def _doi_of(entry: Entry) -> str:
    return entry.identifiers.doi or ""


def _title_of(entry: Entry) -> str:
    return normalise_title(entry.title)


def _group_by_key(entries: Sequence[Entry], hashes: "array[int]", key: Callable[[Entry], str]) -> list[list[int]]:
    """Return the indices of entries with the same key, if several have it, in order of the key; "" is none."""
    by_key: defaultdict[str, list[int]] = defaultdict(list)
    for repeated in find_repeated(hashes, ignore=hash("")):
        for index in repeated:
            by_key[key(entries[index])].append(index)
    return [same for _, same in sorted(by_key.items()) if len(same) > 1]


def _join_titles(entries: Mapping[int, Entry], same: Sequence[int], groups: _Groups) -> None:
    """Join the entries with the same title unless identifiers or abstracts contradict it.

    If identifiers distinguish several papers with that title, an entry without one could be any of them, so it is
    joined with none.
    """
    arxiv = {groups.find(index) for index in same if entries[index].identifiers.arxiv}
    doi = {groups.find(index) for index in same if entries[index].identifiers.doi}
    if len(arxiv) > 1 or len(doi) > 1:
        same = [index for index in same if groups.find(index) not in arxiv | doi]
    by_text: defaultdict[str, list[int]] = defaultdict(list)
    for index in same:
        by_text[entries[index].abstract].append(index)
    for alike in by_text.values():
        for index in alike[1:]:
            groups.join(alike[0], index)
    _join_texts({text: alike[0] for text, alike in by_text.items()}, groups)


def _join_texts(index_of: Mapping[str, int], groups: _Groups) -> None:
    """Join similar texts, and with them those too short to compare, unless these could belong to several."""
    words = {index: set(_WORD.findall(text.casefold())) for text, index in index_of.items()}
    short = [index for index, own in words.items() if len(own) < _MIN_WORDS_TO_JUDGE]
    long = [index for index, own in words.items() if len(own) >= _MIN_WORDS_TO_JUDGE]
    if len(long) <= _MAX_TEXTS_OF_A_TITLE:
        for one, other in combinations(long, 2):
            fewer = min(len(words[one]), len(words[other]))
            if len(words[one] & words[other]) >= _MIN_COMMON_WORDS * fewer:
                groups.join(one, other)
    if len(short) > _MAX_TEXTS_OF_A_TITLE:
        return
    if len({groups.find(index) for index in long}) == 1:
        short.append(long[0])
    for index in short[1:]:
        groups.join(short[0], index)
