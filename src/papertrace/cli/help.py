"""Help texts: the parser of a command, and how its help is laid out."""

import argparse
import shutil
import sys
import textwrap
from collections.abc import Sequence

INPUT_FORMATS = "INPUT_FORMATS"
"""The placeholder for the formats of listings in a help text: to list them, their readers have to be imported."""

MAX_WIDTH = 98
_COLUMN = 26


class HelpFormatter(argparse.HelpFormatter):
    """A formatter that keeps indented paragraphs as they are, such as examples, and wraps the others."""

    def __init__(self, prog: str) -> None:
        width = min(shutil.get_terminal_size().columns - 2, MAX_WIDTH)
        super().__init__(prog, max_help_position=_COLUMN, width=width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.split("\n\n")
        return "\n\n".join(
            textwrap.indent(part, indent)
            if "\n  " in part
            else textwrap.fill(" ".join(part.split()), width, initial_indent=indent, subsequent_indent=indent)
            for part in paragraphs
        )

    def _format_action(self, action: argparse.Action) -> str:
        text = super()._format_action(action)
        if action.nargs == argparse.PARSER:  # The line above the commands would only repeat the heading.
            return textwrap.indent(textwrap.dedent(text.partition("\n")[2]), "  ")
        return text

    def _expand_help(self, action: argparse.Action) -> str:
        text = super()._expand_help(action)
        if INPUT_FORMATS not in text:
            return text
        from papertrace.listings import READERS

        return text.replace(INPUT_FORMATS, ", ".join(reader.name for reader in READERS))

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False, break_long_words=False)

    if sys.version_info < (3, 13):  # From 3.13 on argparse itself prints the value once: `-o, --output FILE`.

        def _format_action_invocation(self, action: argparse.Action) -> str:
            if not action.option_strings or action.nargs == 0:
                return super()._format_action_invocation(action)
            value = self._format_args(action, self._get_default_metavar_for_optional(action))
            return f"{', '.join(action.option_strings)} {value}"


def add_command(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    *,
    summary: str,
    description: str,
    arguments: str,
    examples: Sequence[tuple[str, str]],
    notes: str = "",
) -> argparse.ArgumentParser:
    """Add a command to the parser, without any options, and return its own parser.

    Parameters
    ----------
    summary
        The line of the command in the list of commands.
    description
        Paragraphs that begin the command's help.
    arguments
        The positional arguments in the line of usage.
    examples
        What an example does, or "" if it continues the one before, and its command line.
    notes
        Paragraphs that end the command's help.
    """
    shown = "\n".join(f"  # {what}\n  {line}" if what else f"  {line}" for what, line in examples)
    return subparsers.add_parser(
        name,
        help=summary,
        usage=f"papertrace {name} [OPTIONS] {arguments}".rstrip(),
        description=description,
        epilog="\n\n".join(filter(None, (f"examples:\n{shown}", notes))),
        formatter_class=HelpFormatter,
        add_help=False,
    )
