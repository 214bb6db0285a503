import pytest

from papertrace.resolve.concepts.labels import choose_label


@pytest.mark.parametrize(
    ("surfaces", "label"),
    [
        ({"KV cache": 1}, "KV cache"),
        ({"key-value cache": 1, "KV cache": 2}, "KV cache"),
        ({"Distributed Training": 3, "distributed training": 2}, "distributed training"),
        ({"Tensor cores": 3, "tensor core": 1}, "tensor core"),
        ({"SSMs": 4, "SSM": 1, "state-space model": 2}, "SSM"),
        ({"state-space models": 2, "state space models": 2, "SSM": 3}, "state space models"),
        ({"Kronecker product": 4, "kronecker product": 1}, "Kronecker product"),
        ({"PyTorch": 3, "Pytorch": 2}, "PyTorch"),
        ({"matrices": 2, "matrix": 1}, "matrix"),
        ({"world physics": 2}, "world physics"),
        ({"b": 1, "a": 1}, "a"),
    ],
    ids=[
        "one",
        "commonest",
        "titles capitalise",
        "singular",
        "plural of an acronym",
        "variants add up",
        "a name",
        "inner capitals",
        "irregular plural",
        "no plural",
        "ties by the alphabet",
    ],
)
def test_label(surfaces: dict[str, int], label: str) -> None:
    assert choose_label(surfaces) == label


def test_the_order_of_spellings_does_not_matter() -> None:
    surfaces = {"Markov chains": 2, "Markov Chain": 2, "markov chain": 1}
    assert choose_label(surfaces) == choose_label(dict(reversed(surfaces.items())))
