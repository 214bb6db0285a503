"""Hosts and URLs in their different spellings."""

import pytest
from tests.case_tables import cases

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


@cases("host, encoded", named=True)
def test_a_host_is_encoded_as_browsers_do(host: str, encoded: str) -> None:
    assert encode_host(host) == encoded


@cases("host", named=True)
def test_what_is_not_a_host_is_refused_and_compared_as_it_is(host: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        encode_host(host)
    assert comparable_host(host.upper()) == host


def test_only_the_host_of_an_address_is_put_into_another_form() -> None:
    assert comparable_url("https://Ü@MÜNCHEN.example:80/Ü?Ü#Ü") == "https://Ü@xn--mnchen-3ya.example:80/Ü?Ü#Ü"


@cases("url, host", named=True)
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


@cases("text, shown", named=True)
def test_user_information_is_hidden_in_a_text(text: str, shown: str) -> None:
    assert hide_userinfo(text) == shown


@cases("url")
def test_a_web_address_may_be_a_link(url: str) -> None:
    assert web_address(url) == url


@cases("url")
def test_no_other_address_may_be_one(url: str) -> None:
    assert web_address(url) is None


def test_a_host_that_cannot_be_encoded_is_spelled_in_lower_case() -> None:
    too_long = "Ä" * 4000

    assert host_spellings(f"*.{too_long}") == (f"*.{too_long.lower()}",) * 2


@cases("url, inside", named=True)
def test_an_address_that_was_wrapped_is_the_one_inside(url: str, inside: str | None) -> None:
    assert unwrap_address(url) == (inside or url)
