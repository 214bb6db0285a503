"""The exit statuses of the program, and their descriptions for its help."""

from enum import IntEnum


class ExitStatus(IntEnum):
    """An exit status of a command.

    `CLEAN`        the command succeeded, and an audit found no link that fails the run
    `DEAD_LINKS`   an audit found links that fail the run: dead ones, unless `--fail-on` names others
    `FAILED`       the command could not do all of its work, or was called with invalid arguments
    `NO_NETWORK`   an audit stopped because nothing resolves or answers
    `INTERRUPTED`  the command was interrupted (Ctrl-C): 128 + SIGINT, as in shells
    `TERMINATED`   the command was terminated (`kill`): 128 + SIGTERM
    """

    CLEAN = 0
    DEAD_LINKS = 1
    FAILED = 2
    NO_NETWORK = 3
    INTERRUPTED = 130
    TERMINATED = 143
