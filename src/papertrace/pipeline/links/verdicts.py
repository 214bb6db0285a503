"""The verdicts of an audit, written as a report, and read back to be matched with papers and repositories."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from papertrace.errors import ExportError, ListingError, check_choice
from papertrace.model import UNARCHIVED, Link, NodeKind, Outcome, Paper, Problem, Verdict, hide_userinfo, log_problem
from papertrace.model.audit.outcomes import links_that_count
from papertrace.model.audit.result import FindingRecord
from papertrace.model.graphs.columns import GraphColumns
from papertrace.model.summary import VerdictSummary
from papertrace.pipeline.inputs.held_problems import HeldProblems

if TYPE_CHECKING:
    from papertrace.model import AuditResult


def outcomes_of_paper(paper: Paper, outcomes: Mapping[str, Outcome]) -> list[Outcome]:
    """Return the outcomes of a paper's links to its code, else of its other links; never of links to others' code."""
    return [outcomes[link.url] for link in links_that_count(paper, outcomes)]


def outcomes_of_repositories(graph: GraphColumns, found: Sequence[Verdict]) -> dict[str, list[Outcome]]:
    """Return the outcomes of the links to each repository node, by the id of the node."""
    outcomes: dict[str, list[Outcome]] = {}
    for verdict in found:
        if verdict.link.repository is not None:
            outcomes.setdefault(verdict.link.repository.url.casefold(), []).append(verdict.outcome)
    return {
        node: outcomes.get(str(attributes["url"]).casefold(), [])
        for node, attributes in zip(graph.ids, graph.nodes.rows(), strict=True)
        if attributes["kind"] == NodeKind.REPOSITORY
    }


def summarise_verdicts(found: Sequence[Verdict], papers: Sequence[Paper]) -> VerdictSummary:
    """Return how many links the papers have, and how many verdicts of each outcome."""
    return VerdictSummary(
        n_links=len({link.url for paper in papers for link in paper.links}),
        outcomes=Counter(verdict.outcome for verdict in found),
    )


def read_baseline(path: Path, on_problem: Callable[[Problem], None] = log_problem) -> dict[str, frozenset[str]]:
    """Return what an earlier audit's JSON-lines report found, by URL without user information.

    Each value has the outcome of the link, the state of its repository, and `unarchived` if no archive has it: what an
    audit with this `baseline` no longer fails for.

    Raises
    ------
    ListingError
        If the file cannot be read, or contains no verdict.
    """
    baseline: dict[str, frozenset[str]] = {}
    for item in read_findings(path, on_problem):
        states = {str(item.outcome)}
        if item.repository_state is not None:
            states.add(str(item.repository_state))
        if item.has_snapshot is False and item.outcome in {Outcome.ALIVE, Outcome.MOVED}:
            states.add(UNARCHIVED)
        url = hide_userinfo(item.url)
        baseline[url] = baseline.get(url, frozenset()) | states
    return baseline


def verdict_of_record(link: Link, found: FindingRecord) -> Verdict:
    """Return a finding of an earlier audit as a verdict on a link."""
    return Verdict(
        link=link,
        outcome=found.outcome,
        reason=found.reason,
        new_url=found.new_url,
        repository_state=found.repository_state,
        failing_since=found.failing_since,
        checked_at=found.checked_at,
        rescue=found.rescue,
        has_snapshot=found.has_snapshot,
        last_active=found.last_active,
    )


def read_findings(path: Path, on_problem: Callable[[Problem], None] = log_problem) -> Iterator[FindingRecord]:
    """Yield the findings of an earlier audit's JSON-lines report.

    Raises
    ------
    ListingError
        If the file cannot be read, or, at its end, if it contains no verdict.
    """
    from papertrace.listings.reading import open_lines
    from papertrace.reports.forms.rows import parse_jsonl

    n_findings = 0
    problems = HeldProblems(on_problem)
    with open_lines(path) as (head, lines, source):
        for item in parse_jsonl(chain(head, lines), source):
            if isinstance(item, Problem):
                problems.add(item)
                continue
            problems.release()
            n_findings += 1
            yield item
    if not n_findings:
        message = f"{source}:1:1: contains no verdict; create one with papertrace audit --format jsonl"
        raise ListingError(message)


_FORMS = MappingProxyType(
    {
        ".txt": "text",
        ".jsonl": "jsonl",
        ".md": "markdown",
        ".csv": "csv",
        ".sarif": "sarif",
        ".xml": "junit",
        ".html": "html",
    }
)
"""The form of a report by the suffix of its file."""


def generate_report(result: "AuditResult", form: str = "text") -> Iterator[str]:
    """Yield a report as pieces of text that each end in a newline.

    `form` is `text`, `jsonl`, `markdown`, `csv`, `sarif`, `junit`, `github` or `html`.

    Raises
    ------
    SettingsError
        If there is no such form.
    """
    from papertrace.reports import REPORTS

    check_choice("form", form, (report.name for report in REPORTS))
    return next(report for report in REPORTS if report.name == form).generate(result)


def write_report(result: "AuditResult", path: str | Path, form: str | None = None) -> None:
    """Write the result of an audit to a file, completely or not at all.

    Without `form`, the suffix of the file decides: `.txt`, `.jsonl`, `.md`, `.csv`, `.sarif`, `.xml` (JUnit), `.html`.

    Raises
    ------
    SettingsError
        If there is no such form.
    ExportError
        If no form has that suffix, or the file cannot be written.
    TypeError
        If it is not given the result of an audit.

    Examples
    --------
    >>> import tempfile
    >>> from papertrace import audit_links
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_report(audit_links("https://tool.example/"), f"{folder}/audit.csv")
    ...     Path(folder, "audit.csv").read_text("utf-8").splitlines()[0][:11]
    'url,outcome'
    """
    from papertrace.files import write_text
    from papertrace.pipeline.given import require_result

    require_result(result, "write_report")
    target = Path(path)
    if form is None:
        form = _FORMS.get(target.suffix.lower())
    if form is None:
        message = f"{target}: no report has this suffix (known: {', '.join(_FORMS)}; or name the form)"
        raise ExportError(message)
    write_text(target, generate_report(result, form))
