"""Pages in the Wayback Machine: the snapshot nearest to a date, or the last one.

An address with a date that is not exactly that of a snapshot is redirected to the nearest one; the redirect is the
answer and is not followed. 404 means that there is none. The snapshot itself is not inspected and may show an error
page.

https://archive.org/help/wayback_api.php
https://www.rfc-editor.org/rfc/rfc7089 (a TimeGate answers 302 with the address of the nearest memento)
"""

import re
from http import HTTPStatus
from urllib.parse import urljoin

from papertrace.audit.archives.archive import Archive
from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Method, Observation
from papertrace.web.address import parse_address
from papertrace.web.transport.redirects import REDIRECTS

_SNAPSHOT = re.compile(r"[0-9]{14}(?:[a-z]{2}_)?/\S")
_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")


def suits(link: Link) -> bool:  # noqa: ARG001 - the signature of every archive
    """Accept every link."""
    return True


def ask(link: Link, date: str | None, settings: AuditSettings) -> Ask:
    """Return the request for the snapshot nearest to the date, or for the last one."""
    found = _DATE.match(date or "")
    when = f"{found[0].replace('-', '')}/" if found else ""
    url = f"{settings.endpoints.wayback.api}{when}{parse_address(link.url).url}"
    return Ask(method=Method.GET, url=parse_address(url).url, follows=False)


def read(link: Link, date: str | None, seen: Observation, settings: AuditSettings) -> str | None:  # noqa: ARG001 - as above
    """Return the target of a redirect if it is a snapshot in this archive."""
    location = next((value for name, value in seen.headers if name == "location"), None)
    if seen.status not in REDIRECTS or location is None:
        return None
    try:
        address = parse_address(urljoin(seen.ask.url, location.strip())).url
    except ValueError:
        return None
    root = parse_address(settings.endpoints.wayback.api).url
    is_snapshot = address.startswith(root) and _SNAPSHOT.match(address, len(root)) is not None
    return address if is_snapshot else None


def lacks(seen: Observation) -> bool:
    """Return whether the archive reports that it has no snapshot."""
    return seen.status == HTTPStatus.NOT_FOUND


ARCHIVE = Archive(name="wayback", suits=suits, ask=ask, read=read, lacks=lacks)
