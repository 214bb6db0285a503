"""Which addresses can be requested, and which of their parts may be shown."""

import pytest
from tests.case_tables import cases

from papertrace.web.address import MAX_URL_LENGTH, parse_address, public_url


@cases("url, sent", named=True)
def test_an_address_is_normalised_to_the_form_that_is_sent(url: str, sent: str) -> None:
    assert parse_address(url).url == sent


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        pytest.param("mailto:a@example.org", "mailto: is not supported", id="mail"),
        pytest.param("file:///etc/hostname", "file: is not supported", id="file"),
        pytest.param("javascript:alert(1)", "javascript: is not supported", id="script"),
        pytest.param("example.org/a", "no scheme", id="no scheme"),
        pytest.param("https:///a", "no host", id="no host"),
        pytest.param("https://example.org:0/", "port 0 is not valid", id="port 0"),
        pytest.param("https://example.org:99999/", "cannot be parsed", id="port too large"),
        pytest.param("https://[half/", "cannot be parsed", id="half a bracket"),
        pytest.param("https://exa mple.org/", "not valid", id="blank in the host"),
        pytest.param("https://" + "a" * 300 + ".org/", "not valid", id="host too long"),
        pytest.param("https://a..\u3002b/", "not valid", id="empty label"),
        pytest.param("https://a..example.org/", "not valid", id="empty label in ASCII"),
        pytest.param("https://\u00ad.example.org/", "not valid", id="label of nothing that shows"),
        pytest.param("https://" + "a" * 64 + ".org/", "not valid", id="label too long"),
        pytest.param("https://" + "ä" * 60 + ".org/", "not valid", id="label too long once encoded"),
        pytest.param("https://a\u200db.org/", "not valid", id="joiner between Latin letters"),
        pytest.param("https://\u0301a.org/", "not valid", id="accent on nothing"),
        pytest.param("https://aא.org/", "not valid", id="letters of two directions"),
        pytest.param("https://xn--ä.org/", "not valid", id="encoded already and not"),
        pytest.param("https://a\ufffdb.org/", "not valid", id="replacement character"),
        pytest.param("https://a\uff052e.org/", "not valid", id="full width percent sign"),
        pytest.param("https://example.org/" + "a" * MAX_URL_LENGTH, "longer than", id="too long"),
        pytest.param("", "no scheme", id="nothing"),
    ],
)
def test_an_address_that_cannot_be_requested_is_refused_with_a_reason(url: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_address(url)


def test_a_line_break_cannot_inject_a_header() -> None:
    sent = parse_address("https://example.org/a\r\nHost: elsewhere").url

    assert "\r" not in sent
    assert "\n" not in sent


@cases("url, shown", named=True)
def test_secrets_of_an_address_are_not_shown(url: str, shown: str) -> None:
    assert public_url(url) == shown
