"""The table of registries: what each is asked and what its answers mean, and properties that all of them share."""

import json
import tomllib
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from tests.folders import CASES
from tests.origin.cases import REGISTRY_SECTIONS, link, links_of, settings_with_registries

from papertrace.audit import AuditSettings, Endpoint, Endpoints
from papertrace.audit.registries import GITEA, REGISTRIES, override_endpoints, plan_queries
from papertrace.audit.registry import Absence, Query, Registry
from papertrace.extract.urls.repositories import parse_repository
from papertrace.model import Fault, Hop, Observation, Outcome

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


ANSWERS: dict[str, dict[str, Any]] = tomllib.loads((CASES / "audit" / "registry_answers.toml").read_text("utf-8"))
FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>http://arxiv.example.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>
  <entry>
    <id>{}</id>
    <title>Some title</title>
  </entry>
</feed>"""


def body_of(name: str, text: str, errors: list[Any]) -> str:
    """Return the body of an answer: the entry of a feed, or JSON with the keys that all of a registry have."""
    if name == "arxiv":
        return FEED.format(text)
    facts, base = json.loads(text), json.loads(ANSWERS[name]["base"])
    facts = base | facts if isinstance(facts, dict) else facts
    return json.dumps({"data": {"r0": facts}, "errors": errors} if name == "github" else facts)


@pytest.mark.parametrize(
    ("name", "row"),
    [pytest.param(name, one, id=f"{name}: {one[0]}") for name, registry in ANSWERS.items() for one in registry["says"]],
)
def test_what_a_registry_says_of_a_link_decides_or_is_left_to_its_page(name: str, row: list[Any]) -> None:
    _, path, status, text = row[:4]
    expected, more = ([*row[4:], {}, {}])[:2]
    one = link(f"{ANSWERS[name]['host']}/{path}")
    (query,) = REGISTRIES[name].plan([one], SETTINGS)
    seen = Observation(
        ask=query.ask,
        final_url=query.ask.url,
        status=status,
        body=body_of(name, text, more.get("errors", [])),
        headers=tuple((key, value) for key, value in more.get("headers", ())),
        hops=tuple(Hop(url=query.ask.url, status=hop) for hop in more.get("hops", ())),
    )
    dates = {one.url: more["date"]} if "date" in more else {}

    verdict = REGISTRIES[name].read(replace(query, dates=dates), seen).get(one)

    assert (verdict is not None) is bool(expected)
    assert {key: str(getattr(verdict, key) or "") for key in expected} == expected


@pytest.mark.parametrize(
    ("name", "address", "paths"),
    [(name, row[0], row[1:]) for name, registry in ANSWERS.items() for row in registry["asked"]],
)
def test_links_to_one_thing_are_one_question(name: str, address: str, paths: list[str]) -> None:
    links = [link(f"{ANSWERS[name]['host']}/{path}") for path in paths]
    (query,) = REGISTRIES[name].plan(links, SETTINGS)

    assert all(REGISTRIES[name].suits(one, SETTINGS) for one in links)
    assert query.ask.url == f"{ANSWERS[name]['host']}/{address}"
    assert query.ask.accept == ANSWERS[name].get("accept", "application/json")
    assert query.links == tuple(links)


@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name, registry in ANSWERS.items() for path in registry["not_asked"]]
)
def test_other_pages_are_not_asked_about(name: str, path: str) -> None:
    assert not REGISTRIES[name].suits(link(f"{ANSWERS[name]['host']}/{path}"), SETTINGS)


@pytest.mark.parametrize(("name", "other"), [*permutations(ANSWERS, 2)])
def test_a_registry_is_asked_about_its_own_hosts_alone(name: str, other: str) -> None:
    for path in {row[1] for row in ANSWERS[name]["says"]}:
        assert REGISTRIES[name].suits(link(f"{ANSWERS[name]['host']}/{path}"), SETTINGS)
        assert not REGISTRIES[name].suits(link(f"{ANSWERS[other]['host']}/{path}"), SETTINGS)
        assert not REGISTRIES[name].suits(link(f"https://www.example.org/{path}"), SETTINGS)


def test_the_cases_of_every_registry_name_the_pages_that_document_its_answers() -> None:
    assert set(ANSWERS) == set(REGISTRIES)
    assert all(page.startswith("https://") for registry in ANSWERS.values() for page in registry["documents"])
    assert all(registry["documents"] for registry in ANSWERS.values())


def test_no_package_index_is_asked_unless_the_settings_name_one() -> None:
    one = link("https://packages.example.org/project/tool/")

    assert REGISTRIES["package_index"].suits(one, SETTINGS)
    assert not REGISTRIES["package_index"].suits(one, AuditSettings())


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


def test_codeberg_is_asked_by_default_and_another_server_where_it_is_named() -> None:
    codeberg, own = (
        replace(
            link(url),
            repository=parse_repository("https://codeberg.org/acme/tool")
            if "codeberg" in url
            else link("https://gitea.example.org/a/b").repository,
        )
        for url in ("https://codeberg.org/acme/tool", "https://gitea.example.org/a/b")
    )
    named = AuditSettings(endpoints=override_endpoints(Endpoints(), ["gitea=https://gitea.example.org/api/v1/repos"]))

    assert REGISTRIES["gitea"].suits(codeberg, AuditSettings())
    assert not REGISTRIES["gitea"].suits(own, AuditSettings())
    assert REGISTRIES["gitea"].suits(own, named)
    assert REGISTRIES["gitea"].plan([own], named)[0].ask.url == "https://gitea.example.org/api/v1/repos/a/b"


def test_a_new_forge_is_a_row() -> None:
    """Its endpoint, the keys of its answers and its words for what is missing are all that differs."""
    words = Absence(status=404, key="error.code", value="NoSuchProject", reason="no such project")
    row = replace(
        GITEA,
        name="forge",
        endpoint=Endpoint(api="https://{host}/v9/", hosts=("gitea.example.org",)),
        key="project.path",
        absences=(words,),
    )
    one = link("https://gitea.example.org/acme/tool")
    forge = row.as_registry()
    (query,) = forge.plan([one], AuditSettings())

    def read(status: int, body: str) -> Outcome:
        return forge.read(query, Observation(ask=query.ask, final_url="", status=status, body=body))[one].outcome

    assert query.ask.url == "https://gitea.example.org/v9/acme/tool"
    assert read(404, '{"error": {"code": "NoSuchProject"}}') is Outcome.DEAD
    assert read(200, '{"project": {"path": "acme/tool"}}') is Outcome.ALIVE
    assert read(200, '{"project": {"path": "acme/new"}}') is Outcome.MOVED
