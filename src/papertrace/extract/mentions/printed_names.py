"""What a corpus prints of the names that its papers claim: the second pass, which tells names from words.

A corpus has far more words than names. Therefore only those words are looked for that decide of a name, and what
has been seen is looked for no longer: after some thousand papers little is left to find.
"""

import re
from collections.abc import Iterable, Iterator
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

FEW_PAPERS = 3  # An acronym that more papers print is a term of the field, whoever defines it.

_URL = re.compile(r"(?:https?://|www\.)\S{1,2000}")
_LOWER = re.compile(r"(?<![\w-])[a-z]{3,30}(?![\w])")
_CAPITALS = re.compile(r"(?<![\w-])(?=[a-z]*+[A-Z])[A-Za-z]++(?![\w-])")


# How many names of each number of words begin alike is packed into one integer, since there is one for each pair of
# words: a number of this many bits for each number of words.
_BITS = 24
_ONES = (1 << _BITS) - 1


class PrintedNames:
    """Find names that abstracts print as ordinary words, and acronyms that many abstracts print.

    `names` are the names in question and `acronyms` words of ASCII letters with a capital. `add` every abstract of
    the corpus, each paper once, in any order. Then `lower_words` holds those words that `judge_name` asks for and
    that some abstract prints in lower case, `lower_phrases` those names of several words that some abstract prints
    without their capitals, and `common_acronyms` the acronyms that more than `FEW_PAPERS` abstracts print.

    >>> printed = PrintedNames(["Sequence Parallelism", "Frontier", "FlexGen"], ["SSM"])
    >>> printed.add("At the frontier, sequence parallelism meets an SSM.")
    >>> printed.lower_words, printed.lower_phrases, printed.common_acronyms
    ({'frontier'}, {'Sequence Parallelism'}, set())
    """

    __slots__ = (
        *("_acronyms", "_n_phrases", "_phrases", "_sought", "_words"),
        *("common_acronyms", "lower_phrases", "lower_words"),
    )

    def __init__(self, names: Iterable[str], acronyms: Iterable[str] = ()) -> None:
        self.lower_words: set[str] = set()
        self.lower_phrases: set[str] = set()
        self.common_acronyms: set[str] = set()
        self._words: set[str] = set()
        self._acronyms: dict[str, dict[str, int]] = {}  # by folded word: how many abstracts print each
        self._phrases: dict[tuple[str, ...], str] = {}  # by folded words: the names, one a line
        self._n_phrases: dict[tuple[str, str], int] = {}  # by the first two of those: see `_BITS`
        for name in names:
            key = tuple(name.split(" "))
            if judge_shape(key) is None and not is_unmistakable(key):
                self._words.update(word for word in words_to_look_for(key) if _LOWER.fullmatch(word))
                if len(key) > 1:
                    self._seek_phrase(name)
        for acronym in acronyms:
            self._acronyms.setdefault(_fold(acronym), {})[acronym] = 0
        self._sought = {*map(_fold, self._words), *self._acronyms}

    def _seek_phrase(self, name: str) -> None:
        words = tuple(map(intern, folded_words(name)))
        if len(words) > 1:
            if names := self._phrases.get(words):
                self._phrases[words] = f"{names}\n{name}"
            else:
                self._phrases[words] = name
                pair = words[0], words[1]
                self._n_phrases[pair] = self._n_phrases.get(pair, 0) + (1 << _BITS * len(words))

    def add(self, abstract: str) -> None:
        """Take note of what one abstract prints."""
        if "http" in abstract or "www." in abstract:
            abstract = _URL.sub(" ", abstract)
        words = folded_words(abstract)
        # Folded words find more than is meant, and cost a fifth of the exact ones, of which few are needed.
        if not self._sought.isdisjoint(words):
            self._note_words(self._sought.intersection(words), abstract)
        if pairs := self._n_phrases.keys() & pairwise(words):
            self._note_phrases(words, sorted(pairs), abstract)

    def _note_words(self, found: set[str], abstract: str) -> None:
        forms = {form for word in found for form in (word, word + "s") if form in self._words and form in abstract}
        if forms:
            forms.intersection_update(_LOWER.findall(abstract))
            self.lower_words |= forms
            # Every name that asks for the plural of a word asks for the word too.
            self._words -= {word + s for word in forms for s in ("", *(() if word[-1] == "s" else ("s", "ss")))}
        acronyms = {acronym for word in found for acronym in self._acronyms.get(word, ()) if acronym in abstract}
        if acronyms:
            acronyms.intersection_update(_CAPITALS.findall(abstract))
            for acronym in acronyms:
                self._count(acronym)
        for word in found:
            if word not in self._acronyms and self._words.isdisjoint((word, word + "s")):
                self._sought.discard(word)

    def _count(self, acronym: str) -> None:
        counts = self._acronyms[_fold(acronym)]
        counts[acronym] += 1
        if counts[acronym] > FEW_PAPERS:
            self.common_acronyms.add(acronym)
            del counts[acronym]
            if not counts:
                del self._acronyms[_fold(acronym)]

    def _note_phrases(self, words: list[str], pairs: list[tuple[str, str]], abstract: str) -> None:
        printed = plain_words(abstract)
        words_of: dict[str, list[str]] = {}
        judged: set[str] = set()  # An exact look is one at the whole abstract, so that none needs a second.
        for first, second in pairs:
            for i in _places(words, first):
                if words[i + 1 : i + 2] != [second]:
                    continue
                for name in self._names_at(words, i):
                    if name in judged:
                        continue
                    if name not in words_of:
                        words_of[name] = plain_words(name)
                    window = printed[i : i + len(words_of[name])]
                    # Most names stand as names where they stand, above all in the abstract of their paper.
                    if len(printed) != len(words) or _has_small_letter(window, words_of[name]):
                        judged.add(name)
                        if _is_printed_lower(tuple(name.split(" ")), token_texts(abstract)):
                            self.lower_phrases.add(name)
                            self._drop_name(name)

    def _names_at(self, words: list[str], place: int) -> list[str]:
        """Return the names sought whose folded words begin at a place."""
        n_phrases = self._n_phrases.get((words[place], words[place + 1]), 0)
        names: list[str] = []
        for length in range(2, min(len(words) - place, n_phrases.bit_length() // _BITS) + 1):
            phrase = tuple(words[place : place + length])
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


def _places(words: list[str], word: str) -> Iterator[int]:
    place = -1
    for _ in range(words.count(word)):
        place = words.index(word, place + 1)
        yield place


def _has_small_letter(printed: list[str], name: list[str]) -> bool:
    """Say whether some word of a printed phrase has a small letter in place of a capital."""
    return any(a[0].islower() and b[0].isupper() for a, b in zip(printed, name, strict=False))


def _fold(word: str) -> str:
    """Return a word of ASCII letters as `folded_words` does."""
    return word.lower().removesuffix("s")


def _is_printed_lower(key: tuple[str, ...], tokens: list[str]) -> bool:
    """Say whether a name or its plural stands somewhere among tokens with a small letter in place of a capital."""
    first, rest = key[0].casefold(), [token.casefold().removesuffix("s") for token in key[1:]]
    for i, token in enumerate(map(str.casefold, tokens)):
        if token == first:
            printed = tokens[i : i + len(key)]
            same = [token.casefold().removesuffix("s") for token in printed[1:]] == rest
            if same and _has_small_letter(printed, list(key)):
                return True
    return False
