"""The choice among the concepts of one paper, by terms whose log-odds the test gives."""

import math

import pytest
from tests.candidates import Words, make_candidates, select_concepts

from papertrace.model.papers.candidate import Candidate, CandidateKind, Candidates, Definition, join_words
from papertrace.model.papers.facts import Concept
from papertrace.resolve.concepts.names import AcronymTable
from papertrace.resolve.concepts.scoring import Occurrences, Reason, describe_occurrences, sum_log_odds, to_probability
from papertrace.resolve.concepts.selection import (
    MIN_MINOR_PROBABILITY,
    MIN_PROBABILITY,
    OVERLAP_LOG_ODDS,
    REPEAT_LOG_ODDS,
    Decision,
    describe_all,
    explain_concepts,
)
from papertrace.resolve.concepts.tallies import Counts
from papertrace.resolve.concepts.user_terms import ResolvedTerms
from papertrace.resolve.concepts.vocabulary import Term, Vocabulary

NAME, PHRASE, PROPER, WORD = CandidateKind.NAME, CandidateKind.PHRASE, CandidateKind.PROPER, CandidateKind.WORD
LEAST, LEAST_MINOR = (math.log(p / (1 - p)) for p in (MIN_PROBABILITY, MIN_MINOR_PROBABILITY))


def sum_log_odds_of(n: int, position: float, *, in_title: bool, is_final: bool, is_own: bool) -> float:
    return float(sum_log_odds(describe_occurrences(Occurrences(n, in_title, position, is_final, is_own))))


TWICE = sum_log_odds_of(2, 0.0, in_title=False, is_final=True, is_own=False)
"""The log-odds of a candidate that a paper says twice, first at its beginning."""


def item(key: str, kind: CandidateKind = PHRASE, *surfaces: str, n: int = 2, first: int = 0) -> Candidate:
    return Candidate(key=key, kind=kind, surfaces=surfaces or (key,), n=n, in_title=False, first=first)


def term(
    key: str, log_odds: float = 2.0, kind: CandidateKind = PHRASE, *, df: int = 3, is_wanted: bool = False
) -> Term:
    """Return a term whose log-odds in a paper that says it twice are those given."""
    identity = join_words(key) if kind is PHRASE else key
    return Term(identity, key, key, kind, df, log_odds - TWICE, is_wanted=is_wanted)


def vocabulary(*terms: Term, acronyms: AcronymTable | None = None, **refused: Reason) -> Vocabulary:
    return Vocabulary(
        acronyms=acronyms or AcronymTable(dominant={}, ambiguous={}),
        terms={one.identity: one for one in terms},
        refused=refused,
        words=frozenset(one.key for one in terms if one.kind is WORD),
        counts=Counts(n_papers=10),
        user_terms=ResolvedTerms(),
    )


def paper(*items: Candidate, definitions: tuple[Definition, ...] = (), own: str = "") -> Candidates:
    return make_candidates(items=items, definitions=definitions, own_names=frozenset({own} - {""}))


def explain(*terms: Term, limit: int = 8) -> dict[str, Reason]:
    """Return the reasons of terms that a paper says twice, in the order in which they are listed."""
    found = explain_concepts(paper(*(item(one.key, one.kind) for one in terms)), vocabulary(*terms), limit)
    return {one.key: one.reason for one in found}


def test_the_likeliest_come_first_and_those_beyond_the_limit_are_outranked() -> None:
    terms = term("tusk tag", 1), term("ice floe", 3), term("herd count", 2)

    assert list(explain(*terms).items()) == [
        ("ice floe", Reason.KEPT),
        ("herd count", Reason.KEPT),
        ("tusk tag", Reason.KEPT),
    ]
    assert list(explain(*terms, limit=2).values()) == [Reason.KEPT, Reason.KEPT, Reason.OUTRANKED]
    assert list(explain(*terms, limit=0).values()) == [Reason.OUTRANKED] * 3


def test_equal_ones_come_in_the_order_of_the_alphabet() -> None:
    assert list(explain(term("tusk tag", 1), term("ice floe", 1), term("herd count", 1))) == [
        "herd count",
        "ice floe",
        "tusk tag",
    ]


