"""The outcomes of several links of a paper, as one: which links count, and which outcome is the worst."""

from collections.abc import Iterable, Mapping

from papertrace.model.audit.verdict import Outcome
from papertrace.model.link import Link, LinkRole
from papertrace.model.papers.paper import Paper

SEVERITY = (
    Outcome.DEAD,
    Outcome.SUSPECT,
    Outcome.INSECURE,
    Outcome.UNSTABLE,
    Outcome.UNKNOWN,
    Outcome.RATE_LIMITED,
    Outcome.RESTRICTED,
    Outcome.MOVED,
    Outcome.ALIVE,
    Outcome.SKIPPED,
)
"""Outcomes, worst first: known to be broken, possibly broken, undecided, working."""


def worst_outcome(outcomes: Iterable[Outcome | str]) -> str:
    """Return the worst of some outcomes, empty if there is none; raise ValueError if one is no value of `Outcome`.

    >>> worst_outcome(["alive", "dead", "moved"])
    'dead'
    """
    found = [Outcome(outcome) for outcome in outcomes]
    return str(min(found, key=SEVERITY.index)) if found else ""


def links_that_count(paper: Paper, audited: Mapping[str, object]) -> list[Link]:
    """Return the links that say what became of a paper's code: of those audited, to its code, else its other ones."""
    own = [link for link in paper.links if link.url in audited and link.role is not LinkRole.OTHER]
    return [link for link in own if link.may_lead_to_own_code] or own
