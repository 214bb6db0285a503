"""Progress is counted as things go by, and shown as a phrase."""

import pytest

from papertrace.pipeline.steps import Progress, show_counts


@pytest.mark.parametrize(
    ("total", "each", "shown"),
    [
        pytest.param(None, 1, [(0, None), (1, None), (2, None), (3, None)], id="an unknown total"),
        pytest.param(3, 1, [(0, 3), (1, 3), (2, 3), (3, 3)], id="one by one"),
        pytest.param(25, 10, [(0, 25), (10, 25), (20, 25), (25, 25)], id="a last chunk that is smaller"),
        pytest.param(None, 10, [(0, None), (10, None), (20, None), (30, None)], id="chunks of an unknown total"),
    ],
)
def test_what_went_by_is_shown_with_the_total(
    total: int | None, each: int, shown: list[tuple[int, int | None]]
) -> None:
    seen: list[Progress] = []
    assert list(show_counts("abc", seen.append, "packing", total=total, each=each)) == ["a", "b", "c"]
    assert seen == [Progress("packing", done, of) for done, of in shown]


def test_an_item_is_shown_when_it_is_there_and_not_before() -> None:
    seen: list[Progress] = []
    items = show_counts(iter("ab"), seen.append, "packing")
    next(items)
    assert [progress.done for progress in seen] == [0, 1]


@pytest.mark.parametrize(
    ("progress", "phrase"),
    [
        pytest.param(Progress("packing"), "packing", id="nothing is counted"),
        pytest.param(Progress("packing", 1_200), "packing: 1,200", id="the total is unknown"),
        pytest.param(Progress("packing", 0, 5_000), "packing: 0 of 5,000", id="the beginning"),
        pytest.param(Progress("packing", 0, 0), "packing: 0 of 0", id="nothing to do"),
    ],
)
def test_progress_is_a_phrase(progress: Progress, phrase: str) -> None:
    assert str(progress) == phrase
