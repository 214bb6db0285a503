"""Findings in markup: as Markdown, for an issue, a pull request or a job summary, and as one page of HTML.

What a change adds to a list is Markdown too, as a comment for its pull request. The page has no scripts, requests or
other files. Text from listings and servers is hostile: the template escapes all of it, only http and https addresses
become links, and a Content-Security-Policy allows only the style sheet of the page.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from itertools import accumulate, islice
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from papertrace.model import AuditResult, CodeClaim, Comparison, Finding, Occurrence, Outcome, Paper, Span
from papertrace.model.addresses import web_address
from papertrace.model.audit import ClaimGap, find_gaps
from papertrace.model.content_policy import content_policy
from papertrace.model.text import excerpt, format_count, printable
from papertrace.reports import outcomes as changes
from papertrace.reports.outcomes import (
    MAX_ROWS,
    MEANING,
    ORDER,
    Row,
    count_by_host,
    count_by_year,
    count_outcomes,
    describe_baseline,
    describe_change,
    describe_changes,
    describe_code_claims,
    describe_failing,
    describe_result,
    generate_by_kind,
    group_by_paper,
    is_reported,
    list_details,
    make_heading,
    name_outcome,
)

if TYPE_CHECKING:
    from jinja2 import Template

# Characters with a meaning inside a line in CommonMark, its tables and the mathematics of code hosts. Those with a
# meaning only at the beginning of a line never occur there.
_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
# Code hosts turn these into notifications of people and references to issues, wherever a report is posted, and show
# the latter beside the issue too: `@ada`, `#1`, `acme/tool#1`, `GH-1`, and `!1` on GitLab.
_REFERENCE = re.compile(r"(?<!\w)@(?=\w)|#(?=\w)|(?<!\w)!(?=\d)|\bGH(?=-\d)", re.IGNORECASE)
_MAX_OCCURRENCES = 3


def generate_markdown(result: AuditResult) -> Iterator[str]:
    """Yield the report: the counts, what changed, every link that is not simply alive, and claims about code."""
    yield "# Link audit\n\n"
    yield f"{escape(describe_result(result))}\n"
    if result.comparison:
        yield from _generate_comparison(result.comparison)
    for outcome in ORDER:
        group = [one for one in result.findings if one.verdict.outcome is outcome and is_reported(result, one)]
        if group:
            yield from _generate_group(result, outcome, group)
    yield from _generate_gaps(result.code_claims)
    if result.findings:
        yield from _generate_counts("By host", "host", count_by_host(result.findings))
        yield from _generate_counts("By year", "year", count_by_year(result.findings))


def _generate_group(result: AuditResult, outcome: Outcome, findings: Sequence[Finding]) -> Iterator[str]:
    yield f"\n## {name_outcome(outcome).capitalize()} ({len(findings)})\n\n"
    yield f"{MEANING[outcome]}\n\n"
    yield "| link | reason | occurrences |\n| --- | --- | --- |\n"
    for finding in findings:
        verdict = finding.verdict
        reason = [escape(verdict.reason)]
        if known := describe_baseline(result, finding):
            reason[0] = f"**{known}**: {reason[0]}"
        if verdict.repository_state:
            reason[0] += f" ({escape(verdict.repository_state.value)})"
        reason += list_details(verdict, address, escape)
        occurrences = [_format_occurrence(one) for one in finding.occurrences[:_MAX_OCCURRENCES]]
        if len(finding.occurrences) > _MAX_OCCURRENCES:
            occurrences.append(f"and {len(finding.occurrences) - _MAX_OCCURRENCES} more occurrences")
        yield f"| {address(verdict.link.url)} | {'<br>'.join(reason)} | {'<br>'.join(occurrences)} |\n"


def _generate_comparison(comparison: Comparison) -> Iterator[str]:
    yield f"\n## {escape(make_heading(comparison))}\n\n{escape(describe_changes(comparison))}\n"
    if comparison.changes:
        yield "\n"
    for title, change in generate_by_kind(comparison):
        yield f"- {title}: {address(change.finding.verdict.link.url)} {escape(describe_change(change))}\n"


def _generate_gaps(code_claims: Sequence[CodeClaim]) -> Iterator[str]:
    gaps = find_gaps(code_claims)
    if not code_claims:
        return
    yield f"\n## Claims about code\n\n{escape(describe_code_claims(code_claims, gaps))}\n"
    if gaps:
        yield "\n| paper | claim | link |\n| --- | --- | --- |\n"
    for gap in gaps:
        links = "<br>".join(address(finding.verdict.link.url) for finding in gap.code_claim.findings)
        sentence = f"<br>“{escape(gap.code_claim.claim.sentence)}”" if gap.code_claim.claim.sentence else ""
        named = "".join(
            f"<br>{escape(service)} names {address(finding.verdict.link.url)} ({name_outcome(finding.verdict.outcome)})"
            for service, finding in gap.code_claim.candidates
        )
        claim = f"{escape(gap.description)}{sentence}{named}"
        yield f"| {_format_occurrence(gap.code_claim.occurrence)} | {claim} | {links} |\n"


def _generate_counts(title: str, name: str, rows: Sequence[Row]) -> Iterator[str]:
    yield f"\n## {title}\n\n| {name} | links | outcomes |\n| --- | ---: | --- |\n"
    for row in rows[:MAX_ROWS]:
        yield f"| {escape(row.name)} | {row.n_links} | {escape(row.description)} |\n"
    if len(rows) > MAX_ROWS:
        yield f"| and {len(rows) - MAX_ROWS} more | | |\n"


def _format_occurrence(occurrence: Occurrence) -> str:
    where = escape(occurrence.location)
    return f"{escape(occurrence.title)} ({where})" if occurrence.title else where


def address(url: str) -> str:
    """Return an address as a link if it is safe to follow, else as text.

    >>> address("https://example.org/a|b"), address("javascript:alert(1)")
    ('<https://example.org/a%7Cb>', 'javascript:alert(1)')
    """
    safe = web_address(url)
    # `|` ends a cell of a table, even inside a link.
    return f"<{safe.replace('|', '%7C')}>" if safe else escape(url)


def escape(text: str) -> str:
    r"""Return text that Markdown shows unchanged, on one line, without notifying people or referring to issues.

    >>> escape("<b>*a*</b>"), escape("thanks to @ada")
    ('&lt;b&gt;\\*a\\*&lt;/b&gt;', 'thanks to <span>@</span>ada')
    """
    shown = _SPECIAL.sub(r"\\\1", printable(" ".join(text.split())))
    shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _REFERENCE.sub(r"<span>\g<0></span>", shown)


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


_TEMPLATES = resources.files("papertrace.reports") / "templates"


def generate_html(result: AuditResult) -> Iterator[str]:
    """Yield the page: the counts, what changed, every link by outcome and paper, and claims about code.

    The title of each paper links to the paper on the page of the graph, if there is one (`AuditResult.graph_page`). The
    same result gives the same bytes.
    """
    style = _read("audit.css")
    gaps = find_gaps(result.code_claims)
    outcomes = count_outcomes(result.findings)
    ns = [n for _, n in outcomes]
    yield _template().render(
        policy=content_policy(style=style),
        style=style,
        summary=describe_result(result),
        n_links=len(result.findings),
        outcomes=outcomes,
        n_of=dict(outcomes),
        bar=[(outcome, start, n) for (outcome, n), start in zip(outcomes, accumulate(ns, initial=0), strict=False)],
        max_rows=MAX_ROWS,
        meaning=MEANING,
        groups=[
            (outcome, group_by_paper([one for one in result.findings if one.verdict.outcome is outcome]))
            for outcome in ORDER
        ],
        comparison=result.comparison,
        changes=changes,
        gaps=gaps,
        code_claims=result.code_claims,
        claims=describe_code_claims(result.code_claims, gaps),
        hosts=count_by_host(result.findings),
        years=count_by_year(result.findings),
        graph=partial(_graph_address, result.graph_page),
        # Outcomes that fail the run are not folded, even alive ones, such as archived repositories.
        closed={Outcome.ALIVE, Outcome.SKIPPED} - {one.verdict.outcome for one in result.findings if result.fails(one)},
    )


def _graph_address(page: str, paper: str) -> str:
    """Return the address of a paper on the page of the graph, or an empty string without a page or a paper."""
    return f"{page}#paper={quote_plus(paper.encode('utf-8', 'replace'))}" if page and paper else ""


@cache
def _template() -> "Template":
    from jinja2 import Environment

    environment = Environment(autoescape=True, keep_trailing_newline=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {
        "web": web_address,
        "shown": printable,
        "outcome": name_outcome,
        "failing": describe_failing,
    }
    return environment.from_string(_read("audit.html"))


@cache
def _read(name: str) -> str:
    return _TEMPLATES.joinpath(name).read_text("utf-8")
