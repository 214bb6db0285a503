"""The folder of persistent results: one file per result, named by its key, and a lock.

A file is written aside and renamed, so that it is complete or missing; its digest tells a file that a power failure
has damaged. Results are packed, since those of a corpus are more than ten times its size.

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
import secrets
import shutil
import stat
import sys
import time
import unicodedata
import zlib
from functools import cache
from pathlib import Path
from typing import BinaryIO

from papertrace.errors import EngineError

MAX_DAYS_UNUSED = 30
_LOG = logging.getLogger(__name__)
_PACKAGE = Path(__file__).parents[2]
DISTRIBUTIONS = (
    *("rjieba", "sudachipy", "sudachidict_small", "stop_words"),
    *("numpy", "scipy", "networkx", "graspologic_native", "msgspec", "xxhash"),
)
"""What results depend on, by the names of pip; where an optional one is missing, results differ too."""
_PREFIX = ".results-"  # hidden, so that a folder that is read as a listing may contain it
_MAGIC = b"ptrace1\n"
_DIGEST_BYTES = 16
_LEVEL = (
    1  # which packs candidates to a quarter, 80 MB a second; higher levels take three times as long for a tenth less
)
_IS_DOUBTFUL = "doubtful.tmp"
"""The file that says that a result was found damaged."""
_SECONDS_PER_DAY = 86_400
_SECONDS_BETWEEN_TOUCHES = 3_600
_MODE = 0o700


class ResultFolder:
    """A folder of results that one process uses at a time, until `close`.

    Raises
    ------
    EngineError
        If the folder cannot be created or written, others may have written to it, or another process uses it.
    """

    def __init__(self, path: Path) -> None:
        path = path.absolute()  # as workers elsewhere need it
        self.results: Path = locate_results(path)
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

    def has(self, key: str) -> bool:
        """Return whether a result is there, and note that it is still used."""
        path = self.results / key
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


def locate_results(path: Path) -> Path:
    """Return the subfolder of a work folder for the results of this version, whether it is there or not."""
    return path / f"{_PREFIX}{name_version()}"


def write_result(path: Path, result: bytes) -> None:
    """Write a result, completely or not at all.

    Raises
    ------
    EngineError
        If the file cannot be written, as on a full disk.
    """
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("wb") as file:
            packed = zlib.compress(result, _LEVEL)
            file.write(_MAGIC + _digest(packed))
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
    """Return a result.

    Raises
    ------
    EngineError
        If the file is missing or damaged; in the latter case, all files are checked when the folder is opened again.
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
    return zlib.decompress(packed) if content[:start] == _MAGIC + _digest(packed) else None


def _digest(packed: bytes) -> bytes:
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
