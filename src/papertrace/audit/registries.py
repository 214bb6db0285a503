"""The registries that are asked about links before their pages are requested.

Those that answer about one thing at a time are rows of `ROWS`; a new forge is one more. doi.org and arXiv are asked
about many names at once, GitHub about many repositories (`github_api.py`).

Archives are where snapshots of links are searched for.

An archive is pure functions that ask for a snapshot and read the answer. Like a registry, an archive sends nothing. To
add one, add a row to `ARCHIVES`.

Software Heritage has code: the visit of a repository nearest to a date, or the last one.

The request for the last visit with a snapshot returns 200 with the identifier of the snapshot, or 404 if there is none.
For the nearest visit, all visits are listed, newest first; for a repository that is not in the archive, the status is
404. The result is the address of the snapshot's persistent identifier, qualified by its origin.

https://archive.softwareheritage.org/api/1/origin/visit/latest/doc/
https://archive.softwareheritage.org/api/1/origin/visits/doc/
https://docs.softwareheritage.org/devel/swh-model/persistent-identifiers.html

The Wayback Machine has pages: the snapshot nearest to a date, or the last one.

An address with a date that is not exactly that of a snapshot is redirected to the nearest one; the redirect is the
answer and is not followed. 404 means that there is none. The snapshot itself is not inspected and may show an error
page.

https://archive.org/help/wayback_api.php
https://www.rfc-editor.org/rfc/rfc7089 (a TimeGate answers 302 with the address of the nearest memento)
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urljoin, urlsplit

from papertrace.audit import github_api
from papertrace.audit.registry import (
    RENAMED,
    Absence,
    Activity,
    Meaning,
    Query,
    Registry,
    Row,
    Thing,
    answer_list,
    answer_object,
    ask_for,
    queries_by_ask,
    usual_meanings,
)
from papertrace.audit.settings import AuditSettings, Endpoint, Endpoints, without_template
from papertrace.audit.verdicts import is_success
from papertrace.errors import SettingsError
from papertrace.model import Ask, Link, Method, Observation, Outcome, RepositoryState, Verdict
from papertrace.model.addresses import host_of
from papertrace.model.identifiers import parse_arxiv, parse_doi
from papertrace.web.address import parse_address, public_url
from papertrace.web.exchange import REDIRECTS, value_at

_PROJECT = re.compile(r"[\w.-]{1,255}(?:/[\w.-]{1,255}){1,20}")
_FRONT = frozenset({"", "/", ".git", ".git/"})


def find_project(link: Link) -> Thing | None:
    """Return the project that a link names, by its full path, percent-encoded."""
    repository = link.repository
    if repository is None:
        return None
    slug = repository.slug.lower()
    below = urlsplit(link.url).path.lower().lstrip("/")
    return Thing(
        host=repository.host.lower(),
        # GitLab redirects a renamed project to a wrong address unless dots are encoded too.
        path=quote(slug, safe="").replace(".", "%2E"),
        name=repository.slug,
        address_of=lambda name: f"https://{repository.host}/{name}",
        is_whole=below.startswith(slug) and below[len(slug) :] in _FRONT,
    )


def find_repository(link: Link) -> Thing | None:
    """Return the repository that a link names, by its owner and name."""
    project = find_project(link)
    return replace(project, path=quote(project.name.lower(), safe="/")) if project else None


# A private project gets the same answer as a missing one. A renamed one redirects, with the new path in the answer; a
# 404 after such a redirect proves nothing. Which fields are visible without a login varies.
# https://docs.gitlab.com/api/projects/#retrieve-a-project
# https://docs.gitlab.com/api/rest/#status-codes
# https://docs.gitlab.com/api/rest/#redirects
GITLAB = Row(
    name="gitlab",
    noun="the project",
    find=find_project,
    key="path_with_namespace",
    form=_PROJECT,
    absences=(
        Absence(
            status=404,
            key="message",
            value="404 Project Not Found",
            reason="no such project on GitLab: it was deleted or is private",
        ),
    ),
    meanings=usual_meanings("the project", empty="empty_repo", archived="archived"),
    activity=Activity(key="last_activity_at", words="the last activity was on"),  # also issues and comments
)

# Gitea and Forgejo, such as Codeberg.
# https://docs.gitea.com/api/next/#tag/repository/operation/repoGet
# https://codeberg.org/api/swagger
GITEA = Row(
    name="gitea",
    noun="the repository",
    endpoint=Endpoint(api="https://{host}/api/v1/repos/", hosts=("codeberg.org",)),
    find=find_repository,
    key="full_name",
    form=_PROJECT,
    absences=(
        Absence(
            status=404,
            key="message",
            value="The target couldn't be found.",
            reason="no such repository: it was deleted or is private",
        ),
    ),
    meanings=usual_meanings("the repository", empty="empty", archived="archived"),
    activity=Activity(key="updated_at", words="the last update was on"),  # also of settings
)

# The facts about a gated or disabled repository are public. Private and missing ones get 401 alike, so a 401 alone
# never means `dead`; its `X-Error-Code` is `GatedRepo` where only the files are closed. Then the owner is asked for, as
# a user and as an organisation: what belongs to nobody is not private, but gone. An old name may also redirect to
# another repository, made later by someone else: `createdAt` shows that.
# https://huggingface.co/docs/hub/api
# https://huggingface.co/docs/hub/models-gated
# https://huggingface.co/docs/hub/rate-limits
# https://huggingface.co/docs/huggingface_hub/package_reference/hf_api (get_user_overview, get_organization_overview)

_HUB_PATH = re.compile(r"/(?:(datasets|spaces)/)?([\w-][\w.-]{0,95}(?:/[\w.-]{1,96})?)(/tree/main)?/?", re.ASCII)
_HUB_DATE = re.compile(r"20\d\d-\d\d-\d\d")
FIRST_CREATED = "2022-03-02"
"""The `createdAt` of every repository that is older than this field."""
_HUB_PAGES = frozenset(
    {"api", "blog", "chat", "collections", "datasets", "docs", "join", "learn", "login", "models", "new"}
    | {"organizations", "papers", "posts", "pricing", "settings", "spaces", "tasks"}
)
"""First path segments that are not owners."""
_OVERVIEW, _USERS = "/overview", "/users/"


def find_hub_repository(link: Link) -> Thing | None:
    """Return the model, dataset or space that a link leads to the front page of, but not to its files."""
    found = _HUB_PATH.fullmatch(urlsplit(link.url).path)
    if found is None or (found[1] is None and found[2].partition("/")[0].lower() in _HUB_PAGES):
        return None
    if "/" not in found[2] and (found[1] == "spaces" or found[3]):
        return None
    netloc = urlsplit(link.url).netloc.rpartition("@")[2]
    return Thing(
        host=host_of(link.url),
        path=f"{found[1] or 'models'}/{found[2]}",
        name=found[2],
        address_of=lambda name: f"https://{netloc}/{f'{found[1]}/' if found[1] else ''}{name}{found[3] or ''}",
    )


def _has_hub_name(link: Link, facts: Mapping[str, Any]) -> bool:
    """Return whether an answer has the name of a repository, which lacks an owner only if that of the link does."""
    thing = find_hub_repository(link)
    return isinstance(facts.get("id"), str) and thing is not None and ("/" in facts["id"] or "/" not in thing.name)


def _doubt_hub_name(thing: Thing, name: str, facts: Mapping[str, Any], paper_date: str) -> str:
    """Return why a redirect may lead to another repository than the one that had the name, or an empty string."""
    created = str(facts.get("createdAt") or "")[:10]
    if not _HUB_DATE.fullmatch(created) or created <= FIRST_CREATED:
        return ""
    if paper_date:
        # A paper may be dated by its month or year alone.
        is_later = created[: len(paper_date)] > paper_date[:10]
        return f"which was created on {created}, after the paper" if is_later else ""
    is_same_owner = thing.name.partition("/")[0].casefold() == name.partition("/")[0].casefold()
    return "" if is_same_owner else f"which was created on {created} and may be another repository"


HUGGING_FACE = Row(
    name="hugging_face",
    noun="it",
    find=find_hub_repository,
    key="id",
    form=re.compile(r"[\w.-]{1,96}(?:/[\w.-]{1,96})?", re.ASCII),
    knows=_has_hub_name,
    doubt=_doubt_hub_name,
    meanings=(
        Meaning(
            key="disabled",
            values=(True,),
            outcome=Outcome.RESTRICTED,
            state=RepositoryState.DISABLED,
            reason="disabled by the hub",
        ),
        RENAMED,
        Meaning(
            key="gated",
            values=("auto", "manual"),
            reason="it exists but is gated: readers must request access to the files",
        ),
        Meaning(reason="it exists"),
    ),
    activity=Activity(key="lastModified", words="the last commit was on"),
)


def read_hub(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Interpret an answer about a repository or its owner; after a 404 about a repository, the page decides."""
    is_of_owner = query.ask.url.endswith(_OVERVIEW)
    if not is_of_owner and seen.status != HTTPStatus.UNAUTHORIZED:
        return HUGGING_FACE.read(query, seen)
    outcome, state, reason = Outcome.RESTRICTED, None, "not there or private: the hub does not distinguish them"
    verdicts = {}
    for link in query.links:
        if is_of_owner and _USERS not in query.ask.url and _is_nobody(seen):
            outcome, state = Outcome.DEAD, RepositoryState.MISSING
            reason = f"not there: the hub has neither it nor a user or an organisation {_owner_of(link)}"
        elif dict(seen.headers).get("x-error-code") == "GatedRepo":
            state, reason = RepositoryState.PRESENT, "it exists but is gated: readers must request access"
        # An address of one segment may be the page of a user, which the API does not know.
        if urlsplit(link.url).path.strip("/").count("/"):
            verdicts[link] = Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,), repository_state=state)
    return verdicts


