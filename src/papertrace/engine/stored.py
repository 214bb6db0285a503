"""The engine whose results persist: another engine computes only those that a folder lacks.

The key of a result is a digest of the function's name, the shared value and the chunk. So a run that was killed goes on
where it was, and one with another option repeats only what depends on it. The shared value is digested in a form that
is the same in each process: pickled, but sets by their sorted elements, and without references between equal parts. If
two runs differ nevertheless, as in the order of a dict, the results are computed again, which costs time and nothing
else.

There is one file per result, named by its key, and a lock. A file is written aside and renamed, so that it is complete
or missing; its digest tells a file that a power failure has damaged. Results are packed, since those of a corpus are
more than ten times its size.

Results are only used by the very versions of papertrace, of Python and of other packages that computed them. They are
in a subfolder of that name; those of other versions are removed when the folder is opened, and so are results that no
run has used for `MAX_DAYS_UNUSED`.

Results are unpickled, which runs whatever they ask for. So others must not have written them: the folder has to be the
user's, and not writable for everybody.
"""

import contextlib
import hashlib
import importlib.metadata
import logging
import os
import pickle
import re
import secrets
import shutil
import stat
import sys
import time
import unicodedata
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from papertrace.engine.protocol import ChunkFunction, Engine, WrappedFunction, name_of, unpicklable
from papertrace.errors import EngineError

MAX_DAYS_UNUSED = 30
DISTRIBUTIONS = (
    *("rjieba", "sudachipy", "sudachidict_small", "stop_words"),
    *("numpy", "scipy", "networkx", "graspologic_native", "msgspec", "xxhash"),
)
"""What results depend on, by the names of pip; where an optional one is missing, results differ too."""
_LOG = logging.getLogger(__name__)
_PACKAGE = Path(__file__).parents[1]
_PREFIX = ".results-"  # hidden, so that a folder that is read as a listing may contain it
_MAGIC = b"ptrace1\n"
_KEY_BYTES = 20
_DIGEST_BYTES = 16
_LEVEL = 1
"""It packs candidates to a quarter, 80 MB a second; higher levels take three times as long for a tenth less."""
_IS_DOUBTFUL = "doubtful.tmp"
"""The file that says that a result was found damaged."""
_SECONDS_PER_DAY = 86_400
_SECONDS_BETWEEN_TOUCHES = 3_600
_MODE = 0o700


class StoringEngine(Engine):
    """An engine that keeps results in a folder beyond the end of the process, and has another one compute them."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self._engine = engine
        try:
            self._folder = ResultFolder(folder)
        except BaseException:
            engine.close()
            raise

    def _map(self, function: ChunkFunction, chunks: Iterable[bytes], shared: Any) -> Iterator[bytes]:  # noqa: ANN401
        self._check_open()
        prefix = _digest_call(function, shared)
        due: deque[Path] = deque()
        """The results that were not yet yielded."""
        missing: list[int] = []
        """The numbers of the chunks that are computed."""
        n_taken = n_yielded = 0

        def take_missing() -> Iterator[bytes]:
            nonlocal n_taken
            for chunk in chunks:
                path = self._folder.results / _digest(prefix + _digest(chunk)).hex()
                due.append(path)
                n_taken += 1
                if not self._folder.has(path):
                    missing.append(n_taken - 1)
                    yield chunk

        try:
            computed = self._engine.map(PackedFunction(function), take_missing(), shared)
            for n_computed, packed in enumerate(computed):
                while n_yielded < missing[n_computed]:
                    n_yielded += 1
                    yield read_result(due.popleft())
                n_yielded += 1
                write_result(due.popleft(), packed)
                yield zlib.decompress(packed)
        except EngineError as error:
            raise _renumber(error, missing) from error
        _LOG.info("%s: %d of %d results were there", name_of(function), n_taken - len(missing), n_taken)
        for path in due:
            self._check_open()
            yield read_result(path)

    def _end(self) -> None:
        """Close the engine that computes; the results stay."""
        try:
            self._engine.close()
        finally:
            self._folder.close()


class PackedFunction(WrappedFunction):
    """A function that packs its results."""

    def __call__(self, chunk: bytes, shared: Any) -> bytes:  # noqa: ANN401
        """Return the packed result."""
        return zlib.compress(self.function(chunk, shared), _LEVEL)


def _renumber(error: EngineError, missing: list[int]) -> EngineError:
    """Return the error for the chunks of the caller: of these, only the missing ones were handed on."""
    if error.chunk is None:
        return error
    number = missing[error.chunk]
    return EngineError(re.sub(r"^chunk \d+", f"chunk {number + 1}", str(error)), chunk=number)


class _Digester(pickle.Pickler):
    """A pickler that writes equal values as equal bytes, in each process; nobody can read them."""

    def __init__(self, file: "_Hash") -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.fast = True  # Otherwise it matters whether two equal strings are one object.

    def persistent_id(self, value: object) -> bytes | None:
        """Return a digest for a set, whose order depends on the process, and None for other values."""
        if not isinstance(value, set | frozenset):
            return None
        if all(type(element) is str for element in value):
            return b"texts" + _digest_parts(text.encode("utf-8", "surrogatepass") for text in sorted(value))
        return b"values" + _digest_parts(sorted(map(_digest_value, value)))


class _Hash:
    """A file to write to, of which only the digest is kept."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=_KEY_BYTES)

    def write(self, data: bytes | pickle.PickleBuffer) -> None:
        self._hash.update(data)

    def digest(self) -> bytes:
        return self._hash.digest()


def _digest_value(value: object) -> bytes:
    digest = _Hash()
    _Digester(digest).dump(value)
    return digest.digest()


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_KEY_BYTES).digest()


