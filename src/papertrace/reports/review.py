"""What a change to a list adds, as a comment for its pull request."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, islice

from papertrace.model import Finding, Outcome, Paper, Span
from papertrace.model.audit import ClaimGap
from papertrace.model.text import excerpt, format_count
from papertrace.reports.forms.markdown import address, escape
from papertrace.reports.outcomes import name_outcome

_MAX_LINES, _MAX_CHARS, _MAX_SENTENCE = 100, 50_000, 300  # a comment on GitHub has at most 65,536 characters
MARK = "<!-- papertrace review -->"
"""The first line of the comment, by which a later one finds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What a change adds to a list.

    `added` are the papers that it adds, each with the place of its entry, `printed_twice` papers that the list has
    already, each with the new place and the one where it stands. `findings` are those on new links that do not simply
    work, `gaps` the claims of new papers about code that nothing supports.
    """

    added: tuple[tuple[Paper, Span], ...] = ()
    printed_twice: tuple[tuple[Paper, Span, Span], ...] = ()
    findings: tuple[Finding, ...] = ()
    gaps: tuple[ClaimGap, ...] = ()


def generate_review(review: Review) -> Iterator[str]:
    """Yield the comment in Markdown: how many papers are new, and a line for each thing to look at.

    >>> print(*generate_review(Review()), sep="", end="")
    <!-- papertrace review -->
    **0 papers added**, nothing to mend.
    """
    lines = list(_lines(review))
    what = f"{format_count(len(lines), 'thing')} to look at:" if lines else "nothing to mend."
    yield f"{MARK}\n**{format_count(len(review.added), 'paper')} added**, {what}\n"
    if lines:
        yield "\n"
    ends = accumulate(len(line) + 3 for line in lines)
    n_shown = sum(end <= _MAX_CHARS for end in islice(ends, _MAX_LINES))
    yield from (f"- {line}\n" for line in lines[:n_shown])
    if len(lines) > n_shown:
        yield f"- and {len(lines) - n_shown:,} more\n"


def _lines(review: Review) -> Iterator[str]:
    for paper, place, earlier in review.printed_twice:
        where = escape(f"{earlier.source}, line {earlier.line}")
        yield f"{_named(paper.title, place)}: this paper is already in the list ({where})"
    for finding in review.findings:
        verdict = finding.verdict
        state = verdict.repository_state.value.replace("_", " ") if verdict.repository_state else ""
        if verdict.outcome in {Outcome.ALIVE, Outcome.MOVED} and state in {"archived", "empty"}:
            said = f"this repository is {state}"
        else:
            said = f"{name_outcome(verdict.outcome)}: {escape(verdict.reason)}"
        said += f"; now {address(verdict.new_url)}" if verdict.new_url else ""
        at = finding.occurrences[0] if finding.occurrences else None
        named = f"{_named(at.title, Span(at.source, at.line))}: " if at else ""
        yield f"{named}{address(verdict.link.url)}: {said}"
    for gap in review.gaps:
        at = gap.code_claim.occurrence
        said = excerpt(gap.code_claim.claim.sentence, _MAX_SENTENCE)
        sentence = f" (“{escape(said)}”)" if said else ""
        yield f"{_named(at.title, Span(at.source, at.line))}: {escape(gap.description)}{sentence}"


def _named(title: str, place: Span) -> str:
    where = escape(f"{place.source}, line {place.line}")
    return f"**{escape(title)}** ({where})" if title else where