def replan_hub(query: Query, seen: Observation, links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return the question for the owner of what is not there or private: as a user, then as an organisation."""
    if not query.ask.url.endswith(_OVERVIEW):
        kind = "users" if seen.status == HTTPStatus.UNAUTHORIZED else ""
    else:
        kind = "organizations" if _USERS in query.ask.url and _is_nobody(seen) else ""
    api = settings.endpoints.hugging_face.api
    owned = [link for link in links if kind and _owner_of(link)]
    return queries_by_ask(owned, lambda link: ask_for(f"{api}{kind}/{_owner_of(link)}{_OVERVIEW}"))


def _is_nobody(seen: Observation) -> bool:
    return isinstance(answer_object(seen, status=HTTPStatus.NOT_FOUND).get("error"), str) and not seen.hops


def _owner_of(link: Link) -> str:
    """Return the owner of what a link leads to; old datasets and models have none."""
    thing = find_hub_repository(link)
    owner, slash, _ = thing.name.partition("/") if thing is not None else ("", "", "")
    return owner if slash else ""


# The status is 404 for a record that never existed and 410 for one that was removed, and is repeated in the body. The
# files of an existing record may be embargoed or restricted.
# https://developers.zenodo.org/#retrieve37
# https://developers.zenodo.org/#errors

_RECORD = re.compile(r"/records?/([0-9]{1,12})(/.{0,2000})?")


def find_record(link: Link) -> Thing | None:
    """Return the record that a link leads to, or to a page or file of."""
    found = _RECORD.fullmatch(urlsplit(link.url).path)
    if found is None:
        return None
    return Thing(host=host_of(link.url), path=found[1], name=found[1], is_whole=(found[2] or "/") == "/")


ZENODO = Row(
    name="zenodo",
    noun="the record",
    find=find_record,
    key="id",
    form=re.compile(r"\d+"),
    knows=lambda _, facts: isinstance(facts.get("metadata"), dict),
    absences=(
        Absence(status=404, key="status", value=404, reason="Zenodo has no such record"),
        Absence(status=410, key="status", value=410, reason="the record was removed"),
    ),
    meanings=(
        *(
            Meaning(
                key="metadata.access_right",
                values=(access,),
                state=None,
                reason=f"the record exists; its files are {access}",
            )
            for access in ("embargoed", "restricted", "closed")
        ),
        Meaning(state=None, reason="the record exists"),
    ),
)

# The answer about an existing project lists its files and, on newer indexes, its status. That about an unknown project
# is not specified, so a link with a 404 is left to its page. No index is queried unless the settings name one.
# https://packaging.python.org/en/latest/specifications/simple-repository-api/#json-serialization
# https://packaging.python.org/en/latest/specifications/project-status-markers/
# https://packaging.python.org/en/latest/specifications/name-normalization/

_PACKAGE_PATH = re.compile(r"/(?:project|pypi|p|simple)/([A-Za-z0-9][\w.-]{0,99})(?:/([\w.+!-]{1,60}))?/?", re.ASCII)


def find_package(link: Link) -> Thing | None:
    """Return the project that a link leads to the page of, or to that of a version of."""
    found = _PACKAGE_PATH.fullmatch(urlsplit(link.url).path)
    if found is None:
        return None
    return Thing(host=host_of(link.url), path=f"{_normalised(found[1])}/", name=found[1])


def _lists_package(link: Link, facts: Mapping[str, Any]) -> bool:
    """Return whether an answer has version 1 of the API, and is about the project of a link and its version."""
    found = _PACKAGE_PATH.fullmatch(urlsplit(link.url).path)
    if found is None or not isinstance(facts.get("files"), list):
        return False
    versions = facts.get("versions")
    return (
        str(value_at(facts, "meta.api-version")).startswith("1.")
        and _normalised(str(facts.get("name"))) == _normalised(found[1])
        and (not found[2] or (isinstance(versions, list) and found[2] in versions))
    )


def _normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


PACKAGE_INDEX = Row(
    name="package_index",
    noun="the project",
    accept="application/vnd.pypi.simple.v1+json",
    find=find_package,
    key="name",
    form=re.compile(r"[A-Za-z0-9][\w.-]{0,99}", re.ASCII),
    knows=_lists_package,
    meanings=(
        Meaning(
            key="project-status.status",
            values=("quarantined",),
            outcome=Outcome.RESTRICTED,
            state=RepositoryState.DISABLED,
            reason="the package index has quarantined the project",
        ),
        Meaning(
            key="files",
            values=([],),
            outcome=Outcome.SUSPECT,
            state=RepositoryState.EMPTY,
            reason="the project exists but has no files",
        ),
        Meaning(
            key="project-status.status",
            values=("archived",),
            state=RepositoryState.ARCHIVED,
            reason="the project is archived",
        ),
        Meaning(key="project-status.status", values=("deprecated",), reason="the project is deprecated"),
        Meaning(reason="the project exists"),
    ),
)

# Publishers are not asked, since they often refuse automated clients. Several DOIs are one request to `doiRA`, which
# answers in their order with the registration agency of each, or with a status without one. What it does not say to be
# registered is asked of the handle system, which has the last word: `responseCode` is 1 if the handle exists, 100 if it
# does not (with status 404), and 200 if it has no URL.
# https://www.doi.org/doi-handbook/HTML/rest-api-request-format.html
# https://www.doi.org/doi-handbook/HTML/rest-api-response-format.html
# https://www.doi.org/doi-handbook/HTML/which-ra_.html

MAX_DOIS = 50
MAX_DOIS_LENGTH = 1800
"""DOIs in one request, and characters of them, so that its address stays below 2,000."""
_HANDLES = "api/handles/"
_AGENCIES = "doiRA/"
_COMBINABLE = re.compile(r"10\.[0-9.]{4,20}/[a-z0-9._()/:;-]{1,200}")
"""DOIs that can stand in a list separated by commas; the others are asked one at a time."""
_AGENCY = re.compile(r"[A-Za-z][\w .&-]{1,60}")
_HANDLE_CODES: Mapping[tuple[int | None, int], tuple[Outcome, str]] = {
    (HTTPStatus.OK, 1): (Outcome.ALIVE, "the DOI is registered"),
    (HTTPStatus.OK, 200): (Outcome.SUSPECT, "the DOI is registered, but without a URL"),
    (HTTPStatus.NOT_FOUND, 100): (Outcome.DEAD, "the DOI is not registered"),
}
"""What a response code means together with the status documented for it."""


def doi_of(link: Link) -> str:
    """Return the DOI of a link in lower case, since DOIs ignore case; empty if there is none."""
    return parse_doi(unquote(urlsplit(link.url).path).lstrip("/")) or ""


def plan_dois(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return queries about as many DOIs as one request may contain, and one query for each of the others."""
    api = settings.endpoints.doi.api
    by_doi: dict[str, list[Link]] = {}
    for link in links:
        by_doi.setdefault(doi_of(link), []).append(link)
    # A mirror of the handle system alone has another address.
    combinable = [doi for doi in by_doi if _COMBINABLE.fullmatch(doi)] if api.endswith(f"/{_HANDLES}") else []
    queries = [
        Query(
            ask=ask_for(f"{api.removesuffix(_HANDLES)}{_AGENCIES}{','.join(batch)}"),
            links=tuple(link for doi in batch for link in by_doi.pop(doi)),
        )
        for batch in _batches(combinable, MAX_DOIS, MAX_DOIS_LENGTH)
        if len(batch) > 1
    ]
    return queries + plan_handles([link for own in by_doi.values() for link in own], settings)


def plan_handles(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return one query to the handle system per DOI."""
    api = settings.endpoints.doi.api
    return queries_by_ask(links, lambda link: ask_for(f"{api}{quote(doi_of(link), safe='/')}?type=URL"))


def dois_in(url: str, settings: AuditSettings) -> frozenset[str]:
    """Return the DOIs that the address of a combined request lists."""
    agencies = parse_address(f"{settings.endpoints.doi.api.removesuffix(_HANDLES)}{_AGENCIES}").url
    return frozenset(url.removeprefix(agencies).split(",") if url.startswith(agencies) else ())


def read_dois(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Interpret an answer about one DOI or several."""
    if f"/{_AGENCIES}" in query.ask.url:
        registered = {
            parse_doi(str(one.get("DOI")))
            for one in answer_list(seen)
            if isinstance(one, dict) and _AGENCY.fullmatch(str(one.get("RA") or "")) and "status" not in one
        }
        links = [link for link in query.links if doi_of(link) in registered]
        outcome, reason = Outcome.ALIVE, "the DOI is registered"
    else:
        answer = answer_object(seen) or answer_object(seen, status=HTTPStatus.NOT_FOUND)
        code = answer.get("responseCode")
        is_own = parse_doi(str(answer.get("handle"))) == doi_of(query.links[0])
        found = _HANDLE_CODES.get((seen.status, code)) if is_own and isinstance(code, int) else None
        if found is None:
            return {}
        links, (outcome, reason) = list(query.links), found
    return {link: Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,)) for link in links}


