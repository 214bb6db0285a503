"""What holds of concepts by the papers that have them, and by how common they are in the fields of these."""

import math

import numpy as np
import pytest

from papertrace.background import FieldMix, load_background
from papertrace.graph.pairs.concept_facts import FREE_INFORMATION, SCALE, ConceptFacts, find_facts, mix_fields
from papertrace.model import Paper

COMPUTING = "neural network training of deep language models"


def paper(title: str, abstract: str = "") -> Paper:
    return Paper(id=title, title=title, abstract=abstract, entries=())


def facts_of(key: str, df: int = 2, n_papers: int = 100) -> ConceptFacts:
    return find_facts([key], np.array([df]), n_papers, mix_fields([paper(COMPUTING)] * 3, None))


def test_what_is_common_in_the_fields_of_the_papers_is_less_evidence() -> None:
    found = load_background().find("neural network")
    assert found is not None
    rate = load_background().rate_in(mix_fields([paper(COMPUTING)] * 3, None), found)
    unknown, common = facts_of("flimmer zorbin"), facts_of("neural network")

    assert unknown.evidence.tolist() == pytest.approx([-math.log(2 / 400) - FREE_INFORMATION])
    assert common.evidence.tolist() == pytest.approx([-math.log(rate) - FREE_INFORMATION])
    assert 0 < common.evidence[0] < unknown.evidence[0]
    assert unknown.steps.tolist() == [round(float(unknown.evidence[0]) * SCALE)]


def test_a_small_corpus_counts_for_a_hundred_papers() -> None:
    assert facts_of("flimmer zorbin", n_papers=10).evidence == facts_of("flimmer zorbin", n_papers=100).evidence
    assert facts_of("flimmer zorbin", n_papers=200).evidence > facts_of("flimmer zorbin", n_papers=100).evidence


def test_what_every_paper_has_and_a_kind_of_study_are_no_evidence() -> None:
    assert facts_of("flimmer zorbin", 100).evidence.tolist() == [0.0]
    assert facts_of("scoping review").evidence.tolist() == [0.0]


def test_the_fields_of_papers_are_those_of_their_titles_and_abstracts() -> None:
    whole, split = FieldMix(load_background()), mix_fields([paper("Neural NETWORK", "training of Deep models")], None)
    whole.add(["neural", "network", "training", "of", "deep", "models"])

    assert split == whole
    assert mix_fields([], None) == FieldMix(load_background())
