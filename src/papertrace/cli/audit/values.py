"""The values of the options of `papertrace audit`, read from their text."""

import argparse
import re
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.cli.arguments import parse_number
from papertrace.reports import REPORTS

if TYPE_CHECKING:
    from papertrace.model import Outcome

FORMATS = tuple(report.name for report in REPORTS)

_NEVER = "none"


@dataclass(slots=True)
class Ages:
    """Hold for how many hours a verdict is used again; None leaves it as it is without the option."""

    hours: float | None = None
    by_outcome: "dict[Outcome, float]" = field(default_factory=dict)


def form_and_file(text: str) -> tuple[str, Path]:
    """Read the form of a report and the file that it goes to.

    >>> form, path = form_and_file("sarif=audit.sarif")
    >>> form, path.name
    ('sarif', 'audit.sarif')
    """
    form, equals, name = text.partition("=")
    if form not in FORMATS or not equals or name in {"", "-"}:
        message = f"{text!r} is no form and file such as sarif=audit.sarif (known: {', '.join(FORMATS)})"
        raise argparse.ArgumentTypeError(message)
    return form, Path(name)


def failing_names(text: str) -> frozenset[str]:
    """Read outcomes and repository states parted by commas; `none` alone fails no run.

    >>> sorted(failing_names("dead,rate-limited"))
    ['dead', 'rate_limited']
    """
    from papertrace.model import UNARCHIVED, Outcome, RepositoryState

    known = [str(name) for name in (*Outcome, *RepositoryState, UNARCHIVED)]
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


def ages(text: str) -> Ages:
    """Read hours for which verdicts are used again: for all outcomes, for single ones, or both.

    >>> ages("24,alive=168,rate-limited=1")
    Ages(hours=24.0, by_outcome={<Outcome.ALIVE: 'alive'>: 168.0, <Outcome.RATE_LIMITED: 'rate_limited'>: 1.0})
    """
    from papertrace.model import Outcome

    found = Ages()
    for part in text.split(","):
        name, equals, number = part.rpartition("=")
        hours = parse_number(number.strip(), lambda value: 0 <= value < float("inf"), "a number of hours, 0 or more")
        if not equals:
            found.hours = hours
            continue
        name = name.strip().lower().replace("-", "_")
        if name not in set(Outcome):
            message = f"{name!r} is no outcome (known: {', '.join(Outcome)})"
            raise argparse.ArgumentTypeError(message)
        found.by_outcome[Outcome(name)] = hours
    return found


def pattern(text: str) -> str:
    """Read the pattern of a host or an address."""
    if not text.strip() or any(character.isspace() for character in text.strip()):
        message = f"{text!r} is no host such as example.org, and no address such as github.com/acme/*"
        raise argparse.ArgumentTypeError(message)
    return text.strip()


def network(text: str) -> object:
    """Read a network such as 10.0.0.0/8."""
    try:
        return ip_network(text, strict=False)
    except ValueError as error:
        message = f"{text} is no network such as 10.0.0.0/8 or fd00::/8"
        raise argparse.ArgumentTypeError(message) from error
