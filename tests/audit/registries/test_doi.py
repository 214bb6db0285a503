"""DOIs: queries, and the meaning of the documented answers.

https://www.doi.org/doi-handbook/HTML/rest-api-response-format.html (response codes 1, 2, 100, 200)
"""

import json
from dataclasses import replace

import pytest
from tests.case_tables import cases
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.registries import MAX_DOIS, REGISTRIES, doi_of, override_endpoints
from papertrace.model import Observation, Outcome

REGISTRY = REGISTRIES["doi"]
SETTINGS = settings_with_registries()
HOST = "https://doi.example.org"


@cases("url, name")
def test_a_doi_is_read_from_a_link_in_lower_case(url: str, name: str) -> None:
    assert doi_of(link(url)) == name
    assert REGISTRY.suits(link(url), SETTINGS) is bool(name)


def test_many_dois_are_one_request_whose_address_is_short() -> None:
    links = [link(f"{HOST}/10.5555/{'x' * (number % 90)}{number}") for number in range(4 * MAX_DOIS)]

    queries = REGISTRY.plan(links, SETTINGS)

    assert [one for query in queries for one in query.links] == links
    assert len(queries) < 10
    assert all(len(query.links) <= MAX_DOIS and len(query.ask.url) < 2000 for query in queries)
    assert queries[0].ask.url.startswith(f"{HOST}/doiRA/10.5555/0,10.5555/x1,")


@pytest.mark.parametrize("name", ["a,b", "a%3Cb%3E", "a%23b", "%E4"])
def test_a_doi_that_would_spoil_a_list_is_asked_alone(name: str) -> None:
    links = [link(f"{HOST}/10.5555/{one}") for one in ("first", "second", name)]

    combined, alone = REGISTRY.plan(links, SETTINGS)

    assert combined.links == tuple(links[:2])
    assert alone.links == (links[2],)
    assert alone.ask.url.startswith(f"{HOST}/api/handles/10.5555/")


def test_a_mirror_of_the_handles_is_asked_about_one_doi_at_a_time() -> None:
    mirror = override_endpoints(SETTINGS.endpoints, ["doi=https://mirror.example.net/handles/,doi.example.org"])

    queries = REGISTRY.plan([link(f"{HOST}/10.5555/{name}") for name in "ab"], replace(SETTINGS, endpoints=mirror))

    assert [query.ask.url for query in queries] == [
        f"https://mirror.example.net/handles/10.5555/{name}?type=URL" for name in "ab"
    ]


@cases("status, answer, outcome", named=True)
def test_what_has_no_agency_is_asked_of_the_handle_system(status: int, answer: object, outcome: Outcome | None) -> None:
    links = [link(f"{HOST}/10.5555/{name}") for name in "ab"]
    (query,) = REGISTRY.plan(links, SETTINGS)
    seen = Observation(ask=query.ask, final_url=query.ask.url, status=status, body=json.dumps([answer]))

    verdicts = REGISTRY.read(query, seen)
    again = REGISTRY.replan(query, seen, [one for one in links if one not in verdicts], SETTINGS)

    assert {verdict.outcome for verdict in verdicts.values()} == ({outcome} if outcome else set())
    assert [one.links for one in again] == [(one,) for one in links if one not in verdicts]


def test_nothing_is_asked_of_the_handle_system_twice() -> None:
    (query,) = REGISTRY.plan([link(f"{HOST}/10.5555/a")], SETTINGS)

    seen = Observation(ask=query.ask, final_url=query.ask.url, status=404)
    assert REGISTRY.replan(query, seen, query.links, SETTINGS) == []
