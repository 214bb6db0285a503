"""What `papertrace audit --fix` and `--patch` do once the report is written."""

from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.cli.console import Console
from papertrace.cli.output import write_output

if TYPE_CHECKING:
    from papertrace.model import AuditResult


def mend_listings(result: "AuditResult", digests: dict[str, str], patch: Path | None, console: Console) -> None:
    """Mend the listings, or write the patch, and say what became of every link that has moved for good."""
    from papertrace import pipeline

    mending = pipeline.plan_mending(result, digests)
    for problem in mending.left:
        console.say(str(problem))
    if patch is not None:
        write_output(pipeline.generate_patch(mending), patch)
    for file in mending.files if patch is not None else pipeline.write_mending(mending):
        links = "link" if file.n_mended == 1 else "links"
        console.say(f"{file.path}: {file.n_mended} {links} {'to mend' if patch is not None else 'mended'}")
    if not mending.files:
        console.say("no link to mend")
