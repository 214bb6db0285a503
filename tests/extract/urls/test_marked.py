"""Tags and comments around addresses, by what is found between them."""

from tests.case_tables import cases

from papertrace.extract.links import find_links
from papertrace.extract.urls.repair import clean_address
from papertrace.model import Markup


def urls(text: str) -> list[str]:
    return [link.url for link in find_links(text, Markup.HTML)]


@cases("text, found")
def test_tags_and_comments_end_addresses_or_vanish_from_them(text: str, found: list[str]) -> None:
    assert urls(text) == found


@cases("value, address")
def test_an_address_in_a_field_is_cleaned_or_refused(value: str, address: str | None) -> None:
    assert clean_address(value) == address
