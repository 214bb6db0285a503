"""Code in the Software Heritage archive: the visit of a repository nearest to a date, or the last one.

For the last visit that left a snapshot, status 200 comes with the number of the snapshot, 404 says that there is none.
For the nearest one the visits are listed, the newest first; a repository that is not in the archive answers 404. The
address given is that of the snapshot's persistent identifier, with the origin that it was taken of.

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
"""Visits in one list; each has a few hundred bytes. Of a repository that was visited more often the newest count."""

_SNAPSHOT = re.compile(r"[0-9a-f]{40}")
_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")


def suits(link: Link) -> bool:
    """Suit links to repositories."""
    return link.repository is not None


def ask(link: Link, date: str | None, settings: AuditSettings) -> Ask:
    """Ask for the visits where a date is given, otherwise for the last one with a snapshot."""
    wanted = f"visits/?per_page={MAX_VISITS}" if _day(date) else "visit/latest/?require_snapshot=true"
    return ask_for(f"{settings.endpoints.software_heritage.api}{_origin(link)}/{wanted}")


def read(link: Link, date: str | None, seen: Observation, settings: AuditSettings) -> str | None:
    """Return the address of the snapshot nearest to the date, of two equally near ones that of the later visit."""
    day = _day(date)
    visits = answer_list(seen) if day else [answer_object(seen)]
    there = [visit for visit in visits if _number(visit)]
    if not there:
        return None
    chosen = min(there, key=lambda visit: (_days_apart(visit, day), -_ordinal(visit))) if day else there[0]
    api = parse_address(settings.endpoints.software_heritage.api)
    root = api.url.partition("/api/")[0].rstrip("/")
    return parse_address(f"{root}/swh:1:snp:{_number(chosen)};origin={_origin(link)}").url


def lacks(seen: Observation) -> bool:
    """Say whether the archive says that it has no snapshot; a page of something else at 404 does not."""
    return answer_object(seen, status=HTTPStatus.NOT_FOUND).get("exception") == "NotFoundExc"


def _origin(link: Link) -> str:
    return quote(link.repository.url, safe=":/~") if link.repository else ""


def _number(visit: object) -> str:
    """Return the number of the snapshot that a visit left, or nothing."""
    snapshot = visit.get("snapshot") if isinstance(visit, dict) else None
    return snapshot if isinstance(snapshot, str) and _SNAPSHOT.fullmatch(snapshot) else ""


def _day(text: str | None) -> date | None:
    """Return the day that a date names, the first one where it names a month or a year."""
    found = _DATE.match(text or "")
    if found is None:
        return None
    try:
        return date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        return None


def _ordinal(visit: dict[str, Any]) -> float:
    """Return the time of a visit in days, or 0 where it has none that can be read."""
    try:
        moment = datetime.fromisoformat(str(visit.get("date")))
    except ValueError:
        return 0.0
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment.timestamp() / 86400


def _days_apart(visit: dict[str, Any], day: date) -> float:
    return abs(_ordinal(visit) - datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() / 86400)


ARCHIVE = Archive(name="software_heritage", suits=suits, ask=ask, read=read, lacks=lacks)
