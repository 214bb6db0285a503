"""The choice of an engine; an engine is imported when it is opened."""

import os
import sys
from pathlib import Path

from papertrace.engine.protocol import Engine
from papertrace.errors import SettingsError, check_choice

ENGINES = ("inline", "processes", "spark")
HAS_PROCESSES = hasattr(os, "fork")
MIN_FOR_PROCESSES = 2_000
"""The number of papers from which on workers pay, where no engine is named: below, they take longer to start."""


def open_engine(
    name: str | None = None,
    workers: int | None = None,
    *,
    master: str | None = None,
    work_dir: Path | None = None,  # noqa: ARG001
    n_papers: int | None = None,
) -> Engine:
    """Return an engine to use as a context manager.

    Parameters
    ----------
    name
        One of `ENGINES`. By default it follows from the rest: processes if more than one of `workers` is asked for, or
        if there are `MIN_FOR_PROCESSES` papers or more and this process may use more than one core; otherwise inline.
    workers
        The number of processes, by default the number of cores that this process may use.
    master
        The address of a Spark cluster, or `local[N]` for N threads on this machine; only for Spark.
    work_dir
        A folder in which results persist, so that a killed run goes on and an equal one is not repeated.
    n_papers
        The number of papers to be handled, if an engine is to be chosen for them.

    Raises
    ------
    SettingsError
        If the values are invalid or contradict one another.
    EngineError
        If the engine cannot be opened.
    """
    if name is not None:
        check_choice("engine", name, ENGINES)
    if master is not None and name != "spark":
        message = f"master is {master!r}, which only Spark has; add --engine spark, or leave --master out"
        raise SettingsError(message)
    if name is None:
        is_large = n_papers is not None and n_papers >= MIN_FOR_PROCESSES
        wanted = count_cores() if workers is None and is_large else workers or 1
        name = "processes" if wanted > 1 and HAS_PROCESSES else "inline"
    if name == "inline":
        from papertrace.engine.inline import InlineEngine

        return InlineEngine()
    from papertrace.engine.processes.engine import ProcessEngine

    return ProcessEngine(workers or count_cores())


def count_cores() -> int:
    """Return the number of cores that this process may use, which may be fewer than the machine has."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
