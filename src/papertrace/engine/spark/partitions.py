"""What Spark runs in its workers: a function for the chunks of one partition, and how its failures come back."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pyspark import AccumulatorParam

from papertrace.engine.failures import describe_error, pack_error
from papertrace.engine.protocol import ChunkFunction

if TYPE_CHECKING:
    from pyspark import Accumulator, Broadcast


class Location(NamedTuple):
    """A chunk in a file that all workers can read."""

    path: str
    start: int
    length: int


class Failure(NamedTuple):
    """A chunk whose function raised."""

    number: int
    fact: str
    """The last line of the traceback."""
    error: bytes | None
    """The exception itself, pickled, if the caller is to get it as it is."""


class Failures(AccumulatorParam[list[Failure]]):
    """The failures of all workers, joined; a repeated task may report one twice."""

    def zero(self, value: list[Failure]) -> list[Failure]:  # noqa: ARG002 - asked for by Spark
        """Return no failures."""
        return []

    def addInPlace(self, value1: list[Failure], value2: list[Failure]) -> list[Failure]:  # noqa: N802
        """Return the failures of both."""
        return value1 + value2


class ApplyToPartition:
    """A function with its shared value, as Spark calls it in a worker for the chunks of one partition."""

    def __init__(
        self, function: ChunkFunction, shared: "Broadcast[Any]", failures: "Accumulator[list[Failure]]"
    ) -> None:
        self._function = function
        self._shared = shared
        self._failures = failures

    def __call__(self, numbered: Iterable[tuple[int, bytes | Location]]) -> Iterator[tuple[int, bytes]]:
        """Yield the result of each chunk, with its number; after a failure it is empty."""
        shared = self._shared.value
        for number, chunk in numbered:
            data = _read(chunk) if isinstance(chunk, Location) else chunk
            try:
                result = bytes(self._function(data, shared))
            except MemoryError:
                raise  # Spark repeats the task, and reports how it ended.
            except Exception as error:  # noqa: BLE001 - the caller raises it
                self._failures.add([Failure(number, describe_error(error), pack_error(error))])
                result = b""
            yield number, result


def _read(location: Location) -> bytes:
    with Path(location.path).open("rb") as file:
        file.seek(location.start)
        return file.read(location.length)
