"""Why each candidate of a paper is a concept or not, and the features that this follows from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from papertrace.model.papers.candidate import CandidateKind, Candidates
from papertrace.model.papers.concept import Concept, Measures
from papertrace.resolve.concepts.names.identities import group_candidates
from papertrace.resolve.concepts.relevance import Occurrences, describe_occurrences, describe_terms, to_probability
from papertrace.resolve.concepts.scoring import Reason
from papertrace.resolve.concepts.selection import (
    MAX_CONCEPTS,
    Found,
    Judged,
    choose,
    find_other_senses,
    find_terms,
    judge,
    make_concept,
)
from papertrace.resolve.concepts.tallies import count_groups, list_counts
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
    groups = group_candidates(paper.columns, vocabulary.acronyms, vocabulary.words)
    listed = set(groups.identities_of(np.flatnonzero(groups.papers == paper.number)))
    everything = group_candidates(paper.columns, vocabulary.acronyms, frozenset(paper.words) - {""})
    own = np.flatnonzero(everything.papers == paper.number)
    own = own[np.argsort(everything.first[own], kind="stable")]
    first = everything.firsts[own]
    refused = []
    for identity, single, key, surfaces in zip(
        everything.identities_of(own),
        vocabulary.judge_singles(everything, own).values(),
        everything.rows.keys_of(first),
        everything.rows.surfaces_of(first),
        strict=True,
    ):
        answer = vocabulary.terms.get(identity) or vocabulary.refused.get(identity) or single
        if isinstance(answer, Reason) or identity not in listed:
            reason = answer if isinstance(answer, Reason) else Reason.WORD
            refused.append(Decision(key=key, label=surfaces[0], score=0.0, reason=reason))
    found = find_terms(groups, vocabulary)
    senses = find_other_senses(paper, vocabulary)
    decided = [*_decide(found, judge(found, paper.number), limit, vocabulary.topics, senses), *refused]
    return [replace(one, measures=vocabulary.topics.describe(one.key)) for one in decided]


class Described(NamedTuple):
    """A candidate that no rule rejects, and all its features."""

    key: str
    label: str
    surfaces: tuple[str, ...]
    features: Mapping[str, float]


def describe_all(paper: Candidates, vocabulary: Vocabulary) -> list[Described]:
    """Return the features of the candidates that may be concepts of a paper, in order of their keys."""
    groups = group_candidates(paper.columns, vocabulary.acronyms, vocabulary.words)
    found = find_terms(groups, vocabulary)
    described = []
    for one in judge(found, paper.number):
        term, row = one.term, one.row
        is_said_once = term.kind is CandidateKind.WORD and found.n[row] == 1 and not found.in_title[row]
        if one.reason is not Reason.SUBSUMED and not is_said_once:
            tally = vocabulary.counts.tallies.get(term.identity)
            group = np.array([found.at[row]])
            counted = count_groups(groups, group) if tally is None else list_counts([tally])
            of_term = describe_terms(
                [term.identity],
                counted,
                vocabulary.topics.look_up(counted),
                topics=vocabulary.topics,
                n_papers=vocabulary.n_papers,
                are_acronyms=[term.is_acronym],
            )
            of_paper = describe_occurrences(
                Occurrences(found.n[row], found.in_title[row], found.position[row], found.final[row], one.is_own)
            )
            values = [*map(itemgetter(0), of_term), *of_paper]
            features = dict(zip((*of_term._fields, *of_paper._fields), map(float, values), strict=True))
            described.append(Described(term.key, term.label, found.surfaces[row], features))
    return sorted(described, key=lambda one: one.key)


def _decide(
    found: Found, judged: list[Judged], limit: int, topics: Topics, senses: Mapping[str, str]
) -> Iterator[Decision]:
    reasons, chosen = choose(judged, limit, topics)
    taken = set(chosen)
    for i in [*chosen, *(i for i in range(len(judged)) if i not in taken)]:
        one = judged[i]
        term = one.term
        concept = make_concept(found, one, senses)
        yield Decision(
            key=term.key,
            label=concept.label,
            score=round(to_probability(one.log_odds), 6),
            reason=reasons[i],
            df=term.df,
            n=concept.n,
            in_title=concept.in_title,
            is_acronym=term.is_acronym,
            is_wanted=term.is_wanted,
            is_own=one.is_own,
            surfaces=concept.surfaces,
            concept=concept if i in taken else None,
        )
