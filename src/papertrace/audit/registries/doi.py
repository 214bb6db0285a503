"""DOIs by the services of doi.org, which report whether a DOI is registered.

Publishers are not asked, since they often refuse automated clients. Several DOIs are one request to `doiRA`, which
answers in their order with the registration agency of each, or with a status without one. What it does not say to be
registered is asked of the handle system, which has the last word: `responseCode` is 1 if the handle exists, 100 if it
does not (with status 404), and 200 if it has no URL.

https://www.doi.org/doi-handbook/HTML/rest-api-request-format.html
https://www.doi.org/doi-handbook/HTML/rest-api-response-format.html
https://www.doi.org/doi-handbook/HTML/which-ra_.html
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from urllib.parse import quote, unquote, urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_list, answer_object, ask_for, queries_by_ask
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, Verdict
from papertrace.model.addresses import host_of
from papertrace.model.identifiers import parse_doi
from papertrace.web.address import parse_address

MAX_DOIS = 50
MAX_DOIS_LENGTH = 1800
"""DOIs in one request, and characters of them, so that its address stays below 2,000."""

_HANDLES = "api/handles/"
_AGENCIES = "doiRA/"
_COMBINABLE = re.compile(r"10\.[0-9.]{4,20}/[a-z0-9._()/:;-]{1,200}")
"""DOIs that can stand in a list separated by commas; the others are asked one at a time."""
_AGENCY = re.compile(r"[A-Za-z][\w .&-]{1,60}")


def suits(link: Link, settings: AuditSettings) -> bool:
    """Accept links to a DOI resolver."""
    return host_of(link.url) in settings.endpoints.doi.hosts and bool(doi_of(link))


def doi_of(link: Link) -> str:
    """Return the DOI of a link in lower case, since DOIs ignore case; empty if there is none."""
    return parse_doi(unquote(urlsplit(link.url).path).lstrip("/")) or ""


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return queries about as many DOIs as one request may contain, and one query for each of the others."""
    api = settings.endpoints.doi.api
    by_doi: dict[str, list[Link]] = {}
    for link in links:
        by_doi.setdefault(doi_of(link), []).append(link)
    # A mirror of the handle system alone has another address.
    combinable = [doi for doi in by_doi if _COMBINABLE.fullmatch(doi)] if api.endswith(f"/{_HANDLES}") else []
    queries = [
        Query(
            ask=ask_for(f"{api.removesuffix(_HANDLES)}{_AGENCIES}{','.join(batch)}"),
            links=tuple(link for doi in batch for link in by_doi.pop(doi)),
        )
        for batch in _batches(combinable)
        if len(batch) > 1
    ]
    return queries + plan_singly([link for own in by_doi.values() for link in own], settings)


def plan_singly(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return one query to the handle system per DOI."""
    api = settings.endpoints.doi.api
    return queries_by_ask(links, lambda link: ask_for(f"{api}{quote(doi_of(link), safe='/')}?type=URL"))


def replan(query: Query, seen: Observation, links: Sequence[Link], settings: AuditSettings) -> list[Query]:  # noqa: ARG001 - the signature of every `replan`
    """Return queries to the handle system about the links that a combined answer left undecided."""
    return plan_singly(links, settings) if f"/{_AGENCIES}" in query.ask.url else []


def names_in(url: str, settings: AuditSettings) -> frozenset[str]:
    """Return the DOIs that the address of a combined request lists."""
    agencies = parse_address(f"{settings.endpoints.doi.api.removesuffix(_HANDLES)}{_AGENCIES}").url
    return frozenset(url.removeprefix(agencies).split(",") if url.startswith(agencies) else ())


def _batches(dois: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    n_characters = 0
    for doi in dois:
        if len(batch) == MAX_DOIS or n_characters + len(doi) > MAX_DOIS_LENGTH:
            yield batch
            batch, n_characters = [], 0
        batch.append(doi)
        n_characters += len(doi) + 1
    if batch:
        yield batch


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Interpret an answer about one DOI or several."""
    return _read_agencies(query, seen) if f"/{_AGENCIES}" in query.ask.url else _read_handle(query, seen)


def _read_agencies(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Return `alive` for every link whose DOI has a registration agency."""
    registered = {
        parse_doi(str(one.get("DOI")))
        for one in answer_list(seen)
        if isinstance(one, dict) and _AGENCY.fullmatch(str(one.get("RA") or "")) and "status" not in one
    }
    return {
        link: Verdict(link=link, outcome=Outcome.ALIVE, reason="the DOI is registered", seen=(seen,))
        for link in query.links
        if doi_of(link) in registered
    }


def _read_handle(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
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


REGISTRY = Registry(name="doi", suits=suits, plan=plan, read=read, replan=replan, names_in=names_in, name_of=doi_of)
