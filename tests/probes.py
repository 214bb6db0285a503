"""Running probers on given observations, without an audit."""

from collections.abc import Callable, Sequence

from papertrace.audit.probers import Probe
from papertrace.model import Ask, Link, Observation, Verdict


def next_step(probe: Callable[[Link], Probe], link: Link, seen: Sequence[Observation]) -> Ask | Verdict:
    """Return the first ask of a prober that none of the observations answers, or its verdict if all are answered.

    No prober asks the same twice, because it would get the same answer.
    """
    asks = probe(link)
    asked = []
    try:
        ask = next(asks)
        while tries := [one for one in seen if one.ask == ask]:
            assert ask not in asked
            asked.append(ask)
            ask = asks.send(tries)
    except StopIteration as end:
        verdict: Verdict = end.value
        return verdict
    return ask
