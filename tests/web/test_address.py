"""What can be asked, and what of an address may be shown."""

import pytest

from papertrace.web.address import LONGEST_URL, parse_address, public_url, without_userinfo


def test_a_plain_address_stays_as_it_is() -> None:
    assert parse_address("https://example.org/a/b?c=d").url == "https://example.org/a/b?c=d"


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        pytest.param("HTTPS://Example.ORG", "https://example.org/", id="case of the host"),
        pytest.param("http://example.org:80/", "http://example.org/", id="default port"),
        pytest.param("https://example.org:8443/", "https://example.org:8443/", id="other port"),
        pytest.param("https://example.org./a", "https://example.org/a", id="dot of the root"),
        pytest.param("https://user:word@example.org/", "https://example.org/", id="user information"),
        pytest.param("https://example.org/a#b", "https://example.org/a", id="fragment"),
        pytest.param("https://example.org/a b", "https://example.org/a%20b", id="blank in the path"),
        pytest.param("https://example.org/%7Eme", "https://example.org/%7Eme", id="escaped already"),
        pytest.param("https://example.org/é?ü", "https://example.org/%C3%A9?%C3%BC", id="letters beyond ASCII"),
        pytest.param("https://bücher.example/", "https://xn--bcher-kva.example/", id="name beyond ASCII"),
        pytest.param("http://[::1]:8080/", "http://[::1]:8080/", id="IPv6"),
    ],
)
def test_an_address_is_put_into_the_form_that_is_sent(url: str, sent: str) -> None:
    assert parse_address(url).url == sent


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        pytest.param("mailto:a@example.org", "mailto: is not asked", id="mail"),
        pytest.param("file:///etc/hostname", "file: is not asked", id="file"),
        pytest.param("javascript:alert(1)", "javascript: is not asked", id="script"),
        pytest.param("example.org/a", "no scheme", id="no scheme"),
        pytest.param("https:///a", "no host", id="no host"),
        pytest.param("https://example.org:0/", "port 0", id="port 0"),
        pytest.param("https://example.org:99999/", "cannot be read", id="port too large"),
        pytest.param("https://[half/", "cannot be read", id="half a bracket"),
        pytest.param("https://exa mple.org/", "cannot exist", id="blank in the host"),
        pytest.param("https://" + "a" * 300 + ".org/", "cannot exist", id="host too long"),
        pytest.param("https://a..\u3002b/", "cannot exist", id="empty label"),
        pytest.param("https://example.org/" + "a" * LONGEST_URL, "longer than", id="too long"),
        pytest.param("", "no scheme", id="nothing"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(url: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_address(url)


def test_a_line_break_cannot_smuggle_a_header_in() -> None:
    sent = parse_address("https://example.org/a\r\nHost: elsewhere").url

    assert "\r" not in sent
    assert "\n" not in sent


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        pytest.param("https://example.org/?a=b", "https://example.org/?a=b", id="nothing to hide"),
        pytest.param("https://u:p@example.org/", "https://example.org/", id="user information"),
        pytest.param("https://example.org/?token=x&a=b", "https://example.org/?token=FILTERED&a=b", id="token"),
        pytest.param(
            "https://example.org/?X-Amz-Signature=0f&X-Amz-Date=1",
            "https://example.org/?X-Amz-Signature=FILTERED&X-Amz-Date=1",
            id="signature of a bucket",
        ),
        pytest.param("https://example.org/?API_KEY=x#f", "https://example.org/?API_KEY=FILTERED#f", id="key"),
        pytest.param("https://example.org/?tokens=3", "https://example.org/?tokens=3", id="another word"),
        pytest.param("http://u:p@[half", "http://[half", id="unreadable"),
    ],
)
def test_secrets_of_an_address_are_not_shown(url: str, shown: str) -> None:
    assert public_url(url) == shown


def test_an_at_sign_in_the_path_is_no_user_information() -> None:
    assert without_userinfo("https://example.org/@someone") == "https://example.org/@someone"
