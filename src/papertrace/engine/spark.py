"""The engine of Spark: the chunks of a call are handed out batch by batch, each chunk as one partition."""

import contextlib
import os
import re
import shutil
import signal
import sys
import tempfile
import warnings
import weakref
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.engine.protocol import (
    ChunkFunction,
    Engine,
    Failure,
    apply_in_worker,
    check_importable,
    name_of,
    no_room,
    take_result,
    unpicklable,
)
from papertrace.errors import EngineError, name_extra

if TYPE_CHECKING:
    from py4j.java_gateway import JavaGateway
    from pyspark import Broadcast, SparkConf, SparkContext

_CHUNKS_PER_CORE = 2
_MAX_BYTES_PER_BATCH = 128 << 20  # which pass through the memory of the driver's Java, 1 GB by default
_FAILED_TASK = re.compile(r"Task (\d+) in stage [\d.]+ failed (\d+) times")
_CAUSE = re.compile(r"(?:most recent failure: [^\n]*?\): |Caused by: )([^\n]+)")
_ERROR = re.compile("error|exception", re.IGNORECASE)
_LOG_NAME = "spark.log"
_MAX_STOP_SECONDS = 10
# Spark writes its log and warnings of the JVM to stderr, where the messages of a command belong.
_LOGGING = """\
rootLogger.level = error
rootLogger.appenderRef.stderr.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %p %c{1}: %m%n%ex
"""


class SparkEngine(Engine):
    """The engine of the cluster of a master, such as `local[2]`: two threads of this machine.

    If a program has a Spark context already, such as a notebook of a cluster, that one is used, and left as it is.
    """

    def __init__(self, master: str) -> None:
        check_requirements()
        from pyspark import SparkContext

        try:
            folder = Path(tempfile.mkdtemp(prefix="papertrace-"))
        except OSError as error:
            raise no_room(tempfile.gettempdir(), error) from error
        active = SparkContext._active_spark_context  # noqa: SLF001 - there is no public way to ask
        self._context: SparkContext
        self._context, gateway = (active, None) if active else _start(master, folder)
        self._log = folder / _LOG_NAME
        self._stop = weakref.finalize(self, _stop, self._context, gateway, folder, os.getpid())

    def _map(self, function: ChunkFunction, chunks: Iterable[bytes], shared: Any) -> Iterator[bytes]:  # noqa: ANN401
        self._check_open()
        check_importable(function)
        try:
            sent = self._context.broadcast(shared)
        except Exception as error:
            raise (self._describe_stop(error) or unpicklable(function, error)) from error
        del shared
        n_done = 0
        try:
            for batch in _divide(chunks, self._context.defaultParallelism * _CHUNKS_PER_CORE):
                self._check_open()
                try:
                    results = self._context.parallelize(batch, len(batch)).map(_Applied(function, sent)).collect()
                except Exception as error:
                    lost = self._describe_stop(error) or _describe_lost(name_of(function), n_done, error)
                    raise lost from error
                for number, result in enumerate(results, start=n_done):
                    self._check_open()
                    yield take_result(function, number, result)
                n_done += len(batch)
        finally:
            with contextlib.suppress(Exception):  # Spark may be gone.
                sent.destroy()

    def _end(self) -> None:
        self._stop()  # if the engine has started it

    def _describe_stop(self, error: Exception) -> EngineError | None:
        """Return the error of a Spark that has ended by itself, as without an answer of its master, or None."""
        java = self._context._jsc  # noqa: SLF001 - there is no public way to ask
        if java is not None and not java.sc().isStopped():
            return None
        return EngineError(f"Spark has stopped: {_find_fact(self._log, error)}; check --master and Java")


class _Applied:
    """A function with its shared value, as Spark calls it in a worker."""

    def __init__(self, function: ChunkFunction, shared: "Broadcast[Any]") -> None:
        self._function = function
        self._shared = shared

    def __call__(self, chunk: bytes) -> bytes | Failure:
        return apply_in_worker(self._function, chunk, self._shared.value)


def _divide(chunks: Iterable[bytes], n_most: int) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    n_bytes = 0
    for chunk in chunks:
        batch.append(chunk)
        n_bytes += len(chunk)
        if len(batch) == n_most or n_bytes > _MAX_BYTES_PER_BATCH:
            yield batch
            batch, n_bytes = [], 0
    if batch:
        yield batch


def _describe_lost(function: str, n_before: int, error: Exception) -> EngineError:
    """Return the error of a task that Spark has repeated in vain, given the number of chunks before its batch."""
    text = str(error)
    cause = next((line.strip() for line in _CAUSE.findall(text)), text.partition("\n")[0])
    if "No module named" in text:
        cause = next((line.strip() for line in text.splitlines() if "No module named" in line), cause)
        way_out = "install papertrace where the executors run, or ship an environment (spark.archives)"
    else:
        way_out = "if memory was short, give executors more (spark.executor.memory), else try --engine inline"
    task = _FAILED_TASK.search(text)
    if task is None:
        return EngineError(f"{function}: Spark stopped: {cause}; {way_out}")
    number = n_before + int(task[1])
    message = f"chunk {number + 1} of {function}: {task[2]} workers died or failed: {cause}; {way_out}"
    return EngineError(message, chunk=number)


