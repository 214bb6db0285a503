"""Why each candidate of a paper is a concept or not, and the features that this follows from."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from papertrace.model.papers.candidate import Candidate, CandidateKind, Candidates
from papertrace.model.papers.concept import Concept, Measures
from papertrace.resolve.concepts.names.identities import group_candidates
from papertrace.resolve.concepts.relevance import describe_occurrences, describe_term, to_probability
from papertrace.resolve.concepts.scoring import Reason
from papertrace.resolve.concepts.selection import (
    MAX_CONCEPTS,
    Judged,
    choose,
    find_label,
    find_names,
    find_other_senses,
    find_surfaces,
    find_terms,
    judge,
    make_concept,
)
from papertrace.resolve.concepts.tallies import tally_group
from papertrace.resolve.concepts.topicality import Topics
from papertrace.resolve.concepts.vocabulary import Vocabulary


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
    everything = _identify(paper, vocabulary, frozenset(paper.words) - {""})
    groups = group_candidates(paper.columns, vocabulary.acronyms, vocabulary.words)
    listed = {
        one for one, whose in zip(groups.identities, groups.papers.tolist(), strict=True) if whose == paper.number
    }
    names = find_names(paper)
    refused = []
    for identity, group in sorted(everything.items(), key=lambda item: min(one.first for one in item[1])):
        answer = (
            vocabulary.terms.get(identity)
            or vocabulary.refused.get(identity)
            or vocabulary.judge_single(identity, group, names, is_bare=paper.is_bare)
        )
        if isinstance(answer, Reason) or identity not in listed:
            reason = answer if isinstance(answer, Reason) else Reason.WORD
            refused.append(Decision(key=group[0].key, label=group[0].surfaces[0], score=0.0, reason=reason))
    judged = judge(paper, find_terms(groups, vocabulary)[paper.number])
    senses = find_other_senses(paper, vocabulary)
    decided = [*_decide(judged, limit, vocabulary.topics, senses), *refused]
    return [replace(one, measures=vocabulary.topics.describe(one.key)) for one in decided]


def _identify(paper: Candidates, vocabulary: Vocabulary, words: Container[str]) -> dict[str, list[Candidate]]:
    groups = group_candidates(paper.columns, vocabulary.acronyms, words)
    own = np.flatnonzero(groups.papers == paper.number)
    return dict(zip([groups.identities[i] for i in own.tolist()], groups.make(own), strict=True))


class Described(NamedTuple):
    """A candidate that no rule rejects, and all its features."""

    key: str
    label: str
    surfaces: tuple[str, ...]
    features: Mapping[str, float]


def describe_all(paper: Candidates, vocabulary: Vocabulary) -> list[Described]:
    """Return the features of the candidates that may be concepts of a paper, in order of their keys."""
    groups = group_candidates(paper.columns, vocabulary.acronyms, vocabulary.words)
    found = find_terms(groups, vocabulary)[paper.number]
    judged = {one.term.identity: one for one in judge(paper, found)}
    described = []
    for term, group, _, occurrences in found:
        is_said_once = term.kind is CandidateKind.WORD and occurrences.n == 1 and not occurrences.in_title
        if judged[term.identity].reason is not Reason.SUBSUMED and not is_said_once:
            tally = vocabulary.counts.tallies.get(term.identity) or tally_group(group, is_bare=paper.is_bare)
            of_term = describe_term(
                term.identity, tally, vocabulary.topics, vocabulary.n_papers, is_acronym=term.is_acronym
            )
            of_paper = describe_occurrences(occurrences._replace(is_own=judged[term.identity].is_own))
            features = {**of_term._asdict(), **dict(zip(of_paper._fields, map(float, of_paper), strict=True))}
            described.append(Described(term.key, term.label, find_surfaces(group), features))
    return sorted(described, key=lambda one: one.key)


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
