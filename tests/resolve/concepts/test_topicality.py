import pytest

from papertrace.background import FieldMix, TermStatistics, load_background
from papertrace.model.papers.candidate import CandidateKind
from papertrace.resolve.concepts.scoring import Reason, judge_tally
from papertrace.resolve.concepts.tallies import Counts, Tally
from papertrace.resolve.concepts.topicality import MAX_COMMON_RATE, MAX_HOME_RATE, Topics

TOPICS = Topics()
N_FIELDS = len(load_background().fields)


def statistics(
    *, rate: float = 0.0, title_share: float = 0.2, burst_share: float = 0.4, df: int = 500
) -> TermStatistics:
    return TermStatistics(
        df=df,
        rates=(rate * 100_000,) * N_FIELDS,
        title_share=title_share,
        burst_share=burst_share,
        is_genre=False,
        zipf=0.0,
        dispersion=rate * 1_000,
    )


def known(key: str) -> TermStatistics:
    found = TOPICS.find(key)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("rate", "share", "is_field"),
    [
        (2 * MAX_HOME_RATE, 0.0, True),
        (0.5 * MAX_HOME_RATE, 0.0, False),
        (2 * MAX_COMMON_RATE, 0.5, True),
        (0.5 * MAX_COMMON_RATE, 0.5, False),
    ],
    ids=["common in its fields", "less common", "common here too", "common here only"],
)
def test_a_term_that_many_papers_of_the_fields_have_is_a_field(rate: float, share: float, *, is_field: bool) -> None:
    assert TOPICS.is_field(statistics(rate=rate), share) is is_field


def test_what_is_a_field_depends_on_the_fields_of_the_corpus() -> None:
    medicine = FieldMix(load_background())
    for _ in range(300):
        medicine.add(["patient", "clinical", "randomized", "placebo", "cohort", "disease", "trial"])
    rate = load_background().rate_in(medicine, known("patient"))
    assert rate > load_background().rate_in(FieldMix(load_background()), known("patient"))


def test_a_topic_is_in_titles_and_repeated() -> None:
    assert Topics.is_topic(statistics())
    assert not Topics.is_topic(statistics(title_share=0.01))
    assert not Topics.is_topic(statistics(title_share=0.5, burst_share=0.1))  # a kind of study
    assert Topics.is_topic(statistics(title_share=0.5, burst_share=0.2)._replace(df=50))  # too few papers to say


@pytest.mark.parametrize("key", ["climate change", "magnetic field", "graph neural network"])
def test_topics_of_the_table_are_topics(key: str) -> None:
    assert Topics.is_topic(known(key))


def test_a_phrase_of_words_that_its_fields_use_everywhere_is_an_aspect() -> None:
    def phrase(key: str) -> Tally:
        return Tally(CandidateKind.PHRASE, key, df=3, n=3, surfaces={key: 3})

    weak = [statistics(title_share=0.05, burst_share=0.1)]
    assert TOPICS.is_aspect(phrase("result method"), weak)
    assert not TOPICS.is_aspect(phrase("walrus tusk"), weak)
    assert not TOPICS.is_aspect(phrase("result method"), [statistics(title_share=0.5, burst_share=0.9)])


@pytest.mark.parametrize("key", ["scoping review", "case study", "randomized controlled trial"])
def test_kinds_of_study_are_never_concepts(key: str) -> None:
    found = Tally(CandidateKind.PHRASE, key, df=5, title_df=5, burst_df=5, n=15, surfaces={key: 5})
    assert judge_tally(key.replace(" ", ""), found, Counts(n_papers=100), frozenset(), topics=TOPICS) is not Reason.KEPT


def test_the_corpus_corrects_what_the_table_expects() -> None:
    term = known("climate change")
    tallies = [Tally(CandidateKind.PHRASE, "climate change", df=50, title_df=n, burst_df=n) for n in (0, 50)]
    (low, _), (high, _) = (TOPICS.shares_of(one, term) for one in tallies)
    assert low < term.title_share < high
