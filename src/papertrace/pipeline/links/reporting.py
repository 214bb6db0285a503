"""The result of an audit as a report."""

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from papertrace.errors import ExportError, check_choice

if TYPE_CHECKING:
    from papertrace.model import AuditResult

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
