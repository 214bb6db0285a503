"""Requesting other addresses than links print: a local copy of a site, a mirror, a server before it is published."""

import re
from collections.abc import Sequence
from dataclasses import replace

from papertrace.audit.settings import to_template
from papertrace.errors import SettingsError
from papertrace.model import Link, Outcome, Verdict
from papertrace.model.addresses import host_of
from papertrace.web.address import public_url


def remap_link(link: Link, rules: Sequence[tuple[str, str]]) -> Link:
    r"""Return a link with the address that the first matching rule makes of its own, or the link itself.

    A rule is a regular expression and its replacement, in which `$1` or `\1` stands for the first group.

    >>> from papertrace.model import LinkKind, Span
    >>> one = Link(raw="", url="https://example.org/docs/a", span=Span("a", 1), kind=LinkKind.PAGE)
    >>> remap_link(one, [("^https://example.org/docs/(.*)", "http://localhost:8000/$1")]).url
    'http://localhost:8000/a'

    Raises
    ------
    SettingsError
        If the result is not an http address.
    """
    for pattern, replacement in rules:
        url, n_replaced = re.subn(pattern, to_template(replacement), link.url, count=1)
        if n_replaced:
            if not url.startswith(("http://", "https://")) or not host_of(url):
                message = f"remap makes {url!r} of {link.url!r}, which is not an http address; correct {replacement!r}"
                raise SettingsError(message)
            return link if url == link.url else replace(link, url=url, repository=None)
    return link


def restore_link(verdict: Verdict, link: Link) -> Verdict:
    """Return a verdict on the address that was requested as a verdict on the link itself.

    The address that a copy has moved to is not that of the link.
    """
    outcome = Outcome.ALIVE if verdict.outcome is Outcome.MOVED else verdict.outcome
    reason = f"{verdict.reason} (requested at {public_url(verdict.link.url)})"
    return replace(verdict, link=link, outcome=outcome, reason=reason, new_url=None)
