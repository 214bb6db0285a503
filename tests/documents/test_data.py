"""JSON, tables, XML and settings: strings, cells and texts."""

import pytest
from tests.case_tables import cases
from tests.cpu_limit import cpu_limit
from tests.documents.conftest import Reader
from tests.documents.found import left_out, links, searched

from papertrace.documents.texts import find_strings
from papertrace.model.document import LocatedText, Passage


def test_a_string_that_is_an_address_is_a_link(read: Reader) -> None:
    assert links(read("a.json", '{"a": 1,\n "url": "https://example.org/a."}')) == [("https://example.org/a.", 2, 10)]


def test_other_strings_are_decoded_and_searched(read: Reader) -> None:
    assert searched(read("a.json", '["see https:\\/\\/example.org\\/a\\nand \\u0077ww"]')) == [
        ("see https://example.org/a", 1),
        ("and www", 1),
    ]


def test_columns_after_escapes_are_those_in_the_file() -> None:
    (string,) = find_strings(LocatedText.from_text('["\\"x\\" https://example.org"]', "a.json"))

    assert string.located.text == '"x" https://example.org'
    assert string.located.locate(4).column == 9


def test_paths_contain_keys_and_indices() -> None:
    text = '{"a": [{"b": "x/1"}, ["x/2"]], "c": "x/3"}'

    paths = [one.path for one in find_strings(LocatedText.from_text(text, "a.json"))]

    assert paths == [("a", 0, "b"), ("a", 1, 0), ("c",)]


def test_nesting_of_a_thousand_levels_is_read(read: Reader) -> None:
    text = '{"a": [' * 1000 + '"https://example.org/deep"' + "]}" * 1000

    assert [raw for raw, _, _ in links(read("a.json", text))] == ["https://example.org/deep"]


def test_a_truncated_file_is_read_up_to_its_end(read: Reader) -> None:
    assert links(read("a.json", '["https://example.org/a", "https://exam')) == [("https://example.org/a", 1, 3)]


def test_vocabularies_of_linked_data_are_left_out(read: Reader) -> None:
    assert links(read("a.json", '{"@context": "https://example.org/v", "id": "https://example.org/i"}')) == [
        ("https://example.org/i", 1, 46)
    ]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_cells_are_links_with_their_locations(separator: str, read: Reader) -> None:
    text = (
        separator.join(("name", "url", "more"))
        + "\n"
        + separator.join(('"A ""b"""', "https://example.org/a", '"https://example.org/b"'))
    )

    assert links(read("a.csv", text)) == [("https://example.org/a", 2, 11), ("https://example.org/b", 2, 34)]


def test_a_cell_of_several_lines_is_one_cell(read: Reader) -> None:
    assert searched(read("a.csv", 'a,b\n"one, \nsee https://example.org/a, two",x\n')) == [
        ("see https://example.org/a, two", 3)
    ]


def test_pages_of_a_sitemap_are_links(read: Reader) -> None:
    text = (
        '<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<url><loc>https://example.org/?a&amp;b</loc></url></urlset>\n"
    )
    pieces = read("sitemap.xml", text)

    assert links(pieces) == [("https://example.org/?a&b", 3, 11)]
    assert left_out(pieces) == [("in namespace names", "http://www.sitemaps.org/schemas/sitemap/0.9")]


def test_lines_of_settings_are_searched(read: Reader) -> None:
    assert searched(read("a.yml", "# see https://example.org/a\nurl: https://example.org/b\n")) == [
        ("# see https://example.org/a", 1),
        ("url: https://example.org/b", 2),
    ]


def test_addresses_in_source_code_need_a_scheme(read: Reader) -> None:
    (passage,) = read("a.py", "x = 1\nget('https://example.org/a')\n")

    assert isinstance(passage, Passage)
    assert passage.needs_scheme


def test_addresses_in_texts_and_attributes_of_xml_are_found_with_their_places(read: Reader) -> None:
    pieces = read(
        "a.xml",
        '<?xml version="1.0"?><r xmlns:x="https://example.org/ns" note="see https://example.org/1 there">\n'
        '<a href=" b?c&amp;d "/><t>https://example.org/2?a&amp;b and &#65;</t><![CDATA[https://example.org/3&amp;]]>'
        "<!-- https://example.org/4 --><e x='1://2' href=''/>",
    )

    assert links(pieces) == [("b?c&amp;d", 2, 11), ("https://example.org/3&amp;", 2, 79)]
    assert searched(pieces) == [
        ("see https://example.org/1 there", 1),
        ("https://example.org/2?a&b and A", 2),
        ("1://2", 2),
    ]
    assert left_out(pieces) == [
        ("in namespace names", "https://example.org/ns"),
        ("in a comment", "<!-- https://example.org/4 -->"),
    ]


@cases("name, text", named=True)
def test_xml_without_a_declaration_is_known_by_its_name_or_root(read: Reader, name: str, text: str) -> None:
    found = left_out(read(name, text))

    assert ("in namespace names", "https://example.org/ns") in found


def test_a_string_of_json_that_never_ends_is_searched_for_its_end_once(read: Reader) -> None:
    with cpu_limit(10):
        pieces = read("a.json", '{"a": "https://example.org/a", "b": "' + '\\"' * 300_000)

    assert links(pieces) == [("https://example.org/a", 1, 8)]


def test_a_key_of_json_that_contains_an_address_is_searched_and_brackets_need_not_match(read: Reader) -> None:
    assert links(read("a.json", ']{"https://example.org/key": ["https://example.org/a"]}}')) == [
        ("https://example.org/key", 1, 4),
        ("https://example.org/a", 1, 32),
    ]


def test_a_fragment_of_json_without_its_braces_is_read(read: Reader) -> None:
    assert links(read("a.json", '"name": "Ada", "url": "https://example.org/a"')) == [("https://example.org/a", 1, 24)]


def test_a_cell_that_is_a_doi_is_a_link(read: Reader) -> None:
    pieces = read("a.csv", "title,doi\nA,10.1234/x.1\nB,doi:10.1234/x.2\nC,on 10.1234/x.3\n")

    assert links(pieces) == [("10.1234/x.1", 2, 3), ("10.1234/x.2", 3, 7)]
    assert searched(pieces) == [("on 10.1234/x.3", 4)]


def test_dois_in_the_fields_of_tagged_records_are_links(read: Reader) -> None:
    pieces = read("a.ris", "TY  - JOUR\nDO  - 10.1234/x.1\nUR  - https://example.org/a\nER  - \n")

    assert links(pieces) == [("10.1234/x.1", 2, 7)]
    assert ("UR  - https://example.org/a", 3) in searched(pieces)
