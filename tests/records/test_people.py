"""Names of people: their order and separators."""

import pytest

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
    assert split_names("Doe, Roe and Poe") == ("Doe", "Roe", "Poe")
    assert split_names("Plato and Doe, Ann") == ("Plato", "Ann Doe")
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
        pytest.param("O'Roe, Ann and D\u2019Oe, Rob", "Ann O'Roe; Rob D\u2019Oe", id="apostrophes"),
        pytest.param("D, Ann and O, Rob", "D, Ann and O, Rob", id="letters"),
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


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Doe, Ann B. and van der Roe, Rob", ("Ann B. Doe", "Rob van der Roe")),
        ("Doe, Ann and Roe,Rob and others", ("Ann Doe", "Rob Roe")),
        ("Ropes, Salt and Frost", ()),
        ("Doe, Ann", ()),
        ("Ann Doe and Rob Roe", ()),
        ("", ()),
    ],
)
def test_inverted_names_between_and_are_names_and_nothing_else_is(text: str, names: tuple[str, ...]) -> None:
    assert read_inverted_names(text) == names


def test_one_inverted_name_is_read_only_where_one_is_expected() -> None:
    assert read_inverted_names("Doe, Ann", accepts_one=True) == ("Ann Doe",)
    assert read_inverted_names("Doe", accepts_one=True) == ()
    assert read_inverted_names("others", accepts_one=True) == ()
    assert len(read_inverted_names(("Doe, Ann and " * 400)[:3_995].rpartition(" and")[0])) > 300
    assert read_inverted_names("Doe, Ann and Roe, Rob" + " " * 4_000) == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("王一, 李二三, 等.", ("王一", "李二三")),
        ("王一、李二三等。", ("王一", "李二三")),
        ("김일이; 박삼사", ("김일이", "박삼사")),
        ("王一", ()),
        ("潮汐, 北海港口的霜", ()),
        ("王一, Ann Doe", ()),
        ("等, 等", ()),
        ("", ()),
    ],
)
def test_names_without_blanks_are_several_of_few_signs(text: str, names: tuple[str, ...]) -> None:
    assert read_east_asian_names(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (r"M\"uller, J. and Roe, R.", (r"M\"uller, J.", "Roe, R.")),
        (r"{A \{ and B} and Roe", (r"{A \{ and B}", "Roe")),
        ("A} and B and {C and D", ("A}", "B", "{C and D")),
        ("{A {B} and C} and D", ("{A {B} and C}", "D")),
        ("Doe AND Roe", ("Doe AND Roe",)),
        ("et al. and Doe and ... and Others", ("Doe",)),
    ],
)
def test_braces_and_escapes_of_bibtex_are_no_separators(text: str, names: tuple[str, ...]) -> None:
    assert split_and(text) == names


def test_bars_separate_names() -> None:
    assert split_names("Doe, Jane | Rob Roe |") == ("Jane Doe", "Rob Roe")
    assert split_names("Doe, Jane;Roe, Rob") == ("Jane Doe", "Rob Roe")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Malcolm X, Rob Roe", ("Malcolm X", "Rob Roe")),
        ("Jane Doe \u2217, 1, Rob Roe#^", ("Jane Doe", "Rob Roe")),
        ('Jane "Jo" Doe, Rob (Bob) Roe', ('Jane "Jo" Doe', "Rob (Bob) Roe")),
        ("J.-P. Doe & R. B. de la Roe", ("J.-P. Doe", "R. B. de la Roe")),
        ("Ann Doe, Rob Roe, and 3 others", ()),
        ("Jane A. B. C. D. Doe", ("Jane A. B. C. D. Doe",)),
        ("Jane A. B. C. D. E. Doe", ()),
        ("山田 太郎, Ann Doe", ("山田 太郎", "Ann Doe")),
    ],
)
def test_a_byline_has_names_in_many_spellings(line: str, names: tuple[str, ...]) -> None:
    assert parse_byline(line) == names


def test_affiliations_are_bracketed_text_also_within_brackets() -> None:
    assert without_affiliations("Ann Doe (1), Rob Roe (A (B))").split() == ["Ann", "Doe", ",", "Rob", "Roe"]
    assert without_affiliations("Ann Doe") == "Ann Doe"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("given-i=R, given=Rob, family=Roe, suffix=Jr.", "Rob Roe Jr."),
        ('family = "Roe", given = {Rob}', "Rob Roe"),
        ("Doe , Jane  Ann", "Jane Ann Doe"),
        ("Doe, JR, Jane", "Jane Doe, JR"),
        ("Doe, Jr", "Jr Doe"),
    ],
)
def test_pieces_and_suffixes_of_names_are_put_in_order(text: str, names: str) -> None:
    assert invert_name(text) == names
