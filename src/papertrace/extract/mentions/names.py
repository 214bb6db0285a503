"""The names of systems in a listing, and which of them can be told from other words.

A corpus has far more words than names. Therefore only words that decide about a name are searched for, and a word
that was found is dropped from the search: after some thousand papers little is left to find. Parts of a corpus are
searched apart (`NameScan`), and what they print is merged (`PrintedNames`).

A name has one owner. A name that is also a word ("Frontier", "SCALE"), that is too short ("C4"), a term of science
("GPU"), printed by many papers, or that two papers use for their own work is refused and listed: a missing edge does
less harm than a wrong one.

The corpus need not be in memory. Two passes go over it, and their memory grows only with the number of names:
`NameCollector.add` collects the names of each paper, `NameCollector.plan_search` returns what a `NameScan` searches
each abstract for, and `NameCollector.assign` then returns the table. Parts of a corpus may be passed over apart and
merged, in any order.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise
from sys import intern
from typing import ClassVar, NamedTuple

from papertrace.background import TermStatistics, load_background
from papertrace.counting import hash_sentences
from papertrace.extract.mentions.own_names import (
    NameEvidence,
    Refusal,
    find_name_evidence,
    folded_words,
    is_coined,
    is_mixed,
    is_unmistakable,
    judge_name,
    judge_shape,
    plain_words,
    token_texts,
    words_to_look_for,
)
from papertrace.extract.text.folding import STOP_WORDS, fold_word
from papertrace.model import Span

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


# In papers of the background, of some 190,000.
_KNOWN = 8
_KNOWN_ONCE = 12
_FAMILIAR = 25
_TERM = 60
_WIDE_TERM = 400
_MIN_LETTERS = 5  # of a word that the background does not know, to count as specific


class Proof(IntEnum):
    """What has to support a mention beside the name itself."""

    NONE = 0
    CUE_OR_TOPIC = 1
    CUE_AND_TOPIC = 2
    CUE_AND_SAME_TOPIC = 3


class Standing(NamedTuple):
    """Whether a name is coined, and how many papers of the background have it."""

    coined: bool
    df: int
    is_word: bool

    @property
    def proof(self) -> Proof:
        """What has to support a mention of the name."""
        if self.coined:
            return Proof.CUE_OR_TOPIC if self.df >= _FAMILIAR else Proof.NONE
        if self.df >= _TERM:
            return Proof.CUE_AND_SAME_TOPIC
        return Proof.CUE_AND_TOPIC if self.df >= _KNOWN or self.is_word else Proof.CUE_OR_TOPIC

    def judge(self, evidence: NameEvidence) -> Refusal | None:
        """Return why a name with this evidence is not used, or None."""
        certain = NameEvidence.TITLE | NameEvidence.INTRODUCED
        twice = evidence & certain == certain
        if self.df >= (_WIDE_TERM if twice else _TERM if self.coined else _KNOWN_ONCE):
            return Refusal.TERM
        if self.is_word and not self.coined and evidence == NameEvidence.TITLE:
            return Refusal.WORD
        return None


def find_standing(key: tuple[str, ...]) -> Standing:
    """Return the standing of a name, given as its tokens.

    >>> find_standing(("FlexGen2",)), find_standing(("GPU",)).df > 100
    (Standing(coined=True, df=0, is_word=False), True)
    """
    statistics = load_background().find(" ".join(map(fold_word, key)))
    if statistics is None:
        return Standing(is_coined(list(key)), 0, is_word=False)
    return Standing(is_coined(list(key)), statistics.df, is_word=len(key) > 1 or statistics.zipf > 0)


class Topic(NamedTuple):
    """What a text shares with the title of a paper: how many words, and how specific they are together."""

    n_words: int
    bits: int


def measure_topic(title: str, name: str, words: frozenset[str]) -> Topic:
    """Return how many and how specific the words are that a title, without a name in it, shares with folded words.

    They are counted in bits beyond the third: a word in one of fifty papers counts 3, one in a thousand papers 7.
    """
    background = load_background()
    n_papers = sum(background.n_papers)
    own = {fold_word(token) for token in name.replace("-", " ").split()}
    shared = words.intersection(_fold_title(title)) - own
    weights = [_weigh(background.find(word), word, n_papers) for word in shared]
    return Topic(sum(weight > 0 for weight in weights), sum(weights))


def fold_words(words: list[str]) -> frozenset[str]:
    """Return the normal forms of words."""
    return frozenset(fold_word(word) for word in words if word.casefold() not in STOP_WORDS)


def _fold_title(title: str) -> frozenset[str]:
    return fold_words(plain_words(title))


def _weigh(statistics: TermStatistics | None, word: str, n_papers: int) -> int:
    if statistics is None:
        return _MIN_LETTERS if len(word) >= _MIN_LETTERS else 0
    return max(0, (n_papers // statistics.df).bit_length() - 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedText:
    """The text in which mentions are found: one paper's title and abstract with their spans."""

    id: str
    title: str
    abstract: str
    title_span: Span
    abstract_span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedName:
    """A name that is not used, the ids of the papers that call their work so, sorted, and the reason."""

    name: str
    papers: tuple[str, ...]
    reason: Refusal


