"""Names of people: their order, and what parts them."""

import pytest

from papertrace.listings.people import invert_name, split_and, split_names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Doe, Jane", "Jane Doe", id="last name first"),
        pytest.param("Jane Doe", "Jane Doe", id="in order"),
        pytest.param("Doe, Jr., Jane", "Jane Doe, Jr.", id="suffix in the middle"),
        pytest.param("Doe, Jane, III", "Jane Doe, III", id="suffix at the end"),
        pytest.param("Doe,", "Doe", id="no first name"),
        pytest.param(" , ", "", id="nothing"),
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
def test_bibtex_parts_names_by_and(text: str, expected: tuple[str, ...]) -> None:
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
        pytest.param("Acme", ("Acme",), id="one word"),
        pytest.param("", (), id="nobody"),
    ],
)
def test_cells_part_names_in_many_ways(text: str, expected: tuple[str, ...]) -> None:
    assert split_names(text) == expected
