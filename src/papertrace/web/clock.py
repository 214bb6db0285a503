"""The time as an argument: what passes for a wait, and what date an answer bears."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tell the time of an audit and let it pass."""

    def monotonic(self) -> float:
        """Return seconds that never run backwards."""

    def wall(self) -> datetime:
        """Return the date and time, with a time zone."""

    def sleep(self, seconds: float) -> None:
        """Let the given seconds pass."""


class SystemClock:
    """Be the clock of the machine."""

    def monotonic(self) -> float:
        """Return the machine's monotonic seconds."""
        return time.monotonic()

    def wall(self) -> datetime:
        """Return the date in UTC."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """Sleep."""
        time.sleep(seconds)


class VirtualClock:
    """Be a clock on which every wait passes at once.

    >>> clock = VirtualClock()
    >>> clock.sleep(3600)
    >>> clock.monotonic()
    3600.0
    """

    def __init__(self, start: datetime = datetime(2000, 1, 1, tzinfo=UTC)) -> None:
        """Start at a date; the monotonic seconds start at 0."""
        self._start = start
        self._now_s = 0.0

    def monotonic(self) -> float:
        """Return the seconds slept so far."""
        return self._now_s

    def wall(self) -> datetime:
        """Return the date that it started at: recorded answers bring their own."""
        return self._start

    def sleep(self, seconds: float) -> None:
        """Pass over the given seconds."""
        self._now_s += max(0.0, seconds)


def timestamp(moment: datetime) -> str:
    """Write a moment as ISO 8601 in UTC, to the second.

    >>> timestamp(datetime(2026, 1, 5, 12, 0, tzinfo=UTC))
    '2026-01-05T12:00:00Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_timestamp(text: str) -> datetime | None:
    """Read what `timestamp` writes, or answer None for anything else."""
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
