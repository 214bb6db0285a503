import pytest

from papertrace.model.candidate import CandidateKind
from papertrace.resolve.concepts import relevance
from papertrace.resolve.concepts.relevance import (
    COEFFICIENTS,
    OccurrenceFeatures,
    Occurrences,
    TermFeatures,
    describe_occurrences,
    describe_term,
    sum_log_odds,
    sum_log_odds_of_term,
    to_probability,
)
from papertrace.resolve.concepts.tallies import Tally
from papertrace.resolve.concepts.topicality import Topics

ONCE = Occurrences(n=1, in_title=False, position=0.5, is_final=True, is_own=False)
TOPICS = Topics()


def tally(key: str, kind: CandidateKind = CandidateKind.PHRASE, **counts: int) -> Tally:
    return Tally(kind, key, surfaces={key: 1}, **{"df": 1, "n": 1, **counts})


def describe(one: Tally, *, n_papers: int = 100) -> TermFeatures:
    return describe_term(one.key.replace(" ", ""), one, TOPICS, n_papers, is_acronym=False)


def test_every_feature_has_one_coefficient() -> None:
    assert sorted(COEFFICIENTS) == sorted((*TermFeatures._fields, *OccurrenceFeatures._fields))


@pytest.mark.parametrize(
    ("kind", "key", "applying"),
    [
        (CandidateKind.WORD, "glacier", {"word", "word_title_share", "word_dispersion", "zipf"}),
        (CandidateKind.NAME, "TuskNet", {"name", "coined"}),
        (CandidateKind.PROPER, "Tuskia", {"proper"}),
        (CandidateKind.PHRASE, "glacier flow model", {"three_words", "first_dispersion", "head_dispersion"}),
        (CandidateKind.PHRASE, "glacier flow of ice", {"more_words", "of", "first_dispersion", "head_dispersion"}),
    ],
    ids=["word", "name", "proper", "three words", "more words"],
)
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


@pytest.mark.parametrize("kind", list(CandidateKind), ids=str)
@pytest.mark.parametrize("key", ["glacier", "flow of ice", "tuskfooted walrus herd motion"])
@pytest.mark.parametrize("is_acronym", [False, True], ids=["term", "acronym"])
def test_log_odds_without_the_features_that_are_zero_are_the_same(
    kind: CandidateKind, key: str, *, is_acronym: bool
) -> None:
    one = tally(key, kind, df=3, title_df=1, burst_df=2)
    of_all = sum_log_odds(describe_term(key, one, TOPICS, 100, is_acronym=is_acronym))
    assert sum_log_odds_of_term(key, one, TOPICS, 100, is_acronym=is_acronym) == of_all


def test_a_probability_grows_with_the_log_odds_and_stays_between_none_and_one() -> None:
    found = [to_probability(odds / 4) for odds in range(-80, 81)]
    assert found == sorted(set(found))
    assert 0 < found[0] < found[-1] < 1
    assert to_probability(1.5) + to_probability(-1.5) == pytest.approx(1)


def test_other_coefficients_can_be_used_and_taken_back() -> None:
    features = describe_occurrences(ONCE._replace(in_title=True))
    before = sum_log_odds(features)
    try:
        relevance.set_coefficients({**COEFFICIENTS, "title": COEFFICIENTS["title"] + 2})
        assert sum_log_odds(features) == pytest.approx(before + 2)
    finally:
        relevance.set_coefficients(COEFFICIENTS)
    assert sum_log_odds(features) == before
