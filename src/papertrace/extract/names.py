"""What papers call themselves: the names under which other papers may mention them.

A name has one owner. A name that is also a word ("Frontier", "SCALE"), that is too short ("C4"), or that two
papers claim is refused and listed: a missing edge does less harm than a wrong one.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

from papertrace.extract.acronyms import Acronym, find_acronyms
from papertrace.extract.stopwords import STOP_WORDS
from papertrace.model import Span

MAX_NAME_WORDS = 5
MIN_LETTERS = 3
FEW_PAPERS = 3  # An acronym that more papers print is a term of the field, whoever defines it.

_TOKEN = re.compile(r"\d+(?:\.\d+)+|[^\W_]+(?:\+\+|#)?")
_LOWER = re.compile(r"(?<![\w-])[a-z]{3,30}(?![\w])")
_CAPITALS = re.compile(r"(?<![\w-])(?=[a-z]*+[A-Z])[A-Za-z]++(?![\w-])")
_GAP = re.compile(r"[ \n]?[-\u2010\u2011\u2013.^_{}/]{0,2}[ \n]?\Z")
_INTRODUCED = re.compile(
    r"\b(?:introduc(?:e|es|ed|ing)|present(?:s|ed|ing)?|propos(?:e|es|ed|ing)|develop(?:s|ed|ing)?|releas(?:e|es|ed|ing)|"
    r"call(?:ed)?|dub(?:bed)?|named?|describ(?:e|es)|design(?:ed)?|build|built|unveil|termed?)\s+(?:it\s+|the\s+|our\s+)?"
    r"(?P<name>(?:[^\W_]|[-.^{}+()])+(?:\s(?:[A-Z][^\W_]*(?:[-.][^\W_]+)*|\d+(?:\.\d+)*)){0,3})"
    r"(?P<after>\s?[,.:;(\u2014\u2013]|\s(?:an?|the|which|that|to|as|for)\b|\s-|\s*\Z)"
)
_USING = re.compile(r"\b(?:using|with|via)\s+(?P<name>\S+)\s*\Z", re.IGNORECASE)
_WE = re.compile(r"\b(?:we|our|us|this (?:paper|work|article|study|report))\b", re.IGNORECASE)
_URL = re.compile(r"(?:https?://|www\.)\S{1,2000}")
_REPOSITORY = re.compile(r"(?:github|gitlab)\.com/[\w.-]{1,100}/([\w.-]{1,100})", re.IGNORECASE)


class Refusal(StrEnum):
    """Say why a name is not used."""

    SHORT = "too short to be told from other uses"
    WORD = "also an ordinary word"
    SHARED = "claimed by more than one paper"
    PLAIN = "has not the shape of a name"


class Claim(IntEnum):
    """Rank the ways in which a paper claims a name; a stronger claim beats a weaker one."""

    TITLE = 0  # "X: …", or the whole title
    INTRODUCED = 1  # "we introduce X"
    TITLE_END = 2  # "… using X"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedText:
    """Hold what mentions are found in: one paper's title and abstract with their places."""

    id: str
    title: str
    abstract: str
    title_span: Span
    abstract_span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedName:
    """Hold a name that is not used, the papers that claim it, and why."""

    name: str
    claimants: tuple[str, ...]
    reason: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTable:
    """Hold the owner of every name that may be looked for, and the refused names.

    `owners` and `hidden` are keyed by the name's tokens. `hidden` holds refused names of several words: they
    are matched, so that no shorter name is found inside them, and then thrown away. `starts` maps the first
    token of a name to the lengths of all names that begin with it, longest first.
    """

    owners: Mapping[tuple[str, ...], str]
    plain: frozenset[tuple[str, ...]]
    hidden: frozenset[tuple[str, ...]]
    starts: Mapping[str, tuple[int, ...]]
    refused: tuple[RefusedName, ...]


class NameToken(NamedTuple):
    """Hold one token of a text with its offsets, and whether it could continue a name."""

    text: str
    start: int
    end: int
    joins: bool


def name_tokens(text: str) -> list[NameToken]:
    """Cut a text as names are cut: at spaces, hyphens and points, digits with points kept together.

    >>> [token.text for token in name_tokens("Matrix-Game 2.0, LLM.int8()")]
    ['Matrix', 'Game', '2.0', 'LLM', 'int8']
    """
    tokens: list[NameToken] = []
    end = 0
    for m in _TOKEN.finditer(text):
        gap = text[end : m.start()]
        joins = bool(tokens) and len(gap) <= 3 and bool(_GAP.match(gap)) and gap != ". "  # noqa: PLR2004
        tokens.append(NameToken(m.group(), m.start(), m.end(), joins))
        end = m.end()
    return tokens


