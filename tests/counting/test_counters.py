import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.counting import LargeCounter

KEYS = st.lists(st.sampled_from("abcdef"), max_size=30)
HELD = st.integers(1, 8)


def count(keys: list[str], max_held: int) -> LargeCounter[str]:
    counter = LargeCounter[str](max_held=max_held)
    for key in keys:
        counter.update([key])
    return counter


@given(KEYS, HELD)
def test_counts_are_exact_wherever_they_lie(keys: list[str], max_held: int) -> None:
    counter = count(keys, max_held)
    assert dict(counter.items()) == Counter(keys)
    assert counter.select("ab") == Counter([key for key in keys if key in "ab"])


@given(KEYS, KEYS, HELD, HELD)
def test_parts_counted_apart_give_the_counts_of_the_whole(
    keys: list[str], others: list[str], max_held: int, other_held: int
) -> None:
    merged = count(others, max_held)
    merged.merge(pickle.loads(pickle.dumps(count(keys, other_held))))  # noqa: S301 - our own
    assert merged == count(keys + others, 99)


@given(KEYS, HELD, st.integers(0, 6))
def test_the_highest_counts_are_kept_and_equal_ones_together(keys: list[str], max_held: int, max_size: int) -> None:
    counts = Counter(keys)
    least = next(n for n in range(1, 99) if sum(count >= n for count in counts.values()) <= max_size)
    assert count(keys, max_held).settle(max_size) == {key: n for key, n in counts.items() if n >= least}


@pytest.mark.parametrize("max_held", range(1, 8))
def test_counts_in_files_are_settled_like_those_in_memory(max_held: int) -> None:
    keys = list("acaebcedcfceadcea")
    counts = Counter(keys)
    for max_size in range(8):
        least = next(n for n in range(1, 99) if sum(count >= n for count in counts.values()) <= max_size)
        expected = {key: n for key, n in counts.items() if n >= least}

        assert count(keys, max_held).settle(max_size) == expected
        assert count(keys, 99).settle(max_size) == expected
