"""The record type of probers: generators that request what they need of a link, and return a verdict.

>>> from papertrace.audit.verdicts.classify import classify
>>> from papertrace.model import Method
>>> def probe(link: Link) -> Probe:
...     seen = yield Ask(method=Method.GET, url=link.url)
...     conclusion = classify(seen[-1], n_attempts=len(seen))
...     return Verdict(link=link, outcome=conclusion.outcome, reason=conclusion.reason)
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Observation, Verdict

Seen = Sequence[Observation]
"""The observations of one request in order, one for each try; the last one counts. Never empty."""

Probe = Generator[Ask, Seen, Verdict]
"""What a prober requests for one link, one `Ask` at a time; it is resumed with what was seen of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prober:
    """The rules for one kind of host.

    `suits` returns whether the prober accepts a link. `address` returns the address of the link; links with the same
    address are requested once. `probe` requests what it needs and returns the verdict, to which the auditor adds all
    that was seen. It must end after finitely many asks, whatever it is shown.
    """

    name: str
    suits: Callable[[Link, AuditSettings], bool]
    address: Callable[[Link], str]
    probe: Callable[[Link], Probe]
