"""Whether there is a network at all; until that is known, links without an answer are not judged."""

from collections.abc import Sequence

from papertrace.errors import NetworkDownError
from papertrace.model import Fault
from papertrace.web.exchange import NO_CONTACT, PROXY_SILENT, Answer

MIN_UNRESOLVED_HOSTS = 5
"""Hosts whose names did not resolve, before the network counts as down."""


class Connectivity:
    """What the answers so far show about the network.

    `is_up` is true once a host has answered, and from the start in a replay, which could not have been recorded without
    a network.
    """

    def __init__(self, control_names: Sequence[str], *, is_up: bool = False) -> None:
        """Start without answers; the error message mentions `control_names`, the names that should always resolve."""
        self.is_up: bool = is_up
        self._control_names = control_names
        self._unresolved_hosts: set[str] = set()
        self._is_proxy_silent = False

    def observe(self, host: str, answer: Answer) -> bool:
        """Process an answer; return whether it is the first to show that there is a network.

        Raises
        ------
        NetworkDownError
            When the names of several hosts did not resolve, and no host has answered yet.
        """
        if answer.fault is Fault.NO_NETWORK:
            self._unresolved_hosts.add(host)
            self._is_proxy_silent = self._is_proxy_silent or answer.detail == PROXY_SILENT
            if not self.is_up and len(self._unresolved_hosts) >= MIN_UNRESOLVED_HOSTS:
                raise self.error()
        elif not self.is_up and answer.fault not in NO_CONTACT:
            self.is_up = True
            return True
        return False

    def error(self) -> NetworkDownError:
        """Return the error that reports a missing network, or a proxy that does not answer."""
        if self._is_proxy_silent:
            return NetworkDownError(
                f"{PROXY_SILENT}; nothing more was requested (check its address, --proxy or HTTPS_PROXY, and try again)"
            )
        return NetworkDownError(
            f"no network: none of {', '.join(self._control_names)} resolves; "
            "nothing more was requested (try again when the network is up)"
        )
