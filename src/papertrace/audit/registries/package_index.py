"""Python packages by the simple repository API, which every package index speaks.

A project that is there answers with its files and, on newer indexes, with its status: `active`, `archived`,
`quarantined` (nothing of it can be had) or `deprecated`. What an index says of a project that it does not know is not
specified, so a 404 is left to the page. Which index is asked is a setting: there is none by default.

https://packaging.python.org/en/latest/specifications/simple-repository-api/#json-serialization
https://packaging.python.org/en/latest/specifications/project-status-markers/
https://packaging.python.org/en/latest/specifications/name-normalization/
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from papertrace.audit.registries.registry import Query, Registry, answer_object, ask_for, one_each
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, RepositoryState, Verdict
from papertrace.model.addresses import host_of

JSON_V1 = "application/vnd.pypi.simple.v1+json"

_PATH = re.compile(r"/(?:project|pypi|p|simple)/([A-Za-z0-9][\w.-]{0,99})(?:/([\w.+!-]{1,60}))?/?", re.ASCII)


def suits(link: Link, settings: AuditSettings) -> bool:
    """Suit links to the page of a project, or of one of its versions."""
    place = settings.endpoints.package_index
    return place is not None and host_of(link.url) in place.hosts and bool(_split(link)[0])


def plan(links: Sequence[Link], settings: AuditSettings) -> list[Query]:
    """Ask about each project once, whatever the spelling of its name."""
    place = settings.endpoints.package_index
    api = place.api if place is not None else ""
    return one_each(links, lambda link: ask_for(f"{api}{_normal(_split(link)[0])}/", accept=JSON_V1))


def read(query: Query, seen: Observation) -> Mapping[Link, Verdict]:
    """Read what the index says of a project; of a version that it does not list, the page is asked."""
    facts = answer_object(seen)
    files, versions = facts.get("files"), facts.get("versions")
    if not isinstance(files, list) or not _is_first_version(facts.get("meta")):
        return {}
    verdicts = {}
    for link in query.links:
        name, version = _split(link)
        if _normal(str(facts.get("name"))) != _normal(name):
            continue
        if version and not (isinstance(versions, list) and version in versions):
            continue
        verdicts[link] = _verdict(link, seen, _status(facts), has_files=bool(files))
    return verdicts


def _verdict(link: Link, seen: Observation, status: str, *, has_files: bool) -> Verdict:
    outcome, state = Outcome.ALIVE, RepositoryState.PRESENT
    if status == "quarantined":
        outcome, state = Outcome.RESTRICTED, RepositoryState.DISABLED
        reason = "the package index has put the project under quarantine"
    elif not has_files:
        outcome, state, reason = Outcome.SUSPECT, RepositoryState.EMPTY, "the project is there, but without a file"
    elif status == "archived":
        state, reason = RepositoryState.ARCHIVED, "the project is there, archived"
    else:
        reason = "the project is there" + (", deprecated" if status == "deprecated" else "")
    return Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,), repository_state=state)


def _is_first_version(meta: object) -> bool:
    """Say whether an answer is of version 1 of the interface; another one might mean something else."""
    return isinstance(meta, dict) and str(meta.get("api-version")).startswith("1.")


def _status(facts: dict[str, Any]) -> str:
    marker = facts.get("project-status")
    return str(marker.get("status")) if isinstance(marker, dict) else ""


def _split(link: Link) -> tuple[str, str]:
    """Return the name of a project and the version, empty where the link has none."""
    found = _PATH.fullmatch(urlsplit(link.url).path)
    return (found[1], found[2] or "") if found else ("", "")


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


REGISTRY = Registry(name="package_index", suits=suits, plan=plan, read=read)
