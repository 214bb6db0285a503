"""The engine of this process: functions are called where they are, and nothing is pickled or copied."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from papertrace.engine.protocol import A, B, ChunkFunction, Engine, S, describe_error, describe_failure
from papertrace.errors import PapertraceError


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
