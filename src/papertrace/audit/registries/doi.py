"""DOIs by the handle system behind doi.org, which tells whether a name is registered, and with an address.

The publisher is not asked, who would often refuse. `responseCode` is 1 where the handle is there, 100 where it is not
(with status 404), 200 where it holds no address.

https://www.doi.org/doi-handbook/HTML/rest-api-request-format.html
https://www.doi.org/doi-handbook/HTML/rest-api-response-format.html
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from urllib.parse import quote, unquote, urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_object, ask_for, one_each
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, Verdict
from papertrace.model.addresses import host_of
from papertrace.model.identifiers import parse_doi


def suits(link: Link, settings: AuditSettings) -> bool:
    """Suit links to a DOI through a resolver."""
    return host_of(link.url) in settings.endpoints.doi.hosts and bool(name_of(link))


def name_of(link: Link) -> str:
    """Return the DOI of a link in lower case, for case is no part of it; or nothing."""
    return parse_doi(unquote(urlsplit(link.url).path).lstrip("/")) or ""


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Ask about each DOI."""
    api = settings.endpoints.doi.api
    return one_each(links, lambda link: ask_for(f"{api}{quote(name_of(link), safe='/')}?type=URL"))


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Read the response code; one that comes with another status than its own is not believed."""
    name = name_of(query.links[0])
    answer = answer_object(seen) or answer_object(seen, status=HTTPStatus.NOT_FOUND)
    if parse_doi(str(answer.get("handle"))) != name:
        return {}
    match seen.status, answer.get("responseCode"):
        case HTTPStatus.OK, 1:
            outcome, reason = Outcome.ALIVE, "the DOI is registered"
        case HTTPStatus.OK, 200:
            outcome, reason = Outcome.SUSPECT, "the DOI is registered, but without an address"
        case HTTPStatus.NOT_FOUND, 100:
            outcome, reason = Outcome.DEAD, "no such DOI is registered"
        case _:
            return {}
    return {link: Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,)) for link in query.links}


REGISTRY = Registry(name="doi", suits=suits, plan=plan, read=read)
