from dataclasses import replace
from typing import cast

import numpy as np
import pytest
from tests.case_tables import cases
from tests.tables import Table

from papertrace.background import Background, FieldMix, TermStatistics, load_background
from papertrace.model.papers.candidate import CandidateKind
from papertrace.model.papers.facts import Measures
from papertrace.resolve.concepts.scoring import Reason, judge_terms
from papertrace.resolve.concepts.tallies import Counts, Tally, list_counts
from papertrace.resolve.concepts.topicality import Known, Topics, is_general_word

TOPICS = Topics()


def known(key: str) -> TermStatistics:
    found = TOPICS.find(key)
    assert found is not None
    return found


def test_what_is_a_field_depends_on_the_fields_of_the_corpus() -> None:
    words = ["patient", "clinical", "randomized", "placebo", "cohort", "disease", "trial"]
    rows = np.array(list(map(load_background().row, words)))
    medicine = FieldMix(load_background())
    medicine.add_counts(300 * load_background().count_fields(rows, np.array([0, rows.size])))
    rate = load_background().rate_in(medicine, known("patient"))
    assert rate > load_background().rate_in(FieldMix(load_background()), known("patient"))


@pytest.mark.parametrize("key", ["climate change", "magnetic field", "graph neural network"])
def test_topics_of_the_table_are_topics(key: str) -> None:
    assert TOPICS.columns.is_topic[TOPICS.background.row(key)]


@pytest.mark.parametrize("key", ["scoping review", "case study", "randomized controlled trial"])
def test_kinds_of_study_are_never_concepts(key: str) -> None:
    found = Tally(CandidateKind.PHRASE, key, df=5, title_df=5, burst_df=5, n=15, surfaces={key: 5})
    counted = list_counts([found])
    (reason,) = judge_terms(
        [key.replace(" ", "")], counted, TOPICS.look_up(counted), Counts(n_papers=100), frozenset(), topics=TOPICS
    )

    assert reason is not Reason.KEPT


def test_the_corpus_corrects_what_the_table_expects() -> None:
    term = known("climate change")
    tallies = [Tally(CandidateKind.PHRASE, "climate change", df=50, title_df=n, burst_df=n) for n in (0, 50)]
    (low, _), (high, _) = (shares_of(TOPICS, one) for one in tallies)
    assert low < term.title_share < high


def shares_of(table: Topics, one: Tally) -> tuple[float, float]:
    counted = list_counts([one])
    title_shares, burst_shares = table.shares_of(
        counted, table.choose_rows(table.look_up(counted)), table.divide([one.key])
    )
    return title_shares.item(), burst_shares.item()


def judge_known(table: Topics, one: Tally, n_papers: int = 100) -> Known:
    counted = list_counts([one])
    return table.judge_known(counted, table.look_up(counted), n_papers)


def row(
    dispersion: float = 0.1, *, title_share: float = 0.2, burst_share: float = 0.4, df: int = 500
) -> TermStatistics:
    return TermStatistics(
        df=df,
        rates=(),
        title_share=title_share,
        burst_share=burst_share,
        is_genre=False,
        zipf=0.0,
        dispersion=dispersion,
    )


def topics(**found: TermStatistics) -> Topics:
    rows = {key.replace("_", " "): one for key, one in found.items()}
    return Topics(background=cast("Background", Table(rows)))


def tally(key: str, *surfaces: str, kind: CandidateKind = CandidateKind.PHRASE) -> Tally:
    return Tally(kind, key, df=6, title_df=1, burst_df=2, n=9, surfaces=dict.fromkeys(surfaces, 1))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (row(title_share=0.035, burst_share=0.45), True),
        (row(title_share=0.034, burst_share=0.45), False),
        (row(title_share=0.5, burst_share=0.225), True),
        (row(title_share=0.5, burst_share=0.22), False),
        (row(title_share=0.5, burst_share=0.22, df=100), False),
        (row(title_share=0.5, burst_share=0.22, df=99), True),
        (row(title_share=0.035, burst_share=0.2), False),
        (row(title_share=0.0471, burst_share=0.3), True),
        (row(title_share=0.0469, burst_share=0.3), False),
    ],
    ids=[
        "the least title share",
        "less in titles",
        "the least repetition",
        "less repeated",
        "a hundred papers",
        "fewer papers",
        "both low",
        "the least factor",
        "a lower factor",
    ],
)
def test_a_topic_has_a_title_share_is_repeated_and_has_both(found: TermStatistics, *, expected: bool) -> None:
    assert topics(tusk=found).columns.is_topic.tolist() == [expected, False]


