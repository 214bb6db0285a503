"""Sending queries to registries, and applying the answers to links.

A registry that needs a token is sent one query at a time: if it rejects the token, a single warning is logged and the
remaining queries are not sent. A query that takes a registry too long is split in halves: GitHub, for example, aborts
every query after ten seconds.

https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#timeouts
"""

import logging
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus

from papertrace.audit.link_groups import LinkGroup, without_body
from papertrace.audit.registries import Query, Registry, plan_queries
from papertrace.audit.settings import AuditSettings
from papertrace.model import Fault, Observation, Verdict
from papertrace.web.client import Await, Start, Task, Terms

_LOG = logging.getLogger(__name__)

MAX_UNSPLIT_LINKS = 50
"""Links of a slow query that is not split any further, so that one of a hundred is split once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _GroupQuery:
    query: Query
    groups: list[LinkGroup]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryQueries:
    """The queries of one audit.

    `check_page` returns the task that requests the page of a group, `publish` the one that emits verdicts. `dates` are
    the dates of papers by the URLs that they print.
    """

    settings: AuditSettings
    check_page: Callable[[LinkGroup], Task[Verdict]]
    publish: Callable[[list[Verdict]], Task[Verdict]]
    dates: Mapping[str, str] = field(default_factory=dict)

    def plan(self, groups: Sequence[LinkGroup]) -> Iterator[Task[Verdict]]:
        """Yield tasks that query registries about the groups that they accept, and request the pages of all others."""
        by_link = {group.links[0]: group for group in groups}
        sequential: dict[str, tuple[Registry, deque[_GroupQuery]]] = {}
        concurrent: list[tuple[Registry, _GroupQuery]] = []
        for registry, query in plan_queries(list(by_link), self.settings):
            one = _GroupQuery(query=query, groups=[by_link.pop(link) for link in query.links])
            if registry.needs_token:
                sequential.setdefault(registry.name, (registry, deque()))[1].append(one)
            else:
                concurrent.append((registry, one))
        for registry, queries in sequential.values():
            yield self._query(registry, queries)
        for registry, one in concurrent:
            yield self._query(registry, deque([one]))
        for group in by_link.values():
            yield self.check_page(group)

    def _query(self, registry: Registry, queries: deque[_GroupQuery]) -> Task[Verdict]:
        """Send queries sequentially; request the pages of the groups that the answers do not decide."""
        while queries:
            one = queries.popleft()
            answered = yield Await(one.query.ask, Terms(refuses=registry.refuses, pause_s=registry.pause_s))
            seen = answered.seen[-1]
            answered.seen = [without_body(each) for each in answered.seen]
            n_links = len(one.groups)
            if (_is_too_slow(seen) and n_links > MAX_UNSPLIT_LINKS) or (
                registry.is_too_large(seen) and n_links > registry.min_links
            ):
                halves = self._halves(registry, one)
                if registry.needs_token:
                    queries.extendleft(reversed(halves))
                else:
                    for half in halves:
                        yield Start(self._query(registry, deque([half])))
                continue
            config_error = registry.config_error(seen)
            groups = list(one.groups)
            if config_error is not None:
                _LOG.warning("%s", config_error)
            if config_error is not None or seen.fault is Fault.WITHHELD:
                # The remaining queries would fail too: access is refused, or the host receives no more requests.
                groups += [group for other in queries for group in other.groups]
                queries.clear()
            verdicts = registry.read(replace(one.query, dates=self.dates), seen)
            by_link = {group.links[0]: group for group in one.groups}
            undecided = [link for link in by_link if link not in verdicts]
            again = registry.replan(one.query, undecided, self.settings) if seen.fault is not Fault.WITHHELD else []
            for query in again:
                asked = [by_link.pop(link) for link in query.links]
                yield Start(self._query(registry, deque([_GroupQuery(query=query, groups=asked)])))
            asked_again = {link for query in again for link in query.links}
            groups = [group for group in groups if group.links[0] not in asked_again]
            for group in groups:
                verdict = verdicts.get(group.links[0])
                if verdict is None:
                    yield Start(self.check_page(group))
                else:
                    # The answer is about the target of a link, so it applies to http and https alike.
                    group.at = answered.at
                    yield Start(self.publish(group.verdicts(verdict, group.links)))

    def _halves(self, registry: Registry, one: _GroupQuery) -> list[_GroupQuery]:
        by_link = {group.links[0]: group for group in one.groups}
        links = list(by_link)
        middle = len(links) // 2
        return [
            _GroupQuery(query=query, groups=[by_link[link] for link in query.links])
            for half in (links[:middle], links[middle:])
            for query in registry.plan(half, self.settings)
        ]


def _is_too_slow(seen: Observation) -> bool:
    """Return whether an answer took the registry too long, so that a smaller query may succeed."""
    return seen.status in {HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT} or seen.fault is Fault.TIMEOUT
