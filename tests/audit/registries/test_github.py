"""Repositories by GraphQL: queries, and the meaning of the documented answers.

https://docs.github.com/en/graphql/reference/queries#repository
https://docs.github.com/en/graphql/reference/objects#repository
https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
"""

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.github_api import REGISTRY, config_error, is_too_large, plan, refuses, suits
from papertrace.audit.settings import Endpoint, Endpoints
from papertrace.model import Ask, Link, Method, Observation
from papertrace.web.exchange import Answer

SETTINGS = settings_with_registries()
HOST = "https://code.example.org"


def queries(links: list[Link]) -> list[str]:
    return [json.loads(query.ask.body)["query"] for query in plan(links, SETTINGS)]


def test_without_a_token_nothing_is_queried() -> None:
    repository = link(f"{HOST}/acme-example/tool")

    assert suits(repository, SETTINGS)
    assert not suits(link("https://www.example.org/acme-example/tool"), SETTINGS)
    assert not suits(repository, replace(SETTINGS, github_token=""))


def test_no_links_need_no_query() -> None:
    assert plan([], SETTINGS) == []


def test_a_hundred_repositories_are_one_query() -> None:
    links = [link(f"{HOST}/many-example/r{number}") for number in range(250)]

    queries = plan(links, SETTINGS)

    assert [len(query.links) for query in queries] == [100, 100, 50]
    assert [one for query in queries for one in query.links] == links
    assert all(query.ask.method is Method.POST and not query.ask.follows for query in queries)


def test_fifty_paths_are_one_query() -> None:
    links = [link(f"{HOST}/many-example/r/tree/main/p{number}") for number in range(150)]

    assert [len(query.links) for query in plan(links, SETTINGS)] == [50, 50, 50]


def test_a_repository_is_queried_once_however_often_it_is_linked() -> None:
    (query,) = queries([link(f"{HOST}/{path}") for path in ("A/b", "a/B.git", "c/d", "A/b/tree/main/x")])

    assert query.count("repository(") == 2
    assert 'r0: repository(owner: "A", name: "b") { ...state o2: object(expression: "main:x")' in query
    assert 'r1: repository(owner: "c", name: "d") { ...state }' in query


def test_a_path_is_a_graphql_string_and_cannot_escape_from_it() -> None:
    (query,) = queries([link(f'{HOST}/a/b/blob/main/%22)%7B%20x%5C"y')])

    assert json.dumps('main:"){ x\\"y') in query


@pytest.mark.parametrize("path", ["blob/main/%00", "tree/ma%7Ein/x", "issues/3", "wiki", "tree", "blob/main/%0A"])
def test_what_is_not_a_plain_git_path_is_not_queried_as_one(path: str) -> None:
    (query,) = queries([link(f"{HOST}/a/b/{path}")])

    assert "object(" not in query


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param(Answer(status=200, body='{"data": {"r0": null}}'), False, id="an answer"),
        pytest.param(
            Answer(status=200, body='{"errors": [{"type": "RATE_LIMITED", "message": "API rate limit exceeded"}]}'),
            True,
            id="the primary limit, with 200",
        ),
        pytest.param(
            Answer(status=200, body='{"errors": [{"type": "RATE_LIMIT", "code": "graphql_rate_limit"}]}'),
            True,
            id="the primary limit, by type and code",
        ),
        pytest.param(
            Answer(status=200, body='{"errors": [{"message": "You have exceeded a secondary rate limit."}]}'),
            True,
            id="a secondary limit, with 200",
        ),
        pytest.param(
            Answer(status=403, body='{"message": "You have exceeded a secondary rate limit. Please wait"}'),
            True,
            id="a secondary limit, with 403",
        ),
        pytest.param(Answer(status=403, headers=(("retry-after", "5"),)), True, id="403 that says how long to wait"),
        pytest.param(Answer(status=403, headers=(("x-ratelimit-remaining", "0"),)), True, id="403 with nothing left"),
        pytest.param(Answer(status=403, body='{"message": "Resource protected"}'), False, id="403 for good"),
        pytest.param(Answer(status=401, body='{"message": "Bad credentials"}'), False, id="a token that is not known"),
        pytest.param(Answer(status=200, body='{"errors": [1, {"message": null}]}'), False, id="odd errors"),
    ],
)
def test_a_refusal_is_recognised_by_its_message_where_the_status_is_not_enough(
    answer: Answer, *, expected: bool
) -> None:
    assert refuses(answer) is expected


def test_github_pauses_for_a_minute_by_default() -> None:
    assert REGISTRY.pause_s == 60.0


def test_the_api_is_queried_under_https_only() -> None:
    with pytest.raises(ValueError, match="https"):
        Endpoints(github=Endpoint(api="http://api.example.org/graphql"))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "GitHub rejects the token (401 Unauthorized), so the pages"),
        (404, "GitHub has no GraphQL API at https://api.example.org/graphql (status 404), so the pages"),
        (301, "GitHub has no GraphQL API at https://api.example.org/graphql (status 301), so the pages"),
        (200, None),
        (403, None),  # refused for another reason
        (429, None),
        (502, None),
        (None, None),
    ],
)
def test_what_the_user_can_fix_is_reported(status: int | None, words: str | None) -> None:
    (query,) = plan([link("https://code.example.org/acme-example/tool")], SETTINGS)

    warning = config_error(Observation(ask=query.ask, final_url=query.ask.url, status=status))

    assert warning == (f"{words} of its repositories are requested instead" if words else None)


def test_too_many_attempts_with_a_bad_token_end_the_queries() -> None:
    seen = Observation(
        ask=Ask(method=Method.POST, url="https://api.example.org/graphql"),
        final_url="https://api.example.org/graphql",
        status=403,
        body='{"message": "Max number of login attempts exceeded"}',
    )

    message = config_error(seen)
    assert message is not None
    assert "too often" in message


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"data": None, "errors": [{"message": "Something went wrong while executing your query."}]}, True),
        ({"errors": [{"message": "Timeout on validation of query"}]}, True),
        ({"data": {"r0": None}, "errors": [{"type": "RESOURCE_LIMITS_EXCEEDED", "path": ["r0", "o1"]}]}, True),
        ({"data": {"r0": None}, "errors": [{"type": "NOT_FOUND", "path": ["r0"], "message": "no"}]}, False),
        ({"data": {"r0": {}}}, False),
        ({"errors": "none"}, False),
    ],
)
def test_a_query_that_github_gave_up_on_is_too_large(content: dict[str, Any], *, expected: bool) -> None:
    seen = Observation(
        ask=Ask(method=Method.POST, url="https://api.example.org/graphql"),
        final_url="https://api.example.org/graphql",
        status=200,
        body=json.dumps(content),
    )

    assert is_too_large(seen) is expected
