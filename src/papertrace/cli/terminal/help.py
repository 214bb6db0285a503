"""The parser of the program and of commands: its messages, and how help texts are laid out."""

import argparse
import os
import sys

from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence
    from typing import NoReturn

    from _typeshed import SupportsWrite

INPUT_FORMATS = "INPUT_FORMATS"
"""The placeholder for the formats of listings in a help text: to list them, their readers have to be imported."""

MAX_WIDTH = 98
_DEFAULT_WIDTH = 80
_COLUMN = 26


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


class HelpFormatter(argparse.HelpFormatter):
    """A formatter that keeps indented paragraphs as they are, such as examples, and wraps the others."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=_COLUMN, width=min(find_terminal_width() - 2, MAX_WIDTH))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        import textwrap

        paragraphs = text.split("\n\n")
        return "\n\n".join(
            textwrap.indent(part, indent)
            if "\n  " in part
            else textwrap.fill(
                " ".join(part.split()), width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
            )
            for part in paragraphs
        )

    def _iter_indented_subactions(self, action: argparse.Action) -> "Generator[argparse.Action, None, None]":
        # Commands stand below their heading without further indentation. Versions of argparse differ in whether they
        # measure them with it; a list is complete, and the indentation undone, before the first is measured or printed.
        yield from list(super()._iter_indented_subactions(action))

    def _format_action(self, action: argparse.Action) -> str:
        text = super()._format_action(action)
        # The line above the commands would only repeat the heading.
        return text.partition("\n")[2] if action.nargs == argparse.PARSER else text

    def _expand_help(self, action: argparse.Action) -> str:
        text = super()._expand_help(action)
        if INPUT_FORMATS not in text:
            return text
        from papertrace.listings import READERS

        return text.replace(INPUT_FORMATS, ", ".join(reader.name for reader in READERS))

    def _split_lines(self, text: str, width: int) -> list[str]:
        import textwrap

        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False, break_long_words=False)

    if sys.version_info < (3, 13):  # From 3.13 on argparse itself prints the value once: `-o, --output FILE`.

        def _format_action_invocation(self, action: argparse.Action) -> str:
            if not action.option_strings or action.nargs == 0:
                return super()._format_action_invocation(action)
            value = self._format_args(action, self._get_default_metavar_for_optional(action))
            return f"{', '.join(action.option_strings)} {value}"


class HelpAction(argparse.Action):
    """The option that prints the help of a command and ends the program.

    With `few` options, only these are described, and the others are named.
    """

    def __init__(self, option_strings: "Sequence[str]", few: tuple[str, ...] = (), **options: object) -> None:
        given = {"help": str(options["help"]), "default": argparse.SUPPRESS, "nargs": 0}
        super().__init__(option_strings, dest="help", **given)  # type: ignore[arg-type] # checked by argparse
        self._few = (*few, *option_strings, "--help-all") if few else ()

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the help."""
        write = parser._print_message  # noqa: SLF001 - the writer of `print_help`, which takes no text
        write(self._format_few(parser) if self._few else parser.format_help(), sys.stdout)
        parser.exit()

    def _format_few(self, parser: argparse.ArgumentParser) -> str:
        actions = parser._actions  # noqa: SLF001 - argparse has no public list of its options
        few = [one for one in actions if not set(self._few).isdisjoint(one.option_strings)]
        others = sorted(one.option_strings[-1] for one in actions if one.option_strings and one not in few)
        formatter = parser.formatter_class(prog=parser.prog)
        formatter.add_usage(parser.usage, actions, ())
        formatter.add_text(parser.description)
        for title, shown in (
            ("input", [one for one in actions if not one.option_strings]),
            ("options", few),
        ):
            formatter.start_section(title)
            formatter.add_arguments(shown)
            formatter.end_section()
        formatter.start_section(f"{len(others)} more options, which {parser.prog} --help-all describes")
        formatter.add_text(", ".join(others))
        formatter.end_section()
        formatter.add_text((parser.epilog or "").partition("\n\n")[0])  # the examples
        return formatter.format_help()


def find_terminal_width() -> int:
    """Return the columns of the terminal as `shutil.get_terminal_size` does, which imports compression libraries."""
    text = os.environ.get("COLUMNS", "")
    if text.isdecimal() and int(text) > 0:
        return int(text)
    try:
        columns = os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 0
    except (OSError, ValueError):
        columns = 0
    return columns or _DEFAULT_WIDTH
