"""Why each candidate of a paper is a concept or not, and the features that this follows from."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from papertrace.model.papers.candidate import Candidate, CandidateKind, Candidates
from papertrace.model.papers.concept import Concept, Measures
from papertrace.resolve.concepts.containment import OwnNames
from papertrace.resolve.concepts.names.identities import identify
from papertrace.resolve.concepts.relevance import (
    Occurrences,
    describe_occurrences,
    describe_term,
    to_probability,
)
from papertrace.resolve.concepts.scoring import Reason
from papertrace.resolve.concepts.selection import (
    MAX_CONCEPTS,
    MIN_WORDS,
    Judged,
    choose,
    find_label,
    find_names,
    find_other_senses,
    find_surfaces,
    find_terms,
    judge,
    make_concept,
    unite,
)
from papertrace.resolve.concepts.tallies import tally_group
from papertrace.resolve.concepts.topicality import Topics
from papertrace.resolve.concepts.vocabulary import Term, Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The decision on one candidate of a paper: its label, its score in the paper, and the reason.

    `df` counts the papers that have it, `n` its occurrences in this paper.
    """

    key: str
    label: str
    score: float
    reason: Reason
    df: int = 0
    n: int = 0
    in_title: bool = False
    is_acronym: bool = False
    is_wanted: bool = False
    is_own: bool = False  # the name of the paper's own system, or part of one
    surfaces: tuple[str, ...] = ()
    concept: Concept | None = None
    measures: Measures | None = None

    @property
    def kept(self) -> bool:
        """Whether the candidate is a concept of the paper."""
        return self.reason is Reason.KEPT


def explain_concepts(paper: Candidates, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> list[Decision]:
    """Return the decision on every candidate of a paper: first those kept, then the rest by decreasing score.

    Candidates rejected for the whole corpus come last, with score 0, in order of first occurrence.
    """
    groups = _identify(paper, vocabulary, vocabulary.words)
    everything = _identify(paper, vocabulary, frozenset(paper.words) - {""})
    names = find_names(paper)
    refused = []
    for identity, group in sorted(everything.items(), key=lambda item: min(one.first for one in item[1])):
        answer = (
            vocabulary.terms.get(identity)
            or vocabulary.refused.get(identity)
            or vocabulary.judge_single(identity, group, names, is_bare=paper.is_bare)
        )
        if isinstance(answer, Reason) or identity not in groups:
            reason = answer if isinstance(answer, Reason) else Reason.WORD
            refused.append(Decision(key=group[0].key, label=group[0].surfaces[0], score=0.0, reason=reason))
    judged = judge(paper, find_terms(groups, vocabulary, paper))
    senses = find_other_senses(paper, vocabulary)
    decided = [*_decide(judged, limit, vocabulary.topics, senses), *refused]
    return [replace(one, measures=vocabulary.topics.describe(one.key)) for one in decided]


def _identify(paper: Candidates, vocabulary: Vocabulary, words: Container[str]) -> dict[str, list[Candidate]]:
    return identify(paper.columns, vocabulary.acronyms, words)[paper.number]


class Described(NamedTuple):
    """A candidate that no rule rejects, and all its features."""

    key: str
    label: str
    surfaces: tuple[str, ...]
    features: Mapping[str, float]


def describe_all(paper: Candidates, vocabulary: Vocabulary) -> list[Described]:
    """Return the features of the candidates that may be concepts of a paper, in order of their keys."""
    groups = _identify(paper, vocabulary, vocabulary.words)
    found = find_terms(groups, vocabulary, paper)
    rejected = {one.term.identity for one in judge(paper, found) if one.reason is Reason.SUBSUMED}
    described = []
    for term, group, occurrences in _find_occurrences(paper, found):
        is_said_once = term.kind is CandidateKind.WORD and occurrences.n == 1 and not occurrences.in_title
        if term.identity not in rejected and not is_said_once:
            tally = vocabulary.counts.tallies.get(term.identity) or tally_group(group, is_bare=paper.is_bare)
            of_term = describe_term(
                term.identity, tally, vocabulary.topics, vocabulary.n_papers, is_acronym=term.is_acronym
            )
            features = {**of_term._asdict(), **describe_occurrences(occurrences)._asdict()}
            described.append(Described(term.key, term.label, find_surfaces(group), features))
    return sorted(described, key=lambda one: one.key)


def _find_occurrences(
    paper: Candidates, found: list[tuple[Term, list[Candidate]]]
) -> Iterator[tuple[Term, list[Candidate], Occurrences]]:
    own = OwnNames(paper)
    n_words = max(paper.n_words, MIN_WORDS)
    make = tuple.__new__
    for term, group in found:
        n, in_title, first, is_final = unite(group)
        is_own = term.df == 1 and own.has(term, group)
        yield term, group, make(Occurrences, (n, in_title, first / n_words, is_final, is_own))


def _decide(judged: list[Judged], limit: int, topics: Topics, senses: Mapping[str, str]) -> Iterator[Decision]:
    reasons, chosen = choose(judged, limit, topics)
    taken = set(chosen)
    for i in [*chosen, *(i for i in range(len(judged)) if i not in taken)]:
        one = judged[i]
        term = one.term
        yield Decision(
            key=term.key,
            label=find_label(term, find_surfaces(one.group), senses),
            score=round(to_probability(one.log_odds), 6),
            reason=reasons[i],
            df=term.df,
            n=one.n,
            in_title=one.in_title,
            is_acronym=term.is_acronym,
            is_wanted=term.is_wanted,
            is_own=one.is_own,
            surfaces=find_surfaces(one.group),
            concept=make_concept(one, senses) if i in taken else None,
        )
