"""What to request from which host, and when to conclude.

A prober sends nothing: the auditor sends the requests that it yields and resumes it with the observations. To add one,
write `<name>.py` with a `PROBER`, and add a row to `PROBERS`.
"""

from papertrace.audit.probers import github, github_git, web
from papertrace.audit.probers.prober import Prober
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link

PROBERS: dict[str, Prober] = {
    "github_git": github_git.PROBER,
    "github": github.PROBER,
    "web": web.PROBER,
}
"""The probers by name, in the order in which they are tried; the last one accepts every link."""


def prober_of(link: Link, settings: AuditSettings) -> Prober:
    """Return the first prober that accepts a link."""
    return next(prober for prober in PROBERS.values() if prober.suits(link, settings))


__all__ = ["PROBERS", "Prober", "prober_of"]
