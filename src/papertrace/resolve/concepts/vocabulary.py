"""Which candidates of a corpus are concepts: counted over all papers, then decided once.

What several papers have is decided here; what one paper alone has is decided where that paper is looked at, by the
same rules.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from papertrace.model.candidate import Candidate, CandidateKind, Candidates, join_words
from papertrace.model.concept import Terms
from papertrace.resolve.concepts.acronyms import AcronymTable, count_definitions, settle_acronyms
from papertrace.resolve.concepts.identities import identity_of
from papertrace.resolve.concepts.labels import choose_label
from papertrace.resolve.concepts.scoring import STOPS, Partners, Reason, is_rare, judge_tally, weigh_tally
from papertrace.resolve.concepts.tallies import Counts, Tally, count_candidates, tally_group
from papertrace.resolve.concepts.user_terms import Wishes, resolve_terms

SUBSUMED_SHARE = 0.75
_PHRASE, _PROPER, _NAME, _WORD = (
    CandidateKind.PHRASE,
    CandidateKind.PROPER,
    CandidateKind.NAME,
    CandidateKind.WORD,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """Hold one concept of the corpus: its label, the papers that have it, and how good it looks by itself (0 to 1).

    The label is empty where one paper alone has it and writes it in several ways.
    """

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
    """Hold what several papers of a corpus have: its concepts by identity, and why all else was refused.

    `words` holds the single ordinary words that are concepts or may be spelt as one. What one paper alone has is asked
    for with `judge_single`; `exempt` are the identities of which one place in it is enough.
    """

    acronyms: AcronymTable
    terms: Mapping[str, Term]
    refused: Mapping[str, Reason]
    words: frozenset[str]
    counts: Counts
    known: frozenset[str] = frozenset()
    replacements: Wishes = field(default_factory=Wishes)
    partners: Partners = field(default_factory=lambda: Partners(Counts()))
    nested: Mapping[str, int] = field(default_factory=dict)
    eponyms: frozenset[str] = frozenset()
    exempt: frozenset[str] = frozenset()

    @property
    def n_papers(self) -> int:
        """Return the number of papers that were counted."""
        return self.counts.n_papers

    def judge_single(self, identity: str, group: Sequence[Candidate]) -> Term | Reason:
        """Return what one paper alone has as a concept, or why it is none; `group` holds its candidates there."""
        if identity in self.replacements.ignored:
            return Reason.IGNORED
        if identity not in self.replacements.wanted:
            if group[0].kind is _WORD and self.counts.words.df[group[0].key] > 1:
                return Reason.WORD  # It is counted among the words alone, as it could be no term.
            if identity not in self.exempt and is_rare(group):
                return Reason.RARE
            tally = tally_group(group)
            reason = judge_tally(identity, tally, self.counts, self.known, self.partners)
            if reason is not Reason.KEPT:
                return reason
            if SUBSUMED_SHARE * tally.n <= self.nested.get(identity, 0) or _eponym(tally) in self.eponyms:
                return Reason.SUBSUMED
        return _make_term(identity, tally_group(group), self.known, self.replacements)


def decide_vocabulary(counts: Counts, acronyms: AcronymTable, replacements: Wishes | None = None) -> Vocabulary:
    """Judge every identity that was counted, once for the whole corpus; a user's wishes go before all else."""
    replacements = replacements or Wishes()
    known = frozenset(
        acronyms.same.get(join_words(long), join_words(long))
        for longs in (acronyms.dominant.values(), *acronyms.ambiguous.values())
        for long in longs
    )
    partners = Partners(counts)
    tallies = counts.tallies
    reasons = {identity: judge_tally(identity, tally, counts, known, partners) for identity, tally in tallies.items()}
    eponyms, nested = _drop_subsumed(tallies, reasons)
    reasons |= dict.fromkeys(replacements.wanted & reasons.keys(), Reason.KEPT)
    reasons |= dict.fromkeys(replacements.ignored & reasons.keys(), Reason.IGNORED)
    terms = {
        identity: _make_term(identity, tallies[identity], known, replacements)
        for identity, reason in reasons.items()
        if reason is Reason.KEPT
    }
    return Vocabulary(
        acronyms=acronyms,
        terms=terms,
        refused={identity: reason for identity, reason in reasons.items() if reason is not Reason.KEPT},
        words=frozenset(word for word in counts.listed if word in terms or word in acronyms.same),
        counts=counts,
        known=known,
        replacements=replacements,
        partners=partners,
        nested=nested,
        eponyms=eponyms,
        exempt=known | replacements.wanted,
    )


