"""Findings as a table for people: what fails first, grouped by outcome, each link with its places."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from papertrace.model import Finding, Outcome, PaperPlace

# What needs a reader's hand comes first; what is well is a count at the end.
_ORDER = (
    Outcome.DEAD,
    Outcome.MOVED,
    Outcome.SUSPECT,
    Outcome.INSECURE,
    Outcome.UNSTABLE,
    Outcome.RATE_LIMITED,
    Outcome.RESTRICTED,
    Outcome.UNKNOWN,
    Outcome.SKIPPED,
    Outcome.ALIVE,
)
_MOST_PLACES = 3


def generate_text(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield the table: every link that is not simply alive, then how many links have which outcome."""
    by_outcome = {outcome: [f for f in findings if f.verdict.outcome is outcome] for outcome in _ORDER}
    for outcome, group in by_outcome.items():
        if outcome is Outcome.ALIVE or not group:
            continue
        yield f"{outcome.value.replace('_', ' ').upper()} ({len(group)})\n"
        for finding in group:
            yield from _generate_finding(finding)
        yield "\n"
    counts = Counter(finding.verdict.outcome for finding in findings)
    shown = ", ".join(f"{counts[outcome]} {outcome.value.replace('_', ' ')}" for outcome in _ORDER if counts[outcome])
    links = "link" if len(findings) == 1 else "links"
    yield f"{len(findings)} {links}: {shown or 'nothing to check'}\n"


def _generate_finding(finding: Finding) -> Iterator[str]:
    verdict = finding.verdict
    yield f"  {printable(verdict.link.url)}\n"
    state = f" [{verdict.repository_state.value}]" if verdict.repository_state else ""
    yield f"    {printable(verdict.reason)}{state}\n"
    if verdict.new_url:
        yield f"    now {printable(verdict.new_url)}\n"
    if verdict.failing_since:
        yield f"    failing since {printable(verdict.failing_since)}\n"
    for place in finding.papers[:_MOST_PLACES]:
        yield f"    {_format_place(place)}\n"
    if len(finding.papers) > _MOST_PLACES:
        yield f"    and {len(finding.papers) - _MOST_PLACES} more places\n"


def _format_place(place: PaperPlace) -> str:
    where = f"{place.source}:{place.line}:{place.column}"
    return printable(f"{where}  {place.title}" if place.title else where)


def printable(text: str) -> str:
    r"""Return text that a terminal shows and does not obey: control and bidirectional signs are written out.

    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_write_out(character) for character in text)


def _write_out(character: str) -> str:
    if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
        return character.encode("unicode_escape").decode()
    return character
