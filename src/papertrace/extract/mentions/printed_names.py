"""The second pass over a corpus, which distinguishes the names of its papers from ordinary words.

A corpus has far more words than names. Therefore only words that decide about a name are searched for, and a word
that was found is dropped from the search: after some thousand papers little is left to find.
"""

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from hashlib import blake2b
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
from papertrace.extract.text.sentences import split_sentences

MIN_RECURRING = 3  # abstracts that print a sentence, for it to be text that recurs

_URL = re.compile(r"(?:https?://|www\.)\S{1,2000}")
_LOWER = re.compile(r"(?<![\w-])[a-z]{3,30}(?![\w])")
_CAPITALS = re.compile(r"(?<![\w-])(?=[a-z]*+[A-Z])[A-Za-z]++(?![\w-])")


# The numbers of phrases that begin with the same two words are packed into one integer to save memory: a count of this
# many bits for each length of phrase.
_BITS = 24
_ONES = (1 << _BITS) - 1


def hash_sentence(sentence: str) -> int:
    """Return a number of 64 bits for a sentence, whatever its white space and case."""
    return int.from_bytes(blake2b(" ".join(sentence.split()).casefold().encode(), digest_size=8).digest(), "big")


class PrintedNames:
    """A collector of names that abstracts print as ordinary words, and of names that many abstracts print.

    `names` are the names to check; `limits` maps words of ASCII letters with a capital to the number of abstracts that
    may print them. Call `add` with every abstract of the corpus, each paper once, in any order. `lower_words` then
    contains the words needed by `judge_name` that some abstract prints in lower case, `lower_phrases` the names of
    several words that some abstract prints without their capitals, and `common` the words that more abstracts print
    than their limit allows.

    >>> printed = PrintedNames(["Sequence Parallelism", "Frontier", "FlexGen"], {"SSM": 0})
    >>> printed.add("At the frontier, sequence parallelism meets an SSM.")
    >>> printed.lower_words, printed.lower_phrases, printed.common
    ({'frontier'}, {'Sequence Parallelism'}, {'SSM'})
    """

    __slots__ = (
        *("_left", "_n_phrases", "_phrases", "_sought", "_words"),
        *("_first_folds", "_first_plain", "_first_words", "_sentences", "common", "lower_phrases", "lower_words"),
    )

    def __init__(self, names: Iterable[str], limits: Mapping[str, int] | None = None) -> None:
        self.lower_words: set[str] = set()
        self.lower_phrases: set[str] = set()
        self.common: set[str] = set()
        self._words: set[str] = set()
        self._left: dict[str, dict[str, int]] = {}  # folded word -> word -> number of abstracts that may still print it
        self._phrases: dict[tuple[str, ...], str] = {}  # folded words -> names, one per line
        self._n_phrases: dict[tuple[str, str], int] = {}  # first two folded words -> packed counts, see `_BITS`
        names = list(names)
        for name in names:
            key = tuple(name.split(" "))
            if judge_shape(key) is None and not is_unmistakable(key):
                self._words.update(word for word in words_to_look_for(key) if _LOWER.fullmatch(word))
                if len(key) > 1:
                    self._seek_phrase(name)
        for word, limit in (limits or {}).items():
            self._left.setdefault(_fold(word), {})[word] = limit
        # One item per sentence with a word that begins a name.
        self._sentences = array("Q")
        possible = (key for name in names if judge_shape(key := tuple(name.split(" "))) is None)
        self._first_words = {key[0] for key in possible}
        self._first_plain = {words[0] for word in self._first_words if (words := plain_words(word))}
        self._first_folds = {folds[0] for word in self._first_words if (folds := folded_words(word))}
        self._sought = {*map(_fold, self._words), *self._left}

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
        """Record what one abstract prints."""
        if "http" in abstract or "www." in abstract:
            abstract = _URL.sub(" ", abstract)
        words = folded_words(abstract)
        # Folded words match too much, but cost a fifth of exact words, which are then needed only for a few.
        if not self._sought.isdisjoint(words):
            self._note_words(self._sought.intersection(words), abstract)
        if pairs := self._n_phrases.keys() & pairwise(words):
            self._note_phrases(words, sorted(pairs), abstract)
        if not self._first_folds.isdisjoint(words) and (first_words := self._find_first_words(abstract)):
            for start, end in split_sentences(abstract):
                sentence = abstract[start:end]
                if any(word in sentence for word in first_words):
                    self._sentences.append(hash_sentence(sentence))

    def _find_first_words(self, abstract: str) -> AbstractSet[str]:
        """Return the first words of names that an abstract prints."""
        found = self._first_plain.intersection(plain_words(abstract))
        # Plain words take a fifth of the time of tokens, from which only numbers and words before a sign differ.
        is_exact = found <= self._first_words and not any(word[0].isdigit() for word in found)
        if not found or (is_exact and "+" not in abstract and "#" not in abstract):
            return found
        return self._first_words.intersection(token_texts(abstract))

    def find_recurring(self) -> frozenset[int]:
        """Return the hashes of the sentences with a name that at least `MIN_RECURRING` abstracts print."""
        ordered = sorted(self._sentences)
        last = MIN_RECURRING - 1
        return frozenset(a for a, b in zip(ordered, ordered[last:], strict=False) if a == b)

    def _note_words(self, found: set[str], abstract: str) -> None:
        forms = {form for word in found for form in (word, word + "s") if form in self._words and form in abstract}
        if forms:
            forms.intersection_update(_LOWER.findall(abstract))
            self.lower_words |= forms
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
        left = self._left[_fold(word)]
        left[word] -= 1
        if left[word] < 0:
            self.common.add(word)
            del left[word]
            if not left:
                del self._left[_fold(word)]

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
                            self.lower_phrases.add(name)
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
