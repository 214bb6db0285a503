"""Candidates of papers given one by one, as tests have them: each paper is a chunk of its own."""

import re
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from papertrace.counting import Recurrence, hash_parts, hash_whole
from papertrace.model.papers.candidate import (
    KINDS,
    Candidate,
    CandidateColumns,
    CandidateKind,
    CandidateRows,
    Candidates,
    Definition,
    TokenTexts,
    join_plain,
)
from papertrace.model.papers.facts import Terms
from papertrace.resolve.concepts import names, selection, vocabulary
from papertrace.resolve.concepts.names import AcronymTable
from papertrace.resolve.concepts.tallies import Counts, Tally, merge_tallies


class Words(NamedTuple):
    """The single words of a paper by position, as their keys and as printed."""

    keys: Sequence[str] = ()
    surfaces: Sequence[str] = ()
    n_title: int = 0


def make_candidates(
    items: Sequence[Candidate] = (),
    *,
    definitions: tuple[Definition, ...] = (),
    own_names: Iterable[str] = (),
    words: Words | None = None,
    n_words: int = 0,
) -> Candidates:
    """Return a paper with the given candidates; positions without a word fill it up to `n_words`."""
    words = words or Words()
    blank = [("", "")] * (n_words - len(words.keys))
    tokens = [*zip(words.surfaces, words.keys, strict=True), *blank]
    n = len(tokens)
    gaps = [""] * n
    begins: list[int] = []
    further: dict[int, list[int]] = {}
    for row, item in enumerate(items):
        own = item.key.split(" ")
        for number, surface in enumerate(item.surfaces):
            if number:
                further.setdefault(row, []).append(len(tokens))
            else:
                begins.append(len(tokens))
            parts = ["", *re.split("([ -])", surface)]
            if len(parts) != 2 * len(own):
                parts = ["", surface, *[""] * (2 * len(own) - 2)]
            tokens += zip(parts[1::2], own, strict=True)
            gaps += parts[::2]
    n_tokens, known = len(tokens), ["", " ", "-"]
    keys, texts = [key for _, key in tokens], [surface for surface, _ in tokens]
    are_plain = [item.kind is CandidateKind.PHRASE and item.key.islower() for item in items]
    return CandidateColumns(
        rows=CandidateRows(
            texts=TokenTexts(
                texts,
                keys,
                keys,
                hash_parts(keys),
                np.arange(n_tokens, dtype=np.int32),
                known,
                np.array(list(map(known.index, gaps)), dtype=np.int32),
            ),
            kinds=np.array([KINDS.index(item.kind) for item in items], dtype=np.uint8),
            begins=np.array(begins, dtype=np.int64),
            sizes=np.array([item.key.count(" ") + 1 for item in items], dtype=np.int64),
            further=further,
            n=np.array([item.n for item in items], dtype=np.int64),
            in_title=np.array([item.in_title for item in items], dtype=np.bool_),
            first=np.array([item.first for item in items], dtype=np.int64),
            final=np.array([item.final for item in items], dtype=np.bool_),
            are_plain=np.array(are_plain, dtype=np.bool_),
            hashes=np.where(are_plain, hash_whole([join_plain(item.key) for item in items]), np.uint64(0)),
            papers=np.zeros(len(items), dtype=np.int64),
        ),
        joined=hash_whole([item.key.replace(" ", "") for item in items]),
        meant=[],
        starts=[0, len(items)],
        are_words=np.array([bool(key) and i < n for i, key in enumerate(keys)], dtype=np.bool_),
        word_starts=[0, n],
        n_title=[words.n_title],
        lower=np.zeros(n_tokens, dtype=np.bool_),
        undecided=np.zeros(n_tokens, dtype=np.bool_),
        definitions=[definitions],
        own_names=[frozenset(own_names)],
    )[0]


def chunks(papers: Iterable[Candidates]) -> list[CandidateColumns]:
    """Return each paper as a chunk."""
    return [paper.columns for paper in papers]


def count_first(papers: Iterable[Candidates]) -> vocabulary.FirstCounts:
    return vocabulary.count_first(chunks(papers))


def count_candidates(
    papers: Iterable[Candidates], acronyms: AcronymTable, first: vocabulary.FirstCounts | None = None
) -> Counts:
    return vocabulary.count_candidates(chunks(papers), acronyms, first)


def count_identities(papers: Iterable[Candidates], acronyms: AcronymTable) -> Recurrence:
    merged = Recurrence()
    for chunk in chunks(papers):
        merged.merge(vocabulary.count_identities(chunk, acronyms))
    return merged


def tally_candidates(papers: Iterable[Candidates], recurring: vocabulary.Recurring) -> dict[str, Tally]:
    merged: dict[str, Tally] = {}
    for chunk in chunks(papers):
        merge_tallies(merged, vocabulary.tally_candidates(chunk, recurring))
    return merged


def build_vocabulary(papers: Iterable[Candidates], terms: Terms | None = None) -> vocabulary.Vocabulary:
    return vocabulary.build_vocabulary(chunks(papers), terms)


def select_concepts(
    paper: Candidates, vocabulary: vocabulary.Vocabulary, limit: int = selection.MAX_CONCEPTS
) -> selection.Selection:
    (found,) = selection.select_concepts(paper.columns, vocabulary, limit)
    return found


def identities_of(paper: Candidates, acronyms: AcronymTable) -> list[str]:
    return names.identities_of(paper.columns, acronyms)


def identify(paper: Candidates, acronyms: AcronymTable, words: Container[str]) -> dict[str, list[Candidate]]:
    groups = names.group_candidates(paper.columns, acronyms, words)
    chosen = np.arange(groups.n.size)
    members, bounds = groups.members_of(chosen)
    made = groups.rows.make(members)
    return {
        identity: made[start:end] for identity, (start, end) in zip(groups.identities_of(chosen), bounds, strict=True)
    }


def find_words(paper: Candidates, wanted: Container[str]) -> list[Candidate]:
    found = names.find_words(paper.columns, wanted)
    return found.make(np.arange(found.n.size))
