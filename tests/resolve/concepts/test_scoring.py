"""The rules that reject a candidate, each by itself: what the background says is given by the test."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
import pytest
from tests.case_tables import cases
from tests.tables import Table

import papertrace.background
from papertrace.background import TermStatistics
from papertrace.model.papers.candidate import CandidateKind
from papertrace.resolve.concepts.scoring import Reason, is_capitalised, is_general_phrase, judge_terms
from papertrace.resolve.concepts.tallies import Counted, Counts, PhraseUses, Tally, WordCounts, list_counts
from papertrace.resolve.concepts.topicality import MIN_PAPERS_FOR_SHARE, Known, LookedUp, Topics

NAME, PHRASE, PROPER, WORD = CandidateKind.NAME, CandidateKind.PHRASE, CandidateKind.PROPER, CandidateKind.WORD


@dataclass(frozen=True)
class Background:
    """What the background says of a term: nothing, unless a test says otherwise."""

    is_known: bool = False
    is_genre: bool = False
    field_from: float = 2.0
    is_topic: bool = True
    is_aspect: bool = False
    general: frozenset[str] = frozenset()
    vague: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FixedTopics(Topics):
    """Topics that say of every term what a test gives, and of every word whether it is general or vague."""

    given: Background = Background()

    def judge_known(self, counted: Counted, _looked_up: LookedUp, n_papers: int) -> Known:
        share = counted.df / n_papers if n_papers >= MIN_PAPERS_FOR_SHARE else np.zeros(1)
        given = self.given
        marks = (given.is_known, given.is_genre, bool((share >= given.field_from).any()), given.is_topic)
        known, *rest = (np.full(counted.df.size, mark) for mark in (*marks, given.is_aspect))
        return Known(known, *(mark & known for mark in rest))

    def is_general_word(self, word: str) -> bool:
        return word in self.given.general


KNOWN = Background(is_known=True)


def judge(
    key: str,
    kind: CandidateKind = PHRASE,
    background: Background | None = None,
    *,
    counts: Counts | None = None,
    long_forms: frozenset[str] = frozenset(),
    identity: str | None = None,
    surfaces: Mapping[str, int] | None = None,
    df: int = 2,
    title_df: int = 0,
    n: int = 4,
) -> Reason:
    tally = Tally(kind, key, df=df, title_df=title_df, n=n, surfaces=dict(surfaces or {key: 1}))
    found = key.replace(" ", "") if identity is None else identity
    return judge_tally(found, tally, counts, long_forms, background)


def judge_tally(
    identity: str,
    tally: Tally,
    counts: Counts | None = None,
    long_forms: frozenset[str] = frozenset(),
    given: Background | None = None,
) -> Reason:
    given = given or Background()
    vague = TermStatistics(df=1, rates=(), title_share=0, burst_share=0, is_genre=False, zipf=0, dispersion=99)
    table = cast("papertrace.background.Background", Table(dict.fromkeys(given.vague, vague)))
    topics = FixedTopics(background=table, given=given)
    counted = list_counts([tally])
    looked_up = topics.look_up(counted)
    (reason,) = judge_terms([identity], counted, looked_up, counts or counts_of(), long_forms, topics=topics)
    return reason


def counts_of(
    n_papers: int = 10, *, lower: Mapping[str, int] | None = None, df: Mapping[str, int] | None = None
) -> Counts:
    return Counts(n_papers=n_papers, words=WordCounts(df=Counter(df or {}), lower=Counter(lower or {})))


@pytest.mark.parametrize("kind", [NAME, PHRASE, PROPER, WORD])
def test_what_no_rule_rejects_is_kept(kind: CandidateKind) -> None:
    key = {NAME: "TuskKit", PHRASE: "tusk tag", PROPER: "Mamba", WORD: "walrus"}[kind]

    assert judge(key, kind) is Reason.KEPT
    assert judge(key, kind, KNOWN) is Reason.KEPT


@cases("df, bare_df, final_df, reason", named=True)
def test_what_titles_only_have_before_other_words_is_a_fragment_unless_it_is_known(
    df: int, bare_df: int, final_df: int, reason: Reason
) -> None:
    tally = Tally(PHRASE, "tusk tag", df=df, n=df, surfaces={"tusk tag": df}, bare_df=bare_df, final_df=final_df)

    assert judge_tally("tusktag", tally) is reason
    assert judge_tally("tusktag", tally, long_forms=frozenset({"tusktag"})) is Reason.KEPT
    assert judge_tally("tusktag", tally, given=KNOWN) is Reason.KEPT


def test_a_kind_of_study_is_no_concept() -> None:
    assert judge("case study", background=replace(KNOWN, is_genre=True, field_from=0)) is Reason.GENRE


@pytest.mark.parametrize(
    ("n_papers", "df", "reason"),
    [(50, 25, Reason.FIELD), (50, 24, Reason.KEPT), (49, 25, Reason.KEPT)],
    ids=["half of fifty", "less than half", "of fewer than fifty"],
)
def test_a_field_is_recognised_by_the_share_of_papers_of_a_corpus_that_is_large_enough(
    n_papers: int, df: int, reason: Reason
) -> None:
    background = replace(KNOWN, field_from=0.5)

    assert judge("machine learning", background=background, counts=counts_of(n_papers), df=df) is reason


@pytest.mark.parametrize(("kind", "reason"), [(PHRASE, Reason.GENERAL), (NAME, Reason.GENERAL), (WORD, Reason.KEPT)])
def test_a_phrase_or_name_that_the_background_calls_no_topic_is_general(kind: CandidateKind, reason: Reason) -> None:
    assert judge("walrus", kind, replace(KNOWN, is_topic=False)) is reason


def test_an_aspect_is_general_unless_an_acronym_stands_for_it() -> None:
    background = replace(KNOWN, is_aspect=True)

    assert judge("learning system", background=background) is Reason.GENERAL
    assert judge("learning system", background=background, long_forms=frozenset({"learningsystem"})) is Reason.KEPT
    assert judge("Learning", NAME, background) is Reason.KEPT
    assert judge("learning system", background=Background(is_aspect=True)) is Reason.KEPT


@cases("key, n_papers, df, reason")
def test_what_too_many_papers_have_is_common_and_several_words_may_be_more_common(
    key: str, n_papers: int, df: int, reason: Reason
) -> None:
    assert judge(key, PHRASE if " " in key else NAME, counts=counts_of(n_papers), df=df) is reason


@cases("surfaces, reason", named=True)
def test_the_commonest_spelling_says_how_many_words_a_term_has(surfaces: dict[str, int], reason: Reason) -> None:
    assert judge("data set", counts=counts_of(100), df=30, surfaces=surfaces) is reason


def test_what_is_rejected_for_another_reason_keeps_that_reason_when_it_is_common() -> None:
    assert judge("C", NAME, counts=counts_of(100), df=99) is Reason.SHORT


@pytest.mark.parametrize(
    ("word", "background", "reason"),
    [
        ("ice", Background(), Reason.WORD),
        ("walrus", Background(general=frozenset({"walrus"})), Reason.WORD),
    ],
    ids=["too short", "general"],
)
def test_a_word_that_is_no_topic_is_no_concept(word: str, background: Background, reason: Reason) -> None:
    assert judge(word, WORD, background) is reason


@pytest.mark.parametrize(
    ("word", "first", "reason"),
    [("tracking", 3, Reason.WORD), ("tracking", 2, Reason.KEPT), ("walrus", 4, Reason.KEPT)],
    ids=["three of four times", "half of the times", "no verb"],
)
def test_a_word_in_ing_that_mostly_stands_before_its_object_is_a_verb(word: str, first: int, reason: Reason) -> None:
    counts = counts_of()
    counts.in_phrases = PhraseUses({}, {word: first})

    assert judge(word, WORD, counts=counts, n=4) is reason


@pytest.mark.parametrize(("most", "reason"), [(6, Reason.SUBSUMED), (5, Reason.KEPT)])
def test_a_word_that_is_mostly_part_of_one_phrase_is_no_concept(most: int, reason: Reason) -> None:
    counts = counts_of()
    counts.in_phrases = PhraseUses({"walrus": most}, {})

    assert judge("walrus", WORD, counts=counts, n=10) is reason


def test_a_word_that_is_also_a_name_is_its_namesake() -> None:
    counts = counts_of()
    counts.namesakes = frozenset({"mamba"})

    assert judge("mamba", WORD, counts=counts) is Reason.NAMESAKE
    assert judge("walrus", WORD, counts=counts) is Reason.KEPT


@cases("key, lower, reason")
def test_a_capitalised_word_that_is_short_or_also_in_lower_case_is_an_ordinary_word(
    key: str, lower: dict[str, int], reason: Reason
) -> None:
    assert judge(key, PROPER, counts=counts_of(lower=lower)) is reason


def test_a_capitalised_word_that_is_general_is_no_name() -> None:
    assert judge("Mamba", PROPER, Background(general=frozenset({"mamba"}))) is Reason.GENERAL


@cases("identity, reason")
def test_a_name_has_three_characters_and_is_no_quantity(identity: str, reason: Reason) -> None:
    assert judge(identity, NAME, identity=identity) is reason


@cases("key, df, title_df, reason")
def test_runs_of_characters_are_neither_clauses_nor_general_words(
    key: str, df: int, title_df: int, reason: Reason
) -> None:
    assert judge(key, df=df, title_df=title_df) is reason


def test_a_long_form_is_kept_whatever_its_words() -> None:
    assert judge("highly educated") is Reason.GENERAL
    assert judge("highly educated", long_forms=frozenset({"highlyeducated"})) is Reason.KEPT


@pytest.mark.parametrize(
    ("key", "background", "reason"),
    [
        ("novel tag", Background(vague=frozenset({"novel"})), Reason.GENERAL),
        ("tag novel", Background(vague=frozenset({"novel"})), Reason.KEPT),
        ("novel tag", replace(KNOWN, vague=frozenset({"novel"})), Reason.KEPT),
        ("state of mind", Background(), Reason.GENERAL),
        ("state of mind", KNOWN, Reason.KEPT),
        ("walrus 8", Background(), Reason.GENERAL),
        ("walrus 8", KNOWN, Reason.KEPT),
        ("walrus tagged", KNOWN, Reason.GENERAL),
    ],
)
def test_a_phrase_that_the_background_lacks_is_judged_by_its_words(
    key: str, background: Background, reason: Reason
) -> None:
    assert judge(key, background=background) is reason


def test_a_compound_with_of_is_a_term() -> None:
    assert judge("mixture of expert", surfaces={"mixture of experts": 1}) is Reason.GENERAL
    assert judge("mixture of expert", surfaces={"mixture of experts": 1, "mixture-of-experts": 1}) is Reason.KEPT


@pytest.mark.parametrize(
    ("key", "reason"),
    [("state of mind tag", Reason.KEPT), ("state of mind 8", Reason.KEPT), ("state of calm tag", Reason.GENERAL)],
)
def test_the_long_form_of_an_acronym_at_the_beginning_counts_as_one_word(key: str, reason: Reason) -> None:
    assert judge(key, long_forms=frozenset({"stateofmind"})) is reason


@cases("words, is_known, is_general")
def test_counts_and_adjectives_are_general(words: str, *, is_known: bool, is_general: bool) -> None:
    divided = Topics().divide([words])

    assert is_general_phrase(divided, np.array([is_known])).tolist() == [is_general]


@pytest.mark.parametrize(
    ("surface", "expected"), [("Tusk Tag", True), ("Tusk-Tag", True), ("Tusk-tag", False), ("tusk Tag", False)]
)
def test_a_spelling_is_capitalised_if_all_of_its_words_are(surface: str, *, expected: bool) -> None:
    assert is_capitalised(surface) is expected


@pytest.mark.parametrize("unit", ["GPa", "meV", "kWh", "THz"])
def test_a_unit_of_measure_is_no_name(unit: str) -> None:
    assert judge(unit, NAME) is Reason.GENERAL
