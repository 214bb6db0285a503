"""Options that choose where a large input is handled."""

import argparse
from pathlib import Path

from papertrace.cli.values import parse_whole_number
from papertrace.engine.opening import ENGINES, MIN_FOR_PROCESSES, EngineSettings

_OPTIONS = ("engine", "workers", "master", "work_dir")


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add where a large input is handled."""
    group = parser.add_argument_group("large inputs", "The result does not depend on any of these.")
    group.add_argument(
        "--engine",
        metavar="NAME",
        choices=ENGINES,
        help=f"Handle papers in this process (inline), in worker processes (processes) or on Spark (spark) (default: "
        f"inline below {MIN_FOR_PROCESSES:,} papers, otherwise processes)",
    )
    group.add_argument(
        "--workers",
        type=parse_whole_number,
        metavar="N",
        help="Number of worker processes, or of threads of Spark on this machine (default: the cores that papertrace "
        "may use)",
    )
    group.add_argument(
        "--master",
        metavar="URL",
        help="Cluster of --engine spark, such as spark://HOST:7077 or yarn (default: Spark on this machine)",
    )
    group.add_argument(
        "--work-dir",
        type=Path,
        metavar="DIR",
        help="Keep results in DIR, which is created if necessary: a run that was killed goes on, and one with other "
        f"options only repeats what they change (from {MIN_FOR_PROCESSES:,} papers on, or with a named engine)",
    )


def read_engine_options(arguments: argparse.Namespace) -> EngineSettings:
    """Return the settings that the options name.

    Raises
    ------
    SettingsError
        If the options contradict one another.
    """
    return EngineSettings(
        name=arguments.engine, workers=arguments.workers, master=arguments.master, work_dir=arguments.work_dir
    )


def find_engine_option(arguments: argparse.Namespace) -> str | None:
    """Return the first of these options that was given, as it is written, if any was."""
    return next((f"--{name.replace('_', '-')}" for name in _OPTIONS if getattr(arguments, name) is not None), None)
