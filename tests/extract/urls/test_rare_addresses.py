"""Addresses that are printed in ways that few listings have."""

import pytest

from papertrace.extract.links import find_links
from papertrace.extract.urls.repair import View, clean_address, repair_characters
from papertrace.extract.urls.scanner import find_urls, strip_sentence


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("ftp://https://github.com/acme/x now", ["https://github.com/acme/x"]),
        ("'https://github.com/acme/fast'it is", ["https://github.com/acme/fast"]),
        ("https://github.com/acme/fast---and more", ["https://github.com/acme/fast"]),
        ("https://example.org/a--.", ["https://example.org/a"]),
        ("https://github.com/acme/fold.Results show it", ["https://github.com/acme/fold"]),
        ("https://gitlab.com/acme", ["https://gitlab.com/acme"]),
        ("https://bitbucket.org/account/x", ["https://bitbucket.org/account/x"]),
        ("https://bitbucket.org/", ["https://bitbucket.org/"]),
        ("https://github.com\n/ ?", ["https://github.com"]),
        ("https://github.com/acme/\nhttps://b.org", ["https://github.com/acme/", "https://b.org"]),
        (
            "https://doi.org/10.1002/(SICI)1097-0258(1998)17:15/16<1661::AID-SIM968>3.0.CO;2-2",
            ["https://doi.org/10.1002/(SICI)1097-0258(1998)17:15/16<1661::AID-SIM968>3.0.CO;2-2"],
        ),
        (
            "https://github.com/\nacme/\nfast/\ntree/\nmain/\nsrc/\nlib/\nmore/\nand/\nso",
            ["https://github.com/acme/fast/tree/main/src/"],
        ),
        ("https://exam&shy;ple.org/a&amp;amp;b", ["https://example.org/a&b"]),
        ("at https://ex-\nam-\nple-\nlab.org.\ncom /x", []),
        ("at https://acme-\nlab.github. io. cn/x now", ["https://acme-lab.github.io.cn/x"]),
        ("见 https://example.org/fast的代码", ["https://example.org/fast"]),
        ("代码 https://github.com/acme/fast的代码", ["https://github.com/acme/fast"]),
        ("https://example.org中文 and", ["https://example.org"]),
        ("github dot com slash acme slash fast-tile. slash", ["https://github.com/acme/fast-tile"]),
        ("https://github.com/acme/ www.b.org/x", ["https://github.com/acme/", "https://www.b.org/x"]),
    ],
)
def test_an_address_ends_where_its_sentence_goes_on(text: str, urls: list[str]) -> None:
    assert [link.url for link in find_links(text)] == urls


@pytest.mark.parametrize(
    ("text", "markup", "urls"),
    [
        ("url = {\\url{https://a.org/x}}", "bib", ["https://a.org/x"]),
        ("<script>https://a.org/y", "html", []),
        ("<script></script>https://a.org/y", "html", ["https://a.org/y"]),
        ("<textarea>https://a.org/y</textarea>", "html", ["https://a.org/y"]),
        ('<a xmlns:b="https://a.org/y" href="https://b.org">', "html", ["https://b.org"]),
    ],
)
def test_an_address_of_markup_is_found_once_and_not_in_code(text: str, markup: str, urls: list[str]) -> None:
    assert [link.url for link in find_links(text, markup)] == urls


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("https://acme.github.io.We show", ["https://acme.github.io"]),
        ("https://github.com/acme/fast---and", ["https://github.com/acme/fast"]),
        ("https://ex-\nam-ple.org/x", ["https://ex-am-ple.org/x"]),
        ("https://example. org and", []),
        ("'https://example.org/a'b", ["https://example.org/a"]),
        ("https://acme.\ngithub.io/x", ["https://acme.github.io/x"]),
    ],
)
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
