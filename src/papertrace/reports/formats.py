"""The table of forms that the findings of an audit can be written in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from papertrace.model import AuditResult
from papertrace.reports.forms import csv, github, html, jsonl, junit, markdown, sarif, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Write what an audit found in one form: pieces of text, each ending in a newline."""

    name: str
    description: str
    generate: Callable[[AuditResult], Iterator[str]]


REPORTS: tuple[Report, ...] = (
    Report(name="text", description="a table for people", generate=text.generate_text),
    Report(name="jsonl", description="one link as JSON on each line", generate=jsonl.generate_jsonl),
    Report(name="markdown", description="tables for an issue or a job's summary", generate=markdown.generate_markdown),
    Report(name="csv", description="one row for each place of a link", generate=csv.generate_csv),
    Report(name="sarif", description="SARIF 2.1.0, for code scanning", generate=sarif.generate_sarif),
    Report(name="junit", description="a test case for each link", generate=junit.generate_junit),
    Report(name="github", description="annotations of GitHub Actions", generate=github.generate_github),
    Report(name="html", description="one page without a script or a request", generate=html.generate_html),
)
