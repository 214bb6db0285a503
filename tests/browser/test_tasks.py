"""What people do with a map of papers can be done on the page, in a few presses."""

from collections.abc import Callable

import pytest
from benchmarks.page_tasks import TASKS, Hand, do_task
from selenium.webdriver import Chrome
from tests.browser.chromium import Tab

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MAX_CLICKS = 3


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_task_is_done_in_three_presses(chrome: Chrome, page: str, task: Callable[[Hand], None]) -> None:
    done = do_task(Tab(chrome), page, task)

    assert done.trouble == ""
    assert done.clicks <= MAX_CLICKS
    assert done.clicks + done.words_typed > 0


def test_task_that_cannot_be_done_is_told(chrome: Chrome, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.page_tasks._LIMIT_S", 0.2)

    def press_nothing(hand: Hand) -> None:
        """Press what is not there."""
        hand.press("#details .no-such-button")

    assert "no-such-button" in do_task(Tab(chrome), page, press_nothing).trouble
