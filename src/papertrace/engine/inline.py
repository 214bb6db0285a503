"""The engine of this process: functions are called where they are, and nothing is pickled or copied."""

from collections.abc import Iterable, Iterator
from typing import Any

from papertrace.engine.protocol import ChunkFunction, Engine, describe_error, describe_failure
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

    def _end(self) -> None:
        """Nothing runs elsewhere."""
