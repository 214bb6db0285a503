"""Settings of an audit: values with which none could work are refused, with the name of the setting."""

from typing import Any

import pytest

from papertrace.audit import AuditSettings
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
