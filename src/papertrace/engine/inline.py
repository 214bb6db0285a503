"""The engine of this process: functions are called where they are, and nothing is pickled or copied."""

from collections.abc import Iterable, Iterator
from typing import Any, Self

from papertrace.engine.protocol import ChunkFunction, closed, describe_error, describe_failure
from papertrace.errors import PapertraceError


class InlineEngine:
    """The engine that calls functions in this process, chunk by chunk; it works ahead by no chunk."""

    def __init__(self) -> None:
        self._is_closed = False

    def map(self, function: ChunkFunction, chunks: Iterable[bytes], shared: Any = None) -> Iterator[bytes]:  # noqa: ANN401
        """Yield the result of a function for each chunk, in order."""
        if self._is_closed:
            raise closed()
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
                raise describe_failure(function, number, describe_error(error)) from error
            yield result
