"""How the network is reached: which private networks may be, and what the environment says for all programs."""

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
