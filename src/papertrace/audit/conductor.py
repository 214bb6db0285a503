"""Conduct one audit: links -> asks -> observations -> verdicts, as they come.

One thread owns all state: the schedule, the errands, the probers, registries and archives. Workers only send what it
gives them. So there is no lock, and a replay from a cassette is the same code with nothing to wait for.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from http import HTTPStatus

from papertrace.audit.address import parse_address, public_url
from papertrace.audit.cassette import Cassette
from papertrace.audit.classify import TRANSIENT_FAULTS, is_success
from papertrace.audit.clock import Clock
from papertrace.audit.contact import Contact
from papertrace.audit.earlier import confirmed, is_fresh, recheck, unconditional
from papertrace.audit.errand import Errand, Next
from papertrace.audit.exchange import Answer
from papertrace.audit.inquiry import Desk, inquire
from papertrace.audit.job import Job, group_links, public_link, without_body
from papertrace.audit.schedule import AGAIN, CONTINUED, NEW, REFUSED, Schedule
from papertrace.audit.settings import AuditSettings
from papertrace.audit.snapshots import GoOn, Snapshots
from papertrace.audit.store import Store
from papertrace.audit.waiting import asked_wait_s
from papertrace.audit.workers import Crew
from papertrace.model import Ask, Fault, Link, Observation, Outcome, Verdict

MOST_ASKS = 10
MOST_DOUBLINGS = 5
"""Of the pause after a refusal that does not say how long to wait."""


class Conductor:
    """Own the state of one audit; `audit` makes one for each."""

    def __init__(
        self,
        settings: AuditSettings,
        crew: Crew[Errand],
        clock: Clock,
        store: Store | None,
        *,
        cassette: Cassette | None,
        confirms: bool = True,
        dates: Mapping[str, str] | None = None,
        on_note: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Take what asks, the time, where to keep and record what is found, the dates of papers by URL, who listens.

        With `confirms`, the pages of earlier verdicts are asked whether they are others than then.
        """
        self.schedule: Schedule[Errand] = Schedule(
            per_host=settings.per_host, stagger_s=settings.stagger_s, max_wait_s=settings.max_wait_s
        )
        self._settings = settings
        self._crew = crew
        self._clock = clock
        self._store = store
        self._cassette = cassette
        self._confirms = confirms
        self._errands: dict[Ask, Errand] = {}
        self._waiters: dict[Ask, list[Callable[[], Iterator[Verdict]]]] = {}
        self._refusals: dict[str, int] = {}
        self._n_open = 0
        self.contact = Contact(settings.control_names)
        self._note = on_note
        self._earlier: dict[Link, Verdict] = {}
        self._snapshots = Snapshots(settings, store, dates or {}, self._await)

    def run(self, links: Iterable[Link]) -> Iterator[Verdict]:
        """Yield the verdicts."""
        to_ask = []
        for host, interval_s in self._settings.registries.intervals_s():
            self.schedule.space(host, interval_s)
        for link in links:
            known = self._known(link)
            if known is None:
                to_ask.append(link)
            else:
                yield from self._snapshots.complete([known])
        desk = Desk(settings=self._settings, send=self._send, look=self._look, publish=self._publish, note=self._note)
        yield from inquire(group_links(to_ask, self._settings), desk)
        while self._n_open:
            self._give_out()
            wake_at = self.schedule.wake_at() if self._crew.has_room else None
            wait_s = None if wake_at is None else max(0.0, wake_at - self._clock.monotonic())
            if self._crew.busy:
                yield from self._settle(self._crew.collect(wait_s))
            elif wait_s is not None:
                self._clock.sleep(wait_s)
            else:
                message = f"{self._n_open} requests are open, but none is queued or under way"
                raise RuntimeError(message)
        self.contact.close()

    def _known(self, link: Link) -> Verdict | None:
        """Return the verdict that takes no asking, if there is one."""
        try:
            parse_address(link.url)
        except ValueError as error:
            return Verdict(link=public_link(link), outcome=Outcome.SKIPPED, reason=str(error))
        if self._store is None:
            return None
        earlier = self._store.last_verdict(public_link(link))
        if earlier is None or is_fresh(earlier, now=self._clock.wall(), settings=self._settings):
            return earlier
        if self._confirms:
            self._earlier[link] = earlier
        return None

    def _send(self, errand: Errand, go_on: Callable[[], Iterator[Verdict]]) -> Iterator[Verdict]:
        """Carry an errand through, and go on then."""
        self._waiters[errand.ask] = [go_on]
        self._n_open += 1
        yield from self._queue(errand, rank=NEW)

    def _look(self, job: Job) -> Iterator[Verdict]:
        """Ask whether the page is another than in an earlier run, where that can be asked; else let the prober look."""
        earlier = self._earlier.pop(job.links[0], None)
        ask = recheck(earlier) if earlier is not None else None
        if earlier is None or ask is None:
            yield from self._advance(job)
        else:
            yield from self._await(ask, partial(self._compare, job, earlier))

    def _compare(self, job: Job, earlier: Verdict, seen: Observation) -> Iterator[Verdict]:
        """Keep the earlier verdict where the page is the same; else go on with what was seen of the other one."""
        errand = self._errands[seen.ask]
        job.at = errand.at
        verdict = confirmed(earlier, seen)
        if verdict is not None:
            yield from self._finish(job, verdict)
            return
        if seen.status != HTTPStatus.NOT_MODIFIED:
            job.seen = [unconditional(one) for one in errand.seen]
        yield from self._advance(job)

    def _await(self, ask: Ask, go_on: GoOn) -> Iterator[Verdict]:
        """Go on with what is seen of an ask; it is asked once, however many wait for it."""
        errand = self._errands.get(ask)
        if errand is None:
            sent = self._errands[ask] = Errand(ask, self._settings)
            yield from self._send(sent, lambda: go_on(sent.seen[-1]))
        elif errand.is_over:
            yield from go_on(errand.seen[-1])
        else:
            waiting = errand
            self._waiters[ask].append(lambda: go_on(waiting.seen[-1]))

    def _advance(self, job: Job) -> Iterator[Verdict]:
        """Let the prober decide until it concludes or waits for an answer."""
        while True:
            step = job.prober.decide(job.links[0], job.seen)
            if isinstance(step, Verdict):
                yield from self._finish(job, step)
                return
            job.n_asks += 1
            if job.n_asks > MOST_ASKS:
                message = f"the prober {job.prober.name} does not conclude on {public_url(job.links[0].url)}"
                raise RuntimeError(message)
            errand = self._errands.get(step)
            if errand is None:
                self._waiters[step] = [partial(self._advance, job)]
                yield from self._begin(step, job)
                return
            if not errand.is_over:
                self._waiters[step].append(partial(self._advance, job))
                return
            job.seen += errand.seen
            job.at = max(job.at, errand.at)

    def _begin(self, ask: Ask, job: Job) -> Iterator[Verdict]:
        before = job.seen[-1] if job.seen else None
        # A HEAD that ended without an answer counts as one time asked; one answered 5xx may only dislike HEAD.
        failed = before is not None and before.fault in TRANSIENT_FAULTS
        errand = self._errands[ask] = Errand(ask, self._settings, n_failed=int(failed))
        self._n_open += 1
        if failed:
            later = self._clock.monotonic() + self._settings.backoff_s
            yield from self._queue(errand, rank=AGAIN, not_before=later)
        else:
            refused = before is not None and before.status == HTTPStatus.TOO_MANY_REQUESTS
            yield from self._queue(errand, rank=REFUSED if refused else CONTINUED if job.seen else NEW)

    def _queue(self, errand: Errand, *, rank: int, not_before: float = -math.inf) -> Iterator[Verdict]:
        reason = self.schedule.closed(errand.host)
        if reason is None:
            self.schedule.put(errand.host, errand, rank=rank, not_before=not_before)
        else:
            yield from self._withhold(errand, reason)

    def _withhold(self, errand: Errand, reason: str) -> Iterator[Verdict]:
        """Answer in the place of a host that is not asked any more, and say so on the cassette."""
        answer = Answer(fault=Fault.WITHHELD, detail=reason)
        if self._cassette is not None:
            answer = self._cassette.note(errand.request(), answer)
        yield from self._go_on(errand, answer)

    def _give_out(self) -> None:
        """Send what may be sent now."""
        now = self._clock.monotonic()
        while self._crew.has_room and (turn := self.schedule.take(now)) is not None:
            _, errand = turn
            self._crew.submit(errand, errand.request())

    def _settle(self, answers: Sequence[tuple[Errand, Answer]]) -> Iterator[Verdict]:
        """Take answers: first for their hosts, then for the errands, then for the links that wait for them.

        What an answer means takes longer to find out than whether its host may be asked again. So that no worker is
        idle meanwhile, whatever may be sent is given out in between.
        """
        heeded = []
        for errand, answer in answers:
            host = errand.host
            self.schedule.done(host, errand, self._clock.monotonic())
            heeded.append((host, errand, answer, self._heed(errand, answer)))
        for host, errand, answer, drained in heeded:
            self._give_out()
            yield from self._written(self.contact.hear(host, answer))
            yield from self._go_on(errand, answer)
            for other in drained:
                yield from self._withhold(other, self.schedule.closed(host) or "")

    def _heed(self, errand: Errand, answer: Answer) -> list[Errand]:
        """Leave the host alone as it asks; return what will not be asked of it at all."""
        host = errand.host
        is_refusal = errand.is_refused(answer)
        wait_s = asked_wait_s(answer, is_refusal=is_refusal)
        if is_refusal:
            n_refusals = self._refusals[host] = self._refusals.get(host, 0) + 1
            if wait_s is None:
                wait_s = errand.pause_s * 2 ** min(n_refusals - 1, MOST_DOUBLINGS)
        elif answer.status is not None:
            self._refusals[host] = 0
            self.schedule.progress(host, answer.seconds)
        if answer.status is None or answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self.schedule.strain(host)
        return self.schedule.pause(host, wait_s, self._clock.monotonic()) if wait_s else []

    def _go_on(self, errand: Errand, answer: Answer) -> Iterator[Verdict]:
        match errand.take(answer):
            case Next.HOP:
                yield from self._queue(errand, rank=CONTINUED)
            case Next.AGAIN if errand.is_refused(answer):
                # The host's own deadline says when.
                yield from self._queue(errand, rank=REFUSED)
            case Next.AGAIN:
                later = self._clock.monotonic() + errand.backoff_s
                yield from self._queue(errand, rank=AGAIN, not_before=later)
            case Next.END:
                self._n_open -= 1
                for go_on in self._waiters.pop(errand.ask):
                    yield from go_on()

    def _finish(self, job: Job, verdict: Verdict) -> Iterator[Verdict]:
        """Give every link its verdict; what it says nothing of is asked on its own."""
        links, others = job.split(verdict.outcome)
        verdicts = job.verdicts(verdict, links)
        self._drop_bodies(job)
        yield from self._publish(verdicts)
        if others:
            yield from self._advance(Job(prober=job.prober, links=others))

    def _publish(self, verdicts: list[Verdict]) -> Iterator[Verdict]:
        """Yield verdicts; what says nothing of a link is held back until it is known that there is a network."""
        if not self.contact.holds_back(verdicts):
            yield from self._snapshots.complete(list(self._written(verdicts)))

    def _drop_bodies(self, job: Job) -> None:
        """Forget the pages that only this job asked for: ten thousand of them would fill the memory."""
        asked = {one.ask for one in job.seen if one.ask.url == job.address and is_success(one)}
        for ask in asked & self._errands.keys():
            errand = self._errands[ask]
            errand.seen = [without_body(one) for one in errand.seen]
        job.seen = []

    def _written(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        for verdict in verdicts:
            yield verdict if self._store is None else self._store.put(verdict)
