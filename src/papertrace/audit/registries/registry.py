"""What a registry is: a record with pure functions that ask about many links at a time and read the answer."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Method, Observation, Verdict
from papertrace.web.address import parse_address
from papertrace.web.exchange import Answer

JSON = "application/json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Hold one ask and the links that its answer is about."""

    ask: Ask
    links: tuple[Link, ...]


def never(answer: Answer) -> bool:  # noqa: ARG001 - the shape of every `refuses`
    """Call no answer a refusal beyond those that HTTP knows."""
    return False


def content(seen: Observation) -> str | None:  # noqa: ARG001 - the shape of every `complaint`
    """Have nothing to complain of."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """Know one registry.

    `suits` says whether it may know of a link. `plan` puts such links into as few asks as the registry allows; a
    link that it leaves out is looked at by its prober. `read` is given an answer and gives the verdicts that follow
    from it beyond doubt: a link without one, be it that the registry does not know enough or that its answer is odd,
    is looked at by its prober as well. So nothing that goes wrong at a registry makes a link dead.

    `refuses` says of an answer whether it is one to ask again later, beyond 429; `pause_s` is how long to wait then
    where the answer does not say.

    `needs_token` says that its questions are sent with a token; `complaint` reads in an answer that the token is not
    taken, or that nobody is there to take it, and returns what the user is to be told. After that, nothing more is
    asked there.
    """

    name: str
    suits: Callable[[Link, AuditSettings], bool]
    plan: Callable[[Sequence[Link], AuditSettings], list[Query]]
    read: Callable[[Query, Observation], Mapping[Link, Verdict]]
    refuses: Callable[[Answer], bool] = never
    pause_s: float = 60.0
    needs_token: bool = False
    complaint: Callable[[Observation], str | None] = content


def ask_for(url: str, *, accept: str = JSON) -> Ask:
    """Return the ask of an address of an interface.

    >>> ask_for("https://EXAMPLE.org/api/x").url
    'https://example.org/api/x'
    """
    return Ask(method=Method.GET, url=parse_address(url).url, accept=accept)


def one_each(links: Iterable[Link], ask: Callable[[Link], Ask]) -> list[Query]:
    """Return a question for every ask, with the links that share it, in the order of the links."""
    groups: dict[Ask, list[Link]] = {}
    for link in links:
        groups.setdefault(ask(link), []).append(link)
    return [Query(ask=one, links=tuple(own)) for one, own in groups.items()]


def json_object(body: str) -> dict[str, Any]:
    """Return the object that a body holds, or an empty one for anything else.

    >>> json_object('{"a": 1}'), json_object("[1]"), json_object("<html>")
    ({'a': 1}, {}, {})
    """
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def answer_list(seen: Observation) -> list[Any]:
    """Return the list that an answer of status 200 holds, or an empty one for any other answer."""
    if seen.status != HTTPStatus.OK:
        return []
    try:
        data = json.loads(seen.body)
    except (ValueError, RecursionError):
        return []
    return data if isinstance(data, list) else []


def answer_object(seen: Observation, *, status: int = HTTPStatus.OK) -> dict[str, Any]:
    """Return the object that an answer of the given status holds, or an empty one for any other answer."""
    return json_object(seen.body) if seen.status == status else {}
