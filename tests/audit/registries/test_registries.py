"""The table of registries, and properties that all of them share."""

from pathlib import Path
from typing import Any

import pytest
from tests.origin.cases import REGISTRY_SECTIONS, links_of, settings_with_registries

from papertrace.audit import AuditSettings, Endpoint, Endpoints
from papertrace.audit.registries import REGISTRIES, plan_queries
from papertrace.audit.registry import Query, Registry
from papertrace.model import Fault, Observation

SETTINGS = settings_with_registries()
QUERIES = [pair for section in REGISTRY_SECTIONS for pair in plan_queries(links_of(section), SETTINGS)]

ODD: dict[str, dict[str, Any]] = {
    "an error of the server": {"status": 503, "body": '{"data": null}'},
    "an error that looks like an answer": {"status": 500, "body": '{"responseCode": 100}'},
    "a page": {"status": 200, "body": "<!doctype html><title>Not found</title>"},
    "a page that says 404": {"status": 404, "body": "<!doctype html><title>Not found</title>"},
    "nothing": {"status": 200, "body": ""},
    "a list": {"status": 200, "body": "[]"},
    "an empty object": {"status": 200, "body": "{}"},
    "half an object": {"status": 200, "body": '{"data": {"r0": nul'},
    "objects in objects": {"status": 200, "body": '{"a":' * 100_000},
    "numbers for words": {"status": 200, "body": '{"data": 1, "errors": 2, "responseCode": "x", "id": 3}'},
    "errors of no known kind": {"status": 200, "body": '{"data": {"r0": null}, "errors": [null, {"path": [["r0"]]}]}'},
    "no answer": {"fault": Fault.TIMEOUT},
    "no such name": {"fault": Fault.DNS},
    "an address that is refused": {"fault": Fault.REFUSED_ADDRESS},
    "not asked": {"fault": Fault.WITHHELD},
    "refused for the moment": {"status": 429},
    "a token that is not known": {"status": 401, "body": '{"message": "Bad credentials"}'},
    "forbidden": {"status": 403, "body": '{"message": "Forbidden"}'},
    "gone": {"status": 410},
}


@pytest.mark.parametrize("name", REGISTRIES)
def test_the_tests_of_every_registry_name_the_pages_that_document_its_answers(name: str) -> None:
    tests = Path(__file__).with_name(f"test_{name}.py").read_text(encoding="utf-8")

    assert "https://" in tests.split('"""')[1]


def test_every_registry_has_a_case() -> None:
    assert {one.name for one, _ in QUERIES} == set(REGISTRIES)


def test_no_registry_is_queried_about_a_link_twice() -> None:
    asked = [link for _, query in QUERIES for link in query.links]

    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize(("registry", "query"), QUERIES, ids=[one.name for one, _ in QUERIES])
def test_a_malformed_answer_leaves_the_links_to_their_pages(
    registry: Registry, query: Query, odd: dict[str, Any]
) -> None:
    seen = Observation(ask=query.ask, final_url=query.ask.url, **odd)

    verdicts = registry.read(query, seen)

    assert not any(verdict.outcome == "dead" for verdict in verdicts.values())
    if odd.get("status") != 401:
        assert verdicts == {}


def test_a_token_is_printable_and_is_not_shown() -> None:
    with pytest.raises(ValueError, match="github_token") as caught:
        AuditSettings(github_token="sesame\r\nX-More: more")  # noqa: S106 - it opens nothing

    assert "sesame" not in str(caught.value)
    assert "sesame" not in repr(AuditSettings(github_token="sesame"))  # noqa: S106


def test_the_endpoints_of_registries_are_a_setting() -> None:
    places = Endpoints(
        github=Endpoint(api="https://github.example.edu/api/graphql"),
        gitlab=Endpoint(
            api="https://{host}/api/v4/projects/", hosts=("gitlab.example.edu", "gitlab.com"), interval_s=1.0
        ),
    )

    assert dict(places.intervals_s()) == {
        "github.example.edu": 0.0,
        "export.arxiv.org": 3.0,
        "gitlab.example.edu": 1.0,
        "gitlab.com": 1.0,
        "web.archive.org": 2.0,
    }


@pytest.mark.parametrize(
    ("api", "interval_s"), [("ftp://example.org/", 0.0), ("", 0.0), ("https://example.org/", -1.0)]
)
def test_an_endpoint_that_cannot_be_requested_is_refused(api: str, interval_s: float) -> None:
    with pytest.raises(ValueError, match=r"scheme|not supported|interval_s"):
        Endpoint(api=api, interval_s=interval_s)
