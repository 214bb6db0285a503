"""Clocks passed as arguments: how to wait, and how answers are dated."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """A source of time that can sleep."""

    def monotonic(self) -> float:
        """Return the seconds of a clock that never goes backwards."""

    def wall(self) -> datetime:
        """Return the date and time, with a time zone."""

    def sleep(self, seconds: float) -> None:
        """Sleep for some seconds."""


class SystemClock:
    """The clock of the machine."""

    def monotonic(self) -> float:
        """Return the seconds of `time.monotonic`."""
        return time.monotonic()

    def wall(self) -> datetime:
        """Return the date and time in UTC."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """Sleep for some seconds."""
        time.sleep(seconds)


class VirtualClock:
    """A clock on which every wait ends at once.

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
        """Return the start date, since recorded answers have their own dates."""
        return self._start

    def sleep(self, seconds: float) -> None:
        """Advance the monotonic seconds."""
        self._now_s += max(0.0, seconds)


def timestamp(moment: datetime) -> str:
    """Format a date and time as ISO 8601 in UTC, to the second.

    >>> timestamp(datetime(2026, 1, 5, 12, 0, tzinfo=UTC))
    '2026-01-05T12:00:00Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_timestamp(text: str) -> datetime | None:
    """Parse the format that `timestamp` writes; return None for anything else."""
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
