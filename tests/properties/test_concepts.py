from hypothesis import given
from hypothesis import strategies as st
from tests.candidates import build_vocabulary, select_concepts
from tests.corpora import build_concepts

from papertrace.extract.concepts import find_candidates, key_of
from papertrace.extract.text.folding import fold_word
from papertrace.extract.text.tokens import split_sentences
from papertrace.resolve.concepts.selection import explain_concepts

WORDS = st.sampled_from(
    (
        *("the", "of", "KV", "cache", "key-value", "MoE", "mixture-of-experts", "Mamba-2", "(SSM)", "model,", "novel."),
        *(
            "state-space",
            "C++",
            "N:M",
            "$x^2$",
            "\\emph{it}",
            "https://example.org/a",
            "3times",
            "sparse",
            "matrices",
            "é",
        ),
    )
)
TEXTS = st.lists(WORDS, max_size=30).map(" ".join) | st.text(max_size=80)
PAPERS = st.lists(st.tuples(TEXTS, TEXTS), max_size=5)


@given(st.text(max_size=30))
def test_folding_words_twice_changes_nothing(word: str) -> None:
    assert fold_word(fold_word(word)) == fold_word(word)


@given(TEXTS)
def test_sentences_are_in_order_and_hold_every_visible_character(text: str) -> None:
    spans = split_sentences(text)
    assert all(start < end for start, end in spans)
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())


@given(PAPERS)
def test_concepts_ignore_the_order_of_papers(papers: list[tuple[str, str]]) -> None:
    candidates = [find_candidates(*paper) for paper in papers]
    assert build_concepts(candidates[::-1]) == build_concepts(candidates)[::-1]


@given(PAPERS)
def test_concepts_are_few_distinct_and_printed_in_the_paper(papers: list[tuple[str, str]]) -> None:
    for found in build_concepts([find_candidates(*paper) for paper in papers]):
        assert len(found) <= 8
        assert len({concept.key for concept in found}) == len(found)
        assert all(concept.label and concept.surfaces for concept in found)


@given(PAPERS)
def test_what_is_left_out_before_it_is_judged_would_be_rejected(papers: list[tuple[str, str]]) -> None:
    candidates = [find_candidates(*paper) for paper in papers]
    vocabulary = build_vocabulary(candidates)
    for paper in candidates:
        decisions = explain_concepts(paper, vocabulary)
        assert [one.concept for one in decisions if one.kept] == list(select_concepts(paper, vocabulary).best)


@given(TEXTS)
def test_a_key_is_never_padded(text: str) -> None:
    assert key_of(text) == key_of(text).strip()
