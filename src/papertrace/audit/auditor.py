"""One audit: a task per link that requests, observes and concludes, run concurrently by the web client."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from http import HTTPStatus

from papertrace.audit.archives.snapshots import Snapshots
from papertrace.audit.history.lenient import LenientStore
from papertrace.audit.history.revalidation import confirmed, is_fresh, recheck, unconditional
from papertrace.audit.history.store import Store
from papertrace.audit.link_groups import LinkGroup, group_links, public_link, without_body
from papertrace.audit.registries.queries import RegistryQueries
from papertrace.audit.robots import reason_forbidden, robots_ask
from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts.classify import is_success
from papertrace.audit.verdicts.fragments import missing_part
from papertrace.model import Ask, Link, Method, Observation, Outcome, Verdict
from papertrace.web.address import parse_address, public_url
from papertrace.web.client import Await, Client, Pause, Start, Task, Terms
from papertrace.web.clock import Clock
from papertrace.web.exchange import CUT_SHORT
from papertrace.web.pending import TRANSIENT_FAULTS
from papertrace.web.queues.host_queues import CONTINUED, NEW, REFUSED, RETRY

MAX_ASKS = 10
_WORKING = frozenset({Outcome.ALIVE, Outcome.MOVED})

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
    ) -> None:
        """Create an audit that sends requests through `client` and keeps verdicts in `store`.

        With `revalidates`, the pages of stored verdicts are fetched by conditional requests. `dates` are the dates of
        papers by the URLs that they print.
        """
        self._settings = settings
        self._client = client
        self._clock = clock
        self._store = LenientStore(store) if store is not None else None
        self._revalidates = revalidates
        self._stale: dict[Link, Verdict] = {}
        self._snapshots = Snapshots(settings, self._store, dates or {})
        self._queries = RegistryQueries(
            settings=settings, dates=dates or {}, check_page=self._check_page, publish=self._publish
        )

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
        yield from self._queries.plan(group_links(to_request, self._settings))

    def _available_verdict(self, link: Link) -> Verdict | None:
        """Return the verdict that is available without a request, or None."""
        try:
            parse_address(link.url)
        except ValueError as error:
            return Verdict(link=public_link(link), outcome=Outcome.SKIPPED, reason=str(error))
        if self._store is None:
            return None
        stored = self._store.last_verdict(public_link(link))
        if stored is None or is_fresh(stored, now=self._clock.wall(), settings=self._settings):
            return stored
        if self._revalidates:
            self._stale[link] = stored
        return None

    def _check_page(self, group: LinkGroup) -> Task[Verdict]:
        """Confirm a stored verdict by a conditional request, or else run the prober of the group."""
        if self._settings.obeys_robots:
            robots = yield Await(robots_ask(group.address))
            reason = reason_forbidden(group.address, robots.seen[-1], self._settings.user_agent)
            if reason is not None:
                skipped = Verdict(link=group.links[0], outcome=Outcome.SKIPPED, reason=reason)
                yield from self._publish(group.verdicts(skipped, group.links))
                return
        stored = self._stale.pop(group.links[0], None)
        ask = recheck(stored) if stored is not None else None
        if stored is not None and ask is not None:
            answered = yield Await(ask)
            group.at = answered.at
            verdict = confirmed(stored, answered.seen[-1])
            if verdict is not None:
                yield from self._conclude(group, verdict)
                return
            if answered.seen[-1].status != HTTPStatus.NOT_MODIFIED:
                group.seen = [unconditional(one) for one in answered.seen]
        yield from self._probe(group)

    def _probe(self, group: LinkGroup) -> Task[Verdict]:
        for _ in range(MAX_ASKS + 1):
            step = group.prober.decide(group.links[0], group.seen)
            if isinstance(step, Verdict):
                yield from self._conclude(group, step)
                return
            answered = yield Await(step, self._terms(group))
            group.seen += answered.seen
            group.at = max(group.at, answered.at)
        message = f"the prober {group.prober.name} does not conclude on {public_url(group.links[0].url)}"
        raise RuntimeError(message)

    def _terms(self, group: LinkGroup) -> Terms:
        if not group.seen:
            return Terms(rank=NEW)
        before = group.seen[-1]
        if before.fault in TRANSIENT_FAULTS:
            # A HEAD without an answer counts as one try; after a 5xx the server may merely not support HEAD.
            return Terms(rank=RETRY, n_failed=1, delay_s=self._settings.backoff_s)
        return Terms(rank=REFUSED if before.status == HTTPStatus.TOO_MANY_REQUESTS else CONTINUED)

    def _conclude(self, group: LinkGroup, verdict: Verdict) -> Task[Verdict]:
        """Publish the verdict on every link of a group to which it applies; probe the others separately."""
        links, others = group.split(verdict.outcome)
        verdicts = group.verdicts(verdict, links)
        if self._settings.checks_fragments:
            verdicts = self._with_fragments(verdicts, verdict.seen)
        self._drop_bodies(group)
        if others:
            yield Start(self._probe(LinkGroup(prober=group.prober, links=others)))
        if self._settings.requires_https and _is_plain(verdicts):
            secure = yield Await(Ask(method=Method.GET, url=_secure(group.address)))
            works = is_success(secure.seen[-1])
            verdicts = [_insecure(one, works=works) if _is_plain([one]) else one for one in verdicts]
        yield from self._publish(verdicts)

    def _publish(self, verdicts: list[Verdict]) -> Task[Verdict]:
        """Store verdicts and emit them; those that follow from a missing network wait until it is up."""
        if any(verdict.outcome is Outcome.UNKNOWN for verdict in verdicts):
            yield Pause.UNTIL_NETWORK
        if self._store is not None:
            verdicts = [self._store.put(verdict) for verdict in verdicts]
        for verdict in verdicts:
            _LOG.info("%s %s: %s", verdict.outcome, public_url(verdict.link.url), verdict.reason)
        yield from self._snapshots.complete(verdicts)

    def _with_fragments(self, verdicts: list[Verdict], seen: Sequence[Observation]) -> list[Verdict]:
        """Return verdicts, changed to suspect if the page lacks the part that the fragment of a link names."""
        page = next((one for one in reversed(seen) if one.ask.url == seen[0].ask.url and is_success(one)), None)
        if page is None or not page.body or page.detail == CUT_SHORT:
            return verdicts
        if len(page.body.encode(errors="replace")) >= self._settings.max_body_bytes:
            return verdicts
        return [
            replace(
                one, outcome=Outcome.SUSPECT, reason=f"{one.reason}, but the page has no part {missing!r}", new_url=None
            )
            if one.outcome in _WORKING and (missing := missing_part(one.link.url, page.body)) is not None
            else one
            for one in verdicts
        ]

    def _drop_bodies(self, group: LinkGroup) -> None:
        """Release the bodies that only this group needs, because ten thousand pages would fill the memory."""
        own_asks: set[Ask] = {one.ask for one in group.seen if one.ask.url == group.address and is_success(one)}
        for ask in own_asks:
            self._client.replace_seen(ask, without_body)
        group.seen = []


def _is_plain(verdicts: Sequence[Verdict]) -> bool:
    """Return whether a link under http works."""
    return any(one.outcome is Outcome.ALIVE and one.link.url.lower().startswith("http:") for one in verdicts)


def _secure(address: str) -> str:
    """Return an address under https; a port other than the usual one is kept."""
    return parse_address(f"https{address.removeprefix('https').removeprefix('http')}").url


def _insecure(verdict: Verdict, *, works: bool) -> Verdict:
    reason = "plain http, although https works too" if works else "plain http"
    return replace(verdict, outcome=Outcome.INSECURE, reason=f"{verdict.reason}, but {reason}")
