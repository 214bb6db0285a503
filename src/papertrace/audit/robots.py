"""What the `robots.txt` of a host allows an audit to request (RFC 9309)."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from papertrace.audit.verdicts.classify import is_success
from papertrace.model import Ask, Method, Observation
from papertrace.web.address import parse_address

if TYPE_CHECKING:
    from protego import Protego

MAX_LENGTH = 512 * 1024
"""The characters of a `robots.txt` that are read; section 2.5 asks for at least 500 KiB."""

_USER_AGENT_LINE = re.compile(r"[ \t]{0,100}user[- ]?agent[ \t]{0,100}[: \t][ \t]{0,100}([^\r\n#]*)", re.IGNORECASE)
_PRODUCT_TOKEN = re.compile(r"[a-z_-]+|\*(?!\S)", re.IGNORECASE | re.ASCII)
_RULE_LINE = re.compile(r"[ \t]{0,100}(?:allow|di[a-z]{3,8})\b", re.IGNORECASE)
"""A line with a rule, also if `disallow` is misspelt."""
_OF_OTHERS = "User-agent: 0"
"""A line for all other clients: no name of a client has digits."""


def robots_ask(url: str) -> Ask:
    """Return the ask for the `robots.txt` of the host of a URL.

    >>> robots_ask("https://example.org/a?b").url
    'https://example.org/robots.txt'
    """
    parts = urlsplit(url)
    return Ask(
        method=Method.GET, url=parse_address(f"{parts.scheme}://{parts.netloc}/robots.txt").url, accept="text/plain"
    )


def reason_forbidden(url: str, robots: Observation, user_agent: str) -> str | None:
    """Return why a page must not be requested, or None if it may be.

    A host that fails to answer with its rules forbids everything (section 2.3.1.4); one without rules forbids nothing.
    What prevents any connection is left to the request for the page, whose verdict says what it is.
    """
    if robots.status is not None and robots.status >= 500:  # noqa: PLR2004 - errors of the server
        return f"robots.txt could not be read ({robots.status})"
    if not is_success(robots):
        return None
    token = _product_token(user_agent)
    return None if _parse(robots.body, token).can_fetch(url, token) else "robots.txt of the host forbids it"


@lru_cache(maxsize=32)
def _parse(text: str, token: str) -> "Protego":
    """Return the rules of a file.

    All other clients get one name, since the parser keeps the rules of a group once for each client that it names.
    Records that the standard leaves open must not end the list of clients of a group (section 2.2.4).
    """
    from protego import Protego

    # A line that is cut off could forbid more than the whole one.
    read = text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH + 1].rpartition("\n")[0]
    lines = read.removeprefix("\ufeff").splitlines()
    return Protego.parse("\n".join(kept for line in lines if (kept := _record(line, token))))


def _record(line: str, token: str) -> str:
    found = _USER_AGENT_LINE.match(line)
    if found is None:
        return line if _RULE_LINE.match(line) else ""
    named = _product_token(found[1])
    return f"User-agent: {named}" if named in {token, "*"} else _OF_OTHERS


def _product_token(text: str) -> str:
    """Return the letters, hyphens and underscores with which the name of a client begins, in lower case.

    >>> _product_token("Acme-Audit/1.0 (https://example.org/audit)")
    'acme-audit'
    """
    found = _PRODUCT_TOKEN.match(text.strip())
    return found[0].lower() if found else ""
