"""`papertrace audit`."""

from papertrace.cli.audit.command import fill_parser

__all__ = ["fill_parser"]
