"""Records on Zenodo by its API.

The status is 404 for a record that never existed and 410 for one that was removed, and is repeated in the body. The
files of an existing record may be embargoed or restricted.

https://developers.zenodo.org/#retrieve37
https://developers.zenodo.org/#errors
"""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from urllib.parse import urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_object, ask_for, queries_by_ask
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, Verdict
from papertrace.model.addresses import host_of

_PATH = re.compile(r"/records?/([0-9]{1,12})(/.{0,2000})?")
# A tuple, because an answer may contain unhashable values.
_CLOSED = ("embargoed", "restricted", "closed")


def suits(link: Link, settings: AuditSettings) -> bool:
    """Accept links to a record or to pages and files below it."""
    return host_of(link.url) in settings.endpoints.zenodo.hosts and bool(_record_id(link))


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return one query per record."""
    return queries_by_ask(links, lambda link: ask_for(settings.endpoints.zenodo.api + _record_id(link)))


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Interpret the answer about a record; a link to a file of an existing record is left to that file."""
    for status, reason in (
        (HTTPStatus.NOT_FOUND, "Zenodo has no such record"),
        (HTTPStatus.GONE, "the record was removed"),
    ):
        if answer_object(seen, status=status).get("status") == status:
            return {link: Verdict(link=link, outcome=Outcome.DEAD, reason=reason, seen=(seen,)) for link in query.links}
    facts = answer_object(seen)
    metadata = facts.get("metadata")
    if not isinstance(metadata, dict) or not str(facts.get("id")).isdigit():
        return {}
    access = metadata.get("access_right")
    reason = "the record exists" + (f"; its files are {access}" if access in _CLOSED else "")
    return {
        link: Verdict(link=link, outcome=Outcome.ALIVE, reason=reason, seen=(seen,))
        for link in query.links
        if _is_front_page(link)
    }


def _record_id(link: Link) -> str:
    found = _PATH.fullmatch(urlsplit(link.url).path)
    return found[1] if found else ""


def _is_front_page(link: Link) -> bool:
    found = _PATH.fullmatch(urlsplit(link.url).path)
    return found is not None and (found[2] or "/") == "/"


REGISTRY = Registry(name="zenodo", suits=suits, plan=plan, read=read)
