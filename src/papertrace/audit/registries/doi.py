"""DOIs by the handle system of doi.org, which reports whether a DOI is registered, and with a URL.

Publishers are not asked, since they often refuse automated clients. `responseCode` is 1 if the handle exists, 100 if it
does not (with status 404), and 200 if it has no URL.

https://www.doi.org/doi-handbook/HTML/rest-api-request-format.html
https://www.doi.org/doi-handbook/HTML/rest-api-response-format.html
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from urllib.parse import quote, unquote, urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_object, ask_for, queries_by_ask
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, Verdict
from papertrace.model.addresses import host_of
from papertrace.model.identifiers import parse_doi


def suits(link: Link, settings: AuditSettings) -> bool:
    """Accept links to a DOI resolver."""
    return host_of(link.url) in settings.endpoints.doi.hosts and bool(doi_of(link))


def doi_of(link: Link) -> str:
    """Return the DOI of a link in lower case, since DOIs ignore case; empty if there is none."""
    return parse_doi(unquote(urlsplit(link.url).path).lstrip("/")) or ""


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return one query per DOI."""
    api = settings.endpoints.doi.api
    return queries_by_ask(links, lambda link: ask_for(f"{api}{quote(doi_of(link), safe='/')}?type=URL"))


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Interpret the response code, which counts only together with the status documented for it."""
    doi = doi_of(query.links[0])
    answer = answer_object(seen) or answer_object(seen, status=HTTPStatus.NOT_FOUND)
    if parse_doi(str(answer.get("handle"))) != doi:
        return {}
    match seen.status, answer.get("responseCode"):
        case HTTPStatus.OK, 1:
            outcome, reason = Outcome.ALIVE, "the DOI is registered"
        case HTTPStatus.OK, 200:
            outcome, reason = Outcome.SUSPECT, "the DOI is registered, but without a URL"
        case HTTPStatus.NOT_FOUND, 100:
            outcome, reason = Outcome.DEAD, "the DOI is not registered"
        case _:
            return {}
    return {link: Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,)) for link in query.links}


REGISTRY = Registry(name="doi", suits=suits, plan=plan, read=read)
