"""A command that runs out of memory ends in one line, whatever the interpreter makes of it."""

import argparse
from typing import NoReturn

import pytest

from papertrace.cli.terminal.running import run
from papertrace.cli.terminal.status import ExitStatus


def arguments(error: BaseException) -> argparse.Namespace:
    def fail(_: argparse.Namespace) -> NoReturn:
        raise error

    return argparse.Namespace(run=fail, color="never")


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        SystemError("error return without exception set"),
        SystemError("<class 'str'> returned NULL without setting an exception"),
    ],
    ids=["an error of its own", "no memory for the error", "no memory for the error of a call"],
)
def test_a_command_without_memory_fails_in_one_line(error: BaseException, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments(error)) == ExitStatus.FAILED
    assert capsys.readouterr().err == "papertrace: out of memory: give fewer listings at once\n"


def test_another_error_of_the_interpreter_is_not_hidden() -> None:
    with pytest.raises(SystemError, match="bad argument"):
        run(arguments(SystemError("bad argument to internal function")))
