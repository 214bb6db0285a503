"""The engine whose results persist: another engine computes only those that its folder lacks.

The key of a result is a digest of the function's name, the shared value and the chunk; if the chunk is a result itself,
of its key. So a run that was killed goes on where it was, and one with another option repeats only what depends on it.
The shared value is digested in a form that is the same in each process: pickled, but sets by their sorted elements, and
without references between equal parts. If two runs differ nevertheless, as in the order of a dict, the results are
computed again, which costs time and nothing else.
"""

import hashlib
import itertools
import logging
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Self

from papertrace.engine.failures import closed, foreign, name_of, renumber, unpicklable
from papertrace.engine.persistent.folder import ResultFolder, read_result, write_result
from papertrace.engine.protocol import ChunkFunction, Chunks, Engine, ignore_count
from papertrace.errors import EngineError

_LOG = logging.getLogger(__name__)
_KEY_BYTES = 20
_KEY_LENGTH = 2 * _KEY_BYTES
_IS_STORED, _IS_GIVEN = b"\1", b"\0"


class StoringFunction:
    """A function that stores its result in a file; it gets the keys of the result and of the chunk, or the chunk.

    It goes by the name of the function that it calls, which messages and workers want to know.
    """

    def __init__(self, function: ChunkFunction, folder: Path) -> None:
        self.function = function
        self.folder = folder
        self.__name__: str = name_of(function)
        self.__module__ = function.__module__
        self.__qualname__ = getattr(function, "__qualname__", self.__name__)

    def __reduce__(self) -> tuple[type, tuple[ChunkFunction, Path]]:
        """Return how to make an equal function in a worker."""
        return StoringFunction, (self.function, self.folder)

    def __call__(self, request: bytes, shared: Any) -> bytes:  # noqa: ANN401
        """Store the result, and return nothing of it."""
        key, kind, chunk = request[:_KEY_LENGTH], request[_KEY_LENGTH : _KEY_LENGTH + 1], request[_KEY_LENGTH + 1 :]
        if kind == _IS_STORED:
            chunk = read_result(self.folder / chunk.decode())
        write_result(self.folder / key.decode(), self.function(chunk, shared))
        return b""


class PersistentKept:
    """Results in files of a folder, by their keys."""

    def __init__(self, engine: "PersistentEngine", keys: list[str]) -> None:
        self.engine = engine
        self.keys = keys

    def __len__(self) -> int:
        """Return the number of results."""
        return len(self.keys)


class PersistentEngine:
    """An engine that keeps results in a folder beyond the end of the process, and has another one compute them."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self._engine = engine
        self._is_closed = False
        try:
            self._folder = ResultFolder(folder)
        except BaseException:
            engine.close()
            raise

    def keep(
        self,
        function: ChunkFunction,
        chunks: Chunks,
        shared: Any = None,  # noqa: ANN401
        on_result: Callable[[int], None] = ignore_count,
    ) -> PersistentKept:
        """Compute the results that are missing."""
        self._check(chunks)
        keys: list[str] = []
        for key in self._compute(function, chunks, shared):
            keys.append(key)
            on_result(len(keys))
        return PersistentKept(self, keys)

    def map(self, function: ChunkFunction, chunks: Chunks, shared: Any = None) -> Iterator[bytes]:  # noqa: ANN401
        """Yield the result for each chunk, computed if it is missing."""
        self._check(chunks)
        return self._map(function, chunks, shared)

    def close(self) -> None:
        """Close the engine that computes; the results stay."""
        if not self._is_closed:
            self._is_closed = True
            try:
                self._engine.close()
            finally:
                self._folder.close()

    def __enter__(self) -> Self:
        """Return the engine."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the engine."""
        self.close()

    def _map(self, function: ChunkFunction, chunks: Chunks, shared: Any) -> Iterator[bytes]:  # noqa: ANN401
        for key in self._compute(function, chunks, shared):
            yield read_result(self._folder.results / key)

    def _compute(self, function: ChunkFunction, chunks: Chunks, shared: Any) -> Iterator[str]:  # noqa: ANN401
        """Yield the key of each result, in order, as soon as the result is there."""
        self._check(chunks)
        prefix = _digest_call(function, shared)
        due: deque[str] = deque()
        """The keys that were not yet yielded."""
        missing: list[int] = []
        """The numbers of the chunks that are computed."""
        n_taken = 0

        def request() -> Iterator[bytes]:
            nonlocal n_taken
            for source, chunk in self._identify(chunks):
                key = _digest(prefix, source)
                due.append(key)
                n_taken += 1
                if not self._folder.has(key):
                    missing.append(n_taken - 1)
                    kind = _IS_STORED if chunk is None else _IS_GIVEN
                    yield key.encode() + kind + (source if chunk is None else chunk)

        n_yielded = n_computed = 0
        try:
            for _ in self._engine.map(StoringFunction(function, self._folder.results), request(), shared):
                n_computed += 1
                while n_yielded <= missing[n_computed - 1]:
                    yield due.popleft()
                    n_yielded += 1
        except EngineError as error:
            raise renumber(error, missing) from error
        _LOG.info("%s: %d of %d results were there", name_of(function), n_taken - n_computed, n_taken)
        yield from due

    def _identify(self, chunks: Chunks) -> Iterator[tuple[bytes, bytes | None]]:
        """Yield what identifies each chunk, and the chunk itself unless it is stored."""
        if isinstance(chunks, PersistentKept):
            yield from zip((key.encode() for key in chunks.keys), itertools.repeat(None), strict=False)
        elif isinstance(chunks, Iterable):
            for chunk in chunks:
                yield b"bytes " + _digest_bytes(chunk), chunk

    def _check(self, chunks: Chunks) -> None:
        if self._is_closed:
            raise closed()
        if isinstance(chunks, PersistentKept):
            if chunks.engine is not self:
                raise foreign()
        elif not isinstance(chunks, Iterable):
            raise foreign()


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


def _digest_bytes(data: bytes) -> bytes:
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
    return _digest_bytes(name.encode() + b"\0" + digest)


def _digest(prefix: bytes, source: bytes) -> str:
    return hashlib.blake2b(prefix + source, digest_size=_KEY_BYTES).hexdigest()
