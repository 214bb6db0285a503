import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np
import pytest
from tests.case_tables import cases
from tests.tables import Table

from papertrace.background import Background, TermStatistics
from papertrace.model.papers.candidate import CandidateKind
from papertrace.resolve.concepts import scoring
from papertrace.resolve.concepts.scoring import (
    COEFFICIENTS,
    OccurrenceFeatures,
    Occurrences,
    TermFeatures,
    describe_occurrences,
    describe_terms,
    is_coined,
    sum_log_odds,
    to_probability,
)
from papertrace.resolve.concepts.tallies import Counted, Tally, list_counts
from papertrace.resolve.concepts.topicality import Floats, Ints, Topics, Words

ONCE = Occurrences(n=1, in_title=False, position=0.5, is_final=True, is_own=False)
TOPICS = Topics()


def describe_term(identity: str, one: Tally, topics: Topics, n_papers: int, *, is_acronym: bool) -> TermFeatures:
    counted = list_counts([one])
    found = describe_terms(
        [identity], counted, topics.look_up(counted), topics=topics, n_papers=n_papers, are_acronyms=[is_acronym]
    )
    return TermFeatures(*(float(values[0]) for values in found))


def tally(key: str, kind: CandidateKind = CandidateKind.PHRASE, **counts: int) -> Tally:
    return Tally(kind, key, surfaces={key: 1}, **{"df": 1, "n": 1, **counts})


def describe(one: Tally, *, n_papers: int = 100) -> TermFeatures:
    return describe_term(one.key.replace(" ", ""), one, TOPICS, n_papers, is_acronym=False)


def test_every_feature_has_one_coefficient() -> None:
    assert sorted(COEFFICIENTS) == sorted((*TermFeatures._fields, *OccurrenceFeatures._fields))


@cases("kind, key, applying", named=True)
def test_features_of_another_kind_of_term_are_zero(kind: CandidateKind, key: str, applying: set[str]) -> None:
    special = {*TermFeatures._fields[TermFeatures._fields.index("of") :]}
    found = describe_term(key, tally(key, kind), TOPICS, 100, is_acronym=False)._asdict()
    assert {name for name in special if found[name]} <= applying
    assert found["intercept"] == 1


def test_a_term_in_the_title_is_more_likely_than_one_outside_it() -> None:
    for n in range(1, 9):
        outside, inside = ONCE._replace(n=n), ONCE._replace(n=n, in_title=True)
        assert sum_log_odds(describe_occurrences(inside)) > sum_log_odds(describe_occurrences(outside))


def test_each_repetition_makes_a_term_more_likely_up_to_six() -> None:
    odds = [sum_log_odds(describe_occurrences(ONCE._replace(n=n))) for n in range(1, 9)]
    assert odds[:6] == sorted(set(odds[:6]))
    assert odds[5] == odds[6] == odds[7]


def test_the_later_a_term_first_occurs_the_less_likely_it_is() -> None:
    odds = [sum_log_odds(describe_occurrences(ONCE._replace(position=at / 10))) for at in range(11)]
    assert odds == sorted(set(odds), reverse=True)


def test_a_term_whose_papers_have_it_in_the_title_is_more_likely() -> None:
    titled, untitled = (describe(tally("tusk herd", df=8, n=8, title_df=n)) for n in (8, 0))
    assert titled.title_share > untitled.title_share
    assert sum_log_odds(titled) > sum_log_odds(untitled)


def test_an_acronym_and_its_long_form_are_more_likely_than_another_phrase() -> None:
    odds = [
        sum_log_odds(describe_term("tuskherd", tally("tusk herd"), TOPICS, 100, is_acronym=one))
        for one in (True, False)
    ]
    assert odds[0] == pytest.approx(odds[1] + COEFFICIENTS["acronym"])


def test_the_features_of_many_terms_are_those_of_each() -> None:
    keys = ["glacier", "flow of ice", "tuskfooted walrus herd motion", "TuskKit", "climate change 2"]
    tallies = [tally(key, kind, df=3, title_df=1, burst_df=2) for kind in CandidateKind for key in keys]
    names = [one.key for one in tallies]
    counted = list_counts(tallies)
    found = describe_terms(
        names, counted, TOPICS.look_up(counted), topics=TOPICS, n_papers=100, are_acronyms=[False] * len(names)
    )
    of_all = sum_log_odds(found)
    of_each = [sum_log_odds(describe_term(one.key, one, TOPICS, 100, is_acronym=False)) for one in tallies]
    assert of_all.tolist() == of_each


def test_a_probability_grows_with_the_log_odds_and_stays_between_none_and_one() -> None:
    found = [to_probability(odds / 4) for odds in range(-80, 81)]
    assert found == sorted(set(found))
    assert 0 < found[0] < found[-1] < 1
    assert to_probability(1.5) + to_probability(-1.5) == pytest.approx(1)


def test_other_coefficients_can_be_used_and_taken_back() -> None:
    features = describe_occurrences(ONCE._replace(in_title=True))
    before = sum_log_odds(features)
    try:
        scoring.set_coefficients({**COEFFICIENTS, "title": COEFFICIENTS["title"] + 2})
        assert sum_log_odds(features) == pytest.approx(before + 2)
    finally:
        scoring.set_coefficients(COEFFICIENTS)
    assert sum_log_odds(features) == before


def statistics(dispersion: float, zipf: float = 0.0) -> TermStatistics:
    return TermStatistics(
        df=500, rates=(), title_share=0.2, burst_share=0.4, is_genre=False, zipf=zipf, dispersion=dispersion
    )


