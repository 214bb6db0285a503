"""Parsers for the values of options, whose errors say what is expected, and the nearest known name."""

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from papertrace.cli.terminal.help import guess

if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network

    from papertrace.model import Outcome
    from papertrace.web.settings import HostLimit

_NEVER = "none"
_LIMIT = re.compile(r"([1-9][0-9]{0,3})(?:/([0-9]{1,4}(?:\.[0-9]{1,3})?))?")


def parse_number(text: str, is_valid: Callable[[float], bool], expected: str) -> float:
    """Return the number in the value of an option.

    Raises argparse.ArgumentTypeError if the value is not a number or not valid; the message says what is expected.
    """
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not is_valid(value):
        message = f"{text!r} is not {expected}"
        raise argparse.ArgumentTypeError(message)
    return value


def _of_numbers(is_valid: Callable[[float], bool], expected: str) -> Callable[[str], float]:
    return lambda text: parse_number(text, is_valid, expected)


def _of_whole_numbers(is_valid: Callable[[float], bool], expected: str) -> Callable[[str], int]:
    return lambda text: int(parse_number(text, lambda value: is_valid(value) and value.is_integer(), expected))


parse_whole_number: Callable[[str], int] = _of_whole_numbers(lambda value: value >= 1, "a whole number above 0")
parse_count: Callable[[str], int] = _of_whole_numbers(lambda value: value >= 0, "a whole number, 0 or more")
parse_port: Callable[[str], int] = _of_whole_numbers(lambda value: value in range(65_536), "a port from 0 to 65535")
parse_seconds: Callable[[str], float] = _of_numbers(
    lambda value: 0 < value < float("inf"), "a number of seconds above 0"
)
parse_days: Callable[[str], float] = _of_numbers(lambda value: 0 <= value < float("inf"), "a number of days, 0 or more")
parse_level: Callable[[str], float] = _of_numbers(lambda value: 0 < value <= 1, "a level above 0 and at most 1")


def split_names(text: str, fold: Callable[[str], str] = str) -> tuple[str, ...]:
    """Return names separated by commas, each once.

    >>> split_names("papers, authors,papers")
    ('papers', 'authors')
    """
    return tuple(dict.fromkeys(fold(name.strip()) for name in text.split(",") if name.strip()))


def with_underscores(name: str) -> str:
    """Return a name in the form that layers and outcomes have: small letters, and underscores for hyphens."""
    return name.lower().replace("-", "_")


def parse_format(text: str) -> str:
    """Return the name of a format of listings."""
    from papertrace.errors import ListingError
    from papertrace.listings.formats import find_reader

    try:
        return find_reader(text).name
    except ListingError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def parse_nodes(text: str) -> tuple[str, ...]:
    """Return the kinds of nodes of a graph, of which papers are one."""
    from papertrace.graph.settings import NodeName

    names, known = split_names(text), get_args(NodeName)
    if "papers" not in names or not set(names) <= set(known):
        unknown = next((name for name in names if name not in known), None)
        fact = f"unknown kind of node {unknown!r}" if unknown else "papers are missing"
        message = f"{fact}; name papers, alone or with {' or '.join(known[1:])}, separated by commas"
        raise argparse.ArgumentTypeError(message)
    return names


def parse_layers(text: str) -> tuple[str, ...]:
    """Return the layers that decide communities."""
    from papertrace.graph.settings import LayerName

    names, known = split_names(text, with_underscores), get_args(LayerName)
    unknown = next((name for name in names if name not in known), None)
    if unknown or not names:
        fact = f"{unknown!r} is not a layer" if unknown else f"{text!r} names no layer"
        message = f"{fact} (known: {', '.join(known)})"
        raise argparse.ArgumentTypeError(message)
    return names


def parse_services(text: str) -> tuple[str, ...]:
    """Return the services that an option names, in the order of the table."""
    from papertrace.enrich.services import ALL_SERVICES

    names = set(split_names(text, lambda name: name.lower().replace("_", "-")))
    unknown = sorted(names - set(ALL_SERVICES))
    if unknown or not names:
        meant = guess(unknown[0], ALL_SERVICES) if unknown else ""
        fact = f"{unknown[0]!r} is not a service{meant}" if unknown else f"{text!r} names no service"
        message = f"{fact} (known: {', '.join(ALL_SERVICES)})"
        raise argparse.ArgumentTypeError(message)
    return tuple(name for name in ALL_SERVICES if name in names)


def parse_network(text: str) -> "IPv4Network | IPv6Network":
    """Return a network, such as 10.0.0.0/8."""
    from ipaddress import ip_network

    try:
        return ip_network(text, strict=False)
    except ValueError as error:
        message = f"{text!r} is not a network such as 10.0.0.0/8 or fd00::/8"
        raise argparse.ArgumentTypeError(message) from error


def list_failing() -> list[str]:
    """Return the outcomes and repository states that can fail an audit."""
    from papertrace.model import UNARCHIVED, Outcome, RepositoryState

    return [str(name) for name in (*Outcome, *RepositoryState, UNARCHIVED)]


def list_reports() -> tuple[str, ...]:
    """Return the names of the forms of reports."""
    from papertrace.reports import REPORTS

    return tuple(report.name for report in REPORTS)


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
    formats = list_reports()
    if name not in formats or not equals or file in {"", "-"}:
        message = f"{text!r} is not a format and a file such as sarif=audit.sarif (known formats: {', '.join(formats)})"
        raise argparse.ArgumentTypeError(message)
    return name, Path(file)


def parse_failing(text: str) -> frozenset[str]:
    """Return outcomes and repository states separated by commas; the set is empty for `none` alone.

    >>> sorted(parse_failing("dead,rate-limited"))
    ['dead', 'rate_limited']
    """
    known, names = list_failing(), split_names(text, with_underscores)
    if names == (_NEVER,):
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
        name = with_underscores(name.strip())
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
    from papertrace.model.addresses import comparable_host

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

    Raises argparse.ArgumentTypeError if there is none.
    """
    path = Path(text)
    if not path.is_dir():
        message = f"{text}: no such folder; give the folder that is served as the root of the site"
        raise argparse.ArgumentTypeError(message)
    return path


def parse_base_url(text: str) -> str:
    """Return an address below which absolute paths are requested.

    Raises argparse.ArgumentTypeError if it is none of the web.
    """
    from papertrace.web.address import parse_address, public_url

    try:
        return parse_address(text).url
    except ValueError as error:
        message = f"{public_url(text)}: {error}; give the address of the site, such as https://example.org/"
        raise argparse.ArgumentTypeError(message) from error
