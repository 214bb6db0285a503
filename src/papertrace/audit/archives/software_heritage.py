"""Code in the Software Heritage archive: the visit of a repository nearest to a date, or the last one.

The request for the last visit with a snapshot returns 200 with the identifier of the snapshot, or 404 if there is none.
For the nearest visit, all visits are listed, newest first; for a repository that is not in the archive, the status is
404. The result is the address of the snapshot's persistent identifier, qualified by its origin.

https://archive.softwareheritage.org/api/1/origin/visit/latest/doc/
https://archive.softwareheritage.org/api/1/origin/visits/doc/
https://docs.softwareheritage.org/devel/swh-model/persistent-identifiers.html
"""

import re
from datetime import UTC, date, datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from papertrace.audit.archives.archive import Archive
from papertrace.audit.registries.registry import answer_list, answer_object, ask_for
from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Observation
from papertrace.web.address import parse_address

MAX_VISITS = 1000
"""Visits in one list, of a few hundred bytes each; of a repository with more visits, only the newest are considered."""

_SNAPSHOT = re.compile(r"[0-9a-f]{40}")
_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")


def suits(link: Link) -> bool:
    """Accept links to repositories."""
    return link.repository is not None


def ask(link: Link, date: str | None, settings: AuditSettings) -> Ask:
    """Return the request for all visits if a date is given, otherwise for the last one with a snapshot."""
    path = f"visits/?per_page={MAX_VISITS}" if _day(date) else "visit/latest/?require_snapshot=true"
    return ask_for(f"{settings.endpoints.software_heritage.api}{_origin(link)}/{path}")


def read(link: Link, date: str | None, seen: Observation, settings: AuditSettings) -> str | None:
    """Return the address of the snapshot nearest to the date, in case of a tie that of the later visit."""
    day = _day(date)
    visits = answer_list(seen) if day else [answer_object(seen)]
    with_snapshot = [visit for visit in visits if _snapshot_id(visit)]
    if not with_snapshot:
        return None
    chosen = (
        min(with_snapshot, key=lambda visit: (_days_apart(visit, day), -_ordinal(visit))) if day else with_snapshot[0]
    )
    api = parse_address(settings.endpoints.software_heritage.api)
    root = api.url.partition("/api/")[0].rstrip("/")
    return parse_address(f"{root}/swh:1:snp:{_snapshot_id(chosen)};origin={_origin(link)}").url


def lacks(seen: Observation) -> bool:
    """Return whether the archive reports that it has no snapshot, unlike a 404 page of another server."""
    return answer_object(seen, status=HTTPStatus.NOT_FOUND).get("exception") == "NotFoundExc"


def _origin(link: Link) -> str:
    return quote(link.repository.url, safe=":/~") if link.repository else ""


def _snapshot_id(visit: object) -> str:
    """Return the identifier of the snapshot of a visit, empty if there is none."""
    snapshot = visit.get("snapshot") if isinstance(visit, dict) else None
    return snapshot if isinstance(snapshot, str) and _SNAPSHOT.fullmatch(snapshot) else ""


def _day(text: str | None) -> date | None:
    """Return the date in a text, the first day if it gives only a month or a year, or None."""
    found = _DATE.match(text or "")
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


def _days_apart(visit: dict[str, Any], day: date) -> float:
    return abs(_ordinal(visit) - datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() / 86400)


ARCHIVE = Archive(name="software_heritage", suits=suits, ask=ask, read=read, lacks=lacks)
