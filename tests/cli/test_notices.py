"""What goes to stderr while a command works."""

import time

import pytest

from papertrace.cli.notices import Steps


def shown(capsys: pytest.CaptureFixture[str]) -> str:
    """Wait for something on stderr and return it."""
    text = ""
    end = time.monotonic() + 30
    while not text and time.monotonic() < end:
        time.sleep(0.01)
        text = capsys.readouterr().err
    return text


def test_quick_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    steps = Steps(quiet=False, delay_s=3600)
    steps.show("reading")
    steps.close()

    assert capsys.readouterr().err == ""


def test_a_long_step_is_shown_though_it_began_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    steps = Steps(quiet=False, delay_s=0.05)
    steps.show("reading")

    assert shown(capsys) == "papertrace: reading\n"
    steps.show("linking")
    assert capsys.readouterr().err == "papertrace: linking\n"
    steps.close()


def test_quiet_shows_no_step(capsys: pytest.CaptureFixture[str]) -> None:
    steps = Steps(quiet=True, delay_s=0.0)
    steps.show("reading")
    time.sleep(0.05)
    steps.close()

    assert capsys.readouterr().err == ""
