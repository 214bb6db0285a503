"""Which candidates of a corpus are concepts: counted over all papers, then decided once.

The two steps are kept apart so that a large corpus can be counted in parts, the parts added, and the decision
taken on one machine:

>>> from papertrace.model.candidate import Candidates
>>> papers = [Candidates(), Candidates()]
>>> table = settle_acronyms(count_definitions(papers))
>>> vocabulary = decide_vocabulary(count_candidates(papers, table), table)
>>> len(vocabulary.entries)
0
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from papertrace.model.candidate import Candidate, CandidateKind, Candidates
from papertrace.resolve.acronyms import AcronymTable, count_definitions, settle_acronyms
from papertrace.resolve.general import HEADS, MODIFIERS, PROPER_STOPS, STOP_IDENTITIES

MIN_NPMI = 0.1
MAX_SHARE = 0.25  # of the papers; applies from `MIN_PAPERS_FOR_CAP` on, as it would empty a small corpus
MIN_PAPERS_FOR_CAP = 50
_CAMEL = re.compile(r"(?:[A-Z][a-z]{2,})(?:[A-Z][a-z]{2,})+\Z")


class Reason(StrEnum):
    """Say why a candidate is a concept of a paper, or why not."""

    KEPT = "kept"
    WORD = "a single ordinary word"
    GENERAL = "general in academic English or in computing"
    LOWER_CASE = "the corpus also prints it as an ordinary word"
    SHORT = "a short name that no text defines"
    RARE = "in one paper only, neither repeated nor in its title"
    COMMON = "in too many papers"
    SUBSUMED = "only ever part of a longer concept"
    LOOSE = "its words stand together by chance"
    NESTED = "a longer concept of the paper covers it"
    OUTRANKED = "the paper has better ones"


@dataclass(slots=True)
class Tally:
    """Count what a corpus does with one identity."""

    kind: CandidateKind
    key: str
    df: int = 0
    title_df: int = 0
    n: int = 0
    surfaces: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Counts:
    """Hold the counts of a corpus or of a part of it; `add` another part in any order."""

    n_papers: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)
    lower_words: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Counts") -> None:
        """Add the counts of another part of the same corpus, made with the same acronym table."""
        self.n_papers += other.n_papers
        self.lower_words.update(other.lower_words)
        for identity, theirs in other.tallies.items():
            ours = self.tallies.get(identity)
            if ours is None:
                self.tallies[identity] = ours = Tally(theirs.kind, theirs.key)
            ours.kind, ours.key = _better((ours.kind, ours.key), (theirs.kind, theirs.key))
            ours.df += theirs.df
            ours.title_df += theirs.title_df
            ours.n += theirs.n
            ours.surfaces.update(theirs.surfaces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """Hold one identity that the corpus has judged: its label, its papers, and what is thought of it."""

    identity: str
    key: str
    label: str
    kind: CandidateKind
    df: int
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Hold the concepts of a corpus by identity, with all that was refused and why."""

    n_papers: int
    acronyms: AcronymTable
    entries: Mapping[str, Term]


_KIND_ORDER = (CandidateKind.PHRASE, CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.WORD)


def _better(one: tuple[CandidateKind, str], other: tuple[CandidateKind, str]) -> tuple[CandidateKind, str]:
    """Choose between two forms of an identity: phrases first, more words first, then the alphabet."""
    return min(one, other, key=lambda form: (_KIND_ORDER.index(form[0]), -form[1].count(" "), form[1]))