@pytest.mark.parametrize(("above", "reason"), [(0.01, Reason.KEPT), (-0.01, Reason.WEAK)])
def test_a_concept_needs_its_least_probability(above: float, reason: Reason) -> None:
    assert explain(term("tusk tag", LEAST + above)) == {"tusk tag": reason}


def test_words_of_better_concepts_lower_the_rank_by_their_share() -> None:
    best = term("walrus tusk", 3)
    half = term("tusk tag", 1)

    behind = explain(best, half, term("ice floe", 1 + OVERLAP_LOG_ODDS / 2 + 0.01))
    ahead = explain(best, half, term("ice floe", 1 + OVERLAP_LOG_ODDS / 2 - 0.01))

    assert list(behind) == ["walrus tusk", "ice floe", "tusk tag"]
    assert list(ahead) == ["walrus tusk", "tusk tag", "ice floe"]
    assert {*behind.values(), *ahead.values()} == {Reason.KEPT}


@pytest.mark.parametrize(("above", "reason"), [(0.01, Reason.KEPT), (-0.01, Reason.NESTED)])
def test_a_concept_all_of_whose_words_are_taken_needs_more(above: float, reason: Reason) -> None:
    needed = LEAST - OVERLAP_LOG_ODDS - REPEAT_LOG_ODDS + above

    assert explain(term("walrus tusk", 3), term("ice floe", 3), term("tusk floe", needed))["tusk floe"] is reason


@pytest.mark.parametrize(("df", "reason"), [(3, Reason.NESTED), (4, Reason.KEPT)])
def test_a_part_of_a_better_concept_is_nested_unless_more_papers_have_it(df: int, reason: Reason) -> None:
    assert explain(term("walrus tusk tag", 3, df=3), term("walrus tusk", 2.9, df=df))["walrus tusk"] is reason
    assert explain(term("walrus tusks", 3, df=9), term("walrus tusk", 2.9, df=df))["walrus tusk"] is Reason.KEPT


def test_a_concept_that_adds_only_a_general_head_to_a_better_one_is_nested() -> None:
    assert explain(term("walrus tusk", 3), term("walrus tusk method", 2.9))["walrus tusk method"] is Reason.NESTED
    assert explain(term("walrus tusk", 3), term("walrus tusk zorbin", 2.9))["walrus tusk zorbin"] is Reason.KEPT
    assert explain(term("ice tusk", 3), term("walrus tusk method", 2.9))["walrus tusk method"] is Reason.KEPT


def test_a_general_head_is_also_one_after_an_acronym() -> None:
    whole = Term("walrusherdcountmethod", "WHC method", "WHC method", PHRASE, 3, 2)
    part = Term("walrusherdcount", "WHC", "WHC", NAME, 3, 4)
    acronyms = AcronymTable(dominant={"WHC": "walrus herd count"}, ambiguous={})
    both = paper(item("WHC method"), item("WHC", NAME))

    found = explain_concepts(both, vocabulary(whole, part, acronyms=acronyms))

    assert {one.key: one.reason for one in found} == {"WHC": Reason.KEPT, "WHC method": Reason.NESTED}


def test_what_a_user_wants_comes_first_whatever_its_rank_and_the_limit() -> None:
    wanted = [term("tusk tag", -9, is_wanted=True), term("walrus", -9, WORD, is_wanted=True)]

    found = explain(*wanted, term("ice floe", 3), term("walrus tusk tag", 2.9), limit=3)

    assert list(found.items()) == [
        ("tusk tag", Reason.KEPT),
        ("walrus", Reason.KEPT),
        ("ice floe", Reason.KEPT),
        ("walrus tusk tag", Reason.OUTRANKED),
    ]


def test_a_decision_says_whether_a_user_wants_the_term() -> None:
    wanted, other = term("tusk tag", is_wanted=True), term("ice floe")

    found = explain_concepts(paper(item("tusk tag"), item("ice floe")), vocabulary(wanted, other))

    assert {one.key: one.is_wanted for one in found} == {"tusk tag": True, "ice floe": False}


