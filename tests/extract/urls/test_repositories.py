"""The repository that an address belongs to."""

import pytest

from papertrace.extract.urls.repositories import parse_repository, repository_at


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://github.com/globex/fold", "github.com/globex/fold"),
        ("http://www.github.com/globex/fold.git", "github.com/globex/fold"),
        ("git@github.com:globex/fold.git", "github.com/globex/fold"),
        ("ssh://git@github.com:22/globex/fold", "github.com/globex/fold"),
        ("git+https://github.com/globex/fold.git@v1#egg=x", "github.com/globex/fold"),
        ("https://web.archive.org/web/2020/https://github.com/globex/fold", "github.com/globex/fold"),
        ("https://gitlab.com/globex/group/fold/-/tree/main", "gitlab.com/globex/group/fold"),
        ("https://gitlab.example.org/globex/fold/blob/main/a", "gitlab.example.org/globex/fold"),
        ("git@gitlab.example.org:globex/group/fold.git", "gitlab.example.org/globex/group/fold"),
        ("https://git.sr.ht/~ada/fold/tree", "git.sr.ht/~ada/fold"),
        ("https://codeberg.org/globex/fold", "codeberg.org/globex/fold"),
        ("https://anonymous.4open.science/r/fold-12/README.md", "anonymous.4open.science/r/fold-12"),
        ("https://huggingface.co/datasets/globex/fold/tree/main", "huggingface.co/datasets/globex/fold"),
        ("https://github.example.org/globex/fold", "github.example.org/globex/fold"),
        ("https://gitlab.münchen.example/globex/fold", "gitlab.xn--mnchen-3ya.example/globex/fold"),
        ("https://gitlab.xn--mnchen-3ya.example/globex/fold", "gitlab.xn--mnchen-3ya.example/globex/fold"),
    ],
)
def test_address_belongs_to_its_repository(url: str, expected: str) -> None:
    repository = parse_repository(url)
    assert repository is not None
    assert repository.url == f"https://{expected}"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://",
        "https://github.com",
        "https://github.com/globex",
        "https://github.com/features/copilot",
        "https://github.com/" + "a" * 40 + "/fold",
        "https://github.com/globex/" + "a" * 101,
        "https://github.com/globex/..",
        "https://gist.github.com/ada/0123",
        "https://globex.github.io/fold",
        "https://zenodo.org/records/1",
        "https://gitlab.com/explore/projects",
        "https://huggingface.co/papers/2401.00001",
        "https://example.org/globex/fold",
    ],
)
def test_address_without_a_repository_gives_none(url: str) -> None:
    assert parse_repository(url) is None


@pytest.mark.parametrize(
    ("url", "slug"),
    [
        ("https://code.example.edu/acme/tool", "acme/tool"),
        ("https://WWW.Code.example.edu/Acme/Tool.git", "Acme/Tool"),
        ("https://forge.example.edu/acme/group/tool/-/tree/main", "acme/group/tool"),
        ("https://code.example.edu/features/copilot", None),
        ("https://code.example.edu/acme", None),
        ("https://other.example.edu/acme/tool", None),
        ("https://github.com/acme/tool", None),
        ("no address", None),
    ],
)
def test_a_listed_self_hosted_server_has_repositories(url: str, slug: str | None) -> None:
    found = repository_at(url, github_hosts=("code.example.edu",), gitlab_hosts=("forge.example.edu",))

    assert (found.slug if found else None) == slug
