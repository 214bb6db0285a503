"""The addresses of the services, how fast each may be asked, and what it allows in a day.

Mirrors and tests override them: `NAME=BASE`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from ipaddress import ip_address

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
    # A search costs ten credits, a list one, a single work nothing: https://docs.openalex.org/how-to-use-the-api/rate-limits-and-authentication
    "openalex": ServiceEndpoint(base="https://api.openalex.org", interval_s=0.1, daily_credits=1000),
    # Without a key all users share one allowance, and with one it is a request a second.
    "semantic-scholar": ServiceEndpoint(base="https://api.semanticscholar.org/graph/v1", interval_s=1.1),
    # Lists and searches: one a second; the headers of each answer state the rate.
    "crossref": ServiceEndpoint(base="https://api.crossref.org", interval_s=1.0),
    "opencitations": ServiceEndpoint(base="https://opencitations.net/index/api/v2", interval_s=0.4),
    # One request every three seconds, over one connection: https://info.arxiv.org/help/api/tou.html
    "arxiv": ServiceEndpoint(base="https://export.arxiv.org/api/query", interval_s=3.0),
    "datacite": ServiceEndpoint(base="https://api.datacite.org", interval_s=0.2),
    "doi": ServiceEndpoint(base="https://doi.org", interval_s=0.2),
    # 500 requests in five minutes without a login
    "hugging-face": ServiceEndpoint(base="https://huggingface.co/api", interval_s=0.6),
    "dblp": ServiceEndpoint(base="https://dblp.org", interval_s=1.0),
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
