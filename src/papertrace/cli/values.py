"""The values of options: numbers, and names, of which the nearest known one is named where one is misprinted."""

import argparse
import sys

from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import NoReturn

    from _typeshed import SupportsWrite


class Parser(argparse.ArgumentParser):
    """A parser whose errors name the choice that was probably meant and no passwords, and which loses no help text."""

    def error(self, message: str) -> "NoReturn":
        """End the program with a message, without the passwords in it."""
        from papertrace.model.addresses import hide_userinfo

        super().error(hide_userinfo(message, without_scheme=True))

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            message = f"no {value!r}{guess(str(value), known)} (known: {', '.join(known)})"
            raise argparse.ArgumentError(action, message)

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        """Write a message; unlike argparse, raise the error of standard output, such as that of a full disk."""
        is_stdout = file is sys.stdout
        if is_stdout:
            sys.stdout.write(message)
            sys.stdout.flush()
        else:
            super()._print_message(message, file)


def guess(word: str, known: "Iterable[str]") -> str:
    """Return the known word that a misprinted one probably is, as the end of a message, or an empty string.

    >>> guess("bidl", ["build", "audit"]), guess("tcsh", ["bash"])
    (', did you mean build?', '')
    """
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1)
    return f", did you mean {near[0]}?" if near else ""


def parse_number(text: str, is_valid: "Callable[[float], bool]", expected: str) -> float:
    """Return the number in the value of an option.

    Raises
    ------
    argparse.ArgumentTypeError
        If the value is not a number or not valid; the message says what is expected.
    """
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not is_valid(value):
        message = f"{text!r} is not {expected}"
        raise argparse.ArgumentTypeError(message)
    return value


def parse_whole_number(text: str) -> int:
    """Return the whole number above 0 in the value of an option."""
    return int(parse_number(text, lambda value: value >= 1 and value.is_integer(), "a whole number above 0"))


def parse_count(text: str) -> int:
    """Return the whole number in the value of an option, 0 or more."""
    return int(parse_number(text, lambda value: value >= 0 and value.is_integer(), "a whole number, 0 or more"))


def parse_seconds(text: str) -> float:
    """Return the seconds in the value of an option, above 0 and finite."""
    return parse_number(text, lambda value: 0 < value < float("inf"), "a number of seconds above 0")
