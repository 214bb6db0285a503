"""Names of people: their order and separators."""

import pytest

from papertrace.listings.fields.people import (
    invert_name,
    order_inverted_names,
    parse_byline,
    read_inverted_names,
    split_and,
    split_names,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Doe, Jane", "Jane Doe", id="last name first"),
        pytest.param("Jane Doe", "Jane Doe", id="in order"),
        pytest.param("Doe, Jr., Jane", "Jane Doe, Jr.", id="suffix in the middle"),
        pytest.param("Doe, Jane, III", "Jane Doe, III", id="suffix at the end"),
        pytest.param("Doe,", "Doe", id="no first name"),
        pytest.param(" , ", "", id="nothing"),
        pytest.param("given=Rob, prefix=van, family=Roe", "Rob van Roe", id="named pieces"),
    ],
)
def test_names_are_put_in_order(text: str, expected: str) -> None:
    assert invert_name(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Doe, Jane and Roe, R.", ("Doe, Jane", "Roe, R."), id="two"),
        pytest.param("{Sand and Sea} and Doe", ("{Sand and Sea}", "Doe"), id="an and in braces"),
        pytest.param("Jane Sandand\n and Doe", ("Jane Sandand", "Doe"), id="over lines"),
        pytest.param("Doe and others", ("Doe",), id="others"),
        pytest.param("Doe and and Roe", ("Doe", "Roe"), id="an and too many"),
        pytest.param("", (), id="nobody"),
    ],
)
def test_bibtex_separates_names_by_and(text: str, expected: tuple[str, ...]) -> None:
    assert split_and(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Doe, J; Roe, R", ("J Doe", "R Roe"), id="semicolons"),
        pytest.param("Doe J., Roe R.B.", ("Doe J.", "Roe R.B."), id="commas between whole names"),
        pytest.param("Doe, J., Roe, R.B.", ("J. Doe", "R.B. Roe"), id="commas within and between"),
        pytest.param("Doe, Jane", ("Jane Doe",), id="one, last name first"),
        pytest.param("Doe, Jane and Roe, Richard", ("Jane Doe", "Richard Roe"), id="and, last names first"),
        pytest.param("Jane Doe, Ann Poe, and Bo Moe", ("Jane Doe", "Ann Poe", "Bo Moe"), id="commas and and"),
        pytest.param("Jane Doe, et al.", ("Jane Doe",), id="and others"),
        pytest.param("J Doe, A Poe, ...", ("J Doe", "A Poe"), id="dots for others"),
        pytest.param("小山直樹, 高畑由起夫", ("小山直樹", "高畑由起夫"), id="two whole names in Japanese"),
        pytest.param("Doe, Ann & Roe, Rob", ("Ann Doe", "Rob Roe"), id="ampersand, last names first"),
        pytest.param("Doe, A. & Roe, R.", ("A. Doe", "R. Roe"), id="ampersand, initials"),
        pytest.param("Ann Doe, Rob Roe & Al Poe", ("Ann Doe", "Rob Roe", "Al Poe"), id="commas and ampersand"),
        pytest.param("Sand & Sea", ("Sand & Sea",), id="ampersand in one name"),
        pytest.param("Sand & Sea and Ann Doe", ("Sand & Sea", "Ann Doe"), id="and beside an ampersand in a name"),
        pytest.param("Doe, J., Roe, R., et al.", ("J. Doe", "R. Roe"), id="initials and others"),
        pytest.param("Acme", ("Acme",), id="one word"),
        pytest.param("", (), id="nobody"),
    ],
)
def test_cells_separate_names_in_many_ways(text: str, expected: tuple[str, ...]) -> None:
    assert split_names(text) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("Jane Doe, Rob Roe", ("Jane Doe", "Rob Roe"), id="commas"),
        pytest.param("Jane Doe | R. B. Roe", ("Jane Doe", "R. B. Roe"), id="bars"),
        pytest.param("Jane Doe1,2, Rob Roe2* and Al Poe†", ("Jane Doe", "Rob Roe", "Al Poe"), id="marks"),
        pytest.param("Jane Doe, Rob Roe, et al.", ("Jane Doe", "Rob Roe"), id="and others"),
        pytest.param("Élodie O'Neil · Jean-Luc de la Tour", ("Élodie O'Neil", "Jean-Luc de la Tour"), id="spellings"),
        pytest.param("A Survey: Jane Doe, Rob Roe", (), id="a colon"),
        pytest.param("Tiles, Kernels, and Compilers", (), id="single words"),
        pytest.param("Learning to fold", (), id="a sentence"),
        pytest.param("", (), id="nothing"),
    ],
)
def test_a_line_of_only_names_is_a_byline(line: str, expected: tuple[str, ...]) -> None:
    assert parse_byline(line) == expected


