from tests.case_tables import cases

from papertrace.resolve.concepts.names import choose_label, fold_label


@cases("surfaces, label", named=True)
def test_label(surfaces: dict[str, int], label: str) -> None:
    assert choose_label(surfaces) == label


def test_the_order_of_spellings_does_not_matter() -> None:
    surfaces = {"Markov chains": 2, "Markov Chain": 2, "markov chain": 1}
    assert choose_label(surfaces) == choose_label(dict(reversed(surfaces.items())))


@cases("text, folded")
def test_labels_of_one_concept_fold_alike(text: str, folded: str) -> None:
    assert fold_label(text) == folded