def _batches(names: Iterable[str], n_names: int, n_characters: float) -> Iterator[list[str]]:
    """Yield as many names at a time as fit one request, separated by commas."""
    batch: list[str] = []
    length = 0
    for name in names:
        if batch and (len(batch) == n_names or length + len(name) > n_characters):
            yield batch
            batch, length = [], 0
        batch.append(name)
        length += len(name) + 1
    if batch:
        yield batch


# arXiv --------------------------------------------------------------------------------------------------------------
# Many identifiers per request, one request every three seconds. The answer is an Atom feed with an entry for each paper
# that exists; its `id` is the address of the abstract with the version. The meaning of a missing entry is not
# documented, so such a link is left to its page.
# https://info.arxiv.org/help/api/user-manual.html
# https://info.arxiv.org/help/api/tou.html

MAX_IDENTIFIERS = 100
"""Identifiers per request; an entry has two or three kilobytes."""
_ATOM = "application/atom+xml"
_ARXIV_PATH = re.compile(r"/(?:abs|pdf)/(.{1,60}?)(?:\.pdf)?/?", re.DOTALL)
_ENTRY = re.compile(r"<id>\s{0,20}https?://[^/<\s]{1,100}/abs/([^<\s]{1,60})\s{0,20}</id>")


def identifier_of(link: Link) -> str:
    """Return the identifier of a link, with its version if the link has one; empty if there is none."""
    found = _ARXIV_PATH.fullmatch(unquote(urlsplit(link.url).path))
    return (parse_arxiv(found[1], keep_version=True) or "") if found else ""


