import json
from pathlib import Path

import pytest
from tests.candidates import build_vocabulary, select_concepts
from tests.corpora import build_concepts

from papertrace.extract.concepts import find_candidates, key_of
from papertrace.model import Concept
from papertrace.resolve.concepts.scoring import Reason
from papertrace.resolve.concepts.selection import MAX_CONCEPTS, describe_all, explain_concepts


def concepts(*papers: tuple[str, str]) -> list[list[str]]:
    return [[c.label for c in found] for found in build_concepts([find_candidates(*paper) for paper in papers])]


def test_an_empty_paper_has_no_concepts() -> None:
    assert concepts(("", "")) == [[]]


def test_one_paper_alone_still_has_concepts() -> None:
    (found,) = concepts(
        (
            "Speculative Sorting for Walrus-2",
            "Speculative sorting is slow. We make speculative sorting quick with an external merge sort (EMS).",
        )
    )
    assert found[0].casefold() == "speculative sorting"
    assert "Walrus-2" in found


def test_papers_share_a_concept_across_spellings() -> None:
    papers = [
        ("A", "We shrink the KV cache. Our mixture-of-experts (MoE) layers"),
        ("B", "Key-value caches are big. MoE is not."),
    ]
    one, other = build_concepts([find_candidates(*paper) for paper in papers])
    assert {c.key for c in one} & {c.key for c in other} == {"key value cache", "mixture of expert"}
    assert {c.surfaces for c in other} == {("Key-value caches",), ("MoE",)}


def test_an_acronym_of_two_senses_links_nothing() -> None:
    papers = [
        ("A", "With principal component analysis (PCA) we see. PCA is old."),
        ("B", "By pairwise comparison accuracy (PCA) we rank. PCA is new."),
    ]
    one, other = build_concepts([find_candidates(*paper) for paper in papers])
    assert one
    assert other
    assert not {c.key for c in one} & {c.key for c in other}


def test_two_senses_of_an_acronym_have_two_keys_without_their_long_forms() -> None:
    papers = [
        ("A", "Given the state of the mesh (SOM) we see. SOM is old, SOM."),
        ("B", "Given a song of many (SOM) we rank. SOM is new, SOM."),
    ]
    one, other = build_concepts([find_candidates(*paper) for paper in papers])
    assert not {c.key for c in one} & {c.key for c in other}


def test_a_decision_says_why() -> None:
    papers = [find_candidates("", "A novel method for the KV cache and one rare thing.")] * 2
    decisions = explain_concepts(papers[0], build_vocabulary(papers))
    reasons = {decision.label: decision.reason for decision in decisions}
    assert reasons["KV cache"] is Reason.KEPT
    assert reasons["novel method"] is Reason.GENERAL
    assert [d.concept for d in decisions if d.kept] == list(select_concepts(papers[0], build_vocabulary(papers)).best)


def test_a_papers_own_system_goes_last_until_another_paper_names_it() -> None:
    own = ("TuskKit: Walrus Tracking", "TuskKit is quick. TuskKit does walrus tracking with radar images by day.")
    other = ("Ice Radar", "We use radar images on ice floes.")
    naming = ("Sea Radar", "We compare with TuskKit on radar images.")

    def order(*papers: tuple[str, str]) -> list[str]:
        return concepts(*papers)[0]

    assert order(own, other).index("TuskKit") > order(own, other, naming).index("TuskKit")


def test_what_papers_share_goes_before_what_one_has_alone() -> None:
    (found, _) = concepts(
        ("", "Here is walrus tracking with a tusk tag, and walrus tracking with a tusk tag."),
        ("", "On a tusk tag."),
    )
    assert found == ["tusk tag", "walrus tracking"]


def test_a_fragment_of_a_longer_phrase_is_not_a_concept() -> None:
    (found,) = concepts(("Polar Walrus Herd Tracking", "We do it."))
    assert "Polar Walrus" not in found


def test_a_general_head_after_a_concept_makes_no_second_one() -> None:
    (found, _) = concepts(("", "A KV cache model and a KV cache."), ("", "The KV cache model of a KV cache."))
    assert found == ["KV cache"]


