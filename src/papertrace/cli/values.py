"""Numbers in the values of options."""

import argparse
from collections.abc import Callable


def parse_number(text: str, is_valid: Callable[[float], bool], expected: str) -> float:
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
