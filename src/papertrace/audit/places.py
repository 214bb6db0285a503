"""Where registries are asked: an address for each, and the hosts whose links it knows.

Tests, mirrors and servers of one's own (GitHub Enterprise, a GitLab) put other addresses here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from papertrace.audit.address import parse_address


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Hold where a registry is asked about the links to which hosts (lower case).

    `{host}` in the address stands for the host of the link. `interval_s` is the time to let pass between two requests.
    """

    api: str
    hosts: tuple[str, ...] = ()
    interval_s: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what cannot be asked."""
        parse_address(self.api.replace("{host}", "example.org"))
        if not self.interval_s >= 0:
            message = f"interval_s is {self.interval_s}, but must not be below 0"
            raise ValueError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryPlaces:
    """Hold the places of all registries; one without hosts is never asked.

    Attributes
    ----------
    github_api
        GitHub's GraphQL address; it is asked about links to `AuditSettings.github_hosts`, and only with a token. Under
        https always, for the token goes there.
    doi, arxiv, hugging_face, gitlab, zenodo
        The others, to whose addresses what they know a link by is appended.
    package_index
        An index of Python packages, by the base address of its simple repository API; none is asked by default, for
        which one a listing means is the user's to say.
    software_heritage, wayback
        The archives that may have a snapshot of what is dead, whatever its host.
    """

    github_api: str = "https://api.github.com/graphql"
    doi: Place = Place(api="https://doi.org/api/handles/", hosts=("doi.org", "dx.doi.org", "www.doi.org"))
    # One request every three seconds, over one connection: https://info.arxiv.org/help/api/tou.html
    arxiv: Place = Place(
        api="https://export.arxiv.org/api/query",
        hosts=("arxiv.org", "www.arxiv.org", "export.arxiv.org"),
        interval_s=3.0,
    )
    hugging_face: Place = Place(
        api="https://huggingface.co/api/", hosts=("huggingface.co", "www.huggingface.co", "hf.co")
    )
    gitlab: Place = Place(api="https://{host}/api/v4/projects/", hosts=("gitlab.com",))
    zenodo: Place = Place(api="https://zenodo.org/api/records/", hosts=("zenodo.org", "www.zenodo.org"))
    package_index: Place | None = None
    software_heritage: Place = Place(api="https://archive.softwareheritage.org/api/1/origin/")
    wayback: Place = Place(api="https://web.archive.org/web/", interval_s=1.0)

    def __post_init__(self) -> None:
        """Refuse addresses that cannot be asked."""
        if parse_address(self.github_api).scheme != "https":
            message = "github_api is not under https, so a token sent there could be read on the way"
            raise ValueError(message)

    def intervals_s(self) -> Iterator[tuple[str, float]]:
        """Yield every host that is to be asked one thing at a time, with the seconds to let pass in between.

        GitHub's interface wants no two queries at a time:
        https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api
        """
        yield parse_address(self.github_api).host, 0.0
        for one in fields(self):
            place = getattr(self, one.name)
            if isinstance(place, Place) and place.interval_s > 0:
                for host in place.hosts if "{host}" in place.api else ("",):
                    yield parse_address(place.api.replace("{host}", host)).host, place.interval_s
