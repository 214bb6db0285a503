"""What is tortured with damaged inputs."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.torture.tally import Tally

from papertrace.errors import PapertraceError


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads: a name, intact inputs, and a function that reads damaged ones.

    `read` raises whatever is wrong; errors of the class `expected` are messages to the user.
    """

    name: str
    seeds: tuple[bytes, ...]
    read: Callable[[bytes, Path, Tally], None]
    expected: type[PapertraceError]
    is_binary: bool = False