@pytest.mark.parametrize(
    ("n_title", "times", "reason"), [(0, 1, Reason.WEAK), (1, 1, Reason.KEPT), (0, 2, Reason.KEPT)]
)
def test_a_word_that_is_said_once_outside_the_title_is_weak(n_title: int, times: int, reason: Reason) -> None:
    words = Words(["zorbin"] * times, ["zorbin"] * times, n_title)
    (found,) = explain_concepts(make_candidates(words=words), vocabulary(term("zorbin", 5, WORD)))

    assert (found.reason, found.n, found.in_title) == (reason, times, n_title > 0)


def test_a_fragment_is_subsumed_also_if_it_is_likely() -> None:
    terms = term("walrus tusk", 2, df=1), term("walrus tusk tag", 1)
    found = explain(*terms)

    assert found == {"walrus tusk": Reason.SUBSUMED, "walrus tusk tag": Reason.KEPT}


def test_candidates_that_the_corpus_rejects_come_last_in_order_of_first_occurrence() -> None:
    items = (
        item("tusk tag", PHRASE, "Tusk tags", "tusk tag", first=7),
        item("ice floe", first=9),
        item("herd count", first=3),
    )
    words = Words(["walrus", ""], ["Walrus", "8"], 0)

    found = explain_concepts(
        make_candidates(items=items, words=words),
        vocabulary(term("ice floe"), tusktag=Reason.GENERAL, herdcount=Reason.COMMON),
    )

    assert [(one.key, one.label, one.reason, one.score, one.kept) for one in found[1:]] == [
        ("walrus", "Walrus", Reason.WORD, 0, False),
        ("herd count", "herd count", Reason.COMMON, 0, False),
        ("tusk tag", "Tusk tags", Reason.GENERAL, 0, False),
    ]
    assert (found[0].key, found[0].kept) == ("ice floe", True)


def test_a_decision_has_the_counts_of_all_spellings() -> None:
    spellings = (
        item("tusk tag", PHRASE, "tusk tags", "tusk tag", n=2, first=30),
        item("tusktag", PROPER, "Tusktag", n=1, first=10)._replace(in_title=True, final=False),
    )
    acronyms = AcronymTable(dominant={}, ambiguous={}, canonical={"Tusktag": "tusktag"})
    kept = term("tusk tag", 0.5)._replace(is_acronym=True)

    (found,) = explain_concepts(make_candidates(items=spellings, n_words=50), vocabulary(kept, acronyms=acronyms))

    odds = kept.log_odds + sum_log_odds_of(3, 10 / 50, in_title=True, is_final=True, is_own=False)
    surfaces = ("Tusktag", "tusk tag", "tusk tags")
    concept = Concept(
        key="tusk tag", label="tusk tag", surfaces=surfaces, score=round(to_probability(odds), 3), n=3, in_title=True
    )
    assert found == Decision(
        key="tusk tag",
        label="tusk tag",
        score=round(to_probability(odds), 6),
        reason=Reason.KEPT,
        df=3,
        n=3,
        in_title=True,
        is_acronym=True,
        surfaces=surfaces,
        concept=concept,
    )
    selection = select_concepts(make_candidates(items=spellings, n_words=50), vocabulary(kept, acronyms=acronyms))
    assert selection.best == (concept,)


@pytest.mark.parametrize(("n_words", "position"), [(100, 0.2), (40, 0.5), (10, 0.5)])
def test_the_position_is_a_share_of_the_words_of_the_paper_and_of_forty_at_least(n_words: int, position: float) -> None:
    one = term("tusk tag", 0.5)

    (found,) = explain_concepts(make_candidates(items=(item("tusk tag", first=20),), n_words=n_words), vocabulary(one))

    odds = one.log_odds + sum_log_odds_of(2, position, in_title=False, is_final=True, is_own=False)
    assert found.score == round(to_probability(odds), 6)


