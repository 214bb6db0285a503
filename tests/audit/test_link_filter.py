"""Which links are audited."""

from tests.case_tables import cases

from papertrace.audit.choosing import LinkFilter, matches


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
