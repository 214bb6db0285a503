"""`papertrace audit`."""

from papertrace.cli.commands.audit.command import fill_parser

__all__ = ["fill_parser"]
