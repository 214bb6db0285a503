"""Projects on GitLab by its interface.

A project is named by its whole path, quoted. One that is private answers as one that is missing: status 404 with the
message `404 Project Not Found`. One whose path was changed redirects to its number, with its new path in the answer.
Which of the facts come without a login differs; `archived` and `empty_repo` are believed where they come.

https://docs.gitlab.com/api/projects/#retrieve-a-project
https://docs.gitlab.com/api/rest/#status-codes
https://docs.gitlab.com/api/rest/#redirects
"""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_object, ask_for, one_each
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, RepositoryState, Verdict
from papertrace.model.link import repository_of

_PATH = re.compile(r"[\w.-]{1,255}(?:/[\w.-]{1,255}){1,20}")
_FRONT = frozenset({"", "/", ".git", ".git/"})


def suits(link: Link, settings: AuditSettings) -> bool:
    """Suit links to projects on the hosts that the settings name."""
    return link.repository is not None and link.repository.host.lower() in settings.endpoints.gitlab.hosts


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Ask about each project once."""
    api = settings.endpoints.gitlab.api

    def url(link: Link) -> str:
        repository = repository_of(link)
        return api.replace("{host}", repository.host.lower()) + quote(repository.slug.lower(), safe="")

    return one_each(links, lambda link: ask_for(url(link)))


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Read what GitLab says of a project; of a page in a project that is there, the page itself is asked."""
    if answer_object(seen, status=HTTPStatus.NOT_FOUND).get("message") == "404 Project Not Found":
        return {
            link: Verdict(
                link=link,
                outcome=Outcome.DEAD,
                reason="GitLab knows no such project: it is gone or private",
                seen=(seen,),
                repository_state=RepositoryState.MISSING,
            )
            for link in query.links
        }
    facts = answer_object(seen)
    path = facts.get("path_with_namespace")
    if not isinstance(path, str) or not _PATH.fullmatch(path):
        return {}
    return {link: _verdict(link, seen, path, facts) for link in query.links if _is_front(link)}


def _verdict(link: Link, seen: Observation, path: str, facts: dict[str, Any]) -> Verdict:
    repository = repository_of(link)
    outcome, new_url = Outcome.ALIVE, None
    if path.casefold() != repository.slug.casefold():
        outcome, state = Outcome.MOVED, RepositoryState.RENAMED
        new_url = f"https://{repository.host}/{path}"
        reason = f"the project is now {path}; the old name works until someone takes it"
    elif facts.get("empty_repo") is True:
        outcome, state, reason = Outcome.SUSPECT, RepositoryState.EMPTY, "the project is there, but empty"
    elif facts.get("archived") is True:
        state, reason = RepositoryState.ARCHIVED, "the project is there, archived"
    else:
        state, reason = RepositoryState.PRESENT, "the project is there"
    return Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,), new_url=new_url, repository_state=state)


def _is_front(link: Link) -> bool:
    slug = repository_of(link).slug.lower()
    path = urlsplit(link.url).path.lower().lstrip("/")
    return path.startswith(slug) and path[len(slug) :] in _FRONT


REGISTRY = Registry(name="gitlab", suits=suits, plan=plan, read=read)