def identity_of(key: str, kind: CandidateKind, longs: Mapping[str, str]) -> str:
    """Return what all variants of a candidate have in common.

    Spaces go, so that "data set" and "dataset" agree; case goes except for names whose capitals do not merely
    part words: BLaST and BLAST differ, FlashAttention and Flash Attention do not. `longs` maps acronyms to long
    forms; within a phrase each acronym is replaced.

    >>> longs = {"KV": "key value"}
    >>> identity_of("KV cache", CandidateKind.PHRASE, longs)
    'keyvaluecache'
    >>> identity_of("BLaST", CandidateKind.NAME, longs), identity_of("FlashAttention", CandidateKind.NAME, longs)
    ('BLaST', 'flashattention')
    """
    if kind is CandidateKind.WORD:
        return key
    if kind is CandidateKind.PHRASE:
        words = [longs.get(word, word) for word in key.split(" ")]
        return "".join(words).replace(" ", "").casefold()
    long = longs.get(key)
    if long is not None:
        return long.replace(" ", "").casefold()
    joined = key.replace(" ", "")
    return joined.casefold() if _CAMEL.match(joined) else joined


def identify(paper: Candidates, acronyms: AcronymTable) -> dict[str, list[Candidate]]:
    """Group the candidates of a paper by identity, in order of first place.

    What the paper itself defines goes before what the corpus says of an acronym.
    """
    longs = acronyms.dominant
    if paper.definitions:
        own = {short: long for short, long in reversed(paper.definitions)}
        longs = {**longs, **{s: acronyms.dominant[s] if _agree(acronyms, s, own[s]) else own[s] for s in own}}
    groups: dict[str, list[Candidate]] = {}
    for item in paper.items:
        groups.setdefault(identity_of(item.key, item.kind, longs), []).append(item)
    return groups


def _agree(acronyms: AcronymTable, short: str, long: str) -> bool:
    dominant = acronyms.dominant.get(short)
    if dominant is None:
        return False
    a, b = dominant.replace(" ", ""), long.replace(" ", "")
    return a.endswith(b) or b.endswith(a)


def count_candidates(papers: Iterable[Candidates], acronyms: AcronymTable) -> Counts:
    """Count papers, titles and spellings of every identity."""
    counts = Counts()
    tallies = counts.tallies
    for paper in papers:
        counts.n_papers += 1
        counts.lower_words.update(paper.lower_words)
        for identity, group in identify(paper, acronyms).items():
            first = group[0]
            tally = tallies.get(identity)
            if tally is None:
                tally = tallies[identity] = Tally(first.kind, first.key)
            tally.df += 1
            for item in group:
                if item.key != tally.key:
                    tally.kind, tally.key = _better((tally.kind, tally.key), (item.kind, item.key))
                tally.n += item.n
                tally.surfaces.update(item.surfaces)
            tally.title_df += any(item.in_title for item in group)
    return counts


def decide_vocabulary(counts: Counts, acronyms: AcronymTable) -> Vocabulary:
    """Judge every identity that was counted, once for the whole corpus."""
    n = counts.n_papers
    known = frozenset(long.replace(" ", "").casefold() for long in acronyms.dominant.values())
    reasons: dict[str, Reason] = {}
    for identity, tally in counts.tallies.items():
        reasons[identity] = _judge_alone(identity, tally, counts, known)
    _drop_subsumed(counts, reasons)
    entries = {
        identity: Term(
            identity=identity,
            key=tally.key,
            label=_label(tally),
            kind=tally.kind,
            df=tally.df,
            reason=reasons[identity],
        )
        for identity, tally in counts.tallies.items()
        if tally.kind is not CandidateKind.WORD
    }
    return Vocabulary(n_papers=n, acronyms=acronyms, entries=entries)


def _label(tally: Tally) -> str:
    """Return the commonest spelling; ties go to the one in lower case, then to the alphabet."""
    return min(tally.surfaces, key=lambda s: (-tally.surfaces[s], sum(c.isupper() for c in s), s))


