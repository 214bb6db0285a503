"""Queries to registries about many links at once, and what their answers say about each.

A registry that needs a token is sent one query at a time: if it rejects the token, a single warning is logged and the
remaining queries are not sent. A query that takes a registry too long is split in halves: GitHub, for example, aborts
every query after ten seconds.

https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#timeouts
"""

import logging
from collections import deque
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus

from papertrace.audit.link_groups import LinkGroup, without_body
from papertrace.audit.registries import Query, Registry, plan_queries
from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Fault, Link, Observation, Outcome, Verdict
from papertrace.web.client import Await, PendingAsk, Terms

_LOG = logging.getLogger(__name__)

MAX_UNSPLIT_LINKS = 50
"""Links of a slow query that is not split any further, so that one of a hundred is split once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupQuery:
    """A query, and the groups whose first links it asks about."""

    query: Query
    groups: Sequence[LinkGroup]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What follows from an answer.

    `verdicts` has a group with its verdict, or with None if its page has to be requested. `further` are queries to send
    concurrently, about groups that are not in `verdicts`.
    """

    verdicts: Sequence[tuple[LinkGroup, Verdict | None]] = ()
    further: Sequence["Queries"] = ()


class Queries:
    """Queries to one registry, sent one after another until there are none."""

    def __init__(
        self,
        registry: Registry,
        queries: Iterable[GroupQuery],
        settings: AuditSettings,
        dates: Mapping[str, str] | None = None,
        recorded: Collection[str] | None = None,
    ) -> None:
        """Queue queries; `dates` are the dates of papers by the URLs that they print.

        `recorded` are the addresses on a cassette that alone is asked: it may be older than a question that follows
        from an answer.
        """
        self._registry = registry
        self._waiting = deque(queries)
        self._settings = settings
        self._dates = dates or {}
        self._recorded = recorded

    @property
    def is_over(self) -> bool:
        """Whether no query is left to send."""
        return not self._waiting

    def send_next(self) -> Generator[Await, PendingAsk, Answered]:
        """Send the next query and return what follows from its answer."""
        one = self._waiting.popleft()
        registry = self._registry
        answered = yield Await(one.query.ask, Terms(refuses=registry.refuses, pause_s=registry.pause_s))
        seen = answered.seen[-1]
        answered.seen = [without_body(each) for each in answered.seen]
        if self._is_to_be_split(one, seen):
            halves = self._halves(one)
            if not registry.needs_token:
                return Answered(further=[self._alone(half) for half in halves])
            self._waiting.extendleft(reversed(halves))
            return Answered()
        groups = list(one.groups)
        config_error = registry.config_error(seen)
        if config_error is not None:
            _LOG.warning("%s", config_error)
        if config_error is not None or seen.fault is Fault.WITHHELD:
            # The remaining queries would fail too: access is refused, or the host receives no more requests.
            groups += [group for other in self._waiting for group in other.groups]
            self._waiting.clear()
        verdicts = registry.read(replace(one.query, dates=self._dates), seen)
        again = self._ask_again(one, seen, verdicts) if seen.fault is not Fault.WITHHELD else []
        asked_again = {link for other in again for link in other.query.links}
        return Answered(
            verdicts=[
                (group, _dated(verdicts.get(group.links[0]), answered.at))
                for group in groups
                if group.links[0] not in asked_again
            ],
            further=[self._alone(other) for other in again],
        )

    def _is_to_be_split(self, one: GroupQuery, seen: Observation) -> bool:
        n_links = len(one.groups)
        if _is_too_slow(seen) and n_links > MAX_UNSPLIT_LINKS:
            return True
        return self._registry.is_too_large(seen) and n_links > self._registry.min_links

    def _halves(self, one: GroupQuery) -> list[GroupQuery]:
        links = [group.links[0] for group in one.groups]
        middle = len(links) // 2
        halves = (links[:middle], links[middle:])
        return _with_groups((query for half in halves for query in self._registry.plan(half, self._settings)), one)

    def _ask_again(self, one: GroupQuery, seen: Observation, verdicts: Mapping[Link, Verdict]) -> list[GroupQuery]:
        """Return the queries about links that an answer did not decide but another may."""
        links = [group.links[0] for group in one.groups]
        open_ = [link for link in links if link not in verdicts or verdicts[link].outcome is Outcome.RESTRICTED]
        queries = self._registry.replan(one.query, seen, open_, self._settings) if open_ else []
        return _with_groups(
            [query for query in queries if self._recorded is None or query.ask.url in self._recorded], one
        )

    def _alone(self, one: GroupQuery) -> "Queries":
        return Queries(self._registry, [one], self._settings, self._dates, self._recorded)


def plan(
    groups: Sequence[LinkGroup],
    settings: AuditSettings,
    dates: Mapping[str, str] | None = None,
    recorded: Collection[Ask] = (),
    *,
    only_replays: bool = False,
) -> tuple[list[Queries], list[LinkGroup]]:
    """Return the queries to run concurrently, and the groups that no registry accepts.

    `dates` are the dates of papers by the URLs that they print, `recorded` the asks whose answers are on a cassette,
    which is all that is asked if it `only_replays`.
    """
    known = frozenset(ask.url for ask in recorded) if only_replays else None
    by_link = {group.links[0]: group for group in groups}
    sequential: dict[str, tuple[Registry, list[GroupQuery]]] = {}
    concurrent: list[Queries] = []
    for registry, query in plan_queries(list(by_link), settings, recorded):
        one = GroupQuery(query=query, groups=[by_link.pop(link) for link in query.links])
        if registry.needs_token:
            sequential.setdefault(registry.name, (registry, []))[1].append(one)
        else:
            concurrent.append(Queries(registry, [one], settings, dates, known))
    first = [Queries(registry, queries, settings, dates, known) for registry, queries in sequential.values()]
    return first + concurrent, list(by_link.values())


def _with_groups(queries: Iterable[Query], one: GroupQuery) -> list[GroupQuery]:
    """Return queries about links of an earlier one, with their groups."""
    by_link = {group.links[0]: group for group in one.groups}
    return [GroupQuery(query=query, groups=[by_link[link] for link in query.links]) for query in queries]


def _dated(verdict: Verdict | None, at: str) -> Verdict | None:
    return None if verdict is None else replace(verdict, checked_at=at or None)


def _is_too_slow(seen: Observation) -> bool:
    """Return whether an answer took the registry too long, so that a smaller query may succeed."""
    return seen.status in {HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT} or seen.fault is Fault.TIMEOUT
