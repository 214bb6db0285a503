from collections.abc import Callable

import pytest

from papertrace.graph.build import build_columns, set_outcomes
from papertrace.model import Outcome, Paper
from papertrace.model.verdict import SEVERITY

MakePaper = Callable[..., Paper]


def test_severity_ranks_every_outcome_once() -> None:
    assert sorted(SEVERITY) == sorted(Outcome)


def test_paper_carries_the_worst_outcome(make_paper: MakePaper) -> None:
    graph = build_columns([make_paper("a"), make_paper("b")])
    assert graph.nodes.columns["outcome"] == ["", ""]
    set_outcomes(graph, {"a": [Outcome.ALIVE, Outcome.DEAD, "moved"], "elsewhere": [Outcome.DEAD]})
    assert graph.nodes.columns["outcome"] == ["dead", ""]
    assert type(graph.nodes.columns["outcome"][0]) is str


def test_name_that_is_not_an_outcome_is_rejected(make_paper: MakePaper) -> None:
    with pytest.raises(ValueError, match="gone"):
        set_outcomes(build_columns([make_paper("a")]), {"a": ["gone"]})
