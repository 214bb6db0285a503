"""Parts of longer phrases, and of the paper's own name."""

import numpy as np
import pytest
from tests.candidates import make_candidates
from tests.case_tables import cases

from papertrace.model.papers.candidate import Candidate, CandidateKind, Definition
from papertrace.resolve.concepts.names import AcronymTable, group_candidates
from papertrace.resolve.concepts.selection import OwnNames, Phrases, find_fragments
from papertrace.resolve.concepts.vocabulary import Term

NAME, PHRASE, PROPER, WORD = CandidateKind.NAME, CandidateKind.PHRASE, CandidateKind.PROPER, CandidateKind.WORD


def candidate(key: str, kind: CandidateKind = PHRASE, *, n: int = 1) -> Candidate:
    return Candidate(key=key, kind=kind, surfaces=(key,), n=n, in_title=False, first=0)


def term(key: str, kind: CandidateKind = PHRASE, *, df: int = 1, is_acronym: bool = False) -> Term:
    return Term(key.replace(" ", ""), key, key, kind, df, is_acronym=is_acronym)


def has(key: str, kind: CandidateKind, *own_names: str, definitions: tuple[Definition, ...] = ()) -> bool:
    names = OwnNames(make_candidates(own_names=frozenset(own_names), definitions=definitions))
    return names.has(term(key, kind), [(WORD, "other"), (kind, key)])


def is_fragment(one: Term, item: Candidate, *others: Candidate, definitions: tuple[Definition, ...] = ()) -> bool:
    columns = make_candidates(items=(item, *others), definitions=definitions).columns
    groups = group_candidates(columns, AcronymTable(dominant={}, ambiguous={}), frozenset())
    return find_fragments(groups, np.array([0]), [one])[0]


@cases("key, kind, own_name, expected")
def test_a_papers_own_name_includes_its_words_and_phrases_with_a_name_of_one_word(
    key: str, kind: CandidateKind, own_name: str, *, expected: bool
) -> None:
    assert has(key, kind, own_name) is expected
    assert not has(key, kind)


def test_the_long_form_of_a_papers_own_name_is_its_own() -> None:
    definitions = (Definition("KV", "key value"), Definition("TK", "walrus tracking kit"))

    assert has("walrus tracking kit", PHRASE, "tk", definitions=definitions)
    assert not has("key value", PHRASE, "tk", definitions=definitions)


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (term("walrus tag"), True),
        (term("walrus tag", df=2), False),
        (term("Walrus", NAME), False),
        (term("walrus tag", is_acronym=True), False),
    ],
    ids=["a phrase", "of two papers", "a name", "a long form"],
)
def test_only_a_phrase_of_one_paper_may_be_a_fragment(one: Term, *, expected: bool) -> None:
    item = candidate(one.key, one.kind)._replace(final=False)

    assert is_fragment(one, item) is expected


@cases("key, n, longer, n_longer, expected", named=True)
def test_a_fragment_never_occurs_without_the_rest(
    key: str, n: int, longer: str, n_longer: int, *, expected: bool
) -> None:
    assert is_fragment(term(key), candidate(key, n=n), candidate(longer, n=n_longer)) is expected


def test_a_phrase_that_is_the_end_of_a_longer_one_as_well_as_its_beginning_is_no_fragment() -> None:
    assert not is_fragment(term("ice core"), candidate("ice core"), candidate("ice core ice core", n=4))


@pytest.mark.parametrize(
    ("n", "is_final", "expected"),
    [(1, False, True), (2, False, False), (1, True, False)],
    ids=["once, before a noun", "twice, before nouns", "once, at the end"],
)
def test_a_phrase_said_once_before_another_noun_is_a_fragment(n: int, *, is_final: bool, expected: bool) -> None:
    item = candidate("sparse matrix", n=n)._replace(final=is_final)

    assert is_fragment(term("sparse matrix"), item) is expected


@pytest.mark.parametrize(("long", "expected"), [("sparse matrix vector", True), ("sparse matrixes", False)])
def test_a_part_of_a_long_form_is_a_fragment_however_often_it_occurs(long: str, *, expected: bool) -> None:
    definitions = (Definition("W", "walrus"), Definition("SMV", long))
    item = candidate("sparse matrix", n=9)

    assert is_fragment(term("sparse matrix"), item, definitions=definitions) is expected


@cases("keys, expected")
def test_a_word_begins_a_part_of_a_phrase_unless_it_is_its_end(keys: tuple[str, ...], *, expected: bool) -> None:
    phrases = Phrases(make_candidates(items=tuple(map(candidate, keys))))

    assert phrases.begin_with("tusk") is expected
