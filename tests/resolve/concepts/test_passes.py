"""The passes over a corpus: parts that are counted apart, and merged in any order, give the counts of the whole."""

from itertools import permutations

import pytest
from tests.candidates import count_candidates, count_first, count_identities, tally_candidates

from papertrace.extract.concepts import find_all_candidates, find_candidates, parse_terms
from papertrace.model.papers.candidate import Candidates
from papertrace.model.papers.facts import Terms
from papertrace.resolve.concepts.tallies import merge_tallies
from papertrace.resolve.concepts.vocabulary import FirstCounts, decide_meanings, decide_recurring, unite_counts
from papertrace.resolve.concepts.vocabulary import count_first as count_chunks

TEXTS = [
    ("Sparse Walrus", "A key value (KV) cache. Our mixture-of-experts (MoE) layers on a dataset. The KV cache helps."),
    ("Tusk tags", "A Key-Value cache with a tusk tag. MoE is not a data set. Mamba is a model."),
    ("TuskKit: tracking", "TuskKit is quick. The key value (KV) cache of TuskKit on a tusk tag, and mamba snakes."),
    ("On pre-training", "Pretraining and pre-training of a tusk tag. We pretrain by pretraining."),
]


@pytest.fixture(scope="module")
def papers() -> list[Candidates]:
    return [find_candidates(*text) for text in TEXTS]


def test_the_first_pass_may_be_made_over_parts(papers: list[Candidates]) -> None:
    whole = count_first(papers)

    for order in permutations(range(len(papers)), 3):
        merged = count_first(papers[number] for number in order[:1])
        merged.merge(count_first(papers[number] for number in order[1:]))
        merged.merge(count_first(papers[number] for number in set(range(len(papers))).difference(order)))
        assert merged == whole
        assert decide_meanings(merged) == decide_meanings(whole)


def test_papers_of_one_chunk_count_as_those_of_several(papers: list[Candidates]) -> None:
    whole = count_chunks([find_all_candidates([*TEXTS, ("Tusk Tags for Herds", "")])])

    assert whole == count_first([*papers, find_candidates("Tusk Tags for Herds", "")])
    assert max(whole.words.df.counts.values()) > 1
    assert whole.words.undecided.counts == {"tusk": 1, "tag": 1, "herd": 1}


def test_a_word_that_a_text_repeats_or_a_title_has_is_prominent() -> None:
    counts = count_chunks([find_all_candidates([("Tusks", "Snow on snow and ice."), ("", "Ice. The ice, ice.")])])

    assert counts.words.prominent.counts == {"tusk": 1, "snow": 1, "ice": 1}
    assert counts.words.df.counts == {"tusk": 1, "snow": 1, "ice": 2}


def test_no_papers_have_no_words() -> None:
    assert count_chunks([find_all_candidates([])]) == FirstCounts()


def test_the_last_pass_may_be_made_over_parts(papers: list[Candidates]) -> None:
    first = count_first(papers)
    acronyms, _ = decide_meanings(first)
    words = first.words.settle()
    recurring = decide_recurring(words, count_identities(papers, acronyms), acronyms)
    tallies = tally_candidates(papers[:1], recurring)
    for part in (papers[1:3], papers[3:]):
        merge_tallies(tallies, tally_candidates(part, recurring))

    whole = count_candidates(papers, acronyms)

    assert unite_counts(first, words, recurring, tallies) == whole
    assert count_candidates(papers, acronyms, first) == whole
    assert whole.n_papers == 4
    assert whole.joined == {"pretraining": "pretrain"}


def test_only_what_several_papers_have_is_tallied_and_the_word_that_a_phrase_is_printed_as(
    papers: list[Candidates],
) -> None:
    acronyms, _ = decide_meanings(count_first(papers))

    tallies = count_candidates(papers, acronyms).tallies

    assert {identity: (tally.df, tally.n) for identity, tally in tallies.items()} == {
        "keyvalu": (3, 6),
        "mixtureofexpert": (2, 3),
        "keyvaluecach": (2, 2),
        "cache": (3, 4),
        "tusktag": (3, 4),
        "tusk": (3, 4),
        "pretrain": (1, 3),
    }


def test_the_terms_of_a_user_are_resolved_with_the_meanings(papers: list[Candidates]) -> None:
    acronyms, terms = decide_meanings(count_first(papers), Terms(ignored=parse_terms(["tusk tag"], "ignored.txt")))

    assert acronyms.dominant["KV"] == "key value"
    assert terms.is_ignored("tusktag", ["tusk tag"])
    assert not terms.is_ignored("keyvaluecach", ["KV cache"])
