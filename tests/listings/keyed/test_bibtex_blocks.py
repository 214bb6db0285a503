"""Blocks and fields of BibTeX, by themselves."""

import pytest
from tests.case_tables import cases

from papertrace.listings.keyed import bibtex
from papertrace.listings.keyed.bibtex import Block, parse_fields, split_blocks
from papertrace.model import Span, advance
from papertrace.records.rows import Printed


def body_of(block: Block) -> str:
    return block.text[block.start :]


def block_of(body: str, *, closed: bool = True) -> Block:
    return Block("a", f"@a{{{body}", 3, Span("a.bib", 1), body.count("\n") + 1, closed)


def place_of(block: Block, value: Printed) -> tuple[int, int]:
    assert isinstance(value.place, int)
    span = advance(block.span, block.text, value.place)
    return span.line, span.column


@cases("text, types", named=True)
def test_a_file_is_split_into_blocks(text: str, types: list[str]) -> None:
    assert [block.type for block in split_blocks(text.split("\n"), "a.bib")] == types


@cases("body, values", named=True)
def test_fields_of_a_block(body: str, values: dict[str, str]) -> None:
    (block,) = split_blocks([f"@a{{{body}}}"], "a.bib")

    assert {name: value.value for name, value in parse_fields(block, {}).values.items()} == values


def test_values_have_their_spans() -> None:
    lines = ["@a{k,", '  one = "x",', "  two = { y", "z }}"]
    (block,) = split_blocks(lines, "a.bib")

    places = {name: place_of(block, v) for name, v in parse_fields(block, {}).values.items()}

    assert places == {"one": (2, 10), "two": (3, 11)}


def split(text: str) -> list[Block]:
    return list(split_blocks(text.split("\n"), "a.bib"))


@cases("text, places", named=True)
def test_blocks_and_the_lines_between_them_know_where_they_begin_and_end(
    text: str, places: list[tuple[str, int, int]]
) -> None:
    assert [(block.type, block.span.line, block.end_line) for block in split(text)] == places


def test_a_block_keeps_the_places_of_its_at_sign_and_of_what_follows_its_bracket() -> None:
    (outside, block) = split("see @Book {key, a={x}}")

    assert outside == Block("", "see", 0, Span("a.bib", 1), 1)
    assert block == Block("book", "@Book {key, a={x}", 7, Span("a.bib", 1, 5), 1, closed=True)


@cases("text, bodies", named=True)
def test_a_block_ends_at_its_own_bracket(text: str, bodies: list[str]) -> None:
    assert [body_of(block) for block in split(text)] == bodies


def test_a_block_of_round_brackets_is_not_closed_by_a_brace_without_its_own() -> None:
    (block,) = split("@a(k, t={x}}")

    assert (body_of(block), block.closed) == ("k, t={x}}", False)


@pytest.mark.parametrize("line", ["x", "x {y} z", "x {y {z}} \\& w"])
@pytest.mark.parametrize("brackets", ["{", "("])
def test_a_block_without_an_end_is_cut_at_the_bound_of_its_size(
    monkeypatch: pytest.MonkeyPatch, line: str, brackets: str
) -> None:
    monkeypatch.setattr(bibtex, "_MAX_BLOCK_CHARS", 100)
    n_lines = 100 // (len(line) + 1) + 1  # the first line is empty and counts as one character

    blocks = split(f"@a{brackets}\n" + f"{line}\n" * 200)

    assert blocks[0].closed is False
    assert body_of(blocks[0]) == "\n" + "\n".join([line] * n_lines)[: len(body_of(blocks[0])) - 1]
    assert 100 < len(body_of(blocks[0])) + 1 <= 100 + len(line) + 2
    assert blocks[0].end_line == body_of(blocks[0]).count("\n") + 1
    assert blocks[1].span.line == blocks[0].end_line + 1


def test_a_comment_keeps_only_the_beginning_of_its_lines() -> None:
    (block,) = split("x" * 1000)

    assert body_of(block) == "x" * 200


def faults_of(body: str, *, closed: bool = True) -> list[str]:
    return parse_fields(block_of(body, closed=closed), {}).faults


@cases("body, faults")
def test_what_is_not_a_field_is_named(body: str, faults: list[str]) -> None:
    assert faults_of(body) == faults


