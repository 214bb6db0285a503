"""Names of people: their order and separators."""

from tests.case_tables import cases

from papertrace.records.people import (
    invert_name,
    order_inverted_names,
    parse_byline,
    read_east_asian_names,
    read_inverted_names,
    split_and,
    split_names,
    without_affiliations,
)


@cases("text, expected", named=True)
def test_names_are_put_in_order(text: str, expected: str) -> None:
    assert invert_name(text) == expected


@cases("text, expected", named=True)
def test_bibtex_separates_names_by_and(text: str, expected: tuple[str, ...]) -> None:
    assert split_and(text) == expected


@cases("text, expected", named=True)
def test_cells_separate_names_in_many_ways(text: str, expected: tuple[str, ...]) -> None:
    assert split_names(text) == expected


@cases("line, expected", named=True)
def test_a_line_of_only_names_is_a_byline(line: str, expected: tuple[str, ...]) -> None:
    assert parse_byline(line) == expected


@cases("text, names", named=True)
def test_a_line_of_names_may_begin_and_end_with_words(text: str, names: tuple[str, ...]) -> None:
    assert parse_byline(text) == names


@cases("text, expected", named=True)
def test_inverted_names_in_a_list_are_put_in_order(text: str, expected: str) -> None:
    assert order_inverted_names(text) == expected


@cases("line, n_names")
def test_names_in_scripts_without_capitals_are_short_and_several(line: str, n_names: int) -> None:
    assert len(parse_byline(line)) == n_names


@cases("text, names", named=True)
def test_commas_may_separate_both_parts_of_names_and_persons(text: str, names: tuple[str, ...]) -> None:
    assert split_names(text) == names


def test_a_line_that_is_too_long_for_a_byline_has_no_names() -> None:
    line = "Jane Doe, " * 399 + "Jane Doe"

    assert len(parse_byline(line + ", ")) == 400
    assert parse_byline(line + ",  ") == ()


def test_a_text_that_is_too_long_for_a_byline_has_no_inverted_names() -> None:
    text = "Doe, Ann and " * 307 + "Roe, Rob"

    assert len(read_inverted_names(text)) == 308
    assert read_inverted_names(text + "  ") == ()


@cases("text, names")
def test_inverted_names_between_and_are_names_and_nothing_else_is(text: str, names: tuple[str, ...]) -> None:
    assert read_inverted_names(text) == names


def test_one_inverted_name_is_read_only_where_one_is_expected() -> None:
    assert read_inverted_names("Doe, Ann", accepts_one=True) == ("Ann Doe",)
    assert read_inverted_names("Doe", accepts_one=True) == ()
    assert read_inverted_names("others", accepts_one=True) == ()
    assert len(read_inverted_names(("Doe, Ann and " * 400)[:3_995].rpartition(" and")[0])) > 300
    assert read_inverted_names("Doe, Ann and Roe, Rob" + " " * 4_000) == ()


@cases("text, names")
def test_names_without_blanks_are_several_of_few_signs(text: str, names: tuple[str, ...]) -> None:
    assert read_east_asian_names(text) == names


@cases("text, names")
def test_braces_and_escapes_of_bibtex_are_no_separators(text: str, names: tuple[str, ...]) -> None:
    assert split_and(text) == names


@cases("line, names")
def test_a_byline_has_names_in_many_spellings(line: str, names: tuple[str, ...]) -> None:
    assert parse_byline(line) == names


def test_affiliations_are_bracketed_text_also_within_brackets() -> None:
    assert without_affiliations("Ann Doe (1), Rob Roe (A (B))").split() == ["Ann", "Doe", ",", "Rob", "Roe"]
    assert without_affiliations("Ann Doe") == "Ann Doe"


@cases("text, names")
def test_pieces_and_suffixes_of_names_are_put_in_order(text: str, names: str) -> None:
    assert invert_name(text) == names
