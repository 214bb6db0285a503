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


@pytest.mark.parametrize(
    "url",
    [
        "https://raw.githubusercontent.com/globex/fold/main/README.md",
        "https://raw.github.com/globex/fold/main/README.md",
        "https://media.githubusercontent.com/media/globex/fold/main/a.bin",
        "https://codeload.github.com/globex/fold/zip/main",
        "https://api.github.com/repos/globex/fold/issues",
        "https://github.dev/globex/fold",
        "https://ssh.github.com/globex/fold",
        "https://colab.research.google.com/github/globex/fold/blob/main/a.ipynb",
        "https://githubtocolab.com/globex/fold/blob/main/a.ipynb",
        "https://nbviewer.org/github/globex/fold/blob/main/a.ipynb",
        "https://mybinder.org/v2/gh/globex/fold/main",
        "https://cdn.jsdelivr.net/gh/globex/fold@1/a.js",
        "https://raw.githack.com/globex/fold/main/a.html",
        "https://vscode.dev/github/globex/fold",
        "https://deepwiki.com/globex/fold",
        "https://web.archive.org/web/2020/https%3A%2F%2Fgithub.com%2Fglobex%2Ffold",
        "https://web.archive.org/web/2020/https://web.archive.org/web/2019/https://github.com/globex/fold",
        "https://archive.softwareheritage.org/browse/origin/?origin_url=https://github.com/globex/fold&path=a",
        "https://htmlpreview.github.io/?https://github.com/globex/fold/blob/main/a.html",
    ],
)
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
