"""The program on a hostile machine: signals, full disks, read-only folders, files that vanish, little memory.

The listings are made up, and every run is compared with one that nothing disturbed. An output is as it was before, or
as it is to be; nothing in between is ever under its name.
"""

import ctypes
import hashlib
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.torture.tally import Tally

ROOT = Path(__file__).resolve().parents[2]
KILLED = ROOT / "tests" / "origin" / "killed.py"
# A test that runs in the background may ignore SIGINT, and its children inherit that.
_PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from papertrace.cli import entry_point
sys.stdout.write("started\\n")
sys.stdout.flush()
entry_point()
"""
_STATUSES = {signal.SIGINT: {0, 130}, signal.SIGTERM: {0, 143, -15}, signal.SIGKILL: {0, -9}}
"""The exit statuses after each signal: 0 if the run was finished. A shell shows death by SIGTERM as 143, too."""
_PR_CAPBSET_DROP, _DAC_OVERRIDE, _DAC_READ_SEARCH = 24, 1, 2  # of Linux
_MAX_S = 120.0
_MAX_S_LARGE = 3600.0
_N_ABSTRACTS = 9  # of some 240 bytes each
_PAGE = 4_096  # bytes, of which a file system in memory is made


@dataclass(frozen=True, slots=True)
class Ended:
    """A run of the program that has ended."""

    status: int
    messages: str


@dataclass(frozen=True, slots=True)
class Job:
    """A command and what it writes into the folder `out`, by name, with the digest of each file."""

    arguments: tuple[str, ...]
    expected: Mapping[str, str]
    seconds: float


def torture_signals(n_trials: int, seed: int) -> Tally:
    """Interrupt, terminate and kill runs at random moments, and run them again."""
    rng = random.Random(seed)  # noqa: S311 - not for security
    tally = Tally(name="signals")
    with _workplace() as folder:
        jobs = _jobs(folder)
        for number in range(n_trials):
            job, kill = jobs[number % len(jobs)], list(_STATUSES)[number % len(_STATUSES)]
            before = _prepare_output(folder, is_old=rng.random() < 0.5)
            delay_s = rng.uniform(0, 1.1 * job.seconds)
            ended = _run(folder, job.arguments, interfere=partial(_signal, delay_s, kill))
            tally.n_trials += 1
            name = f"{kill.name} after {delay_s:.2f} s of {job.arguments[0]}"
            _check_status(tally, name, ended, _STATUSES[kill])
            _check_files(tally, name, folder, job, before, may_have_temporary=kill is signal.SIGKILL)
            again = _run(folder, job.arguments)
            if again.status or _digests(folder / "out", job.expected) != dict(job.expected):
                tally.lose(f"{name}: the next run ends with {again.status} or other files: {again.messages[-200:]}")
    return tally


def torture_disk(n_trials: int, seed: int) -> Tally:
    """Let the disk be full: at a random size of a file, and in turn, where file systems can be mounted, at one of all.

    In the second case temporary files share the disk with the output.
    """
    rng = random.Random(seed)  # noqa: S311 - not for security
    tally = Tally(name="full disk")
    with _workplace() as folder:
        jobs = _jobs(folder)
        for number in range(n_trials):
            job = jobs[number % len(jobs)]
            sizes = [(folder / "expected" / name).stat().st_size for name in job.expected]
            if number // len(jobs) % 2:
                _fill_disk(tally, folder, job, rng.randrange(_PAGE, sum(sizes) * 3 // 2), is_old=rng.random() < 0.5)
                continue
            n_bytes = rng.randrange(1, max(sizes))
            before = _prepare_output(folder, is_old=rng.random() < 0.5)
            ended = _run(folder, job.arguments, limits={resource.RLIMIT_FSIZE: n_bytes})
            tally.n_trials += 1
            name = f"files of at most {n_bytes} bytes, {job.arguments[0]}"
            _check_status(tally, name, ended, {2})
            _check_files(tally, name, folder, job, before)
    return tally


def _fill_disk(tally: Tally, folder: Path, job: Job, n_bytes: int, *, is_old: bool) -> None:
    """Run a job whose output and temporary files are on a disk of so many bytes beside earlier files."""
    before = _prepare_output(folder, is_old=is_old)
    n_bytes += len(before) * _PAGE
    with _small_disk(folder / "out", n_bytes) as temporary:
        if temporary is None:
            return
        _write_earlier(folder, before)
        ended = _run(folder, job.arguments, variables={"TMPDIR": str(temporary)})
        tally.n_trials += 1
        name = f"a disk of {n_bytes} bytes, {job.arguments[0]}"
        _check_status(tally, name, ended, {0, 2})
        _check_files(tally, name, folder, job, before)
        if ended.status == 0 and _digests(folder / "out", job.expected) != dict(job.expected):
            tally.lose(f"{name}: ends well without its files")
        if left := [path.name for path in temporary.iterdir()]:
            tally.lose(f"{name}: the temporary files {left} are left")


@contextmanager
def _small_disk(folder: Path, n_bytes: int) -> Iterator[Path | None]:
    """Mount a file system of a size, and yield its folder for temporary files; None where one may not mount any."""
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    options = ("-t", "tmpfs", "-o", f"size={n_bytes}", "tmpfs", str(folder))
    if not mount or not unmount or subprocess.run([mount, *options], capture_output=True, check=False).returncode:
        yield None
        return
    try:
        temporary = folder / "temporary"
        temporary.mkdir()
        yield temporary
    finally:
        subprocess.run([unmount, str(folder)], capture_output=True, check=True)


def torture_permissions(n_trials: int, seed: int) -> Tally:
    """Run as somebody who may not write to the folder of the output."""
    rng = random.Random(seed)  # noqa: S311 - not for security
    tally = Tally(name="read-only folders")
    with _workplace() as folder:
        jobs = _jobs(folder)
        for number in range(n_trials):
            job = jobs[number % len(jobs)]
            before = _prepare_output(folder, is_old=rng.random() < 0.5)
            (folder / "out").chmod(0o555)
            ended = _run(folder, job.arguments, obeys_permissions=True)
            (folder / "out").chmod(0o755)
            tally.n_trials += 1
            _check_status(tally, f"read-only, {job.arguments[0]}", ended, {2})
            _check_files(tally, f"read-only, {job.arguments[0]}", folder, job, before)
    return tally


def torture_vanishing(n_trials: int, seed: int) -> Tally:
    """Remove, replace or cut what a run reads, and the folder that it writes to, at a random moment."""
    rng = random.Random(seed)  # noqa: S311 - not for security
    tally = Tally(name="vanishing files")
    ways: tuple[Callable[[Path], object], ...] = (
        lambda folder: (folder / "papers.txt").unlink(),
        lambda folder: (folder / "papers.txt").write_bytes(b"\x00\xff"),
        lambda folder: os.truncate(folder / "papers.txt", 1000),
        lambda folder: shutil.rmtree(folder / "out", ignore_errors=True),
        lambda folder: (folder / "out").rename(folder / f"moved-{rng.random()}"),
    )
    with _workplace() as folder:
        jobs = _jobs(folder)
        listing = (folder / "papers.txt").read_bytes()
        for number in range(n_trials):
            job, way = jobs[number % len(jobs)], ways[number % len(ways)]
            _prepare_output(folder, is_old=False)
            (folder / "papers.txt").write_bytes(listing)
            delay_s = rng.uniform(0, job.seconds)
            ended = _run(folder, job.arguments, interfere=partial(_later, delay_s, partial(way, folder)))
            tally.n_trials += 1
            name = f"way {number % len(ways)} after {delay_s:.2f} s of {job.arguments[0]}"
            _check_status(tally, name, ended, {0, 2})
            if left := [path.name for path in folder.rglob(".papertrace-*")]:
                tally.lose(f"{name}: left {left}")
    return tally


def torture_memory(n_mib: int, limit_mib: int) -> Tally:
    """List the links of a listing of many MiB, all of them different, with a limit on the memory of each process.

    Then build the graph of its papers: either everything is there, or the command says that memory has run out, and
    nothing is.
    """
    tally = Tally(name=f"{limit_mib} MB for {n_mib} MB")
    limits = {resource.RLIMIT_DATA: limit_mib * 1024 * 1024}
    with _workplace() as folder:
        n_links = _write_large(folder / "large.txt", n_mib * 1024 * 1024)
        (folder / "out").mkdir(exist_ok=True)
        listed = folder / "out" / "links.txt"
        ended = _run(folder, ("audit", "large.txt", "--list", "-o", str(listed)), limits=limits, max_s=_MAX_S_LARGE)
        _check_large(tally, "audit", ended, listed)
        if ended.status == 0 and listed.read_bytes().count(b"/made-up-") != n_links:
            tally.lose("audit: not all links are listed")
        graph = folder / "out" / "papers.graphml"
        ended = _run(folder, ("build", "large.txt", "--to", "graphml", "-o", "out"), limits=limits, max_s=_MAX_S_LARGE)
        _check_large(tally, "build", ended, graph)
    return tally


def _write_large(path: Path, n_bytes: int) -> int:
    """Write a listing of papers with abstracts of some two kilobytes, and return the number of different links."""
    piece = _listing(2_000, n_abstracts=_N_ABSTRACTS).encode()
    n_pieces = n_bytes // len(piece) + 1
    with path.open("wb") as stream:
        for number in range(n_pieces):
            stream.write(piece.replace(b"/made-up/", b"/made-up-%d/" % number))
    return n_pieces * 2_000


def _check_large(tally: Tally, name: str, ended: Ended, output: Path) -> None:
    tally.n_trials += 1
    _check_status(tally, f"little memory, {name}", ended, {0, 2})
    if output.is_file() != (ended.status == 0):
        tally.lose(f"{name}: ends with {ended.status}, and its output is {'' if output.is_file() else 'not '}there")
    if ended.status:
        tally.notes.append(f"{name}: status {ended.status}: {ended.messages[-200:]}")


def torture_audits(n_trials: int, seed: int) -> Tally:
    """Kill audits at random moments and resume them."""
    from tests.origin.killed import killed, undisturbed, urls_at
    from tests.origin.server import Origin

    tally = Tally(name="killed audits")
    with _workplace() as folder, Origin() as origin:
        urls = urls_at(origin.http_port, 60)
        report = undisturbed(folder / "undisturbed", urls)
        for number in range(n_trials):
            origin.reset()
            ended = killed(folder / f"killed-{number}", urls, origin, seed=seed + number)
            tally.n_trials += 1
            if ended.n_lost or ended.report != report:
                tally.lose(f"{ended.n_lost} of {ended.n_reported} verdicts, or another report")
    return tally


def torture_two_processes(n_trials: int, seed: int) -> Tally:
    """Audit the same links in two processes with one store at once."""
    from tests.origin.killed import urls_at
    from tests.origin.server import Origin

    tally = Tally(name="two processes")
    rng = random.Random(seed)  # noqa: S311 - not for security
    with _workplace() as folder, Origin() as origin:
        urls = urls_at(origin.http_port, 60)
        links = folder / "links.txt"
        links.write_text("\n".join(urls), encoding="utf-8")
        for number in range(n_trials):
            store = folder / f"store-{number}.sqlite"
            both = []
            for one in range(2):
                arguments = [sys.executable, str(KILLED), str(store), str(links), str(folder / f"report-{one}.jsonl")]
                both.append(
                    subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=_environment())
                )
                time.sleep(rng.uniform(0, 0.3))
            messages = [process.communicate(timeout=_MAX_S)[1].decode() for process in both]
            tally.n_trials += 1
            if any(process.returncode for process in both):
                tally.crash(f"two processes: {' '.join(messages)[-400:]}")
            with closing(sqlite3.connect(store)) as database:
                n_urls = database.execute("SELECT count(DISTINCT url) FROM verdict").fetchone()[0]
                is_sound = database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            if n_urls != len(urls) or not is_sound:
                tally.lose(f"two processes: {n_urls} of {len(urls)} verdicts; sound: {is_sound}")
            if (folder / "report-0.jsonl").read_text().count("\n") != (folder / "report-1.jsonl").read_text().count(
                "\n"
            ):
                tally.lose("two processes: the reports have different lengths")
    return tally


@contextmanager
def _workplace() -> Iterator[Path]:
    """Yield a folder that everybody can read and write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "papers.txt").write_text(_listing(60), encoding="utf-8")
        yield folder


