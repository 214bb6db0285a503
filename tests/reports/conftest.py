"""Findings to report: one of each outcome, and some with hostile text everywhere."""

from dataclasses import replace
from typing import Protocol

import pytest

from papertrace.model import (
    Ask,
    AuditResult,
    Change,
    ChangeKind,
    Claim,
    ClaimState,
    CodeClaim,
    Comparison,
    Finding,
    Link,
    LinkKind,
    Method,
    Observation,
    Occurrence,
    Outcome,
    RepositoryState,
    Span,
    Verdict,
)

HOSTILE = (
    "=1+1\r\n::error::x --> ]]> </style></script><script>alert(1)</script> [a](javascript:b) | `c` \x00\x1b[2J\u202e%0A"
)
HOSTILE_URLS = (
    "javascript:alert(1)//https://example.org/",
    'https://example.org/"onmouseover="alert(1)',
    "https://example.org/\r\n::warning::x",
    "https://example.org/-->]]></style><script>alert(1)</script>|x",
    "data:text/html,<script>alert(1)</script>",
)


class MakeFinding(Protocol):
    """Make a finding."""

    def __call__(
        self,
        url: str = "https://example.org/a",
        outcome: Outcome = Outcome.DEAD,
        *,
        reason: str = "404 Not Found",
        title: str = "A Paper",
        source: str = "lists/a.txt",
        n_occurrences: int = 1,
        year: int | None = 2024,
        state: RepositoryState | None = None,
        new_url: str | None = None,
        failing: tuple[str, int] | None = None,
    ) -> Finding: ...


@pytest.fixture
def make_finding() -> MakeFinding:
    """Return a function that makes findings."""

    def make(
        url: str = "https://example.org/a",
        outcome: Outcome = Outcome.DEAD,
        *,
        reason: str = "404 Not Found",
        title: str = "A Paper",
        source: str = "lists/a.txt",
        n_occurrences: int = 1,
        year: int | None = 2024,
        state: RepositoryState | None = None,
        new_url: str | None = None,
        failing: tuple[str, int] | None = None,
    ) -> Finding:
        ask = Ask(method=Method.HEAD, url=url)
        since, n_failing = failing or (None, 0)
        return Finding(
            verdict=Verdict(
                link=Link(raw=url, url=url, span=Span(source, 3, 7), kind=LinkKind.PAGE),
                outcome=outcome,
                reason=reason,
                seen=(Observation(ask=ask, final_url=url, status=404),),
                new_url=new_url,
                repository_state=state,
                failing_since=since,
                n_failing=n_failing,
                checked_at="2026-01-05T12:00:00Z",
            ),
            occurrences=tuple(
                Occurrence(id=f"p {n}&", title=title, source=source, line=3 + n, column=7, raw=url, year=year)
                for n in range(n_occurrences)
            ),
        )

    return make


@pytest.fixture
def every_outcome(make_finding: MakeFinding) -> AuditResult:
    """Return a result with one finding of each outcome."""
    return AuditResult(
        findings=tuple(make_finding(f"https://{outcome}.example.org/", outcome) for outcome in Outcome),
    )


@pytest.fixture
def hostile(make_finding: MakeFinding) -> AuditResult:
    """Return a result in which every text from outside tries to break out of the report."""
    findings = tuple(
        make_finding(url, outcome, reason=HOSTILE, title=HOSTILE, source=HOSTILE, new_url=url, failing=(HOSTILE, 2))
        for url in HOSTILE_URLS
        for outcome in (Outcome.DEAD, Outcome.MOVED, Outcome.ALIVE)
    )
    findings = tuple(replace(one, verdict=replace(one.verdict, rescue=one.verdict.new_url)) for one in findings)
    code = CodeClaim(
        occurrence=findings[0].occurrences[0],
        claim=Claim(state=ClaimState.LINKED, sentence=HOSTILE),
        findings=findings[:1],
    )
    changes = tuple(Change(kind=kind, before=Outcome.ALIVE, finding=findings[0]) for kind in ChangeKind)
    comparison = Comparison(run=1, started_at="2026-01-01T00:00:00Z", changes=changes)
    return AuditResult(findings=findings, code_claims=(code,), comparison=comparison)