def check_requirements() -> None:
    """Raise EngineError that says what to install if pyspark or Java is missing."""
    try:
        import pyspark  # noqa: F401
    except ImportError as error:
        message = f"the engine spark needs pyspark, which is not installed; run {name_extra('spark')}"
        raise EngineError(message) from error
    home = os.environ.get("JAVA_HOME")
    if home and not (Path(home) / "bin" / "java").exists():
        message = f"JAVA_HOME is {home}, where there is no bin/java; unset it, or set it to the folder of Java"
        raise EngineError(message)
    if not home and not shutil.which("java"):
        message = (
            "the engine spark needs Java 17 or newer, and there is no java in PATH; install it "
            "(apt install openjdk-17-jre-headless), or set JAVA_HOME"
        )
        raise EngineError(message)


def _start(master: str, folder: Path) -> "tuple[SparkContext, JavaGateway]":
    from pyspark import SparkContext
    from pyspark.java_gateway import launch_gateway

    log = folder / _LOG_NAME
    conf, environment = _configure(master, folder)
    gateway = None
    try:
        with log.open("wb") as stream, _this_python(master), _ctrl_c_as_before(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Of versions of pandas, which is not used.
            gateway = launch_gateway(conf, {"stdout": stream, "stderr": stream})  # type: ignore[no-untyped-call]
            return SparkContext(conf=conf, gateway=gateway, environment=environment), gateway
    except Exception as error:
        fact = _find_fact(log, error)
        _stop(None, gateway, folder, os.getpid())
        message = f"Spark cannot be started with the master {master}: {fact}; check --master and Java"
        raise EngineError(message) from error


def _find_fact(log: Path, error: Exception) -> str:
    """Return the first error that Spark has logged, or else the first line of what was raised."""
    said = log.read_text("utf-8", "replace").splitlines() if log.exists() else []
    return next(filter(_ERROR.search, said), str(error).partition("\n")[0]).strip()


def _configure(master: str, folder: Path) -> "tuple[SparkConf, dict[str, str]]":
    """Return the settings of Spark, and the environment of its Python workers."""
    from pyspark import SparkConf

    logging = folder / "log4j2.properties"
    logging.write_text(_LOGGING, encoding="utf-8")
    options = f"-Dlog4j2.configurationFile={logging.as_uri()}"
    settings = {
        "spark.master": master,
        "spark.app.name": "papertrace",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.extraJavaOptions": options,
    }
    environment: dict[str, str] = {}
    if local := re.fullmatch(r"local(?:\[(\d+|\*)\])?", master):
        # Without the second number, a local master does not repeat the task of a worker that died.
        settings |= {
            "spark.master": f"local[{local[1] or 1},2]",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.local.dir": str(folder),
            # Java only passes bytes on: compiling its code thoroughly would take longer than it saves.
            "spark.driver.extraJavaOptions": f"{options} -XX:TieredStopAtLevel=1",
        }
    if master.startswith("local"):
        environment["PYTHONPATH"] = os.pathsep.join(os.path.abspath(path) for path in sys.path)  # noqa: PTH100 - or ""
    conf = SparkConf(loadDefaults=False)
    for name, value in settings.items():
        conf.set(name, value)
    return conf, environment


@contextlib.contextmanager
def _this_python(master: str) -> Iterator[None]:
    """Have workers on this machine run this interpreter, unless the user has named one."""
    name = "PYSPARK_PYTHON"
    if name in os.environ or not master.startswith("local"):
        yield
        return
    os.environ[name] = sys.executable
    try:
        yield
    finally:
        del os.environ[name]


@contextlib.contextmanager
def _ctrl_c_as_before() -> Iterator[None]:
    """Undo the handler of Ctrl-C that Spark installs: closing the engine ends its jobs too."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):  # In another thread, neither has Spark installed one.
            signal.signal(signal.SIGINT, before)


def _stop(context: "SparkContext | None", gateway: "JavaGateway | None", folder: Path, process: int) -> None:
    if os.getpid() != process:  # A fork of the process that owns them.
        return
    if gateway is not None:
        from pyspark import SparkContext

        if context is not None:
            with contextlib.suppress(Exception):
                context.stop()
        with contextlib.suppress(Exception):
            gateway.shutdown()
        # The Java process ends when its standard input does. Another context of this process needs another one.
        if gateway.proc is not None:
            gateway.proc.stdin.close()
            try:
                gateway.proc.wait(_MAX_STOP_SECONDS)
            except Exception:  # noqa: BLE001 - it must not outlive the engine
                gateway.proc.kill()
                gateway.proc.wait()
        SparkContext._gateway = SparkContext._jvm = None  # noqa: SLF001
    shutil.rmtree(folder, ignore_errors=True)
