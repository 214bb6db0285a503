import pickle
import tempfile
from collections import Counter
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from papertrace import counting as module
from papertrace.counting import Recurrence, find_least, hash_text, hash_texts
from papertrace.errors import ExportError

LAST = 2**64 - 1


def count(papers: list[set[int]], **bounds: int) -> Recurrence:
    recurrence = Recurrence(**bounds)
    for paper in papers:
        recurrence.add(paper)
    return recurrence


hashes = st.sampled_from([0, 1, 2, 1 << 56, 2 << 56, 1 << 63, LAST - 1, LAST])
papers = st.lists(st.sets(hashes, max_size=4), max_size=12)
bounds = st.sampled_from([{}, {"buffer": 1}, {"buffer": 3}, {"buffer": 2, "max_held": 1}, {"buffer": 5, "max_held": 3}])


@given(papers, bounds, st.integers(1, 4))
def test_counts_are_exact_wherever_they_lie(listed: list[set[int]], bound: dict[str, int], least: int) -> None:
    df = Counter(chain.from_iterable(listed))
    recurrence = count(listed, **bound)
    assert recurrence.find_present([0, 1, 5, LAST, LAST - 1]) == df.keys() & {0, 1, 5, LAST, LAST - 1}
    assert recurrence.find_recurring(least) == {value for value, n in df.items() if n >= least}


@given(papers, bounds, bounds, st.data())
def test_parts_counted_apart_give_the_counts_of_the_whole(
    listed: list[set[int]], bound: dict[str, int], other: dict[str, int], data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(listed)))
    merged = count(listed[cut:], **other)
    merged.merge(pickle.loads(pickle.dumps(count(listed[:cut], **bound))))  # noqa: S301 - our own
    whole = count(listed)
    assert merged == whole
    assert merged.find_recurring(2, 2) == whole.find_recurring(2, 2)


@example([{1}], [{1, 2, 3}, {4, 5, 6}], {}, {"buffer": 2, "max_held": 1})
@given(papers, papers, bounds, bounds)
def test_what_is_merged_may_lie_in_files(
    listed: list[set[int]], others: list[set[int]], bound: dict[str, int], other: dict[str, int]
) -> None:
    merged = count(listed, **bound)
    merged.merge(count(others, **other))

    assert merged == count(listed + others)
    assert merged != count([*listed, *others, {5}])


def test_of_too_many_values_those_of_the_most_papers_are_kept() -> None:
    listed = [{1, 2, 3}, {1, 2}, {1, 2}, {1, 3}]
    assert count(listed).find_recurring(2, 1) == {1}
    assert count(listed).find_recurring(2, 2) == {1, 2}


@pytest.mark.parametrize("bound", [{}, {"buffer": 1}, {"buffer": 1, "max_held": 1}], ids=["small", "sorted", "stored"])
def test_values_tied_at_the_bound_are_dropped_together(bound: dict[str, int]) -> None:
    assert count([{1, 2}, {1, 2}], **bound).find_recurring(2, 1) == set()


def test_a_value_whose_papers_are_few_and_far_apart_is_found() -> None:
    random = Random(1)  # noqa: S311 - not security-relevant
    listed = [{7}, *({random.getrandbits(64)} for _ in range(5_000)), {7}]
    assert count(listed, buffer=64, max_held=500).find_recurring() == {7}


def test_as_many_values_as_may_be_held_need_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))

    assert count([{1, 2}, {2, 3}], buffer=1, max_held=3).find_recurring() == {2}
    with pytest.raises(ExportError):
        count([{1, 2}, {2, 3}, {4}], buffer=1, max_held=3)


def test_what_has_travelled_is_sorted_as_often_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    travelled = pickle.loads(pickle.dumps(count([{1}], buffer=2, max_held=3)))  # noqa: S301 - our own
    n_sorted = 0

    def observed_compact(self: Recurrence, compact: Callable[[Recurrence], None] = Recurrence._compact) -> None:  # noqa: SLF001 - what sorts
        nonlocal n_sorted
        n_sorted += 1
        compact(self)

    monkeypatch.setattr(Recurrence, "_compact", observed_compact)
    for value in (2, 3, 4, 5):
        travelled.add([value])

    assert n_sorted == 2


def test_of_values_in_a_file_only_those_that_begin_alike_are_united_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    unite = module._unite  # noqa: SLF001 - what takes memory

    def observed(runs: list[module._Run]) -> module._Run:
        sizes.append(max(len(run.numbers) for run in runs))
        return unite(runs)

    listed = [{number << 56, (number << 56) + 1} for number in (1, 2, 100, 255)]
    counted = count([*listed, {2 << 56}], buffer=9, max_held=1)
    assert counted.find_present([]) == frozenset()  # which moves all to the file
    monkeypatch.setattr(module, "_unite", observed)

    assert counted.find_recurring() == {2 << 56}
    assert (len(sizes), max(sizes)) == (256, 2)


@given(st.lists(st.text()))
def test_hashes_of_texts_are_those_of_each(texts: list[str]) -> None:
    assert hash_texts(texts) == [hash_text(text) for text in texts]


def test_a_text_with_half_a_character_has_a_hash() -> None:
    assert hash_texts(["\ud800", "a"]) == [hash_text("\ud800"), hash_text("a")]


def test_counts_that_no_value_has_drop_none() -> None:
    assert find_least({1: 2, 3: 2}, 1, 4) == 1
    assert find_least({1: 2, 3: 2}, 1, 2) == 2
    assert find_least({1: 2, 3: 2}, 1, 1) == 4
    assert find_least({1: 2, 3: 2}, 2, None) == 2