def plan_arxiv(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return queries about `MAX_IDENTIFIERS` papers each."""
    by_identifier: dict[str, list[Link]] = {}
    for link in links:
        by_identifier.setdefault(identifier_of(link), []).append(link)
    api = settings.endpoints.arxiv.api
    return [
        Query(
            ask=ask_for(f"{api}?id_list={','.join(batch)}&max_results={len(batch)}", accept=_ATOM),
            links=tuple(link for identifier in batch for link in by_identifier[identifier]),
        )
        for batch in _batches(by_identifier, MAX_IDENTIFIERS, float("inf"))
    ]


def read_arxiv(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Return `alive` for every link whose paper has an entry."""
    if not is_success(seen) or "</feed>" not in seen.body:
        return {}
    entries = _ENTRY.findall(seen.body)
    found = {parse_arxiv(one, keep_version=keep_version) for one in entries for keep_version in (True, False)}
    return {
        link: Verdict(link=link, outcome=Outcome.ALIVE, reason="the paper is on arXiv", seen=(seen,))
        for link in query.links
        if identifier_of(link) in found
    }


def identifiers_in(url: str, settings: AuditSettings) -> frozenset[str]:
    """Return the identifiers that the address of a request lists."""
    address, _, query = url.partition("?")
    if address != parse_address(settings.endpoints.arxiv.api).url:
        return frozenset()
    return frozenset(one for value in parse_qs(query).get("id_list", ()) for one in value.split(","))


ROWS: tuple[Row, ...] = (GITLAB, GITEA, HUGGING_FACE, ZENODO, PACKAGE_INDEX)
"""The registries that are asked about one thing at a time; a new forge is a row more."""

_IN_ORDER = (
    github_api.REGISTRY,
    GITLAB.as_registry(),
    GITEA.as_registry(),
    Registry(
        name="doi",
        suits=lambda link, settings: host_of(link.url) in settings.endpoints.doi.hosts and bool(doi_of(link)),
        plan=plan_dois,
        read=read_dois,
        # What a combined answer leaves undecided is asked of the handle system.
        replan=lambda query, _, links, settings: (
            plan_handles(links, settings) if f"/{_AGENCIES}" in query.ask.url else []
        ),
        names_in=dois_in,
        name_of=doi_of,
    ),
    Registry(
        name="arxiv",
        # Not every paper has other forms than an abstract and a PDF.
        suits=lambda link, settings: host_of(link.url) in settings.endpoints.arxiv.hosts and bool(identifier_of(link)),
        plan=plan_arxiv,
        read=read_arxiv,
        # One of several identifiers may have spoiled the whole query: a malformed one gets 400 for all.
        is_too_large=lambda seen: seen.status == HTTPStatus.BAD_REQUEST,
        names_in=identifiers_in,
        name_of=identifier_of,
        accept=_ATOM,
    ),
    HUGGING_FACE.as_registry(read=read_hub, replan=replan_hub),
    ZENODO.as_registry(),
    PACKAGE_INDEX.as_registry(),
)
REGISTRIES: dict[str, Registry] = {registry.name: registry for registry in _IN_ORDER}
"""The registries by name, in the order in which they are tried."""


def plan_queries(
    links: Sequence[Link], settings: AuditSettings, recorded: Collection[Ask] = ()
) -> Iterator[tuple[Registry, Query]]:
    """Yield the queries with their registries; a link that no registry accepts is in none of them.

    Those that `recorded` asks were about are asked about as they were then, the others in queries of their own.
    """
    by_registry: dict[str, list[Link]] = {name: [] for name in REGISTRIES}
    for link in links:
        name = next((name for name, registry in REGISTRIES.items() if registry.suits(link, settings)), None)
        if name is not None:
            by_registry[name].append(link)
    for name, own in by_registry.items():
        registry = REGISTRIES[name]
        for ask in recorded:
            names = registry.names_in(ask.url, settings)
            asked = tuple(link for link in own if registry.name_of(link) in names) if names else ()
            if asked:
                own = [link for link in own if link not in asked]  # noqa: PLW2901 - what is left of it
                yield registry, Query(ask=replace(ask, accept=registry.accept), links=asked)
        for query in registry.plan(own, settings) if own else ():
            yield registry, query


_OF_ROWS: Mapping[str, Endpoint] = {row.name: row.endpoint for row in ROWS if row.endpoint is not None}
NAMES = tuple(sorted(name.replace("_", "-") for name in (*Endpoints.names(), *_OF_ROWS)))
"""The names by which users override endpoints."""

_COMPLETE = frozenset({"github", "arxiv"})
"""Endpoints whose address is used as it is; to the others an identifier is appended."""
_OWN_LINKS_ONLY = frozenset({"github", "package-index"})
"""Endpoints whose server covers only links to itself, so that another address means other links."""


def override_endpoints(endpoints: Endpoints, texts: Iterable[str]) -> Endpoints:
    """Return endpoints with those replaced that texts name: `NAME=ADDRESS`, or `NAME=ADDRESS,HOST,…` with link hosts.

    Without a host, an endpoint is asked about the links that the registry is asked about by default. A self-hosted
    GitHub or package index is asked about the links to that server, and so is a forge whose address has no `{host}`
    where the default has one. When several texts name one registry, the last one counts.

    Raises
    ------
    SettingsError
        When the name is unknown, or the address cannot be requested.

    Examples
    --------
    >>> override_endpoints(Endpoints(), ["github=https://api.github.example.edu/graphql"]).github
    Endpoint(api='https://api.github.example.edu/graphql', hosts=('github.example.edu',), interval_s=0.0)
    """
    defaults = endpoints
    for text in texts:
        name, endpoint = _parse_override(text, defaults)
        changes: dict[str, Any] = {name: endpoint}
        if name in _OF_ROWS:
            changes = {"others": {**endpoints.others, name: endpoint}}
        endpoints = replace(endpoints, **changes)
    return endpoints


def _parse_override(text: str, defaults: Endpoints) -> tuple[str, Endpoint]:
    name, equals, rest = text.partition("=")
    name = name.strip().lower().replace("_", "-")
    address, *hosts = (part.strip() for part in rest.split(","))
    if not equals or name not in NAMES:
        known = ", ".join(NAMES)
        example = "gitlab=https://gitlab.example.edu/api/v4/projects/"
        message = f"{name!r} is not a registry; give for example {example} (known: {known})"
        raise SettingsError(message)
    try:
        own_host = parse_address(without_template(address)).host
    except ValueError as error:
        message = f"{name}={public_url(address)}: {error}; give an address under http or https"
        raise SettingsError(message) from error
    if name not in _COMPLETE and not address.endswith("/"):
        address += "/"
    field = name.replace("-", "_")
    default = defaults.of(field) or _OF_ROWS.get(field)
    is_own = name in _OWN_LINKS_ONLY or (default is not None and "{host}" in default.api and "{host}" not in address)
    link_hosts = tuple(host for host in hosts if host)
    if not link_hosts and is_own:
        link_hosts = (own_host.removeprefix("api."),)
    if default is None:
        return field, Endpoint(api=address, hosts=link_hosts)
    # A mirror may be sent more requests than the public service allows.
    is_public = parse_address(without_template(default.api)).host == own_host
    interval_s = default.interval_s if is_public else 0.0
    return field, Endpoint(api=address, hosts=link_hosts or default.hosts, interval_s=interval_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """An archive of web pages or repositories.

    `suits` returns whether the archive may have the target of a link. `ask` returns the request for a snapshot, the one
    nearest to the date if one is given; dates are ISO 8601, possibly without day or month. `read` takes the same date
    and the answer, and returns the address of the snapshot, or None if there is none or the answer does not show it;
    `lacks` distinguishes these two.
    """

    name: str
    suits: Callable[[Link], bool]
    ask: Callable[[Link, str | None, AuditSettings], Ask]
    read: Callable[[Link, str | None, Observation, AuditSettings], str | None]
    lacks: Callable[[Observation], bool]


MAX_VISITS = 1000
"""Visits in one list, of a few hundred bytes each; of a repository with more visits, only the newest are considered."""

_SNAPSHOT_ID = re.compile(r"[0-9a-f]{40}")
_ISO_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")


def _read_heritage(link: Link, date: str | None, seen: Observation, settings: AuditSettings) -> str | None:
    """Return the address of the snapshot nearest to the date, in case of a tie that of the later visit."""
    day = _day(date)
    visits = answer_list(seen) if day else [answer_object(seen)]
    with_snapshot = [visit for visit in visits if _snapshot_id(visit)]
    if not with_snapshot:
        return None
    chosen = with_snapshot[0]
    if day:
        wanted = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() / 86400
        chosen = min(with_snapshot, key=lambda visit: (abs(_ordinal(visit) - wanted), -_ordinal(visit)))
    api = parse_address(settings.endpoints.software_heritage.api)
    root = api.url.partition("/api/")[0].rstrip("/")
    return parse_address(f"{root}/swh:1:snp:{_snapshot_id(chosen)};origin={_origin(link)}").url


def _origin(link: Link) -> str:
    return quote(link.repository.url, safe=":/~") if link.repository else ""


def _snapshot_id(visit: object) -> str:
    """Return the identifier of the snapshot of a visit, empty if there is none."""
    snapshot = visit.get("snapshot") if isinstance(visit, dict) else None
    return snapshot if isinstance(snapshot, str) and _SNAPSHOT_ID.fullmatch(snapshot) else ""


def _day(text: str | None) -> date | None:
    """Return the date in a text, the first day if it gives only a month or a year, or None."""
    found = _ISO_DATE.match(text or "")
    if found is None:
        return None
    try:
        return date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        return None


def _ordinal(visit: dict[str, Any]) -> float:
    """Return the time of a visit in days since 1970, or 0 if it cannot be parsed."""
    try:
        moment = datetime.fromisoformat(str(visit.get("date")))
    except ValueError:
        return 0.0
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment.timestamp() / 86400


_SNAPSHOT_PATH = re.compile(r"[0-9]{14}(?:[a-z]{2}_)?/\S")
_SHORT_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")


def _read_wayback(link: Link, date: str | None, seen: Observation, settings: AuditSettings) -> str | None:  # noqa: ARG001 - as above
    """Return the target of a redirect if it is a snapshot in this archive."""
    location = next((value for name, value in seen.headers if name == "location"), None)
    if seen.status not in REDIRECTS or location is None:
        return None
    try:
        address = parse_address(urljoin(seen.ask.url, location.strip())).url
    except ValueError:
        return None
    root = parse_address(settings.endpoints.wayback.api).url
    is_snapshot = address.startswith(root) and _SNAPSHOT_PATH.match(address, len(root)) is not None
    return address if is_snapshot else None


def _ask_heritage(link: Link, date: str | None, settings: AuditSettings) -> Ask:
    """Return the request for all visits if a date is given, otherwise for the last one with a snapshot."""
    path = f"visits/?per_page={MAX_VISITS}" if _day(date) else "visit/latest/?require_snapshot=true"
    return ask_for(f"{settings.endpoints.software_heritage.api}{_origin(link)}/{path}")


def _ask_wayback(link: Link, date: str | None, settings: AuditSettings) -> Ask:
    """Return the request for the snapshot nearest to the date, or for the last one."""
    found = _SHORT_DATE.match(date or "")
    when = f"{found[0].replace('-', '')}/" if found else ""
    url = f"{settings.endpoints.wayback.api}{when}{parse_address(link.url).url}"
    return Ask(method=Method.GET, url=parse_address(url).url, follows=False)


SOFTWARE_HERITAGE = Archive(
    name="software_heritage",
    suits=lambda link: link.repository is not None,
    ask=_ask_heritage,
    read=_read_heritage,
    # A 404 page of another server says nothing.
    lacks=lambda seen: answer_object(seen, status=HTTPStatus.NOT_FOUND).get("exception") == "NotFoundExc",
)
WAYBACK = Archive(
    name="wayback",
    suits=lambda _: True,
    ask=_ask_wayback,
    read=_read_wayback,
    lacks=lambda seen: seen.status == HTTPStatus.NOT_FOUND,
)
ARCHIVES: dict[str, Archive] = {one.name: one for one in (SOFTWARE_HERITAGE, WAYBACK)}
"""The archives by name, in the order in which they are asked until one has a snapshot."""
