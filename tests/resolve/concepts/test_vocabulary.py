from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np
import pytest
from tests.candidates import build_vocabulary, count_candidates, find_words, make_candidates
from tests.case_tables import cases
from tests.corpora import count_definitions

from papertrace.extract.concepts import find_candidates
from papertrace.model.papers.candidate import Candidate, CandidateKind
from papertrace.model.papers.facts import Form
from papertrace.resolve.concepts.names import AcronymTable, group_candidates, identity_of, resolve_acronyms
from papertrace.resolve.concepts.scoring import Reason
from papertrace.resolve.concepts.tallies import Counts, Tally, WordCounts
from papertrace.resolve.concepts.user_terms import ResolvedTerms
from papertrace.resolve.concepts.vocabulary import Term, Vocabulary, decide_vocabulary


def vocabulary(*abstracts: str) -> Vocabulary:
    return build_vocabulary([find_candidates("", abstract) for abstract in abstracts])


def labels(found: Vocabulary) -> set[str]:
    return {term.label for term in found.terms.values()}


def test_no_papers_have_no_vocabulary() -> None:
    found = vocabulary()
    assert (found.n_papers, found.terms, found.refused) == (0, {}, {})


@cases("one, other", named=True)
def test_variants_are_one_identity(one: str, other: str) -> None:
    def identity(text: str) -> set[str]:
        found = find_candidates("", f"the {text} is")
        longest = max([*found.items, *find_words(found, {*found.words} - {""})], key=lambda item: len(item.surfaces[0]))
        return {identity_of(longest.key, longest.kind, {})}

    assert identity(one) == identity(other)


@pytest.mark.parametrize(("one", "other"), [("BLaST", "BLAST"), ("CompAct", "compact")], ids=["capitals", "word"])
def test_names_that_differ_in_case_are_two(one: str, other: str) -> None:
    kinds = [CandidateKind.NAME if text != text.lower() else CandidateKind.WORD for text in (one, other)]
    assert identity_of(one, kinds[0], {}) != identity_of(other, kinds[1], {})


@cases("phrase")
def test_general_phrases_are_refused(phrase: str) -> None:
    found = vocabulary(*[f"We have the {phrase}."] * 3)
    assert found.terms == {}


@pytest.mark.parametrize(
    "phrase",
    ["mixture-of-experts", "KV cache", "speculative decoding", "low-rank matrix", "C++", "N:M", "code generation"],
)
def test_topics_are_kept(phrase: str) -> None:
    assert phrase in labels(vocabulary(*[f"We have the {phrase}. The {phrase} is ours."] * 3))


@cases("text, kept", named=True)
def test_an_ordinary_word_is_a_term_where_it_comes_in_bursts(text: str, *, kept: bool) -> None:
    found = vocabulary(text, text)
    assert ("purring" in labels(found) or "operate" in labels(found)) is kept


def test_an_eponym_is_only_part_of_a_term() -> None:
    found = vocabulary(*["We use the Kronecker product."] * 2)
    assert labels(found) == {"Kronecker product"}


def test_a_name_that_is_also_a_word_is_refused() -> None:
    found = vocabulary("It runs on Frontier.", "It runs on Frontier.", "the frontier is")
    assert found.refused["Frontier"] is Reason.LOWER_CASE


def test_a_part_that_never_stands_alone_is_subsumed() -> None:
    found = vocabulary(*["We do sparse voxel convolution."] * 2)
    assert found.refused["sparsevoxel"] is Reason.SUBSUMED


def test_what_every_paper_has_is_common_only_in_a_larger_corpus() -> None:
    assert "KV cache" in labels(vocabulary(*["Our KV cache."] * 20))
    assert vocabulary(*["Our KV cache."] * 60).refused["kvcach"] is Reason.COMMON


def test_the_order_of_papers_makes_no_difference() -> None:
    papers = [
        find_candidates("A KV cache", "one KV cache, sparse"),
        find_candidates("", "two KV caches; mixture-of-experts"),
        find_candidates("", "a mixture of experts and no caches"),
    ]
    table = resolve_acronyms(count_definitions(papers))
    forwards, backwards = count_candidates(papers, table), count_candidates(papers[::-1], table)
    assert forwards == backwards
    assert decide_vocabulary(forwards, table).terms == decide_vocabulary(backwards, table).terms


