"""Which of the concepts that two papers share are a reason to link them."""

from collections.abc import Sequence

import numpy as np
from tests.case_tables import cases
from tests.terms import count_titles

from papertrace.graph.collecting import collect_papers
from papertrace.graph.pairs.concepts import MIN_CHANCE, Reason, ReasonFinder, choose_reasons, find_near_papers
from papertrace.graph.pairs.texts import find_nearest_texts, vectorise
from papertrace.model import Concept, Paper

OTHERS = ("ropes of hemp", "salt marsh birds", "copper smelting", "wool dyes", "church bells", "barley beer")


def concept(key: str, n: int = 3) -> Concept:
    return Concept(key=key, label=key.capitalize(), n=n)


def listing(*papers: tuple[str, Sequence[Concept]], minor: Sequence[Concept] = ()) -> list[Paper]:
    """Return papers with titles and concepts, and others that share nothing; the first one also has minor concepts."""
    made = [*papers, *((title, ()) for title in OTHERS)]
    return [
        Paper(
            id=f"p{number:02}",
            title=title,
            abstract="",
            entries=(),
            concepts=tuple(concepts),
            minor_concepts=() if number else tuple(minor),
        )
        for number, (title, concepts) in enumerate(made)
    ]


def share(papers: Sequence[Paper], first: int = 0, second: int = 1) -> list[Reason]:
    finder = ReasonFinder(collect_papers(papers, None, None).concepts, vectorise(list(count_titles(papers))))
    return finder.share(np.array([first]), np.array([second])).of_pair(0)


def test_the_subject_of_papers_that_are_alike_is_a_reason_and_its_label_is_told() -> None:
    papers = listing(("walrus tusk carving", [concept("walrus tusk")]), ("walrus tusk trade", [concept("walrus tusk")]))

    (found,) = share(papers)

    assert (found.key, found.label, found.df) == ("walrus tusk", "Walrus tusk", 2)
    assert MIN_CHANCE < found.chance < 1
    assert choose_reasons([found]) == ["Walrus tusk"]


def test_what_is_said_in_passing_is_less_of_a_reason() -> None:
    chances = []
    for n in (1, 5):
        papers = listing(("walrus tusk carving", [concept("ivory", 5)]), ("walrus tusk trade", [concept("ivory", n)]))
        chances.append(share(papers)[0].chance)
    assert chances[0] < chances[1]


def test_what_papers_that_have_nothing_else_in_common_have_is_less_of_a_reason() -> None:
    ivory = [concept("ivory")]
    alone = listing(("walrus tusk carving", ivory), ("walrus tusk trade", ivory))
    scattered = listing(
        ("walrus tusk carving", ivory), ("walrus tusk trade", ivory), ("glass beads", ivory), ("amber roads", ivory)
    )
    assert share(scattered)[0].chance < share(alone)[0].chance


def test_a_kind_of_study_is_no_reason() -> None:
    review = [concept("scoping review")]
    papers = listing(("walrus tusk carving", review), ("walrus tusk trade", review))
    assert share(papers)[0].chance == 0


def test_only_concepts_that_are_among_the_best_of_both_are_shared() -> None:
    papers = listing(("walrus tusk carving", []), ("walrus tusk trade", [concept("ivory")]), minor=[concept("ivory")])
    assert share(papers) == []


def test_papers_that_share_nothing_have_no_reason() -> None:
    assert share(listing(("walrus tusk carving", [concept("ivory")])), 0, 3) == []


@cases("keys, chosen")
def test_a_part_of_a_longer_concept_is_not_shown_beside_it(keys: list[str], chosen: list[str]) -> None:
    assert choose_reasons([Reason(key, key.capitalize(), 0.9, 2) for key in keys]) == chosen


def test_a_part_of_a_longer_concept_that_is_no_good_reason_is_none_either() -> None:
    assert choose_reasons([Reason("cov-2", "CoV-2", 0.9, 2), Reason("sars-cov-2", "SARS-CoV-2", 0.1, 9)]) == []


def test_of_many_papers_with_a_concept_some_are_compared() -> None:
    tide = [concept("tide")]
    papers = listing(*((f"tide gauge{number % 7}", tide) for number in range(90)))
    found = share(papers, 3, 80)
    assert (found[0].df, found[0].chance > 0) == (90, True)


def test_no_papers_have_no_pairs() -> None:
    texts = vectorise([])
    near = find_near_papers(collect_papers([], None, None).concepts, texts, find_nearest_texts(texts))
    assert (near.n_increments, near.n_items, near.n_shared, near.frequency_cap) == (0, 0, 0, 0)
