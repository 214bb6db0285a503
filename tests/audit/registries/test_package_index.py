"""Packages on an index: queries, and the meaning of the specified answers.

https://packaging.python.org/en/latest/specifications/simple-repository-api/
https://packaging.python.org/en/latest/specifications/project-status-markers/
"""

import json
from typing import Any

import pytest
from tests.origin.cases import link, settings_with_registries

from papertrace.audit import AuditSettings
from papertrace.audit.registries import REGISTRIES
from papertrace.model import Observation, Outcome, RepositoryState, Verdict

REGISTRY = REGISTRIES["package_index"]
SETTINGS = settings_with_registries()
HOST = "https://packages.example.org"
META = {"_last-serial": 17, "api-version": "1.4"}
FILE = {"filename": "tool-1.0.tar.gz", "url": "../tool-1.0.tar.gz", "hashes": {}}


def verdict(path: str, facts: object, status: int = 200) -> Verdict | None:
    one = link(f"{HOST}/{path}")
    (query,) = REGISTRY.plan([one], SETTINGS)
    seen = Observation(ask=query.ask, final_url=query.ask.url, status=status, body=json.dumps(facts))
    return REGISTRY.read(query, seen).get(one)


def project(**more: object) -> dict[str, Any]:
    return {"meta": META, "name": "tool", "files": [FILE], "versions": ["1.0"]} | more


def test_a_project_is_queried_once_by_its_normalised_name() -> None:
    paths = ("project/Big__Tool/", "project/big.tool", "p/big-tool", "pypi/Big-Tool", "project/big-tool/1.0/")
    links = [link(f"{HOST}/{path}") for path in paths]

    (query,) = REGISTRY.plan(links, SETTINGS)

    assert query.ask.url == f"{HOST}/simple/big-tool/"
    assert query.ask.accept == "application/vnd.pypi.simple.v1+json"
    assert query.links == tuple(links)


@pytest.mark.parametrize(
    "path", ["", "project", "project/", "user/acme/", "search/?q=tool", "project/-x/", "project/a/b/c/", "simple/"]
)
def test_other_pages_are_not_queried(path: str) -> None:
    assert not REGISTRY.suits(link(f"{HOST}/{path}"), SETTINGS)


def test_no_index_is_queried_unless_the_settings_name_one() -> None:
    assert not REGISTRY.suits(link(f"{HOST}/project/tool/"), AuditSettings())


@pytest.mark.parametrize(
    ("facts", "outcome", "state", "words"),
    [
        pytest.param(project(), Outcome.ALIVE, RepositoryState.PRESENT, "the project exists", id="no status"),
        pytest.param(
            project(**{"project-status": {"status": "active"}}),
            Outcome.ALIVE,
            RepositoryState.PRESENT,
            "the project exists",
            id="active",
        ),
        pytest.param(
            project(**{"project-status": {"status": "archived", "reason": "finished"}}),
            Outcome.ALIVE,
            RepositoryState.ARCHIVED,
            "the project is archived",
            id="archived",
        ),
        pytest.param(
            project(**{"project-status": {"status": "deprecated"}}),
            Outcome.ALIVE,
            RepositoryState.PRESENT,
            "the project is deprecated",
            id="deprecated",
        ),
        pytest.param(
            project(files=[], **{"project-status": {"status": "quarantined"}}),
            Outcome.RESTRICTED,
            RepositoryState.DISABLED,
            "the package index has quarantined the project",
            id="quarantined",
        ),
        pytest.param(
            project(files=[]),
            Outcome.SUSPECT,
            RepositoryState.EMPTY,
            "the project exists but has no files",
            id="empty",
        ),
    ],
)
def test_what_the_index_says_of_a_project(
    facts: dict[str, Any], outcome: Outcome, state: RepositoryState, words: str
) -> None:
    found = verdict("project/tool/", facts)

    assert found is not None
    assert (found.outcome, found.repository_state, found.reason) == (outcome, state, words)


@pytest.mark.parametrize(
    ("path", "facts", "status"),
    [
        pytest.param("project/tool/", project(), 404, id="not found"),
        pytest.param("project/tool/", project(), 406, id="no such form"),
        pytest.param("project/tool/", project(name="other"), 200, id="another project"),
        pytest.param("project/tool/", project(meta={"api-version": "2.0"}), 200, id="another interface"),
        pytest.param("project/tool/", project(meta=None), 200, id="no version of the interface"),
        pytest.param("project/tool/", project(files=None), 200, id="no list of files"),
        pytest.param("project/tool/0.9/", project(), 200, id="a version that is not listed"),
        pytest.param("project/tool/1.0/", project(versions=None), 200, id="versions that are not listed at all"),
        pytest.param("project/tool/", [], 200, id="a list"),
    ],
)
def test_what_the_index_does_not_decide_is_left_to_the_page(path: str, facts: object, status: int) -> None:
    assert verdict(path, facts, status) is None


def test_a_listed_version_exists() -> None:
    found = verdict("project/tool/1.0/", project())

    assert found is not None
    assert found.outcome is Outcome.ALIVE
