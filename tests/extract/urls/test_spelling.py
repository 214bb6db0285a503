"""Absolute URLs from marked addresses, and spellings of one address."""

from tests.case_tables import cases

from papertrace.extract.urls.repair import clean_address, url_identity


@cases("value, url", named=True)
def test_a_marked_address_is_made_absolute(value: str, url: str | None) -> None:
    assert clean_address(value) == url


@cases("inside, url", named=True)
def test_a_wrapped_address_is_checked_as_a_printed_one(inside: str, url: str | None) -> None:
    wrapped = f"https://www.google.com/url?q={inside}"

    assert clean_address(wrapped) == (url or wrapped)


def test_addresses_wrapped_in_one_another_are_unwrapped_to_the_last() -> None:
    assert clean_address("https://www.google.com/url?q=" * 130 + "https://example.org/a") == "https://example.org/a"


def test_a_long_run_of_blanks_is_not_an_address() -> None:
    assert clean_address("https://example.org/" + " " * 1_000_000 + "a") is None


@cases("one, other", named=True)
def test_spellings_of_one_address_have_one_identity(one: str, other: str) -> None:
    assert url_identity(one) == url_identity(other)


@cases("one, other", named=True)
def test_different_addresses_have_different_identities(one: str, other: str) -> None:
    assert url_identity(one) != url_identity(other)
