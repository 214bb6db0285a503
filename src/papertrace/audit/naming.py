"""Places of registries as a user writes them: `NAME=ADDRESS`, or `NAME=ADDRESS,HOST,…` for the links to other hosts."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from papertrace.audit.address import parse_address, without_userinfo
from papertrace.audit.places import Place, RegistryPlaces
from papertrace.audit.settings import AuditSettings

NAMES = (
    "github",
    "gitlab",
    "hugging-face",
    "doi",
    "arxiv",
    "zenodo",
    "package-index",
    "software-heritage",
    "wayback",
)
"""The registries and archives whose address may be another."""

_WHOLE = frozenset({"github", "arxiv"})
"""Those whose address is asked as it is; to that of the others something is appended."""
_OWN_LINKS_ONLY = frozenset({"github", "package-index"})
"""Those whose server knows of links to itself alone, so that another address means other links."""


def name_places(settings: AuditSettings, texts: Iterable[str]) -> AuditSettings:
    """Return settings with the registries at the places that texts name; of two for one registry the last one counts.

    Without a host, a place is asked about the links that the registry is usually asked about. A server of one's own
    for GitHub or packages is asked about the links to that server, and so is a GitLab whose address holds no `{host}`.

    Raises
    ------
    ValueError
        With the reason in words: no such registry, or an address that cannot be asked.

    >>> named = name_places(AuditSettings(), ["github=https://api.github.example.edu/graphql"])
    >>> named.registries.github_api, named.github_hosts
    ('https://api.github.example.edu/graphql', ('github.example.edu',))
    """
    usual = settings.registries
    for text in texts:
        settings = _name_place(settings, text, usual)
    return settings


def _name_place(settings: AuditSettings, text: str, usual_places: RegistryPlaces) -> AuditSettings:
    name, equals, rest = text.partition("=")
    name = name.strip().lower().replace("_", "-")
    address, *hosts = (part.strip() for part in rest.split(","))
    if not equals or name not in NAMES:
        known = ", ".join(NAMES)
        message = f"{name!r} is no place such as gitlab=https://gitlab.example.edu/api/v4/projects/ (known: {known})"
        raise ValueError(message)
    try:
        own = parse_address(address.replace("{host}", "example.org")).host
    except ValueError as error:
        message = f"{name}={without_userinfo(address)}: {error}; give an address under http or https"
        raise ValueError(message) from error
    if name not in _WHOLE and not address.endswith("/"):
        address += "/"
    known_hosts = tuple(host.lower() for host in hosts if host)
    if not known_hosts and (name in _OWN_LINKS_ONLY or (name == "gitlab" and "{host}" not in address)):
        known_hosts = (own.removeprefix("api."),)
    if name == "github":
        return replace(
            settings,
            registries=replace(settings.registries, github_api=address),
            github_hosts=known_hosts,
        )
    field = name.replace("-", "_")
    usual: Place | None = getattr(usual_places, field)
    place = Place(
        api=address,
        hosts=known_hosts or (usual.hosts if usual else ()),
        # A copy of one's own may be asked faster than the public service wants it.
        interval_s=usual.interval_s if usual and parse_address(_plain(usual.api)).host == own else 0.0,
    )
    changes: dict[str, Any] = {field: place}
    return replace(settings, registries=replace(settings.registries, **changes))


def _plain(api: str) -> str:
    return api.replace("{host}", "example.org")
