"""Projects on GitLab: queries, and the meaning of the documented answers.

https://docs.gitlab.com/api/projects/#retrieve-a-project
https://docs.gitlab.com/api/rest/#status-codes
"""

import json
from typing import Any

import pytest
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.registries import REGISTRIES
from papertrace.model import Hop, Observation, Outcome, RepositoryState, Verdict

REGISTRY = REGISTRIES["gitlab"]
SETTINGS = settings_with_registries()
HOST = "https://forge.example.org"


def verdict(path: str, status: int, facts: dict[str, Any], *, hops: tuple[Hop, ...] = ()) -> Verdict | None:
    one = link(f"{HOST}/{path}")
    (query,) = REGISTRY.plan([one], SETTINGS)
    seen = Observation(ask=query.ask, final_url=query.ask.url, status=status, body=json.dumps(facts), hops=hops)
    return REGISTRY.read(query, seen).get(one)


def test_a_project_is_queried_once_by_its_full_path() -> None:
    links = [link(f"{HOST}/{path}") for path in ("Acme/Group/tool", "acme/group/tool.git", "acme/group/tool/-/issues")]

    (query,) = REGISTRY.plan(links, SETTINGS)

    assert query.ask.url == f"{HOST}/api/v4/projects/acme%2Fgroup%2Ftool"
    assert query.links == tuple(links)


def test_only_the_hosts_of_the_settings_are_queried() -> None:
    assert REGISTRY.suits(link(f"{HOST}/acme/tool"), SETTINGS)
    assert not REGISTRY.suits(link("https://code.example.org/acme/tool"), SETTINGS)


@pytest.mark.parametrize(
    ("facts", "outcome", "state"),
    [
        pytest.param({}, Outcome.ALIVE, RepositoryState.PRESENT, id="there, little said without a login"),
        pytest.param(
            {"archived": False, "empty_repo": False}, Outcome.ALIVE, RepositoryState.PRESENT, id="there, all said"
        ),
        pytest.param({"archived": True}, Outcome.ALIVE, RepositoryState.ARCHIVED, id="archived"),
        pytest.param({"empty_repo": True, "archived": True}, Outcome.SUSPECT, RepositoryState.EMPTY, id="empty"),
        pytest.param({"path_with_namespace": "other/tool"}, Outcome.MOVED, RepositoryState.RENAMED, id="renamed"),
    ],
)
def test_what_gitlab_says_of_a_project(facts: dict[str, Any], outcome: Outcome, state: RepositoryState) -> None:
    found = verdict("acme/tool", 200, {"id": 7, "path_with_namespace": "Acme/Tool"} | facts)

    assert found is not None
    assert (found.outcome, found.repository_state) == (outcome, state)


@pytest.mark.parametrize(
    ("facts", "day"),
    [
        pytest.param({"last_activity_at": "2024-05-06T07:08:09.000Z"}, "2024-05-06", id="there"),
        pytest.param({"last_activity_at": "2024-05-06T07:08:09Z", "archived": True}, "2024-05-06", id="archived"),
        pytest.param({"last_activity_at": "2024-05-06T07:08:09Z", "empty_repo": True}, None, id="empty"),
        pytest.param({"last_activity_at": "yesterday"}, None, id="no date"),
        pytest.param({"last_activity_at": 20240506}, None, id="a number"),
        pytest.param({}, None, id="not said"),
    ],
)
def test_the_day_of_the_last_activity_is_that_of_the_answer(facts: dict[str, Any], day: str | None) -> None:
    found = verdict("acme/tool", 200, {"path_with_namespace": "acme/tool"} | facts)

    assert found is not None
    assert found.last_active == day
    assert found.reason.endswith(f"; the last activity was on {day}") is (day is not None)


def test_a_project_unknown_to_gitlab_is_missing_with_all_its_pages() -> None:
    for path in ("acme/tool", "acme/tool/-/blob/main/README.md"):
        found = verdict(path, 404, {"message": "404 Project Not Found"})

        assert found is not None
        assert (found.outcome, found.repository_state) == (Outcome.DEAD, RepositoryState.MISSING)


@pytest.mark.parametrize(
    ("status", "facts"),
    [
        pytest.param(404, {"error": "404 Not Found"}, id="no such address of the interface"),
        pytest.param(404, {"message": "404 Not Found"}, id="not found, but what?"),
        pytest.param(401, {"message": "401 Unauthorized"}, id="a server that answers nobody unknown"),
        pytest.param(403, {"message": "404 Project Not Found"}, id="not found with another status"),
        pytest.param(200, {"path_with_namespace": "a/../../b c"}, id="a path that no project has"),
    ],
)
def test_what_gitlab_does_not_decide_is_left_to_the_page(status: int, facts: dict[str, Any]) -> None:
    assert verdict("acme/tool", status, facts) is None


def test_a_page_below_an_existing_project_is_left_to_itself() -> None:
    assert verdict("acme/tool/-/blob/main/README.md", 200, {"path_with_namespace": "acme/tool"}) is None


def test_a_dot_in_a_path_is_percent_encoded() -> None:
    # GitLab redirects a renamed project to a wrong address if its path contains a literal dot.
    (query,) = REGISTRY.plan([link(f"{HOST}/acme/tool.js")], SETTINGS)

    assert query.ask.url == f"{HOST}/api/v4/projects/acme%2Ftool%2Ejs"


def test_a_project_that_is_not_found_after_a_redirect_is_left_to_the_page() -> None:
    hops = (Hop(url=f"{HOST}/api/v4/projects/acme%2Ftool", status=301),)

    assert verdict("acme/tool", 404, {"message": "404 Project Not Found"}, hops=hops) is None
