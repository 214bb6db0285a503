"""Addresses that are printed in ways that few listings have."""

import pytest
from tests.case_tables import cases

from papertrace.extract.links import find_links
from papertrace.extract.urls.repair import View, clean_address, repair_characters
from papertrace.extract.urls.scanner import find_urls, strip_sentence


@cases("text, urls")
def test_an_address_ends_where_its_sentence_goes_on(text: str, urls: list[str]) -> None:
    assert [link.url for link in find_links(text)] == urls


@cases("text, markup, urls")
def test_an_address_of_markup_is_found_once_and_not_in_code(text: str, markup: str, urls: list[str]) -> None:
    assert [link.url for link in find_links(text, markup)] == urls


@cases("text, urls")
def test_a_host_is_joined_and_cut_before_it_is_repaired(text: str, urls: list[str]) -> None:
    assert [found.url for found in find_urls(text)] == urls


def test_offsets_at_the_beginning_of_a_repaired_text_are_those_of_the_source() -> None:
    view = repair_characters("\uff48ttps://a.org")

    assert (view.start_of(0), view.end_of(0), view.end_of(1)) == (0, 0, 1)
    assert View.of("abc", []).end_of(3) == 3


def test_what_only_looks_like_an_entity_stays_as_it_is() -> None:
    assert repair_characters("https://a.org/?x=1&bogus;&amp;y").text == "https://a.org/?x=1&bogus;&y"


@pytest.mark.parametrize("value", ["https://a_b/c", "https://user@/x", "https://", "//nothing", "a b"])
def test_a_value_without_a_host_is_no_address(value: str) -> None:
    assert clean_address(value) is None


def test_a_dash_of_two_hyphens_belongs_to_the_sentence() -> None:
    assert strip_sentence("/acme/fold--") == "/acme/fold"
    assert strip_sentence("/acme/fold-") == "/acme/fold-"


def test_two_spaced_dots_share_the_space_between_them() -> None:
    assert repair_characters("acme (dot) (dot) org").text == "acme.(dot) org"
