"""Hosts and URLs in their different spellings."""

import pytest

from papertrace.model import RepoRef
from papertrace.model.addresses import (
    comparable_host,
    comparable_url,
    encode_host,
    hide_userinfo,
    host_of,
    host_spellings,
    lower_host,
    unwrap_address,
    web_address,
)


def test_a_host_of_ascii_stays_as_it_is() -> None:
    assert encode_host("r3---a_b.example.org") == "r3---a_b.example.org"


@pytest.mark.parametrize(
    ("host", "encoded"),
    [
        pytest.param("BÜCHER.example", "xn--bcher-kva.example", id="letter case"),
        pytest.param("bu\u0308cher.example", "xn--bcher-kva.example", id="composed"),
        pytest.param("xn--bcher-kva.bücher.example", "xn--bcher-kva.xn--bcher-kva.example", id="encoded in part"),
        pytest.param("1.שלום.example", "1.xn--9dbne9b.example", id="digits beside letters from the right"),
        pytest.param("-ü-.example", "xn-----xka.example", id="hyphens at the ends"),
        pytest.param("ü" + "a" * 70, "xn--" + "a" * 70 + "-tgh", id="longer than a name server allows"),
    ],
)
def test_a_host_is_encoded_as_browsers_do(host: str, encoded: str) -> None:
    assert encode_host(host) == encoded


@pytest.mark.parametrize(
    "host",
    [
        pytest.param("ä\ufffd.example", id="replacement character"),
        pytest.param("ä\u2100.example", id="what is mapped to letters about a slash"),
        pytest.param("ä b.example", id="blank"),
        pytest.param("xn--ä.example", id="encoded, with a letter that is not"),
        pytest.param("ä" * 254, id="longer than any host"),
    ],
)
def test_what_is_not_a_host_is_refused_and_compared_as_it_is(host: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        encode_host(host)
    assert comparable_host(host.upper()) == host


def test_only_the_host_of_an_address_is_put_into_another_form() -> None:
    assert comparable_url("https://Ü@MÜNCHEN.example:80/Ü?Ü#Ü") == "https://Ü@xn--mnchen-3ya.example:80/Ü?Ü#Ü"


@pytest.mark.parametrize(
    ("url", "host"),
    [
        pytest.param("https://example.org", "example.org", id="alone"),
        pytest.param("ssh://git@Example.org:22/a", "example.org", id="user and port"),
        pytest.param("http://a:b@c@[2001:DB8::1]:80/", "2001:db8::1", id="IPv6"),
        pytest.param("https://ÜBER.example./", "xn--ber-goa.example", id="dot of the root"),
        pytest.param("https://[::1/", "", id="half a bracket"),
        pytest.param("example.org/a", "", id="no scheme"),
        pytest.param("mailto:ada@example.org", "", id="no host"),
    ],
)
def test_the_host_of_an_address(url: str, host: str) -> None:
    assert host_of(url) == host


def test_what_is_not_the_encoding_of_anything_has_one_spelling() -> None:
    for host in ("xn--a.example", "xn--.example", "xn--fass-.example", "xn--" + "a" * 300):
        assert host_spellings(host) == (host, host)


def test_a_sigma_that_ends_a_word_is_another_letter_only_where_it_is_printed_so() -> None:
    assert lower_host("ΦΑΣ") == "φασ"
    assert comparable_host("φας") != comparable_host("ΦΑΣ")


def test_a_repository_is_one_however_its_host_is_spelled() -> None:
    one, other = RepoRef("gitlab.Faß.example", "acme", "Fold"), RepoRef("gitlab.xn--fa-hia.example", "Acme", "fold")

    assert one == other
    assert one.url == "https://gitlab.xn--fa-hia.example/acme/Fold"
    assert one != RepoRef("gitlab.fass.example", "acme", "Fold")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("See https://example.org/a.", "See https://example.org/a.", id="nothing to hide"),
        pytest.param("https://u:p@example.org/ and http://u@[::1]", "https://example.org/ and http://[::1]", id="two"),
        pytest.param("https://a@b:c@example.org/", "https://example.org/", id="two at signs"),
        pytest.param("//u:p@example.org/", "//example.org/", id="no scheme"),
        pytest.param(
            "https://a.example.org/https://u:p@b.example.org/", "https://a.example.org/https://b.example.org/"
        ),
        pytest.param("https://example.org//@ada", "https://example.org//@ada", id="at sign behind two slashes"),
        pytest.param("https://example.org/@ada", "https://example.org/@ada", id="at sign in the path"),
        pytest.param("https://example.org and ada@example.org", "https://example.org and ada@example.org", id="mail"),
    ],
)
def test_user_information_is_hidden_in_a_text(text: str, shown: str) -> None:
    assert hide_userinfo(text) == shown


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/a?b=c&d#e",
        "http://user@[::1]:80/",
        "https://münchen.example/it's",
        "https://example.org/(a)",
    ],
)
def test_a_web_address_may_be_a_link(url: str) -> None:
    assert web_address(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,a",
        "ftp://example.org/",
        "https:///a",
        "http://[half",
        "https://example.org/a b",
        'https://example.org/"onclick=',
        "https://example.org/<b>",
        "https://example.org/\u202egpj.exe",
        "https://example.org\\@evil.example",
        "",
    ],
)
def test_no_other_address_may_be_one(url: str) -> None:
    assert web_address(url) is None


def test_a_host_that_cannot_be_encoded_is_spelled_in_lower_case() -> None:
    too_long = "Ä" * 4000

    assert host_spellings(f"*.{too_long}") == (f"*.{too_long.lower()}",) * 2


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        pytest.param(
            "https://urldefense.com/v3/__https://doi.org/10.1234/a__;!!K-H!i_c$",
            "https://doi.org/10.1234/a",
            id="filter",
        ),
        pytest.param(
            "https://urldefense.com/v3/__https://example.org/a*b__;Kw!!K$", None, id="filter with bytes elsewhere"
        ),
        pytest.param("https://urldefense.com/about", None, id="page of a filter"),
        pytest.param(
            "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Fa&data=05",
            "https://example.org/a",
            id="Outlook",
        ),
        pytest.param(
            "https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.org%2Fa", "https://example.org/a", id="search"
        ),
        pytest.param(
            "https://urldefense.com/v3/__https:/urldefense.com/v3/__https:/example.org/a__;!!K!i$__;!!H!c$",
            "https://urldefense.com/v3/__https:/example.org/a__;!!K!i$",
            id="filter, twice",
        ),
        pytest.param(
            "https://urldefense.com/v3/__https:/example.org/a__;!!K$", "https://example.org/a", id="one slash"
        ),
        pytest.param(
            "https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fcaf%E9%ED%A0%80",
            "https://example.org/caf%E9%ED%A0%80",
            id="bytes that are no UTF-8",
        ),
        pytest.param(
            "https://www.google.com/url?q=https%3A%2F%2Fexample.org%2F%3Cb%3E%20%22%5C",
            "https://example.org/%3Cb%3E%20%22%5C",
            id="characters that no address has",
        ),
        pytest.param(
            "https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fa%2520b",
            "https://example.org/a%20b",
            id="escaped",
        ),
        pytest.param("https://www.google.com/url?q=other", None, id="no address"),
        pytest.param("https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fa%0D%0Ab", None, id="a line break"),
        pytest.param("https://example.org/url?q=https%3A%2F%2Fexample.org", None, id="another host"),
    ],
)
def test_an_address_that_was_wrapped_is_the_one_inside(url: str, inside: str | None) -> None:
    assert unwrap_address(url) == (inside or url)