def _judge_alone(identity: str, tally: Tally, counts: Counts, known: frozenset[str]) -> Reason:  # noqa: PLR0911
    if tally.kind is CandidateKind.WORD:
        return Reason.WORD
    lower = identity.casefold()
    if lower in STOP_IDENTITIES or lower in PROPER_STOPS:
        return Reason.GENERAL
    words = tally.key.split(" ")
    if tally.kind is CandidateKind.PHRASE:
        if identity not in known and is_general_phrase(words):
            return Reason.GENERAL
        if tally.df > 1 and identity not in known and _npmi(words, tally.df, counts) < MIN_NPMI:
            return Reason.LOOSE
    elif tally.kind is CandidateKind.PROPER:
        if counts.lower_words[lower] or counts.lower_words[lower + "s"] or len(identity) < 4:  # noqa: PLR2004
            return Reason.LOWER_CASE
    elif len(identity) <= 2 and identity not in ("C++", "C#"):  # noqa: PLR2004
        return Reason.SHORT
    elif not any(c.isalpha() for c in identity) or _is_quantity(identity):
        return Reason.GENERAL
    if counts.n_papers >= MIN_PAPERS_FOR_CAP and tally.df > MAX_SHARE * counts.n_papers:
        return Reason.COMMON
    return Reason.KEPT


def _is_quantity(identity: str) -> bool:
    return bool(re.fullmatch(r"\d+(?:\.\d+)?[A-Za-z]{1,2}|\d+x\d+", identity))


def is_general_phrase(words: list[str]) -> bool:
    """Say whether a phrase is praise, a count or a stop head rather than a topic."""
    first, last = words[0], words[-1]
    if first in MODIFIERS:
        return True
    topical = [word for word in words if word not in HEADS and word not in MODIFIERS and not word.isdigit()]
    if not topical:
        return True
    if last in _SOFT_HEADS:
        return False
    return last in HEADS


# Heads that make a topic with a topical word before them ("CUDA kernel", "code generation", "mesh network"),
# and none with a general one.
_SOFT_HEADS = frozenset(
    [
        "model",
        "network",
        "algorithm",
        "architecture",
        "learning",
        "generation",
        "inference",
        "training",
        "memory",
        "optimization",
        "processing",
        "layer",
        "data",
        "computation",
        "code",
        "library",
        "engine",
        "dataset",
        "benchmark",
        "program",
        "operator",
        "hardware",
        "attention",
        "machine",
        "product",
        "unit",
        "space",
        "function",
        "parameter",
        "method-of",
        "operation",
        "structure",
        "system",
        "state",
        "scheme",
        "platform",
        "detection",
        "theory",
        "index",
        "table",
        "context",
    ]
)


def _npmi(words: list[str], df: int, counts: Counts) -> float:
    """Return normalised pointwise mutual information at the weakest split (Bouma 2009), over papers."""
    n = counts.n_papers
    worst = 1.0
    for i in range(1, len(words)):
        left, right = _df(words[:i], counts), _df(words[i:], counts)
        if not left or not right:
            continue
        p = df / n
        if p >= 1.0:
            return 1.0
        pmi = math.log(df * n / (max(left, df) * max(right, df)))
        worst = min(worst, pmi / -math.log(p))
    return worst


def _df(words: list[str], counts: Counts) -> int:
    if len(words) == 1:
        tally = counts.tallies.get(words[0])
        return tally.df if tally else counts.lower_words[words[0]]
    tally = counts.tallies.get("".join(words).casefold())
    return tally.df if tally else 0


def _drop_subsumed(counts: Counts, reasons: dict[str, Reason]) -> None:
    """Drop a phrase that stands, in as many papers, inside one longer phrase that is kept."""
    for identity in sorted(reasons):
        if reasons[identity] is not Reason.KEPT:
            continue
        tally = counts.tallies[identity]
        if tally.kind is not CandidateKind.PHRASE or tally.df < 2:  # noqa: PLR2004
            continue
        words = tally.key.split(" ")
        for i in range(len(words)):
            for j in range(i + 2, len(words) + 1):
                if j - i == len(words):
                    continue
                part = "".join(words[i:j]).casefold()
                inner = counts.tallies.get(part)
                if inner is not None and reasons[part] is Reason.KEPT and inner.df <= tally.df:
                    reasons[part] = Reason.SUBSUMED


def build_vocabulary(papers: list[Candidates]) -> Vocabulary:
    """Count and decide in one go, for a corpus that is in memory."""
    acronyms = settle_acronyms(count_definitions(papers))
    return decide_vocabulary(count_candidates(papers, acronyms), acronyms)
