"""Settings of enriching: values with which nothing could be asked are refused, with the name of the setting."""

from typing import Any

import pytest

from papertrace.enrich.settings import EnrichSettings
from papertrace.errors import SettingsError


@pytest.mark.parametrize(
    ("settings", "fact"),
    [
        pytest.param({"max_age_s": -1}, "max_age_s is -1, but must not be below 0", id="an age below 0"),
        pytest.param({"retries": -1}, "retries is -1, but must not be below 0", id="fewer than no retries"),
        pytest.param({"services": ("openalix",)}, "openalix", id="no service"),
        pytest.param({"keys": {"s2": "a b"}}, "the key of s2 contains characters", id="a blank in a key"),
        pytest.param({"mailto": "me"}, "mailto is not an e-mail address", id="no address"),
        pytest.param({"mailto": "mé@example.org"}, "mailto is not an e-mail address", id="an address beyond ASCII"),
    ],
)
def test_a_setting_with_which_nothing_could_be_asked_is_refused(settings: dict[str, Any], fact: str) -> None:
    with pytest.raises(SettingsError) as caught:
        EnrichSettings(**settings)

    assert fact in str(caught.value)


def test_settings_show_what_differs_from_the_defaults_and_no_key() -> None:
    shown = repr(EnrichSettings(retries=5, keys={"s2": "secret"}, mailto="me@example.org"))

    assert "retries=5" in shown
    assert "secret" not in shown
