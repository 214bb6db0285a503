"""Which candidates of a corpus are concepts: counted over all papers, then decided once.

The two steps are kept apart so that a large corpus can be counted in parts, the parts added, and the decision
taken on one machine:

>>> from papertrace.model.candidate import Candidates
>>> from papertrace.resolve.tallies import count_candidates
>>> papers = [Candidates(), Candidates()]
>>> table = settle_acronyms(count_definitions(papers))
>>> vocabulary = decide_vocabulary(count_candidates(papers, table), table)
>>> len(vocabulary.terms)
0
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from papertrace.model.candidate import Candidate, CandidateKind, Candidates
from papertrace.model.terms import Terms
from papertrace.resolve.acronyms import AcronymTable, count_definitions, settle_acronyms
from papertrace.resolve.identities import identify, identity_of, join_words
from papertrace.resolve.judging import STOPS, Partners, Reason, judge_tally, weigh_tally
from papertrace.resolve.labels import choose_label
from papertrace.resolve.tallies import Counts, Tally, count_groups
from papertrace.resolve.wishes import Wishes, resolve_terms

SUBSUMED_SHARE = 0.75
_PROPER = CandidateKind.PROPER


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """Hold one concept of the corpus: its label, the papers that have it, and how good it looks by itself (0 to 1)."""

    identity: str
    key: str
    label: str
    kind: CandidateKind
    df: int
    weight: float = 1.0
    is_acronym: bool = False  # or the long form of one
    is_wanted: bool = False  # by the user


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Hold the concepts of a corpus by identity, and why all other candidates were refused."""

    n_papers: int
    acronyms: AcronymTable
    terms: Mapping[str, Term]
    refused: Mapping[str, Reason]


def decide_vocabulary(counts: Counts, acronyms: AcronymTable, wishes: Wishes | None = None) -> Vocabulary:
    """Judge every identity that was counted, once for the whole corpus; a user's wishes go before all else."""
    wishes = wishes or Wishes()
    known = frozenset(
        acronyms.same.get(join_words(long), join_words(long))
        for longs in (acronyms.dominant.values(), *acronyms.ambiguous.values())
        for long in longs
    )
    partners = Partners(counts)
    reasons: dict[str, Reason] = {}
    for identity, tally in counts.tallies.items():
        reasons[identity] = judge_tally(identity, tally, counts, known, partners)
    _drop_subsumed(counts, reasons)
    reasons |= dict.fromkeys(wishes.wanted & reasons.keys(), Reason.KEPT)
    reasons |= dict.fromkeys(wishes.ignored & reasons.keys(), Reason.IGNORED)
    forms = wishes.preferred
    terms = {
        identity: Term(
            identity=identity,
            key=forms[identity].key if identity in forms else _key(identity, tally),
            label=forms[identity].text if identity in forms else choose_label(tally.surfaces),
            kind=tally.kind,
            df=tally.df,
            weight=weigh_tally(identity, tally, known),
            is_acronym=identity in known,
            is_wanted=identity in wishes.wanted,
        )
        for identity, tally in counts.tallies.items()
        if reasons[identity] is Reason.KEPT
    }
    refused = {identity: reason for identity, reason in reasons.items() if reason is not Reason.KEPT}
    return Vocabulary(n_papers=counts.n_papers, acronyms=acronyms, terms=terms, refused=refused)


def _key(identity: str, tally: Tally) -> str:
    """Return the readable key; an acronym that stands for its unprinted long form takes that instead.

    Two senses of one acronym would else have one key, and link papers.
    """
    is_name = tally.kind in (CandidateKind.NAME, CandidateKind.PROPER)
    return identity if is_name and identity_of(tally.key, tally.kind, {}) != identity else tally.key


def _drop_subsumed(counts: Counts, reasons: dict[str, Reason]) -> None:
    """Drop a phrase that hardly ever stands outside one longer phrase, if that is a concept or a stop phrase.

    This is what C-value (Frantzi, Ananiadou, Mima 2000) comes to where counts are small: a nested phrase is
    worth what it occurs beyond the longest phrase around it.
    """
    proper = {
        tally.key.casefold() if tally.kind is _PROPER else tally.key: name
        for name, tally in counts.tallies.items()
        if tally.kind is _PROPER or (tally.kind is CandidateKind.NAME and name == tally.key)
    }
    for identity in sorted(reasons):
        reason = reasons[identity]
        tally = counts.tallies[identity]
        if tally.kind is not CandidateKind.PHRASE or tally.df < 2:  # noqa: PLR2004
            continue
        if reason is not Reason.KEPT and identity not in STOPS:
            continue
        words = tally.key.split(" ")
        # An eponym is half a name: "Kronecker" for "Kronecker product".
        eponym = proper.get(words[0]) if len(words) == 2 and reason is Reason.KEPT else None  # noqa: PLR2004
        if eponym and reasons[eponym] is Reason.KEPT and tally.df >= SUBSUMED_SHARE * counts.tallies[eponym].df:
            reasons[eponym] = Reason.SUBSUMED
        for i in range(len(words)):
            for j in range(i + 2, len(words) + 1):
                if j - i == len(words):
                    continue
                part = join_words(*words[i:j])
                inner = counts.tallies.get(part)
                if (
                    inner is not None
                    and reasons[part] is Reason.KEPT
                    and (SUBSUMED_SHARE * inner.df <= tally.df and SUBSUMED_SHARE * inner.n <= tally.n)
                ):
                    reasons[part] = Reason.SUBSUMED


def build_vocabulary(papers: Sequence[Candidates], terms: Terms | None = None) -> Vocabulary:
    """Count and decide in one go, for a corpus that is in memory."""
    return build_grouped(papers, terms)[0]


def build_grouped(
    papers: Sequence[Candidates], terms: Terms | None = None
) -> tuple[Vocabulary, list[dict[str, list[Candidate]]]]:
    """Return the vocabulary of a corpus that is in memory, and the candidates of each paper by identity."""
    acronyms = settle_acronyms(count_definitions(papers))
    wishes = resolve_terms(terms or Terms(), acronyms.dominant)
    acronyms = replace(acronyms, same=wishes.same)
    groups = [identify(paper, acronyms) for paper in papers]
    return decide_vocabulary(count_groups(zip(papers, groups, strict=True)), acronyms, wishes), groups
