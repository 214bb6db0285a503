"""The options of `papertrace audit` that say how the web is reached."""

import argparse
from pathlib import Path

from papertrace.audit.settings import AuditSettings
from papertrace.cli.commands.audit.values import parse_host, parse_host_limit, parse_remap
from papertrace.cli.network import add_allowed_networks
from papertrace.cli.values import parse_count, parse_seconds, parse_whole_number

_DEFAULTS = AuditSettings()


def add_network(parser: argparse.ArgumentParser) -> None:
    """Add the options of requests: their pace, and the ways that they take."""
    group = parser.add_argument_group("network")
    group.add_argument(
        "--timeout",
        type=parse_seconds,
        metavar="SECONDS",
        help=f"Time to wait for a host to connect or to send data (default: {_DEFAULTS.timeout_s:g})",
    )
    group.add_argument(
        "--deadline",
        type=parse_seconds,
        metavar="SECONDS",
        help=f"Time for one request including its redirects (default: {_DEFAULTS.deadline_s:g})",
    )
    group.add_argument(
        "--max-wait",
        type=parse_seconds,
        metavar="SECONDS",
        help=f"Time that a host may delay the audit without answering (default: {_DEFAULTS.max_wait_s:g})",
    )
    group.add_argument(
        "--concurrency",
        type=parse_whole_number,
        metavar="N",
        help=f"Maximum number of concurrent requests (default: {_DEFAULTS.concurrency})",
    )
    group.add_argument(
        "--per-host",
        type=parse_whole_number,
        metavar="N",
        help=f"Maximum number of concurrent requests to one host (default: {_DEFAULTS.per_host})",
    )
    group.add_argument(
        "--host-limit",
        type=parse_host_limit,
        action="append",
        default=[],
        metavar="HOST=N[/SECONDS]",
        help="Maximum number of concurrent requests to HOST, and the time between two of them, such as "
        "example.org=1/0.5; repeatable",
    )
    group.add_argument(
        "--retries",
        type=parse_count,
        metavar="N",
        help=f"Repetitions of a request after a failure that may pass (default: {_DEFAULTS.retries})",
    )
    group.add_argument(
        "--max-redirects",
        type=parse_count,
        metavar="N",
        help=f"Redirects to follow before a chain counts as endless (default: {_DEFAULTS.max_redirects})",
    )
    group.add_argument("--user-agent", metavar="TEXT", help=f"User-Agent header (default: {_DEFAULTS.user_agent})")
    group.add_argument(
        "--ca-bundle",
        type=Path,
        metavar="FILE",
        help="Trust the certificate authorities in FILE (PEM) instead of the public ones "
        "(default: REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE or SSL_CERT_FILE)",
    )
    group.add_argument(
        "--insecure",
        type=parse_host,
        action="append",
        default=[],
        metavar="HOST",
        help="Do not verify the certificate of HOST; repeatable",
    )
    group.add_argument(
        "--proxy",
        metavar="URL",
        help="Send requests through the proxy at URL, or none (default: HTTP_PROXY and HTTPS_PROXY, but not for the "
        "hosts in NO_PROXY)",
    )
    group.add_argument(
        "--resolver",
        metavar="ADDRESS",
        help="Look names up at the name server with this IP address instead of that of the machine",
    )
    group.add_argument(
        "--remap",
        type=parse_remap,
        action="append",
        default=[],
        metavar="'FROM TO'",
        help="Request TO instead of what the regular expression FROM matches in a URL ($1 is its first group); "
        "repeatable",
    )
    add_allowed_networks(group)
    group.add_argument(
        "--registry",
        action="append",
        default=[],
        metavar="NAME=URL[,HOST...]",
        help="Use URL as the API of the registry or archive NAME, for links to the given hosts, such as "
        "github=https://github.example.edu/api/graphql; repeatable",
    )
    group.add_argument(
        "--no-git", action="store_true", help="Do not run git to check repositories whose pages are requested"
    )


def add_access(parser: argparse.ArgumentParser) -> None:
    """Add the options with secrets of hosts."""
    group = parser.add_argument_group("access", "Each is sent to its own host only, and shown nowhere.")
    group.add_argument(
        "--header",
        action="append",
        default=[],
        metavar="'HOST: NAME: VALUE'",
        help="Send a header to HOST, such as 'example.org: Authorization: Bearer ${TOKEN}', with ${TOKEN} from the "
        "environment; repeatable",
    )
    group.add_argument(
        "--netrc", type=Path, metavar="FILE", help="Send the logins in FILE (such as ~/.netrc), each to its machine"
    )
    group.add_argument("--cookies", type=Path, metavar="FILE", help="Send the cookies in FILE (Netscape's format)")
    group.add_argument(
        "--passwords", action="store_true", help="Send the user and password in a URL (https://user:password@...)"
    )
