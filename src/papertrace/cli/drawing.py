"""The step that `build` and `graph` share: from papers to the planned files, according to the options."""

import argparse

from papertrace.cli.arguments import GRAPHS
from papertrace.cli.terminal.status import ExitStatus
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from papertrace.cli.terminal.console import Console
    from papertrace.engine.opening import EngineSettings
    from papertrace.graph.settings import GraphSettings
    from papertrace.model import Paper
    from papertrace.model.summary import Drawing
    from papertrace.pipeline import Outputs, StoredCounts
    from papertrace.pipeline.graphs.earlier import EarlierPapers


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
    _check_shades(arguments)
    return GraphSettings(
        weight=arguments.weight,
        reference_weight=arguments.reference_weight,
        group_by=arguments.group_by,
        pruning=arguments.pruning,
        alpha=arguments.alpha,
        n_nearest=GraphSettings().n_nearest if arguments.nearest is None else arguments.nearest,
        communities=arguments.communities,
        nodes=arguments.nodes,
        with_abstracts=arguments.abstracts,
    )


def plan_graph_files(arguments: argparse.Namespace, listing: str | None) -> "Outputs":
    """Return the files to write; of the folder that nobody has named, those of a listing replace none that git tracks.

    Raises
    ------
    ExportError
        If they would, or no file can be written.
    """
    from papertrace import pipeline
    from papertrace.errors import ExportError
    from papertrace.files import is_tracked

    outputs = pipeline.plan_outputs(arguments.output, arguments.to, picture=arguments.picture)
    if listing is not None and arguments.output is GRAPHS:
        for _, path in outputs.files:
            if is_tracked(path):
                message = f"{path}: is a file that git tracks, and not of {listing}; name a folder with -o"
                raise ExportError(message)
    return outputs


def _check_shades(arguments: argparse.Namespace) -> None:
    """Raise SettingsError if no format has colours and sizes to choose, or papers never have what they are to say."""
    from papertrace.errors import SettingsError, check_choice
    from papertrace.export import WRITERS
    from papertrace.export.page.shades import NAMES

    names = None if arguments.to is None else {name.strip() for name in arguments.to.split(",")}
    writers = [writer for writer in WRITERS if (writer.by_default if names is None else writer.name in names)]
    for option, value in (("--color-by", arguments.color_by), ("--size-by", arguments.size_by)):
        if value is None:
            continue
        if writers and not any(writer.has_shades for writer in writers):
            formats = " or ".join(writer.name for writer in WRITERS if writer.has_shades)
            message = (
                f"{option} {value} has no effect with --to {arguments.to}; add {formats} to --to, or leave {option} out"
            )
            raise SettingsError(message)
        check_choice(option, value, NAMES)


def draw(
    arguments: argparse.Namespace,
    papers: "Sequence[Paper]",
    outputs: "Outputs",
    settings: "GraphSettings",
    console: "Console",
    *,
    earlier: "EarlierPapers | None" = None,
    engine: "EngineSettings | None" = None,
    counts: "StoredCounts | None" = None,
) -> "Drawing":
    """Link papers, write every planned file, and return the summary and the failures.

    `earlier` are the papers of the graph that `--since` names, which is read before the long work. `counts` are those
    of the terms of the papers, if they have been counted.
    """
    from papertrace import pipeline

    return pipeline.draw(
        papers,
        outputs,
        settings=settings,
        engine=engine,
        counts=counts,
        verdicts=arguments.verdicts or (),
        earlier=earlier,
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
