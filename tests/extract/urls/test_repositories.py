"""The repository that an address belongs to."""

import pytest
from tests.case_tables import cases

from papertrace.extract.urls.repositories import parse_repository, repository_at


@cases("url, expected")
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


@cases("url, slug")
def test_a_listed_self_hosted_server_has_repositories(url: str, slug: str | None) -> None:
    found = repository_at(url, github_hosts=("code.example.edu",), gitlab_hosts=("forge.example.edu",))

    assert (found.slug if found else None) == slug


@cases("url")
def test_what_shows_a_repository_elsewhere_is_of_that_repository(url: str) -> None:
    repository = parse_repository(url)

    assert repository is not None
    assert repository.url == "https://github.com/globex/fold"


@pytest.mark.parametrize("way", ["p", "projects"])
def test_a_project_of_sourceforge_has_two_addresses_and_one_owner(way: str) -> None:
    repository = parse_repository(f"https://sourceforge.net/{way}/fold/code/ci/master")

    assert repository is not None
    assert repository.url == "https://sourceforge.net/projects/fold"


@pytest.mark.parametrize(
    "url",
    [
        *("https://sourceforge.net/p", "https://sourceforge.net/x/fold", "https://anonymous.4open.science/r"),
        *("https://ssh.github.com/globex", "https://web.archive.org/web/2020/https://example.org/globex/fold"),
        *("https://api.github.com/users/globex/fold", "https://mybinder.org/v2/gl/globex/fold/main"),
        "https://colab.research.google.com/drive/globex/fold",
    ],
)
def test_a_page_of_such_a_host_that_shows_no_repository_is_of_none(url: str) -> None:
    assert parse_repository(url) is None
