"""Models, datasets and spaces on the Hugging Face hub by its interface.

The hub answers 401 for what is private, gated or not there at all and does not say which: so that is never death. A
repository that was renamed is found under its new `id`.

https://huggingface.co/docs/hub/api
https://huggingface.co/docs/hub/models-gated
https://huggingface.co/docs/hub/rate-limits
"""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from urllib.parse import urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_object, ask_for, one_each
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, RepositoryState, Verdict
from papertrace.model.addresses import host_of

_PATH = re.compile(r"/(?:(datasets|spaces)/)?([\w-][\w.-]{0,95}/[\w.-]{1,96})(/tree/main)?/?", re.ASCII)
# A tuple, for an answer may hold what no set takes.
_GATED = ("auto", "manual")
_NAME = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}", re.ASCII)
_PAGES = frozenset(
    {"api", "blog", "chat", "collections", "datasets", "docs", "join", "learn", "login", "models", "new"}
    | {"organizations", "papers", "posts", "pricing", "settings", "spaces", "tasks"}
)
"""First segments that name no owner."""


def suits(link: Link, settings: AuditSettings) -> bool:
    """Suit links to the front page of a model, dataset or space; of its files the interface is not asked."""
    return host_of(link.url) in settings.endpoints.hugging_face.hosts and _split(link) is not None


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Ask about each of them."""
    api = settings.endpoints.hugging_face.api

    def url(link: Link) -> str:
        kind, name, _ = _split(link) or ("", "", "")
        return f"{api}{kind or 'models'}/{name}"

    return one_each(links, lambda link: ask_for(url(link)))


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Read what the hub says of a repository; a 404 is left to the page."""
    verdicts = {}
    for link in query.links:
        kind, name, below = _split(link) or ("", "", "")
        facts = answer_object(seen)
        id_ = facts.get("id")
        new_url, state = None, RepositoryState.PRESENT
        if seen.status == HTTPStatus.UNAUTHORIZED:
            outcome, reason = Outcome.RESTRICTED, "private, gated or not there: the hub does not say which"
        elif not isinstance(id_, str) or not _NAME.fullmatch(id_):
            continue
        elif facts.get("disabled") is True:
            outcome, state, reason = Outcome.RESTRICTED, RepositoryState.DISABLED, "the hub has disabled it"
        elif id_.casefold() != name.casefold():
            outcome, state = Outcome.MOVED, RepositoryState.RENAMED
            new_url = f"https://{urlsplit(link.url).netloc.rpartition('@')[2]}/{f'{kind}/' if kind else ''}{id_}{below}"
            reason = f"it is now {id_}; the old name works until someone takes it"
        elif facts.get("gated") in _GATED:
            outcome, reason = Outcome.ALIVE, "it is there, gated: a reader has to ask for the files"
        else:
            outcome, reason = Outcome.ALIVE, "it is there"
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
    """Return the kind (nothing for a model), the name and what is below it, or None for another page."""
    found = _PATH.fullmatch(urlsplit(link.url).path)
    if found is None or (found[1] is None and found[2].partition("/")[0].lower() in _PAGES):
        return None
    return found[1] or "", found[2], found[3] or ""


REGISTRY = Registry(name="hugging_face", suits=suits, plan=plan, read=read)