@pytest.mark.parametrize(("df", "is_own"), [(1, True), (2, False)])
def test_a_name_is_only_the_papers_own_while_no_other_paper_has_it(df: int, *, is_own: bool) -> None:
    one = term("TuskKit", 2, NAME, df=df)

    (found,) = explain_concepts(paper(item("TuskKit", NAME), own="TuskKit"), vocabulary(one))

    odds = one.log_odds + sum_log_odds_of(2, 0.0, in_title=False, is_final=True, is_own=is_own)
    assert (found.is_own, found.score) == (is_own, round(to_probability(odds), 6))


def test_minor_concepts_are_shared_less_likely_and_in_order_of_their_keys() -> None:
    terms = (
        term("walrus tusk", 3),
        term("tusk tag", LEAST_MINOR + 0.01),
        term("ice floe", LEAST - 0.01),
        term("herd count", LEAST_MINOR - 0.01),
        term("snow drift", LEAST - 0.01, df=1),
    )

    found = select_concepts(paper(*(item(one.key) for one in terms)), vocabulary(*terms))

    assert [one.key for one in found.best] == ["walrus tusk"]
    assert [one.key for one in found.minor] == ["ice floe", "tusk tag"]


def test_concepts_beyond_the_limit_are_minor() -> None:
    terms = term("walrus tusk", 3), term("tusk tag", 2)

    found = select_concepts(paper(*(item(one.key) for one in terms)), vocabulary(*terms), 1)

    assert ([one.key for one in found.best], [one.key for one in found.minor]) == (["walrus tusk"], ["tusk tag"])


@pytest.mark.parametrize(
    ("acronyms", "label"),
    [
        (AcronymTable(dominant={"PCA": "principal component analysis"}, ambiguous={}), "polar cat area"),
        (AcronymTable(dominant={}, ambiguous={"PCA": ("polar cat area", "port call area")}), "polar cat area"),
        (AcronymTable(dominant={"PCA": "polar cat area"}, ambiguous={}), "PCA"),
        (AcronymTable(dominant={}, ambiguous={"PCA": ("polar cat area",)}), "PCA"),
        (AcronymTable(dominant={}, ambiguous={}), "PCA"),
    ],
    ids=["another dominates", "one of two senses", "it dominates", "its only sense", "of this paper alone"],
)
def test_an_acronym_in_another_sense_than_the_usual_one_is_shown_as_its_long_form(
    acronyms: AcronymTable, label: str
) -> None:
    own = paper(item("PCA", NAME), definitions=(Definition("PCA", "polar cat area"),))
    one = Term("polarcatarea", "polarcatarea", "PCA", NAME, 3, 2)

    (found,) = select_concepts(own, vocabulary(one, acronyms=acronyms)).best

    assert found.label == label


def test_a_concept_of_one_paper_without_a_label_has_its_best_spelling() -> None:
    one = term("tusk tag", df=1)._replace(label="")

    (found,) = select_concepts(paper(item("tusk tag", PHRASE, "Tusk Tags", "tusk tag")), vocabulary(one)).best

    assert (found.label, found.surfaces) == ("tusk tag", ("Tusk Tags", "tusk tag"))


def test_features_of_terms_and_of_their_occurrences_are_described() -> None:
    terms = term("tusk tag", df=3), term("ice floe", df=1), term("walrus ice", df=1), term("zorbin", 2, WORD)
    items = item("tusk tag", n=3), item("walrus ice", n=1), item("walrus ice floe", n=1), item("ice floe", first=20)
    words = Words(["zorbin"], ["zorbin"], 0)

    found = describe_all(make_candidates(items=items, words=words), vocabulary(*terms, walrusiceflo=Reason.GENERAL))

    assert [(one.key, one.label, one.surfaces) for one in found] == [
        ("ice floe", "ice floe", ("ice floe",)),
        ("tusk tag", "tusk tag", ("tusk tag",)),
    ]
    assert [one.features["position"] for one in found] == [0.5, 0]
    assert found[1].features["repetition"] == pytest.approx(math.log(3))
    assert [one.features["one_paper"] for one in found] == [1, 1]  # as no tally says otherwise
