"""Which links of a collection an audit requests, by its settings."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from papertrace.model import Link, hide_userinfo
from papertrace.model.text import format_count, printable, without_commands
from papertrace.pipeline.links.distinct import DistinctCount
from papertrace.pipeline.links.findings import LOOKED_UP
from papertrace.pipeline.links.link_collection import LinkCollection

if TYPE_CHECKING:
    from papertrace.audit.choosing import LinkFilter
    from papertrace.audit.settings import AuditSettings

_LOG = logging.getLogger(__name__)


def list_links(collection: LinkCollection, settings: "AuditSettings") -> Iterator[str]:
    """Yield every link that an audit would request, one line per occurrence: its location and its URL.

    How many links are left out, by `only`, `exclude` or because their host is reserved or local, is logged.
    """
    links = make_filter(settings)
    warn_of_unused(links, collection)
    urls, listed = DistinctCount(), DistinctCount()
    n_occurrences = 0
    for link, occurrence in collection.links:
        urls.add(link.url)
        if links.reason_to_skip(link.url) is None and not _is_local(link.url, settings):
            listed.add(link.url)
            n_occurrences += 1
            yield without_commands(f"{printable(occurrence.location)}  {printable(hide_userinfo(link.url))}\n")
    for link in collection.candidates:
        if links.reason_to_skip(link.url) is None and not _is_local(link.url, settings):
            line = f"{printable(str(link.span))}  {printable(hide_userinfo(link.url))}  ({printable(link.evidence)})\n"
            yield without_commands(line)
    n_listed = listed.total()
    n_left_out = urls.total() - n_listed
    if n_left_out:
        what = format_count(n_left_out, "link")
        _LOG.warning("%s not listed: left out by an option, or of a reserved or local host", what)
    if n_occurrences > n_listed:
        _LOG.warning("%s at %s locations", format_count(n_listed, "link"), f"{n_occurrences:,}")


def make_filter(settings: "AuditSettings", *, skips_reserved: bool = True) -> "LinkFilter":
    """Return the filter of the settings, which skips links of reserved hosts unless told otherwise."""
    from papertrace.audit.choosing import LinkFilter

    return LinkFilter(
        only=settings.only,
        exclude=settings.exclude,
        skips_reserved=skips_reserved and not settings.audits_reserved,
        has_own_names=bool(settings.proxies or settings.resolver),
    )


def warn_of_unused(links: "LinkFilter", collection: LinkCollection) -> None:
    """Warn of the patterns that match no link and no file."""
    if not links.only and not links.exclude:
        return
    for pattern in links.find_unused(_all_urls(collection), _file_paths(collection)):
        _LOG.warning("%s: matches no link (--only, --exclude)", pattern)


def _all_urls(collection: LinkCollection) -> tuple[str, ...]:
    """Return the URLs of the links, and those that services name."""
    return (*collection.urls, *(link.url for link in collection.candidates))


def _file_paths(collection: LinkCollection) -> tuple[str, ...]:
    """Return the files that documents refer to."""
    return tuple(verdict.link.url for verdict, _ in collection.verdicts if verdict.outcome in LOOKED_UP)


def _is_local(url: str, settings: "AuditSettings") -> bool:
    """Return whether the host of a link is this machine or a network that must not be reached, without a lookup."""
    from papertrace.model.addresses import host_of
    from papertrace.web.transport.guard import literal_address, refusal

    host = host_of(url)
    address = literal_address("127.0.0.1" if host == "localhost" or host.endswith(".localhost") else host)
    return address is not None and refusal(address, settings.networks) is not None


def with_repository(link: Link, settings: "AuditSettings") -> Link:
    """Return a link with its repository, if only the settings know that its host is a GitHub or GitLab server."""
    from papertrace.extract.urls.repositories import repository_at

    if link.repository is not None:
        return link
    gitlab_hosts = settings.endpoints.gitlab.hosts
    repository = repository_at(link.url, github_hosts=settings.endpoints.github.hosts, gitlab_hosts=gitlab_hosts)
    return replace(link, repository=repository) if repository is not None else link