class RefusedUse(NamedTuple):
    """A refused name of one paper, given by its number."""

    paper: int
    name: str
    reason: Refusal


NO_OWNER = -1
MAX_UNPROVEN_PAPERS = 3  # If more papers print an acronym, or a name that no abstract introduces, it is a term.
MAX_NAMING_PAPERS = 8  # If more papers print a word, and more than one in fifty, it is a term as well.
PAPERS_PER_NAMING = 50


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NameTable:
    """The owner of every name to search for, and the refused names.

    A name is written as its tokens joined by spaces, a paper as its number; `ids` are the ids of papers by number,
    and `titles` their titles, if known. `owner_numbers` maps each name to the number of its owner. A refused name of
    several words is among them with the owner `NO_OWNER`: it is matched, so that no shorter name is found inside it,
    and then discarded. `starts` maps the first word of a name, as `plain_words` gives it, to a bit set of the names
    that begin with it: bit n is set for names of n tokens, bit 0 if one of them contains signs that no plain word has.
    `recurring` are the numbers of sentences that several abstracts print, those of `hash_sentences`.
    `refusals` are the refused names, and `refused_uses` a flat sequence of pairs: an index into `refusals` and the
    number of a paper.
    """

    ids: Sequence[str]
    titles: Sequence[str] = ()
    owner_numbers: Mapping[str, int]
    starts: Mapping[str, int]
    refusals: Mapping[str, Refusal]
    refused_uses: Sequence[int]
    recurring: AbstractSet[int] = frozenset()

    def recurs(self, sentence: str) -> bool:
        """Return whether several abstracts print a sentence."""
        return bool(self.recurring) and hash_sentences(sentence, [(0, len(sentence))])[0] in self.recurring

    @property
    def owners(self) -> dict[str, str]:
        """The id of the paper that owns each name, in order of first use."""
        return {name: self.ids[number] for name, number in self.owner_numbers.items() if number != NO_OWNER}

    @property
    def refused(self) -> tuple[RefusedName, ...]:
        """The refused names, sorted."""
        return tuple(self.find_refused())

    def find_refused(self) -> Iterator[RefusedName]:
        """Yield the refused names, sorted."""
        users: list[set[int]] = [set() for _ in self.refusals]
        for index, paper in zip(self.refused_uses[::2], self.refused_uses[1::2], strict=True):
            users[index].add(paper)
        for (name, reason), papers in sorted(zip(self.refusals.items(), users, strict=True), key=_name_of):
            yield RefusedName(name=name, papers=tuple(sorted(self.ids[n] for n in papers)), reason=reason)

    def find_refused_uses(self) -> Iterator[RefusedUse]:
        """Yield each refused name of each paper once, sorted by the number of the paper, then by name."""
        refusals = list(self.refusals.items())
        uses = zip(self.refused_uses[1::2], self.refused_uses[::2], strict=True)
        last = None
        for paper, index in sorted(uses, key=lambda use: (use[0], refusals[use[1]][0])):
            if (paper, index) != last:
                name, reason = refusals[index]
                yield RefusedUse(paper, name, reason)
            last = paper, index


