"""Verdicts joined with what they are about: the occurrences of each link, and the claims of papers about code."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from papertrace.model import CodeClaim, Finding, Link, Occurrence, Outcome, Span, Verdict, hide_userinfo
from papertrace.pipeline.links.link_collection import ClaimedCode, LinkCollection

if TYPE_CHECKING:
    from papertrace.audit.choosing import LinkFilter

LOOKED_UP = (Outcome.ALIVE, Outcome.DEAD)
"""The outcomes of a reference to a file or a heading."""


def collect_findings(
    collection: LinkCollection,
    first: Mapping[str, Link],
    verdicts: Mapping[tuple[Span, str], Verdict],
    links: "LinkFilter",
) -> dict[str, Finding]:
    """Return the findings by URL, in the order of their first occurrences."""
    occurrences: dict[str, dict[Occurrence, None]] = {}
    for link, occurrence in collection.links:
        occurrences.setdefault(link.url, {})[occurrence] = None
    found = {url: verdicts.get((first[url].span, first[url].raw)) for url in collection.urls}
    findings = {
        url: Finding(verdict=verdict, occurrences=tuple(occurrences[url]))
        for url, verdict in found.items()
        if verdict is not None
    }
    return findings | _collect_unrequested(collection, links)


def _collect_unrequested(collection: LinkCollection, links: "LinkFilter") -> dict[str, Finding]:
    """Return the findings on what was not requested: one for each address and reason."""
    grouped: dict[tuple[str, str], list[tuple[Verdict, Occurrence]]] = {}
    for verdict, occurrence in collection.verdicts:
        if verdict.outcome in LOOKED_UP and (reason := links.reason_to_skip_file(verdict.link.url)):
            verdict = replace(verdict, outcome=Outcome.SKIPPED, reason=reason)  # noqa: PLW2901
        grouped.setdefault((verdict.link.url, verdict.reason), []).append((verdict, occurrence))
    return {
        f"{url} {reason}": Finding(
            verdict=replace(of_one[0][0], link=replace(of_one[0][0].link, url=hide_userinfo(url))),
            occurrences=tuple(dict.fromkeys(occurrence for _, occurrence in of_one)),
        )
        for (url, reason), of_one in grouped.items()
    }


def join_claim(
    claimed: ClaimedCode,
    findings: Mapping[str, Finding],
    first: Mapping[str, Link],
    verdicts: Mapping[tuple[Span, str], Verdict],
) -> CodeClaim:
    """Return the claim of a paper with the findings on its links, and on the repositories that services name for it."""
    found = tuple(findings[link.url] for link in claimed.links if link.url in findings)
    named = [(service, first[link.url]) for service, link in claimed.candidates if link.url in first]
    candidates = tuple(
        (service, Finding(verdict=verdicts[link.span, link.raw], occurrences=(claimed.occurrence,)))
        for service, link in named
        if (link.span, link.raw) in verdicts
    )
    return CodeClaim(occurrence=claimed.occurrence, claim=claimed.claim, findings=found, candidates=candidates)
