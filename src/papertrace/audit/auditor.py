"""One audit: a task for each page that requests, observes and concludes, run concurrently by the web client.

Links go to registries first, many at once; what those do not decide is audited page by page. The task of a page reads
from top to bottom: robots.txt, what an earlier run has stored, the requests of its prober, the store, the archives.
"""

import logging
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from http import HTTPStatus

from papertrace.audit.archives.snapshots import Snapshots
from papertrace.audit.history.lenient import LenientStore
from papertrace.audit.history.revalidation import answers, confirmed, is_fresh, recheck, unconditional
from papertrace.audit.history.store import Store
from papertrace.audit.link_groups import LinkGroup, group_links, public_link, without_body
from papertrace.audit.probers.prober import Seen
from papertrace.audit.registries.queries import Queries, plan
from papertrace.audit.robots import reason_forbidden, robots_ask
from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts.classify import is_success
from papertrace.audit.verdicts.fragments import complete_page, leaves_part_open, with_missing_parts
from papertrace.model import Ask, Link, Method, Outcome, Verdict
from papertrace.web.address import parse_address, public_url
from papertrace.web.client import Await, Client, Pause, PendingAsk, Start, Task, Terms
from papertrace.web.exchange import TRANSIENT_FAULTS, Clock
from papertrace.web.queues import CONTINUED, NEW, REFUSED, RETRY

MAX_ASKS = 10
"""How many requests a prober may make for one page, so that one that repeats itself ends."""

_LOG = logging.getLogger(__name__)


class Auditor:
    """The state of one audit; not reusable."""

    def __init__(
        self,
        settings: AuditSettings,
        client: Client[Verdict],
        clock: Clock,
        store: Store | None,
        *,
        revalidates: bool = True,
        dates: Mapping[str, str] | None = None,
        recorded: Collection[Ask] = (),
        only_replays: bool = False,
    ) -> None:
        """Create an audit that sends requests through `client` and keeps verdicts in `store`.

        With `revalidates`, the pages of stored verdicts are fetched by conditional requests. `dates` are the dates of
        papers by the URLs that they print, `recorded` the asks whose answers are on a cassette, which is all that is
        asked if it `only_replays`.
        """
        self._settings = settings
        self._client = client
        self._clock = clock
        self._store = LenientStore(store) if store is not None else None
        self._revalidates = revalidates
        self._stale: dict[Link, tuple[Verdict, Ask]] = {}
        self._dates = dates or {}
        self._recorded = recorded
        self._only_replays = only_replays
        self._snapshots = Snapshots(settings, self._store, self._dates)

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
                yield self._snapshots.complete([available])
        queries, others = plan(
            group_links(to_request, self._settings),
            self._settings,
            self._dates,
            self._recorded,
            only_replays=self._only_replays,
        )
        for one in queries:
            yield self._query(one)
        for group in others:
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
        if is_fresh(stored, now=self._clock.wall(), settings=self._settings) and not lacks_https:
            return stored
        ask = recheck(stored) if self._revalidates else None
        if ask is not None:
            self._stale[link] = stored, ask
        return None

    def _query(self, queries: Queries) -> Task[Verdict]:
        """Send the queries to a registry; audit the pages of the links on which it does not decide."""
        while not queries.is_over:
            answered = yield from queries.send_next()
            for further in answered.further:
                yield Start(self._query(further))
            for group, verdict in answered.verdicts:
                if verdict is None:
                    yield Start(self._audit(group))
                else:
                    # The answer is about the target of a link, so it applies to http and https alike.
                    yield Start(self._publish(group.verdicts(verdict, group.links)))

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
            verdicts = _confirmed(group, stored, changed)
        if not verdicts:
            verdict = yield from self._probe(group, changed)
            verdicts, others = self._apply(verdict, group)
        if changed is not None:
            self._client.replace_seen(changed.ask, without_body)
        if others:
            yield Start(self._audit(LinkGroup(prober=group.prober, links=others)))
        if self._settings.requires_https and _is_plain(verdicts):
            secure = yield Await(Ask(method=Method.GET, url=_secure(group.address)))
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
        yield from self._snapshots.complete(verdicts)


def _confirmed(group: LinkGroup, stored: Sequence[Verdict], answered: PendingAsk) -> list[Verdict]:
    """Return the stored verdict on each link of a group as confirmed by an answer; empty if that confirms nothing."""
    verdicts: list[Verdict] = []
    for link, verdict in zip(group.links, stored, strict=True):
        one = confirmed(verdict, answered.seen[-1], at=answered.at)
        if one is None:
            return []
        verdicts += group.verdicts(one, [link])
    return verdicts


def _is_plain(verdicts: Sequence[Verdict]) -> bool:
    """Return whether a link under http works."""
    return any(one.outcome is Outcome.ALIVE and one.link.url.lower().startswith("http:") for one in verdicts)


def _secure(address: str) -> str:
    """Return an address under https; a port other than the usual one is kept."""
    return parse_address(f"https{address.removeprefix('https').removeprefix('http')}").url


def _insecure(verdict: Verdict, *, works: bool) -> Verdict:
    reason = "plain http, although https works too" if works else "plain http"
    return replace(verdict, outcome=Outcome.INSECURE, reason=f"{verdict.reason}, but {reason}")
