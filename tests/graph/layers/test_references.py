import math
from collections.abc import Callable
from typing import get_args

import pytest
from tests.case_tables import cases

from papertrace.graph.layers import link_references
from papertrace.graph.settings import GraphSettings, ReferenceWeight
from papertrace.model import Edge, EdgeKind, Identifiers, Mention, Paper, Span

MakePaper = Callable[..., Paper]


def _link(*papers: Paper) -> dict[EdgeKind, list[Edge]]:
    layers: dict[EdgeKind, list[Edge]] = {}
    for edge in link_references(papers, 2.0, GraphSettings()).edges:
        layers.setdefault(edge.kind, []).append(edge)
    return layers


def test_papers_without_references_are_not_linked(make_paper: MakePaper) -> None:
    assert _link(make_paper("a"), make_paper("b")) == {}


@cases("reference", named=True)
def test_citation_finds_the_paper_by_any_of_its_names(make_paper: MakePaper, reference: str) -> None:
    identifiers = Identifiers(arxiv="2501.00002", doi="10.1000/xyz")
    cited = make_paper("b", title="Cited\n Work", date="2019-05", identifiers=identifiers)
    layers = _link(make_paper("a", references=(reference,)), cited)
    (edge,) = layers[EdgeKind.CITATION]
    assert (edge.source, edge.target, edge.weight, edge.evidence) == ("a", "b", 2.0, ("cites Cited Work (2019)",))


def test_a_cited_paper_without_a_title_is_named_by_the_reference(make_paper: MakePaper) -> None:
    layers = _link(make_paper("a", references=("b",)), make_paper("b", title=""))
    assert layers[EdgeKind.CITATION][0].evidence == ("cites b",)


def test_the_sentence_that_names_a_cited_paper_is_evidence(make_paper: MakePaper) -> None:
    mention = Mention(target="b", surface="Sys", sentence="We build on Sys.", span=Span("x", 1))
    layers = _link(make_paper("a", references=("b",), mentions=(mention,)), make_paper("b", title="Sys: A System"))
    assert layers[EdgeKind.CITATION][0].evidence == ("cites Sys: A System", "We build on Sys.")


def test_a_work_outside_is_named_by_the_title_that_one_of_its_papers_knows(make_paper: MakePaper) -> None:
    cited = (("doi:10.1000/ELSEWHERE", "A Classic (1999)"),)
    shared = ("doi:10.1000/elsewhere",)
    layers = _link(make_paper("a", references=shared, cited=cited), make_paper("b", references=shared))
    assert layers[EdgeKind.COUPLING][0].evidence == ("A Classic (1999)",)


def test_paper_that_cites_itself_makes_no_edge(make_paper: MakePaper) -> None:
    assert _link(make_paper("a", references=("a",))) == {}


def test_papers_cited_together_are_linked_by_the_citing_papers(make_paper: MakePaper) -> None:
    layers = _link(make_paper("a"), make_paper("b"), make_paper("c", title="Survey", references=("a", "b")))
    (edge,) = layers[EdgeKind.CO_CITATION]
    assert (edge.source, edge.target, edge.evidence) == ("a", "b", ("Survey",))
    assert edge.weight == pytest.approx(2.0)


def test_citing_paper_without_a_title_is_named_by_its_id(make_paper: MakePaper) -> None:
    layers = _link(make_paper("a"), make_paper("b"), make_paper("c", title="\r", references=("a", "b")))
    assert layers[EdgeKind.CO_CITATION][0].evidence == ("c",)


def test_papers_that_cite_the_same_are_coupled_by_it(make_paper: MakePaper) -> None:
    shared = ("doi:10.1000/elsewhere", "c")
    layers = _link(
        make_paper("a", references=shared), make_paper("b", references=shared), make_paper("c", title="Cited Work")
    )
    (edge,) = layers[EdgeKind.COUPLING]
    assert (edge.source, edge.target, edge.evidence) == ("a", "b", ("Cited Work", "doi:10.1000/elsewhere"))
    assert edge.weight == pytest.approx(4.0)


def test_papers_that_cite_each_other_have_an_edge_each_way(make_paper: MakePaper) -> None:
    layers = _link(make_paper("a", references=("b",)), make_paper("b", references=("a",)))
    assert [(edge.source, edge.target) for edge in layers[EdgeKind.CITATION]] == [("a", "b"), ("b", "a")]


