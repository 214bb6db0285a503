"""How an audit asks: its limits, its patience and what it may reach."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

from papertrace.audit.places import RegistryPlaces
from papertrace.model import Outcome

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSettings:
    """Hold the limits of an audit; every default is fit for the open web.

    Attributes
    ----------
    timeout_s
        Seconds to wait for a connection, and again for each piece of an answer.
    deadline_s
        Seconds for one look at a link with all its redirects; time spent queueing does not count.
    concurrency
        Requests under way at one time, over all hosts.
    per_host
        Requests under way at one time to one host.
    stagger_s
        Seconds that a request must have been under way before the same host is asked a further one. Most hosts
        answer sooner and are so asked one thing at a time; a slow host does not hold up its other links.
    retries
        How often a transient answer (408, 425, 429, 5xx, reset, timeout, …) is asked again.
    backoff_s
        Seconds before the first such repetition; doubled for each further one.
    max_wait_s
        Seconds that one host may make the audit wait without answering anything in between. A host that wants more
        is left alone, and its open links are `rate_limited`.
    max_redirects
        Redirects followed before a chain counts as endless.
    max_body_bytes
        Bytes read of a page, counted before and after decompression.
    max_answer_bytes
        Bytes read of the answer of a registry, counted likewise.
    max_age_s
        Seconds for which a stored verdict is at most used again; 0 asks everything anew.
    ages_s
        Such seconds for single outcomes, which are then used for exactly that long, whatever `max_age_s` says.
    allow_networks
        Networks that may be asked although the guard refuses them: an intranet, or loopback in tests.
    ca_bundle
        A file of certificate authorities to trust instead of the public ones.
    user_agent
        What the audit calls itself.
    github_hosts
        Hosts whose repositories are looked at as GitHub's are.
    github_token
        What lets the audit ask GitHub's interface for many repositories at a time; without it their pages are asked.
        It is sent to `registries.github_api` and nowhere else, and never shown.
    asks_git
        Whether git is asked too, where the machine has it, about repositories whose pages are asked.
    registries
        Where the registries are asked, and for the links to which hosts.
    rescue
        Whether archives are asked for a snapshot of what is dead.
    unarchived
        Whether archives are asked whether they have one of what is alive, so that what none has can be told.
    control_names
        Names that resolve wherever there is a network. They are looked up, never asked, when another name does not
        resolve: only while one of these does, that name is dead.
    """

    timeout_s: float = 10.0
    deadline_s: float = 20.0
    concurrency: int = 32
    per_host: int = 8
    stagger_s: float = 0.25
    retries: int = 1
    backoff_s: float = 1.0
    max_wait_s: float = 120.0
    max_redirects: int = 10
    max_body_bytes: int = 16 * 1024
    max_answer_bytes: int = 2 * 1024 * 1024
    max_age_s: float = 24 * 3600.0
    ages_s: Mapping[Outcome, float] = field(default_factory=dict)
    allow_networks: tuple[Network, ...] = ()
    ca_bundle: Path | None = None
    user_agent: str = "papertrace (link audit)"
    github_hosts: tuple[str, ...] = ("github.com",)
    github_token: str = field(default="", repr=False)
    asks_git: bool = True
    registries: RegistryPlaces = field(default_factory=RegistryPlaces)
    rescue: bool = False
    unarchived: bool = False
    control_names: tuple[str, ...] = ("example.org", "iana.org", "wikipedia.org")

    def __post_init__(self) -> None:
        """Refuse limits under which no audit could work."""
        above_0 = ("timeout_s", "deadline_s", "backoff_s", "concurrency", "per_host")
        for name in (*above_0, "max_body_bytes", "max_answer_bytes"):
            if not getattr(self, name) > 0:
                message = f"{name} is {getattr(self, name)}, but must be above 0"
                raise ValueError(message)
        for name in ("stagger_s", "retries", "max_wait_s", "max_redirects", "max_age_s"):
            if not getattr(self, name) >= 0:
                message = f"{name} is {getattr(self, name)}, but must not be below 0"
                raise ValueError(message)
        for outcome, seconds in self.ages_s.items():
            if not seconds >= 0:
                message = f"ages_s of {outcome} is {seconds}, but must not be below 0"
                raise ValueError(message)
        if not self.user_agent.isprintable() or not self.user_agent.isascii():
            message = f"user_agent is {self.user_agent!r}, but a header holds printable ASCII only"
            raise ValueError(message)
        if self.github_token and not re.fullmatch(r"[!-~]+", self.github_token):
            message = "github_token holds something other than printable ASCII, so it cannot be sent in a header"
            raise ValueError(message)
