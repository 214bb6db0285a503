"""The record type of archives: pure functions that ask for a snapshot and read the answer."""

from collections.abc import Callable
from dataclasses import dataclass

from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """An archive of web pages or repositories.

    `suits` returns whether the archive may have the target of a link. `ask` returns the request for a snapshot, the one
    nearest to the date if one is given; dates are ISO 8601, possibly without day or month. `read` takes the same date
    and the answer, and returns the address of the snapshot, or None if there is none or the answer does not show it;
    `lacks` distinguishes these two.
    """

    name: str
    suits: Callable[[Link], bool]
    ask: Callable[[Link, str | None, AuditSettings], Ask]
    read: Callable[[Link, str | None, Observation, AuditSettings], str | None]
    lacks: Callable[[Observation], bool]
