import pytest

from papertrace.extract.concepts.candidates import find_candidates
from papertrace.model.papers.candidate import CandidateKind
from papertrace.resolve.concepts.acronyms import count_definitions, resolve_acronyms
from papertrace.resolve.concepts.identities import identity_of
from papertrace.resolve.concepts.passes import count_candidates
from papertrace.resolve.concepts.scoring import Reason, is_general_phrase
from papertrace.resolve.concepts.vocabulary import Vocabulary, build_vocabulary, decide_vocabulary


def vocabulary(*abstracts: str) -> Vocabulary:
    return build_vocabulary([find_candidates("", abstract) for abstract in abstracts])


def labels(found: Vocabulary) -> set[str]:
    return {term.label for term in found.terms.values()}


def test_no_papers_have_no_vocabulary() -> None:
    found = vocabulary()
    assert (found.n_papers, found.terms, found.refused) == (0, {}, {})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("micro kernel", "microkernel"),
        ("key-value cache", "key value caches"),
        ("block sparsity", "block-sparse"),
        ("data parallelism", "data-parallel"),
        ("Flash Attention", "FlashAttention"),
        ("linear modelling", "linear modeling"),
    ],
    ids=["joined", "hyphen and plural", "adjective", "-ism", "camel case", "British"],
)
def test_variants_are_one_identity(one: str, other: str) -> None:
    def identity(text: str) -> set[str]:
        found = find_candidates("", f"the {text} is")
        longest = max(
            [*found.items, *found.words.candidates({*found.words.keys} - {""})], key=lambda item: len(item.surfaces[0])
        )
        return {identity_of(longest.key, longest.kind, {})}

    assert identity(one) == identity(other)


@pytest.mark.parametrize(("one", "other"), [("BLaST", "BLAST"), ("CompAct", "compact")], ids=["capitals", "word"])
def test_names_that_differ_in_case_are_two(one: str, other: str) -> None:
    kinds = [CandidateKind.NAME if text != text.lower() else CandidateKind.WORD for text in (one, other)]
    assert identity_of(one, kinds[0], {}) != identity_of(other, kinds[1], {})


@pytest.mark.parametrize(
    "phrase",
    [
        "novel method",
        "state of the art",
        "better performance",
        "wide range",
        "case study",
    ],
)
def test_general_phrases_are_refused(phrase: str) -> None:
    found = vocabulary(*[f"We have the {phrase}."] * 3)
    assert found.terms == {}


@pytest.mark.parametrize(
    "phrase",
    ["mixture-of-experts", "KV cache", "speculative decoding", "low-rank matrix", "C++", "N:M", "code generation"],
)
def test_topics_are_kept(phrase: str) -> None:
    assert phrase in labels(vocabulary(*[f"We have the {phrase}. The {phrase} is ours."] * 3))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("purring; motor purring, then purring", True),
        ("of purring", False),
        ("by purring cats; purring lions", False),
        ("operate here; operate there", False),
    ],
    ids=["in bursts", "said once", "a verb in -ing", "a word of every field"],
)
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


def test_digits_alone_make_no_phrase() -> None:
    assert is_general_phrase(["8"])
