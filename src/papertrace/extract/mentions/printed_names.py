"""The second pass over a corpus, which distinguishes the names of its papers from ordinary words.

A corpus has far more words than names. Therefore only words that decide about a name are searched for, and a word
that was found is dropped from the search: after some thousand papers little is left to find. Parts of a corpus are
searched apart (`NameScan`), and what they print is merged (`PrintedNames`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from sys import intern

from papertrace.extract.mentions.name_tokens import (
    folded_words,
    is_unmistakable,
    judge_shape,
    plain_words,
    token_texts,
    words_to_look_for,
)

_URL = re.compile(r"(?:https?://|www\.)\S{1,2000}")
_LOWER = re.compile(r"(?<![\w-])[a-z]{3,30}(?![\w])")
_CAPITALS = re.compile(r"(?<![\w-])(?=[a-z]*+[A-Z])[A-Za-z]++(?![\w-])")


# The numbers of phrases that begin with the same two words are packed into one integer to save memory: a count of this
# many bits for each length of phrase.
_BITS = 24
_ONES = (1 << _BITS) - 1


@dataclass(slots=True)
class PrintedNames:
    """What abstracts print of names.

    `lower_words` are the words needed by `judge_name` that some abstract prints in lower case, `lower_phrases` the
    names of several words that some abstract prints without their capitals, `common` the words that more abstracts
    print than their limit allows, and `n_printed` the abstracts that print another word with a limit.
    """

    lower_words: set[str] = field(default_factory=set)
    lower_phrases: set[str] = field(default_factory=set)
    common: set[str] = field(default_factory=set)
    n_printed: Counter[str] = field(default_factory=Counter)

    def count(self, word: str, n: int, limit: int) -> None:
        """Add a number of abstracts that print a word with this limit."""
        if word not in self.common:
            self.n_printed[word] += n
            if self.n_printed[word] > limit:
                self.common.add(word)
                del self.n_printed[word]

    def merge(self, other: "PrintedNames", search: "NameSearch") -> None:
        """Add what other abstracts print of the names of a search."""
        self.lower_words |= other.lower_words
        self.lower_phrases |= other.lower_phrases
        for word in other.common:
            self.common.add(word)
            self.n_printed.pop(word, None)
        for word, n in other.n_printed.items():
            self.count(word, n, search.limits[word])

    def __reduce__(self) -> tuple[object, ...]:
        """Return everything in one order, whatever that of the sets."""
        parts = (sorted(self.lower_words), sorted(self.lower_phrases), sorted(self.common))
        return _restore, (*parts, dict(sorted(self.n_printed.items())))


def _restore(
    lower_words: list[str], lower_phrases: list[str], common: list[str], n_printed: dict[str, int]
) -> PrintedNames:
    return PrintedNames(set(lower_words), set(lower_phrases), set(common), Counter(n_printed))


class NameSearch:
    """What to search for in abstracts, to decide about names.

    `names` are the names to check; `limits` maps words of ASCII letters with a capital to the number of abstracts that
    may print them.
    """

    __slots__ = ("left", "limits", "n_phrases", "phrases", "sought", "words")

    def __init__(self, names: Iterable[str], limits: Mapping[str, int] | None = None) -> None:
        self.limits: Mapping[str, int] = limits or {}
        self.words: set[str] = set()
        self.left: dict[str, tuple[str, ...]] = {}  # folded word -> words with a limit
        self.phrases: dict[tuple[str, ...], str] = {}  # folded words -> names, one per line
        self.n_phrases: dict[tuple[str, str], int] = {}  # first two folded words -> packed counts, see `_BITS`
        for name in names:
            key = tuple(name.split(" "))
            if judge_shape(key) is None and not is_unmistakable(key):
                self.words.update(word for word in words_to_look_for(key) if _LOWER.fullmatch(word))
                if len(key) > 1:
                    self._seek_phrase(name)
        for word in self.limits:
            self.left[_fold(word)] = (*self.left.get(_fold(word), ()), word)
        self.sought: set[str] = {*map(_fold, self.words), *self.left}

    def __getstate__(self) -> dict[str, object]:
        """Return everything in one order, whatever that of the sets."""
        parts = {name: getattr(self, name) for name in self.__slots__}
        return {name: sorted(part) if isinstance(part, set) else part for name, part in parts.items()}

    def __setstate__(self, state: dict[str, object]) -> None:
        """Restore everything."""
        for name, part in state.items():
            setattr(self, name, set(part) if isinstance(part, list) else part)

    def _seek_phrase(self, name: str) -> None:
        words = tuple(map(intern, folded_words(name)))
        if names := self.phrases.get(words):
            self.phrases[words] = f"{names}\n{name}"
        else:
            self.phrases[words] = name
            pair = words[0], words[1]
            self.n_phrases[pair] = self.n_phrases.get(pair, 0) + (1 << _BITS * len(words))


class NameScan:
    """A search of abstracts for names that they print as ordinary words, and for names that many of them print.

    Call `add` with abstracts, those of each paper once, in any order; `printed` is what they print.

    >>> scan = NameScan(NameSearch(["Sequence Parallelism", "Frontier", "FlexGen"], {"SSM": 0}))
    >>> scan.add("At the frontier, sequence parallelism meets an SSM.")
    >>> scan.printed.lower_words, scan.printed.lower_phrases, scan.printed.common
    ({'frontier'}, {'Sequence Parallelism'}, {'SSM'})
    """

    __slots__ = ("_left", "_n_phrases", "_phrases", "_search", "_sought", "_words", "printed")

    def __init__(self, search: NameSearch) -> None:
        self.printed: PrintedNames = PrintedNames()
        self._search = search
        self._words = set(search.words)
        self._left = dict(search.left)
        self._phrases = dict(search.phrases)
        self._n_phrases = dict(search.n_phrases)
        self._sought = set(search.sought)

    def add(self, abstract: str) -> None:
        """Record what one abstract prints."""
        if "http" in abstract or "www." in abstract:
            abstract = _URL.sub(" ", abstract)
        words = folded_words(abstract)
        # Folded words match too much, but cost a fifth of exact words, which are then needed only for a few.
        if not self._sought.isdisjoint(words):
            self._note_words(self._sought.intersection(words), abstract)
        if pairs := self._n_phrases.keys() & pairwise(words):
            self._note_phrases(words, sorted(pairs), abstract)

    def _note_words(self, found: set[str], abstract: str) -> None:
        forms = {form for word in found for form in (word, word + "s") if form in self._words and form in abstract}
        if forms:
            forms.intersection_update(_LOWER.findall(abstract))
            self.printed.lower_words |= forms
            # Every name that needs the plural of a word needs the word itself too.
            self._words -= {word + s for word in forms for s in ("", *(() if word[-1] == "s" else ("s", "ss")))}
        counted = {word for fold in found for word in self._left.get(fold, ()) if word in abstract}
        if counted:
            counted.intersection_update(_CAPITALS.findall(abstract))
            for word in counted:
                self._count(word)
        for word in found:
            if word not in self._left and self._words.isdisjoint((word, word + "s")):
                self._sought.discard(word)

    def _count(self, word: str) -> None:
        self.printed.count(word, 1, self._search.limits[word])
        if word in self.printed.common:
            fold = _fold(word)
            if left := tuple(other for other in self._left[fold] if other != word):
                self._left[fold] = left
            else:
                del self._left[fold]

    def _note_phrases(self, words: list[str], pairs: list[tuple[str, str]], abstract: str) -> None:
        printed = plain_words(abstract)
        words_of: dict[str, list[str]] = {}
        judged: set[str] = set()  # An exact check covers the whole abstract, so that one per name is enough.
        for first, second in pairs:
            for i in _indices(words, first):
                if words[i + 1 : i + 2] != [second]:
                    continue
                for name in self._names_at(words, i):
                    if name in judged:
                        continue
                    if name not in words_of:
                        words_of[name] = plain_words(name)
                    window = printed[i : i + len(words_of[name])]
                    # Most occurrences are printed as names, above all in the abstract of the name's own paper.
                    if len(printed) != len(words) or _has_small_letter(window, words_of[name]):
                        judged.add(name)
                        if _is_printed_lower(tuple(name.split(" ")), token_texts(abstract)):
                            self.printed.lower_phrases.add(name)
                            self._drop_name(name)

    def _names_at(self, words: list[str], index: int) -> list[str]:
        """Return the names searched for whose folded words begin at an index."""
        n_phrases = self._n_phrases.get((words[index], words[index + 1]), 0)
        names: list[str] = []
        for length in range(2, min(len(words) - index, n_phrases.bit_length() // _BITS) + 1):
            phrase = tuple(words[index : index + length])
            if n_phrases >> _BITS * length & _ONES and phrase in self._phrases:
                names += self._phrases[phrase].split("\n")
        return names

    def _drop_name(self, name: str) -> None:
        phrase = tuple(folded_words(name))
        if left := [other for other in self._phrases[phrase].split("\n") if other != name]:
            self._phrases[phrase] = "\n".join(left)
            return
        del self._phrases[phrase]
        pair = phrase[0], phrase[1]
        self._n_phrases[pair] -= 1 << _BITS * len(phrase)
        if not self._n_phrases[pair]:
            del self._n_phrases[pair]


def _indices(words: list[str], word: str) -> Iterator[int]:
    index = -1
    for _ in range(words.count(word)):
        index = words.index(word, index + 1)
        yield index


def _has_small_letter(printed: list[str], name: list[str]) -> bool:
    """Return whether some word of a printed phrase begins with a small letter instead of a capital."""
    return any(a[0].islower() and b[0].isupper() for a, b in zip(printed, name, strict=False))


def _fold(word: str) -> str:
    """Fold a word of ASCII letters as `folded_words` does."""
    return word.lower().removesuffix("s")


def _is_printed_lower(key: tuple[str, ...], tokens: list[str]) -> bool:
    """Return whether a name or its plural occurs among tokens with a small letter instead of a capital."""
    first, rest = key[0].casefold(), [token.casefold().removesuffix("s") for token in key[1:]]
    for i, token in enumerate(map(str.casefold, tokens)):
        if token == first:
            printed = tokens[i : i + len(key)]
            same = [token.casefold().removesuffix("s") for token in printed[1:]] == rest
            if same and _has_small_letter(printed, list(key)):
                return True
    return False
