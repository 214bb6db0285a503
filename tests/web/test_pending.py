"""One ask with its retries."""

from typing import Any

from tests.case_tables import cases

from papertrace.audit import AuditSettings
from papertrace.model import Ask, Fault, Method
from papertrace.web.client import PendingAsk, Terms
from papertrace.web.exchange import Answer

HEADERS = {"for": "retry-after", "to": "location"}


def answer_of(words: str) -> Answer:
    """Return the answer that a case has in words: a fault, or a status with a time or a target."""
    status, _, header = words.partition(" ")
    if not status.isdigit():
        return Answer(fault=Fault(status))
    name, _, value = header.partition(" ")
    return Answer(status=int(status), headers=((HEADERS[name], value),) if name else ())


@cases("given, steps, seen", named=True)
def test_each_answer_is_followed_by_a_step(
    given: dict[str, Any], steps: list[tuple[Any, ...]], seen: list[str] | None
) -> None:
    ask = Ask(method=Method(given.get("method", "GET")), url="https://example.org/a", accept=given.get("accept", ""))
    settings = AuditSettings(retries=given.get("retries", 2), timeout_s=8.0, deadline_s=20.0)
    terms = Terms(**{name: given[name] for name in ("n_failed", "max_wait_s") if name in given})
    pending = PendingAsk(ask, settings, terms=terms)
    assert pending.request().seconds_left == 20.0
    for words, step, *facts in steps:
        answer = answer_of(words)
        assert pending.is_refused(answer) == (answer.status == 429 or words.startswith("503 for"))
        assert pending.take(answer).value == step
        for name, value in facts[0].items() if facts else ():
            assert getattr(pending if hasattr(pending, name) else pending.request(), name) == value
    assert seen is None or [str(one.status or one.fault) for one in pending.seen] == list(seen)
