"""Requests to services planned, and answers put to their readers."""

import json

from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources import SOURCES, Answers, Query
from papertrace.model import Ask, Method, Observation

SETTINGS = EnrichSettings()


def plan(service: str, *keys: str) -> list[Query]:
    """Return the queries of a service for some keys of one kind."""
    return SOURCES[service].plan(keys, SETTINGS.endpoints[service].base)


def read(service: str, keys: tuple[str, ...], body: object, *, status: int = 200) -> Answers:
    """Return what the reader of a service makes of an answer about some keys."""
    ask = Ask(method=Method.GET, url="https://example.org/works?x=1")
    return read_answer(service, Query(ask=ask, keys=keys), body, status=status)


def read_answer(service: str, query: Query, body: object, *, status: int = 200) -> Answers:
    """Return what the reader of a service makes of an answer to a query."""
    text = body if isinstance(body, str) else json.dumps(body)
    return SOURCES[service].read(query, Observation(ask=query.ask, final_url=query.ask.url, status=status, body=text))
