"""The contract that all engines fulfil, and the engine of this process.

A *chunk* is bytes that only the function and its caller understand. The caller divides its data into chunks and keeps
what it wants of the results; the engine decides where the function runs: in this process, in worker processes, or on
Spark. The contract is the same everywhere, so that the caller's result does not depend on the engine:

Order
    The n-th result belongs to the n-th chunk, whichever is finished first.
Determinism
    A function is called with the same chunk and an equal `shared` on every engine. It must depend on nothing else: not
    on which chunks the same process handled before, the order of sets or `hash` of strings, the clock, or global state
    that another call left. Caches that only save time are allowed. An engine may call a function more than once for a
    chunk.
`shared`
    Any picklable value. It is pickled once per call and unpickled once per call in each worker; in this process the
    function gets the object itself. A function must not change it.
Functions
    A function is defined at the top level of a module that a new interpreter can import, which `__main__` is not.
A function that raises
    It should not do so for one bad paper. What it raises is raised by the engine as an `EngineError` that names the
    function and the chunk and ends with the exception; in this process the exception is its `__cause__`. A
    `PapertraceError` of a function is raised as it is.
A worker that dies
    Killed by the system for want of memory, or by a crash of a library, it is replaced and its chunk is handed out once
    more (by Spark on a cluster, as often as its settings allow). If that worker dies too, an `EngineError` names the
    function and the chunk. Other results are unharmed.
Calls in progress
    A map starts with the first `next`, and works ahead of the caller by a bounded number of chunks, so that memory is
    bounded also where the caller is slow. Maps of one engine may be interleaved in one thread, be closed early, or
    never be finished. An engine is used from one thread.
After an error
    The engine can be used further. After `close`, nothing of it can be used.
"""

import contextlib
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Self, TypeAlias, TypeVar, cast

from papertrace.errors import EngineError, PapertraceError
from papertrace.spool import pack, unpack

A = TypeVar("A")
B = TypeVar("B")
S = TypeVar("S")

ChunkFunction: TypeAlias = Callable[[bytes, Any], bytes]
"""A deterministic function `(chunk, shared) -> result`, defined at the top level of a module."""


class Engine(ABC):
    """Where functions over chunks run; a context manager that closes itself."""

    _is_closed = False

    def map(self, function: ChunkFunction, chunks: Iterable[bytes], shared: Any = None) -> Iterator[bytes]:  # noqa: ANN401
        """Yield the result of a function for each chunk, in the order of the chunks.

        Parameters
        ----------
        function
            As the contract above demands.
        chunks
            Any number of chunks, also none, read once and in order, as workers become free. An exception that the
            iterable raises is passed on.
        shared
            What every call of the function gets as its second argument.

        Raises
        ------
        EngineError
            If the function raises, a worker dies twice for the same chunk, or there is no room for temporary files.
        """
        self._check_open()
        return self._map(function, chunks, shared)

    def map_values(self, function: Callable[[A, S], B], values: Iterable[A], shared: S) -> Iterator[B]:
        """Yield the result of a function for each value, as `map` does for bytes: they are packed on their way.

        Values and results are columns, or tuples and lists of them, and must not be changed.
        """
        return map(unpack, self.map(_OfPacked(function), map(pack, values), shared))

    def close(self) -> None:
        """End all workers; a second time does nothing."""
        if not self._is_closed:
            self._is_closed = True
            self._end()

    def __enter__(self) -> Self:
        """Return the engine."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the engine."""
        self.close()

    def _check_open(self) -> None:
        if self._is_closed:
            message = "the engine is closed; open another one"
            raise EngineError(message)

    @abstractmethod
    def _map(self, function: ChunkFunction, chunks: Iterable[bytes], shared: Any) -> Iterator[bytes]:  # noqa: ANN401
        """Yield the results; whether the engine is still open is checked before each."""

    @abstractmethod
    def _end(self) -> None:
        """End what runs elsewhere, and delete what is shared with it."""


