"""The repository that an address belongs to."""

import pytest
from tests.case_tables import cases

from papertrace.extract.urls.repositories import parse_repository, repository_at


@cases("url, expected")
def test_address_belongs_to_its_repository(url: str, expected: str) -> None:
    repository = parse_repository(url)
    assert repository is not None
    assert repository.url == f"https://{expected}"


@cases("url")
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


@cases("url")
def test_a_page_of_such_a_host_that_shows_no_repository_is_of_none(url: str) -> None:
    assert parse_repository(url) is None
