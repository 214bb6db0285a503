"""The last step of `papertrace audit --fix` and `--patch`, after the report is written."""

from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.cli.terminal.console import Console
from papertrace.cli.terminal.output import write_output

if TYPE_CHECKING:
    from papertrace.model import AuditResult


def fix_listings(result: "AuditResult", digests: dict[str, str], patch: Path | None, console: Console) -> None:
    """Fix the listings or write the patch, and report what was done about each permanently moved link."""
    from papertrace import pipeline
    from papertrace.reports.fixes import NOTHING_TO_FIX, describe_fixed_file, describe_unfixed_link, generate_patch

    plan = pipeline.plan_fixes(result, digests)
    for link in plan.unfixed:
        console.write_note(describe_unfixed_link(link))
    if patch is not None:
        write_output(generate_patch(plan), patch)
    for file in plan.files if patch is not None else pipeline.write_fixes(plan):
        console.write_note(describe_fixed_file(file, is_written=patch is None))
    if not plan.files:
        console.write_note(NOTHING_TO_FIX)