class WrappedFunction(ABC):
    """A function around another one, by whose name it goes, which messages want to know."""

    def __init__(self, function: Callable[[Any, Any], Any]) -> None:
        self.function = function
        self.__module__ = function.__module__
        self.__name__: str = name_of(function)
        self.__qualname__ = getattr(function, "__qualname__", self.__name__)

    def __reduce__(self) -> tuple[type, tuple[Callable[[Any, Any], Any]]]:
        """Return how to make an equal function in a worker."""
        return type(self), (self.function,)

    @abstractmethod
    def __call__(self, chunk: bytes, shared: Any) -> bytes:  # noqa: ANN401
        """Return the result for a chunk."""


class _OfPacked(WrappedFunction):
    """A function of packed values."""

    def __call__(self, chunk: bytes, shared: Any) -> bytes:  # noqa: ANN401
        """Return the packed result."""
        return pack(self.function(unpack(chunk), shared))


def ignore_count(_: int) -> None:
    """Ignore how many results there are: the default of callers that show no progress."""


class Failure(NamedTuple):
    """What a worker returns for a chunk whose function raised."""

    fact: str
    """The last line of the traceback."""
    error: bytes | None
    """The exception, pickled, if the caller is to get it as it is."""


def apply_in_worker(function: ChunkFunction, chunk: bytes, shared: Any) -> bytes | Failure:  # noqa: ANN401
    """Return the result of a function, or its failure; want of memory is not caught."""
    try:
        return bytes(function(chunk, shared))
    except MemoryError:
        raise
    except BaseException as error:  # noqa: BLE001 - the caller raises it
        packed = None
        if isinstance(error, PapertraceError):
            with contextlib.suppress(Exception):
                packed = pickle.dumps(error)
        return Failure(describe_error(error), packed)


def take_result(function: ChunkFunction, number: int, result: bytes | Failure) -> bytes:
    """Return the result of the chunk `number`, counted from 0, or raise its failure."""
    if isinstance(result, bytes):
        return result
    if result.error:
        raise pickle.loads(result.error)  # noqa: S301 - from a worker of ours
    raise describe_failure(function, number, result.fact)


def describe_failure(function: ChunkFunction, number: int, fact: str) -> EngineError:
    """Return the error of a function that raised; `number` counts chunks from 0."""
    message = (
        f"chunk {number + 1} of {name_of(function)}: {fact}; this is an error in papertrace, please report it "
        "(divide the input to find the paper)"
    )
    return EngineError(message, chunk=number)


def describe_error(error: BaseException) -> str:
    """Return the last line of a traceback: the kind of the exception and its message."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def no_room(folder: object, error: OSError) -> EngineError:
    """Return the error of temporary files that cannot be written."""
    return EngineError(f"{folder}: {error.strerror or error}; set TMPDIR to keep temporary files in another folder")


def name_of(function: ChunkFunction) -> str:
    """Return the name by which messages call a function."""
    return getattr(function, "__name__", repr(function))


def check_importable(function: ChunkFunction) -> None:
    """Raise EngineError if other processes cannot import a function: of `__main__`, or inside another function."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "<")
    if module in {None, "__main__"} or "<" in name:
        fact = "is defined in the script that runs" if module == "__main__" else "is not defined at the top level"
        message = f"{name_of(function)} {fact}, so that workers cannot import it; define it in a module of its own"
        raise EngineError(message)


def unpicklable(function: ChunkFunction, error: Exception) -> EngineError:
    """Return the error of a shared value that cannot be sent to workers."""
    return EngineError(f"what {name_of(function)} shares cannot be pickled for workers: {describe_error(error)}")


class InlineEngine(Engine):
    """The engine that calls functions in this process, chunk by chunk; it works ahead by no chunk."""

    def _map(self, function: ChunkFunction, chunks: Iterable[bytes], shared: Any) -> Iterator[bytes]:  # noqa: ANN401
        for number, chunk in enumerate(chunks):
            self._check_open()
            try:
                result = function(chunk, shared)
            except (PapertraceError, MemoryError):
                raise
            except Exception as error:
                raise describe_failure(function, number, describe_error(error)) from error
            yield result

    def map_values(self, function: Callable[[A, S], B], values: Iterable[A], shared: S) -> Iterator[B]:
        """Yield the result of a function for each value; none is packed."""
        results: Iterator[Any] = self.map(cast("Any", function), cast("Any", values), shared)
        return results

    def _end(self) -> None:
        """Nothing runs elsewhere."""
