"""Records on Zenodo by its interface.

A record that never was answers 404, one that was taken away 410, each with its status in the answer. Files may be
embargoed or restricted while the record is there.

https://developers.zenodo.org/#retrieve37
https://developers.zenodo.org/#errors
"""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from urllib.parse import urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_object, ask_for, one_each
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, Verdict
from papertrace.model.addresses import host_of

_PATH = re.compile(r"/records?/([0-9]{1,12})(/.{0,2000})?")
# A tuple, for an answer may hold what no set takes.
_CLOSED = ("embargoed", "restricted", "closed")


def suits(link: Link, settings: AuditSettings) -> bool:
    """Suit links to a record, and to what is below it."""
    return host_of(link.url) in settings.endpoints.zenodo.hosts and bool(_number(link))


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Ask about each record once."""
    return one_each(links, lambda link: ask_for(settings.endpoints.zenodo.api + _number(link)))


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Read what Zenodo says of a record; of a file in a record that is there, the file itself is asked."""
    for status, reason in (
        (HTTPStatus.NOT_FOUND, "Zenodo has no such record"),
        (HTTPStatus.GONE, "the record was taken away"),
    ):
        if answer_object(seen, status=status).get("status") == status:
            return {link: Verdict(link=link, outcome=Outcome.DEAD, reason=reason, seen=(seen,)) for link in query.links}
    facts = answer_object(seen)
    metadata = facts.get("metadata")
    if not isinstance(metadata, dict) or not str(facts.get("id")).isdigit():
        return {}
    access = metadata.get("access_right")
    reason = "the record is there" + (f", its files are {access}" if access in _CLOSED else "")
    return {
        link: Verdict(link=link, outcome=Outcome.ALIVE, reason=reason, seen=(seen,))
        for link in query.links
        if _is_front(link)
    }


def _number(link: Link) -> str:
    found = _PATH.fullmatch(urlsplit(link.url).path)
    return found[1] if found else ""


def _is_front(link: Link) -> bool:
    found = _PATH.fullmatch(urlsplit(link.url).path)
    return found is not None and (found[2] or "/") == "/"


REGISTRY = Registry(name="zenodo", suits=suits, plan=plan, read=read)
