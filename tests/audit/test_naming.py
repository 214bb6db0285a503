"""Places of registries as a user writes them."""

import pytest

from papertrace.audit import AuditSettings
from papertrace.audit.naming import NAMES, name_places
from papertrace.audit.places import Place, RegistryPlaces

USUAL = RegistryPlaces()


def places(*texts: str) -> RegistryPlaces:
    return name_places(AuditSettings(), texts).registries


def test_without_a_text_nothing_is_another() -> None:
    assert name_places(AuditSettings(), []) == AuditSettings()


@pytest.mark.parametrize("name", NAMES)
def test_every_registry_and_archive_can_be_elsewhere(name: str) -> None:
    settings = name_places(AuditSettings(), [f"{name}=https://mirror.example.org/x/"])

    assert "https://mirror.example.org/x/" in repr(settings.registries)


def test_every_place_of_the_settings_has_a_name() -> None:
    fields = {name.replace("github_api", "github").replace("_", "-") for name in RegistryPlaces.__dataclass_fields__}

    assert fields == set(NAMES)


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        pytest.param(
            "hugging-face=https://mirror.example.org/api",
            "hugging_face",
            Place(api="https://mirror.example.org/api/", hosts=USUAL.hugging_face.hosts),
            id="a mirror is asked about the usual links",
        ),
        pytest.param(
            "Hugging_Face=https://mirror.example.org/api/, Mirror.example.org,hf.example.org",
            "hugging_face",
            Place(api="https://mirror.example.org/api/", hosts=("mirror.example.org", "hf.example.org")),
            id="or about those of the hosts that are named",
        ),
        pytest.param(
            "gitlab=https://{host}/api/v4/projects/,gitlab.com,gitlab.example.edu",
            "gitlab",
            Place(api="https://{host}/api/v4/projects/", hosts=("gitlab.com", "gitlab.example.edu")),
            id="several of one kind",
        ),
        pytest.param(
            "gitlab=https://code.example.edu/api/v4/projects/",
            "gitlab",
            Place(api="https://code.example.edu/api/v4/projects/", hosts=("code.example.edu",)),
            id="one of one's own",
        ),
        pytest.param(
            "package-index=https://packages.example.edu/simple",
            "package_index",
            Place(api="https://packages.example.edu/simple/", hosts=("packages.example.edu",)),
            id="an index of packages",
        ),
        pytest.param(
            "arxiv=https://papers.example.edu/api/query",
            "arxiv",
            Place(api="https://papers.example.edu/api/query", hosts=USUAL.arxiv.hosts),
            id="asked as it is, and not at intervals",
        ),
        pytest.param(
            "arxiv=http://export.arxiv.org/api/query",
            "arxiv",
            Place(api="http://export.arxiv.org/api/query", hosts=USUAL.arxiv.hosts, interval_s=3.0),
            id="the public service at its intervals",
        ),
        pytest.param(
            "wayback=https://archive.example.edu/web",
            "wayback",
            Place(api="https://archive.example.edu/web/"),
            id="an archive",
        ),
    ],
)
def test_a_place_is_read(text: str, field: str, expected: Place) -> None:
    assert getattr(places(text), field) == expected


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("github=https://github.example.edu/api/graphql", ("github.example.edu",)),
        ("github=https://api.code.example.com/graphql", ("code.example.com",)),
        ("github=https://proxy.example.edu/graphql,github.com", ("github.com",)),
    ],
)
def test_a_github_of_ones_own_is_asked_about_its_own_repositories(text: str, hosts: tuple[str, ...]) -> None:
    settings = name_places(AuditSettings(), [text])

    assert settings.github_hosts == hosts
    assert settings.registries.github_api == text.removeprefix("github=").partition(",")[0]


def test_of_two_places_for_one_registry_the_last_one_counts() -> None:
    assert places("doi=https://one.example.org/", "doi=https://two.example.org/").doi.api == "https://two.example.org/"


def test_the_public_service_keeps_its_interval_though_a_mirror_was_named_before() -> None:
    named = places("arxiv=https://mirror.example.org/query", f"arxiv={USUAL.arxiv.api}")

    assert named.arxiv == USUAL.arxiv


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no place such as"),
        ("gitlab", "is no place such as"),
        ("bitbucket=https://example.org/", "known: github, gitlab"),
        ("doi=", "no scheme"),
        ("doi=ftp://example.org/", "ftp: is not asked"),
        ("doi=https://[half/", "cannot be read"),
        ("github=http://github.example.edu/api/graphql", "not under https"),
    ],
)
def test_what_is_no_place_is_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        name_places(AuditSettings(), [text])


def test_a_password_in_a_place_is_not_repeated() -> None:
    with pytest.raises(ValueError, match=r"doi=ftp://example\.org/: ftp: is not asked") as caught:
        name_places(AuditSettings(), ["doi=ftp://name:sesame@example.org/"])

    assert "sesame" not in str(caught.value)
