"""Which proxy a request goes through, and what can still be checked of its target.

A proxy resolves names itself, so the guard cannot pin the connection. It refuses what it can recognise: IP addresses in
any notation, and names that this machine resolves to networks that are not allowed. A name that only the proxy can
resolve is left to the proxy.
"""

import socket
from collections.abc import Mapping, Sequence
from ipaddress import ip_network
from urllib.parse import urlsplit

from requests.utils import should_bypass_proxies

from papertrace.model import Fault
from papertrace.web.address import parse_address
from papertrace.web.exchange import PROXY_SILENT, Answer
from papertrace.web.transport.guard import Guard, Resolver

_ANYWHERE = (ip_network("0.0.0.0/0"), ip_network("::/0"))


class Proxies:
    """The proxies by scheme, and the hosts that are requested directly."""

    def __init__(self, urls: Mapping[str, str], no_proxy: str, guard: Guard, resolve: Resolver) -> None:
        """Create a choice of proxies; `no_proxy` lists hosts as the variable `NO_PROXY` does."""
        self._urls = dict(urls)
        self._no_proxy = no_proxy
        self._guard = guard
        # A proxy is named by the user, wherever it is.
        self.guard_of_proxies: Guard = Guard(allow=_ANYWHERE, resolve=resolve)
        self.hosts: frozenset[str] = frozenset(urlsplit(url).hostname or "" for url in self._urls.values())

    def for_url(self, url: str) -> dict[str, str]:
        """Return the proxies for one request, empty if it is sent directly."""
        scheme = url.partition(":")[0]
        if scheme not in self._urls or should_bypass_proxies(url, self._no_proxy):
            return {}
        return {scheme: self._urls[scheme]}

    def check_target(self, url: str) -> None:
        """Raise `RefusedAddressError` if the target of a request must not be reached, as far as this machine knows."""
        address = parse_address(url)
        try:
            self._guard.socket_addresses(address.host, address.port)
        except socket.gaierror:
            return


def proxy_fault(causes: Sequence[BaseException], answer: Answer) -> Answer:
    """Return what a failed request through a proxy shows: of the proxy, not of the page."""
    refused = next((str(cause) for cause in causes if str(cause).startswith("Tunnel connection failed")), "")
    if refused:
        return Answer(fault=Fault.CONNECT, detail=f"the proxy could not connect ({refused[25:60].strip()})")
    if answer.fault in {Fault.DNS, Fault.DNS_TEMPORARY, Fault.CONNECT}:
        return Answer(fault=Fault.NO_NETWORK, detail=PROXY_SILENT)
    return answer
