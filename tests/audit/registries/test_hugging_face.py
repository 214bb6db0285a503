"""Models, datasets and spaces: queries, and the meaning of the documented answers.

https://huggingface.co/docs/hub/api
https://huggingface.co/docs/hub/models-gated
"""

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.registries import REGISTRIES
from papertrace.model import Observation, Outcome, RepositoryState, Verdict

REGISTRY = REGISTRIES["hugging_face"]
SETTINGS = settings_with_registries()
HOST = "https://hub.example.org"


def verdict(
    path: str, status: int, facts: dict[str, Any], *, date: str = "", headers: tuple[tuple[str, str], ...] = ()
) -> Verdict | None:
    one = link(f"{HOST}/{path}")
    (query,) = REGISTRY.plan([one], SETTINGS)
    seen = Observation(ask=query.ask, final_url=query.ask.url, status=status, body=json.dumps(facts), headers=headers)
    return REGISTRY.read(replace(query, dates={one.url: date} if date else {}), seen).get(one)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("acme/small-7B_v1.0", "models/acme/small-7B_v1.0"),
        ("acme/small/tree/main", "models/acme/small"),
        ("datasets/acme/words/", "datasets/acme/words"),
        ("spaces/acme/show", "spaces/acme/show"),
        ("small", "models/small"),
        ("datasets/words", "datasets/words"),
        ("spaces/show", None),
        ("papers/2601.00001", None),
        ("docs/hub", None),
        ("collections/acme/all-123", None),
        ("acme/small/blob/main/config.json", None),
        ("acme/small/discussions/1", None),
        ("", None),
    ],
)
def test_front_pages_are_queried_by_their_kind_and_other_pages_are_not(path: str, asked: str | None) -> None:
    one = link(f"{HOST}/{path}")

    assert REGISTRY.suits(one, SETTINGS) is (asked is not None)
    if asked is not None:
        assert REGISTRY.plan([one], SETTINGS)[0].ask.url == f"{HOST}/api/{asked}"


@pytest.mark.parametrize(
    ("facts", "outcome", "state"),
    [
        pytest.param({"id": "acme/small"}, Outcome.ALIVE, RepositoryState.PRESENT, id="there"),
        pytest.param({"id": "Acme/Small"}, Outcome.ALIVE, RepositoryState.PRESENT, id="there, in other letters"),
        pytest.param({"id": "acme/small", "gated": "auto"}, Outcome.ALIVE, RepositoryState.PRESENT, id="gated"),
        pytest.param({"id": "acme/small", "gated": []}, Outcome.ALIVE, RepositoryState.PRESENT, id="gated by a list"),
        pytest.param(
            {"id": "acme/small", "disabled": True}, Outcome.RESTRICTED, RepositoryState.DISABLED, id="disabled"
        ),
        pytest.param({"id": "acme/large"}, Outcome.MOVED, RepositoryState.RENAMED, id="renamed"),
    ],
)
def test_what_the_hub_says_of_a_repository(facts: dict[str, Any], outcome: Outcome, state: RepositoryState) -> None:
    found = verdict("acme/small", 200, facts)

    assert found is not None
    assert (found.outcome, found.repository_state) == (outcome, state)


def test_the_day_of_the_last_commit_is_that_of_the_answer() -> None:
    found = verdict("acme/small", 200, {"id": "acme/small", "lastModified": "2024-05-06T07:08:09.000Z"})

    assert found is not None
    assert (found.last_active, found.reason) == ("2024-05-06", "it exists; the last commit was on 2024-05-06")


def test_a_gated_model_says_so() -> None:
    found = verdict("acme/small", 200, {"id": "acme/small", "gated": "manual"})

    assert found is not None
    assert "gated" in found.reason


def test_private_or_missing_is_restricted_and_neither_dead_nor_gated() -> None:
    found = verdict("acme/small", 401, {"error": "Invalid username or password."})

    assert found is not None
    assert (found.outcome, found.repository_state) == (Outcome.RESTRICTED, None)
    assert "gated" not in found.reason


def test_a_closed_repository_with_its_error_code_exists() -> None:
    found = verdict("acme/small", 401, {}, headers=(("x-error-code", "GatedRepo"),))

    assert found is not None
    assert (found.outcome, found.repository_state) == (Outcome.RESTRICTED, RepositoryState.PRESENT)


