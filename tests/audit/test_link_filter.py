"""Which links are audited."""

import pytest

from papertrace.audit.choosing import LinkFilter, matches


def test_without_patterns_every_link_is_audited() -> None:
    assert LinkFilter().reason_to_skip("https://example.org/") is None


@pytest.mark.parametrize(
    ("pattern", "url", "expected"),
    [
        pytest.param("example.org", "https://example.org/a", True, id="host"),
        pytest.param("Example.ORG", "https://example.org:8080/a", True, id="letter case and port"),
        pytest.param("example.org", "https://user@example.org/a", True, id="user information"),
        pytest.param("example.org", "https://www.example.org/a", True, id="subdomain"),
        pytest.param("example.org", "https://notexample.org/a", False, id="end of another host"),
        pytest.param("example.org", "https://example.org.evil.net/", False, id="beginning of another host"),
        pytest.param("example.org", "https://evil.net/example.org", False, id="host in a path"),
        pytest.param("*.edu", "https://cs.acme.edu/a", True, id="host with a star"),
        pytest.param("github.com/acme/*", "https://github.com/acme/fast", True, id="address"),
        pytest.param("github.com/acme/*", "https://github.com/Acme/fast", True, id="letter case of an address"),
        pytest.param("github.com/acme/*", "https://github.com/acme2/fast", False, id="another owner"),
        pytest.param("https://example.org/*", "http://example.org/a", False, id="another scheme"),
        pytest.param("example.org/a", "https://example.org/ab", False, id="whole address"),
        pytest.param("example.org/a?b=[1]", "https://example.org/a?b=[1]", True, id="other wildcards are literal"),
        pytest.param("example.org/a?b", "https://example.org/axb", False, id="a question mark is literal"),
        pytest.param("example.org", "https://[::1", False, id="an address that cannot be read"),
        pytest.param("example.org", "https://example.org./a", True, id="dot of the root"),
        pytest.param("münchen.example", "https://xn--mnchen-3ya.example/a", True, id="script of the host"),
        pytest.param("XN--mnchen-3ya.example", "https://www.MÜNCHEN.example/a", True, id="script of the pattern"),
        pytest.param("*.münchen.example", "https://www.xn--mnchen-3ya.example/a", True, id="script beside a star"),
        pytest.param("MÜN*.example", "https://xn--mnchen-3ya.example/a", True, id="script with a star"),
        pytest.param("xn--*.example", "https://münchen.example/a", True, id="any script"),
        pytest.param("münchen.example/a*", "https://u@xn--mnchen-3ya.example/a", False, id="address behind a user"),
        pytest.param("münchen.example/a*", "https://xn--mnchen-3ya.example/ab", True, id="script of an address"),
        pytest.param("https://xn--mnchen-3ya.example:80/*", "https://münchen.example:80/", True, id="with a port"),
        pytest.param("fass.example", "https://faß.example/", False, id="two s for a sharp one"),
        pytest.param("faß.example/*", "https://fass.example/", False, id="a sharp s for two"),
    ],
)
def test_a_pattern_names_hosts_or_addresses(pattern: str, url: str, *, expected: bool) -> None:
    assert matches(pattern, url) is expected


def test_the_reason_names_the_pattern() -> None:
    links = LinkFilter(only=["a.example.org", "b.example.org"], exclude=["b.example.org/x*"])

    assert links.reason_to_skip("https://a.example.org/") is None
    assert links.reason_to_skip("https://c.example.org/") == "left out by --only a.example.org b.example.org"
    assert links.reason_to_skip("https://b.example.org/xy") == "left out by --exclude b.example.org/x*"


def test_a_hostile_address_is_not_matched() -> None:
    assert not matches("*a*b*c/*", "https://" + "a" * 8000)