def _make_term(identity: str, tally: Tally, known: frozenset[str], replacements: Wishes) -> Term:
    form = replacements.preferred.get(identity)
    return Term(
        identity=identity,
        key=form.key if form else _key(identity, tally),
        label=form.text if form else _label(tally),
        kind=tally.kind,
        df=tally.df,
        weight=weigh_tally(identity, tally, known),
        is_acronym=identity in known,
        is_wanted=identity in replacements.wanted,
    )


def _label(tally: Tally) -> str:
    """Return how a term is written, or nothing where the one paper that has it is to choose."""
    if len(tally.surfaces) == 1:
        return next(iter(tally.surfaces))
    return choose_label(tally.surfaces) if tally.df > 1 else ""


def _key(identity: str, tally: Tally) -> str:
    """Return the readable key; an acronym that stands for its unprinted long form takes that instead.

    Two senses of one acronym would else have one key, and link papers.
    """
    is_name = tally.kind in (CandidateKind.NAME, CandidateKind.PROPER)
    return identity if is_name and identity_of(tally.key, tally.kind, {}) != identity else tally.key


def _eponym(tally: Tally) -> str | None:
    """Return the word that a name is as part of a phrase; None for what is no name of one word."""
    if tally.kind is _PROPER:
        return tally.key.casefold()
    return tally.key if tally.kind is _NAME else None


def _drop_subsumed(tallies: Mapping[str, Tally], reasons: dict[str, Reason]) -> tuple[frozenset[str], dict[str, int]]:
    """Drop a phrase that hardly ever stands outside one longer phrase, if that is a concept or a stop phrase.

    This is what C-value (Frantzi, Ananiadou, Mima 2000) comes to where counts are small: a nested phrase is
    worth what it occurs beyond the longest phrase around it.

    Returns what drops what one paper alone has: the words that are half of an eponymous phrase, and how often the
    phrases occur that others are nested in, by the identities of these.
    """
    proper = {
        _eponym(tally): name
        for name, tally in tallies.items()
        if tally.kind is _PROPER or (tally.kind is _NAME and name == tally.key)
    }
    eponyms: set[str] = set()
    nested: dict[str, int] = {}
    for identity in sorted(reasons):
        reason = reasons[identity]
        tally = tallies[identity]
        if tally.kind is not _PHRASE or tally.df < 2:  # noqa: PLR2004
            continue
        if reason is not Reason.KEPT and identity not in STOPS:
            continue
        words = tally.key.split(" ")
        # An eponym is half a name: "Kronecker" for "Kronecker product".
        if len(words) == 2 and reason is Reason.KEPT:  # noqa: PLR2004
            eponyms.add(words[0])
            eponym = proper.get(words[0])
            if eponym and reasons[eponym] is Reason.KEPT and tally.df >= SUBSUMED_SHARE * tallies[eponym].df:
                reasons[eponym] = Reason.SUBSUMED
        for part in _parts(words):
            inner = tallies.get(part)
            if inner is None:
                nested[part] = max(tally.n, nested.get(part, 0))
            elif reasons[part] is Reason.KEPT and (
                SUBSUMED_SHARE * inner.df <= tally.df and SUBSUMED_SHARE * inner.n <= tally.n
            ):
                reasons[part] = Reason.SUBSUMED
    return frozenset(eponyms), nested


def _parts(words: Sequence[str]) -> Iterator[str]:
    """Yield the identities of the phrases inside a phrase, of two words at least."""
    for i in range(len(words)):
        for j in range(i + 2, len(words) + 1):
            if j - i < len(words):
                yield join_words(*words[i:j])


def build_vocabulary(papers: Iterable[Candidates], terms: Terms | None = None) -> Vocabulary:
    """Count and decide; `papers` are gone through three times."""
    acronyms = settle_acronyms(count_definitions(papers))
    replacements = resolve_terms(terms or Terms(), acronyms.dominant)
    acronyms = replace(acronyms, same=replacements.same)
    return decide_vocabulary(count_candidates(papers, acronyms), acronyms, replacements)
