"""Where registries are asked: an address for each, and the hosts whose links it knows.

Tests, mirrors and servers of one's own (GitHub Enterprise, a GitLab) put other addresses here.
"""

from dataclasses import dataclass

from papertrace.audit.address import parse_address


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryPlaces:
    """Hold the places of all registries.

    Attributes
    ----------
    github_api
        GitHub's GraphQL address; it is asked about links to `AuditSettings.github_hosts`, and only with a token. Under
        https always, for the token goes there.
    """

    github_api: str = "https://api.github.com/graphql"

    def __post_init__(self) -> None:
        """Refuse addresses that cannot be asked."""
        if parse_address(self.github_api).scheme != "https":
            message = "github_api is not under https, so a token sent there could be read on the way"
            raise ValueError(message)