def token_texts(text: str) -> list[str]:
    """Return the texts of the tokens of `name_tokens` alone, which costs a tenth.

    >>> token_texts("Matrix-Game 2.0")
    ['Matrix', 'Game', '2.0']
    """
    return _TOKEN.findall(text)


def find_names(texts: Sequence[NamedText]) -> NameTable:
    """Return the names of a corpus with one owner each, and those refused, sorted by name."""
    words = _CorpusWords(texts)
    claims: dict[tuple[str, ...], dict[str, Claim]] = {}
    for text in texts:
        for name, claim in _claimed_names(text, words):
            key = tuple(token.text for token in name_tokens(name))
            if 0 < len(key) <= MAX_NAME_WORDS:
                holders = claims.setdefault(key, {})
                holders[text.id] = min(claim, holders.get(text.id, claim))
    printed_lower = words.find_lower_phrases(key for key in claims if len(key) > 1)
    owners: dict[tuple[str, ...], str] = {}
    hidden: set[tuple[str, ...]] = set()
    refused: list[RefusedName] = []
    for key, holders in sorted(claims.items()):
        best = min(holders.values())
        strongest = sorted(holder for holder, claim in holders.items() if claim == best)
        reason = judge_name(key, words.lower, printed_lower) or (Refusal.SHARED if len(strongest) > 1 else None)
        if reason is None:
            owners[key] = strongest[0]
            continue
        refused.append(RefusedName(name=" ".join(key), claimants=tuple(sorted(holders)), reason=reason))
        if len(key) > 1:
            hidden.add(key)
    starts: dict[str, set[int]] = {}
    for key in [*owners, *hidden]:
        starts.setdefault(key[0], set()).add(len(key))
    return NameTable(
        owners=owners,
        plain=frozenset(key for key in owners if not any(is_mixed(token) for token in key)),
        hidden=frozenset(hidden),
        starts={first: tuple(sorted(lengths, reverse=True)) for first, lengths in starts.items()},
        refused=tuple(refused),
    )


class _CorpusWords:
    """Hold what a corpus prints: its words in lower case, and the acronyms with the papers they stand in."""

    def __init__(self, texts: Sequence[NamedText]) -> None:
        self._abstracts = [_URL.sub(" ", text.abstract) for text in texts]
        self.lower: set[str] = set()
        self.capital_df: Counter[str] = Counter()
        for abstract in self._abstracts:
            self.lower.update(_LOWER.findall(abstract))
            self.capital_df.update(set(_CAPITALS.findall(abstract)))

    def find_lower_phrases(self, keys: Iterable[tuple[str, ...]]) -> set[tuple[str, ...]]:
        """Return those keys that some abstract prints as an ordinary phrase, without their capitals."""
        wanted: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
        lengths: dict[str, set[int]] = {}
        for key in keys:
            wanted.setdefault(_fold(key), []).append(key)
            lengths.setdefault(key[0].casefold(), set()).add(len(key))
        found: set[tuple[str, ...]] = set()
        for abstract in self._abstracts:
            tokens = token_texts(abstract)
            for i, token in enumerate(tokens):
                for length in lengths.get(token.casefold(), ()):
                    printed = tuple(tokens[i : i + length])
                    for key in wanted.get(_fold(printed), ()):
                        if any(a[0].islower() and b[0].isupper() for a, b in zip(printed, key, strict=True)):
                            found.add(key)
        return found


