"""Code in the Software Heritage archive: the last visit of a repository that left a snapshot.

Status 200 comes with the number of the snapshot, 404 says that there is none. The address given is that of the
snapshot's persistent identifier, with the origin that it was taken of.

https://archive.softwareheritage.org/api/1/origin/visit/latest/doc/
https://docs.softwareheritage.org/devel/swh-model/persistent-identifiers.html
"""

import re
from http import HTTPStatus
from urllib.parse import quote

from papertrace.audit.address import parse_address
from papertrace.audit.archives.archive import Archive
from papertrace.audit.registries.registry import answer_object, ask_for
from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Observation

_SNAPSHOT = re.compile(r"[0-9a-f]{40}")


def suits(link: Link) -> bool:
    """Suit links to repositories."""
    return link.repository is not None


def ask(link: Link, date: str | None, settings: AuditSettings) -> Ask:  # noqa: ARG001 - the last state is the fullest
    """Ask for the last visit with a snapshot."""
    return ask_for(f"{settings.registries.software_heritage.api}{_origin(link)}/visit/latest/?require_snapshot=true")


def read(link: Link, seen: Observation, settings: AuditSettings) -> str | None:
    """Return the address of the snapshot."""
    snapshot = answer_object(seen, status=HTTPStatus.OK).get("snapshot")
    if not isinstance(snapshot, str) or not _SNAPSHOT.fullmatch(snapshot):
        return None
    api = parse_address(settings.registries.software_heritage.api)
    root = api.url.partition("/api/")[0].rstrip("/")
    return parse_address(f"{root}/swh:1:snp:{snapshot};origin={_origin(link)}").url


def _origin(link: Link) -> str:
    return quote(link.repository.url, safe=":/~") if link.repository else ""


ARCHIVE = Archive(name="software_heritage", suits=suits, ask=ask, read=read)
