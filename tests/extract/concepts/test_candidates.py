import time
from itertools import compress

import pytest
from tests.case_tables import cases

from papertrace.extract.concepts import MAX_CHARACTERS, find_candidates, key_of
from papertrace.model.papers.candidate import CandidateKind, Candidates, Definition


def keys(found: Candidates, kind: CandidateKind) -> list[str]:
    return [item.key for item in found.items if item.kind is kind]


def test_empty_paper_has_no_candidates() -> None:
    found = find_candidates("", "")
    assert (found.items, found.words, found.n_words) == ([], [], 0)


@cases("text, expected", named=True)
def test_phrases_respect_compounds_and_stops(text: str, expected: list[str]) -> None:
    assert keys(find_candidates("", text), CandidateKind.PHRASE) == expected


def test_names_are_recognised_by_shape_and_keep_their_case() -> None:
    found = find_candidates("", "with FlashAttention-2, BLaST, LLM.int8(), C++ and N:M")
    assert set(keys(found, CandidateKind.NAME)) == {
        "FlashAttention",
        "FlashAttention 2",
        "BLaST",
        "LLM.int8()",
        "C++",
        "N:M",
    }


def test_capital_inside_a_sentence_is_a_proper_name_and_at_its_start_is_not() -> None:
    found = find_candidates("", "Solvers like Mamba work. Caches do too, and the Ladder Residual.")
    assert keys(found, CandidateKind.PROPER) == ["Mamba"]


def test_title_words_are_noted_and_its_first_gerund_is_a_verb() -> None:
    found = find_candidates("Serving Sparse Models", "here a sparse model runs")
    item = next(item for item in found.items if item.key == "sparse model")
    assert (item.in_title, item.n, item.surfaces) == (True, 2, ("Sparse Models", "sparse model"))
    assert not any(item.key.startswith("serv") for item in found.items)


@cases("text, expected")
def test_a_phrase_before_a_hyphen_and_a_suffix_is_not_final(text: str, expected: dict[str, bool]) -> None:
    found = find_candidates("", text)

    assert {item.key: item.final for item in found.items if item.kind is CandidateKind.PHRASE} == expected


@pytest.mark.parametrize("before", ["", "a state-of-the-art herd has "])
def test_a_noun_after_a_hyphen_is_no_suffix_whatever_else_the_text_prints(before: str) -> None:
    found = find_candidates("", f"{before}tusk upper-bounds")

    assert "tusk upper bound" in keys(found, CandidateKind.PHRASE)


@pytest.mark.parametrize("piece", ["a-based ", "tusk-making ", "tusk tag-", "-based", "a-the-"])
def test_compounds_without_end_are_read_in_time_that_grows_with_them(piece: str) -> None:
    start = time.process_time()
    find_candidates("", piece * 4_000)

    assert time.process_time() - start < 5


def test_definitions_come_as_keys() -> None:
    found = find_candidates("", "Key-Value (KV) caches and individual fairness (IF)")
    assert found.definitions == (Definition("KV", "key value"), Definition("IF", "individual fairness"))


def test_variants_have_one_key() -> None:
    assert key_of("Key-Value Caches") == key_of("key value cache") == "key value cache"


def test_own_names_are_those_of_the_papers_own_system() -> None:
    found = find_candidates("Splitwise-2: Faster Walruses", "Here we introduce TuskKit, a kit of tusks.")
    assert {"Splitwise-2", "TuskKit"} <= found.own_names


def test_only_the_beginning_of_an_overlong_abstract_is_read() -> None:
    words = " ".join(f"Fold{number}X sheet{number} crane{number}," for number in range(60_000))

    found = find_candidates("Folds", words)

    assert 0 < found.n_words < MAX_CHARACTERS / 4
    assert any(item.key == "Fold0X" for item in found.items)


@pytest.mark.parametrize(
    ("title", "abstract", "lower", "undecided"),
    [
        ("Walrus Herds on Ice", "", set(), {"walrus", "herd", "ice"}),
        ("Walrus herds on Svalbard ice", "", {"herd", "ice"}, {"walrus"}),
        ("Tusks: Walrus herds on Svalbard ice", "", {"herd", "ice"}, {"tusk", "walrus"}),
        ("Walrus Herds", "a herd", {"herd"}, set()),
        ("walrus Herds", "Ice", set(), set()),
    ],
    ids=["title case", "sentence case", "after a colon", "with an abstract", "with an abstract of one word"],
)
def test_a_title_alone_tells_words_from_names_only_inside_a_sentence(
    title: str, abstract: str, lower: set[str], undecided: set[str]
) -> None:
    found = find_candidates(title, abstract)

    columns = found.columns
    assert set(compress(found.words, columns.lower.tolist())) == lower
    assert set(compress(found.words, columns.undecided.tolist())) == undecided


def test_a_paper_is_bare_without_an_abstract() -> None:
    assert find_candidates("Walrus", "").is_bare
    assert not find_candidates("Walrus", "ice").is_bare
    assert not find_candidates("", "ice").is_bare
    assert not find_candidates("", "").is_bare
