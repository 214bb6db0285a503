"""Absolute URLs from marked addresses, and spellings of one address."""

import pytest

from papertrace.extract.urls.repair import clean_address, url_identity


@pytest.mark.parametrize(
    ("value", "url"),
    [
        pytest.param("https://example.org/a", "https://example.org/a", id="no-op"),
        pytest.param(" <https://example.org/a>. ", "https://example.org/a", id="brackets and a stop"),
        pytest.param("github.com/acme/fastmm", "https://github.com/acme/fastmm", id="known host without a scheme"),
        pytest.param("hxxps://example.org/a", "https://example.org/a", id="defanged"),
        pytest.param("https://example.org/\n  a", "https://example.org/a", id="broken across lines"),
        pytest.param("git@github.com:acme/fastmm.git", "ssh://git@github.com/acme/fastmm.git", id="scp"),
        pytest.param("https://ΦΑΣ.example.org/Σ", "https://φασ.example.org/Σ", id="capital sigma of a host"),
        pytest.param("docs/index.html", None, id="relative"),
        pytest.param("mailto:a@example.org", None, id="no web address"),
        pytest.param("https://github.com/{owner}/{name}", None, id="template"),
    ],
)
def test_a_marked_address_is_made_absolute(value: str, url: str | None) -> None:
    assert clean_address(value) == url


@pytest.mark.parametrize(
    ("inside", "url"),
    [
        pytest.param("https%3A%2F%2FGitHub.com%2Facme%2Ffold", "https://github.com/acme/fold", id="host in capitals"),
        pytest.param("https%3A%2F%2Fexample.org%2Fb%20c", "https://example.org/b%20c", id="a blank"),
        pytest.param("http%3A%2F%2F", None, id="no host"),
        pytest.param("https%3A%2F%2Fexa%20mple.org%2Fb", None, id="a blank in a host"),
        pytest.param("https%3A%2F%2Fexample.org%2Fb%0D%0AHost:%20a", None, id="a line break"),
        pytest.param("https%3A%2F%2Fexample.org%2Fb%1b%5B31m", None, id="a control character"),
    ],
)
def test_a_wrapped_address_is_checked_as_a_printed_one(inside: str, url: str | None) -> None:
    wrapped = f"https://www.google.com/url?q={inside}"

    assert clean_address(wrapped) == (url or wrapped)


def test_addresses_wrapped_in_one_another_are_unwrapped_to_the_last() -> None:
    assert clean_address("https://www.google.com/url?q=" * 130 + "https://example.org/a") == "https://example.org/a"


def test_a_long_run_of_blanks_is_not_an_address() -> None:
    assert clean_address("https://example.org/" + " " * 1_000_000 + "a") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://www.Example.org:80/a/", "https://example.org/a"),
        ("https://example.org/%7Eada", "https://example.org/~ada"),
        ("https://münchen.example.org/a", "https://xn--mnchen-3ya.example.org/a"),
        ("https://ada@münchen.example.org:8080/a", "http://ada@xn--mnchen-3ya.example.org:8080/a"),
        ("https://faß.example.org/a", "https://xn--fa-hia.example.org/a"),
        ("https://ΦΑΣ.example.org/a", "https://φασ.example.org/a"),
        ("https://my_bücher.example.org/a", "https://xn--my_bcher-95a.example.org/a"),
    ],
    ids=[
        "scheme, host, port and slash",
        "needless escape",
        "script of the host",
        "script of the host behind a user",
        "sharp s",
        "capital sigma",
        "underscore",
    ],
)
def test_spellings_of_one_address_have_one_identity(one: str, other: str) -> None:
    assert url_identity(one) == url_identity(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.org/a", "https://example.org/A"),
        ("https://example.org/a?b", "https://example.org/a"),
        ("https://example.org/a", "ftp://example.org/a"),
        ("https://faß.example.org/a", "https://fass.example.org/a"),
        ("https://φας.example.org/a", "https://φασ.example.org/a"),
    ],
    ids=["letter case of the path", "query", "another service", "sharp s and two", "sigma at the end of a word"],
)
def test_different_addresses_have_different_identities(one: str, other: str) -> None:
    assert url_identity(one) != url_identity(other)
