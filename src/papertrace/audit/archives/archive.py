"""What an archive is: a record with pure functions that ask for a snapshot of what is gone and read the answer."""

from collections.abc import Callable
from dataclasses import dataclass

from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """Know one archive.

    `suits` says whether it may hold what a link leads to. `ask` asks for the snapshot, the one nearest to the date
    where one is given; dates are ISO 8601, of any length. `read` is given the same date and returns the address of the
    snapshot, or None where there is none or the archive did not say; `lacks` tells these two apart.
    """

    name: str
    suits: Callable[[Link], bool]
    ask: Callable[[Link, str | None, AuditSettings], Ask]
    read: Callable[[Link, str | None, Observation, AuditSettings], str | None]
    lacks: Callable[[Observation], bool]
