"""Auditing links: live, live with a recording, or from a recording alone.

Links go to registries first, many at once; what those do not decide is audited page by page. The task of a page reads
from top to bottom: robots.txt, what an earlier run has stored, the requests of its prober, the store, the archives.
All tasks are run concurrently by the web client.

A registry that needs a token is sent one query at a time: if it rejects the token, a single warning is logged and the
remaining queries are not sent. A query that takes a registry too long is split in halves: GitHub, for example, aborts
every query after ten seconds.

https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#timeouts
"""

import logging
import math
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

from papertrace.audit.probers import Prober, Seen, prober_of, reason_forbidden, robots_ask
from papertrace.audit.registries import ARCHIVES, plan_queries
from papertrace.audit.registry import Query, Registry
from papertrace.audit.settings import AuditSettings, LinkFilter
from papertrace.audit.store import LenientStore, Store, answers, confirmed, is_fresh, recheck, unconditional
from papertrace.audit.verdicts import complete_page, is_success, is_transient, leaves_part_open, with_missing_parts
from papertrace.model import Ask, Fault, Link, Method, Observation, Outcome, Verdict, hide_userinfo
from papertrace.model.addresses import host_of
from papertrace.web.address import parse_address, public_url
from papertrace.web.cassette import Cassette
from papertrace.web.client import Await, Client, Emit, Pause, PendingAsk, Start, Task, Terms, open_client
from papertrace.web.exchange import TRANSIENT_FAULTS, Clock
from papertrace.web.git import GitExchange, find_git
from papertrace.web.guard import Guard, Resolver, parse_server, resolver_at, system_resolver
from papertrace.web.queues import CONTINUED, NEW, REFUSED, RETRY
from papertrace.web.settings import passwords_in

if TYPE_CHECKING:
    from papertrace.web.exchange import Exchange

SCHEME_INDEPENDENT = frozenset({Outcome.ALIVE, Outcome.MOVED, Outcome.RESTRICTED, Outcome.RATE_LIMITED})
"""Outcomes that apply to a page under http and https alike."""


@dataclass(frozen=True, slots=True)
class LinkGroup:
    """Links whose addresses differ only in http or https; the prober is run on the first."""

    prober: Prober
    links: list[Link]

    @property
    def address(self) -> str:
        """The address that is requested."""
        return self.prober.address(self.links[0])

    def split(self, outcome: Outcome) -> tuple[list[Link], list[Link]]:
        """Return the links that an outcome applies to, and those that must be requested separately.

        A failure under https says nothing about the page under http, and vice versa.
        """
        if outcome in SCHEME_INDEPENDENT:
            return self.links, []
        scheme = _scheme(self.address)
        same = [link for link in self.links if _scheme(self.prober.address(link)) == scheme]
        return same, [link for link in self.links if link not in same]

    def verdicts(self, verdict: Verdict, links: Iterable[Link]) -> list[Verdict]:
        """Return the verdict on one link of the group as a verdict on each."""
        seen = tuple(without_body(one) for one in verdict.seen)
        return [
            replace(verdict, link=public_link(link), seen=seen, new_url=_with_fragment(verdict.new_url, link))
            for link in links
        ]


def group_links(links: Iterable[Link], settings: AuditSettings) -> list[LinkGroup]:
    """Group links by the request they need, in order of first occurrence; in a group, those under https come first."""
    groups: dict[tuple[str, str], LinkGroup] = {}
    for link in links:
        prober = prober_of(link, settings)
        scheme, _, rest = prober.address(link).partition("://")
        group = groups.setdefault((prober.name, rest), LinkGroup(prober=prober, links=[]))
        if scheme == "https" and group.links and _scheme(group.address) != "https":
            group.links.insert(0, link)
        else:
            group.links.append(link)
    return list(groups.values())


def public_link(link: Link) -> Link:
    """Return a link without the user information in its URL."""
    url = hide_userinfo(link.url)
    return link if url == link.url else replace(link, url=url)


