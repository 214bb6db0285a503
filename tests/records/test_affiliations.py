"""Where authors work, from the notations in which services print it."""

import tomllib
from functools import partial
from typing import Any

import pytest
from tests.calls import n_calls
from tests.folders import CASES

from papertrace.records.affiliations import country_of, fold, forms, parse_address, read_affiliations
from papertrace.word_lists import read_tables

ROWS: list[dict[str, Any]] = tomllib.loads((CASES / "records" / "affiliations.toml").read_text("utf-8"))["case"]
COUNTRIES = read_tables("papertrace.records", "countries.toml")
HOSTILE = {
    "word": "x",
    "commas": ",",
    "semicolons": "; ",
    "brackets": "[a",
    "pairs of brackets": "(a)",
    "full stops": "a. ",
    "countries": "x, France. ",
    "names": "Doe, Ann; ",
    "companies": ", Ltd",
    "mail": "email ",
    "addresses": "[Doe, Ann] Harbour Univ, Bay City, CA 94720 USA.\n",
}


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_affiliations_are_read(row: dict[str, Any]) -> None:
    values = row.get("values") or [(author, places) for author, places in row["pairs"]]

    found = read_affiliations(values, row["authors"], row["form"])

    assert [[one.institution, one.city, one.country, list(one.authors)] for one in found] == row["right"]


def test_every_notation_has_a_row() -> None:
    assert {row["form"] for row in ROWS} == set(forms())


def test_every_name_of_a_country_means_that_country_alone() -> None:
    names = [(fold(name), code) for code, (_, *printed) in COUNTRIES.items() for name in printed]

    assert len(COUNTRIES) == 249  # ISO 3166-1
    assert len({key for key, _ in names}) == len(names)
    assert [(key, code) for key, code in names if country_of(f"Harbour University, Bay, {key}") != code] == []
    assert [
        code for code, (alpha_3, *_) in COUNTRIES.items() if {country_of(code), country_of(alpha_3)} != {code}
    ] == []


@pytest.mark.parametrize("form", forms())
@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_work_grows_no_faster_than_the_text(form: str, piece: str) -> None:
    def read(n: int) -> int:
        text = piece * (n // len(piece))
        fold.cache_clear()
        return n_calls(
            partial(read_affiliations, [("Ann Doe", text)] if form == "per-author" else [text], ["Ann Doe"], form)
        )

    read(2_000)  # Reading the tables must not count.

    assert read(16_000) <= 1.5 * 8 * read(2_000) + 100


def test_a_line_of_a_megabyte_and_ten_thousand_addresses_are_read() -> None:
    lines = [f"[Doe, Ann] Univ Harbour {i}, Bay City, CA 94720 USA." for i in range(10_000)]

    assert len(read_affiliations(["\n".join(lines)], ["Ann Doe"], "wos-tagged")) == 10_000
    assert len(read_affiliations(["Univ Harbour, " * 80_000], ["Ann Doe"], "plain")) == 1
    assert len(read_affiliations(["Univ Harbour; "] * 100_000, ["Ann Doe"], "plain")) == 1


def test_an_address_of_a_megabyte_is_cut() -> None:
    assert len(parse_address("Univ " * 200_000).institution) <= 1_000
    assert country_of("x " * 500_000 + ", France") == "FR"