def test_a_name_without_an_owner_is_found_under_its_owner_or_left_to_its_page() -> None:
    found = verdict("small", 200, {"id": "acme/small", "createdAt": "2022-03-02T23:29:04.000Z"})

    assert found is not None
    assert (found.outcome, found.new_url) == (Outcome.MOVED, f"{HOST}/acme/small")
    assert verdict("acme", 401, {"error": "Invalid username or password."}) is None


@pytest.mark.parametrize(
    ("id_", "created", "date", "outcome"),
    [
        pytest.param("other/small", "2024-08-30", "2023-05-01", Outcome.SUSPECT, id="made after the paper"),
        pytest.param("acme/tiny", "2024-08-30", "2023", Outcome.SUSPECT, id="made after the paper, by the same owner"),
        pytest.param("other/small", "2023-04-30", "2023-05-01", Outcome.MOVED, id="made before the paper"),
        pytest.param("other/small", "2023-04-30", "2023-04", Outcome.MOVED, id="made in the month of the paper"),
        pytest.param("other/small", "2024-08-30", "", Outcome.SUSPECT, id="another owner, no date to compare"),
        pytest.param("acme/tiny", "2024-08-30", "", Outcome.MOVED, id="renamed by its owner, no date to compare"),
        pytest.param("other/small", "2022-03-02", "2021-01-01", Outcome.MOVED, id="older than the field"),
    ],
)
def test_a_redirect_may_lead_to_another_repository_made_later(
    id_: str, created: str, date: str, outcome: Outcome
) -> None:
    found = verdict("acme/small", 200, {"id": id_, "createdAt": f"{created}T10:00:00.000Z"}, date=date)

    assert found is not None
    assert found.outcome is outcome
    assert (found.new_url is None) == (outcome is Outcome.SUSPECT)


@pytest.mark.parametrize("status", [403, 404, 410, 500, 503])
def test_any_other_status_is_left_to_the_page(status: int) -> None:
    assert verdict("acme/small", status, {"error": "Repository not found"}) is None


@pytest.mark.parametrize("id_", ["words", "a/b/c", "//evil.example.net", "a/b?c", "", None, 3])
def test_an_id_that_is_not_a_name_is_ignored(id_: object) -> None:
    assert verdict("acme/small", 200, {"id": id_}) is None


def test_the_new_name_keeps_kind_and_view() -> None:
    found = verdict("datasets/acme/words/tree/main", 200, {"id": "acme/more-words"})

    assert found is not None
    assert found.new_url == f"{HOST}/datasets/acme/more-words/tree/main"


@pytest.mark.parametrize(
    ("as_user", "as_organisation", "outcome"),
    [
        pytest.param(404, 404, Outcome.DEAD, id="nobody"),
        pytest.param(404, 200, Outcome.RESTRICTED, id="an organisation"),
        pytest.param(200, None, Outcome.RESTRICTED, id="a user"),
        pytest.param(404, 500, Outcome.RESTRICTED, id="a failure is no answer"),
        pytest.param(429, None, Outcome.RESTRICTED, id="a refusal is no answer"),
    ],
)
def test_what_is_not_there_or_private_is_dead_if_its_owner_does_not_exist(
    as_user: int, as_organisation: int | None, outcome: Outcome
) -> None:
    one = link(f"{HOST}/datasets/acme/small")
    (query,) = REGISTRY.plan([one], SETTINGS)
    verdict, asked = None, list[str]()
    for status in (401, as_user, as_organisation):
        if status is None:
            break
        seen = Observation(ask=query.ask, final_url=query.ask.url, status=status, body='{"error": "not found"}')
        verdict = REGISTRY.read(query, seen).get(one)
        for further in REGISTRY.replan(query, seen, [one], SETTINGS):
            query = further
            asked.append(query.ask.url.removeprefix(f"{HOST}/api/"))

    assert verdict is not None
    assert verdict.outcome is outcome
    assert asked == ["users/acme/overview", "organizations/acme/overview"][: 1 + (as_user == 404)]


def test_a_page_of_another_server_is_not_said_of_an_owner() -> None:
    one = link(f"{HOST}/acme/small")
    (query,) = REGISTRY.plan([one], SETTINGS)
    (query,) = REGISTRY.replan(query, Observation(ask=query.ask, final_url=query.ask.url, status=401), [one], SETTINGS)
    page = Observation(ask=query.ask, final_url=query.ask.url, status=404, body="<h1>Not found</h1>")

    assert REGISTRY.replan(query, page, [one], SETTINGS) == []
    assert REGISTRY.read(query, page)[one].outcome is Outcome.RESTRICTED
