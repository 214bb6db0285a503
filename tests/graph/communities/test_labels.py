import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from papertrace.graph.communities import (
    UNLINKED,
    UNLINKED_NAME,
    CommunityLabel,
    find_fitting,
    label_communities,
    log_likelihood,
)
from papertrace.model import Paper

MakePaper = Callable[..., Paper]


def name_communities(papers: Sequence[Paper], of_paper: Sequence[int], strengths: Sequence[float]) -> dict[int, str]:
    return {community: label.name for community, label in label_communities(papers, of_paper, strengths).items()}


def test_log_likelihood_has_its_value_by_hand() -> None:
    # 3 of 4 papers inside have it, 1 of 6 outside: expected 1.6, 2.4, 2.4, 3.6 of 10.
    cells = 3 * math.log(3 / 1.6) + math.log(1 / 2.4) + math.log(1 / 2.4) + 5 * math.log(5 / 3.6)
    assert log_likelihood(3, 1, 4, 6) == pytest.approx(2 * cells)


def test_concept_that_is_rarer_inside_scores_below_zero() -> None:
    assert log_likelihood(1, 5, 4, 6) < 0


def test_concept_as_common_inside_as_outside_scores_nothing() -> None:
    assert log_likelihood(2, 3, 4, 6) == pytest.approx(0)


def test_name_is_what_the_community_has_and_the_others_have_not(make_paper: MakePaper) -> None:
    papers = [
        make_paper("a", "deep learning", "splatting", "rendering"),
        make_paper("b", "deep learning", "splatting", "rendering"),
        make_paper("c", "deep learning", "parsing"),
        make_paper("d", "deep learning", "parsing"),
        make_paper("e"),
    ]
    names = name_communities(papers, [0, 0, 1, 1, UNLINKED], [1.0] * 5)
    assert names[0] == "Splatting, Rendering"  # of papers on rendering, fewer say so in the title
    assert names[1].startswith("Parsing")
    assert names[UNLINKED] == UNLINKED_NAME


def test_what_less_than_a_third_of_a_community_has_does_not_name_it(make_paper: MakePaper) -> None:
    papers = [make_paper("a", "parsing", "tides"), make_paper("b", "parsing", "tides")]
    papers += [make_paper(key, "parsing", f"own {key}") for key in "cdefgh"]
    papers += [make_paper(key, "parsing", "salt") for key in "ijkl"]
    names = name_communities(papers, [0] * 8 + [1] * 4, [1.0] * 12)
    assert names == {0: "Parsing", 1: "Salt, Parsing"}


def test_concept_inside_another_is_not_named_beside_it(make_paper: MakePaper) -> None:
    papers = [make_paper(key, "gaussian splatting", "splatting", "views") for key in "ab"]
    papers += [make_paper(key, "x") for key in "cd"]
    assert name_communities(papers, [0, 0, 1, 1], [1.0] * 4)[0] == "Gaussian Splatting, Views"


def test_community_without_concepts_is_named_by_its_strongest_paper(make_paper: MakePaper) -> None:
    papers = [make_paper("a"), make_paper("b", title="Atlas: " + "long " * 30)]
    name = name_communities(papers, [0, 0], [1.0, 2.0])[0]
    assert name.startswith("Atlas: long")
    assert len(name) <= 48


def test_formulas_of_names_are_shown_in_plain_characters(make_paper: MakePaper) -> None:
    papers = [make_paper("a", r"$x_{0}$"), make_paper("b", r"$x_{0}$"), make_paper("c", title=r"$y^{2}$: A Ferry")]
    assert name_communities(papers, [0, 0, 1], [1.0, 1.0, 1.0]) == {0: "X₀", 1: "y²: A Ferry"}


def test_equal_names_are_numbered(make_paper: MakePaper) -> None:
    papers = [make_paper(key, "idea") for key in "abcdef"]
    names = name_communities(papers, [0, 0, 1, 1, 2, 2], [1.0] * 6)
    assert list(names.values()) == ["Idea", "Idea (2)", "Idea (3)"]


def test_concepts_that_few_papers_have_name_a_community_together(make_paper: MakePaper) -> None:
    keys = ["tides", "tides", "tides", "salt", "salt", "salt", "ice", "ice", "ice"]
    papers = [make_paper(f"a{number}", key, f"own {number}") for number, key in enumerate(keys)]
    papers += [make_paper(f"b{number}", "parsing") for number in range(5)]
    papers += [make_paper(f"a9{number}", f"own 9{number}") for number in range(2)]
    found = label_communities(papers, [0] * 9 + [1] * 5 + [0] * 2, [1.0] * 16)[0]
    # Each is in less than a third of the papers: two are enough for half of them.
    assert found.keys == {"ice", "salt"}


def test_a_label_of_less_than_a_third_of_the_papers_names_them_and_fits_none(make_paper: MakePaper) -> None:
    papers = [make_paper(f"p{number:02}", "tides" if number < 2 else f"own {number}") for number in range(12)]
    found = label_communities([*papers, make_paper("q", "salt")], [0] * 12 + [1], [2.0] + [1.0] * 12)
    assert found[0] == CommunityLabel("Tides")


def test_a_kind_of_study_is_no_label(make_paper: MakePaper) -> None:
    papers = [make_paper(key, "scoping review", "tides") for key in "ab"] + [make_paper("c", "salt")]
    assert name_communities(papers, [0, 0, 1], [1.0] * 3)[0] == "Tides"


def test_a_paper_fits_if_it_has_a_concept_of_the_label(make_paper: MakePaper) -> None:
    papers = [make_paper("a", "tides"), make_paper("b"), make_paper("c"), make_paper("d"), make_paper("e", "tides")]
    labels = {
        0: CommunityLabel("Tides", frozenset({"tides"})),
        1: CommunityLabel("Title of d"),
        -1: CommunityLabel("x"),
    }
    fits = find_fitting(papers, np.array([0, 0, 0, 1, -1]), labels)
    assert fits == [True, False, False, False, False]