def _digest_parts(parts: Iterable[bytes]) -> bytes:
    """Return a digest of parts that depends on where each of them ends, and on their number."""
    digest = hashlib.blake2b(digest_size=_KEY_BYTES)
    n_parts = 0
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
        n_parts += 1
    return n_parts.to_bytes(8, "big") + digest.digest()


def _digest_call(function: ChunkFunction, shared: Any) -> bytes:  # noqa: ANN401
    """Return a digest of the name of a function and of what it shares."""
    name = f"{function.__module__}:{getattr(function, '__qualname__', name_of(function))}"
    try:
        digest = _digest_value(shared)
    except Exception as error:
        raise unpicklable(function, error) from error
    return _digest(name.encode() + b"\0" + digest)


class ResultFolder:
    """A folder of results that one process uses at a time, until `close`.

    EngineError is raised if it cannot be created or written, others may have written to it, or another process uses it.
    """

    def __init__(self, path: Path) -> None:
        path = path.absolute()  # as workers elsewhere need it
        self.results: Path = path / f"{_PREFIX}{name_version()}"
        try:
            path.mkdir(_MODE, parents=True, exist_ok=True)
            for one in (path, *sorted(path.glob(f"{_PREFIX}*"))):
                _check_owner(one)
            self._lock = _lock(path / ".lock")
            self.results.mkdir(_MODE, exist_ok=True)
            self._clean(path)
        except OSError as error:
            message = f"{path}: cannot keep results there: {error.strerror}; choose another folder with --work-dir"
            raise EngineError(message) from error

    def close(self) -> None:
        """Let other processes use the folder."""
        self._lock.close()

    @staticmethod
    def has(path: Path) -> bool:
        """Return whether a result is there, and note that it is still used."""
        try:
            if time.time() - path.stat().st_mtime > _SECONDS_BETWEEN_TOUCHES:
                os.utime(path)
        except FileNotFoundError:
            return False
        except OSError:
            return path.exists()
        return True

    def _clean(self, path: Path) -> None:
        """Remove what no run will use again."""
        for other in path.glob(f"{_PREFIX}*"):
            if other != self.results:
                n_bytes = sum(file.stat().st_size for file in other.iterdir())
                shutil.rmtree(other)
                _LOG.info("%s: removed %.1f MB of results of another version", other, n_bytes / 1e6)
        oldest_s = time.time() - MAX_DAYS_UNUSED * _SECONDS_PER_DAY
        is_doubtful = (self.results / _IS_DOUBTFUL).exists()
        for file in self.results.iterdir():
            is_old = file.suffix == ".tmp" or file.stat().st_mtime < oldest_s
            if is_old or (is_doubtful and _verify(file.read_bytes()) is None):
                file.unlink(missing_ok=True)


def write_result(path: Path, packed: bytes) -> None:
    """Write a packed result, completely or not at all; raise EngineError if that fails, as on a full disk."""
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(_MAGIC + _check(packed))
            file.write(packed)
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        message = (
            f"{path.parent}: {error.strerror}; make room, or choose another folder with --work-dir; "
            "the results that are there will be used"
        )
        raise EngineError(message) from error


def read_result(path: Path) -> bytes:
    """Return a result; raise EngineError if it is missing or damaged.

    If it is damaged, all files are checked when the folder is opened again.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        message = f"{path}: {error.strerror}; run the same command again"
        raise EngineError(message) from error
    result = _verify(content)
    if result is None:
        with contextlib.suppress(OSError):
            path.with_name(_IS_DOUBTFUL).touch()
        message = f"{path}: is damaged; run the same command again, which will check all results"
        raise EngineError(message)
    return result


def name_version() -> str:
    """Return a name for this version of papertrace and of Python.

    It has a digest of the code, the data, and the versions of other packages on which results depend.
    """
    digest = hashlib.blake2b("".join(read_versions()).encode(), digest_size=8)
    for path in sorted(_PACKAGE.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\n{path.stat().st_size}\n".encode())
            digest.update(path.read_bytes())
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"{digest.hexdigest()}-python{python}"


@cache
def read_versions() -> list[str]:
    """Return a line with the version of each package on which results depend, and one with that of Unicode."""
    versions = [f"unicode {unicodedata.unidata_version}\n"]
    for name in DISTRIBUTIONS:
        try:
            versions.append(f"{name} {importlib.metadata.version(name)}\n")
        except importlib.metadata.PackageNotFoundError:
            versions.append(f"{name} missing\n")
    return versions


def _verify(content: bytes) -> bytes | None:
    """Return the result in the content of a file, or None if it is damaged."""
    start = len(_MAGIC) + _DIGEST_BYTES
    packed = content[start:]
    return zlib.decompress(packed) if content[:start] == _MAGIC + _check(packed) else None


def _check(packed: bytes) -> bytes:
    return hashlib.blake2b(packed, digest_size=_DIGEST_BYTES).digest()


def _check_owner(path: Path) -> None:
    """Refuse a folder in which somebody else may have put results, on systems where its owner and mode tell."""
    if sys.platform == "win32":
        return
    status = path.stat()
    if status.st_uid != os.geteuid():
        message = f"{path}: belongs to another user, whose results could do anything; choose another --work-dir"
        raise EngineError(message)
    if status.st_mode & stat.S_IWOTH:
        message = (
            f"{path}: everybody may write to it, and results of others could do anything; "
            "choose a --work-dir to which only you may write"
        )
        raise EngineError(message)


def _lock(path: Path) -> BinaryIO:
    """Return a file that is locked until it is closed, also by the end of the process."""
    file = path.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        message = f"{path.parent}: another papertrace uses it; wait for its end, or choose another --work-dir"
        raise EngineError(message) from error
    return file
