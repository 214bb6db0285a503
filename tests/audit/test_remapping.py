"""Addresses that are requested in place of those that links print."""

import pytest
from tests.case_tables import cases
from tests.origin.cases import link

from papertrace.audit.choosing import remap_link
from papertrace.errors import SettingsError

RULES = (
    ("^https://docs.example.org/", "http://localhost:8000/"),
    ("^https://([a-z]+).example.org/", "https://$1.test/"),
)


@cases("url, requested", named=True)
def test_the_first_rule_that_matches_makes_the_address(url: str, requested: str) -> None:
    assert remap_link(link(url), RULES).url == requested


def test_what_is_no_address_of_the_web_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"remap makes 'file:///a' of 'https://docs\.example\.org/a', which is not"):
        remap_link(link("https://docs.example.org/a"), [("^https://[^/]*", "file://")])
