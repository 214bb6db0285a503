"""The table of forms in which an audit can be reported."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

from papertrace.model import AuditResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A form of report, which `generate_NAME` of `papertrace.reports.forms.NAME` writes.

    The module is imported when a report is written: a command pays for the forms it writes.
    """

    name: str
    description: str

    def load(self) -> Callable[[AuditResult], Iterator[str]]:
        """Return the function that writes the form, imported now."""
        module = import_module(f"papertrace.reports.forms.{self.name}")
        generate: Callable[[AuditResult], Iterator[str]] = getattr(module, f"generate_{self.name}")
        return generate

    def generate(self, result: AuditResult) -> Iterator[str]:
        """Yield the report as pieces of text that each end in a newline."""
        return self.load()(result)


REPORTS: tuple[Report, ...] = (
    Report(name="text", description="a table for people"),
    Report(name="jsonl", description="one link as JSON on each line"),
    Report(name="markdown", description="tables for an issue or the summary of a job"),
    Report(name="csv", description="one row for each occurrence that prints a link"),
    Report(name="sarif", description="SARIF 2.1.0, for code scanning"),
    Report(name="junit", description="a test case for each link"),
    Report(name="github", description="annotations of GitHub Actions"),
    Report(name="html", description="one page without scripts or requests"),
)
