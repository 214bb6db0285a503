"""Requesting other addresses than links print: a local copy of a site, a mirror, a server before it is published."""

import re
from collections.abc import Sequence
from dataclasses import replace

from papertrace.audit.settings import to_template
from papertrace.errors import SettingsError
from papertrace.model import Link, Outcome, Verdict
from papertrace.model.addresses import hide_userinfo, host_of
from papertrace.web.address import public_url


def remap_link(link: Link, rules: Sequence[tuple[str, str]], *, sends_passwords: bool = False) -> Link:
    r"""Return a link with the address that the first matching rule makes of its own, or the link itself.

    A rule is a regular expression and its replacement, in which `$1` or `\1` stands for the first group. It is applied
    to the address without user information unless that is to be sent.

    >>> from papertrace.model import LinkKind, Span
    >>> one = Link(raw="", url="https://example.org/docs/a", span=Span("a", 1), kind=LinkKind.PAGE)
    >>> remap_link(one, [("^https://example.org/docs/(.*)", "http://localhost:8000/$1")]).url
    'http://localhost:8000/a'

    Raises
    ------
    SettingsError
        If the result is not an http address.
    """
    printed = link.url if sends_passwords else hide_userinfo(link.url)
    for pattern, replacement in rules:
        url, n_replaced = re.subn(pattern, to_template(replacement), printed, count=1)
        if n_replaced:
            if not url.startswith(("http://", "https://")) or not host_of(url):
                shown = f"{hide_userinfo(url)!r} of {hide_userinfo(printed)!r}"
                message = f"remap makes {shown}, which is not an http address; correct {replacement!r}"
                raise SettingsError(message)
            return link if url == printed else replace(link, url=url, repository=None)
    return link


def restore_link(verdict: Verdict, link: Link) -> Verdict:
    """Return a verdict on the address that was requested as a verdict on the link itself.

    The address that a copy has moved to is not that of the link.
    """
    outcome = Outcome.ALIVE if verdict.outcome is Outcome.MOVED else verdict.outcome
    reason = f"{verdict.reason} (requested at {hide_userinfo(public_url(verdict.link.url))})"
    return replace(verdict, link=link, outcome=outcome, reason=reason, new_url=None)
