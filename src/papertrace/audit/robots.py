"""What the `robots.txt` of a host allows an audit to request (RFC 9309)."""

from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from papertrace.audit.verdicts.classify import is_success
from papertrace.model import Ask, Method, Observation
from papertrace.web.address import parse_address


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
    rules = RobotFileParser()
    rules.parse(robots.body.splitlines())
    return None if rules.can_fetch(user_agent.partition(" ")[0], url) else "robots.txt of the host forbids it"
