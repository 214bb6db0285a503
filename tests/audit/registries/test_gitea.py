"""Repositories on Gitea and Forgejo: a forge that is one row of the table.

https://docs.gitea.com/api/next/#tag/repository/operation/repoGet
"""

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.registries import GITEA, REGISTRIES, override_endpoints
from papertrace.audit.registry import Absence
from papertrace.audit.settings import AuditSettings, Endpoint, Endpoints
from papertrace.extract.urls.repositories import parse_repository
from papertrace.model import Observation, Outcome, RepositoryState, Verdict

SETTINGS = settings_with_registries()
HOST = "https://gitea.example.org"
ROW = REGISTRIES["gitea"]


def verdict(path: str, status: int, facts: dict[str, Any]) -> Verdict | None:
    one = link(f"{HOST}/{path}")
    (query,) = ROW.plan([one], SETTINGS)
    seen = Observation(ask=query.ask, final_url=query.ask.url, status=status, body=json.dumps(facts))
    return ROW.read(query, seen).get(one)


def test_a_repository_is_asked_about_once_by_owner_and_name() -> None:
    links = [link(f"{HOST}/{path}") for path in ("Acme/My.Tool", "acme/my.tool.git", "acme/my.tool/issues/1")]

    (query,) = ROW.plan(links, SETTINGS)

    assert query.ask.url == f"{HOST}/api/v1/repos/acme/my.tool"
    assert query.links == tuple(links)


@pytest.mark.parametrize(
    ("facts", "outcome", "state"),
    [
        pytest.param({}, Outcome.ALIVE, RepositoryState.PRESENT, id="there"),
        pytest.param({"archived": True}, Outcome.ALIVE, RepositoryState.ARCHIVED, id="archived"),
        pytest.param({"empty": True}, Outcome.SUSPECT, RepositoryState.EMPTY, id="empty"),
        pytest.param({"empty": 1, "archived": "yes"}, Outcome.ALIVE, RepositoryState.PRESENT, id="other values"),
        pytest.param({"full_name": "other/tool"}, Outcome.MOVED, RepositoryState.RENAMED, id="renamed"),
    ],
)
def test_what_it_says_of_a_repository(facts: dict[str, Any], outcome: Outcome, state: RepositoryState) -> None:
    found = verdict("acme/tool", 200, {"full_name": "Acme/Tool"} | facts)

    assert found is not None
    assert (found.outcome, found.repository_state) == (outcome, state)


def test_the_day_of_the_last_update_is_that_of_the_answer() -> None:
    found = verdict("acme/tool", 200, {"full_name": "acme/tool", "updated_at": "2024-05-06T07:08:09+02:00"})

    assert found is not None
    assert (found.last_active, found.reason) == (
        "2024-05-06",
        "the repository exists; the last update was on 2024-05-06",
    )


def test_only_its_own_words_say_that_a_repository_is_missing() -> None:
    missing = verdict("acme/tool", 404, {"message": "The target couldn't be found."})

    assert missing is not None
    assert (missing.outcome, missing.repository_state) == (Outcome.DEAD, RepositoryState.MISSING)
    assert verdict("acme/tool", 404, {"message": "page not found"}) is None
    assert verdict("acme/tool", 200, {"message": "The target couldn't be found."}) is None


def test_codeberg_is_asked_by_default_and_another_server_where_it_is_named() -> None:
    codeberg, own = (
        replace(
            link(url),
            repository=parse_repository("https://codeberg.org/acme/tool")
            if "codeberg" in url
            else link(f"{HOST}/a/b").repository,
        )
        for url in ("https://codeberg.org/acme/tool", f"{HOST}/a/b")
    )
    named = AuditSettings(endpoints=override_endpoints(Endpoints(), [f"gitea={HOST}/api/v1/repos"]))

    assert ROW.suits(codeberg, AuditSettings())
    assert not ROW.suits(own, AuditSettings())
    assert ROW.suits(own, named)
    assert ROW.plan([own], named)[0].ask.url == f"{HOST}/api/v1/repos/a/b"


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
    one = link(f"{HOST}/acme/tool")
    forge = row.as_registry()
    (query,) = forge.plan([one], AuditSettings())

    def read(status: int, body: str) -> Outcome:
        return forge.read(query, Observation(ask=query.ask, final_url="", status=status, body=body))[one].outcome

    assert query.ask.url == "https://gitea.example.org/v9/acme/tool"
    assert read(404, '{"error": {"code": "NoSuchProject"}}') is Outcome.DEAD
    assert read(200, '{"project": {"path": "acme/tool"}}') is Outcome.ALIVE
    assert read(200, '{"project": {"path": "acme/new"}}') is Outcome.MOVED
