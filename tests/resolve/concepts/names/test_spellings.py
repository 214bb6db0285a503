from collections import defaultdict
from pathlib import Path

import pytest
from tests.candidates import make_candidates
from tests.case_tables import cases
from tests.corpora import build_concepts

from papertrace.extract.concepts import find_candidates, parse_terms
from papertrace.model.papers.candidate import Candidate, CandidateKind, Candidates
from papertrace.model.papers.facts import Terms
from papertrace.pipeline.papers import extract_papers
from papertrace.resolve.concepts.names import Spellings, find_namesakes, fold_label, is_same_sense

NAME, PHRASE, PROPER = CandidateKind.NAME, CandidateKind.PHRASE, CandidateKind.PROPER


def labels(*texts: tuple[str, str], ignored: str = "") -> list[list[str]]:
    terms = Terms(ignored=parse_terms([ignored], "i.txt")) if ignored else None
    found = build_concepts([find_candidates(*text) for text in texts], terms=terms)
    return [[concept.label for concept in one] for one in found]


def keys(*texts: tuple[str, str]) -> list[set[str]]:
    return [{concept.key for concept in one} for one in build_concepts([find_candidates(*text) for text in texts])]


@cases("one, other")
def test_spellings_of_one_thing_are_one_concept(one: str, other: str) -> None:
    first, second = keys((f"Walrus {one}", f"With {one} and {one}."), (f"Tusk {other}", f"By {other} and {other}."))
    assert first & second


def test_systems_that_two_papers_name_alike_but_for_capitals_stay_two() -> None:
    first, second = keys(
        ("SeDi: walrus herds", "We present SeDi. SeDi counts."), ("SEDI: tusks", "We present SEDI. SEDI counts.")
    )
    assert not first & second


@pytest.mark.parametrize(
    ("one", "other"),
    [("graphics processing unit", "graphic processor unit"), ("convolutional network", "convolution network")],
)
def test_long_forms_that_differ_in_endings_have_one_sense(one: str, other: str) -> None:
    assert is_same_sense("XYZ", one, other)


def test_long_forms_of_other_words_have_two_senses() -> None:
    assert not is_same_sense("TLN", "transfer learning network", "transformer layer norm")


@pytest.mark.parametrize("term", ["GPU", "gpu", "GPUs", "graphics processing unit", "Graphics-Processing Units"])
def test_an_ignored_term_is_gone_under_every_spelling(term: str) -> None:
    texts = [
        ("Walrus counts on GPU", "The graphics processing unit (GPU) counts; the GPU is quick."),
        ("Tusk counts on GPUs", "A graphic processor unit (GPU) counts. GPUs, GPUs."),
        ("Herd counts by GPU", "GPU and GPU."),
    ]
    for found in labels(*texts, ignored=term):
        assert not {fold_label(label) for label in found} & {"gpu", "graphicsprocessingunit", "graphicprocessorunit"}


@pytest.mark.slow
def test_no_listing_has_two_concepts_whose_labels_fold_alike(shared: Path) -> None:
    for path in sorted((shared / "data" / "wild").iterdir()):
        if path.name == "README.md":
            continue
        papers = list(extract_papers(path, on_problem=lambda _: None))
        own = {fold_label(paper.title.partition(":")[0]) for paper in papers}
        found = defaultdict(set)
        for paper in papers:
            for concept in (*paper.concepts, *paper.minor_concepts):
                found[fold_label(concept.label)].add(concept.key)
        twice = {label: sorted(keys) for label, keys in found.items() if len(keys) > 1 and label not in own}
        assert twice == {}, path.name


def test_a_longer_phrase_of_one_paper_does_not_hide_the_shared_one() -> None:
    found = labels(
        ("KV cache rematerialization", "KV cache rematerialization is quick. KV cache rematerialization."),
        ("A paged KV cache", "The KV cache is paged. KV cache pages."),
        ("Eviction from a KV cache", "We evict from the KV cache."),
    )
    assert all("KV cache" in one for one in found)


def test_a_second_sense_of_an_acronym_is_shown_as_its_long_form() -> None:
    found = labels(
        ("Hashing for WNN Search", "The walrus nearest neighbour (WNN) is a search. WNN search is hashing, and WNN."),
        ("Pruning of a WNN", "We prune wavelet neural networks (WNNs). A wavelet neural network (WNN) is pruned."),
    )
    shown = {label for one in found for label in one}
    assert "WNN" not in found[0] or "WNN" not in found[1]
    assert len({fold_label(label) for label in shown}) == len(shown)


