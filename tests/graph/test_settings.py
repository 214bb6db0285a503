"""Values that the graph settings reject."""

from typing import Any, get_args

import pytest

from papertrace.errors import PapertraceError
from papertrace.graph.pairs.concepts import WEIGHTS
from papertrace.graph.settings import GraphSettings, Weight


def test_every_weight_that_can_be_named_can_be_computed() -> None:
    assert set(get_args(Weight)) == {"evidence", *WEIGHTS}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        pytest.param({"weight": "cosin"}, "weight is 'cosin', did you mean 'cosine'", id="a weight misspelt"),
        pytest.param({"weight": "magic"}, "known: evidence, idf2, association, cosine, jaccard, npmi", id="no weight"),
        pytest.param({"reference_weight": "evidence"}, "reference_weight is 'evidence'", id="no weight of references"),
        pytest.param({"pruning": "nearst"}, "did you mean 'nearest'", id="a pruning misspelt"),
        pytest.param({"communities": "lieden"}, "did you mean 'leiden'", id="an algorithm misspelt"),
        pytest.param({"nodes": ("papers", "concept")}, "did you mean 'concepts'", id="a kind of node misspelt"),
        pytest.param({"nodes": ("concepts",)}, "add 'papers'", id="no papers"),
        pytest.param({"nodes": ()}, "add 'papers'", id="nothing at all"),
        pytest.param({"alpha": 0.0}, "alpha is 0; give a level of significance", id="level 0"),
        pytest.param({"alpha": 1.5}, "alpha is 1.5; give a level of significance", id="level above 1"),
        pytest.param({"alpha": float("nan")}, "alpha is nan", id="not a level"),
        pytest.param({"n_nearest": 0}, "n_nearest is 0; give at least 1", id="none nearest"),
        pytest.param({"group_by": ()}, "group_by is empty; name at least one of all", id="no layer"),
        pytest.param({"group_by": ("concepts!",)}, "group_by is 'concepts!'", id="no such layer"),
        pytest.param({"n_seeds": 0}, "n_seeds is 0; give at least 1", id="no seed"),
    ],
)
def test_a_wrong_value_is_refused_at_once_with_a_way_out(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        GraphSettings(**wrong)

    assert isinstance(caught.value, PapertraceError)


def test_settings_show_what_differs_from_the_defaults() -> None:
    assert repr(GraphSettings()) == "GraphSettings()"
    assert repr(GraphSettings(pruning="nearest", n_nearest=3)) == "GraphSettings(pruning='nearest', n_nearest=3)"
