"""The concepts of a corpus: candidates are counted over all papers, then accepted or rejected once.

Candidates of several papers are decided here; those of a single paper are decided when that paper is processed, by the
same rules.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import NamedTuple

from papertrace.model.papers.candidate import Candidate, CandidateColumns, CandidateKind, join_words
from papertrace.model.papers.concept import Terms
from papertrace.resolve.concepts.names.acronyms import AcronymTable
from papertrace.resolve.concepts.names.identities import identity_of
from papertrace.resolve.concepts.names.labels import choose_label, fold_label
from papertrace.resolve.concepts.passes import count_candidates, count_first, decide_meanings
from papertrace.resolve.concepts.relevance import describe_terms, sum_log_odds
from papertrace.resolve.concepts.scoring import Reason, is_rare, judge_tally
from papertrace.resolve.concepts.tallies import Counted, Counts, Tally, list_counts, tally_group
from papertrace.resolve.concepts.topicality import Floats, Topics
from papertrace.resolve.concepts.user_terms import ResolvedTerms

SUBSUMED_SHARE = 0.75
_PHRASE, _PROPER, _NAME, _WORD = (
    CandidateKind.PHRASE,
    CandidateKind.PROPER,
    CandidateKind.NAME,
    CandidateKind.WORD,
)


class Term(NamedTuple):
    """One concept of the corpus: its label, the number of papers that have it, and the log-odds that it contributes.

    The label is empty if only one paper has it and spells it in several ways.
    """

    identity: str
    key: str
    label: str
    kind: CandidateKind
    df: int
    log_odds: float = 0.0
    is_acronym: bool = False  # or the long form of one
    is_wanted: bool = False  # by the user


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The concepts of a corpus by identity, and the reasons for rejecting other recurring candidates.

    `words` contains the single ordinary words that are concepts or may be a spelling of one. Use `judge_single` for
    candidates of a single paper; `exempt` are the identities that are accepted even if they occur only once in it.
    """

    acronyms: AcronymTable
    terms: Mapping[str, Term]
    refused: Mapping[str, Reason]
    words: frozenset[str]
    counts: Counts
    long_forms: frozenset[str] = frozenset()
    user_terms: ResolvedTerms = field(default_factory=ResolvedTerms)
    nested: Mapping[str, int] = field(default_factory=dict)
    eponyms: frozenset[str] = frozenset()
    exempt: frozenset[str] = frozenset()
    topics: Topics = field(default_factory=Topics)

    @property
    def n_papers(self) -> int:
        """The number of papers counted."""
        return self.counts.n_papers

    def is_eponym(self, group: Sequence[Candidate], names: AbstractSet[str]) -> bool:
        """Return whether a phrase is called after a name ("Morrey drift"), which makes it a term even if said once.

        `names` are the names that the paper prints inside sentences; two joined by a hyphen are names anywhere.
        """
        key, kind, surfaces, _, _, _, is_final, _ = group[0]
        if kind is not _PHRASE or not is_final or not surfaces[0][0].isupper() or not key.islower():
            return False
        first = surfaces[0].split(None, 1)[0]
        is_name = all(part[:1].isupper() for part in first.split("-")) if "-" in first else first in names
        return is_name and not self.counts.words.lower[key.partition(" ")[0]]

    def weigh(self, identities: Sequence[str], counted: Counted) -> Floats:
        """Return the log-odds of terms."""
        return _weigh(identities, counted, self.topics, self.n_papers, self.long_forms)

    def judge_single(
        self,
        identity: str,
        group: Sequence[Candidate],
        names: AbstractSet[str] = frozenset(),
        *,
        is_bare: bool = False,
        log_odds: float | None = None,
    ) -> Term | Reason:
        """Return a candidate of a single paper as a concept, or why it is rejected; `group` is its items.

        `is_bare` is whether the paper is a title without an abstract, `names` are those of `is_eponym`, `log_odds`
        what `weigh` returns, if known.
        """
        tally = tally_group(group, is_bare=is_bare)
        refusal = self._refuse_single(identity, group, names)
        if refusal is None and identity not in self.user_terms.wanted:
            refusal = self._refuse(identity, tally)
        if refusal is not None:
            return refusal
        if log_odds is None:
            log_odds = self.weigh([identity], list_counts([tally])).item()
        return _make_term(identity, tally, self.long_forms, self.user_terms, log_odds)

    def _refuse_single(self, identity: str, group: Sequence[Candidate], names: AbstractSet[str]) -> Reason | None:
        """Return why a candidate of a single paper is rejected whatever is counted, as most are, or None."""
        if self.user_terms.is_ignored(identity, (surface for item in group for surface in item.surfaces)):
            return Reason.IGNORED
        if identity in self.user_terms.wanted:
            return None
        first = group[0]
        if first.kind is _WORD and self.counts.words.df[first.key] > 1:
            return Reason.WORD  # It is counted only as a word, since it cannot be a term.
        is_known = identity in self.exempt or self.topics.knows(first.key)
        return Reason.RARE if not is_known and is_rare(group) and not self.is_eponym(group, names) else None

    def _refuse(self, identity: str, tally: Tally) -> Reason | None:
        reason = judge_tally(identity, tally, self.counts, self.long_forms, topics=self.topics)
        if reason is not Reason.KEPT:
            return reason
        is_part = SUBSUMED_SHARE * tally.n <= self.nested.get(identity, 0) or _eponym(tally) in self.eponyms
        return Reason.SUBSUMED if is_part else None


