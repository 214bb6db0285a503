"""Parsers for the values of the options of `papertrace audit`."""

import argparse
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.cli.values import guess, parse_number
from papertrace.model.addresses import comparable_host
from papertrace.reports import REPORTS

if TYPE_CHECKING:
    from papertrace.model import Outcome
    from papertrace.web.settings import HostLimit

FORMATS = tuple(report.name for report in REPORTS)

_NEVER = "none"
_LIMIT = re.compile(r"([1-9][0-9]{0,3})(?:/([0-9]{1,4}(?:\.[0-9]{1,3})?))?")


@dataclass(slots=True)
class Ages:
    """The age in hours up to which a stored verdict is reused; None keeps the default."""

    hours: float | None = None
    by_outcome: "dict[Outcome, float]" = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the ages as users state them, `24,dead=1`; the default is empty."""
        of_all = [] if self.hours is None else [f"{self.hours:g}"]
        return ",".join([*of_all, *(f"{outcome}={hours:g}" for outcome, hours in self.by_outcome.items())])


def parse_format_and_file(text: str) -> tuple[str, Path]:
    """Return the format of a report and the file to write it to.

    >>> name, path = parse_format_and_file("sarif=audit.sarif")
    >>> name, path.name
    ('sarif', 'audit.sarif')
    """
    name, equals, file = text.partition("=")
    if name not in FORMATS or not equals or file in {"", "-"}:
        message = f"{text!r} is not a format and a file such as sarif=audit.sarif (known formats: {', '.join(FORMATS)})"
        raise argparse.ArgumentTypeError(message)
    return name, Path(file)


def parse_failing(text: str) -> frozenset[str]:
    """Return outcomes and repository states separated by commas; the set is empty for `none` alone.

    >>> sorted(parse_failing("dead,rate-limited"))
    ['dead', 'rate_limited']
    """
    from papertrace.model import UNARCHIVED, Outcome, RepositoryState

    known = [str(name) for name in (*Outcome, *RepositoryState, UNARCHIVED)]
    names = [name.strip().lower().replace("-", "_") for name in text.split(",") if name.strip()]
    if names == [_NEVER]:
        return frozenset()
    for name in names:
        if name not in known:
            fact = f"{name!r} is not an outcome or a repository state{guess(name, known)}"
            message = f"{fact} (known: {', '.join(known)}; or none)"
            raise argparse.ArgumentTypeError(message)
    if not names:
        message = f"{text!r} names no outcome and no repository state (known: {', '.join(known)}; or none)"
        raise argparse.ArgumentTypeError(message)
    return frozenset(names)


def parse_statuses(text: str) -> frozenset[int]:
    """Return HTTP statuses separated by commas, given singly, as ranges or as classes.

    >>> sorted(parse_statuses("403,999")), len(parse_statuses("500-599")), len(parse_statuses("2xx,403"))
    ([403, 999], 100, 101)
    """
    found: set[int] = set()
    for part in text.split(","):
        status_class = re.fullmatch(r"\s*([1-9])xx\s*", part, re.ASCII | re.IGNORECASE)
        if status_class is not None:
            found.update(range(int(status_class[1]) * 100, int(status_class[1]) * 100 + 100))
            continue
        match = re.fullmatch(r"\s*([1-9]\d\d)(?:\s*-\s*([1-9]\d\d))?\s*", part, re.ASCII)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            message = f"{part.strip()!r} is not a status such as 403 or a range such as 500-599 or 2xx"
            raise argparse.ArgumentTypeError(message)
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return frozenset(found)


def parse_ages(text: str) -> Ages:
    """Return the hours for which verdicts are reused: for all outcomes, for single ones, or both.

    >>> parse_ages("24,alive=168,rate-limited=1")
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
            message = f"{name!r} is not an outcome{guess(name, Outcome)} (known: {', '.join(Outcome)})"
            raise argparse.ArgumentTypeError(message)
        found.by_outcome[Outcome(name)] = hours
    return found


def parse_pattern(text: str) -> str:
    """Return the pattern of a host or a URL."""
    if not text.strip() or any(character.isspace() for character in text.strip()):
        message = f"{text!r} is not a host such as example.org or a URL such as github.com/acme/*"
        raise argparse.ArgumentTypeError(message)
    return text.strip()


def parse_host(text: str) -> str:
    """Return a host in the form used for comparison.

    >>> parse_host("Example.ORG")
    'example.org'
    """
    host = comparable_host(text.strip())
    if not host or any(character.isspace() or character in "/@*" for character in host):
        message = f"{text!r} is not a host such as example.org"
        raise argparse.ArgumentTypeError(message)
    return host


def parse_host_limit(text: str) -> "HostLimit":
    """Return the limit of a host in the value of --host-limit.

    >>> parse_host_limit("Example.org=1/2.5")
    HostLimit(host='example.org', concurrency=1, gap_s=2.5)
    """
    from papertrace.web.settings import HostLimit

    host, _, limit = text.rpartition("=")
    match = _LIMIT.fullmatch(limit)
    if match is None:
        message = f"{text!r} is not a host and its limit, such as example.org=2, or example.org=1/0.5 for 0.5 s between"
        raise argparse.ArgumentTypeError(message)
    return HostLimit(host=parse_host(host), concurrency=int(match[1]), gap_s=float(match[2] or 0))


def parse_remap(text: str) -> tuple[str, str]:
    """Return the regular expression and the replacement in the value of --remap.

    >>> parse_remap("^https://example.org/ http://localhost:8000/")
    ('^https://example.org/', 'http://localhost:8000/')
    """
    parts = text.split()
    if len(parts) != 2:  # noqa: PLR2004 - from and to
        message = f"{text!r} is not a regular expression and an address, such as 'https://example.org http://localhost'"
        raise argparse.ArgumentTypeError(message)
    pattern, replacement = parts
    try:
        re.compile(pattern)
    except re.error as error:
        message = f"{pattern!r} is not a regular expression: {error}"
        raise argparse.ArgumentTypeError(message) from error
    return pattern, replacement


def parse_folder(text: str) -> Path:
    """Return a folder that exists.

    Raises
    ------
    argparse.ArgumentTypeError
        If there is none.
    """
    path = Path(text)
    if not path.is_dir():
        message = f"{text}: no such folder; give the folder that is served as the root of the site"
        raise argparse.ArgumentTypeError(message)
    return path


def parse_base_url(text: str) -> str:
    """Return an address below which absolute paths are requested.

    Raises
    ------
    argparse.ArgumentTypeError
        If it is none of the web.
    """
    from papertrace.web.address import parse_address, public_url

    try:
        return parse_address(text).url
    except ValueError as error:
        message = f"{public_url(text)}: {error}; give the address of the site, such as https://example.org/"
        raise argparse.ArgumentTypeError(message) from error