def without_body(seen: Observation) -> Observation:
    """Return an observation without the bodies of request and answer, which are not needed after the verdict."""
    if seen.ask.body:
        seen = replace(seen, ask=replace(seen.ask, body=""))
    return replace(seen, body="") if seen.body else seen


def _scheme(address: str) -> str:
    return address.partition(":")[0]


def _with_fragment(new_url: str | None, link: Link) -> str | None:
    """Return a new address with the fragment of a link, which identifies the same part of the page."""
    if new_url is None or urldefrag(new_url).fragment:
        return new_url
    fragment = urldefrag(link.url).fragment
    return f"{new_url}#{fragment}" if fragment else new_url


_LOG = logging.getLogger(__name__)

MAX_UNSPLIT_LINKS = 50
"""Links of a slow query that is not split any further, so that one of a hundred is split once."""


def _is_to_be_split(registry: Registry, query: Query, seen: Observation) -> bool:
    """Return whether a smaller query may be answered: this one was too large, or took the registry too long."""
    is_too_slow = seen.status in {HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT} or seen.fault is Fault.TIMEOUT
    if is_too_slow and len(query.links) > MAX_UNSPLIT_LINKS:
        return True
    return registry.is_too_large(seen) and len(query.links) > registry.min_links


SECONDS_PER_PAGE = 1.0
"""What the page of a link takes at a host that accepts one request at a time."""
MAX_ASKS = 10
"""How many requests a prober may make for one page, so that one that repeats itself ends."""


