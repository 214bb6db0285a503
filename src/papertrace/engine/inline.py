"""The engine of this process: functions are called where they are, and nothing is pickled or copied."""

import tempfile
import weakref
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO, Self

from papertrace.engine.failures import closed, describe_failure, foreign, name_of, no_room
from papertrace.engine.protocol import ChunkFunction, Chunks, ignore_count
from papertrace.errors import PapertraceError

MAX_BYTES_IN_MEMORY = 32 << 20
"""The size of the results of one `keep` that stay in memory; with more, all of them move to a temporary file."""


class InlineKept:
    """Results in memory while they are small together, else in an anonymous temporary file."""

    def __init__(self, max_bytes_in_memory: int = MAX_BYTES_IN_MEMORY) -> None:
        self._max_bytes = max_bytes_in_memory
        self._values: list[bytes] = []
        self._ends = array("Q")
        self._file: BinaryIO | None = None

    def append(self, result: bytes) -> None:
        """Add a result at the end.

        Raises
        ------
        EngineError
            If there is no room for the temporary file.
        """
        self._ends.append((self._ends[-1] if self._ends else 0) + len(result))
        if self._file is None and self._ends[-1] <= self._max_bytes:
            self._values.append(result)
            return
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="papertrace-")  # noqa: SIM115 - closed with the results
                weakref.finalize(self, _close, self._file)
                self._file.writelines(self._values)
                self._values = []
            self._file.write(result)
        except OSError as error:
            raise no_room(tempfile.gettempdir(), error) from error

    def __len__(self) -> int:
        """Return the number of results."""
        return len(self._ends)

    def __iter__(self) -> Iterator[bytes]:
        """Yield the results in order; several iterations at once do not disturb one another."""
        if self._file is None:
            yield from self._values
            return
        start = 0
        for end in self._ends:
            try:
                self._file.seek(start)
                result = self._file.read(end - start)
            except OSError as error:  # Buffered writes may reach the disk only now.
                raise no_room(tempfile.gettempdir(), error) from error
            yield result
            start = end


class InlineEngine:
    """The engine that calls functions in this process, chunk by chunk; it works ahead by no chunk."""

    def __init__(self) -> None:
        self._is_closed = False

    def keep(
        self,
        function: ChunkFunction,
        chunks: Chunks,
        shared: Any = None,  # noqa: ANN401
        on_result: Callable[[int], None] = ignore_count,
    ) -> InlineKept:
        """Apply a function to each chunk now, and keep the results."""
        kept = InlineKept()
        for result in self.map(function, chunks, shared):
            kept.append(result)
            on_result(len(kept))
        return kept

    def map(self, function: ChunkFunction, chunks: Chunks, shared: Any = None) -> Iterator[bytes]:  # noqa: ANN401
        """Yield the result of a function for each chunk, in order."""
        if self._is_closed:
            raise closed()
        if not isinstance(chunks, Iterable):
            raise foreign()
        return self._apply(function, chunks, shared)

    def close(self) -> None:
        """End the use of the engine."""
        self._is_closed = True

    def __enter__(self) -> Self:
        """Return the engine."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the engine."""
        self.close()

    def _apply(self, function: ChunkFunction, chunks: Iterable[bytes], shared: Any) -> Iterator[bytes]:  # noqa: ANN401
        for number, chunk in enumerate(chunks):
            if self._is_closed:
                raise closed()
            try:
                result = function(chunk, shared)
            except (PapertraceError, MemoryError):
                raise
            except Exception as error:
                raise describe_failure(name_of(function), number, error) from error
            yield result


def _close(file: BinaryIO) -> None:
    with suppress(OSError):  # Buffered results that the disk has no room for are no longer needed.
        file.close()
