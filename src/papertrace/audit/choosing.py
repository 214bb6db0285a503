"""Which links are audited, by patterns, and what is requested in place of them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fnmatch import translate

from papertrace.audit.settings import to_template
from papertrace.errors import SettingsError
from papertrace.model import Link, Outcome, Verdict
from papertrace.model.addresses import hide_userinfo, host_of, host_spellings, split_at_host
from papertrace.web.address import public_url

RESERVED = "a domain reserved for examples"
"""Why a link is left out that `--reserved` keeps."""
_RESERVED_DOMAINS = frozenset({"example.com", "example.net", "example.org"})
_RESERVED_TOP_LEVEL = frozenset({"example", "invalid", "test"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkFilter:
    """Patterns of links to audit and of links to leave out (`AuditSettings.only`, `AuditSettings.exclude`).

    A pattern without a slash is a host and matches its subdomains too: `example.org`, `*.edu`. One with a slash is an
    address, with or without its scheme: `github.com/acme/*`. `*` matches any characters; letter case is ignored, and an
    internationalised host may be written in Unicode or in ASCII. A reference to a file is matched by its path, or by
    its name alone: `docs/*`, `*.md`.

    With `skips_reserved`, links to domains reserved for documentation are left out, unless a pattern of `only` selects
    them. With `has_own_names`, a proxy or name server may know names of reserved top-level domains.
    """

    only: Sequence[str] = ()
    exclude: Sequence[str] = ()
    skips_reserved: bool = False
    has_own_names: bool = False

    def find_unused(self, urls: Sequence[str], paths: Sequence[str] = ()) -> list[str]:
        """Return the patterns that match no link and no file at all, which is most likely a mistake.

        >>> LinkFilter(only=["exampel.org", "example.org"]).find_unused(["https://example.org/a"])
        ['exampel.org']
        """
        unmatched = [one for one in (*self.only, *self.exclude) if not any(matches(one, url) for url in urls)]
        return [one for one in unmatched if not any(matches_file(one, path) for path in paths)]

    def reason_to_skip(self, url: str) -> str | None:
        """Return why a link is left out, or None if it is to be audited.

        >>> LinkFilter(only=["example.org"]).reason_to_skip("https://www.example.org/a")
        >>> LinkFilter(exclude=["example.org/a*"]).reason_to_skip("https://example.org/abc")
        'left out by --exclude example.org/a*'
        """
        if self.skips_reserved and not self.only and is_reserved(host_of(url), has_own_names=self.has_own_names):
            return RESERVED
        return self._reason(url, matches)

    def reason_to_skip_file(self, path: str) -> str | None:
        """Return why a reference to a file is left out, or None if it is to be audited.

        >>> LinkFilter(exclude=["drafts/*"]).reason_to_skip_file("drafts/plan.md")
        'left out by --exclude drafts/*'
        """
        return self._reason(path, matches_file)

    def _reason(self, target: str, matches: Callable[[str, str], bool]) -> str | None:
        if self.only and not any(matches(pattern, target) for pattern in self.only):
            return f"left out by --only {' '.join(self.only)}"
        return next((f"left out by --exclude {one}" for one in self.exclude if matches(one, target)), None)


def is_reserved(host: str, *, has_own_names: bool = False) -> bool:
    """Return whether a host is reserved for documentation and tests (RFC 2606 and 6761), so that nothing is there.

    >>> is_reserved("www.example.org"), is_reserved("db.invalid"), is_reserved("myexample.org")
    (True, True, False)
    """
    labels = host.split(".")
    if ".".join(labels[-2:]) in _RESERVED_DOMAINS:
        return True
    return len(labels) > 1 and labels[-1] in _RESERVED_TOP_LEVEL and not has_own_names


def matches(pattern: str, url: str) -> bool:
    """Return whether a pattern matches a link."""
    if "/" not in pattern:
        hosts = zip(host_spellings(pattern), host_spellings(host_of(url)), strict=True)
        return any(_matches(named, host) or _matches(f"*.{named}", host) for named, host in hosts)
    if "://" not in pattern:
        url = url.partition("://")[2]
    return any(_matches(*both) for both in zip(_spellings(pattern), _spellings(url), strict=True))


def matches_file(pattern: str, path: str) -> bool:
    """Return whether a pattern matches a reference to a file, which may end in a fragment.

    >>> matches_file("*.md", "docs/usage.md#start"), matches_file("docs/*", "other/docs/a.md")
    (True, False)
    """
    path = path.partition("#")[0].casefold()
    return _matches(pattern.casefold().removeprefix("./"), path if "/" in pattern else path.rpartition("/")[2])


def _spellings(address: str) -> tuple[str, str]:
    """Return an address, or a pattern of addresses, in lower case, with its host in ASCII and in Unicode."""
    before, host, after = split_at_host(address)
    ascii_host, unicode_host = host_spellings(host)
    before, after = before.casefold(), after.casefold()
    return f"{before}{ascii_host}{after}", f"{before}{unicode_host}{after}"


def _matches(pattern: str, text: str) -> bool:
    """Match `*` alone as a wildcard: `?` and `[` are literal, since addresses contain them."""
    literal = re.sub(r"[\[?]", lambda sign: f"[{sign[0]}]", pattern)
    return re.match(translate(literal), text) is not None


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
