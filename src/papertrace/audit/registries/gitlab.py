"""Projects on GitLab by its API.

A project is identified by its full path, percent-encoded. A private one gets the same answer as a missing one: status
404 with the message `404 Project Not Found`. A renamed one redirects to its number, with the new path in the answer; a
404 after such a redirect proves nothing.
Which fields are visible without a login varies; `archived` and `empty_repo` are used if they are present.

https://docs.gitlab.com/api/projects/#retrieve-a-project
https://docs.gitlab.com/api/rest/#status-codes
https://docs.gitlab.com/api/rest/#redirects
"""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_object, ask_for, queries_by_ask
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, RepositoryState, Verdict
from papertrace.model.link import repository_of

_PATH = re.compile(r"[\w.-]{1,255}(?:/[\w.-]{1,255}){1,20}")
_FRONT = frozenset({"", "/", ".git", ".git/"})


def suits(link: Link, settings: AuditSettings) -> bool:
    """Accept links to projects on GitLab hosts of the settings."""
    return link.repository is not None and link.repository.host.lower() in settings.endpoints.gitlab.hosts


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return one query per project."""
    api = settings.endpoints.gitlab.api

    def url(link: Link) -> str:
        repository = repository_of(link)
        # GitLab redirects a renamed project to a wrong address unless dots are encoded too.
        path = quote(repository.slug.lower(), safe="").replace(".", "%2E")
        return api.replace("{host}", repository.host.lower()) + path

    return queries_by_ask(links, lambda link: ask_for(url(link)))


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Interpret the answer about a project; a link below an existing project is left to its page."""
    if answer_object(seen, status=HTTPStatus.NOT_FOUND).get("message") == "404 Project Not Found" and not seen.hops:
        return {
            link: Verdict(
                link=link,
                outcome=Outcome.DEAD,
                reason="no such project on GitLab: it was deleted or is private",
                seen=(seen,),
                repository_state=RepositoryState.MISSING,
            )
            for link in query.links
        }
    facts = answer_object(seen)
    path = facts.get("path_with_namespace")
    if not isinstance(path, str) or not _PATH.fullmatch(path):
        return {}
    return {link: _verdict(link, seen, path, facts) for link in query.links if _is_front_page(link)}


def _verdict(link: Link, seen: Observation, path: str, facts: dict[str, Any]) -> Verdict:
    repository = repository_of(link)
    outcome, new_url = Outcome.ALIVE, None
    if path.casefold() != repository.slug.casefold():
        outcome, state = Outcome.MOVED, RepositoryState.RENAMED
        new_url = f"https://{repository.host}/{path}"
        reason = f"the project is now {path}; the old name redirects until someone else takes it"
    elif facts.get("empty_repo") is True:
        outcome, state, reason = Outcome.SUSPECT, RepositoryState.EMPTY, "the project exists but is empty"
    elif facts.get("archived") is True:
        state, reason = RepositoryState.ARCHIVED, "the project is archived"
    else:
        state, reason = RepositoryState.PRESENT, "the project exists"
    return Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,), new_url=new_url, repository_state=state)


def _is_front_page(link: Link) -> bool:
    slug = repository_of(link).slug.lower()
    path = urlsplit(link.url).path.lower().lstrip("/")
    return path.startswith(slug) and path[len(slug) :] in _FRONT


REGISTRY = Registry(name="gitlab", suits=suits, plan=plan, read=read)
