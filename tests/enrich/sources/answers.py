"""Answers put to the readers of services."""

import json

from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources import SOURCES
from papertrace.enrich.sources.source import Answers, Query
from papertrace.model import Ask, Method, Observation

SETTINGS = EnrichSettings()


def read(service: str, keys: tuple[str, ...], body: object, *, status: int = 200) -> Answers:
    """Return what the reader of a service makes of an answer about some keys."""
    ask = Ask(method=Method.GET, url="https://example.org/works?x=1")
    text = body if isinstance(body, str) else json.dumps(body)
    return SOURCES[service].read(
        Query(ask=ask, keys=keys), Observation(ask=ask, final_url=ask.url, status=status, body=text)
    )


def plan(service: str, *keys: str) -> list[Query]:
    """Return the queries of a service for some keys."""
    return SOURCES[service].plan(keys, SETTINGS)
