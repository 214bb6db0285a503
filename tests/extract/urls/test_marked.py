"""Tags and comments around addresses, by what is found between them."""

import pytest

from papertrace.extract.links import find_links
from papertrace.extract.urls.repair import clean_address
from papertrace.model import Markup


def urls(text: str) -> list[str]:
    return [link.url for link in find_links(text, Markup.HTML)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<!-- https://a.example/x --> https://b.example/y", ["https://b.example/y"]),
        ("https://a.example/x<!-- note --><b>https://b.example/y</b>", ["https://a.example/x", "https://b.example/y"]),
        ('<!-- a --><a href="https://b.example/y">y</a>', ["https://b.example/y"]),
        ("https://a.example/x <!-- never closed https://b.example/y", ["https://a.example/x"]),
        ("https://a.example/one<wbr>two", ["https://a.example/onetwo"]),
        ("https://a.example/one<p>two", ["https://a.example/one"]),
        ("<https://a.example/x> and <http://b.example/y>", ["https://a.example/x", "http://b.example/y"]),
        ("1 < 2 and https://a.example/x", ["https://a.example/x"]),
    ],
)
def test_tags_and_comments_end_addresses_or_vanish_from_them(text: str, found: list[str]) -> None:
    assert urls(text) == found


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("https://a.example/a b", "https://a.example/ab"),
        ("https://a.example/a\n  b", "https://a.example/ab"),
        ("HXXPS://A.Example/x", "https://a.example/x"),
        ("git@github.com:acme/Tool.git", "ssh://git@github.com/acme/Tool.git"),
        ("//a.example/x", "https://a.example/x"),
        ("www.a.example", "https://www.a.example"),
        ("github.com/acme/tool", "https://github.com/acme/tool"),
        ("a.example/x", None),
        ("mailto:x@a.example", None),
        ("https://a.example/{name}", None),
        ("https://", None),
    ],
)
def test_an_address_in_a_field_is_cleaned_or_refused(value: str, address: str | None) -> None:
    assert clean_address(value) == address
