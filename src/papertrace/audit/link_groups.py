"""The links that one question answers, and how each gets its own verdict."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from urllib.parse import urldefrag

from papertrace.audit.probers import Prober, prober_of
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link, Observation, Outcome, Verdict, hide_userinfo

SHARED = frozenset({Outcome.ALIVE, Outcome.MOVED, Outcome.RESTRICTED, Outcome.RATE_LIMITED})
"""Outcomes that a page under https and the same page under http have in common."""


@dataclass(slots=True)
class LinkGroup:
    """Hold links with the same address but for http and https; the first of them is shown to the prober.

    `seen` and `at` are what was seen for them so far, and when.
    """

    prober: Prober
    links: list[Link]
    seen: list[Observation] = field(default_factory=list)
    at: str = ""
    n_asks: int = 0

    @property
    def address(self) -> str:
        """Return the address that is asked."""
        return self.prober.address(self.links[0])

    def split(self, outcome: Outcome) -> tuple[list[Link], list[Link]]:
        """Return the links that an outcome holds for, and those that must be asked on their own.

        A page under https that is broken says nothing of the page under http, and the other way round.
        """
        if outcome in SHARED:
            return self.links, []
        scheme = _scheme(self.address)
        same = [link for link in self.links if _scheme(self.prober.address(link)) == scheme]
        return same, [link for link in self.links if link not in same]

    def verdicts(self, verdict: Verdict, links: Iterable[Link]) -> list[Verdict]:
        """Return the verdict on one of the links as a verdict on each."""
        seen = tuple(without_body(one) for one in verdict.seen)
        return [
            replace(
                verdict,
                link=public_link(link),
                seen=seen,
                new_url=_with_fragment(verdict.new_url, link),
                checked_at=self.at or None,
            )
            for link in links
        ]


def group_links(links: Iterable[Link], settings: AuditSettings) -> list[LinkGroup]:
    """Group links by what is asked, in their order; in a group those under https come first."""
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
    """Return a link whose URL holds no user information."""
    url = hide_userinfo(link.url)
    return link if url == link.url else replace(link, url=url)


def without_body(seen: Observation) -> Observation:
    """Return an observation without what was sent and the page, which have served when there is a verdict."""
    if seen.ask.body:
        seen = replace(seen, ask=replace(seen.ask, body=""))
    return replace(seen, body="") if seen.body else seen


def _scheme(address: str) -> str:
    return address.partition(":")[0]


def _with_fragment(new_url: str | None, link: Link) -> str | None:
    """Keep the fragment of a link on its new address: it leads to the same place in the same page."""
    if new_url is None or urldefrag(new_url).fragment:
        return new_url
    fragment = urldefrag(link.url).fragment
    return f"{new_url}#{fragment}" if fragment else new_url
