"""The weights of terms in the texts of papers."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.terms import count_titles

from papertrace.graph.pairs.texts import LOCAL_SCALE, TITLE_FACTOR, TermCounts, hash_phrases
from papertrace.model import Concept, Paper


def count(*papers: tuple[str, list[Concept]]) -> TermCounts:
    (counted,) = count_titles(
        Paper(id=title, title=title, abstract="", entries=(), concepts=tuple(concepts)) for title, concepts in papers
    )
    return counted


def concept(key: str, n: int = 1) -> Concept:
    return Concept(key=key, label=key, n=n)


def weights_of(counted: TermCounts, number: int) -> dict[int, int]:
    """Return the weights of the terms of one paper, by their hashes."""
    start, end = np.cumsum([0, *counted.sizes])[number : number + 2].tolist()
    terms = counted.distinct[counted.terms[start:end]].tolist()
    assert len(set(terms)) == len(terms)
    return dict(zip(terms, counted.weights[start:end].tolist(), strict=True))


@pytest.mark.parametrize("n", [0, 1, 2, 254, 255, 256, 10**6, 10**15])
def test_a_concept_weighs_the_logarithm_of_its_count_however_large(n: int) -> None:
    logarithm = 1 + math.log(n) if n else 0.0
    word, phrase = hash_phrases(["floe", "ice floe"]).tolist()

    weights = weights_of(count(("walrus", [concept("floe", n), concept("Ice Floe", n)])), 0)

    assert weights[word] == round(logarithm * LOCAL_SCALE)
    assert weights[phrase] == round(logarithm * LOCAL_SCALE)


def test_a_word_of_the_title_weighs_more() -> None:
    once, twice = hash_phrases(["walrus", "tusk"]).tolist()

    weights = weights_of(count(("walrus tusk tusk", [])), 0)

    assert weights == {
        once: round(TITLE_FACTOR * LOCAL_SCALE),
        twice: round((1 + math.log(2)) * TITLE_FACTOR * LOCAL_SCALE),
    }


def test_a_concept_that_a_text_says_is_not_added_whatever_its_place_among_the_terms() -> None:
    words = ["walrus", "tusk", "floe", "kelp", "moraine"]
    for word in words:
        counted = count(("ice", []), (word, [concept(word, 9)]), (" ".join(words), [concept(word, 9)]))

        assert counted.sizes.tolist() == [1, 1, 5]
        assert set(counted.weights.tolist()) == {round(TITLE_FACTOR * LOCAL_SCALE)}


def test_a_concept_in_the_title_is_there_if_the_text_does_not_say_another_one() -> None:
    titled = replace(concept("floe"), in_title=True)

    weights = weights_of(count(("walrus", [titled])), 0)

    assert set(weights.values()) == {round(TITLE_FACTOR * LOCAL_SCALE)}


def test_no_papers_and_no_words_have_no_terms() -> None:
    assert count().sizes.tolist() == []
    assert count(("", [])).sizes.tolist() == [0]
    assert count(("", [concept("floe")])).sizes.tolist() == [1]
