"""Which links are audited: all, or those that the patterns of the settings select."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import translate

from papertrace.model.addresses import host_of, host_spellings, split_at_host


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkFilter:
    """Patterns of links to audit and of links to leave out (`AuditSettings.only`, `AuditSettings.exclude`).

    A pattern without a slash is a host and matches its subdomains too: `example.org`, `*.edu`. One with a slash is an
    address, with or without its scheme: `github.com/acme/*`. `*` matches any characters; letter case is ignored, and an
    internationalised host may be written in Unicode or in ASCII.
    """

    only: Sequence[str] = ()
    exclude: Sequence[str] = ()

    def find_unused(self, urls: Sequence[str]) -> list[str]:
        """Return the patterns that match no link at all, which is most likely a mistake.

        >>> LinkFilter(only=["exampel.org", "example.org"]).find_unused(["https://example.org/a"])
        ['exampel.org']
        """
        return [one for one in (*self.only, *self.exclude) if not any(matches(one, url) for url in urls)]

    def reason_to_skip(self, url: str) -> str | None:
        """Return why a link is left out, or None if it is to be audited.

        >>> LinkFilter(only=["example.org"]).reason_to_skip("https://www.example.org/a")
        >>> LinkFilter(exclude=["example.org/a*"]).reason_to_skip("https://example.org/abc")
        'left out by --exclude example.org/a*'
        """
        if self.only and not any(matches(pattern, url) for pattern in self.only):
            return f"left out by --only {' '.join(self.only)}"
        return next((f"left out by --exclude {one}" for one in self.exclude if matches(one, url)), None)


def matches(pattern: str, url: str) -> bool:
    """Return whether a pattern matches a link."""
    if "/" not in pattern:
        hosts = zip(host_spellings(pattern), host_spellings(host_of(url)), strict=True)
        return any(_matches(named, host) or _matches(f"*.{named}", host) for named, host in hosts)
    if "://" not in pattern:
        url = url.partition("://")[2]
    return any(_matches(*both) for both in zip(_spellings(pattern), _spellings(url), strict=True))


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
