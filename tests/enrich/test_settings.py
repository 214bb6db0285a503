"""Settings of enriching: values with which nothing could be asked are refused, with the name of the setting."""

from typing import Any

import pytest
from tests.case_tables import cases

from papertrace.enrich.settings import EnrichSettings
from papertrace.errors import SettingsError


@cases("settings, fact", named=True)
def test_a_setting_with_which_nothing_could_be_asked_is_refused(settings: dict[str, Any], fact: str) -> None:
    with pytest.raises(SettingsError) as caught:
        EnrichSettings(**settings)

    assert fact in str(caught.value)


def test_settings_show_what_differs_from_the_defaults_and_no_key() -> None:
    shown = repr(EnrichSettings(retries=5, keys={"s2": "secret"}, mailto="me@example.org"))

    assert "retries=5" in shown
    assert "secret" not in shown
