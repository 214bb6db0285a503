"""Which addresses can be requested, and which of their parts may be shown."""

import pytest

from papertrace.web.address import MAX_URL_LENGTH, parse_address, public_url


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
        pytest.param("https://faß.example/", "https://xn--fa-hia.example/", id="sharp s is a letter of its own"),
        pytest.param("https://ΦΑΣ.example/", "https://xn--mxa0bh.example/", id="capital sigma at the end of a label"),
        pytest.param("https://i❤.example/", "https://xn--i-7iq.example/", id="emoji"),
        pytest.param("https://my_bücher.example/", "https://xn--my_bcher-95a.example/", id="underscore"),
        pytest.param("https://a_b.bücher.example/", "https://a_b.xn--bcher-kva.example/", id="underscore elsewhere"),
        pytest.param("https://r3---ä.example/", "https://xn--r3----kra.example/", id="hyphens in third place"),
        pytest.param("https://\uff45xample\u3002org/", "https://example.org/", id="full width"),
        pytest.param(
            "https://bücher.example\u3002/a", "https://xn--bcher-kva.example/a", id="full width dot of the root"
        ),
        pytest.param("http://[::1]:8080/", "http://[::1]:8080/", id="IPv6"),
    ],
)
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
        pytest.param("//u:p@example.org/", "//example.org/", id="no scheme"),
        pytest.param(
            "https://a.example.org/https://u:p@b.example.org/",
            "https://a.example.org/https://b.example.org/",
            id="of an address inside the address",
        ),
    ],
)
def test_secrets_of_an_address_are_not_shown(url: str, shown: str) -> None:
    assert public_url(url) == shown