def test_what_one_paper_alone_has_is_counted_nowhere() -> None:
    papers = [find_candidates("", "one KV cache by a walrus net"), find_candidates("", "two KV caches")]
    assert set(count_candidates(papers, resolve_acronyms(count_definitions(papers))).tallies) == {"KV", "kvcach"}


def tally(
    key: str,
    kind: CandidateKind = CandidateKind.PHRASE,
    *,
    df: int = 4,
    n: int = 8,
    surfaces: Mapping[str, int] | None = None,
) -> Tally:
    return Tally(kind, key, df=df, title_df=df, burst_df=df, n=n, surfaces=dict(surfaces or {key: df}))


def decide(
    *tallies: Tally,
    counts: Counts | None = None,
    acronyms: AcronymTable | None = None,
    user_terms: ResolvedTerms | None = None,
    **by_identity: Tally,
) -> Vocabulary:
    """Decide on tallies of made-up words, of which the background knows nothing."""
    found = counts or Counts(n_papers=10)
    found.tallies = {one.key.replace(" ", ""): one for one in tallies} | by_identity
    return decide_vocabulary(found, acronyms or AcronymTable(dominant={}, ambiguous={}), user_terms)


def judge_single(found: Vocabulary, *items: Candidate, names: Iterable[str] = ()) -> Term | Reason:
    """Return the answer on the first candidate of a paper, which also prints names inside its sentences."""
    printed = [single(name, CandidateKind.PROPER) for name in names]
    groups = group_candidates(
        make_candidates(items=[*items, *printed]).columns, AcronymTable(dominant={}, ambiguous={}), ()
    )
    return found.judge_singles(groups, np.array([0]))[0]


def single(key: str, kind: CandidateKind = CandidateKind.PHRASE, *, n: int = 2, surface: str = "") -> Candidate:
    return Candidate(key=key, kind=kind, surfaces=(surface or key,), n=n, in_title=False, first=0)


@pytest.mark.parametrize(("df", "kept"), [(3, False), (2, True)], ids=["three of four papers", "half of the papers"])
@pytest.mark.parametrize("kind", [CandidateKind.PROPER, CandidateKind.NAME])
def test_a_name_that_is_mostly_the_first_of_two_words_is_subsumed(kind: CandidateKind, df: int, *, kept: bool) -> None:
    name = "Flimmer" if kind is CandidateKind.PROPER else "fliMMer"
    first = name.casefold() if kind is CandidateKind.PROPER else name

    found = decide(tally(name, kind), tally(f"{first} zorbin", df=df))

    assert (name in found.terms) is kept
    assert (found.refused.get(name) is Reason.SUBSUMED) is not kept
    assert found.eponyms == {first}


def test_only_a_phrase_of_two_words_that_several_papers_have_makes_an_eponym() -> None:
    found = decide(
        tally("Flimmer", CandidateKind.PROPER),
        tally("flimmer zorbin", df=1),
        tally("flimmer zorbin quandor"),
        tally("quandor zorbin flimmer"),
    )

    assert "Flimmer" in found.terms
    assert found.eponyms == frozenset()


def test_a_phrase_that_is_rejected_makes_no_eponym() -> None:
    found = decide(tally("Flimmer", CandidateKind.PROPER), tally("flimmer educated"))

    assert found.refused == {"flimmereducated": Reason.GENERAL}
    assert "Flimmer" in found.terms
    assert found.eponyms == frozenset()


@pytest.mark.parametrize(
    ("df", "n", "kept"),
    [(3, 6, False), (2, 6, True), (3, 5, True)],
    ids=["three quarters", "of half of the papers", "five of eight occurrences"],
)
def test_a_phrase_that_is_mostly_part_of_one_longer_phrase_is_subsumed(df: int, n: int, *, kept: bool) -> None:
    found = decide(tally("flimmer zorbin"), tally("flimmer zorbin quandor", df=df, n=n))

    assert ("flimmerzorbin" in found.terms) is kept
    assert (found.refused.get("flimmerzorbin") is Reason.SUBSUMED) is not kept