def test_a_brace_at_the_end_of_a_block_that_is_not_closed_is_no_fault() -> None:
    assert faults_of("k, a={x}, } \n", closed=False) == []


def test_a_value_that_has_lost_its_end_ends_before_the_next_field() -> None:
    block = block_of("k,\n a={x {y},\n b={z},\n c=3", closed=False)

    fields = parse_fields(block, {})

    assert {name: (one.value, *place_of(block, one)) for name, one in fields.values.items()} == {
        "a": ("x {y}", 2, 5),
        "b": ("z", 3, 5),
        "c": ("3", 4, 4),
    }
    assert fields.faults == ["the value of a has no end"]


def test_faults_are_listed_up_to_a_bound() -> None:
    junk = ",\n".join(f"junk {number}\n x{number}=1" for number in range(50))

    assert len(faults_of(f"k, {junk}")) == 9
    assert len(faults_of("k,\n" + ",\n".join(f" a{number}={{x" for number in range(50)))) == 9


@cases("body, value")
def test_pieces_of_a_value_are_joined_and_macros_expanded(body: str, value: str) -> None:
    block = block_of(body)

    assert parse_fields(block, {"jan": "January"}, keyed=False).values["a"].value == value


def test_macros_that_grow_without_bound_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bibtex, "_MAX_VALUE_CHARS", 10)
    block = block_of("a = m # m # m # {y}")

    assert parse_fields(block, {"m": "12345"}, keyed=False).values["a"].value == "1234512345"


@pytest.mark.parametrize(("keyed", "key", "names"), [(True, "k", ["a"]), (False, "", ["a"])])
def test_a_block_may_have_no_key(keyed: bool, key: str, names: list[str]) -> None:  # noqa: FBT001
    block = block_of("k, a = {x}" if keyed else "a = {x}")

    fields = parse_fields(block, {}, keyed=keyed)

    assert (fields.key, list(fields.values)) == (key, names)


def test_the_place_of_a_value_is_that_of_its_first_visible_character() -> None:
    block = block_of('k, a = {  x}, b = " \n y", c = m # {z}, d={}')

    places = {name: place_of(block, v) for name, v in parse_fields(block, {"m": "M"}).values.items()}

    assert places == {"a": (1, 14), "b": (2, 2), "c": (2, 10), "d": (2, 22)}


@cases("value", named=True)
def test_braces_are_counted_over_lines_however_they_are_spread(value: str) -> None:
    block, after = split(f"@a{{k,\n t={{{value}}},\n u={{v}}\n}}\n@b{{k}}")

    assert (body_of(block), block.closed) == (f"k,\n t={{{value}}},\n u={{v}}\n", True)
    assert (after.type, body_of(after)) == ("b", "k")


def test_a_head_in_round_brackets_ends_a_block_that_was_never_closed() -> None:
    assert [(one.type, one.closed) for one in split("@a{k,\n t={x\n@b(k2,\n t={y}\n)")] == [("a", False), ("b", True)]


@pytest.mark.parametrize("line", ["x \\& y", "mail@example.org"])
def test_lines_without_braces_count_towards_the_bound_too(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setattr(bibtex, "_MAX_BLOCK_CHARS", 100)

    first = split("@a{\n" + f"{line}\n" * 200)[0]

    assert 100 < len(body_of(first)) + 1 <= 100 + len(line) + 2


def test_an_empty_file_has_no_blocks() -> None:
    assert list(split_blocks([], "a.bib")) == []


def test_the_text_that_is_no_field_is_quoted_in_part() -> None:
    (fault,) = faults_of("k, " + "junk " * 100)

    assert fault == "not a field: 'junk junk junk junk junk junk …'"


@pytest.mark.parametrize("rest", [",", " ,\n", "\t\r\n", ", ,"])
def test_commas_and_space_at_the_end_are_no_fault(rest: str) -> None:
    assert faults_of(f"k, a={{x}}{rest}") == []
    assert faults_of(f"k, a={{x}}{rest}}}", closed=False) == []
    assert faults_of("k, a={x}, X") == ["not a field: 'X'"]
    assert faults_of("k, a={x}, X", closed=False) == ["not a field: 'X'"]


def test_names_of_macros_with_an_x_are_not_quotes() -> None:
    block = block_of("a = X # {y}")

    assert parse_fields(block, {"x": "z"}, keyed=False).values["a"].value == "zy"