class Auditor:
    """The state of one audit; not reusable."""

    def __init__(
        self,
        settings: AuditSettings,
        client: Client[Verdict],
        store: Store | None,
        *,
        dates: Mapping[str, str] | None = None,
        cassette: Cassette | None = None,
    ) -> None:
        """Create an audit that sends requests through `client` and keeps verdicts in `store`.

        `dates` are the dates of papers by the URLs that they print, `cassette` the one that `client` records or plays.
        """
        self._settings = settings
        self._client = client
        self._store = LenientStore(store) if store is not None else None
        # A recording must contain complete answers, because a replay has no store to compare them with.
        self._revalidates = cassette is None
        self._stale: dict[Link, tuple[Verdict, Ask]] = {}
        self._dates = dates or {}
        self._recorded = cassette.asks() if cassette else []
        self._replayed = {ask.url for ask in self._recorded} if cassette and cassette.only_replays else None
        # The groups that registries are asked about, by the links in their queries.
        self._groups: dict[Link, LinkGroup] = {}

    def run(self, links: Iterable[Link]) -> Iterator[Verdict]:
        """Yield a verdict on every link, in order of completion."""
        for host, interval_s in self._settings.endpoints.intervals_s():
            self._client.queues.set_interval(host, interval_s)
        return self._client.run(self._tasks(links))

    def _tasks(self, links: Iterable[Link]) -> Iterator[Task[Verdict]]:
        to_request = []
        for link in links:
            available = self._available_verdict(link)
            if available is None:
                to_request.append(link)
            else:
                yield self._complete([available])
        groups = {group.links[0]: group for group in group_links(to_request, self._settings)}
        one_by_one: dict[str, tuple[Registry, deque[Query]]] = {}
        at_once: list[tuple[Registry, deque[Query]]] = []
        for registry, query in plan_queries(list(groups), self._settings, self._recorded):
            self._groups |= {link: groups.pop(link) for link in query.links}
            if registry.needs_token:
                one_by_one.setdefault(registry.name, (registry, deque()))[1].append(query)
            else:
                at_once.append((registry, deque([query])))
        for registry, queries in (*one_by_one.values(), *at_once):
            yield self._query(registry, queries)
        for group in groups.values():
            yield self._audit(group)

    def _available_verdict(self, link: Link) -> Verdict | None:
        """Return the verdict that is available without a request, or None."""
        try:
            parse_address(link.url)
        except ValueError as error:
            return Verdict(link=public_link(link), outcome=Outcome.SKIPPED, reason=str(error))
        if self._store is None:
            return None
        stored = self._store.last_verdict(public_link(link))
        if stored is None or (self._settings.checks_fragments and leaves_part_open(stored)):
            return None
        lacks_https = self._settings.requires_https and _is_plain([stored])
        if is_fresh(stored, now=self._client.clock.wall(), settings=self._settings) and not lacks_https:
            return stored
        ask = recheck(stored) if self._revalidates else None
        if ask is not None:
            self._stale[link] = stored, ask
        return None

    def _query(self, registry: Registry, queries: deque[Query]) -> Task[Verdict]:
        """Send queries to a registry in turn; audit the pages of the links on which it does not decide."""
        while queries:
            query = queries.popleft()
            terms = Terms(
                refuses=registry.refuses, pause_s=registry.pause_s, max_wait_s=self._patience_s(registry, query)
            )
            answered = yield Await(query.ask, terms)
            seen = answered.seen[-1]
            answered.seen = [without_body(one) for one in answered.seen]
            if _is_to_be_split(registry, query, seen):
                middle = len(query.links) // 2
                both = (query.links[:middle], query.links[middle:])
                halves = [half for links in both for half in registry.plan(links, self._settings)]
                if registry.needs_token:
                    queries.extendleft(reversed(halves))
                else:
                    for half in halves:
                        yield Start(self._query(registry, deque([half])))
                continue
            links = list(query.links)
            config_error = registry.config_error(seen)
            if config_error is not None:
                _LOG.warning("%s", config_error)
            if config_error is not None or seen.fault is Fault.WITHHELD:
                # The remaining queries would fail too: access is refused, or the host receives no more requests.
                links += [link for other in queries for link in other.links]
                queries.clear()
            verdicts = registry.read(replace(query, dates=self._dates), seen)
            again = self._ask_again(registry, query, seen, verdicts)
            for other in again:
                yield Start(self._query(registry, deque([other])))
            asked_again = {link for other in again for link in other.links}
            for link in links:
                if link not in asked_again:
                    yield Start(self._conclude(self._groups.pop(link), verdicts.get(link), answered.at))

    def _patience_s(self, registry: Registry, query: Query) -> float:
        """Return how long to wait for a registry: as long as the pages of its links take, if these are elsewhere."""
        hosts = {host_of(link.url) for link in query.links}
        if registry.needs_token or self._replayed is not None or host_of(query.ask.url) in hosts:
            return math.inf
        return SECONDS_PER_PAGE * len(query.links)

    def _ask_again(
        self, registry: Registry, query: Query, seen: Observation, verdicts: Mapping[Link, Verdict]
    ) -> list[Query]:
        """Return the queries about links that an answer did not decide but another may.

        A cassette that alone is asked may be older than such a query.
        """
        open_ = [link for link in query.links if link not in verdicts or verdicts[link].outcome is Outcome.RESTRICTED]
        if seen.fault is Fault.WITHHELD or not open_:
            return []
        further = registry.replan(query, seen, open_, self._settings)
        return [other for other in further if self._replayed is None or other.ask.url in self._replayed]

    def _conclude(self, group: LinkGroup, verdict: Verdict | None, at: str) -> Task[Verdict]:
        if verdict is None:
            return self._audit(group)
        # The answer is about the target of a link, so it applies to http and https alike.
        return self._publish(group.verdicts(replace(verdict, checked_at=at or None), group.links))

    def _audit(self, group: LinkGroup) -> Task[Verdict]:
        """Audit the page of a group, if the robots.txt of its host allows that, and publish the verdicts on its links.

        Stored verdicts are confirmed by a conditional request; otherwise the prober of the group concludes.
        """
        if self._settings.obeys_robots:
            robots = yield Await(robots_ask(group.address))
            reason = reason_forbidden(group.address, robots.seen[-1], self._settings.user_agent)
            if reason is not None:
                skipped = Verdict(link=group.links[0], outcome=Outcome.SKIPPED, reason=reason)
                yield from self._publish(group.verdicts(skipped, group.links))
                return
        verdicts: list[Verdict] = []
        others: list[Link] = []
        stored, ask = self._take_stale(group)
        changed = (yield Await(ask)) if ask is not None else None
        if changed is not None:
            kept = [confirmed(one, changed.seen[-1], at=changed.at) for one in stored]
            if None not in kept:
                pairs = zip(group.links, kept, strict=True)
                verdicts = [one for link, verdict in pairs if verdict for one in group.verdicts(verdict, [link])]
        if not verdicts:
            verdict = yield from self._probe(group, changed)
            verdicts, others = self._apply(verdict, group)
        if changed is not None:
            self._client.replace_seen(changed.ask, without_body)
        if others:
            yield Start(self._audit(LinkGroup(prober=group.prober, links=others)))
        if self._settings.requires_https and _is_plain(verdicts):
            # A port other than the usual one is kept.
            address = f"https{group.address.removeprefix('https').removeprefix('http')}"
            secure = yield Await(Ask(method=Method.GET, url=parse_address(address).url))
            works = is_success(secure.seen[-1])
            self._client.replace_seen(secure.ask, without_body)
            verdicts = [_insecure(one, works=works) if _is_plain([one]) else one for one in verdicts]
        yield from self._publish(verdicts)

    def _take_stale(self, group: LinkGroup) -> tuple[list[Verdict], Ask | None]:
        """Return the stored verdicts on the links of a group, and the conditional request that may confirm them.

        There is none if a link of the group has no stored verdict, or one on another state of the page: a 304 does not
        show the page, so that nothing else could be said about this link.
        """
        stale = [self._stale.pop(link, None) for link in group.links]
        known = [one for one in stale if one is not None]
        asks = {ask for _, ask in known}
        if len(known) < len(stale) or len(asks) != 1:
            return [], None
        return [verdict for verdict, _ in known], asks.pop()

    def _probe(self, group: LinkGroup, changed: PendingAsk | None) -> Generator[Await, PendingAsk, Verdict]:
        """Send what the prober of a group requests, and return its verdict with all that was seen.

        `changed` is a conditional request that confirmed nothing; if it got the page, that is not requested again.
        """
        known, at = ((), "") if changed is None else (unconditional(changed.seen), changed.at)
        probe = group.prober.probe(group.links[0])
        seen = known  # A tuple, since as long as all links of an audit wait, each list would count.
        tries: Seen | None = None
        for _ in range(MAX_ASKS + 1):
            try:
                ask = next(probe) if tries is None else probe.send(tries)
            except StopIteration as end:
                verdict: Verdict = end.value
                return replace(verdict, seen=seen, checked_at=at or None)
            if known and answers(known[-1], ask):
                tries = known
                continue
            answered = yield Await(ask, self._terms(seen))
            tries = answered.seen
            seen = (*seen, *tries)
            at = max(at, answered.at)
        message = f"the prober {group.prober.name} does not conclude on {public_url(group.links[0].url)}"
        raise RuntimeError(message)

    def _apply(self, verdict: Verdict, group: LinkGroup) -> tuple[list[Verdict], list[Link]]:
        """Return the verdicts on the links that one page decides, and the links that it does not.

        The bodies of the page are released, because ten thousand of them would fill the memory.
        """
        links, others = group.split(verdict.outcome)
        verdicts = group.verdicts(verdict, links)
        page = complete_page(verdict, self._settings.max_body_bytes) if self._settings.checks_fragments else None
        if page is not None:
            verdicts = with_missing_parts(verdicts, page)
        for one in verdict.seen:
            # That of a nonexistent page is kept, because other pages of the host are compared with it.
            if one.ask.url == group.address and is_success(one):
                self._client.replace_seen(one.ask, without_body)
        return verdicts, others

    def _terms(self, seen: Seen) -> Terms:
        """Return how a request for a link is queued after what was seen of it."""
        if not seen:
            return Terms(rank=NEW)
        if seen[-1].fault in TRANSIENT_FAULTS:
            # A HEAD without an answer counts as one try; after a 5xx the server may merely not support HEAD.
            return Terms(rank=RETRY, n_failed=1, delay_s=self._settings.backoff_s)
        return Terms(rank=REFUSED if seen[-1].status == HTTPStatus.TOO_MANY_REQUESTS else CONTINUED)

    def _publish(self, verdicts: list[Verdict]) -> Task[Verdict]:
        """Store verdicts and emit them; those that follow from a missing network wait until it is up."""
        if any(verdict.outcome is Outcome.UNKNOWN for verdict in verdicts):
            yield Pause.UNTIL_NETWORK
        if self._settings.checks_fragments:
            verdicts = [replace(verdict, fragment_checked=True) for verdict in verdicts]
        if self._store is not None:
            verdicts = [self._store.put(verdict) for verdict in verdicts]
        for verdict in verdicts:
            _LOG.info("%s %s: %s", verdict.outcome, public_url(verdict.link.url), verdict.reason)
        yield from self._complete(verdicts)

    def _complete(self, verdicts: Sequence[Verdict]) -> Task[Verdict]:
        """Emit verdicts on one page, with its snapshot if that is requested and not known yet.

        The verdicts must be in the store already: archives are slow, and a killed audit must not lose them.
        """
        if verdicts and self._needs_snapshot(verdicts[0]):
            verdicts = yield from self._query_archives(verdicts)
            for verdict in verdicts:
                if self._store is not None:
                    self._store.record_snapshot(verdict)
        for verdict in verdicts:
            yield Emit(verdict)

    def _needs_snapshot(self, verdict: Verdict) -> bool:
        wanted = {Outcome.DEAD} if self._settings.rescue else set()
        wanted |= {Outcome.ALIVE, Outcome.MOVED} if self._settings.unarchived else set()
        return verdict.has_snapshot is None and verdict.outcome in wanted

    def _query_archives(self, verdicts: Sequence[Verdict]) -> Generator[Await, PendingAsk, list[Verdict]]:
        """Ask the suitable archives in turn until one has a snapshot; return the verdicts with the result.

        Only a dead link needs the snapshot as its `rescue`.
        """
        link = verdicts[0].link
        date = self._dates.get(link.url)
        has_snapshot: bool | None = False
        for archive in ARCHIVES.values():
            if not archive.suits(link):
                continue
            answered = yield Await(archive.ask(link, date, self._settings))
            snapshot = archive.read(link, date, answered.seen[-1], self._settings)
            if snapshot is not None:
                return [
                    replace(one, rescue=snapshot if one.outcome is Outcome.DEAD else None, has_snapshot=True)
                    for one in verdicts
                ]
            if not archive.lacks(answered.seen[-1]):
                has_snapshot = None
        return [replace(verdict, has_snapshot=has_snapshot) for verdict in verdicts]


