"""Groups of links that share a request, and the verdict on each link of a group."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urldefrag

from papertrace.audit.probers import Prober, prober_of
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, Verdict, hide_userinfo

SCHEME_INDEPENDENT = frozenset({Outcome.ALIVE, Outcome.MOVED, Outcome.RESTRICTED, Outcome.RATE_LIMITED})
"""Outcomes that apply to a page under http and https alike."""


@dataclass(frozen=True, slots=True)
class LinkGroup:
    """Links whose addresses differ only in http or https; the prober is run on the first."""

    prober: Prober
    links: list[Link]

    @property
    def address(self) -> str:
        """The address that is requested."""
        return self.prober.address(self.links[0])

    def split(self, outcome: Outcome) -> tuple[list[Link], list[Link]]:
        """Return the links that an outcome applies to, and those that must be requested separately.

        A failure under https says nothing about the page under http, and vice versa.
        """
        if outcome in SCHEME_INDEPENDENT:
            return self.links, []
        scheme = _scheme(self.address)
        same = [link for link in self.links if _scheme(self.prober.address(link)) == scheme]
        return same, [link for link in self.links if link not in same]

    def verdicts(self, verdict: Verdict, links: Iterable[Link]) -> list[Verdict]:
        """Return the verdict on one link of the group as a verdict on each."""
        seen = tuple(without_body(one) for one in verdict.seen)
        return [
            replace(
                verdict,
                link=public_link(link),
                seen=seen,
                new_url=_with_fragment(verdict.new_url, link),
            )
            for link in links
        ]


def group_links(links: Iterable[Link], settings: AuditSettings) -> list[LinkGroup]:
    """Group links by the request they need, in order of first occurrence; in a group, those under https come first."""
    groups: dict[tuple[str, str], LinkGroup] = {}
    for link in links:
        prober = prober_of(link, settings)
        scheme, _, rest = prober.address(link).partition("://")
        group = groups.setdefault((prober.name, rest), LinkGroup(prober=prober, links=[]))
        if scheme == "https" and group.links and _scheme(group.address) != "https":
            group.links.insert(0, link)
        else:
            group.links.append(link)
    return list(groups.values())


def public_link(link: Link) -> Link:
    """Return a link without the user information in its URL."""
    url = hide_userinfo(link.url)
    return link if url == link.url else replace(link, url=url)


def without_body(seen: Observation) -> Observation:
    """Return an observation without the bodies of request and answer, which are not needed after the verdict."""
    if seen.ask.body:
        seen = replace(seen, ask=replace(seen.ask, body=""))
    return replace(seen, body="") if seen.body else seen


def _scheme(address: str) -> str:
    return address.partition(":")[0]


def _with_fragment(new_url: str | None, link: Link) -> str | None:
    """Return a new address with the fragment of a link, which identifies the same part of the page."""
    if new_url is None or urldefrag(new_url).fragment:
        return new_url
    fragment = urldefrag(link.url).fragment
    return f"{new_url}#{fragment}" if fragment else new_url