@pytest.mark.parametrize(
    ("dispersion", "share", "expected"),
    [(3.0, 0.0, False), (3.1, 0.0, True), (0.5, 0.9, False), (0.6, 0.036, True), (0.6, 0.035, False)],
)
def test_a_field_is_what_more_papers_than_a_limit_have(dispersion: float, share: float, *, expected: bool) -> None:
    one = Tally(CandidateKind.WORD, "tusk", df=round(1000 * share), n=1000, surfaces={"tusk": 1})

    assert judge_known(topics(tusk=row(dispersion)), one, n_papers=1000).is_field.tolist() == [expected]
    assert judge_known(topics(ice=row(dispersion)), one, n_papers=1000).is_field.tolist() == [False]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (row(40.0, title_share=0.09, burst_share=0.24), True),
        (row(39.9, title_share=0.09, burst_share=0.24), False),
        (row(40.0, title_share=0.1, burst_share=0.24), False),
        (row(40.0, title_share=0.09, burst_share=0.25), False),
    ],
    ids=["vague", "in fewer fields", "in titles", "repeated"],
)
def test_a_vague_word_is_everywhere_but_in_titles_and_is_not_repeated(found: TermStatistics, *, expected: bool) -> None:
    assert topics(novel=found).columns.is_vague.tolist() == [expected, False]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (row(40.0), True),
        (row(39.9), False),
        (row(0.6, title_share=0.09), True),
        (row(0.5, title_share=0.09), False),
        (row(0.6, title_share=0.1), False),
    ],
    ids=["in every field", "in fewer", "rarely in titles", "rarely in titles and in few fields", "in titles"],
)
def test_a_general_head_is_used_everywhere_or_rarely_in_titles(found: TermStatistics, *, expected: bool) -> None:
    assert topics(model=found).is_general_head("model") is expected
    assert not topics(model=found).is_general_head("tusk")


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (row(1.5), True),
        (row(1.4), False),
        (row(0.1, title_share=0.09), True),
        (row(0.1, title_share=0.1), False),
    ],
    ids=["in every field", "in fewer", "rarely in titles", "in titles"],
)
def test_a_general_word_is_used_everywhere_or_rarely_in_titles(found: TermStatistics, *, expected: bool) -> None:
    table = topics(model=found)

    assert table.is_general_word("model") is is_general_word(table.background, "model") is expected
    assert not table.is_general_word("tusk")


def test_terms_are_looked_up_without_their_capitals() -> None:
    found = row()
    table = topics(tusk_tag=found)

    assert table.find("tusk tag") == table.find("Tusk Tag") == found
    assert table.find("tusk") is None
    assert table.knows("tusk tag")
    assert table.knows("Tusk Tag")
    assert not table.knows("tusk")


def test_a_term_is_looked_up_by_its_key_and_by_its_spellings() -> None:
    rows = {"tusk_tag": row(1), "tag_of_tusk": row(2), "tusktag": row(3)}
    table = topics(**rows)
    spellings = ("Tag-of-Tusk", "tusktag", "other")
    word = CandidateKind.WORD

    found = table.look_up(
        list_counts([tally("Tusk tag", *spellings), tally("tag", *spellings, kind=word), tally("tusktag", kind=word)])
    )

    assert [column.tolist() for column in found[:3]] == [[0, -1, 2], [0, 0], [1, 2]]


def test_any_row_is_that_of_the_key_or_of_the_commonest_spelling() -> None:
    table = topics(tusk_tag=row(1, df=1), tag_of_tusk=row(2, df=9), tusktag=row(3, df=5))
    spellings = ("tag-of-tusk", "tusktag")

    def find(key: str, *surfaces: str, kind: CandidateKind = CandidateKind.PHRASE) -> int:
        (found,) = table.choose_rows(table.look_up(list_counts([tally(key, *surfaces, kind=kind)])))
        return int(found)

    assert find("tusk tag", *spellings) == 0
    assert find("tag", *spellings) == 1
    assert find("tag", *reversed(spellings)) == 1
    assert find("tag") == -1
    assert find("tag", *spellings, kind=CandidateKind.WORD) == -1


def test_a_term_is_described_by_the_figures_of_the_table() -> None:
    table = topics(tusk=row(2.0, title_share=0.3, burst_share=0.5))

    assert table.describe("Tusk") == Measures(0.3, 0.5, 20.0, 2.0)
    assert table.describe("tag") is None


def test_the_table_counts_as_four_papers_of_the_corpus() -> None:
    assert shares_of(topics(tusk_tag=row(title_share=0.5, burst_share=0.25)), tally("tusk tag")) == pytest.approx(
        ((1 + 4 * 0.5) / 10, (2 + 4 * 0.25) / 10)
    )


def test_half_of_the_titles_without_abstracts_count_as_if_these_repeated_a_term() -> None:
    bare = replace(tally("tusk tag"), bare_df=4)

    assert shares_of(topics(tusk_tag=row(title_share=0.5, burst_share=0.25)), bare) == pytest.approx(
        ((1 + 4 * 0.5) / 10, (2 + 2 + 4 * 0.25) / 10)
    )


@cases("key, title_share, burst_share", named=True)
def test_a_term_that_the_table_lacks_is_expected_to_be_as_its_words(
    key: str, title_share: float, burst_share: float
) -> None:
    table = topics(tusk=row(title_share=0.5, burst_share=0.9), rare=row(title_share=0.0, burst_share=0.01))

    assert shares_of(table, tally(key)) == pytest.approx(((1 + 4 * title_share) / 10, (2 + 4 * burst_share) / 10))


@pytest.mark.parametrize(
    ("key", "found", "expected"),
    [
        ("ice field", row(title_share=0.05, burst_share=0.1), True),
        ("ice tusk", row(title_share=0.05, burst_share=0.1), False),
        ("tusk ice", row(title_share=0.05, burst_share=0.1), False),
        ("walrus ice", row(title_share=0.05, burst_share=0.1), False),
        ("ice field", row(title_share=0.5, burst_share=0.9), False),
        ("ice model", row(title_share=0.15, burst_share=0.24), True),
        ("ice model", row(title_share=0.15, burst_share=0.25), False),
    ],
    ids=[
        "common words",
        "a rare word",
        "a rare first word",
        "an unknown word",
        "a topic",
        "as a head",
        "a better head",
    ],
)
def test_an_aspect_is_little_of_a_topic_and_has_common_words_only(
    key: str, found: TermStatistics, *, expected: bool
) -> None:
    weak = row(title_share=0.05, burst_share=0.1)
    table = topics(ice=row(3.0), field=row(5.0), tusk=row(2.9), model=row(40.0), first_one=weak, other_one=found)

    assert judge_known(table, tally(key, "first-one", "other-one")).is_aspect.tolist() == [expected]
