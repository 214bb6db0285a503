"""The outcomes as every report tells them: in which order, what each means, how loud it is."""

from enum import StrEnum

from papertrace.model import AuditResult, Finding, Outcome, Verdict


class Level(StrEnum):
    """Say how loud a report is about a finding."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


# What needs a reader's hand comes first; what is well is a count at the end.
MEANING = {
    Outcome.DEAD: "The address is gone: 404, 410, a name that does not exist, or a registry says so.",
    Outcome.MOVED: "The address has moved for good; the old one may stop working.",
    Outcome.SUSPECT: "The address answers, but perhaps not with what the link meant.",
    Outcome.INSECURE: "No trusted connection can be made to the address.",
    Outcome.UNSTABLE: "The address failed every time it was asked, in a way that may pass.",
    Outcome.RATE_LIMITED: "The host asked to be left alone before it could answer.",
    Outcome.RESTRICTED: "The address answers some readers only, and not a link checker.",
    Outcome.UNKNOWN: "Nothing could be found out about the address.",
    Outcome.SKIPPED: "The address was not asked.",
    Outcome.ALIVE: "The address is there.",
}
ORDER = tuple(MEANING)
ARCHIVED_NOWHERE = "archived nowhere"
_WARNINGS = frozenset({Outcome.MOVED, Outcome.SUSPECT, Outcome.INSECURE, Outcome.UNSTABLE})


def words(outcome: Outcome) -> str:
    """Return an outcome as a reader writes it.

    >>> words(Outcome.RATE_LIMITED)
    'rate limited'
    """
    return outcome.value.replace("_", " ")


def level(result: AuditResult, finding: Finding) -> Level:
    """Return how loud a finding is: an error where it is dead or fails the run."""
    verdict = finding.verdict
    if verdict.outcome is Outcome.DEAD or result.fails(finding):
        return Level.ERROR
    return Level.WARNING if verdict.outcome in _WARNINGS or verdict.is_unarchived else Level.NOTE


def usual_level(outcome: Outcome) -> Level:
    """Return how loud an outcome is where nothing else is wanted."""
    if outcome is Outcome.DEAD:
        return Level.ERROR
    return Level.WARNING if outcome in _WARNINGS else Level.NOTE


def is_worth_telling(result: AuditResult, finding: Finding) -> bool:
    """Say whether a finding is more than a count: everything but links that are well, and those not asked.

    A link that is well, but archived nowhere, is worth a warning where archives were asked.
    """
    verdict = finding.verdict
    is_quiet = verdict.outcome in {Outcome.ALIVE, Outcome.SKIPPED} and not verdict.is_unarchived
    return not is_quiet or result.fails(finding)


def failing_words(verdict: Verdict) -> str:
    """Return since when and in how many runs a link fails, or nothing.

    One run is no history, so that it is not counted.
    """
    if not verdict.failing_since:
        return ""
    runs = f" ({verdict.n_failing} runs)" if verdict.n_failing > 1 else ""
    return f"failing since {verdict.failing_since}{runs}"


def reason_words(verdict: Verdict) -> str:
    """Return the reason of a verdict with the state of the repository, where that is known."""
    return f"{verdict.reason} [{verdict.repository_state.value}]" if verdict.repository_state else verdict.reason


def further_facts(verdict: Verdict) -> list[str]:
    """Return what else is known of a link, in half sentences: a new address, since when it fails, snapshots."""
    facts = []
    if verdict.new_url:
        facts.append(f"now {verdict.new_url}")
    if verdict.failing_since:
        facts.append(failing_words(verdict))
    if verdict.rescue:
        facts.append(f"a snapshot {verdict.rescue}")
    if verdict.has_snapshot is False:
        facts.append(ARCHIVED_NOWHERE)
    return facts


def count_words(findings: tuple[Finding, ...]) -> str:
    """Return in one line how many links have which outcome.

    >>> count_words(())
    '0 links: nothing to check'
    """
    counts = dict.fromkeys(ORDER, 0)
    for finding in findings:
        counts[finding.verdict.outcome] += 1
    shown = ", ".join(f"{count} {words(outcome)}" for outcome, count in counts.items() if count)
    n_unarchived = sum(finding.verdict.is_unarchived for finding in findings)
    more = f"; {n_unarchived} alive, but {ARCHIVED_NOWHERE}" if n_unarchived else ""
    return f"{len(findings)} {'link' if len(findings) == 1 else 'links'}: {shown or 'nothing to check'}{more}"
