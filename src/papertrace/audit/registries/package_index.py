"""Python packages by the simple repository API, which every package index implements.

The answer about an existing project lists its files and, on newer indexes, its status: `active`, `archived`,
`quarantined` (it cannot be downloaded) or `deprecated`. The answer about an unknown project is not specified, so a link
with a 404 is left to its page. No index is queried unless the settings name one.

https://packaging.python.org/en/latest/specifications/simple-repository-api/#json-serialization
https://packaging.python.org/en/latest/specifications/project-status-markers/
https://packaging.python.org/en/latest/specifications/name-normalization/
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_object, ask_for, queries_by_ask
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, RepositoryState, Verdict
from papertrace.model.addresses import host_of

JSON_V1 = "application/vnd.pypi.simple.v1+json"

_PATH = re.compile(r"/(?:project|pypi|p|simple)/([A-Za-z0-9][\w.-]{0,99})(?:/([\w.+!-]{1,60}))?/?", re.ASCII)


def suits(link: Link, settings: AuditSettings) -> bool:
    """Accept links to the page of a project or of one of its versions."""
    endpoint = settings.endpoints.package_index
    return endpoint is not None and host_of(link.url) in endpoint.hosts and bool(_split(link)[0])


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Return one query per project, whatever the spelling of its name."""
    endpoint = settings.endpoints.package_index
    api = endpoint.api if endpoint is not None else ""
    return queries_by_ask(links, lambda link: ask_for(f"{api}{_normalised(_split(link)[0])}/", accept=JSON_V1))


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Interpret the answer about a project; a link to a version that it does not list is left to its page."""
    facts = answer_object(seen)
    files, versions = facts.get("files"), facts.get("versions")
    if not isinstance(files, list) or not _is_first_version(facts.get("meta")):
        return {}
    verdicts = {}
    for link in query.links:
        name, version = _split(link)
        if _normalised(str(facts.get("name"))) != _normalised(name):
            continue
        if version and not (isinstance(versions, list) and version in versions):
            continue
        verdicts[link] = _verdict(link, seen, _status(facts), has_files=bool(files))
    return verdicts


def _verdict(link: Link, seen: Observation, status: str, *, has_files: bool) -> Verdict:
    outcome, state = Outcome.ALIVE, RepositoryState.PRESENT
    if status == "quarantined":
        outcome, state = Outcome.RESTRICTED, RepositoryState.DISABLED
        reason = "the package index has quarantined the project"
    elif not has_files:
        outcome, state, reason = Outcome.SUSPECT, RepositoryState.EMPTY, "the project exists but has no files"
    elif status == "archived":
        state, reason = RepositoryState.ARCHIVED, "the project is archived"
    else:
        reason = "the project is deprecated" if status == "deprecated" else "the project exists"
    return Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,), repository_state=state)


def _is_first_version(meta: object) -> bool:
    """Return whether an answer has version 1 of the API; the fields of another version may differ."""
    return isinstance(meta, dict) and str(meta.get("api-version")).startswith("1.")


def _status(facts: dict[str, Any]) -> str:
    marker = facts.get("project-status")
    return str(marker.get("status")) if isinstance(marker, dict) else ""


def _split(link: Link) -> tuple[str, str]:
    """Return the name of a project and the version, empty if the link has none."""
    found = _PATH.fullmatch(urlsplit(link.url).path)
    return (found[1], found[2] or "") if found else ("", "")


def _normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


REGISTRY = Registry(name="package_index", suits=suits, plan=plan, read=read)
