"""Putting the questions of registries, with a desk that answers at once."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.errand import Errand
from papertrace.audit.exchange import Answer
from papertrace.audit.inquiry import Desk, inquire
from papertrace.audit.job import Job, group_links
from papertrace.model import Fault, Verdict

SETTINGS = replace(settings_with_registries(), retries=0)


class Office:
    """Answer every question alike, and note what is left to the probers."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.n_links: list[int] = []
        self.looked: list[Job] = []
        self.notes: list[str] = []

    def send(self, errand: Errand, go_on: Callable[[], Iterator[Verdict]]) -> Iterator[Verdict]:
        """Answer a question at once, as a host does that is not asked any more."""
        self.n_links.append(errand.ask.body.count("repository(") or errand.ask.url.count(",") + 1)
        errand.take(self.answer)
        yield from go_on()

    def look(self, job: Job) -> Iterator[Verdict]:
        """Take what no registry has decided."""
        self.looked.append(job)
        yield from ()

    def publish(self, verdicts: list[Verdict]) -> Iterator[Verdict]:
        """Give the verdicts on."""
        yield from verdicts

    def ask(self, *urls: str) -> list[Verdict]:
        """Inquire about links."""
        jobs = group_links([link(url, line) for line, url in enumerate(urls)], SETTINGS)
        desk = Desk(settings=SETTINGS, send=self.send, look=self.look, publish=self.publish, note=self.notes.append)
        return list(inquire(jobs, desk))


def repositories(number: int) -> list[str]:
    return [f"https://code.example.org/acme-example/r{n}" for n in range(number)]


def test_a_host_that_is_not_asked_any_more_is_asked_no_further_question() -> None:
    office = Office(Answer(fault=Fault.WITHHELD, detail="the host asks to wait for an hour"))

    assert office.ask(*repositories(26_000)) == []

    assert office.n_links == [100]
    assert len(office.looked) == 26_000
    assert office.notes == []


@pytest.mark.parametrize(
    "answer",
    [Answer(status=502), Answer(status=504), Answer(fault=Fault.TIMEOUT)],
    ids=["bad gateway", "gateway time-out", "time-out"],
)
def test_a_question_that_takes_too_long_is_put_again_in_halves_once(answer: Answer) -> None:
    office = Office(answer)

    office.ask(*repositories(150))

    assert office.n_links == [100, 50, 50, 50]
    assert len(office.looked) == 150


def test_a_registry_without_a_token_is_asked_in_halves_too() -> None:
    office = Office(Answer(status=504))

    office.ask(*(f"https://papers.example.org/abs/2601.{number:05}" for number in range(100)))

    assert office.n_links == [100, 50, 50]
    assert len(office.looked) == 100


@pytest.mark.parametrize("status", [500, 503, 403, 404])
def test_any_other_answer_leaves_the_question_whole(status: int) -> None:
    office = Office(Answer(status=status))

    office.ask(*repositories(100))

    assert office.n_links == [100]
    assert len(office.looked) == 100


def test_a_token_that_is_not_taken_ends_the_questions_with_one_note() -> None:
    office = Office(Answer(status=401))

    office.ask(*repositories(1000))

    assert office.n_links == [100]
    assert len(office.notes) == 1
    assert len(office.looked) == 1000
