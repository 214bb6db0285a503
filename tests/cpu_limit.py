"""A bound on the seconds of computing that a test takes: far above what it needs, far below quadratic work."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Fail after these seconds of computing in this process, however busy the machine is.

    Regular expressions are interrupted as well, which counting calls cannot see into.
    """

    def fail(_number: int, _frame: FrameType | None) -> None:
        message = f"takes more than {seconds:g} seconds of computing"
        raise AssertionError(message)

    before = signal.signal(signal.SIGVTALRM, fail)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
