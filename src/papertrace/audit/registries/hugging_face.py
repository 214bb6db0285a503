"""Models, datasets and spaces on the Hugging Face hub by its API.

The facts about a gated or disabled repository are public. Private and missing ones get 401 alike, so a 401 alone never
means `dead`; its `X-Error-Code` is `GatedRepo` where only the files are closed. Then the owner is asked for, as a user
and as an organisation: what belongs to nobody is not private, but gone. A renamed repository is found under its new
`id`, but an old name may also redirect to another repository, made later by someone else: `createdAt` shows that.

https://huggingface.co/docs/hub/api
https://huggingface.co/docs/huggingface_hub/package_reference/hf_api (get_user_overview, get_organization_overview)
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

_PATH = re.compile(r"/(?:(datasets|spaces)/)?([\w-][\w.-]{0,95}(?:/[\w.-]{1,96})?)(/tree/main)?/?", re.ASCII)
# A tuple, because an answer may contain unhashable values.
_GATED = ("auto", "manual")
_NAME = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}", re.ASCII)
_NAME_WITHOUT_OWNER = re.compile(r"[\w.-]{1,96}", re.ASCII)
_OVERVIEW, _USERS = "/overview", "/users/"
_DATE = re.compile(r"20\d\d-\d\d-\d\d")
FIRST_CREATED = "2022-03-02"
"""The `createdAt` of every repository that is older than this field."""
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
    if query.ask.url.endswith(_OVERVIEW):
        return {link: _of_owner(link, query, seen) for link in query.links}
    verdicts = {link: _verdict(link, seen, query.dates.get(link.url, "")) for link in query.links}
    return {link: verdict for link, verdict in verdicts.items() if verdict is not None}


def replan(query: Query, seen: Observation, links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return the question for the owner of what is not there or private: as a user, then as an organisation."""
    api = settings.endpoints.hugging_face.api
    if not query.ask.url.endswith(_OVERVIEW):
        kind = "users" if seen.status == HTTPStatus.UNAUTHORIZED else ""
    else:
        kind = "organizations" if _USERS in query.ask.url and _is_nobody(seen) else ""
    return queries_by_ask(links, lambda link: ask_for(f"{api}{kind}/{_owner(link)}{_OVERVIEW}")) if kind else []


def _of_owner(link: Link, query: Query, seen: Observation) -> Verdict:
    """Return the verdict on what is not there or private, from what the hub says of its owner."""
    if _USERS not in query.ask.url and _is_nobody(seen):
        return Verdict(
            link=link,
            outcome=Outcome.DEAD,
            reason=f"not there: the hub has neither it nor a user or an organisation {_owner(link)}",
            seen=(seen,),
            repository_state=RepositoryState.MISSING,
        )
    return _closed(link, seen)


def _is_nobody(seen: Observation) -> bool:
    return isinstance(answer_object(seen, status=HTTPStatus.NOT_FOUND).get("error"), str) and not seen.hops


def _owner(link: Link) -> str:
    return (_split(link) or ("", "", ""))[1].partition("/")[0]


def _verdict(link: Link, seen: Observation, paper_date: str) -> Verdict | None:
    kind, name, subpath = _split(link) or ("", "", "")
    if seen.status == HTTPStatus.UNAUTHORIZED:
        # An address of one segment may be the page of a user, which the API does not know.
        return _unauthorized(link, seen) if kind or "/" in name else None
    facts = answer_object(seen)
    id_ = facts.get("id")
    if not isinstance(id_, str) or not (
        _NAME.fullmatch(id_) or ("/" not in name and _NAME_WITHOUT_OWNER.fullmatch(id_))
    ):
        return None
    new_url, state = None, RepositoryState.PRESENT
    if facts.get("disabled") is True:
        outcome, state, reason = Outcome.RESTRICTED, RepositoryState.DISABLED, "disabled by the hub"
    elif id_.casefold() != name.casefold() and (doubt := _doubt(name, id_, facts, paper_date)):
        outcome, reason = Outcome.SUSPECT, f"it redirects to {id_}, {doubt}"
    elif id_.casefold() != name.casefold():
        outcome, state = Outcome.MOVED, RepositoryState.RENAMED
        new_url = f"https://{urlsplit(link.url).netloc.rpartition('@')[2]}/{f'{kind}/' if kind else ''}{id_}{subpath}"
        reason = f"it is now {id_}; the old name redirects until someone else takes it"
    elif facts.get("gated") in _GATED:
        outcome, reason = Outcome.ALIVE, "it exists but is gated: readers must request access to the files"
    else:
        outcome, reason = Outcome.ALIVE, "it exists"
    return Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,), new_url=new_url, repository_state=state)


def _unauthorized(link: Link, seen: Observation) -> Verdict:
    if dict(seen.headers).get("x-error-code") == "GatedRepo":
        return Verdict(
            link=link,
            outcome=Outcome.RESTRICTED,
            reason="it exists but is gated: readers must request access",
            seen=(seen,),
            repository_state=RepositoryState.PRESENT,
        )
    return _closed(link, seen)


def _closed(link: Link, seen: Observation) -> Verdict:
    reason = "not there or private: the hub does not distinguish them"
    return Verdict(link=link, outcome=Outcome.RESTRICTED, reason=reason, seen=(seen,))


def _doubt(name: str, id_: str, facts: Mapping[str, object], paper_date: str) -> str:
    """Return why a redirect may lead to another repository than the one that had the name, or an empty string."""
    created = str(facts.get("createdAt") or "")[:10]
    if not _DATE.fullmatch(created) or created <= FIRST_CREATED:
        return ""
    if paper_date:
        # A paper may be dated by its month or year alone.
        return (
            f"which was created on {created}, after the paper" if created[: len(paper_date)] > paper_date[:10] else ""
        )
    is_same_owner = name.partition("/")[0].casefold() == id_.partition("/")[0].casefold()
    return "" if is_same_owner else f"which was created on {created} and may be another repository"


def _split(link: Link) -> tuple[str, str, str] | None:
    """Return the kind (empty for a model), the name and the path below it, or None for another page."""
    found = _PATH.fullmatch(urlsplit(link.url).path)
    if found is None or (found[1] is None and found[2].partition("/")[0].lower() in _PAGES):
        return None
    if "/" not in found[2] and (found[1] == "spaces" or found[3]):
        return None
    return found[1] or "", found[2], found[3] or ""


REGISTRY = Registry(name="hugging_face", suits=suits, plan=plan, read=read, replan=replan)
