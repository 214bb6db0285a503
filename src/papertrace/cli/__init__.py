"""The command line: parse, call the pipeline, print."""

from papertrace.cli.main import entry_point, main

__all__ = ["entry_point", "main"]
