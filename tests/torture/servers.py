"""Damaged answers of servers: of registries and archives, the rules of a host for clients, and pages."""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from pathlib import Path

import yaml
from tests.origin.cases import REGISTRY_CASES, link, settings_with_registries
from tests.torture.seeds import ROOT
from tests.torture.tally import Tally
from tests.torture.target import Target

from papertrace.audit.probers import reason_forbidden, robots_ask
from papertrace.audit.registries import ARCHIVES, REGISTRIES, plan_queries
from papertrace.audit.registry import Query, Registry
from papertrace.audit.verdicts import gone_notice, missing_part, wall_notice
from papertrace.errors import PapertraceError
from papertrace.model import Ask, Method, Observation, Outcome
from papertrace.web.exchange import Answer
from papertrace.web.pages import find_page_redirect, first_heading, page_title, shows_app
from papertrace.web.queues import requested_wait_s, stated_pace

ERRORS = (HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.BAD_GATEWAY)
"""Statuses with which no registry says that anything is gone, whatever else it says."""
_PAGE = Ask(method=Method.GET, url="https://www.example.org/a/page?of=1#part")
_ROBOTS = b"""User-agent: papertrace
User-agent: other
Disallow: /a/*.pdf$
Allow: /a/
Crawl-delay: 3

User-agent: *
Disallow: /
Sitemap: https://www.example.org/sitemap.xml
"""
_WAITS = b"""Retry-After: 120
Date: Mon, 05 Jan 2026 12:00:00 GMT
RateLimit: "burst";r=0;t=30, "day";r=99;t=86400
RateLimit-Policy: "burst";q=10;w=60
RateLimit-Limit: 10
RateLimit-Remaining: 0
RateLimit-Reset: 30
X-RateLimit-Limit: 5000
X-RateLimit-Remaining: 0
X-RateLimit-Reset: 1767614520
X-Rate-Limit-Limit: 50
X-Rate-Limit-Interval: 1s
"""


def find_servers() -> Iterator[Target]:
    """Yield the readers of answers: one for each registry and archive, one for rules, one for pages."""
    answers = _recorded_answers()
    settings = settings_with_registries()
    planned = list(plan_queries([link(case.url) for case in REGISTRY_CASES], settings))
    for name, registry in REGISTRIES.items():
        queries = [query for of, query in planned if of is registry]
        seeds = tuple(body for query in queries for body in answers.get(_without_query(query.ask.url), ()))
        assert any(seeds), f"no recorded answer of {name}"
        yield Target(f"registry {name}", seeds, _reading_of_registry(registry, queries), PapertraceError)
    bodies = tuple(body for own in answers.values() for body in own)
    for name in ARCHIVES:
        yield Target(f"archive {name}", bodies, _reading_of_archive(name), PapertraceError)
    yield Target("robots.txt", (_ROBOTS,), _read_rules, PapertraceError)
    yield Target("waits", (_WAITS,), _read_waits, PapertraceError)
    pages = tuple(body for body in bodies if b"<" in body)
    yield Target("pages", pages, _read_page, PapertraceError)


def _recorded_answers() -> Mapping[str, tuple[bytes, ...]]:
    """Return the bodies of all cassettes of the audit by their addresses."""
    found: dict[str, list[bytes]] = {}
    for path in sorted((ROOT / "cassettes" / "audit").rglob("*.yaml")):
        for one in yaml.safe_load(path.read_text(encoding="utf-8"))["interactions"]:
            body = str(one["response"]["body"]["string"] or "").encode()
            if body:
                found.setdefault(_without_query(one["request"]["uri"]), []).append(body)
    return {url: tuple(bodies) for url, bodies in found.items()}


def _without_query(url: str) -> str:
    return url.partition("?")[0]


def _reading_of_registry(registry: Registry, queries: list[Query]) -> Callable[[bytes, Path, Tally], None]:
    settings = settings_with_registries()

    def read(data: bytes, _: Path, tally: Tally) -> None:
        query = queries[len(data) % len(queries)]
        for status in (HTTPStatus.OK, HTTPStatus.NOT_FOUND, *ERRORS):
            seen = _seen(query.ask, data, status)
            verdicts = registry.read(query, seen)
            registry.is_too_large(seen)
            registry.config_error(seen)
            registry.replan(query, seen, [one for one in query.links if one not in verdicts], settings)
            if not set(verdicts) <= set(query.links):
                tally.lose(f"{registry.name}: a verdict on a link that was not asked about", data)
            if status in ERRORS and any(one.outcome is Outcome.DEAD for one in verdicts.values()):
                tally.bury(f"{registry.name}: an error with status {status:d} makes a link dead: {data[:200]!r}")
            json.dumps([str(one.new_url) + one.reason for one in verdicts.values()]).encode()

    return read


def _reading_of_archive(name: str) -> Callable[[bytes, Path, Tally], None]:
    settings, archive = settings_with_registries(), ARCHIVES[name]
    links = [one for one in (link(case.url) for case in REGISTRY_CASES) if archive.suits(one)]

    def read(data: bytes, _: Path, __: Tally) -> None:
        one = links[len(data) % len(links)]
        for date in (None, "2021", "2021-03-04", "2021-99"):
            for status in (HTTPStatus.OK, HTTPStatus.NOT_FOUND):
                seen = _seen(archive.ask(one, date, settings), data, status)
                archive.read(one, date, seen, settings)
                archive.lacks(seen)

    return read


def _read_rules(data: bytes, _: Path, __: Tally) -> None:
    rules = _seen(robots_ask(_PAGE.url), data, HTTPStatus.OK)
    for url in (_PAGE.url, "https://www.example.org/", "https://www.example.org/%ff%fe?a=b&c"):
        reason_forbidden(url, rules, "papertrace/1.0 (+https://example.org)")


def _read_waits(data: bytes, _: Path, tally: Tally) -> None:
    lines = data.decode("latin-1").split("\n")
    headers = tuple((name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines))
    for status in (HTTPStatus.OK, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        answer = Answer(status=status, headers=headers)
        wait_s, pace = requested_wait_s(answer), stated_pace(answer)
        if wait_s is not None and not 0 <= wait_s < math.inf:
            tally.crash(f"a wait of {wait_s} s", data)
        if pace is not None and not (0 <= pace[0] < math.inf and pace[1] > 0):
            tally.crash(f"a pace of {pace}", data)


def _read_page(data: bytes, _: Path, __: Tally) -> None:
    seen = _seen(_PAGE, data, HTTPStatus.OK)
    for read in (find_page_redirect, shows_app, page_title, first_heading, gone_notice, wall_notice):
        read(seen.body)
    missing_part(_PAGE.url, seen.body)


def _seen(ask: Ask, body: bytes, status: int) -> Observation:
    return Observation(ask=ask, final_url=ask.url, status=status, body=body.decode("utf-8", "replace"))
