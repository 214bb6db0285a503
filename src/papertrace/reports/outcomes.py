"""The outcomes in every report: their order, meaning and severity, and how findings are worded."""

from enum import StrEnum

from papertrace.model import AuditResult, Finding, Outcome, Verdict
from papertrace.model.text import format_count


class Level(StrEnum):
    """The severity of a finding in a report."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


# In the order of reports: first what needs the reader's attention.
MEANING = {
    Outcome.DEAD: "The address is gone: 404, 410, a host name that does not exist, or a registry without it.",
    Outcome.MOVED: "The address has moved permanently; the old one may stop working.",
    Outcome.SUSPECT: "The address answers, but possibly not with the intended page.",
    Outcome.INSECURE: "No trusted connection to the address is possible.",
    Outcome.UNSTABLE: "Every request to the address failed, for reasons that may be temporary.",
    Outcome.RATE_LIMITED: "The host refused all requests as too frequent.",
    Outcome.RESTRICTED: "The address answers some readers, but not a link checker.",
    Outcome.UNKNOWN: "Nothing could be determined about the address.",
    Outcome.SKIPPED: "The address was not requested.",
    Outcome.ALIVE: "The address works.",
}
ORDER = tuple(MEANING)
ARCHIVED_NOWHERE = "archived nowhere"
_WARNINGS = frozenset({Outcome.MOVED, Outcome.SUSPECT, Outcome.INSECURE, Outcome.UNSTABLE})


def name_outcome(outcome: Outcome) -> str:
    """Return the name of an outcome in prose.

    >>> name_outcome(Outcome.RATE_LIMITED)
    'rate limited'
    """
    return outcome.value.replace("_", " ")


def rate_finding(result: AuditResult, finding: Finding) -> Level:
    """Return the severity of a finding: an error if it is dead or fails the run, unless the baseline has it."""
    verdict = finding.verdict
    if result.is_known(finding):
        return Level.WARNING
    if verdict.outcome is Outcome.DEAD or result.fails(finding):
        return Level.ERROR
    return Level.WARNING if verdict.outcome in _WARNINGS or verdict.is_unarchived else Level.NOTE


def rate_outcome(outcome: Outcome) -> Level:
    """Return the severity of an outcome with the default settings."""
    if outcome is Outcome.DEAD:
        return Level.ERROR
    return Level.WARNING if outcome in _WARNINGS else Level.NOTE


def is_reported(result: AuditResult, finding: Finding) -> bool:
    """Return whether a finding is listed, not only counted: all but links that are alive or skipped.

    An alive link is listed too if archives were asked and none has it, or if it fails the run.
    """
    verdict = finding.verdict
    is_quiet = verdict.outcome in {Outcome.ALIVE, Outcome.SKIPPED} and not verdict.is_unarchived
    return not is_quiet or result.fails(finding)


def describe_baseline(result: AuditResult, finding: Finding) -> str:
    """Return whether what fails is new or was there before, or an empty string without a baseline or a failure."""
    if not result.baseline:
        return ""
    return "new" if result.fails(finding) else "in the baseline" if result.is_known(finding) else ""


def describe_failing(verdict: Verdict) -> str:
    """Return since when and in how many runs a link has failed, or an empty string if it fails for the first time."""
    if not verdict.failing_since or verdict.n_failing <= 1:
        return ""
    return f"failing since {verdict.failing_since} ({verdict.n_failing} runs)"


def describe_reason(verdict: Verdict) -> str:
    """Return the reason of a verdict, with the state of the repository if it is known."""
    return f"{verdict.reason} [{verdict.repository_state.value}]" if verdict.repository_state else verdict.reason


def list_details(verdict: Verdict) -> list[str]:
    """Return further facts on a link as phrases: a new address, since when it has failed, snapshots."""
    facts = []
    if verdict.new_url:
        facts.append(f"now {verdict.new_url}")
    if failing := describe_failing(verdict):
        facts.append(failing)
    if verdict.rescue:
        facts.append(f"snapshot: {verdict.rescue}")
    if verdict.has_snapshot is False:
        facts.append(ARCHIVED_NOWHERE)
    return facts


def describe_result(result: AuditResult) -> str:
    """Return in one line the number of links with each outcome, of known failures, and of links not reached.

    >>> describe_result(AuditResult(findings=(), n_unreached=3))
    '0 links: nothing to check; incomplete: 3 not reached'
    """
    text = describe_counts(result.findings)
    if n_known := sum(map(result.is_known, result.findings)):
        n_new = sum(map(result.fails, result.findings))
        text += f"; {n_known:,} in the baseline" + (f", {n_new:,} new" if n_new else "")
    if result.n_unreached:
        text += f"; incomplete: {result.n_unreached:,} not reached"
    return text


def describe_counts(findings: tuple[Finding, ...]) -> str:
    """Return in one line the number of links with each outcome.

    >>> describe_counts(())
    '0 links: nothing to check'
    """
    counts = dict.fromkeys(ORDER, 0)
    for finding in findings:
        counts[finding.verdict.outcome] += 1
    shown = ", ".join(f"{count:,} {name_outcome(outcome)}" for outcome, count in counts.items() if count)
    n_unarchived = sum(finding.verdict.is_unarchived for finding in findings)
    more = f"; {n_unarchived:,} alive, but {ARCHIVED_NOWHERE}" if n_unarchived else ""
    return f"{format_count(len(findings), 'link')}: {shown or 'nothing to check'}{more}"
