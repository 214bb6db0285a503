"""Counts of one identity over papers, and of the words of phrases."""

import numpy as np
from tests.candidates import make_candidates
from tests.case_tables import cases

from papertrace.model.papers.candidate import Candidate, CandidateKind
from papertrace.resolve.concepts.tallies import (
    Counts,
    PhraseUses,
    Tally,
    count_phrase_uses,
    merge_tallies,
    tally_groups,
)

NAME, PHRASE, PROPER, WORD = CandidateKind.NAME, CandidateKind.PHRASE, CandidateKind.PROPER, CandidateKind.WORD


def candidate(key: str, kind: CandidateKind, *surfaces: str, n: int = 1, in_title: bool = False) -> Candidate:
    return Candidate(key=key, kind=kind, surfaces=surfaces or (key,), n=n, in_title=in_title, first=0)


def tally(key: str, kind: CandidateKind = PHRASE, *, df: int = 0, word_df: int = 0, n: int = 0) -> Tally:
    return Tally(kind, key, df=df, word_df=word_df, n=n)


def count(*papers: list[Candidate], n_bare: int = 0) -> Tally:
    """Return the tally of the candidates of papers, all of one identity; the first `n_bare` have no abstract."""
    rows = make_candidates(items=[item for items in papers for item in items]).columns.rows
    rows = rows._replace(papers=np.repeat(np.arange(len(papers)), list(map(len, papers))))
    are_bare = np.arange(len(papers)) < n_bare
    return tally_groups([""] * rows.n.size, rows, np.arange(rows.n.size), are_bare)[""]


def test_a_paper_counts_once_whatever_it_has_of_an_identity() -> None:
    found = count(
        [
            candidate("data set", PHRASE, "data set", "Data set", n=2),
            candidate("dataset", WORD, "dataset", in_title=True),
        ]
    )

    assert found == Tally(
        PHRASE,
        "data set",
        df=1,
        title_df=1,
        burst_df=1,
        word_df=0,
        n=3,
        surfaces={"data set": 1, "Data set": 1, "dataset": 1},
        final_df=1,
    )


def test_titles_without_abstracts_and_ends_of_noun_phrases_are_counted() -> None:
    open_one = candidate("tusk tag", PHRASE)._replace(final=False)
    found = count([open_one], [open_one, candidate("tusktag", WORD)], [open_one], n_bare=2)

    assert (found.df, found.bare_df, found.final_df) == (3, 2, 1)


def test_papers_add_up_and_a_spelling_counts_once_a_paper() -> None:
    found = count(
        [candidate("tusk tag", PHRASE, "tusk tag", n=5, in_title=True)],
        [candidate("tusk tag", PHRASE, "tusk tag")],
        [candidate("tusktag", WORD, "tusktag")],
    )

    assert (found.df, found.title_df, found.burst_df, found.word_df, found.n) == (3, 1, 1, 1, 7)
    assert found.surfaces == {"tusk tag": 2, "tusktag": 1}


def test_two_occurrences_in_two_forms_are_a_repetition() -> None:
    found = count([candidate("data set", PHRASE), candidate("dataset", WORD)])

    assert (found.burst_df, found.word_df) == (1, 0)


@cases("one, other, expected", named=True)
def test_the_form_of_an_identity_is_the_best_in_whatever_order_papers_come(
    one: tuple[str, CandidateKind], other: tuple[str, CandidateKind], expected: tuple[CandidateKind, str]
) -> None:
    for forms in ((one, other), (other, one)):
        apart = [[candidate(*form)] for form in forms]
        added, merged = count(*apart), count(apart[0])
        merged.merge(count(apart[1]))
        assert (added.kind, added.key) == (merged.kind, merged.key) == expected
        assert added == merged


def test_merging_adds_every_count() -> None:
    one = Tally(PHRASE, "a b", df=1, title_df=2, burst_df=3, word_df=4, n=5, bare_df=6, final_df=7)
    one.surfaces = {"a b": 1, "A b": 2}
    other = Tally(PHRASE, "a b", df=10, title_df=20, burst_df=30, word_df=40, n=50, bare_df=60, final_df=70)
    other.surfaces = {"a b": 10, "A B": 3}

    one.merge(other)

    surfaces = {"a b": 11, "A b": 2, "A B": 3}
    assert one == Tally(PHRASE, "a b", 11, 22, 33, 44, 55, surfaces, bare_df=66, final_df=77)


def test_tallies_of_other_papers_are_added_by_identity() -> None:
    tallies = {"ab": tally("a b", df=1)}

    merge_tallies(tallies, {"ab": tally("a b", df=2), "cd": tally("c d", df=4)})

    assert {identity: one.df for identity, one in tallies.items()} == {"ab": 3, "cd": 4}


@cases("kind, df, word_df, expected", named=True)
def test_a_phrase_that_most_papers_print_as_a_word_is_the_word(
    kind: CandidateKind, df: int, word_df: int, expected: tuple[CandidateKind, str]
) -> None:
    found = tally("con text", kind, df=df, word_df=word_df)

    found.choose_form()

    assert (found.kind, found.key) == expected


def test_uses_of_words_are_those_in_phrases_of_two_words_that_several_papers_have() -> None:
    uses = count_phrase_uses(
        [
            tally("sparse attention", df=2, n=5),
            tally("sparse walrus", df=3, n=7),
            tally("walrus sparse", df=2, n=1),
            tally("sparse rare", df=1, n=100),
            tally("sparse walrus tag", df=2, n=100),
            tally("sparse", WORD, df=2, n=100),
            tally("Sparse Name", NAME, df=2, n=100),
        ]
    )

    assert uses == PhraseUses(most={"sparse": 7, "attention": 5, "walrus": 7}, first={"sparse": 12, "walrus": 1})


def test_nothing_is_counted_at_first() -> None:
    counts = Counts()

    assert (counts.n_papers, counts.tallies, counts.listed, counts.joined) == (0, {}, frozenset(), {})
    assert counts.in_phrases == PhraseUses({}, {})
    assert counts.namesakes == frozenset()