def test_a_concept_all_of_whose_words_are_in_better_ones_needs_a_score_of_its_own() -> None:
    text = "Sparse walrus attention is new. Walrus attention is old. Sparse attention is older. The walrus."
    papers = [find_candidates("Sparse walrus attention", text)]
    reasons = {one.label: one.reason for one in explain_concepts(papers[0], build_vocabulary(papers))}
    assert reasons["walrus attention"] is reasons["Sparse walrus attention"] is Reason.KEPT
    assert reasons["Sparse attention"] is Reason.NESTED


def test_a_general_word_of_two_chinese_characters_is_not_a_concept() -> None:
    papers = [
        ("注意力机制", "我们提出一种方法。这种方法使用注意力机制。"),
        ("知识图谱", "我们提出一种方法。这种方法使用知识图谱。"),
        ("注意力机制与知识图谱", "方法简单。"),
    ]
    for found in concepts(*papers):
        assert found
        assert "方法" not in found


@pytest.fixture(scope="module")
def seed_concepts(seed_texts: dict[str, str]) -> dict[str, tuple[Concept, ...]]:
    papers = [find_candidates(title, abstract) for title, abstract in seed_texts.items()]
    return dict(zip(seed_texts, build_concepts(papers), strict=True))


def test_no_paper_of_the_real_listings_has_more_than_eight(seed_concepts: dict[str, tuple[Concept, ...]]) -> None:
    assert max(len(found) for found in seed_concepts.values()) <= MAX_CONCEPTS


def test_pairs_of_the_real_listings(shared: Path, seed_concepts: dict[str, tuple[Concept, ...]]) -> None:
    found = wrong = n_sharing = n_others = 0
    for line in (shared / "gold" / "concept_pairs.jsonl").read_text("utf-8").splitlines():
        pair = json.loads(line)
        shared_keys = {c.key for c in seed_concepts[pair["a"]]} & {c.key for c in seed_concepts[pair["b"]]}
        if pair["share"]:
            n_sharing += 1
            found += bool(shared_keys)
        else:
            n_others += 1
            wrong += bool(shared_keys)
    assert found >= 0.95 * n_sharing, f"{found} of {n_sharing}"
    assert wrong <= 0.03 * n_others, f"{wrong} of {n_others}"


def test_recall_of_labelled_concepts(shared: Path, seed_concepts: dict[str, tuple[Concept, ...]]) -> None:
    def fold(text: str) -> str:
        return key_of(text).replace(" ", "").casefold()

    hits = total = 0
    for line in (shared / "gold" / "concepts.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        have = {fold(form) for c in seed_concepts[entry["title"]] for form in (c.key, c.label, *c.surfaces)}
        for concept in entry["concepts"]:
            total += 1
            hits += bool({fold(concept), *map(fold, entry["surface"].get(concept, []))} & have)
    assert hits >= 0.65 * total, f"{hits} of {total}"


def test_what_may_be_a_concept_is_described_in_order_of_keys_without_words_said_once() -> None:
    papers = [
        find_candidates("Walrus tracking", "Walrus tracking with a tusk tag. The walrus dives."),
        find_candidates("Tusk tags", "A tusk tag for walrus tracking in snow."),
    ]
    described = describe_all(papers[0], build_vocabulary(papers))

    assert [one.key for one in described] == sorted(one.key for one in described)
    assert {"walrus tracking", "tusk tag"} <= {one.key for one in described}
    assert "dive" not in {one.key for one in described}
    assert all(one.features and one.label and one.surfaces for one in described)


def test_a_single_word_of_titles_without_abstracts_may_be_a_concept() -> None:
    titles = ["Fluorescence and Order", "On Fluorescence", "The Order of Ice", "Fluorescence Order in Ice"]
    found = concepts(*((title, "") for title in titles))

    assert [labels.count("Fluorescence") for labels in found] == [1, 1, 0, 0]  # "Fluorescence Order" is the last one's


def test_a_term_called_after_a_name_is_a_concept_and_explained_as_one() -> None:
    paper = find_candidates("Tusks", "We bound tusks. They solve the Flimmer-Zorbin equation for tusks of all ages.")
    made = build_vocabulary([paper])

    assert "Flimmer-Zorbin equation" in [concept.label for concept in select_concepts(paper, made).best]
    reasons = [one.reason for one in explain_concepts(paper, made) if one.label == "Flimmer-Zorbin equation"]
    assert reasons == [Reason.KEPT]
