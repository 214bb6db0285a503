"""Put the questions of the registries, and give every link what was said of it.

A registry that asks with a token is asked one question at a time: where it does not take the token, the questions that
are left are not put at all, and the user is told once. A question that is too much for a registry is put again in
halves: GitHub, for one, ends every query after ten seconds.

https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#timeouts
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

from papertrace.audit.errand import Errand
from papertrace.audit.job import Job, without_body
from papertrace.audit.registries import Question, Registry, plan_questions
from papertrace.audit.settings import AuditSettings
from papertrace.model import Fault, Observation, Verdict

MOST_TO_LEAVE_WHOLE = 50
"""Links of a question that is not put again in halves: so one of a hundred becomes two, and no more than two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Hold what an inquiry needs of the audit: its settings, and what it has done by others.

    `send` carries an errand through and then goes on; `look` lets a job's prober look; `publish` takes verdicts on one
    page; `note` takes what the user is to be told.
    """

    settings: AuditSettings
    send: Callable[[Errand, Callable[[], Iterator[Verdict]]], Iterator[Verdict]]
    look: Callable[[Job], Iterator[Verdict]]
    publish: Callable[[list[Verdict]], Iterator[Verdict]]
    note: Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pending:
    question: Question
    jobs: list[Job]


def inquire(jobs: Sequence[Job], desk: Desk) -> Iterator[Verdict]:
    """Ask the registries about the jobs that they know, and let probers look at the others."""
    by_link = {job.links[0]: job for job in jobs}
    questions: dict[str, tuple[Registry, deque[_Pending]]] = {}
    for registry, question in plan_questions(list(by_link), desk.settings):
        asked = [by_link.pop(link) for link in question.links]
        _, pending = questions.setdefault(registry.name, (registry, deque()))
        pending.append(_Pending(question=question, jobs=asked))
    for registry, pending in questions.values():
        for _ in range(1 if registry.needs_token else len(pending)):
            yield from _put_next(registry, pending, desk)
    for job in by_link.values():
        yield from desk.look(job)


def _put_next(registry: Registry, pending: deque[_Pending], desk: Desk) -> Iterator[Verdict]:
    one = pending.popleft()
    errand = Errand(one.question.ask, desk.settings, refuses=registry.refuses, pause_s=registry.pause_s)
    yield from desk.send(errand, partial(_hear, registry, one, pending, errand, desk))


def _hear(registry: Registry, one: _Pending, pending: deque[_Pending], errand: Errand, desk: Desk) -> Iterator[Verdict]:
    """Conclude what a registry's answer allows; the other links are looked at by their probers."""
    seen = errand.seen[-1]
    errand.seen = [without_body(each) for each in errand.seen]
    if _asks_too_much(seen) and len(one.jobs) > MOST_TO_LEAVE_WHOLE:
        halves = _halves(registry, one, desk.settings)
        pending.extendleft(reversed(halves))
        for _ in range(1 if registry.needs_token else len(halves)):
            yield from _put_next(registry, pending, desk)
        return
    verdicts = registry.read(one.question, seen)
    complaint = registry.complaint(seen)
    left = list(one.jobs)
    if complaint is not None:
        desk.note(complaint)
    if complaint is not None or seen.fault is Fault.WITHHELD:
        # The others would fare no better: nobody is let in, or the host is not asked any more.
        left += [job for other in pending for job in other.jobs]
        pending.clear()
    elif pending and registry.needs_token:
        yield from _put_next(registry, pending, desk)
    for job in left:
        verdict = verdicts.get(job.links[0])
        if verdict is None:
            yield from desk.look(job)
        else:
            # A registry speaks of what a link leads to, so of http and https alike.
            job.at = errand.at
            yield from desk.publish(job.verdicts(verdict, job.links))


def _asks_too_much(seen: Observation) -> bool:
    """Say whether an answer was not ready in time: half as much may be."""
    return seen.status in {HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT} or seen.fault is Fault.TIMEOUT


def _halves(registry: Registry, one: _Pending, settings: AuditSettings) -> list[_Pending]:
    by_link = {job.links[0]: job for job in one.jobs}
    links = list(by_link)
    middle = len(links) // 2
    return [
        _Pending(question=question, jobs=[by_link[link] for link in question.links])
        for half in (links[:middle], links[middle:])
        for question in registry.plan(half, settings)
    ]
