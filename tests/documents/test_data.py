"""JSON, tables, XML and settings: strings, cells and texts."""

import pytest
from tests.case_tables import cases
from tests.cpu_limit import cpu_limit
from tests.documents.conftest import Reader
from tests.documents.found import left_out, links

from papertrace.documents.texts import find_strings
from papertrace.model.document import LocatedText


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


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_cells_are_links_with_their_locations(separator: str, read: Reader) -> None:
    text = (
        separator.join(("name", "url", "more"))
        + "\n"
        + separator.join(('"A ""b"""', "https://example.org/a", '"https://example.org/b"'))
    )

    assert links(read("a.csv", text)) == [("https://example.org/a", 2, 11), ("https://example.org/b", 2, 34)]


@cases("name, text", named=True)
def test_xml_without_a_declaration_is_known_by_its_name_or_root(read: Reader, name: str, text: str) -> None:
    found = left_out(read(name, text))

    assert ("in namespace names", "https://example.org/ns") in found


def test_a_string_of_json_that_never_ends_is_searched_for_its_end_once(read: Reader) -> None:
    with cpu_limit(10):
        pieces = read("a.json", '{"a": "https://example.org/a", "b": "' + '\\"' * 300_000)

    assert links(pieces) == [("https://example.org/a", 1, 8)]
