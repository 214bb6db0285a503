"""The step that `build` and `graph` share: from papers to the planned files, according to the options."""

import argparse

from papertrace.cli.status import ExitStatus
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from papertrace.cli.console import Console
    from papertrace.engine.opening import EngineSettings
    from papertrace.graph.settings import GraphSettings
    from papertrace.model import Paper
    from papertrace.model.summary import Drawing
    from papertrace.pipeline import Outputs


MAX_AUDITS = 2


def read_graph_settings(arguments: argparse.Namespace) -> "GraphSettings":
    """Return the settings that the options of a graph give.

    Raises
    ------
    SettingsError
        If an option has no effect with the others, or a value is out of range.
    """
    from papertrace.errors import SettingsError
    from papertrace.graph.settings import GraphSettings

    if arguments.nearest is not None and arguments.pruning != "nearest":
        message = (
            f"--nearest {arguments.nearest} has no effect with --pruning {arguments.pruning}; "
            "add --pruning nearest, or leave --nearest out"
        )
        raise SettingsError(message)
    if arguments.alpha is not None and arguments.pruning in ("nearest", "none"):
        message = (
            f"--alpha {arguments.alpha:g} has no effect with --pruning {arguments.pruning}; "
            "choose --pruning disparity, or leave --alpha out"
        )
        raise SettingsError(message)
    return GraphSettings(
        weight=arguments.weight,
        reference_weight=arguments.reference_weight,
        group_by=arguments.group_by,
        pruning=arguments.pruning,
        alpha=arguments.alpha,
        n_nearest=GraphSettings().n_nearest if arguments.nearest is None else arguments.nearest,
        communities=arguments.communities,
        nodes=arguments.nodes,
    )


def draw(
    arguments: argparse.Namespace,
    papers: "Sequence[Paper]",
    outputs: "Outputs",
    settings: "GraphSettings",
    console: "Console",
    *,
    engine: "EngineSettings | None" = None,
) -> "Drawing":
    """Link papers, write every planned file, and return the summary and the failures."""
    from papertrace import pipeline
    from papertrace.errors import SettingsError

    audits = arguments.verdicts or []
    if len(audits) > MAX_AUDITS:
        message = f"--verdicts {audits[-1]}: at most two audits are compared; name the earlier one, then the later one"
        raise SettingsError(message)
    return pipeline.draw(
        papers,
        outputs,
        settings=settings,
        engine=engine,
        verdicts=audits[-1] if audits else None,
        before=audits[0] if len(audits) == MAX_AUDITS else None,
        since=arguments.since,
        title=arguments.title,
        color_by=arguments.color_by,
        size_by=arguments.size_by,
        on_problem=console.add_problem,
        on_progress=console.show_progress,
        on_notice=lambda notice: console.write_note(f"papertrace: {notice}"),
    )


def report_failures(drawing: "Drawing", console: "Console") -> ExitStatus:
    """Report each file that could not be written, and return the exit status."""
    for failure in drawing.failures:
        console.write_line(f"papertrace: {failure}")
    return ExitStatus.FAILED if drawing.failures else ExitStatus.CLEAN
