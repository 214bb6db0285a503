"""Papers on arXiv by its API: many identifiers per request, one request every three seconds.

The answer is an Atom feed with an entry for each paper that exists; its `id` is the address of the abstract with the
version. The meaning of a missing entry is not documented, so such a link is left to its page.

https://info.arxiv.org/help/api/user-manual.html
https://info.arxiv.org/help/api/tou.html
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from urllib.parse import parse_qs, unquote, urlsplit

from papertrace.audit.registries.registry import Query, Registry, ask_for
from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts.classify import is_success
from papertrace.model import Link, Observation, Outcome, Verdict
from papertrace.model.addresses import host_of
from papertrace.model.identifiers import parse_arxiv
from papertrace.web.address import parse_address

MAX_IDENTIFIERS = 100
"""Identifiers per request; an entry has two or three kilobytes."""

_ATOM = "application/atom+xml"
_PATH = re.compile(r"/(?:abs|pdf)/(.{1,60}?)(?:\.pdf)?/?", re.DOTALL)
_ENTRY = re.compile(r"<id>\s{0,20}https?://[^/<\s]{1,100}/abs/([^<\s]{1,60})\s{0,20}</id>")


def suits(link: Link, settings: AuditSettings) -> bool:
    """Accept links to an abstract or a PDF; not every paper has other forms."""
    return host_of(link.url) in settings.endpoints.arxiv.hosts and bool(identifier_of(link))


def identifier_of(link: Link) -> str:
    """Return the identifier of a link, with its version if the link has one; empty if there is none."""
    found = _PATH.fullmatch(unquote(urlsplit(link.url).path))
    return (parse_arxiv(found[1], keep_version=True) or "") if found else ""


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return queries about `MAX_IDENTIFIERS` papers each."""
    by_identifier: dict[str, list[Link]] = {}
    for link in links:
        by_identifier.setdefault(identifier_of(link), []).append(link)
    return [
        Query(
            ask=ask_for(
                f"{settings.endpoints.arxiv.api}?id_list={','.join(batch)}&max_results={len(batch)}",
                accept=_ATOM,
            ),
            links=tuple(link for identifier in batch for link in by_identifier[identifier]),
        )
        for batch in _batches(list(by_identifier))
    ]


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Return `alive` for every link whose paper has an entry."""
    if not is_success(seen) or "</feed>" not in seen.body:
        return {}
    entries = _ENTRY.findall(seen.body)
    found = {parse_arxiv(one, keep_version=keep_version) for one in entries for keep_version in (True, False)}
    return {
        link: Verdict(link=link, outcome=Outcome.ALIVE, reason="the paper is on arXiv", seen=(seen,))
        for link in query.links
        if identifier_of(link) in found
    }


def names_in(url: str, settings: AuditSettings) -> frozenset[str]:
    """Return the identifiers that the address of a request lists."""
    address, _, query = url.partition("?")
    if address != parse_address(settings.endpoints.arxiv.api).url:
        return frozenset()
    return frozenset(one for value in parse_qs(query).get("id_list", ()) for one in value.split(","))


def _batches(identifiers: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(identifiers), MAX_IDENTIFIERS):
        yield identifiers[start : start + MAX_IDENTIFIERS]


def is_too_large(seen: Observation) -> bool:
    """Return whether one of several identifiers may have spoiled the whole query: a malformed one gets 400 for all."""
    return seen.status == HTTPStatus.BAD_REQUEST


REGISTRY = Registry(
    name="arxiv",
    suits=suits,
    plan=plan,
    read=read,
    is_too_large=is_too_large,
    min_links=1,
    names_in=names_in,
    name_of=identifier_of,
    accept=_ATOM,
)
