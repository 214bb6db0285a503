"""The cost of a command: CPU time and memory of all its processes, also of those that outlive their parents."""

import ctypes
import os
import resource
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

_PROC = Path("/proc")
_PR_SET_CHILD_SUBREAPER = 36
_INTERVAL_S = 0.02
_SMALL_MB = 3.0
"""Processes below it are shells and the like, and not listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a command cost.

    Attributes
    ----------
    status
        The exit status, negative for a signal.
    cpu_s, wall_s
        CPU seconds of all processes, user and system; seconds from the start to the exit of the first one.
    peaks_mb
        The peak resident memory of each process, largest first. Their sum counts shared pages more than once.
    """

    status: int
    cpu_s: float
    wall_s: float
    peaks_mb: tuple[float, ...]

    @property
    def sum_mb(self) -> float:
        """The sum of the peaks, above what the processes had in memory at any one time."""
        return sum(self.peaks_mb)


def measure(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, *, output: Path | None = None
) -> Cost:
    """Run a command, wait for all its processes, and return its cost; its output goes to a file or nowhere.

    Processes whose parents have ended become children of this one (Linux: a subreaper), so that the system's own
    account of each is read when it ends. Peaks come from samples of the high-water marks in `/proc`, except that of the
    largest process, which is the system's.
    """
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    own = _find_children()
    with (output or Path(os.devnull)).open("wb") as printed:
        start = time.monotonic()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    sampler = _Sampler(process.pid)
    _, raw, usage = os.wait4(process.pid, 0)
    wall_s = time.monotonic() - start
    process.returncode = status = os.waitstatus_to_exitcode(raw)
    cpu_s = usage.ru_utime + usage.ru_stime + _reap_orphans(process.pid, own)
    peaks = sampler.stop()
    # The system's figure is that of the largest process, which may have grown after the last sample. It is also never
    # below what this process had in memory when it forked.
    if usage.ru_maxrss > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss:
        largest = max(peaks, key=lambda pid: peaks[pid], default=process.pid)
        peaks[largest] = max(peaks.get(largest, 0.0), usage.ru_maxrss / 1024)
    listed = sorted((peak for peak in peaks.values() if peak >= _SMALL_MB), reverse=True)
    return Cost(status=status, cpu_s=cpu_s, wall_s=wall_s, peaks_mb=tuple(listed))


def _reap_orphans(session: int, own: AbstractSet[int]) -> float:
    """Wait for processes that outlived the first one, kill those that do not end, and return their CPU seconds.

    `own` are children that this process had before, as the one by which the pools of the standard library clean up.
    """
    cpu_s, deadline = 0.0, time.monotonic() + 5
    while orphans := _find_children() - own:
        for orphan in orphans:
            pid, _, usage = os.wait4(orphan, os.WNOHANG)
            if pid:
                cpu_s += usage.ru_utime + usage.ru_stime
        if time.monotonic() > deadline:
            for one in find_members(session):
                os.kill(one, signal.SIGKILL)
        time.sleep(_INTERVAL_S)
    return cpu_s


def _find_children() -> set[int]:
    return {pid for pid, fields in _read_stats() if fields[1] == str(os.getpid())}


def find_members(session: int) -> list[int]:
    """Return the processes of a session."""
    return [pid for pid, fields in _read_stats() if fields[3] == str(session)]


def _read_stats() -> list[tuple[int, list[str]]]:
    """Return each process with the fields of its `stat` behind the name: state, parent, group, session, …."""
    found = []
    for entry in _PROC.iterdir():
        if entry.name.isdigit():
            try:
                text = (entry / "stat").read_text("utf-8", "replace")
            except OSError:
                continue
            found.append((int(entry.name), text.rpartition(")")[2].split()))
    return found


class _Sampler:
    """A thread that notes the peak memory of the processes of a session."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._peaks: dict[int, float] = {}
        self._ended = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> dict[int, float]:
        """Return the peaks in MB by process."""
        self._ended.set()
        self._thread.join()
        return self._peaks

    def _run(self) -> None:
        interval_s = _INTERVAL_S
        while not self._ended.wait(interval_s):
            for pid in find_members(self._session):
                self._note(pid)
            interval_s = min(interval_s * 1.1, 0.5)  # A long run is sampled less often, to take little of its time.

    def _note(self, pid: int) -> None:
        try:
            lines = (_PROC / str(pid) / "status").read_text("utf-8", "replace").splitlines()
        except OSError:
            return
        for line in lines:
            if line.startswith("VmHWM:"):
                self._peaks[pid] = max(self._peaks.get(pid, 0.0), int(line.split()[1]) / 1024)
