"""Works by what references print of them: a title, or the text of a whole reference.

A work is found by its title if that is specific and no other work has it, and if the year agrees where both are known.
In a text, which says where nothing is, the title has to stand as a whole, with the name of an author and the year; or
else the first page and the volume, with both of them.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from papertrace.enrich.matching.titles import fold_title, is_specific, title_words, without_name

MAX_YEARS_APART = 1
_N_WORDS = 4
"""The words with which a title begins, by which it is looked for; a specific title has as many."""
_MAX_WORDS_OF_TEXT = 300

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """What is known of a work: its title, and other facts as far as they are known."""

    title: str
    year: int | None = None
    families: frozenset[str] = frozenset()
    volume: str = ""
    page: str = ""


class Catalogue(Generic[Key]):
    """Works by title and by page.

    >>> catalogue = Catalogue[int]()
    >>> catalogue.add(7, Described(title="Sparse folding of long proteins", year=2001, families=frozenset({"doe"})))
    >>> catalogue.find_title("Sparse Folding of Long Proteins.", 2002)
    7
    >>> catalogue.find_text("[3] J. Doe, Sparse folding of long proteins. Made-up Letters 3, 2001.")
    7
    """

    def __init__(self) -> None:
        self._by_title: dict[str, dict[Key, list[Described]]] = {}
        self._by_start: dict[tuple[str, ...], list[tuple[tuple[str, ...], Key, Described]]] = {}
        self._by_page: dict[str, list[tuple[Key, Described]]] = {}

    def add(self, key: Key, work: Described) -> None:
        """Add a description of a work, which may have several."""
        for title in filter(None, (work.title, without_name(work.title))):
            if is_specific(title):
                self._by_title.setdefault(fold_title(title), {}).setdefault(key, []).append(work)
                words = title_words(title)
                self._by_start.setdefault(words[:_N_WORDS], []).append((words, key, work))
        if work.page and work.volume and work.families and work.year:
            self._by_page.setdefault(work.page.casefold(), []).append((key, work))

    def find_title(self, title: str, year: int | None) -> Key | None:
        """Return the one work with a title, of about a year if that is known; None if there is none, or several."""
        for form in filter(None, (title, without_name(title))):
            found = self._by_title.get(fold_title(form), {})
            fitting = [key for key, works in found.items() if any(_are_near(work.year, year) for work in works)]
            if len(fitting) == 1:
                return fitting[0]
        return None

    def find_text(self, text: str) -> Key | None:
        """Return the one work that a reference is of, given its text; None if there is none, or several."""
        words = title_words(text)[:_MAX_WORDS_OF_TEXT]
        said = frozenset(words)
        found = [(len(title), key) for title, key, work in self._titles_in(words) if _is_said(work, said)]
        longest = max((n for n, _ in found), default=0)
        keys = {key for n, key in found if n == longest} or {
            key
            for page in said
            for key, work in self._by_page.get(page, ())
            if any(map(partial(_is_name_said, said), work.families))
            and str(work.year) in said
            and work.volume.casefold() in said - {page}
        }
        return next(iter(keys)) if len(keys) == 1 else None

    def _titles_in(self, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Key, Described]]:
        for start in range(len(words) - _N_WORDS + 1):
            for title, key, work in self._by_start.get(words[start : start + _N_WORDS], ()):
                if words[start : start + len(title)] == title:
                    yield title, key, work


def _are_near(one: int | None, other: int | None) -> bool:
    return one is None or other is None or abs(one - other) <= MAX_YEARS_APART


def _is_said(work: Described, said: frozenset[str]) -> bool:
    """Return whether a text names an author and the year of a work; neither may be unknown of it."""
    years = {str(work.year + n) for n in range(-MAX_YEARS_APART, MAX_YEARS_APART + 1)} if work.year else set()
    return bool(years & said) and any(map(partial(_is_name_said, said), work.families))


def _is_name_said(said: frozenset[str], family: str) -> bool:
    """Return whether a text has a family name; in Chinese, each character is a word."""
    return family in said or (not family.isascii() and said.issuperset(family))


def unique_names(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the names that belong to one number only, with it.

    >>> unique_names([("a", 1), ("b", 1), ("b", 2), ("a", 1)])
    {'a': 1}
    """
    found: dict[str, int | None] = {}
    for name, number in pairs:
        found[name] = number if found.get(name, number) == number else None
    return {name: number for name, number in found.items() if number is not None}
