"""Findings as JSON lines, one link each, and back."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from papertrace.model import AuditResult, ClaimState, Finding, Outcome, Problem, RepositoryState, Span
from papertrace.model.text import escape_surrogates
from papertrace.reports.code_claims import find_gaps

# Control signs beyond those of ASCII, and those of bidirectional text (Unicode 15, categories Cc, Cf, Zl, Zp).
_STEERING = re.compile("[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


class HopRecord(msgspec.Struct, frozen=True):
    """Hold one redirect."""

    url: str
    status: int


class OccurrenceRecord(msgspec.Struct, frozen=True):
    """Say which paper prints the link, and where.

    `claim` is what the paper says of its code, `gap` how that differs from what is there of it, in words; both are
    null where there is nothing to say.
    """

    id: str
    title: str
    source: str
    line: int
    column: int | None = None
    claim: ClaimState | None = None
    gap: str | None = None


class FindingRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Hold one link of an audit as one line of JSON, its keys in this order."""

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


def to_record(
    finding: Finding, claims: Mapping[str, ClaimState] | None = None, gaps: Mapping[str, str] | None = None
) -> FindingRecord:
    """Return a finding as it stands in one line of JSON; status and redirects are of the last look at the link itself.

    A prober may look elsewhere besides, for instance at an address that cannot exist. `claims` and `gaps` are what
    papers say of their code, and how that differs from what is there, by the ids of the papers.
    """
    claims, gaps = claims or {}, gaps or {}
    verdict = finding.verdict
    last = verdict.last_look
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
        papers=tuple(
            OccurrenceRecord(
                occurrence.id,
                occurrence.title,
                occurrence.source,
                occurrence.line,
                occurrence.column,
                claims.get(occurrence.id),
                gaps.get(occurrence.id),
            )
            for occurrence in finding.occurrences
        ),
        rescue=verdict.rescue,
        has_snapshot=verdict.has_snapshot,
    )


def generate_jsonl(result: AuditResult) -> Iterator[str]:
    """Yield one line of JSON for each finding, in the order given; what is no printing sign is an escape."""
    encoder = msgspec.json.Encoder()
    claims = {code.occurrence.id: code.claim.state for code in result.codes if code.claim.state is not ClaimState.NONE}
    gaps = {gap.code.occurrence.id: gap.shown for gap in find_gaps(result.codes)}
    for finding in result.findings:
        record = to_record(finding, claims, gaps)
        try:
            line = encoder.encode(record).decode()
        except UnicodeEncodeError:
            line = encoder.encode(_whole(msgspec.to_builtins(record))).decode()
        # Signs that steer a terminal or turn a text round stand in strings alone, where JSON has an escape for them.
        yield _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", line) + "\n"


def _whole(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return a value of JSON whose texts hold no half characters."""
    match value:
        case str():
            return escape_surrogates(value)
        case list() | tuple():
            return [_whole(item) for item in value]
        case dict():
            return {key: _whole(item) for key, item in value.items()}
    return value


def parse_jsonl(lines: Iterable[str], source: str) -> Iterator[FindingRecord | Problem]:
    """Yield the findings of an earlier audit, and a problem for every line that holds none."""
    decoder = msgspec.json.Decoder(FindingRecord)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
            yield Problem(Span(source, number), f"no finding of an audit ({error}); left out")
