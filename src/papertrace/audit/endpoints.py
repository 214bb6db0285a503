"""Endpoints of registries and archives: the address of each, and the hosts whose links it covers.

Tests, mirrors and self-hosted servers (GitHub Enterprise, a GitLab) override them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from papertrace.errors import SettingsError, check_not_negative
from papertrace.model.addresses import comparable_host
from papertrace.model.representation import repr_changes
from papertrace.web.address import parse_address, public_url


def _without_template(api: str) -> str:
    return api.replace("{host}", "example.org")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """The address of a registry or archive, and the hosts whose links it is asked about, in comparable form.

    `{host}` in the address stands for the host of the link. `interval_s` is the pause between two requests, in seconds.

    Raises
    ------
    SettingsError
        When the address cannot be requested, or the interval is negative.
    """

    api: str
    hosts: tuple[str, ...] = ()
    interval_s: float = 0.0

    def __post_init__(self) -> None:
        """Reject addresses that cannot be requested."""
        try:
            parse_address(_without_template(self.api))
        except ValueError as error:
            message = f"{public_url(self.api)}: {error}; give an address under http or https"
            raise SettingsError(message) from error
        object.__setattr__(self, "hosts", tuple(comparable_host(host) for host in self.hosts))
        check_not_negative("interval_s", self.interval_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoints:
    """The endpoints of all registries and archives; a registry without hosts is never queried.

    Attributes
    ----------
    github
        GitHub's GraphQL API, queried only with a token; always https, because the token is sent there. Links to its
        hosts are probed as GitHub repositories.
    doi, arxiv, hugging_face, gitlab, zenodo
        The other registries, to whose addresses the identifier of a link is appended.
    package_index
        An index of Python packages, by the base address of its simple repository API. There is no default,
        because a listing does not show which index it means.
    software_heritage, wayback
        The archives, which may have a snapshot of a dead link whatever its host.
    """

    github: Endpoint = Endpoint(api="https://api.github.com/graphql", hosts=("github.com",))
    doi: Endpoint = Endpoint(api="https://doi.org/api/handles/", hosts=("doi.org", "dx.doi.org", "www.doi.org"))
    # One request every three seconds, over one connection: https://info.arxiv.org/help/api/tou.html
    arxiv: Endpoint = Endpoint(
        api="https://export.arxiv.org/api/query",
        hosts=("arxiv.org", "www.arxiv.org", "export.arxiv.org"),
        interval_s=3.0,
    )
    hugging_face: Endpoint = Endpoint(
        api="https://huggingface.co/api/", hosts=("huggingface.co", "www.huggingface.co", "hf.co")
    )
    gitlab: Endpoint = Endpoint(api="https://{host}/api/v4/projects/", hosts=("gitlab.com",))
    zenodo: Endpoint = Endpoint(api="https://zenodo.org/api/records/", hosts=("zenodo.org", "www.zenodo.org"))
    package_index: Endpoint | None = None
    software_heritage: Endpoint = Endpoint(api="https://archive.softwareheritage.org/api/1/origin/")
    wayback: Endpoint = Endpoint(api="https://web.archive.org/web/", interval_s=2.0)

    def __repr__(self) -> str:
        """Return the endpoints that differ from the defaults."""
        return repr_changes(self)

    def __post_init__(self) -> None:
        """Reject a GitHub endpoint that is not under https."""
        if parse_address(self.github.api).scheme != "https":
            message = "github is not under https, so a token sent there could be read on the way"
            raise SettingsError(message)

    def intervals_s(self) -> Iterator[tuple[str, float]]:
        """Yield every host that accepts one request at a time, with the seconds to leave between two of them.

        GitHub's API accepts one query at a time:
        https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api
        """
        yield parse_address(self.github.api).host, 0.0
        for one in fields(self):
            endpoint = getattr(self, one.name)
            if isinstance(endpoint, Endpoint) and endpoint.interval_s > 0:
                for host in endpoint.hosts if "{host}" in endpoint.api else ("",):
                    yield parse_address(endpoint.api.replace("{host}", host)).host, endpoint.interval_s


NAMES = tuple(sorted(one.name.replace("_", "-") for one in fields(Endpoints)))
"""The names by which users override endpoints."""

_COMPLETE = frozenset({"github", "arxiv"})
"""Endpoints whose address is used as it is; to the others an identifier is appended."""
_OWN_LINKS_ONLY = frozenset({"github", "package-index"})
"""Endpoints whose server covers only links to itself, so that another address means other links."""


def override_endpoints(endpoints: Endpoints, texts: Iterable[str]) -> Endpoints:
    """Return endpoints with those replaced that texts name: `NAME=ADDRESS`, or `NAME=ADDRESS,HOST,…` with link hosts.

    Without a host, an endpoint is asked about the links that the registry is asked about by default. A self-hosted
    GitHub or package index is asked about the links to that server, and so is a GitLab whose address has no `{host}`.
    When several texts name one registry, the last one counts.

    Raises
    ------
    SettingsError
        When the name is unknown, or the address cannot be requested.

    >>> override_endpoints(Endpoints(), ["github=https://api.github.example.edu/graphql"]).github
    Endpoint(api='https://api.github.example.edu/graphql', hosts=('github.example.edu',), interval_s=0.0)
    """
    defaults = endpoints
    for text in texts:
        name, endpoint = _parse_override(text, defaults)
        changes: dict[str, Any] = {name: endpoint}
        endpoints = replace(endpoints, **changes)
    return endpoints


def _parse_override(text: str, defaults: Endpoints) -> tuple[str, Endpoint]:
    name, equals, rest = text.partition("=")
    name = name.strip().lower().replace("_", "-")
    address, *hosts = (part.strip() for part in rest.split(","))
    if not equals or name not in NAMES:
        known = ", ".join(NAMES)
        example = "gitlab=https://gitlab.example.edu/api/v4/projects/"
        message = f"{name!r} is not a registry; give for example {example} (known: {known})"
        raise SettingsError(message)
    try:
        own_host = parse_address(_without_template(address)).host
    except ValueError as error:
        message = f"{name}={public_url(address)}: {error}; give an address under http or https"
        raise SettingsError(message) from error
    if name not in _COMPLETE and not address.endswith("/"):
        address += "/"
    link_hosts = tuple(host for host in hosts if host)
    if not link_hosts and (name in _OWN_LINKS_ONLY or (name == "gitlab" and "{host}" not in address)):
        link_hosts = (own_host.removeprefix("api."),)
    field = name.replace("-", "_")
    default: Endpoint | None = getattr(defaults, field)
    if default is None:
        return field, Endpoint(api=address, hosts=link_hosts)
    # A mirror may be sent more requests than the public service allows.
    is_public = parse_address(_without_template(default.api)).host == own_host
    interval_s = default.interval_s if is_public else 0.0
    return field, Endpoint(api=address, hosts=link_hosts or default.hosts, interval_s=interval_s)
