"""Query the registries, and give every link what was said of it.

A registry that takes a token is sent one query at a time: where it refuses the token, the remaining queries are not
sent at all, and the user is told once. A query that is too much for a registry is sent again in halves: GitHub, for
one, ends every query after ten seconds.

https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#timeouts
"""

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from papertrace.audit.link_groups import LinkGroup, without_body
from papertrace.audit.registries import Query, Registry, plan_queries
from papertrace.audit.settings import AuditSettings
from papertrace.model import Fault, Observation, Verdict
from papertrace.web.client import Await, Start, Task, Terms

_LOG = logging.getLogger(__name__)

MAX_LEFT_WHOLE = 50
"""Links of a query that is not sent again in halves: so one of a hundred becomes two, and no more than two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _GroupQuery:
    query: Query
    groups: list[LinkGroup]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryQueries:
    """The queries of one audit.

    `look` makes the task that requests the page of a group, `publish` the one that emits verdicts on a group.
    """

    settings: AuditSettings
    look: Callable[[LinkGroup], Task[Verdict]]
    publish: Callable[[list[Verdict]], Task[Verdict]]

    def plan(self, groups: Sequence[LinkGroup]) -> Iterator[Task[Verdict]]:
        """Yield the tasks that query the registries about the groups that they know and look at all others."""
        by_link = {group.links[0]: group for group in groups}
        in_turn: dict[str, tuple[Registry, deque[_GroupQuery]]] = {}
        at_once: list[tuple[Registry, _GroupQuery]] = []
        for registry, query in plan_queries(list(by_link), self.settings):
            one = _GroupQuery(query=query, groups=[by_link.pop(link) for link in query.links])
            if registry.needs_token:
                in_turn.setdefault(registry.name, (registry, deque()))[1].append(one)
            else:
                at_once.append((registry, one))
        for registry, queries in in_turn.values():
            yield self._query(registry, queries)
        for registry, one in at_once:
            yield self._query(registry, deque([one]))
        for group in by_link.values():
            yield self.look(group)

    def _query(self, registry: Registry, queries: deque[_GroupQuery]) -> Task[Verdict]:
        """Send queries one after another; groups of which the answers say nothing are looked at."""
        while queries:
            one = queries.popleft()
            answered = yield Await(one.query.ask, Terms(refuses=registry.refuses, pause_s=registry.pause_s))
            seen = answered.seen[-1]
            answered.seen = [without_body(each) for each in answered.seen]
            if _asks_too_much(seen) and len(one.groups) > MAX_LEFT_WHOLE:
                halves = self._halves(registry, one)
                if registry.needs_token:
                    queries.extendleft(reversed(halves))
                else:
                    for half in halves:
                        yield Start(self._query(registry, deque([half])))
                continue
            complaint = registry.complaint(seen)
            left = list(one.groups)
            if complaint is not None:
                _LOG.warning("%s", complaint)
            if complaint is not None or seen.fault is Fault.WITHHELD:
                # The others would fare no better: nobody is let in, or the host receives no more requests.
                left += [group for other in queries for group in other.groups]
                queries.clear()
            verdicts = registry.read(one.query, seen)
            for group in left:
                verdict = verdicts.get(group.links[0])
                if verdict is None:
                    yield Start(self.look(group))
                else:
                    # A registry speaks of what a link leads to, so of http and https alike.
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


def _asks_too_much(seen: Observation) -> bool:
    """Return whether an answer was not ready in time: half as much may be."""
    return seen.status in {HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT} or seen.fault is Fault.TIMEOUT
