"""The identity of a source repository."""

from dataclasses import dataclass, field

from papertrace.model.addresses import comparable_host


@dataclass(frozen=True, slots=True)
class RepoRef:
    """Name a repository by host, owner and name; equality ignores letter case, the spelling is kept.

    A host beyond ASCII is put into the form in which it is requested. The owner of a nested GitLab project is its whole
    group path (`group/subgroup`). Values are made by `papertrace.extract.urls.repositories.parse_repository`, which
    answers None for what is no repository.

    >>> RepoRef("github.com", "NVIDIA", "Megatron-LM") == RepoRef("github.com", "nvidia", "megatron-lm")
    True
    """

    host: str = field(compare=False)
    owner: str = field(compare=False)
    name: str = field(compare=False)
    key: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Derive the key that equality and hashing use."""
        if not self.host.isascii():
            object.__setattr__(self, "host", comparable_host(self.host))
        object.__setattr__(self, "key", f"{self.host}/{self.owner}/{self.name}".casefold())

    @property
    def slug(self) -> str:
        """Return `owner/name` as spelled."""
        return f"{self.owner}/{self.name}"

    @property
    def url(self) -> str:
        """Return the address of the repository's front page."""
        return f"https://{self.host}/{self.owner}/{self.name}"
