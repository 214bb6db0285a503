"""Archives in which snapshots of links are searched for.

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
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urljoin

from papertrace.audit.registry import answer_list, answer_object, ask_for
from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Method, Observation
from papertrace.web.address import parse_address
from papertrace.web.exchange import REDIRECTS


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
