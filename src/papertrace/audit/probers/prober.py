"""The record type of probers: pure functions that decide what to request and when to conclude."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Method, Observation, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Prober:
    """The rules for one kind of host.

    `suits` returns whether the prober accepts a link. `address` returns the address of the link; links with the same
    address are requested once. `decide` takes the observations so far, including retries, and returns another ask or a
    verdict. It must conclude after finitely many asks and never return the same ask twice.
    """

    name: str
    suits: Callable[[Link, AuditSettings], bool]
    address: Callable[[Link], str]
    decide: Callable[[Link, Sequence[Observation]], Ask | Verdict]


def last_seen(seen: Sequence[Observation], method: Method, url: str) -> Observation | None:
    """Return the last observation of an ask, or None if there is none yet."""
    ask = Ask(method=method, url=url)
    return next((one for one in reversed(seen) if one.ask == ask), None)


def n_seen(seen: Sequence[Observation], observation: Observation) -> int:
    """Return how often the ask of an observation was sent."""
    return sum(one.ask == observation.ask for one in seen)