def _fold(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a phrase has in common with its plural, letter case aside; its first word is what it is."""
    return (tokens[0].casefold(), *(token.casefold().removesuffix("s") for token in tokens[1:]))


def judge_name(
    key: tuple[str, ...], lower_words: AbstractSet[str], lower_phrases: AbstractSet[tuple[str, ...]] = frozenset()
) -> Refusal | None:
    """Say why a name cannot be told from other words, or None where it can.

    >>> words = {"frontier", "scale", "matrix", "game", "sequence", "parallelism"}
    >>> [judge_name(key, words) for key in (("FlexGen",), ("Megatron", "LM"), ("Monarch",), ("Matrix", "Game"))]
    [None, None, None, None]
    >>> [judge_name(key, words).name for key in (("C4",), ("SCALE",), ("Frontier",), ("sequence",))]
    ['SHORT', 'WORD', 'WORD', 'PLAIN']
    >>> judge_name(("Sequence", "Parallelism"), words, {("Sequence", "Parallelism")}).name
    'WORD'
    """
    if sum(len(token) for token in key) < MIN_LETTERS or not any(c.isalpha() for token in key for c in token):
        return Refusal.SHORT
    if any(is_mixed(token) and len(token) >= MIN_LETTERS for token in key):
        return None
    marked = [token for token in key if token[0].isupper() and len(token) >= MIN_LETTERS]
    if not marked or not key[0][0].isupper():
        return Refusal.PLAIN
    if key in lower_phrases:
        return Refusal.WORD
    named = len([token for token in key if token[0].isupper() or token[0].isdigit()])
    if (named < 2 or key[0].casefold() in STOP_WORDS) and all(_is_word(token, lower_words) for token in marked):  # noqa: PLR2004
        return Refusal.WORD
    return None


def _is_word(token: str, lower_words: AbstractSet[str]) -> bool:
    lower = token.casefold()
    return lower in STOP_WORDS or lower in lower_words or lower + "s" in lower_words or lower.rstrip("s") in lower_words


def is_mixed(token: str) -> bool:
    """Say whether a token has both cases past its first letter, or letters and digits.

    >>> [is_mixed(token) for token in ("FlexGen", "SN40L", "vLLM", "SCALE", "Monarch", "2.0")]
    [True, True, True, False, False, False]
    """
    letters = [c for c in token if c.isalpha()]
    if not letters:
        return False
    if len(letters) < len(token) and any(c.isdigit() for c in token):
        return True
    return any(c.isupper() for c in letters[1:]) and any(c.islower() for c in letters)


def find_own_names(title: str, abstract: str, acronyms: Iterable[Acronym] | None = None) -> frozenset[str]:
    """Return the names that a paper gives to its own system, as printed: what it is called, and what it introduces.

    `acronyms` are those that the abstract defines, for callers that have looked already.

    A title that opens with words before its colon ("Sequence Parallelism: …") names a topic, no system.

    >>> sorted(find_own_names("FastMM: Products on Slow Chips", "We introduce TileKit, a library of kernels."))
    ['FastMM', 'TileKit']
    """
    claimed = {name for name, _ in _stated_names(" ".join(title.split()), abstract)}
    for acronym in find_acronyms(abstract) if acronyms is None else acronyms:
        if _squash(title).startswith(_squash(acronym.long)):
            claimed.add(acronym.short)
    return frozenset(
        name
        for name in claimed
        if name and (" " not in name or any(is_mixed(token.text) for token in name_tokens(name)))
    )


def _claimed_names(text: NamedText, words: _CorpusWords) -> Iterator[tuple[str, Claim]]:
    title = " ".join(text.title.split())
    abstract = text.abstract
    yield from _stated_names(title, abstract)
    for acronym in find_acronyms(abstract):
        # A term that opens the title and that hardly anyone else prints is the paper's own.
        short = acronym.short
        if words.capital_df[short] <= FEW_PAPERS and _squash(title).startswith(_squash(acronym.long)):
            yield short, Claim.INTRODUCED
    repositories = {_squash(name) for name in _REPOSITORY.findall(abstract)}
    for word in title.replace(":", " ").split():
        if _squash(word) in repositories:
            yield word, Claim.TITLE_END
    if (ending := _USING.search(title)) and any(c.isupper() for c in ending.group("name")[1:]):
        yield ending.group("name"), Claim.TITLE_END


def _stated_names(title: str, abstract: str) -> Iterator[tuple[str, Claim]]:
    head, colon, _ = title.partition(": ")
    if colon:
        yield from _title_names(head)
    elif len(title.split()) <= 3:  # noqa: PLR2004
        yield title, Claim.TITLE
    for match in _INTRODUCED.finditer(abstract):
        name = match.group("name").rstrip(".").removesuffix("()")
        first = _TOKEN.match(name)
        if first and (name[0].isupper() or is_mixed(first.group())) and _speaks_of_itself(abstract, match.start()):
            yield name, Claim.INTRODUCED


def _speaks_of_itself(abstract: str, offset: int) -> bool:
    before = abstract[max(0, offset - 200) : offset]
    return bool(_WE.search(before[before.rfind(". ") + 1 :]))


def _title_names(head: str) -> Iterator[tuple[str, Claim]]:
    yield head, Claim.TITLE
    parts = re.split(r" (?:and|&) ", head)
    if len(parts) > 1 and all(" " not in part for part in parts):
        for part in parts:
            yield part, Claim.TITLE


def _squash(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()