def test_a_word_of_general_english_is_not_a_concept_beside_a_name_of_the_same_letters() -> None:
    sizes = ("size", "age", "shape")
    texts = [(f"Snow {one} of the glacier", "The glacier has snow. A glacier sings.") for one in sizes]
    assert any("glacier" in one for one in labels(*texts))
    assert not any("glacier" in one for one in labels(*texts, ("GLACIER: counts of herds", "GLACIER counts herds.")))


def test_capitalised_words_that_differ_in_number_are_one_concept() -> None:
    found = labels(
        ("Herds", "We count the herds of the Norwegian. In a Norwegian herd there are tusks. A Norwegian sings."),
        ("Tusks", "We count the tusks of the Norwegians. In a herd, Norwegians sing. All Norwegians count."),
    )
    shown = {label for one in found for label in one}
    assert len({fold_label(label) for label in shown}) == len(shown)


def paper(*items: tuple[str, CandidateKind], plain: tuple[str, ...] = (), own: tuple[str, ...] = ()) -> Candidates:
    """Return a paper with names and phrases with capitals, with phrases in lower case, and with names of its own."""
    spelled = [
        Candidate(key=key, kind=kind, surfaces=(key,), n=1, in_title=False, first=0, identity=identity)
        for key, kind, identity in (
            *((key, kind, "") for key, kind in items),
            *((key, PHRASE, key.replace(" ", "")) for key in plain),
        )
    ]
    return make_candidates(items=tuple(spelled), own_names=frozenset(own))


def merged(*papers: Candidates, longs: dict[str, str] | None = None) -> dict[str, str]:
    """Return the identities that are merged, checking that the papers may be counted in parts."""
    found, parts = Spellings(), Spellings()
    for one in papers:
        found.add(one.columns)
        part = Spellings()
        part.add(one.columns)
        parts.merge(part)
    assert parts.resolve(longs or {}) == found.resolve(longs or {})
    return found.resolve(longs or {})


def test_one_spelling_is_merged_with_nothing() -> None:
    assert merged(paper(("ZorbNet", NAME)), paper(("ZorbNet", NAME)), paper(plain=("tusk tag",))) == {}
    assert merged(paper(("Zorb Tag", PHRASE)), paper(("zorb tag", PHRASE))) == {}


@cases("one, other, expected", named=True)
def test_spellings_that_fold_alike_are_merged_into_the_fold(
    one: tuple[str, CandidateKind], other: tuple[str, CandidateKind], expected: dict[str, str]
) -> None:
    assert merged(paper(one), paper(other)) == expected
    assert merged(paper(other, one)) == expected


def test_a_name_is_merged_with_the_phrase_in_lower_case() -> None:
    assert merged(paper(("ZORB-Net", NAME)), paper(plain=("zorb net",))) == {"ZORB-Net": "zorbnet"}
    assert merged(paper(("ZORB-Net", NAME)), paper(plain=("zorb nets",))) == {}


def test_systems_of_two_papers_are_not_merged_and_two_spellings_of_one_papers_own_are() -> None:
    first, second = paper(("SeDi", NAME), own=("SeDi",)), paper(("SEDI", NAME), own=("SEDI",))

    assert merged(first, second) == {}
    assert merged(first, paper(("SEDI", NAME))) == {"SeDi": "sedi", "SEDI": "sedi"}
    assert merged(paper(("SeDi", NAME), ("SEDI", NAME), own=("SeDi", "SEDI"))) == {"SeDi": "sedi", "SEDI": "sedi"}


def test_a_name_that_is_an_english_word_is_merged_with_names_only() -> None:
    names = [paper(("MInd", NAME)), paper(("MIND", NAME)), paper(("MIND", NAME)), paper(("Mind", PROPER))]

    assert merged(*names) == {"MInd": "MIND"}


def test_english_words_with_capitals_that_differ_in_number_are_merged_into_the_commonest() -> None:
    words = [paper(("Norwegians", PROPER)), paper(("Norwegians", PROPER)), paper(("Norwegian", PROPER))]

    assert merged(*words) == {"Norwegian": "Norwegians"}


def test_spellings_of_an_acronym_are_merged_into_its_long_form() -> None:
    longs = {"ZoNe": "zorb network"}

    found = merged(paper(("ZoNe", NAME)), paper(("ZONE", NAME), ("Zo-Ne", NAME)), longs=longs)
    english = merged(paper(("MInd", NAME)), *[paper(("MIND", NAME))] * 2, longs={"MInd": "zorb network"})

    assert {found["ZONE"], found["Zo-Ne"]} == {"zorbnetwork"}
    assert english == {"MIND": "zorbnetwork"}


def test_namesakes_are_names_that_are_english_words() -> None:
    names = [("MIND", NAME), ("ZORB", NAME), ("Norwegian", PROPER), ("river", PHRASE)]

    assert find_namesakes(names) == {"mind"}
