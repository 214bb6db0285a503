"""Repositories on GitHub by its GraphQL API, a hundred at a time, with a token.

Each repository is a `repository(owner:, name:)` with its own alias. A renamed one is found under its new
`nameWithOwner`, since `followRenames` is on by default; a missing one is `null`, with an error of type `NOT_FOUND`
whose path is the alias. A path in a repository is an `object(expression: "ref:path")`, which is `null` if it does not
exist.

https://docs.github.com/en/graphql/reference/queries#repository
https://docs.github.com/en/graphql/reference/objects#repository
https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api#failed-login-limit
https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api

According to the last of these, a query of this kind costs one point of 5,000 per hour. When a limit is exceeded, the
status is 200 with an error, 403 or 429, and the wait is given by `Retry-After` or `X-RateLimit-Reset`, or is a minute.
According to the one before it, an invalid token gets status 401, and a client that continues to use it gets 403.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote, urlsplit

from papertrace.audit.registry import (
    JSON,
    Activity,
    Meaning,
    Query,
    Registry,
    Thing,
    answer_object,
    judge,
    usual_meanings,
)
from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Method, Observation, Outcome, RepoRef, RepositoryState, Verdict
from papertrace.model.link import repository_of
from papertrace.web.address import parse_address, public_url
from papertrace.web.exchange import REDIRECTS, Answer, value_at

MAX_ALIASES = 100
"""Maximum number of repositories per query."""

MAX_PATHS = 50
"""Maximum number of paths per query, each of which makes GitHub read a tree."""
MIN_LINKS = 12
"""Links of a query that is not split any further, so that one of a hundred is split three times."""

_FIELDS = "nameWithOwner isArchived isDisabled isEmpty isPrivate pushedAt defaultBranchRef { name }"
_RATE_LIMITS = ("RATE_LIMITED", "RATE_LIMIT")
_LOGIN_ATTEMPTS = re.compile(r"max(?:imum)? number of login attempts?", re.IGNORECASE)
_NO_API = frozenset({404, 405, 410}) | REDIRECTS
_VIEWS = frozenset({"tree", "blob", "raw", "blame"})
_REF = re.compile(r"[\w.+-]{1,100}")
_MAX_PATH_LENGTH = 1000


_CLOSED = (
    Meaning(
        key="isPrivate",
        values=(True,),
        outcome=Outcome.RESTRICTED,
        reason="the repository is private: the token can see it, but readers cannot",
    ),
    Meaning(
        key="isDisabled",
        values=(True,),
        outcome=Outcome.RESTRICTED,
        state=RepositoryState.DISABLED,
        reason="GitHub has disabled the repository",
    ),
)
_MEANINGS = (*_CLOSED, *usual_meanings("the repository", empty="isEmpty", archived="isArchived"))
_PUSH = Activity(key="pushedAt", words="the last push was on")
_PATH_MISSING = Meaning(
    outcome=Outcome.DEAD,
    state=RepositoryState.PATH_MISSING,
    reason="the repository exists, but this path does not",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    """The target of a link in a repository: `subpath` is the path of the page, `ref` and `path` are those of git.

    All are empty for the front page; `ref` is empty for a page that is not a file or folder, such as an issue.
    """

    subpath: str = ""
    ref: str = ""
    path: str = ""

    @property
    def expression(self) -> str:
        return f"{self.ref}:{self.path}" if self.path else self.ref


def suits(link: Link, settings: AuditSettings) -> bool:
    """Accept links to repositories on GitHub hosts of the settings, if there is a token."""
    return (
        bool(settings.github_token)
        and link.repository is not None
        and link.repository.host.lower() in settings.endpoints.github.hosts
    )


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return queries about at most `MAX_ALIASES` repositories and `MAX_PATHS` paths in them."""
    api = parse_address(settings.endpoints.github.api).url
    return [
        Query(ask=Ask(method=Method.POST, url=api, accept=JSON, body=_query(batch), follows=False), links=tuple(batch))
        for batch in _batches(links)
    ]


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Interpret the answer about each link; links that it does not decide are left to their pages."""
    answer = answer_object(seen)
    data = answer.get("data")
    if not isinstance(data, dict):
        return {}
    missing = {
        error["path"][0]
        for error in _errors(answer)
        if error.get("type") == "NOT_FOUND"
        and isinstance(path := error.get("path"), list)
        and len(path) == 1
        and isinstance(path[0], str)
    }
    verdicts = {}
    for alias, links in _repositories(query.links):
        repository = data.get(alias)
        for number, link in enumerate(links):
            if isinstance(repository, dict):
                verdict = _verdict(link, seen, repository, repository.get(f"o{number}"))
            elif alias in missing and alias in data:
                verdict = Verdict(
                    link=link,
                    outcome=Outcome.DEAD,
                    reason="no such repository on GitHub: it was deleted or is private",
                    seen=(seen,),
                    repository_state=RepositoryState.MISSING,
                )
            else:
                continue
            if verdict is not None:
                verdicts[link] = verdict
    return verdicts


def refuses(answer: Answer) -> bool:
    """Return whether an answer reports that a primary or secondary rate limit is exceeded."""
    if answer.status == HTTPStatus.FORBIDDEN:
        return (
            answer.header("retry-after") is not None
            or answer.header("x-ratelimit-remaining") == "0"
            or "rate limit" in answer.body[:2000].lower()
        )
    if answer.status != HTTPStatus.OK:
        return False
    content = answer_object(answer)
    return content.get("data") is None and any(
        error.get("type") in _RATE_LIMITS or "rate_limit" in str(error.get("code")) or "rate limit" in _message(error)
        for error in _errors(content)
    )


def is_too_large(seen: Observation) -> bool:
    """Return whether GitHub stopped working on a query, so that a smaller one may succeed.

    A query that is aborted has no data and a message without a type; one that costs too much has data in part.
    """
    content = answer_object(seen)
    errors = _errors(content)
    if any(error.get("type") == "RESOURCE_LIMITS_EXCEEDED" for error in errors):
        return True
    return content.get("data") is None and any(
        words in _message(error) for error in errors for words in ("something went wrong", "timeout", "timed out")
    )


def _errors(content: Mapping[str, Any]) -> list[dict[str, Any]]:
    errors = content.get("errors")
    return [error for error in errors if isinstance(error, dict)] if isinstance(errors, list) else []


def _message(error: Mapping[str, Any]) -> str:
    return str(error.get("message")).lower()


def config_error(seen: Observation) -> str | None:
    """Return a warning if GitHub rejects the token, or if the address is not that of its GraphQL API.

    An invalid token gets status 401, with the message `Bad credentials`. An address that is not found or redirects is
    not the API; redirects are not followed, because the token is sent only to the configured address.
    """
    if seen.status == HTTPStatus.UNAUTHORIZED:
        fact = "rejects the token (401 Unauthorized)"
    elif seen.status == HTTPStatus.FORBIDDEN and _LOGIN_ATTEMPTS.search(seen.body[:2000]):
        fact = "has rejected the token too often (403 Forbidden)"
    elif seen.status in _NO_API:
        fact = f"has no GraphQL API at {public_url(seen.ask.url)} (status {seen.status})"
    else:
        return None
    return f"GitHub {fact}, so the pages of its repositories are requested instead"


def _batches(links: Sequence[Link]) -> Iterator[list[Link]]:
    """Yield the links of each query; those of one repository are adjacent."""
    batch: list[Link] = []
    n_repositories = n_paths = 0
    for _, of_repository in _repositories(links):
        is_new = True
        for link in of_repository:
            n_more = int(bool(_target(link).ref))
            if batch and (n_repositories + is_new > MAX_ALIASES or n_paths + n_more > MAX_PATHS):
                yield batch
                batch, n_repositories, n_paths, is_new = [], 0, 0, True
            batch.append(link)
            n_repositories, n_paths, is_new = n_repositories + is_new, n_paths + n_more, False
    if batch:
        yield batch


def _repositories(links: Sequence[Link]) -> list[tuple[str, list[Link]]]:
    """Return the links of each repository with its alias, in order of first occurrence."""
    groups: dict[RepoRef, list[Link]] = {}
    for link in links:
        groups.setdefault(repository_of(link), []).append(link)
    return [(f"r{number}", of_repository) for number, of_repository in enumerate(groups.values())]


def _query(links: Sequence[Link]) -> str:
    parts = []
    for alias, of_repository in _repositories(links):
        repository = repository_of(of_repository[0])
        objects = "".join(
            f" o{number}: object(expression: {_string(target.expression)}) {{ __typename }}"
            for number, link in enumerate(of_repository)
            if (target := _target(link)).ref
        )
        owner, name = _string(repository.owner), _string(repository.name)
        parts.append(f"{alias}: repository(owner: {owner}, name: {name}) {{ ...state{objects} }}")
    query = "query { " + " ".join(parts) + " } fragment state on Repository { " + _FIELDS + " }"
    return json.dumps({"query": query}, ensure_ascii=False)


_string = partial(json.dumps, ensure_ascii=False)  # A literal of GraphQL, whose escapes include those of JSON.


def _target(link: Link) -> _Target:
    segments = [segment for segment in urlsplit(link.url).path.split("/") if segment][2:]
    subpath = "/".join(segments)
    if len(segments) < 2 or segments[0] not in _VIEWS or not _REF.fullmatch(segments[1]):  # noqa: PLR2004 - view, ref
        return _Target(subpath=subpath)
    path = unquote("/".join(segments[2:]))
    if not path.isprintable() or len(path) > _MAX_PATH_LENGTH:
        return _Target(subpath=subpath)
    return _Target(subpath=subpath, ref=segments[1], path=path)


def _verdict(link: Link, seen: Observation, facts: dict[str, Any], object_facts: object) -> Verdict | None:
    """Return the verdict on a link from the facts about its repository and path, or None to leave it to its page."""
    target, name, repository = _target(link), str(facts.get("nameWithOwner") or ""), repository_of(link)
    if not re.fullmatch(r"[\w.-]{1,100}/[\w.-]{1,200}", name):
        return None
    meanings: tuple[Meaning, ...] = _MEANINGS
    if not any(one.holds(facts) for one in _CLOSED):
        if target.subpath and not target.ref:
            return None
        if target.ref and not isinstance(object_facts, dict):
            if target.ref != value_at(facts, "defaultBranchRef.name") or not target.path:
                # A branch name may contain a slash, and a renamed branch redirects: only the page shows which.
                return None
            meanings = (_PATH_MISSING,)
    thing = Thing(
        host=repository.host,
        path="",
        name=repository.slug,
        address_of=lambda new: f"https://{repository.host}/{new}" + (f"/{target.subpath}" if target.subpath else ""),
    )
    verdict = judge(meanings, link, seen, facts, thing=thing, name=name, noun="the repository")
    if verdict.repository_state is RepositoryState.RENAMED and facts.get("isArchived"):
        return replace(verdict, reason=f"{verdict.reason}; it is archived")
    return verdict if facts.get("isPrivate") else _PUSH.add(verdict, facts)


REGISTRY = Registry(
    name="github",
    suits=suits,
    plan=plan,
    read=read,
    refuses=refuses,
    is_too_large=is_too_large,
    pause_s=60.0,
    min_links=MIN_LINKS,
    needs_token=True,
    config_error=config_error,
)
