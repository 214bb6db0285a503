"""The identity of a concept: what all of its spellings have in common."""

from collections.abc import Mapping

import numpy as np
import pytest
from tests.candidates import Words, identify, identities_of, make_candidates
from tests.case_tables import cases

from papertrace.counting import hash_whole
from papertrace.extract.concepts import find_candidates
from papertrace.model.papers.candidate import Candidate, CandidateKind, Candidates, Definition, join_plain
from papertrace.resolve.concepts import names
from papertrace.resolve.concepts.names import AcronymTable, identity_of

NAME, PHRASE, WORD = CandidateKind.NAME, CandidateKind.PHRASE, CandidateKind.WORD
LONGS = {"KV": "key value", "MoE": "mixture of expert"}


def item(key: str, kind: CandidateKind = PHRASE) -> Candidate:
    return Candidate(key=key, kind=kind, surfaces=(key,), n=1, in_title=False, first=0)


def paper(*items: Candidate, definitions: tuple[Definition, ...] = (), words: Words | None = None) -> Candidates:
    return make_candidates(items=items, definitions=definitions, words=words or Words())


def table(dominant: Mapping[str, str] | None = None, canonical: Mapping[str, str] | None = None) -> AcronymTable:
    return AcronymTable(dominant=dominant or {}, ambiguous={}, canonical=canonical or {})


@cases("key, kind, expected")
def test_spellings_of_one_thing_have_one_identity(key: str, kind: CandidateKind, expected: str) -> None:
    assert identity_of(key, kind, LONGS) == expected


@pytest.mark.parametrize(
    "end", ["ty", "sparsity", "se", "use", "base", "ing", "using", "sized", "e", "walrus", "caché"]
)
@pytest.mark.parametrize("start", ["a", "ab", "wal rus", "spar si", "ice"])
def test_the_hashes_of_phrases_are_those_of_their_identities(start: str, end: str) -> None:
    found = find_candidates("", f"We {start} {end}, {start}-{end} and {start}{end} {end}.").columns

    expected = hash_whole([join_plain(item.key) if item.identity else "" for item in found[0].items])
    assert found.rows.hashes.tolist() == np.where(found.rows.are_plain, expected, 0).tolist()
    assert found.joined.tolist() == hash_whole([item.key.replace(" ", "") for item in found[0].items]).tolist()


def test_the_long_form_of_the_corpus_is_expanded() -> None:
    assert identities_of(paper(item("KV cache")), table(LONGS)) == ["keyvaluecach"]


def test_a_papers_own_long_form_goes_before_that_of_the_corpus() -> None:
    own = paper(item("KV cache"), item("MoE layer"), item("KV", NAME), definitions=(Definition("KV", "kilo volt"),))

    assert identities_of(own, table(LONGS)) == ["kilovoltcach", "mixtureofexpertlayer", "kilovolt"]


def test_the_first_of_two_definitions_counts() -> None:
    twice = paper(item("KV cache"), definitions=(Definition("KV", "kilo volt"), Definition("KV", "knot vector")))

    assert identities_of(twice, table(LONGS)) == ["kilovoltcach"]


def test_spellings_that_are_merged_have_the_identity_of_the_best() -> None:
    meanings = table(canonical={"dataset": "corpus"})

    assert identities_of(paper(item("data set"), item("tusk tag")), meanings) == ["corpus", "tusktag"]


def test_a_full_cache_is_emptied_and_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "_MAX_CACHED", 2)
    meanings = table(LONGS)
    many = paper(*(item(f"{letter} cache") for letter in "abc"), item("a cache"))

    assert identities_of(many, meanings) == [identity_of(one.key, PHRASE, LONGS) for one in many.items]
    assert len(meanings.identities) <= 2


def test_candidates_are_grouped_in_order_of_first_occurrence_and_words_come_last() -> None:
    words = Words(["walrus", "tusk", "dataset"], ["Walrus", "tusk", "dataset"], n_title=1)
    own = paper(item("tusk tag"), item("data set"), item("tusk tag"), words=words)
    meanings = table(canonical={"walrus": "seal"})

    groups = identify(own, meanings, frozenset({"walrus", "dataset"}))

    assert [(identity, [one.key for one in group]) for identity, group in groups.items()] == [
        ("tusktag", ["tusk tag", "tusk tag"]),
        ("dataset", ["data set", "dataset"]),
        ("seal", ["walrus"]),
    ]


def test_candidates_of_a_text_have_one_identity_each() -> None:
    found = find_candidates("Walrus tracking", "Walrus tracking with a tusk tag.")

    assert len(identities_of(found, table())) == len(found.items)
