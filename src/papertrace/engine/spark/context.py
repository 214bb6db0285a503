"""Starting Spark and ending it: what it needs, what it writes, and what it leaves behind."""

import contextlib
import os
import re
import shutil
import signal
import sys
import tempfile
import warnings
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.engine.failures import no_room
from papertrace.errors import EngineError

if TYPE_CHECKING:
    from py4j.java_gateway import JavaGateway
    from pyspark import SparkConf, SparkContext

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


class OwnContext:
    """A Spark context that this process started, and the folder of its temporary files.

    If a program has one already, such as a notebook of a cluster, that one is used, and left as it is.
    """

    def __init__(self, master: str) -> None:
        check_requirements()
        from pyspark import SparkContext

        try:
            self.folder: Path = Path(tempfile.mkdtemp(prefix="papertrace-"))
        except OSError as error:
            raise no_room(tempfile.gettempdir(), error) from error
        active = SparkContext._active_spark_context  # noqa: SLF001 - there is no public way to ask
        self.context: SparkContext
        self.context, gateway = (active, None) if active else _start(master, self.folder)
        self.is_local: bool = str(self.context.master).startswith("local")
        self._finalizer = weakref.finalize(self, _stop, self.context, gateway, self.folder, os.getpid())

    def close(self) -> None:
        """Stop Spark, if this process started it, and delete the temporary files."""
        self._finalizer()


def check_requirements() -> None:
    """Raise an error that says what to install, if Spark cannot run here.

    Raises
    ------
    EngineError
        If pyspark or Java is missing.
    """
    try:
        import pyspark  # noqa: F401
    except ImportError as error:
        message = "the engine spark needs pyspark, which is not installed; run pip install 'papertrace[spark]'"
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
        said = [line for line in log.read_text("utf-8", "replace").splitlines() if line.strip()]
        fact = next((line for line in said if "Error" in line or "Exception" in line), str(error).partition("\n")[0])
        _stop(None, gateway, folder, os.getpid())
        message = f"Spark cannot be started with the master {master}: {fact.strip()}; check --master and Java"
        raise EngineError(message) from error


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