@dataclass(frozen=True, slots=True)
class FixedTopics(Topics):
    """Topics of whose terms the shares are those that a test gives."""

    shares: tuple[float, float] = (0.5, 0.25)

    def shares_of(self, counted: Counted, _rows: Ints, _words: Words) -> tuple[Floats, Floats]:
        return np.full(counted.df.size, self.shares[0]), np.full(counted.df.size, self.shares[1])


def features_of(
    one: Tally,
    table: Table,
    *,
    n_papers: int = 100,
    is_acronym: bool = False,
    shares: tuple[float, float] = (0.5, 0.25),
) -> TermFeatures:
    topics = FixedTopics(background=cast("Background", table), shares=shares)
    return describe_term(one.key.replace(" ", ""), one, topics, n_papers, is_acronym=is_acronym)


LEAST = math.log(0.01)
PLAIN = TermFeatures(
    intercept=1,
    title_share=math.log(0.5),
    burst_share=math.log(0.25),
    dispersion=LEAST,
    corpus_share=math.log(0.03),
    one_paper=0,
    two_papers=0,
    known=0,
    unknown_in_one_paper=0,
    acronym=0,
    of=0,
)


@pytest.mark.parametrize(
    ("df", "n_papers", "expected"),
    [
        (1, 100, {"corpus_share": math.log(0.01), "one_paper": 1, "unknown_in_one_paper": 1}),
        (2, 100, {"corpus_share": math.log(0.02), "two_papers": 1}),
        (3, 100, {}),
        (3, 50, {"corpus_share": math.log(0.06)}),
        (3, 10, {"corpus_share": math.log(0.06)}),
    ],
    ids=["one paper", "two papers", "three papers", "of fifty", "of fewer"],
)
def test_the_number_of_papers_is_a_feature(df: int, n_papers: int, expected: Mapping[str, float]) -> None:
    found = features_of(tally("Tuskia", CandidateKind.PROPER, df=df), Table(), n_papers=n_papers)

    assert found == pytest.approx(PLAIN._replace(proper=1, **expected))


def test_a_term_of_the_table_is_known_also_if_one_paper_has_it() -> None:
    found = features_of(tally("Tuskia", CandidateKind.PROPER), Table({"tuskia": statistics(2.0)}))

    assert (found.known, found.one_paper, found.unknown_in_one_paper) == (1, 1, 0)
    assert found.dispersion == pytest.approx(math.log(2.0))


@pytest.mark.parametrize(
    ("dispersion", "expected"), [(0.001, LEAST), (0.02, math.log(0.02)), (150, math.log(150)), (999, math.log(150))]
)
def test_the_dispersion_is_limited(dispersion: float, expected: float) -> None:
    found = features_of(tally("Tuskia", CandidateKind.PROPER), Table({"tuskia": statistics(dispersion)}))

    assert found.dispersion == pytest.approx(expected)


@pytest.mark.parametrize(("share", "expected"), [(0.0, 0.02), (0.02, 0.02), (0.3, 0.3), (1.0, 1.0), (1.5, 1.0)])
def test_shares_are_limited(share: float, expected: float) -> None:
    found = features_of(tally("Tuskia", CandidateKind.PROPER), Table(), shares=(share, 0.5))

    assert found.title_share == pytest.approx(math.log(expected))
    assert found.burst_share == pytest.approx(math.log(0.5))


@cases("key, expected")
def test_the_words_of_a_phrase_are_features(key: str, expected: Mapping[str, float]) -> None:
    assert features_of(tally(key, df=3), Table()) == pytest.approx(PLAIN._replace(**expected))


def test_how_widely_the_first_and_the_last_word_of_a_phrase_are_used_are_features() -> None:
    table = Table({"tusk": statistics(1.0), "ice": statistics(0.1), "tag": statistics(50)})

    found = features_of(tally("Tusk tag ice", df=3), table)

    assert found == pytest.approx(
        PLAIN._replace(three_words=1, first_dispersion=-LEAST, head_dispersion=math.log(0.1) - LEAST)
    )


def test_the_frequency_of_a_word_in_general_english_is_a_feature() -> None:
    known = features_of(tally("tusk", CandidateKind.WORD, df=3), Table({"tusk": statistics(1.0, zipf=3.5)}))
    unknown = features_of(tally("tusk", CandidateKind.WORD, df=3), Table())

    of_word = PLAIN._replace(word=1, word_title_share=math.log(0.5))
    assert unknown == pytest.approx(of_word)
    assert known == pytest.approx(of_word._replace(known=1, dispersion=0, word_dispersion=-LEAST, zipf=3.5))


def test_a_name_that_is_coined_and_a_term_that_is_an_acronym_have_features_of_their_own() -> None:
    found = features_of(tally("TuskKit", CandidateKind.NAME, df=3), Table(), is_acronym=True)

    assert found == pytest.approx(PLAIN._replace(name=1, coined=1, acronym=1))


@cases("name, expected")
def test_a_coined_name_has_capitals_inside_or_beside_other_characters(name: str, *, expected: bool) -> None:
    assert is_coined(name) is expected


def test_the_features_of_occurrences_are_their_counts() -> None:
    assert describe_occurrences(Occurrences(3, True, 0.5, False, False)) == pytest.approx(  # noqa: FBT003
        (math.log(3), 0.5, 1, 0, 0, 1, 0)
    )
    assert describe_occurrences(Occurrences(1, True, 0.5, True, True)) == (0, 0.5, 1, 1, 1, 0, 1)  # noqa: FBT003
