"""What is asked next, of which service, and with which keys."""

from dataclasses import replace

import pytest
from tests.case_tables import cases
from tests.enrich.test_references import resolution

from papertrace.enrich.planning import (
    Planner,
    count_citing_requests,
    order_title_services,
    plan_citing,
    title_budget,
)
from papertrace.enrich.run import api_keys
from papertrace.enrich.settings import ENDPOINTS, EnrichSettings
from papertrace.enrich.sources import SOURCES
from papertrace.model.papers.facts import Work

TITLE = "Tides of frost over northern lakes"


def settings(*services: str, credits_of_day: int | None = None) -> EnrichSettings:
    """Return settings with some services, and what may be spent in a day at OpenAlex."""
    endpoints = dict(ENDPOINTS)
    if credits_of_day is not None:
        endpoints["openalex"] = replace(endpoints["openalex"], daily_credits=credits_of_day)
    return EnrichSettings(services=services, endpoints=endpoints)


def test_a_service_with_credits_may_be_asked_for_as_many_titles_as_they_pay_beside_lists() -> None:
    openalex = SOURCES["openalex"]

    assert title_budget(openalex, settings("openalex", credits_of_day=350)) == 25
    assert title_budget(openalex, settings("openalex", credits_of_day=50)) == 0
    assert title_budget(openalex, replace(settings("openalex"), keys={"openalex": "k"})) is None
    assert title_budget(SOURCES["crossref"], settings("crossref")) is None


def test_titles_are_spread_over_services_by_how_fast_each_may_be_asked() -> None:
    orders = order_title_services(1_100, settings("openalex", "crossref", credits_of_day=100_000))
    firsts = [order[0] for order in orders]

    assert {frozenset(order) for order in orders} == {frozenset({"openalex", "crossref"})}
    assert abs(firsts.count("openalex") - 600) < 10
    assert len(set(firsts[:4])) == 2


def test_a_service_with_few_credits_gets_few_titles_and_none_without_services_is_asked() -> None:
    orders = order_title_services(1_100, settings("openalex", "crossref", credits_of_day=150))

    assert sum(order[0] == "openalex" for order in orders) <= 15
    assert order_title_services(2, settings("doi")) == [(), ()]
    assert order_title_services(2, settings("openalex", credits_of_day=0)) == [("openalex",)] * 2


def test_identifiers_are_asked_before_titles_and_what_failed_is_not_asked_again() -> None:
    printed, bare = resolution("a", TITLE), resolution("b", "Salt in ropes of hemp at the sea")
    printed = replace(printed, subject=replace(printed.subject, names=("doi:10.5555/7",)))
    planner = Planner(settings("crossref"), [printed, bare])

    first = planner.next_keys([printed, bare], {}, {})
    assert first == [("crossref", "doi:10.5555/7")]
    second = planner.next_keys([printed, bare], {}, dict.fromkeys(first))
    assert second == [("crossref", printed.subject.title_key), ("crossref", bare.subject.title_key)]
    assert planner.next_keys([printed, bare], {}, dict.fromkeys([*first, *second])) == []


def test_titles_beyond_the_budget_are_counted_and_not_asked_for() -> None:
    papers = [resolution(str(n), f"{TITLE} number {n}") for n in range(5)]
    planner = Planner(settings("openalex", credits_of_day=120), papers)

    assert planner.next_keys(papers, {}, {}) == [("openalex", paper.subject.title_key) for paper in papers[:2]]
    assert planner.over_budget == {"openalex": 3}
    assert planner.next_keys(papers[2:], {}, {}) == []


def test_a_name_alone_is_no_title_to_search_for() -> None:
    paper = resolution("a", "Tides")

    assert Planner(settings("crossref"), [paper]).next_keys([paper], {}, {}) == []


def test_certain_keys_are_identifiers_and_titles_of_papers_without_any() -> None:
    printed, bare = resolution("a", TITLE), resolution("b", "Salt in ropes of hemp at the sea")
    printed = replace(printed, subject=replace(printed.subject, names=("doi:10.5555/7",)))
    planner = Planner(settings("crossref"), [printed, bare])

    assert planner.certain_keys([printed, bare], {}) == [
        ("crossref", "doi:10.5555/7"),
        ("crossref", bare.subject.title_key),
    ]


def test_citing_works_are_asked_for_at_the_next_service_if_one_fails_and_no_more_once_one_answered() -> None:
    known = resolution("a", TITLE, ("openalex", Work(names=("openalex:W1", "doi:10.5555/7"), title=TITLE)))
    both = settings("openalex", "opencitations")

    (first,) = plan_citing([known, resolution("b", "Salt")], both, {}, {})
    assert first[0] == "openalex"
    assert first[1].endswith("openalex:W1")
    assert plan_citing([known], both, {first: None}, {}) == []
    ((service, key),) = plan_citing([known], both, {}, {first: None})
    assert (service, key.endswith("doi:10.5555/7")) == ("opencitations", True)


@cases("services, n_requests", named=True)
def test_requests_for_citing_works_are_counted_by_the_first_service_that_can_tell(
    services: tuple[str, ...], n_requests: int
) -> None:
    assert count_citing_requests(101, settings(*services)) == n_requests


def test_each_service_gets_its_key_in_its_own_form_at_its_own_address() -> None:
    names = ("openalex", "semantic-scholar", "opencitations", "hugging-face")
    keys = list(api_keys(EnrichSettings(keys={name: f"key-of-{name}" for name in names})))

    assert [(key.value, key.header, key.prefix, key.parameter) for key in keys] == [
        ("key-of-hugging-face", "Authorization", "Bearer ", ""),
        ("key-of-openalex", "", "", "api_key"),
        ("key-of-opencitations", "authorization", "", ""),
        ("key-of-semantic-scholar", "x-api-key", "", ""),
    ]
    assert all(key.base.startswith("https://") for key in keys)


def test_no_key_is_sent_without_encryption_but_to_this_machine(caplog: pytest.LogCaptureFixture) -> None:
    bases = {"openalex": "http://mirror.example.org", "opencitations": "http://127.0.0.1:8080"}
    endpoints = dict(ENDPOINTS) | {name: replace(ENDPOINTS[name], base=base) for name, base in bases.items()}

    (key,) = api_keys(EnrichSettings(keys=dict.fromkeys(bases, "k"), endpoints=endpoints))

    assert key.base.startswith("http://127.0.0.1:8080")
    assert caplog.messages == ["openalex is asked without its key, since its address is not under https"]