def decide_vocabulary(counts: Counts, acronyms: AcronymTable, user_terms: ResolvedTerms | None = None) -> Vocabulary:
    """Accept or reject every counted identity, once for the whole corpus; the user's terms take precedence."""
    user_terms = user_terms or ResolvedTerms()
    acronyms = replace(acronyms, canonical={**acronyms.canonical, **counts.joined})
    long_forms = frozenset(
        acronyms.canonical.get(join_words(long), join_words(long))
        for longs in (acronyms.dominant.values(), *acronyms.ambiguous.values())
        for long in longs
    )
    topics = Topics(counts.mix)
    for tally in counts.tallies.values():
        tally.choose_form()
    tallies = counts.tallies
    reasons = {
        identity: judge_tally(identity, tally, counts, long_forms, topics=topics) for identity, tally in tallies.items()
    }
    reasons |= {
        identity: Reason.IGNORED for identity in reasons if user_terms.is_ignored(identity, tallies[identity].surfaces)
    }
    eponyms, nested = _drop_subsumed(tallies, reasons)
    reasons |= {
        identity: Reason.KEPT
        for identity in user_terms.wanted & reasons.keys()
        if reasons[identity] is not Reason.IGNORED
    }
    kept = [identity for identity, reason in reasons.items() if reason is Reason.KEPT]
    log_odds = _weigh(kept, list_counts([tallies[one] for one in kept]), topics, counts.n_papers, long_forms)
    terms = {
        identity: _make_term(identity, tallies[identity], long_forms, user_terms, odds)
        for identity, odds in zip(kept, log_odds.tolist(), strict=True)
    }
    return Vocabulary(
        acronyms=acronyms,
        terms=terms,
        refused={identity: reason for identity, reason in reasons.items() if reason is not Reason.KEPT},
        words=frozenset(
            word
            for word in counts.listed
            if word in terms or word in acronyms.canonical or (counts.words.df[word] == 1 and word not in reasons)
        ),
        counts=counts,
        long_forms=long_forms,
        user_terms=user_terms,
        nested=nested,
        eponyms=eponyms,
        exempt=long_forms | user_terms.wanted,
        topics=topics,
    )


def _weigh(
    identities: Sequence[str], counted: Counted, topics: Topics, n_papers: int, long_forms: AbstractSet[str]
) -> Floats:
    are_acronyms = [identity in long_forms for identity in identities]
    log_odds: Floats = sum_log_odds(describe_terms(identities, counted, topics, n_papers, are_acronyms))
    return log_odds


def _make_term(
    identity: str,
    tally: Tally,
    long_forms: frozenset[str],
    user_terms: ResolvedTerms,
    log_odds: float,
) -> Term:
    form = user_terms.preferred.get(identity)
    return Term(
        identity,
        form.key if form else _key(identity, tally),
        form.text if form else _label(tally),
        tally.kind,
        tally.df,
        log_odds,
        identity in long_forms,
        identity in user_terms.wanted,
    )


def _label(tally: Tally) -> str:
    """Return the label of a term, or an empty string if the only paper that has it must choose."""
    if len(tally.surfaces) == 1:
        return next(iter(tally.surfaces))
    return choose_label(tally.surfaces) if tally.df > 1 else ""


def _key(identity: str, tally: Tally) -> str:
    """Return the readable key; for an acronym whose long form is not printed, that of the long form.

    Otherwise two senses of one acronym would have the same key, and link papers.
    """
    if tally.kind not in (CandidateKind.NAME, CandidateKind.PROPER):
        return tally.key
    is_spelling = identity in (identity_of(tally.key, tally.kind, {}), fold_label(tally.key))
    return tally.key if is_spelling else identity


def _eponym(tally: Tally) -> str | None:
    """Return the word that a name is as part of a phrase, or None if it is not a name of one word."""
    if tally.kind is _PROPER:
        return tally.key.casefold()
    return tally.key if tally.kind is _NAME else None


def _drop_subsumed(tallies: Mapping[str, Tally], reasons: dict[str, Reason]) -> tuple[frozenset[str], dict[str, int]]:
    """Reject a phrase that rarely occurs outside one longer phrase, if that is a concept or a stop phrase.

    With small counts, this is what C-value (Frantzi, Ananiadou, Mima 2000) amounts to: a nested phrase counts only for
    its occurrences outside the longest phrase around it.

    Return the data to reject candidates of a single paper: the first words of eponymous phrases, and, by the identity
    of a nested phrase, how often the longer phrase occurs.
    """
    proper = {
        _eponym(tally): name
        for name, tally in sorted(tallies.items(), key=itemgetter(0))
        if tally.kind is _PROPER or (tally.kind is _NAME and name == tally.key)
    }
    eponyms: set[str] = set()
    nested: dict[str, int] = {}
    for identity in sorted(reasons):
        reason = reasons[identity]
        tally = tallies[identity]
        if tally.kind is not _PHRASE or tally.df < 2:  # noqa: PLR2004
            continue
        if reason not in (Reason.KEPT, Reason.FIELD, Reason.COMMON, Reason.IGNORED):
            continue
        words = tally.key.split(" ")
        # An eponym is only part of a term: "Kronecker" in "Kronecker product".
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
    """Yield the identities of the phrases of at least two words inside a phrase."""
    for i in range(len(words)):
        for j in range(i + 2, len(words) + 1):
            if j - i < len(words):
                yield join_words(*words[i:j])


def build_vocabulary(papers: Iterable[CandidateColumns], terms: Terms | None = None) -> Vocabulary:
    """Return the vocabulary of a corpus; `papers` is iterated over three times, a chunk at a time."""
    first = count_first(papers)
    acronyms, user_terms = decide_meanings(first, terms)
    return decide_vocabulary(count_candidates(papers, acronyms, first), acronyms, user_terms)