def test_initials_are_capitals() -> None:
    assert split_names("Doe J., Roe R.") == ("Doe J.", "Roe R.")
    assert split_names("Doe, J., Roe, R.") == ("J. Doe", "R. Roe")
    assert split_names("Jane Doe et.al.") == ("Jane Doe",)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("By Jane Doe, Rob Roe et al.", ("Jane Doe", "Rob Roe"), id="By"),
        pytest.param("by Jane Doe and Rob Roe", ("Jane Doe", "Rob Roe"), id="by"),
        pytest.param("Jane Doe (et al)", ("Jane Doe",), id="others in brackets"),
        pytest.param("Jane Doe: a life", (), id="a colon"),
    ],
)
def test_a_line_of_names_may_begin_and_end_with_words(text: str, names: tuple[str, ...]) -> None:
    assert parse_byline(text) == names


def test_halves_of_names_are_told_from_names_beside_and() -> None:
    assert split_names("Doe, Jane and Roe, Rob") == ("Jane Doe", "Rob Roe")
    assert split_names("Jane Doe, Ann Lee and Rob Roe, Kim Poe") == ("Jane Doe", "Ann Lee", "Rob Roe", "Kim Poe")
    assert split_names("Jane Doe and Roe, Rob") == ("Jane Doe", "Rob Roe")


def test_first_names_that_commas_part_are_joined_by_blanks() -> None:
    assert invert_name("Doe, Jr., Jane, Ann") == "Jane Ann Doe, Jr."
    assert invert_name("Doe, Jane, Ann") == "Jane Ann Doe"


def test_others_and_nothing_are_no_names() -> None:
    assert split_names("Doe, J.; ; others; Rob Roe et al.") == ("J. Doe", "Rob Roe")
    assert split_names("Jane Doe, , Others") == ("Jane Doe",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Doe, Ann, Rob Roe", "Ann Doe, Rob Roe", id="the first"),
        pytest.param("de la Doe, J. Ann, Rob Roe", "J. Ann de la Doe, Rob Roe", id="particles and an initial"),
        pytest.param("Doe, Ann", "Ann Doe", id="the only one"),
        pytest.param("Doe, Ann, and Roe, Rob", "Ann Doe; Rob Roe", id="all"),
        pytest.param("Doe, Roe, Poe, Moe", "Doe, Roe, Poe, Moe", id="family names"),
        pytest.param("Doe, A., Roe, R.", "Doe, A., Roe, R.", id="initials"),
        pytest.param("Ann Doe, Rob", "Ann Doe, Rob", id="a given name last"),
        pytest.param("", "", id="nobody"),
    ],
)
def test_inverted_names_in_a_list_are_put_in_order(text: str, expected: str) -> None:
    assert order_inverted_names(text) == expected


@pytest.mark.parametrize(
    ("line", "n_names"),
    [("山田 太郎, 佐藤 花子", 2), ("山田 太郎", 0), ("첫 GAN 모델 제안", 0), ("深層学習 モデル提案, 高い 性能", 0)],
)
def test_names_in_scripts_without_capitals_are_short_and_several(line: str, n_names: int) -> None:
    assert len(parse_byline(line)) == n_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("Doe, Ann M., Roe, Rob, Poe, Al", ("Ann M. Doe", "Rob Roe", "Al Poe"), id="pairs"),
        pytest.param("van der Doe, Ann M, & Roe, Jean-Luc", ("Ann M van der Doe", "Jean-Luc Roe"), id="a particle"),
        pytest.param("Doe, Roe, Poe, Noe", ("Doe", "Roe", "Poe", "Noe"), id="surnames"),
        pytest.param("Doe, Ann M., Rob Roe, Al Poe", ("Ann M. Doe", "Rob Roe", "Al Poe"), id="only the first"),
        pytest.param("Ann Doe, Rob Roe & Al Poe", ("Ann Doe", "Rob Roe", "Al Poe"), id="a sign for and"),
    ],
)
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


def test_names_of_which_only_the_first_is_inverted_stay_if_another_is_a_single_word() -> None:
    assert order_inverted_names("Doe, Ann M., Rob Roe") == "Ann M. Doe, Rob Roe"
    assert order_inverted_names("Doe, Ann M., Roe") == "Doe, Ann M., Roe"