def _is_plain(verdicts: Sequence[Verdict]) -> bool:
    """Return whether a link under http works."""
    return any(one.outcome is Outcome.ALIVE and one.link.url.lower().startswith("http:") for one in verdicts)


def _insecure(verdict: Verdict, *, works: bool) -> Verdict:
    reason = "plain http, although https works too" if works else "plain http"
    return replace(verdict, outcome=Outcome.INSECURE, reason=f"{verdict.reason}, but {reason}")


def generate_verdicts(
    links: Iterable[Link],
    *,
    settings: AuditSettings | None = None,
    cassette: Cassette | None = None,
    store: Store | None = None,
    resolve: Resolver = system_resolver,
    clock: Clock | None = None,
    dates: Mapping[str, str] | None = None,
) -> Generator[Verdict, None, None]:
    """Yield one verdict on every link, in order of completion.

    All links are read first, so that equivalent addresses are requested once: those that differ only in fragment, user
    information, http or https, and for repositories on GitHub in letter case, `.git` or a query. Each link still gets
    its own verdict, with the observations it is based on but without the bodies of pages. With a cassette that only
    replays, the order is always the same.

    Nothing is sent before the first verdict is requested from the iterator, and nothing after it is closed.

    Parameters
    ----------
    links
        The links, of which `url` is requested. Equal URLs at different positions are different links.
    settings
        The limits; the defaults suit the open web.
    cassette
        Answers to record, to replay or both; the caller opens and closes it. One that only replays needs no network,
        and every wait ends at once.
    store
        Verdicts of earlier runs; one that is younger than its maximum age is yielded again without a request. Every new
        verdict is written before it is yielded.
    resolve
        The resolver of host names, by default that of the settings or the machine.
    clock
        The clock; by default a `Clock`, or a `VirtualClock` for a replay.
    dates
        The dates (ISO 8601) of papers by the URLs that they print; snapshots nearest to them are preferred.

    Raises
    ------
    NetworkDownError
        When no host has answered and not even the control names resolve.
    CassetteError
        When a replay lacks a request.
    StoreError
        When the store cannot be read or written.

    Examples
    --------
    >>> from papertrace.model import LinkKind, Span
    >>> letter = Link(raw="mailto:a@example.org", url="mailto:a@example.org", span=Span("a", 1), kind=LinkKind.PAGE)
    >>> [(str(verdict.outcome), verdict.reason) for verdict in generate_verdicts([letter])]
    [('skipped', 'mailto: is not supported')]
    """
    settings = settings or AuditSettings()
    if settings.resolver and resolve is system_resolver:
        resolve = resolver_at(parse_server(settings.resolver))
    if settings.checks_fragments:
        settings = replace(settings, max_body_bytes=max(settings.max_body_bytes, settings.max_answer_bytes))
    passwords: dict[str, str] = {}
    if cassette is not None and cassette.only_replays:
        # What was recorded is requested: with a token and git only if the cassette has their answers.
        had_token = cassette.has_url(parse_address(settings.endpoints.github.api).url)
        asks_git = settings.asks_git and cassette.has_method(Method.GIT)
        settings = replace(settings, github_token="recorded" if had_token else "", asks_git=asks_git)
    else:
        # Git would not go through the proxy.
        settings = replace(settings, asks_git=settings.asks_git and not settings.proxies and find_git() is not None)
        links = list(links)
        passwords = dict(passwords_in(link.url for link in links)) if settings.sends_passwords else {}
    exchange = partial(_open_exchange, settings, resolve, passwords)
    forbids = LinkFilter(exclude=settings.exclude).reason_to_skip
    with open_client(settings, cassette, clock, exchange, is_transient=is_transient, forbids=forbids) as client:
        yield from Auditor(settings, client, store, dates=dates, cassette=cassette).run(links)


@contextmanager
def _open_exchange(
    settings: AuditSettings, resolve: Resolver, passwords: Mapping[str, str], clock: Clock
) -> Iterator["Exchange"]:
    # `requests` is slow to import, and a replay does not need it.
    from papertrace.web.fetch import LiveExchange

    tokens = {parse_address(settings.endpoints.github.api).url: settings.github_token} if settings.github_token else {}
    with closing(LiveExchange(settings, tokens=tokens, passwords=passwords, resolve=resolve, clock=clock)) as live:
        git = find_git() if settings.asks_git else None
        guard = Guard(allow=settings.networks, resolve=resolve)
        yield live if git is None else GitExchange(live, git, guard, settings, clock)
