"""The program that trains the reader of lists: made-up lists are labelled as they were drawn."""

from collections import Counter

import pytest
from tools.reader.made_up import find_printable, make_lists
from tools.reader.train import average, label, read_corrected, read_facts

SEED = 5


def test_same_seed_draws_the_same_lists() -> None:
    papers = find_printable(read_facts())
    assert [one.text for one in make_lists(papers, 5, SEED)] == [one.text for one in make_lists(papers, 5, SEED)]


@pytest.mark.parametrize("held_out", ["", "separators", "orders"])
def test_titles_of_made_up_lists_are_labelled(held_out: str) -> None:
    n_titles: Counter[str] = Counter()
    for one in make_lists(find_printable(read_facts()), 25, SEED, held_out):
        if found := label(one.layout, one.text, one.suffix, one.entries):
            n_titles["drawn"] += len(one.entries)
            n_titles["labelled"] += sum((labels or []).count("B-T") for labels in found.labels)
        else:
            n_titles["not labelled"] += len(one.entries)
    assert n_titles["labelled"] > 0.97 * n_titles["drawn"]
    assert n_titles["not labelled"] < 0.1 * n_titles["drawn"]


def test_titles_after_an_underscore_are_labelled() -> None:
    found = label(
        "queues",
        "- 15_ABC_Slow queues of ferries [[paper]](https://example.org)",
        ".md",
        [{"title": "Slow queues of ferries"}],
    )
    assert found is not None
    assert found.labels == [["O", "O", "B-T", "O"]]


def test_corrected_lists_hold_their_entries() -> None:
    names = [one.name for are_measured in (False, True) for one in read_corrected(are_measured=are_measured)]
    assert len(names) == 22


def test_mean_of_a_model_with_itself_is_the_model() -> None:
    from importlib import resources

    data = (resources.files("papertrace.listings.learned") / "models" / "pass1.npz").read_bytes()
    assert average([data, data]) == average([data])
