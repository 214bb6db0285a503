"""The values of the options of `papertrace audit`, read from their text."""

import argparse
import re

FORMATS = ("text", "jsonl", "markdown", "csv", "sarif", "junit", "github", "html")
"""The names of `papertrace.reports.REPORTS`, which is not imported before a report is wanted; a test compares."""

_NEVER = "none"


def failing_names(text: str) -> frozenset[str]:
    """Read outcomes and repository states parted by commas; `none` alone fails no run.

    >>> sorted(failing_names("dead,rate-limited"))
    ['dead', 'rate_limited']
    """
    from papertrace.model import Outcome, RepositoryState

    known = [str(name) for name in (*Outcome, *RepositoryState)]
    names = [name.strip().lower().replace("-", "_") for name in text.split(",") if name.strip()]
    if names == [_NEVER]:
        return frozenset()
    for name in names:
        if name not in known:
            message = f"{name!r} is no outcome and no repository state (known: {', '.join(known)}; or none)"
            raise argparse.ArgumentTypeError(message)
    if not names:
        message = f"names nothing (known: {', '.join(known)}; or none)"
        raise argparse.ArgumentTypeError(message)
    return frozenset(names)


def statuses(text: str) -> frozenset[int]:
    """Read statuses parted by commas, single ones or ranges.

    >>> sorted(statuses("403,999")), len(statuses("500-599"))
    ([403, 999], 100)
    """
    found: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([1-9]\d\d)(?:\s*-\s*([1-9]\d\d))?\s*", part, re.ASCII)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            message = f"{part.strip()!r} is no status such as 403, and no range such as 500-599"
            raise argparse.ArgumentTypeError(message)
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return frozenset(found)


def pattern(text: str) -> str:
    """Read the pattern of a host or an address."""
    if not text.strip() or any(character.isspace() for character in text.strip()):
        message = f"{text!r} is no host such as example.org, and no address such as github.com/acme/*"
        raise argparse.ArgumentTypeError(message)
    return text.strip()
