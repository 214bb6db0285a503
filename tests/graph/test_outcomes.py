from collections.abc import Callable

import pytest

from papertrace.graph import annotate_outcomes, build_graph
from papertrace.model import Outcome, Paper
from papertrace.model.verdict import SEVERITY

MakePaper = Callable[..., Paper]


def test_severity_ranks_every_outcome_once() -> None:
    assert sorted(SEVERITY) == sorted(Outcome)


def test_paper_carries_the_worst_outcome_and_the_given_graph_is_left_alone(make_paper: MakePaper) -> None:
    graph = build_graph([make_paper("a"), make_paper("b")])
    annotated = annotate_outcomes(graph, {"a": [Outcome.ALIVE, Outcome.DEAD, "moved"], "elsewhere": [Outcome.DEAD]})
    assert {node: annotated.nodes[node]["outcome"] for node in annotated} == {"a": "dead", "b": ""}
    assert {node: graph.nodes[node]["outcome"] for node in graph} == {"a": "", "b": ""}
    assert type(annotated.nodes["a"]["outcome"]) is str


def test_name_that_is_not_an_outcome_is_rejected(make_paper: MakePaper) -> None:
    with pytest.raises(ValueError, match="gone"):
        annotate_outcomes(build_graph([make_paper("a")]), {"a": ["gone"]})
