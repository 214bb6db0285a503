"""How services are asked about papers: their addresses, how fast each may be asked and what it allows in a day.

Mirrors and tests override the addresses: `NAME=BASE`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from ipaddress import ip_address

from papertrace.enrich.services import ALL_SERVICES, SERVICES
from papertrace.errors import SettingsError, check_choice, check_not_negative
from papertrace.model.values import repr_changes
from papertrace.web.address import parse_address, public_url
from papertrace.web.settings import WebSettings


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

    A mirror at another host may be asked without a pause. Raises SettingsError when the name is unknown, or the address
    cannot be requested.

    Examples
    --------
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


KEY_VARIABLES: Mapping[str, tuple[str, ...]] = {
    name: tuple(row["key"]["variables"]) for name, row in SERVICES.items() if "key" in row
}
"""The environment variables with the keys of services, the first one that is set counts."""

_DAY_S = 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichSettings(WebSettings):
    """Which services are asked, and how; the defaults suit the public services.

    Attributes
    ----------
    services
        The services to ask, by name.
    endpoints
        The address of each service.
    keys
        Keys by the name of their service. Each is sent to its service alone and never shown.
    mailto
        An address for the services to write to, which some answer more readily; sent in the `User-Agent`.
    max_age_s
        Maximum age in seconds at which a stored answer is used instead of a request.

    Raises
    ------
    SettingsError
        When a value is out of range, a service is unknown, or a key cannot be sent in a header.
    """

    user_agent: str = "papertrace (enrich)"
    timeout_s: float = 30.0
    deadline_s: float = 120.0
    retries: int = 4
    backoff_s: float = 2.0
    max_answer_bytes: int = 16 * 1024 * 1024
    services: tuple[str, ...] = ALL_SERVICES
    endpoints: Mapping[str, ServiceEndpoint] = field(default_factory=lambda: dict(ENDPOINTS))
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    mailto: str = ""
    max_age_s: float = 30 * _DAY_S

    def __repr__(self) -> str:
        """Return the settings that differ from the defaults, without the keys."""
        return repr_changes(self)

    def __post_init__(self) -> None:
        """Reject values with which nothing could be asked."""
        WebSettings.__post_init__(self)  # zero-argument `super()` fails in dataclasses with slots before Python 3.14
        check_not_negative("max_age_s", self.max_age_s)
        for name in self.services:
            check_choice("services", name, ALL_SERVICES)
        for name, key in self.keys.items():
            if not re.fullmatch(r"[!-~]+", key):
                message = f"the key of {name} contains characters other than printable ASCII, so it cannot be sent"
                raise SettingsError(message)
        if self.mailto and not re.fullmatch(r"[!-~]+@[!-~]+", self.mailto):
            message = "mailto is not an e-mail address in ASCII"
            raise SettingsError(message)