def test_parts_that_no_other_paper_has_are_kept_with_the_number_of_the_longest_phrase() -> None:
    found = decide(
        tally("flimmer zorbin quandor", n=5),
        tally("flimmer zorbin tasker", n=3),
        tally("flimmer zorbin xarl", df=1, n=9),
    )

    assert found.nested == {"flimmerzorbin": 5, "zorbinquandor": 5, "zorbintasker": 3}


@pytest.mark.parametrize(("n", "kept"), [(3, True), (2, False)], ids=["also alone", "only inside"])
def test_a_phrase_of_one_paper_that_is_part_of_a_longer_one_is_subsumed(n: int, *, kept: bool) -> None:
    found = decide(tally("flimmer zorbin quandor", n=2))

    answer = judge_single(found, single("flimmer zorbin", n=n))

    assert (answer is Reason.SUBSUMED) is not kept
    assert isinstance(answer, Term) is kept


def test_a_name_of_one_paper_that_begins_a_shared_phrase_is_subsumed() -> None:
    found = decide(tally("flimmer zorbin"))

    assert judge_single(found, single("Flimmer", CandidateKind.PROPER)) is Reason.SUBSUMED
    assert judge_single(found, single("flimmer", CandidateKind.NAME)) is Reason.SUBSUMED
    assert isinstance(judge_single(found, single("Flimmer", CandidateKind.NAME)), Term)
    assert isinstance(judge_single(found, single("flimmer quandor")), Term)


def test_what_one_paper_says_once_is_rare_unless_it_is_wanted_or_a_long_form() -> None:
    once = single("flimmer zorbin", n=1)
    acronyms = AcronymTable(dominant={"FZ": "flimmer zorbin"}, ambiguous={})
    wanted = ResolvedTerms(wanted=frozenset({"flimmerzorbin"}))

    assert judge_single(decide(), once) is Reason.RARE
    assert isinstance(judge_single(decide(acronyms=acronyms), once), Term)
    assert isinstance(judge_single(decide(user_terms=wanted), once), Term)
    assert judge_single(decide(), single("climate change", n=1)) is not Reason.RARE


@cases("surface, names, final, lower, kept", named=True)
def test_a_phrase_called_after_a_name_is_a_term_even_if_it_is_said_once(
    surface: str, names: set[str], *, final: bool, lower: int, kept: bool
) -> None:
    key = surface.casefold().replace("-", " ")
    one = Candidate(key, CandidateKind.PHRASE, (surface,), 1, in_title=False, first=9, final=final)
    found = decide(counts=Counts(n_papers=10, words=WordCounts(lower=Counter(flimmer=lower))))

    assert isinstance(judge_single(found, one, names=names), Term) is kept


def test_a_word_that_other_papers_have_is_judged_as_a_word_only() -> None:
    word = single("flimmer", CandidateKind.WORD)
    counts = Counts(n_papers=10, words=WordCounts(df=Counter(flimmer=2), lower=Counter(flimmer=2)))
    once = Counts(n_papers=10, words=WordCounts(df=Counter(flimmer=1), lower=Counter(flimmer=1)))

    assert judge_single(decide(counts=counts), word) is Reason.WORD
    assert isinstance(judge_single(decide(counts=once), word), Term)


def test_what_a_user_ignores_is_rejected_also_if_it_is_wanted() -> None:
    both = ResolvedTerms(wanted=frozenset({"flimmerzorbin"}), ignored=frozenset({"flimmerzorbin"}))
    spelled = ResolvedTerms(ignored_labels=frozenset({"flimmerzorbin"}))
    one = single("flimmer zorbin", surface="Flimmer-zorbins")

    for terms in (both, spelled):
        found = decide(tally("flimmer zorbin"), user_terms=terms)
        assert found.refused == {"flimmerzorbin": Reason.IGNORED}
        assert judge_single(found, one) is Reason.IGNORED


def test_what_a_user_wants_is_kept_whatever_the_rules_say() -> None:
    wanted = ResolvedTerms(
        wanted=frozenset({"flimmereducated"}), preferred={"flimmereducated": Form("Flimmer Educated", "flimmer educat")}
    )

    found = decide(tally("flimmer educated"), user_terms=wanted).terms["flimmereducated"]

    assert (found.key, found.label, found.is_wanted) == ("flimmer educat", "Flimmer Educated", True)
    assert decide(tally("flimmer educated")).terms == {}


