"""The record type of registries: pure functions that plan queries about many links and read the answers."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Method, Observation, Verdict
from papertrace.web.address import parse_address
from papertrace.web.exchange import Answer

JSON = "application/json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One ask and the links that its answer is about.

    `dates` are the dates (ISO 8601) of papers by the URLs that they print, as far as they are known.
    """

    ask: Ask
    links: tuple[Link, ...]
    dates: Mapping[str, str] = field(default_factory=dict, compare=False)


def never_refuses(answer: Answer) -> bool:  # noqa: ARG001 - the signature of every `refuses`
    """Return False, for a registry whose refusals all have the statuses that HTTP defines."""
    return False


def never_too_large(seen: Observation) -> bool:  # noqa: ARG001 - the signature of others
    """Return False: the answers of most registries do not depend on the size of a query."""
    return False


def never_again(
    query: Query,  # noqa: ARG001 - as above
    seen: Observation,  # noqa: ARG001
    links: Sequence[Link],  # noqa: ARG001
    settings: AuditSettings,  # noqa: ARG001
) -> list[Query]:
    """Return no queries, for a registry that has only one way to ask about a link."""
    return []


def names_nothing(url: str, settings: AuditSettings) -> frozenset[str]:  # noqa: ARG001 - as above
    """Return no names, for a registry whose requests are about one link each, or are told apart by their bodies."""
    return frozenset()


def no_config_error(seen: Observation) -> str | None:  # noqa: ARG001 - the signature of every `config_error`
    """Return None, for a registry without a configuration that can be wrong."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """A registry of packages, papers or repositories that can be queried about links.

    `suits` returns whether the registry may know a link. `plan` combines such links into as few queries as the registry
    allows; a link that it leaves out is probed. `read` takes a query and its answer, and returns the verdicts that
    follow from it beyond doubt; a link without one, because the registry does not know enough or its answer is
    malformed, is probed too. So a failing registry never makes a link dead.

    `refuses` recognises answers, beyond status 429, after which the query should be repeated later; `pause_s` is the
    wait in seconds if the answer does not state one, None the usual one.

    `is_too_large` recognises answers that a smaller query may not get, beyond time-outs and gateway errors; such a
    query is split in halves until it has at most `min_links` links.

    `replan` takes a query, its answer, and those of its links that this left undecided or `restricted`, and returns
    further queries about them; undecided ones that it does not ask about again are probed.

    `names_in` returns the names that a request of several asks about, by its address, and `name_of` the name of a link:
    a recorded answer is replayed for the links that it is about, whatever other links there are.

    `needs_token` marks a registry whose queries are sent with a token. `config_error` returns a warning for the user if
    an answer shows that the token is rejected or that the address is not that of the API, else None. After such an
    answer, no further queries are sent.
    """

    name: str
    suits: Callable[[Link, AuditSettings], bool]
    plan: Callable[[Sequence[Link], AuditSettings], list[Query]]
    read: Callable[[Query, Observation], Mapping[Link, Verdict]]
    refuses: Callable[[Answer], bool] = never_refuses
    pause_s: float | None = None
    is_too_large: Callable[[Observation], bool] = never_too_large
    min_links: int = 1
    replan: Callable[[Query, Observation, Sequence[Link], AuditSettings], list[Query]] = never_again
    names_in: Callable[[str, AuditSettings], frozenset[str]] = names_nothing
    name_of: Callable[[Link], str] = lambda link: link.url
    accept: str = JSON
    needs_token: bool = False
    config_error: Callable[[Observation], str | None] = no_config_error


def ask_for(url: str, *, accept: str = JSON) -> Ask:
    """Return the ask for an address of an API.

    >>> ask_for("https://EXAMPLE.org/api/x").url
    'https://example.org/api/x'
    """
    return Ask(method=Method.GET, url=parse_address(url).url, accept=accept)


def queries_by_ask(links: Iterable[Link], ask: Callable[[Link], Ask]) -> list[Query]:
    """Return one query per ask, with the links that share it, in the order of the links."""
    groups: dict[Ask, list[Link]] = {}
    for link in links:
        groups.setdefault(ask(link), []).append(link)
    return [Query(ask=one, links=tuple(own)) for one, own in groups.items()]


def json_object(body: str) -> dict[str, Any]:
    """Return the JSON object in a body, or an empty one for anything else.

    >>> json_object('{"a": 1}'), json_object("[1]"), json_object("<html>")
    ({'a': 1}, {}, {})
    """
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def answer_list(seen: Observation) -> list[Any]:
    """Return the JSON list in an answer of status 200, or an empty one for any other answer."""
    if seen.status != HTTPStatus.OK:
        return []
    try:
        data = json.loads(seen.body)
    except (ValueError, RecursionError):
        return []
    return data if isinstance(data, list) else []


def answer_object(seen: Observation, *, status: int = HTTPStatus.OK) -> dict[str, Any]:
    """Return the JSON object in an answer of the given status, or an empty one for any other answer."""
    return json_object(seen.body) if seen.status == status else {}