def _name_of(refusal: tuple[tuple[str, Refusal], set[int]]) -> str:
    return refusal[0][0]


class NameCollector:
    """A collector of the names that the papers of a corpus give their own work.

    A distinct name takes some 150 bytes and each use of a name nine, independent of the length of the texts.

    >>> papers = [("FlexGen: Cheap Generation", "We sort."), ("Walrus: A Sorter", "We present Walrus, a walrus.")]
    >>> names = NameCollector()
    >>> for number, (title, abstract) in enumerate(papers):
    ...     names.add(number, title, abstract)
    >>> from papertrace.extract.mentions.names import NameScan
    >>> scan = NameScan(names.plan_search())
    >>> for _, abstract in papers:
    ...     scan.add(abstract)
    >>> table = names.assign(scan.printed, ["a", "b"])
    >>> table.owners, [refused.name for refused in table.refused]
    ({'FlexGen': 'a'}, ['Walrus'])
    """

    __slots__ = ("_evidence", "_numbers", "_papers", "_used")

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        # One item per use of a name: the number of the name, the number of the paper, and the evidence.
        self._used = array("I")
        self._papers = array("I")
        self._evidence = array("B")

    def add(self, paper: int, title: str, abstract: str, addresses: str = "") -> None:
        """Record the names that a paper gives its own work; `addresses` are those of its links.

        `paper` is the number of the paper, at least 0 and below 2**31: the index of its id in the `ids` passed to
        `assign`. Several texts may have the same number.
        """
        for name, evidence in find_name_evidence(title, abstract, addresses):
            self._used.append(self._numbers.setdefault(name, len(self._numbers)))
            self._papers.append(paper)
            self._evidence.append(evidence)

    def merge(self, other: "NameCollector") -> None:
        """Add the names of papers that were collected apart, with numbers of their own."""
        numbers = [self._numbers.setdefault(name, len(self._numbers)) for name in other._numbers]  # noqa: SLF001
        self._used.extend([numbers[number] for number in other._used])  # noqa: SLF001 - of this class
        self._papers.extend(other._papers)  # noqa: SLF001
        self._evidence.extend(other._evidence)  # noqa: SLF001

    def __eq__(self, other: object) -> bool:
        """Return whether two collectors have the same names of the same papers with the same evidence."""
        return isinstance(other, NameCollector) and sorted(self._uses()) == sorted(other._uses())

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def _uses(self) -> Iterator[tuple[str, int, int]]:
        names = list(self._numbers)
        for number, paper, evidence in zip(self._used, self._papers, self._evidence, strict=True):
            yield names[number], paper, evidence

    def plan_search(self) -> NameSearch:
        """Return what the second pass searches the abstracts for; call it after the last paper was added."""
        n_papers = max(self._papers, default=0) + 1
        many = max(MAX_NAMING_PAPERS, n_papers // PAPERS_PER_NAMING)
        limits: dict[str, int] = {}
        evidence = self._unite_evidence()
        weak = {number for number, kinds in enumerate(evidence) if kinds in {NameEvidence.ACRONYM, NameEvidence.TITLE}}
        for name, number in self._numbers.items():
            if name.isascii() and name.isalpha() and any(map(str.isupper, name)):
                if number in weak:
                    is_unknown = is_mixed(name) and evidence[number] == NameEvidence.TITLE and not _is_known(name)
                    limits[name] = many if is_unknown else MAX_UNPROVEN_PAPERS
                elif not is_mixed(name):
                    limits[name] = many
        return NameSearch(self._numbers, limits)

    def assign(
        self,
        printed: PrintedNames,
        ids: Sequence[str],
        titles: Sequence[str] = (),
        recurring: AbstractSet[int] = frozenset(),
    ) -> NameTable:
        """Return the owners of the names, given what all abstracts print, and the ids and titles of papers by number.

        `recurring` are the numbers of the sentences that several abstracts print.
        """
        common = {self._numbers[name] for name in printed.common}
        # An acronym that many papers print is a term of the field, whoever defines it, and not even listed.
        evidence = self._unite_evidence()
        terms = {number for number in common if evidence[number] == NameEvidence.ACRONYM}
        claims = self._find_claims()
        owner_numbers: dict[str, int] = {}
        starts: dict[str, int] = {}
        refusals: dict[str, Refusal] = {}
        indices: dict[int, int] = {}
        for name, number in self._numbers.items():
            if number in terms:
                continue
            key = tuple(name.split(" "))
            reason = judge_name(key, printed.lower_words, printed.lower_phrases)
            if reason is None:
                reason = Refusal.COMMON if number in common else self._judge_claim(key, number, claims)
            if reason:
                indices[number] = len(refusals)
                refusals[name] = reason
                if len(key) == 1:
                    continue
            owner_numbers[name] = NO_OWNER if reason else claims.papers[number]
            words = plain_words(name)
            signs = words != list(key)
            first = words[0] if signs else key[0]  # For a name of one token, `key[0]` shares its memory.
            starts[first] = starts.get(first, 0) | 1 << len(key) | signs
        refused_uses = array("I")
        for number, paper in zip(self._used, self._papers, strict=True):
            if number in indices:
                refused_uses.extend((indices[number], paper))
        return NameTable(
            ids=ids,
            titles=titles,
            owner_numbers=owner_numbers,
            starts=starts,
            refusals=refusals,
            refused_uses=refused_uses,
            recurring=recurring,
        )

    def _unite_evidence(self) -> "array[int]":
        """Return all evidence for each name by number, whichever paper gives it."""
        united = array("B", [0]) * len(self._numbers)
        for number, evidence in zip(self._used, self._evidence, strict=True):
            united[number] |= evidence
        return united

    @staticmethod
    def _judge_claim(key: tuple[str, ...], number: int, claims: "_Claims") -> Refusal | None:
        standing = find_standing(key)
        if number in (claims.tied if standing.coined else claims.disputed):
            return Refusal.SHARED
        return standing.judge(NameEvidence(claims.evidence[number]))

    def _find_claims(self) -> "_Claims":
        n_names = len(self._numbers)
        claims = _Claims(array("i", [NO_OWNER]) * n_names, array("B", [0]) * n_names, set(), set())
        for number, paper, evidence in zip(self._used, self._papers, self._evidence, strict=True):
            best = claims.papers[number]
            if best not in {NO_OWNER, paper}:
                claims.disputed.add(number)
            rank, old = _rank(evidence), _rank(claims.evidence[number])
            is_first = (paper, evidence) < (best, claims.evidence[number])
            if best == NO_OWNER or rank < old:
                claims.tied.discard(number)
            elif rank == old and paper != best:
                claims.tied.add(number)
            if best == NO_OWNER or rank < old or (rank == old and is_first):
                claims.papers[number] = paper
                claims.evidence[number] = evidence
        return claims


class _Claims(NamedTuple):
    """For each name by number: the first paper with the strongest evidence, that evidence, and who else claims it.

    `tied` are the names for which several papers have evidence of the strongest kind, `disputed` those that several
    papers claim at all.
    """

    papers: "array[int]"
    evidence: "array[int]"
    tied: set[int]
    disputed: set[int]


def _is_known(name: str) -> bool:
    """Return whether science knows a name of one token so well that it may be a term."""
    return find_standing((name,)).proof is not Proof.NONE


def _rank(evidence: int) -> int:
    """Return how strong evidence is, the strongest first: the title, an introduction, a repository."""
    if evidence & NameEvidence.TITLE:
        return 0
    return 1 if evidence & (NameEvidence.INTRODUCED | NameEvidence.ACRONYM) else 2
