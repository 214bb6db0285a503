import pytest

from papertrace.resolve.concepts.names.labels import choose_label, fold_label


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
        ({"Kronecker product": 3, "kronecker product": 1}, "kronecker product"),
        ({"KV store": 1, "b store": 1}, "b store"),
        ({"low-rank adapter": 2, "low rank adapter": 1, "LoRA": 2}, "low-rank adapter"),
        ({"low-Rank adapter": 1, "low-rANK adapter": 1}, "low-Rank adapter"),
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
        "a quarter in lower case",
        "fewer capitals",
        "with and without a hyphen",
        "capitals of other shapes",
    ],
)
def test_label(surfaces: dict[str, int], label: str) -> None:
    assert choose_label(surfaces) == label


def test_the_order_of_spellings_does_not_matter() -> None:
    surfaces = {"Markov chains": 2, "Markov Chain": 2, "markov chain": 1}
    assert choose_label(surfaces) == choose_label(dict(reversed(surfaces.items())))


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("KV caches", "kvcach"),
        ("KV-Cache", "kvcach"),
        ("data_set", "dataset"),
        ("SSMs", "ssm"),
        ("SSM", "ssm"),
        ("Cs", "c"),
        ("matrices", "matrix"),
        ("theories", "theory"),
        ("analyses", "analysis"),
        ("glasses", "glass"),
        ("boxes", "box"),
        ("batches", "batch"),
        ("walruses", "walruse"),
        ("glass", "glass"),
        ("corpus", "corpus"),
        ("axis", "axis"),
        ("physics", "physics"),
        ("cachet", "cachet"),
        ("Erd\u0151s graph", "erdosgraph"),
    ],
)
def test_labels_of_one_concept_fold_alike(text: str, folded: str) -> None:
    assert fold_label(text) == folded
