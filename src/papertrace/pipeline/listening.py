"""What a caller hears of while the pipeline works, and what it hears where it does not listen: nothing."""

from papertrace.model import Problem, Verdict


def ignore_problem(_: Problem) -> None:
    """Take a problem and do nothing: for callers who want the results alone."""


def ignore_step(_: str) -> None:
    """Take the name of a step and do nothing: for callers who show no progress."""


def ignore_note(_: str) -> None:
    """Take a sentence for the user and do nothing: for callers who have none."""


def ignore_verdict(_: Verdict) -> None:
    """Take a verdict and do nothing: for callers who want all of them at the end."""