def test_a_work_that_everybody_cites_does_not_couple_everybody(make_paper: MakePaper) -> None:
    papers = [make_paper(f"p{n:02}", references=("doi:10.1/all", f"doi:10.1/{n // 4}")) for n in range(40)]
    found = link_references(papers, 2.0, GraphSettings())
    layer = found.layers[EdgeKind.COUPLING]
    assert layer.totals.n_edges == 40 * 39 / 2
    # Ten groups of four that share a second work, 6 edges each, and edges between the groups.
    assert len(found.edges) < 80
    of_groups = [edge for edge in found.edges if len(edge.evidence) == 2]
    assert len(of_groups) == 60


def test_without_a_rule_all_couplings_stay(make_paper: MakePaper) -> None:
    papers = [make_paper(f"p{n:02}", references=("doi:10.1/all",)) for n in range(20)]
    assert len(link_references(papers, 2.0, GraphSettings(pruning="none")).edges) == 190


def _weights(papers: list[Paper], kind: EdgeKind, weight: ReferenceWeight) -> dict[tuple[str, str], float]:
    settings = GraphSettings(pruning="none", reference_weight=weight)
    found = link_references(papers, 2.0, settings).edges
    return {(edge.source, edge.target): edge.weight for edge in found if edge.kind is kind}


def test_coupling_by_fractional_counting_has_its_value_by_hand(make_paper: MakePaper) -> None:
    # "x" is cited by two papers and "y" by three; the lists have 2, 4 and 1 works, 7/3 in the mean.
    papers = [
        make_paper("a", references=("x", "y")),
        make_paper("b", references=("x", "y", "v", "w")),
        make_paper("c", references=("y",)),
    ]
    weights = _weights(papers, EdgeKind.COUPLING, "fractional")
    unit = 2.0 * 7 / 3
    assert weights[("a", "b")] == pytest.approx(unit * (1 + 1 / 2) / math.sqrt(2 * 4))
    assert weights[("a", "c")] == pytest.approx(unit * (1 / 2) / math.sqrt(2 * 1))
    assert weights[("b", "c")] == pytest.approx(unit * (1 / 2) / math.sqrt(4 * 1))


def test_a_very_long_list_couples_less_than_a_short_one(make_paper: MakePaper) -> None:
    papers = [
        make_paper("a", references=("x", "y", "z")),
        make_paper("b", references=("x", "y", "z")),
        make_paper("survey", references=("x", "y", "z", *(f"doi:10.5555/{n}" for n in range(300)))),
    ]
    of_idf2, of_fractions = (_weights(papers, EdgeKind.COUPLING, weight) for weight in ("idf2", "fractional"))
    assert of_idf2["a", "b"] == of_idf2["a", "survey"]
    assert of_fractions["a", "b"] > 9 * of_fractions["a", "survey"]


def test_a_very_cited_work_couples_less_than_a_rare_one(make_paper: MakePaper) -> None:
    papers = [make_paper(f"p{n:02}", references=("x", "y") if n < 2 else ("x", f"doi:10.5555/{n}")) for n in range(40)]
    weights = _weights(papers, EdgeKind.COUPLING, "fractional")
    assert weights["p00", "p01"] > 30 * weights["p02", "p03"]


def test_papers_that_a_survey_cites_together_are_linked_less_than_those_of_a_short_list(make_paper: MakePaper) -> None:
    cited = [make_paper(f"p{n:02}") for n in range(50)]
    survey = make_paper("survey", references=tuple(paper.id for paper in cited[2:]))
    weights = _weights(
        [*cited, make_paper("note", references=("p00", "p01")), survey], EdgeKind.CO_CITATION, "fractional"
    )
    assert weights["p00", "p01"] > 40 * weights["p02", "p03"]


@pytest.mark.parametrize("weight", get_args(ReferenceWeight))
def test_every_weight_gives_the_same_pairs_a_finite_weight_above_zero(
    make_paper: MakePaper, weight: ReferenceWeight
) -> None:
    papers = [make_paper(name, references=("x", "y", f"doi:10.5555/{name}")) for name in "abcd"]
    weights = _weights(papers, EdgeKind.COUPLING, weight)
    assert len(weights) == 6
    assert all(0 < value < math.inf for value in weights.values())
