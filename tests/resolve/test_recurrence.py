from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.resolve.recurrence import Recurrence, Recurring, drop_rare


def found(papers: list[set[str]], **bounds: int) -> Recurring:
    recurrence = Recurrence(**bounds)
    for paper in papers:
        recurrence.add(paper)
    return recurrence.finish()


papers = st.lists(st.sets(st.sampled_from("abcdefgh"), max_size=4), max_size=12)


@given(papers, st.sampled_from([1, 3, 1000]))
def test_what_several_papers_have_recurs_however_often_it_is_sorted(listed: list[set[str]], buffer: int) -> None:
    df = Counter(value for paper in listed for value in paper)
    often, anywhere = found(listed, buffer=buffer)
    assert often == {hash(value) for value, n in df.items() if n > 1}
    assert {value for value in "abcdefgh" if hash(value) in anywhere} == df.keys()


def test_of_too_many_values_those_of_the_most_papers_are_kept() -> None:
    listed = [{"a", "b", "c"}, {"a", "b"}, {"a", "b"}, {"a", "c"}]
    assert found(listed, max_recurring=1).often == {hash("a")}
    assert found(listed, max_recurring=2).often == {hash("a"), hash("b")}


def test_values_tied_at_the_bound_are_dropped_together() -> None:
    assert found([{"a", "b"}, {"a", "b"}], max_recurring=1).often == set()


def test_a_full_counter_drops_values_seen_once() -> None:
    listed = [{f"once {i}", "often"} for i in range(50)]
    assert found(listed, buffer=4, max_held=8).often == {hash("often")}


@pytest.mark.parametrize(("most", "left"), [(3, "abc"), (2, "ab"), (1, "a")])
def test_the_rarest_are_dropped(most: int, left: str) -> None:
    counts = Counter("aaabbc")
    drop_rare(counts, most)
    assert sorted(counts) == list(left)
