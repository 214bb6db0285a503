"""A finding of an audit as a record: the keys of the JSON-lines report and of `AuditResult.to_records`, in this order.

Writer, reader and table share these records, so that the schema exists once. Absent facts are `null` or `[]`.
"""

from collections.abc import Iterator

import msgspec

from papertrace.model.audit.code_claims import find_gaps
from papertrace.model.audit.verdict import AuditResult, Finding, Outcome, RepositoryState
from papertrace.model.papers.paper import ClaimState


class HopRecord(msgspec.Struct, frozen=True):
    """One redirect."""

    url: str
    status: int


class OccurrenceRecord(msgspec.Struct, frozen=True):
    """One occurrence of the link: the paper that prints it, and where.

    `claim` is what the paper claims about its code, `gap` how the audit contradicts it, in words; both are null where
    there is nothing to report. `named_by` is present if the paper does not print the link: the service that names it.
    """

    id: str
    title: str
    source: str
    line: int
    column: int | None = None
    claim: ClaimState | None = None
    gap: str | None = None
    named_by: str | msgspec.UnsetType = msgspec.UNSET


class FindingRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One link of an audit.

    `status` and `redirects` are those of the last observation of the link itself: a prober may also request other
    addresses, for instance one that cannot exist.
    """

    url: str
    outcome: Outcome
    reason: str
    status: int | None = None
    new_url: str | None = None
    redirects: tuple[HopRecord, ...] = ()
    repository_state: RepositoryState | None = None
    failing_since: str | None = None
    checked_at: str | None = None
    papers: tuple[OccurrenceRecord, ...] = ()
    rescue: str | None = None
    has_snapshot: bool | None = None


def generate_records(result: AuditResult) -> Iterator[FindingRecord]:
    """Yield one record per finding, in the order of the findings, then those on code that services name."""
    claims = {one.occurrence.id: one.claim.state for one in result.code_claims}
    gaps = {gap.code_claim.occurrence.id: gap.description for gap in find_gaps(result.code_claims)}
    for finding in result.findings:
        papers = tuple(
            OccurrenceRecord(
                one.id, one.title, one.source, one.line, one.column, _stated(claims.get(one.id)), gaps.get(one.id)
            )
            for one in finding.occurrences
        )
        yield _to_record(finding, papers)
    for code_claim in result.code_claims:
        for service, finding in code_claim.candidates:
            one = code_claim.occurrence
            paper = OccurrenceRecord(
                one.id, one.title, one.source, one.line, one.column, _stated(claims[one.id]), gaps.get(one.id), service
            )
            yield _to_record(finding, (paper,))


def _to_record(finding: Finding, papers: tuple[OccurrenceRecord, ...]) -> FindingRecord:
    verdict = finding.verdict
    last = verdict.last_observation
    return FindingRecord(
        url=verdict.link.url,
        outcome=verdict.outcome,
        reason=verdict.reason,
        status=last.status if last else None,
        new_url=verdict.new_url,
        redirects=tuple(HopRecord(hop.url, hop.status) for hop in last.hops) if last else (),
        repository_state=verdict.repository_state,
        failing_since=verdict.failing_since,
        checked_at=verdict.checked_at,
        papers=papers,
        rescue=verdict.rescue,
        has_snapshot=verdict.has_snapshot,
    )


def _stated(state: ClaimState | None) -> ClaimState | None:
    return None if state is ClaimState.NONE else state