def _listing(n_papers: int, n_abstracts: int = 1) -> str:
    """Return a listing of papers; each has so many made-up abstracts as its own, and one address."""
    from tests.made_up import generate_papers

    papers = tuple(generate_papers(n_papers))
    abstracts = [paper.abstract.replace("https://", "at ") for paper in papers]
    return "".join(
        f"{paper.title}\n{' '.join(abstracts[number - n] for n in range(n_abstracts))} "
        f"Code: https://github.com/made-up/{number}.\n\n"
        for number, paper in enumerate(papers)
    )


def _jobs(folder: Path) -> tuple[Job, ...]:
    """Return the commands, each with what it writes when nothing disturbs it."""
    formats = "html,svg,graphml,csv,json,gexf,cytoscape,vosviewer"
    commands = (
        ("build", "papers.txt", "-o", "out", "--to", formats),
        ("extract", "papers.txt", "-o", "out/papers.jsonl"),
        ("audit", "papers.txt", "--list", "-o", "out/links.txt"),
    )
    jobs = []
    (folder / "expected").mkdir()
    for arguments in commands:
        _prepare_output(folder, is_old=False)
        began = time.monotonic()
        ended = _run(folder, arguments)
        assert ended.status == 0, ended.messages
        took = time.monotonic() - began
        for path in (folder / "out").iterdir():
            shutil.copy2(path, folder / "expected")
        jobs.append(Job(arguments, _digests(folder / "out"), took))
    return tuple(jobs)


