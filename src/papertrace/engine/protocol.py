"""What an engine is: it applies functions to chunks of bytes somewhere, and keeps or returns their results.

A *chunk* is bytes that only the function and its caller understand. The caller divides its data into chunks, and the
engine decides where the function runs: in this process, in worker processes, or on Spark. The contract is the same
everywhere, so that the caller's result does not depend on the engine:

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
    A function is defined at the top level of a module that a new interpreter can import, which `__main__` is not. Its
    module should itself import at the top level what the function needs: worker processes are forked after the import,
    where the system allows it, and so share its cost.
A function that raises
    It should not do so for one bad paper. What it raises is raised by the engine as an `EngineError` that names the
    function and the chunk and ends with the exception; in this process the exception is its `__cause__`. A
    `PapertraceError` of a function is raised as it is.
A worker that dies
    Killed by the system for want of memory, or by a crash of a library, it is replaced and its chunk is handed out once
    more (by Spark on a cluster, as often as its settings allow). If that worker dies too, an `EngineError` names the
    function and the chunk, or the chunks of its partition. Other results are unharmed.
Calls in progress
    `keep` returns when all results exist. `map` starts with the first `next`, and works ahead of the caller by a
    bounded number of chunks, so that memory is bounded also where the caller is slow; on Spark, which keeps results
    itself, it first computes all of them. Calls of one engine may be
    interleaved in one thread: a map may be iterated while another one is, be closed early, or never be finished.
    An engine is used from one thread.
After an error
    The engine can be used further; `Kept` of earlier calls stay valid. After `close`, nothing of it can be used.
"""

from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Protocol, Self, TypeAlias

ChunkFunction: TypeAlias = Callable[[bytes, Any], bytes]
"""A deterministic function `(chunk, shared) -> result`, defined at the top level of a module."""


class Kept(Protocol):
    """Results of `keep`, in the order of the chunks; where they are is the engine's matter.

    They are valid until their engine is closed, and only for that engine. What they occupy is freed when the last
    reference to them is gone.
    """

    def __len__(self) -> int:
        """Return the number of results, which is that of the chunks."""
        ...


Chunks: TypeAlias = Iterable[bytes] | Kept
"""Chunks from the caller, consumed as workers become free, or the results of an earlier `keep` of the same engine."""


def ignore_count(_: int) -> None:
    """Ignore how many results there are: the default of callers that show no progress."""


class Engine(Protocol):
    """Where functions over chunks run; a context manager that closes itself."""

    def keep(
        self,
        function: ChunkFunction,
        chunks: Chunks,
        shared: Any = None,  # noqa: ANN401
        on_result: Callable[[int], None] = ignore_count,
    ) -> Kept:
        """Apply a function to each chunk now, and keep the results where the engine has them.

        Parameters
        ----------
        function
            As the contract above demands.
        chunks
            Any number of chunks, also none, read once and in order. An exception that the iterable raises is passed on.
        shared
            What every call of the function gets as its second argument.
        on_result
            Is told how many results there are: whenever there are more of the first ones without a gap, or, by Spark,
            once all are there.

        Raises
        ------
        EngineError
            If the function raises, a worker dies twice for the same chunk, or there is no room for the results.
        """
        ...

    def map(self, function: ChunkFunction, chunks: Chunks, shared: Any = None) -> Iterator[bytes]:  # noqa: ANN401
        """Yield the result of a function for each chunk, in the order of the chunks; otherwise as `keep`."""
        ...

    def close(self) -> None:
        """End all workers and delete everything kept; a second time does nothing."""
        ...

    def __enter__(self) -> Self:
        """Return the engine."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the engine."""
        ...