def test_a_term_has_the_counts_and_the_label_of_its_tally() -> None:
    spellings = {"Flimmer zorbin": 1, "flimmer zorbins": 3, "flimmer zorbin": 2}
    acronyms = AcronymTable(dominant={"FZ": "flimmer zorbin"}, ambiguous={"QT": ("quandor tasker", "quick tasker")})

    found = decide(
        tally("flimmer zorbin", surfaces=spellings), tally("quandor tasker"), tally("xarl tasker"), acronyms=acronyms
    ).terms

    assert found["flimmerzorbin"][:5] == ("flimmerzorbin", "flimmer zorbin", "flimmer zorbin", CandidateKind.PHRASE, 4)
    assert {one.key: one.is_acronym for one in found.values()} == {
        "flimmer zorbin": True,
        "quandor tasker": True,
        "xarl tasker": False,
    }
    assert found["flimmerzorbin"].log_odds > found["xarltasker"].log_odds


def test_only_a_paper_that_has_a_term_alone_chooses_its_label() -> None:
    found = decide(
        tally("flimmer zorbin", df=1, surfaces={"flimmer zorbin": 1, "Flimmer Zorbin": 1}),
        tally("quandor tasker", df=1),
    )

    assert {one.key: one.label for one in found.terms.values()} == {
        "flimmer zorbin": "",
        "quandor tasker": "quandor tasker",
    }


def test_an_acronym_whose_long_form_is_printed_elsewhere_has_that_as_its_key() -> None:
    name = CandidateKind.NAME
    found = decide(
        principalflimmer=tally("PCF", name),
        XARL=tally("XARL", name),
        quandor=tally("Quandor", CandidateKind.PROPER),
        tasker=tally("TASKERs", name),
    )

    assert {identity: term.key for identity, term in found.terms.items()} == {
        "principalflimmer": "principalflimmer",
        "XARL": "XARL",
        "quandor": "Quandor",
        "tasker": "TASKERs",
    }


def test_the_words_of_a_vocabulary_are_terms_synonyms_and_words_of_one_paper() -> None:
    word = CandidateKind.WORD
    words = WordCounts(
        df=Counter(flimmer=4, zorbin=2, quandor=1, xarl=1, tasker=3),
        lower=Counter(flimmer=4, zorbin=2, quandor=1, xarl=1, tasker=3),
    )
    counts = Counts(n_papers=10, words=words, listed=frozenset(words.df), joined={"zorbin": "zorb"})

    found = decide(tally("flimmer", word), tally("xarl", word, n=8), counts=counts)
    with_refused = decide(tally("flimmereding", word), tally("flimmer", word), tally("xarled", word), counts=counts)

    assert found.words == {"flimmer", "zorbin", "quandor", "xarl"}
    assert with_refused.words == {"flimmer", "zorbin", "quandor", "xarl"}
    assert found.acronyms.canonical == {"zorbin": "zorb"}


def test_long_forms_are_known_by_the_identity_of_their_best_spelling() -> None:
    acronyms = AcronymTable(
        dominant={"FZ": "flimmer zorbin"},
        ambiguous={"QT": ("quandor tasker", "quick tasker")},
        canonical={"flimmerzorbin": "flimmerzorb"},
    )

    found = decide(acronyms=acronyms, user_terms=ResolvedTerms(wanted=frozenset({"xarl"})))

    assert found.long_forms == {"flimmerzorb", "quandortasker", "quicktasker"}
    assert found.exempt == {"flimmerzorb", "quandortasker", "quicktasker", "xarl"}


def test_a_phrase_that_most_papers_print_as_one_word_is_the_word() -> None:
    joined = Tally(CandidateKind.PHRASE, "flim mer", df=3, word_df=2, n=6, surfaces={"flimmer": 2, "flim-mer": 1})

    found = decide(flimmer=joined, counts=Counts(n_papers=9, words=WordCounts(lower=Counter(flimmer=3))))

    assert (found.terms["flimmer"].kind, found.terms["flimmer"].key) == (CandidateKind.WORD, "flimmer")
