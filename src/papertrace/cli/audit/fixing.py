"""What `papertrace audit --fix` and `--patch` do once the report is written."""

from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.cli.console import Console
from papertrace.cli.output import write_output

if TYPE_CHECKING:
    from papertrace.model import AuditResult


def fix_listings(result: "AuditResult", digests: dict[str, str], patch: Path | None, console: Console) -> None:
    """Mend the listings, or write the patch, and say what became of every link that has moved for good."""
    from papertrace import pipeline

    plan = pipeline.plan_fixes(result, digests)
    for problem in plan.left:
        console.say(str(problem))
    if patch is not None:
        write_output(pipeline.generate_patch(plan), patch)
    for file in plan.files if patch is not None else pipeline.write_fixes(plan):
        links = "link" if file.n_fixed == 1 else "links"
        console.say(f"{file.path}: {file.n_fixed} {links} {'to mend' if patch is not None else 'fixed'}")
    if not plan.files:
        console.say("no link to mend")
