"""Which links are audited, and what is requested in place of them."""

import pytest
from tests.case_tables import cases
from tests.origin.cases import link

from papertrace.audit.settings import LinkFilter, matches, remap_link
from papertrace.errors import SettingsError


def test_without_patterns_every_link_is_audited() -> None:
    assert LinkFilter().reason_to_skip("https://example.org/") is None


@cases("pattern, url, expected", named=True)
def test_a_pattern_names_hosts_or_addresses(pattern: str, url: str, *, expected: bool) -> None:
    assert matches(pattern, url) is expected


def test_the_reason_names_the_pattern() -> None:
    links = LinkFilter(only=["a.example.org", "b.example.org"], exclude=["b.example.org/x*"])

    assert links.reason_to_skip("https://a.example.org/") is None
    assert links.reason_to_skip("https://c.example.org/") == "left out by --only a.example.org b.example.org"
    assert links.reason_to_skip("https://b.example.org/xy") == "left out by --exclude b.example.org/x*"


def test_a_hostile_address_is_not_matched() -> None:
    assert not matches("*a*b*c/*", "https://" + "a" * 8000)


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
