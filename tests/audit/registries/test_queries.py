"""Sending queries, with a registry that gives every query the same answer."""

from dataclasses import replace

import pytest
from tests.clients import client_of
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.run import Auditor, LinkGroup
from papertrace.model import Fault, Verdict
from papertrace.web.client import Task, WorkerPool
from papertrace.web.exchange import Answer, Request, VirtualClock

SETTINGS = replace(settings_with_registries(), retries=0)


class Inquiry(Auditor):
    """An audit with a registry whose answer is constant, and a record of the groups that are left to the probers."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.n_links: list[int] = []
        self.looked: list[LinkGroup] = []
        clock = VirtualClock()
        super().__init__(SETTINGS, client_of(SETTINGS, WorkerPool(self.send), clock), None)

    def send(self, request: Request, /) -> Answer:
        self.n_links.append(request.ask.body.count("repository(") or request.url.count(",") + 1)
        return self.answer

    def _audit(self, group: LinkGroup) -> Task[Verdict]:
        self.looked.append(group)
        yield from ()

    def ask(self, *urls: str) -> list[Verdict]:
        return list(self.run([link(url, line) for line, url in enumerate(urls)]))


def repositories(number: int) -> list[str]:
    return [f"https://code.example.org/acme-example/r{n}" for n in range(number)]


def test_a_closed_host_is_sent_no_further_queries() -> None:
    inquiry = Inquiry(Answer(fault=Fault.WITHHELD, detail="the host asks to wait for an hour"))

    assert inquiry.ask(*repositories(26_000)) == []

    assert inquiry.n_links == [100]
    assert len(inquiry.looked) == 26_000


@pytest.mark.parametrize(
    "answer",
    [Answer(status=502), Answer(status=504), Answer(fault=Fault.TIMEOUT)],
    ids=["bad gateway", "gateway time-out", "time-out"],
)
def test_a_query_that_takes_too_long_is_split_in_halves_once(answer: Answer) -> None:
    inquiry = Inquiry(answer)

    inquiry.ask(*repositories(150))

    assert inquiry.n_links == [100, 50, 50, 50]
    assert [group.links[0].span.line for group in inquiry.looked] == list(range(150))


def test_a_query_without_a_token_is_split_in_halves_too() -> None:
    inquiry = Inquiry(Answer(status=504))

    inquiry.ask(*(f"https://papers.example.org/abs/2601.{number:05}" for number in range(100)))

    assert inquiry.n_links == [100, 50, 50]
    assert len(inquiry.looked) == 100


@pytest.mark.parametrize("status", [500, 503, 403, 404])
def test_any_other_answer_does_not_split_the_query(status: int) -> None:
    inquiry = Inquiry(Answer(status=status))

    inquiry.ask(*repositories(100))

    assert inquiry.n_links == [100]
    assert len(inquiry.looked) == 100


def test_a_rejected_token_ends_the_queries_with_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    inquiry = Inquiry(Answer(status=401))

    inquiry.ask(*repositories(1000))

    assert inquiry.n_links == [100]
    assert len(caplog.messages) == 1
    assert len(inquiry.looked) == 1000


def test_an_identifier_that_spoils_a_query_is_isolated() -> None:
    inquiry = Inquiry(Answer(status=400))

    inquiry.ask(*(f"https://papers.example.org/abs/2601.{number:05}" for number in range(4)))

    assert inquiry.n_links == [4, 2, 2, 1, 1, 1, 1]
    assert len(inquiry.looked) == 4


def test_a_query_that_github_gave_up_on_is_halved_to_a_dozen() -> None:
    inquiry = Inquiry(Answer(status=200, body='{"data": null, "errors": [{"message": "Something went wrong"}]}'))

    inquiry.ask(*repositories(100))

    assert set(inquiry.n_links) == {100, 50, 25, 13, 12, 7, 6}
    assert len(inquiry.looked) == 100
