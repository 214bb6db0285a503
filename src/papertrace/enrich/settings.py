"""How services are asked about papers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from papertrace.enrich.endpoints import ENDPOINTS, ServiceEndpoint
from papertrace.enrich.services import ALL_SERVICES, SERVICES
from papertrace.errors import SettingsError, check_choice, check_not_negative
from papertrace.model.representation import repr_changes
from papertrace.web.settings import WebSettings

KEY_VARIABLES: Mapping[str, tuple[str, ...]] = {
    name: tuple(row["key"]["variables"]) for name, row in SERVICES.items() if "key" in row
}
"""The environment variables with the keys of services, the first one that is set counts."""

_DAY_S = 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichSettings(WebSettings):
    """Which services are asked, and how; the defaults suit the public services.

    Attributes
    ----------
    services
        The services to ask, by name.
    endpoints
        The address of each service.
    keys
        Keys by the name of their service. Each is sent to its service alone and never shown.
    mailto
        An address for the services to write to, which some answer more readily; sent in the `User-Agent`.
    max_age_s
        Maximum age in seconds at which a stored answer is used instead of a request.

    Raises
    ------
    SettingsError
        When a value is out of range, a service is unknown, or a key cannot be sent in a header.
    """

    user_agent: str = "papertrace (enrich)"
    timeout_s: float = 30.0
    deadline_s: float = 120.0
    retries: int = 4
    backoff_s: float = 2.0
    max_answer_bytes: int = 16 * 1024 * 1024
    services: tuple[str, ...] = ALL_SERVICES
    endpoints: Mapping[str, ServiceEndpoint] = field(default_factory=lambda: dict(ENDPOINTS))
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    mailto: str = ""
    max_age_s: float = 30 * _DAY_S

    def __repr__(self) -> str:
        """Return the settings that differ from the defaults, without the keys."""
        return repr_changes(self)

    def __post_init__(self) -> None:
        """Reject values with which nothing could be asked."""
        WebSettings.__post_init__(self)  # zero-argument `super()` fails in dataclasses with slots before Python 3.14
        check_not_negative("max_age_s", self.max_age_s)
        for name in self.services:
            check_choice("services", name, ALL_SERVICES)
        for name, key in self.keys.items():
            if not re.fullmatch(r"[!-~]+", key):
                message = f"the key of {name} contains characters other than printable ASCII, so it cannot be sent"
                raise SettingsError(message)
        if self.mailto and not re.fullmatch(r"[!-~]+@[!-~]+", self.mailto):
            message = "mailto is not an e-mail address in ASCII"
            raise SettingsError(message)
