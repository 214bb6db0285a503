"""How the network is reached, or a recording of it: shared options, and what the environment says for all programs."""

import argparse
import os
from pathlib import Path

from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network

_NO_PROXY = "none"


def add_allowed_networks(parser: "argparse._ArgumentGroup") -> None:
    """Add the option that allows requests to private networks."""
    parser.add_argument(
        "--allow-network",
        type=_parse_network,
        action="append",
        default=[],
        metavar="CIDR",
        help="Allow requests to a private network such as 10.0.0.0/8; repeatable",
    )


def add_cassette(parser: "argparse._ArgumentGroup", modes: str) -> None:
    """Add the options that record and replay answers; `modes` is the help on the modes of a recording."""
    parser.add_argument(
        "--cassette",
        type=Path,
        metavar="FILE",
        help="Record the answers of all requests in FILE, or replay them from it",
    )
    parser.add_argument("--record", metavar="MODE", choices=("once", "new", "all", "none"), help=modes)


def check_cassette(arguments: argparse.Namespace) -> None:
    """Raise PapertraceError for a mode of recording without a cassette."""
    from papertrace.errors import PapertraceError

    if arguments.record and arguments.cassette is None:
        message = f"--record {arguments.record}: there is no cassette to record or replay; name one with --cassette"
        raise PapertraceError(message)


def choose_bundle(arguments: argparse.Namespace) -> Path | None:
    """Return the file of certificate authorities that `--ca-bundle` or the environment names, if any.

    Raises
    ------
    PapertraceError
        If the file of the option does not exist.
    """
    from papertrace.errors import PapertraceError

    if arguments.ca_bundle is not None and not arguments.ca_bundle.is_file():
        message = f"--ca-bundle {arguments.ca_bundle}: no such file; name a file of PEM certificates"
        raise PapertraceError(message)
    path: Path | None = arguments.ca_bundle or bundle_of_environment()
    return path


def bundle_of_environment() -> Path | None:
    """Return the file of certificate authorities that the environment names for other programs, if it exists."""
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"):
        path = Path(os.environ.get(name, ""))
        if path.is_file():
            return path
    return None


def read_proxies(option: str | None) -> tuple[dict[str, str], str]:
    """Return the proxies by scheme and the hosts without one, from the option or the environment."""
    if option is not None:
        url = option if "://" in option or option == _NO_PROXY else f"http://{option}"
        return ({}, "") if option == _NO_PROXY else ({"http": url, "https": url}, "")
    if not any(name.lower().endswith("_proxy") for name in os.environ):
        return {}, ""
    # It is slow to import, with all of HTTP and mail.
    from urllib.request import getproxies_environment

    found = getproxies_environment()
    usual = found.get("all", "")
    urls = {scheme: found.get(scheme, usual) for scheme in ("http", "https")}
    proxies = {scheme: url if "://" in url else f"http://{url}" for scheme, url in urls.items() if url}
    return proxies, found.get("no", "")


def _parse_network(text: str) -> "IPv4Network | IPv6Network":
    from ipaddress import ip_network

    try:
        return ip_network(text, strict=False)
    except ValueError as error:
        message = f"{text!r} is not a network such as 10.0.0.0/8 or fd00::/8"
        raise argparse.ArgumentTypeError(message) from error
