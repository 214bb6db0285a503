"""The last step of `papertrace audit --fix` and `--patch`, after the report is written."""

from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.cli.console import Console
from papertrace.cli.output import write_output
from papertrace.model.text import count_things

if TYPE_CHECKING:
    from papertrace.model import AuditResult


def fix_listings(result: "AuditResult", digests: dict[str, str], patch: Path | None, console: Console) -> None:
    """Fix the listings or write the patch, and report what was done about each permanently moved link."""
    from papertrace import pipeline

    plan = pipeline.plan_fixes(result, digests)
    for problem in plan.left:
        console.write_note(str(problem))
    if patch is not None:
        write_output(pipeline.generate_patch(plan), patch)
    for file in plan.files if patch is not None else pipeline.write_fixes(plan):
        links = count_things(file.n_fixed, "link")
        console.write_note(f"{file.path}: {links} {'to fix' if patch is not None else 'fixed'}")
    if not plan.files:
        console.write_note("no links to fix")
