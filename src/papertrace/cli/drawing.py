"""What `build` and `graph` have in common: papers to the planned files, as the options say."""

import argparse
from typing import TYPE_CHECKING

from papertrace.cli.console import Console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from papertrace.model import Paper
    from papertrace.pipeline import Outputs


def draw(arguments: argparse.Namespace, papers: "Sequence[Paper]", outputs: "Outputs", console: Console) -> list[str]:
    """Link papers, write every planned form, and return the lines to print."""
    from papertrace import pipeline
    from papertrace.graph.settings import GraphSettings

    return pipeline.draw(
        papers,
        outputs,
        settings=GraphSettings(
            weight=arguments.weight,
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
    )
