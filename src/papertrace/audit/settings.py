"""How an audit sends requests and judges their answers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from papertrace.audit.endpoints import Endpoints
from papertrace.errors import SettingsError, check_choice
from papertrace.model import UNARCHIVED, Outcome, RepositoryState
from papertrace.model.representation import repr_changes
from papertrace.web.settings import WebSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSettings(WebSettings):
    """Limits and options of an audit in addition to those of `WebSettings`; the defaults suit the open web.

    Attributes
    ----------
    max_age_s
        Maximum age in seconds at which a stored verdict is reused; 0 requests everything again.
    ages_s
        Maximum ages for single outcomes, which take precedence over `max_age_s`.
    github_token
        A token for querying many repositories at a time from GitHub's API; without it their pages are requested. It is
        sent only to `endpoints.github` and never shown.
    asks_git
        Whether repositories whose pages are requested are also checked with git, if it is installed.
    endpoints
        The addresses of registries and archives, and the hosts whose links each is asked about.
    only, exclude
        Patterns of links to audit, and of links to leave out. A pattern without a slash is a host and matches its
        subdomains too: `example.org`, `*.edu`. One with a slash is an address, with or without its scheme:
        `github.com/acme/*`. `*` matches any characters; letter case is ignored.
    accept
        HTTP statuses that count as alive.
    fail_on
        Outcomes and repository states that fail the run (`AuditResult.fails`), and `unarchived`.
    rescue
        Whether archives are asked for snapshots of dead links.
    unarchived
        Whether archives are asked for snapshots of living links, so that links without one can be reported.

    Raises
    ------
    SettingsError
        When a value is out of range or unknown, or the token cannot be sent in a header.
    """

    user_agent: str = "papertrace (link audit)"
    max_age_s: float = 24 * 3600.0
    ages_s: Mapping[Outcome, float] = field(default_factory=dict)
    github_token: str = field(default="", repr=False)
    asks_git: bool = True
    endpoints: Endpoints = field(default_factory=Endpoints)
    only: Sequence[str] = ()
    exclude: Sequence[str] = ()
    accept: frozenset[int] = frozenset()
    fail_on: frozenset[str] = frozenset({Outcome.DEAD})
    rescue: bool = False
    unarchived: bool = False

    def __repr__(self) -> str:
        """Return the settings that differ from the defaults, without the token."""
        return repr_changes(self)

    def __post_init__(self) -> None:
        """Reject values with which no audit could work."""
        WebSettings.__post_init__(self)  # zero-argument `super()` fails in dataclasses with slots before Python 3.14
        if not self.max_age_s >= 0:
            message = f"max_age_s is {self.max_age_s}, but must not be below 0"
            raise SettingsError(message)
        for outcome, seconds in self.ages_s.items():
            if not seconds >= 0:
                message = f"ages_s of {outcome} is {seconds}, but must not be below 0"
                raise SettingsError(message)
        for setting in ("only", "exclude", "fail_on"):
            if isinstance(getattr(self, setting), str):
                message = f"{setting} is a string; give a sequence of strings, such as ({getattr(self, setting)!r},)"
                raise SettingsError(message)
        for name in self.fail_on:
            check_choice("fail_on", name, (*Outcome, *RepositoryState, UNARCHIVED))
        if self.github_token and not re.fullmatch(r"[!-~]+", self.github_token):
            message = "github_token contains characters other than printable ASCII, so it cannot be sent in a header"
            raise SettingsError(message)
