"""Settings of an audit: values with which none could work are refused; endpoints of registries, and their overrides."""

from typing import Any

import pytest
from tests.case_tables import cases

from papertrace.audit import AuditSettings
from papertrace.audit.registries import NAMES, override_endpoints
from papertrace.audit.settings import Endpoint, Endpoints
from papertrace.errors import SettingsError
from papertrace.model import Outcome
from papertrace.web.settings import HostLimit


@pytest.mark.parametrize(
    ("settings", "fact"),
    [
        pytest.param({"max_age_s": -1}, "max_age_s is -1, but must not be below 0", id="an age below 0"),
        pytest.param({"max_age_s": float("nan")}, "max_age_s is nan", id="an age that is no number"),
        pytest.param({"ages_s": {Outcome.DEAD: -1}}, "ages_s of dead is -1", id="an age of one outcome"),
        pytest.param({"timeout_s": 0}, "timeout_s is 0, but must be above 0", id="no time"),
        pytest.param({"concurrency": -3}, "concurrency is -3, but must be above 0", id="no requests"),
        pytest.param({"retries": -1}, "retries is -1, but must not be below 0", id="fewer than no retries"),
        pytest.param(
            {"user_agent": "a\nb"}, "a header can contain only printable ASCII", id="a line break in a header"
        ),
        pytest.param({"user_agent": "é"}, "a header can contain only printable ASCII", id="a letter beyond ASCII"),
        pytest.param(
            {"host_limits": (HostLimit(host="example.org", concurrency=0),)},
            "the limit of example.org is 0",
            id="no request",
        ),
        pytest.param(
            {"host_limits": (HostLimit(host="example.org", gap_s=float("inf")),)}, "inf s apart", id="an endless gap"
        ),
        pytest.param({"proxies": {"http": "nothing"}}, "the proxy for http: ", id="a proxy without an address"),
        pytest.param({"allow_networks": ("10.0.0.1/8",)}, "allow_networks contains '10.0.0.1/8'", id="no network"),
        pytest.param({"only": "example.org"}, "only is a string; give a sequence", id="a string of patterns"),
        pytest.param({"fail_on": ("died",)}, "died", id="no outcome"),
        pytest.param({"github_token": "a b"}, "github_token contains characters", id="a blank in a token"),
        pytest.param({"remap": (("(", "x"),)}, "remap contains '(', which is not a regular expression", id="a pattern"),
        pytest.param({"remap": (("a", "$1"),)}, "which 'a' has no group for", id="a group that is not there"),
    ],
)
def test_a_setting_with_which_no_audit_could_work_is_refused(settings: dict[str, Any], fact: str) -> None:
    with pytest.raises(SettingsError) as caught:
        AuditSettings(**settings)

    assert fact in str(caught.value)


def test_settings_show_what_differs_from_the_defaults_and_no_token() -> None:
    assert repr(AuditSettings()) == "AuditSettings()"
    shown = repr(AuditSettings(retries=5, github_token="secret"))  # noqa: S106 - made up
    assert "retries=5" in shown
    assert "secret" not in shown


USUAL = Endpoints()


def overridden(*texts: str) -> Endpoints:
    return override_endpoints(USUAL, texts)


def test_without_overrides_nothing_changes() -> None:
    assert overridden() == USUAL


@pytest.mark.parametrize("name", NAMES)
def test_every_registry_and_archive_can_be_overridden(name: str) -> None:
    assert "https://mirror.example.org/x/" in repr(overridden(f"{name}=https://mirror.example.org/x/"))


@cases("text, field, api, hosts, interval_s", named=True)
def test_an_endpoint_override_is_parsed(
    text: str, field: str, api: str, hosts: tuple[str, ...], interval_s: float
) -> None:
    assert getattr(overridden(text), field) == Endpoint(api=api, hosts=hosts, interval_s=interval_s)


@cases("text, hosts")
def test_a_self_hosted_github_is_queried_about_its_own_repositories(text: str, hosts: tuple[str, ...]) -> None:
    github = overridden(text).github

    assert github.hosts == hosts
    assert github.api == text.removeprefix("github=").partition(",")[0]


def test_of_two_endpoints_for_one_registry_the_last_one_counts() -> None:
    assert (
        overridden("doi=https://one.example.org/", "doi=https://two.example.org/").doi.api == "https://two.example.org/"
    )


def test_the_public_service_keeps_its_interval_after_a_mirror_override() -> None:
    named = overridden("arxiv=https://mirror.example.org/query", f"arxiv={USUAL.arxiv.api}")

    assert named.arxiv == USUAL.arxiv


@cases("text, words")
def test_an_invalid_endpoint_override_is_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        overridden(text)


def test_a_password_in_an_address_is_not_repeated() -> None:
    with pytest.raises(ValueError, match=r"doi=ftp://example\.org/: ftp: is not supported") as caught:
        overridden("doi=ftp://name:sesame@example.org/")

    assert "sesame" not in str(caught.value)
