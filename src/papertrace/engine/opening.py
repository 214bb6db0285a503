"""The choice of an engine; an engine is imported when it is opened."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from papertrace.engine.protocol import Engine
from papertrace.errors import SettingsError, check_choice
from papertrace.spool import MAX_IN_MEMORY

ENGINES = ("inline", "processes", "spark")
HAS_PROCESSES = hasattr(os, "fork")
MIN_FOR_PROCESSES = MAX_IN_MEMORY + 1
"""The number of papers from which on workers pay, where no engine is named: below, they take longer to start."""
MIN_FOR_PROCESSES_OF_GRAPHS = 10_000
"""The same where papers are linked only, which takes a third of the time of extraction, half of it in this process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """Where a large input is handled.

    Parameters
    ----------
    name
        One of `ENGINES`. By default it follows from the rest: processes if more than one of `workers` is asked for, or
        if there are `MIN_FOR_PROCESSES` papers or more and this process may use more than one core; otherwise inline.
    workers
        The number of processes, or of threads of a Spark on this machine; by default the number of cores that this
        process may use.
    master
        The address of a Spark cluster, or `local[N]` for N threads on this machine; only for Spark.
    work_dir
        A folder in which results persist, so that a killed run goes on and an equal one is not repeated.

    Raises
    ------
    SettingsError
        If the values are invalid or contradict one another.
    """

    name: str | None = None
    workers: int | None = None
    master: str | None = None
    work_dir: Path | None = None

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if self.name is not None:
            check_choice("engine", self.name, ENGINES)
        if self.workers is not None and self.workers < 1:
            message = f"workers is {self.workers}; use 1 or more"
            raise SettingsError(message)
        if self.master is not None and self.name != "spark":
            message = f"master is {self.master!r}, which only Spark has; add --engine spark, or leave --master out"
            raise SettingsError(message)
        if self.master is not None and self.workers is not None:
            message = f"workers is {self.workers}, but the master {self.master!r} decides; leave --workers out"
            raise SettingsError(message)
        if self.name == "inline" and (self.workers or 1) > 1:
            message = f"workers is {self.workers}, but inline is this process alone; leave --workers or --engine out"
            raise SettingsError(message)
        if self.name == "processes" and not HAS_PROCESSES:
            message = "engine is 'processes', which this system does not support; leave --engine out"
            raise SettingsError(message)

    def choose(self, n_papers: int | None = None, least: int = MIN_FOR_PROCESSES) -> str:
        """Return the name of the engine for a number of papers, of which `least` are many, or for an unknown one."""
        if self.name is not None:
            return self.name
        is_large = n_papers is not None and n_papers >= least
        wanted = count_cores() if self.workers is None and is_large else self.workers or 1
        return "processes" if wanted > 1 and HAS_PROCESSES else "inline"

    def open(self, n_papers: int | None = None, least: int = MIN_FOR_PROCESSES) -> Engine:
        """Return the engine of `choose`, to use as a context manager.

        Raises
        ------
        EngineError
            If the engine cannot be opened.
        """
        engine = self._open(self.choose(n_papers, least))
        if self.work_dir is None:
            return engine
        from papertrace.engine.stored import StoringEngine

        return StoringEngine(engine, self.work_dir)

    def _open(self, name: str) -> Engine:
        n_workers = self.workers or count_cores()
        if name == "inline":
            from papertrace.engine.protocol import InlineEngine

            return InlineEngine()
        if name == "processes":
            from papertrace.engine.processes import ProcessEngine

            return ProcessEngine(n_workers)
        from papertrace.engine.spark import SparkEngine

        return SparkEngine(self.master or f"local[{n_workers}]")


@contextmanager
def opened(
    engine: "Engine | EngineSettings | None", n_papers: int, least: int = MIN_FOR_PROCESSES
) -> Iterator[Engine | None]:
    """Open the engine of `EngineSettings.choose` and close it; yield an open engine or None as it is.

    Where this process does the work and stores nothing, None is yielded: so too for papers that are handled in memory,
    unless other processes or Spark are asked for by name.

    Raises
    ------
    EngineError
        If the engine cannot be opened.
    """
    if not isinstance(engine, EngineSettings):
        yield engine
    elif engine.name in {None, "inline"} and (
        n_papers <= MAX_IN_MEMORY or (engine.choose(n_papers, least) == "inline" and engine.work_dir is None)
    ):
        yield None
    else:
        with engine.open(n_papers, least) as one:
            yield one


def open_engine(
    name: str | None = None,
    workers: int | None = None,
    *,
    master: str | None = None,
    work_dir: Path | None = None,
    n_papers: int | None = None,
) -> Engine:
    """Return an engine, to use as a context manager, for `EngineSettings` and a number of papers.

    Raises
    ------
    SettingsError
        If the settings are invalid or contradict one another.
    EngineError
        If the engine cannot be opened.
    """
    return EngineSettings(name=name, workers=workers, master=master, work_dir=work_dir).open(n_papers)


def count_cores() -> int:
    """Return the number of cores that this process may use, which may be fewer than the machine has."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
