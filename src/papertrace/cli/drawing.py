"""The step that `build` and `graph` share: from papers to the planned files, according to the options."""

import argparse
from typing import TYPE_CHECKING

from papertrace.cli.console import Console
from papertrace.cli.status import ExitStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from papertrace.model import Paper
    from papertrace.model.summary import Drawing
    from papertrace.pipeline import Outputs


def draw(arguments: argparse.Namespace, papers: "Sequence[Paper]", outputs: "Outputs", console: Console) -> "Drawing":
    """Link papers, write every planned file, and return the summary and the failures."""
    from papertrace import pipeline
    from papertrace.graph.settings import GraphSettings

    return pipeline.draw(
        papers,
        outputs,
        settings=GraphSettings(
            weight=arguments.weight,
            reference_weight=arguments.reference_weight,
            group_by=arguments.group_by,
            pruning=arguments.pruning,
            alpha=arguments.alpha,
            n_nearest=arguments.nearest,
            communities=arguments.communities,
            nodes=arguments.nodes,
        ),
        verdicts=arguments.verdicts,
        title=arguments.title,
        on_problem=console.add_problem,
        on_progress=console.show_progress,
        on_notice=lambda notice: console.write_note(f"papertrace: {notice}"),
    )


def report_failures(drawing: "Drawing", console: Console) -> ExitStatus:
    """Report each file that could not be written, and return the exit status."""
    for failure in drawing.failures:
        console.write_line(f"papertrace: {failure}")
    return ExitStatus.FAILED if drawing.failures else ExitStatus.CLEAN