def _prepare_output(folder: Path, *, is_old: bool) -> dict[str, str]:
    """Empty the folder of outputs, or put earlier ones into it, and return their digests."""
    shutil.rmtree(folder / "out", ignore_errors=True)
    (folder / "out").mkdir()
    if is_old:
        _write_earlier(folder, [path.name for path in (folder / "expected").iterdir()])
    return _digests(folder / "out")


def _write_earlier(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        (folder / "out" / name).write_text(f"an earlier {name}\n", encoding="utf-8")


def _digests(folder: Path, names: Mapping[str, str] | None = None) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
        if path.is_file() and (names is None or path.name in names)
    }


def _environment() -> dict[str, str]:
    return os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_CACHE_HOME": "/nonexistent",
        "PAPERTRACE_CONFIG": "none",
    }


def _run(
    folder: Path,
    arguments: Sequence[str],
    *,
    interfere: Callable[["subprocess.Popen[bytes]"], object] | None = None,
    limits: Mapping[int, int] | None = None,
    variables: Mapping[str, str] | None = None,
    obeys_permissions: bool = False,
    max_s: float = _MAX_S,
) -> Ended:
    """Run the program in a folder; `interfere` is called when it has started."""
    library = ctypes.CDLL(None)

    def limit() -> None:
        if obeys_permissions and os.geteuid() == 0:  # root writes to every folder unless it gives that up for good
            for capability in (_DAC_OVERRIDE, _DAC_READ_SEARCH):
                library.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
        for kind, value in (limits or {}).items():
            resource.setrlimit(kind, (value, value))

    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *arguments],
        cwd=folder,
        env=_environment() | dict(variables or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=limit if limits or obeys_permissions else None,  # noqa: PLW1509 - only sets limits
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        if interfere is not None:
            interfere(process)
        try:
            _, messages = process.communicate(timeout=max_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return Ended(-999, f"does not end within {max_s:.0f} s")
    return Ended(process.returncode, messages.decode(errors="replace"))


def _signal(delay_s: float, kill: signal.Signals, process: "subprocess.Popen[bytes]") -> None:
    with suppress(subprocess.TimeoutExpired):
        process.wait(delay_s)
    process.send_signal(kill)


def _later(delay_s: float, work: Callable[[], object], _: "subprocess.Popen[bytes]") -> None:
    def wait_and_work() -> None:
        with suppress(OSError):
            work()

    timer = threading.Timer(delay_s, wait_and_work)
    timer.daemon = True
    timer.start()


def _check_status(tally: Tally, name: str, ended: Ended, expected: set[int]) -> None:
    if ended.status not in expected or "Traceback" in ended.messages:
        tally.crash(f"{name}: status {ended.status}: {ended.messages[-600:]}")


def _check_files(
    tally: Tally, name: str, folder: Path, job: Job, before: Mapping[str, str], *, may_have_temporary: bool = False
) -> None:
    """Check that every output is as before or as expected, and that nothing else is left."""
    found = _digests(folder / "out")
    for file, digest in found.items():
        if file.startswith(".papertrace-"):
            if not may_have_temporary:
                tally.lose(f"{name}: the temporary file {file} is left")
        elif digest not in {before.get(file), job.expected.get(file)}:
            tally.lose(f"{name}: {file} is neither as before nor as it is to be")
    if missing := set(before) - set(found):
        tally.lose(f"{name}: {sorted(missing)} are gone")
