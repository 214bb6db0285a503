"""Blocks and fields of BibTeX, by themselves."""

import pytest

from papertrace.listings.bibliographies.bibtex_blocks import parse_fields, split_blocks


@pytest.mark.parametrize(
    ("text", "types"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("@a{k}", ["a"], id="on one line"),
        pytest.param("@a{k}@b{k} tail", ["a", "b", ""], id="several on a line"),
        pytest.param("@a(k, t={)})", ["a"], id="round brackets with a brace inside"),
        pytest.param("@a{k,\n t={x\n@b{k,\n}", ["a", "b"], id="never closed"),
        pytest.param("@a{k, t={\n@ b c\n}}", ["a"], id="an at sign at the beginning of a line"),
        pytest.param("me@example.org\n@a{k}", ["", "a"], id="an address of electronic mail"),
        pytest.param("@A {k}", ["a"], id="white space and capitals"),
    ],
)
def test_a_file_is_split_into_blocks(text: str, types: list[str]) -> None:
    assert [block.type for block in split_blocks(text.split("\n"), "a.bib")] == types


@pytest.mark.parametrize(
    ("body", "values"),
    [
        pytest.param("k", {}, id="a key alone"),
        pytest.param('k, a={x}, b="y", c=12', {"a": "x", "b": "y", "c": "12"}, id="three kinds of value"),
        pytest.param("k, a={x} b={y}", {"a": "x", "b": "y"}, id="no comma between"),
        pytest.param("k, a={x {y} z}", {"a": "x {y} z"}, id="braces inside"),
        pytest.param('k, a="x {"} z"', {"a": 'x {"} z'}, id="a quote in braces"),
        pytest.param("k, junk, a={x}", {"a": "x"}, id="junk between"),
        pytest.param("k, a=", {"a": ""}, id="no value"),
        pytest.param("a={x}, b={y}", {"a": "x", "b": "y"}, id="no key"),
    ],
)
def test_fields_of_a_block(body: str, values: dict[str, str]) -> None:
    (block,) = split_blocks([f"@a{{{body}}}"], "a.bib")

    assert {name: value.text for name, value in parse_fields(block, {}).values.items()} == values


def test_values_have_their_spans() -> None:
    lines = ["@a{k,", '  one = "x",', "  two = { y", "z }}"]
    (block,) = split_blocks(lines, "a.bib")

    places = {name: (v.span.line, v.span.column) for name, v in parse_fields(block, {}).values.items()}

    assert places == {"one": (2, 10), "two": (3, 11)}
