"""What a prober is: a record with pure functions that decide what to ask and when to conclude."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Method, Observation, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Prober:
    """Know one kind of host.

    `suits` says whether a link is its own. `address` gives what is asked for the link; links with the same address
    are asked once. `decide` is given what has been seen so far, repetitions included, and asks again or concludes. It
    must conclude after finitely many asks and never ask the same twice.
    """

    name: str
    suits: Callable[[Link, AuditSettings], bool]
    address: Callable[[Link], str]
    decide: Callable[[Link, Sequence[Observation]], Ask | Verdict]


def last_seen(seen: Sequence[Observation], method: Method, url: str) -> Observation | None:
    """Return the last observation of one ask, or None where it was not asked yet."""
    ask = Ask(method=method, url=url)
    return next((one for one in reversed(seen) if one.ask == ask), None)


def n_seen(seen: Sequence[Observation], observation: Observation) -> int:
    """Return how often the ask of an observation was asked."""
    return sum(one.ask == observation.ask for one in seen)
