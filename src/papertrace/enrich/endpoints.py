"""The addresses of the services, how fast each may be asked, and what it allows in a day.

Mirrors and tests override them: `NAME=BASE`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from ipaddress import ip_address

from papertrace.enrich.services import SERVICES
from papertrace.errors import SettingsError
from papertrace.web.address import parse_address, public_url


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceEndpoint:
    """The base address of a service, without a slash at its end.

    `interval_s` is the pause between two requests. `daily_credits` is what may be spent in a day without a key, None if
    the service does not count.
    """

    base: str
    interval_s: float = 0.0
    daily_credits: int | None = None

    @property
    def host(self) -> str:
        """The host that is sent the requests."""
        return parse_address(self.base).host

    @property
    def keeps_secrets(self) -> bool:
        """Whether a key may be sent there: under https, or to this machine."""
        address = parse_address(self.base)
        return address.scheme == "https" or _is_loopback(address.host)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


ENDPOINTS: Mapping[str, ServiceEndpoint] = {
    name: ServiceEndpoint(
        base=row["base"], interval_s=row.get("interval_s", 0.0), daily_credits=row.get("daily_credits")
    )
    for name, row in SERVICES.items()
}
"""The endpoints of all services by name."""


def override_endpoints(
    texts: Iterable[str], endpoints: Mapping[str, ServiceEndpoint] = ENDPOINTS
) -> dict[str, ServiceEndpoint]:
    """Return endpoints with those replaced that texts name as `NAME=BASE`; the last text for a name counts.

    A mirror at another host may be asked without a pause.

    Raises
    ------
    SettingsError
        When the name is unknown, or the address cannot be requested.

    >>> override_endpoints(["crossref=https://mirror.example.org/crossref/"])["crossref"].base
    'https://mirror.example.org/crossref'
    """
    changed = dict(endpoints)
    for text in texts:
        name, equals, base = text.partition("=")
        name, base = name.strip().lower().replace("_", "-"), base.strip().rstrip("/")
        if not equals or name not in changed:
            message = (
                f"{name!r} is not a service; give for example openalex=https://mirror.example.org "
                f"(known: {', '.join(sorted(changed))})"
            )
            raise SettingsError(message)
        try:
            host = parse_address(base).host
        except ValueError as error:
            message = f"{name}={public_url(base)}: {error}; give an address under http or https"
            raise SettingsError(message) from error
        before = changed[name]
        changed[name] = replace(before, base=base, interval_s=before.interval_s if host == before.host else 0.0)
    return changed
