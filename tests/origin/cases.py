"""The links of the loopback origin with the expected verdicts, and settings to audit them."""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from tests.folders import CASES
from tests.origin.registries import API_NAME, TOKEN
from tests.origin.server import CODE_NAME

from papertrace.audit.settings import AuditSettings, Endpoint, Endpoints
from papertrace.model import Link, LinkKind, RepoRef, Span, Verdict
from papertrace.web.exchange import Clock

FOLDER = CASES / "audit"
RECORDED_FROM = "the loopback origin of the tests (tests/origin); owners and names are made up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One line of a file of cases; `change` is the new address or the state of the repository."""

    section: str
    url: str
    outcome: str
    reason: str
    change: str | None

    def __str__(self) -> str:
        """Return the id of the test."""
        return self.url


def read_cases(file: str) -> list[Case]:
    """Return the cases of a file."""
    cases = []
    section = ""
    for line in (FOLDER / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            url, outcome, reason, *change = line.split(" | ")
            cases.append(
                Case(section=section, url=url, outcome=outcome, reason=reason, change=change[0] if change else None)
            )
    return cases


ORIGIN_CASES = read_cases("origin.txt")
SECTIONS = tuple(dict.fromkeys(case.section for case in ORIGIN_CASES))
REGISTRY_CASES = read_cases("registries.txt")
GIT_CASES = read_cases("git.txt")
REGISTRY_SECTIONS = tuple(dict.fromkeys(case.section for case in REGISTRY_CASES))
FORGE_NAME = "forge.example.org"
GITEA_NAME = "gitea.example.org"
ENDPOINTS = Endpoints(
    github=Endpoint(api=f"https://{API_NAME}/graphql", hosts=(CODE_NAME,)),
    doi=Endpoint(api="https://doi.example.org/api/handles/", hosts=("doi.example.org",)),
    arxiv=Endpoint(api="https://papers-api.example.org/query", hosts=("papers.example.org",), interval_s=0.3),
    hugging_face=Endpoint(api="https://hub.example.org/api/", hosts=("hub.example.org",)),
    gitlab=Endpoint(api="https://{host}/api/v4/projects/", hosts=(FORGE_NAME,)),
    zenodo=Endpoint(api="https://records.example.org/api/records/", hosts=("records.example.org",)),
    package_index=Endpoint(api="https://packages.example.org/simple/", hosts=("packages.example.org",)),
    software_heritage=Endpoint(api="https://heritage.example.org/api/1/origin/"),
    wayback=Endpoint(api="https://wayback.example.org/web/", interval_s=0.05),
    others={"gitea": Endpoint(api="https://{host}/api/v1/repos/", hosts=(GITEA_NAME,))},
)
DATES = {
    "http://www.example.org/gone#2021": "2021-03-04",
    "https://code.example.org/acme-example/lost-in-2021": "2021-03-04",
}


def link(url: str, line: int = 1) -> Link:
    """Return a link to a URL, with its repository if the host is one of the made-up ones."""
    repository = None
    parts = urlsplit(url)
    segments = parts.path.strip("/").split("/")
    if parts.hostname in {CODE_NAME, GITEA_NAME} and len(segments) > 1:
        repository = RepoRef(parts.hostname, segments[0], segments[1].removesuffix(".git"))
    if parts.hostname == FORGE_NAME:
        *groups, name = parts.path.partition("/-/")[0].strip("/").removesuffix(".git").split("/")
        repository = RepoRef(FORGE_NAME, "/".join(groups), name)
    return Link(raw=url, url=url, span=Span("urls.txt", line), kind=LinkKind.PAGE, repository=repository)


def links_of(section: str) -> list[Link]:
    """Return the links of one section."""
    return [
        link(case.url, line)
        for line, case in enumerate(ORIGIN_CASES + REGISTRY_CASES + GIT_CASES, start=1)
        if case.section == section
    ]


def settings_for(ca_bundle: Path | None = None) -> AuditSettings:
    """Return settings that allow the origin's addresses.

    Timeouts are short, and longer by as much as the machine is overloaded, so that its own server answers in time.
    """
    overload = min(max(os.getloadavg()[0] / (os.cpu_count() or 1), 1.0), 6.0) if hasattr(os, "getloadavg") else 1.0
    return AuditSettings(
        timeout_s=2.0 * overload,
        deadline_s=2.75 * overload,
        retries=1,
        backoff_s=0.05,
        max_wait_s=30.0,
        max_body_bytes=2048,
        allow_networks=(ip_network("127.0.0.0/8"),),
        ca_bundle=ca_bundle,
        endpoints=Endpoints(github=Endpoint(api=Endpoints().github.api, hosts=(CODE_NAME,))),
        asks_git=False,
    )


def settings_with_registries(ca_bundle: Path | None = None, section: str = "") -> AuditSettings:
    """Return settings with the made-up registries and the token that one of them requires."""
    return replace(settings_for(ca_bundle), endpoints=ENDPOINTS, github_token=TOKEN, rescue=section == "rescue")


def settings_with_git(ca_bundle: Path | None = None) -> AuditSettings:
    """Return settings that check repositories with git too."""
    return replace(settings_for(ca_bundle), asks_git=True)


class FixedDate(Clock):
    """The system clock with a constant date, so that recordings are reproducible."""

    def wall(self) -> datetime:
        """Return the date that the origin sends too."""
        return datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


def verdict_bytes(verdicts: Iterable[Verdict]) -> bytes:
    """Serialise verdicts with their observations, in the order of their links, without durations."""
    ordered = sorted(verdicts, key=lambda verdict: verdict.link.span)
    timeless = [replace(verdict, seen=tuple(replace(one, seconds=0.0) for one in verdict.seen)) for verdict in ordered]
    return "\n".join(json.dumps(asdict(verdict), sort_keys=True) for verdict in timeless).encode()
