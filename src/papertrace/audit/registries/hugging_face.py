"""Models, datasets and spaces on the Hugging Face hub by its API.

The hub answers 401 for private, gated and missing repositories alike, so a 401 never means `dead`. A renamed repository
is found under its new `id`.

https://huggingface.co/docs/hub/api
https://huggingface.co/docs/hub/models-gated
https://huggingface.co/docs/hub/rate-limits
"""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from urllib.parse import urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_object, ask_for, queries_by_ask
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, RepositoryState, Verdict
from papertrace.model.addresses import host_of

_PATH = re.compile(r"/(?:(datasets|spaces)/)?([\w-][\w.-]{0,95}/[\w.-]{1,96})(/tree/main)?/?", re.ASCII)
# A tuple, because an answer may contain unhashable values.
_GATED = ("auto", "manual")
_NAME = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}", re.ASCII)
_PAGES = frozenset(
    {"api", "blog", "chat", "collections", "datasets", "docs", "join", "learn", "login", "models", "new"}
    | {"organizations", "papers", "posts", "pricing", "settings", "spaces", "tasks"}
)
"""First path segments that are not owners."""


def suits(link: Link, settings: AuditSettings) -> bool:
    """Accept links to the front page of a model, dataset or space, but not to its files."""
    return host_of(link.url) in settings.endpoints.hugging_face.hosts and _split(link) is not None


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return one query per repository."""
    api = settings.endpoints.hugging_face.api

    def url(link: Link) -> str:
        kind, name, _ = _split(link) or ("", "", "")
        return f"{api}{kind or 'models'}/{name}"

    return queries_by_ask(links, lambda link: ask_for(url(link)))


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Interpret the answer about a repository; after a 404 the link is left to its page."""
    verdicts = {}
    for link in query.links:
        kind, name, subpath = _split(link) or ("", "", "")
        facts = answer_object(seen)
        id_ = facts.get("id")
        new_url, state = None, RepositoryState.PRESENT
        if seen.status == HTTPStatus.UNAUTHORIZED:
            outcome, reason = Outcome.RESTRICTED, "private, gated or missing: the hub does not distinguish them"
        elif not isinstance(id_, str) or not _NAME.fullmatch(id_):
            continue
        elif facts.get("disabled") is True:
            outcome, state, reason = Outcome.RESTRICTED, RepositoryState.DISABLED, "disabled by the hub"
        elif id_.casefold() != name.casefold():
            outcome, state = Outcome.MOVED, RepositoryState.RENAMED
            new_url = (
                f"https://{urlsplit(link.url).netloc.rpartition('@')[2]}/{f'{kind}/' if kind else ''}{id_}{subpath}"
            )
            reason = f"it is now {id_}; the old name redirects until someone else takes it"
        elif facts.get("gated") in _GATED:
            outcome, reason = Outcome.ALIVE, "it exists but is gated: readers must request access to the files"
        else:
            outcome, reason = Outcome.ALIVE, "it exists"
        verdicts[link] = Verdict(
            link=link,
            outcome=outcome,
            reason=reason,
            seen=(seen,),
            new_url=new_url,
            repository_state=None if seen.status == HTTPStatus.UNAUTHORIZED else state,
        )
    return verdicts


def _split(link: Link) -> tuple[str, str, str] | None:
    """Return the kind (empty for a model), the name and the path below it, or None for another page."""
    found = _PATH.fullmatch(urlsplit(link.url).path)
    if found is None or (found[1] is None and found[2].partition("/")[0].lower() in _PAGES):
        return None
    return found[1] or "", found[2], found[3] or ""


REGISTRY = Registry(name="hugging_face", suits=suits, plan=plan, read=read)
