"""Tests of the names of fields in records that people write."""

import pytest

from papertrace.listings import read_listing
from papertrace.listings.json import plain, toml_records, yaml_records
from papertrace.model import Entry

TITLE = "Tides of Frost in Small Harbours"


def read(module: object, *lines: str) -> list[Entry]:
    return [one for one in module.parse(lines, "papers") if isinstance(one, Entry)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "record",
    [
        f'{{"titulo": "{TITLE}", "autores": "Ann Doe, Rob Roe", "ano": 2021}}',
        f'{{"articleTitle": "{TITLE}", "authorLine": "Doe, A., Roe, R.", "pubYear": 2021}}',
        f'{{"Title of paper": "{TITLE}", "author_list": ["Ann Doe", "Rob Roe"], "publication_year": "2021"}}',
    ],
)
def test_fields_of_json_are_known_by_the_names_of_columns(record: str) -> None:
    lines = ["[", f"{record},", f"{record}", "]"]

    assert plain.recognise(lines) > 0.5
    assert [(entry.title, len(entry.authors), entry.date) for entry in read(plain, *lines)] == [(TITLE, 2, "2021")] * 2


def test_a_paper_that_is_words_is_a_title_and_one_that_is_an_address_is_none() -> None:
    words = ["- year:", "  elements:", "  - conference: WAVES 2021", f"    paper: {TITLE}", '    link: ""']
    named = [f"- title: {TITLE}", "  venue: WAVES", "  paper: https://example.org/tides.pdf"]

    assert yaml_records.recognise(words) > 0.5
    assert [(entry.title, entry.venue) for entry in read(yaml_records, *words)] == [(TITLE, "WAVES 2021")]
    assert [entry.title for entry in read(yaml_records, *named)] == [TITLE]


def test_a_list_of_a_venue_alone_explains_its_text(tmp_path: object) -> None:
    lines = [line for n in "ABC" for line in (f"- conference: WAVES {n}", f"  paper: {TITLE} {n}", '  link: ""')]
    path = tmp_path / "papers.yml"  # type: ignore[operator]
    path.write_text("\n".join(lines))

    assert [item.title for item in read_listing(path) if isinstance(item, Entry)] == [f"{TITLE} {n}" for n in "ABC"]


def test_tables_of_toml_are_known_by_such_names() -> None:
    lines = ["[[papers]]", f'titre = "{TITLE}"', 'auteurs = "Ann Doe, Rob Roe"', "annee = 2021"]

    assert toml_records.recognise(lines) > 0.5
    assert [(entry.title, entry.authors, entry.date) for entry in read(toml_records, *lines)] == [
        (TITLE, ("Ann Doe", "Rob Roe"), "2021")
    ]


def test_authors_may_be_a_list_as_python_prints_it() -> None:
    entries = read(plain, f"""{{"title": "{TITLE}", "authors": "['Doe, Ann', 'Rob Roe']", "year": 2021}}""")

    assert [entry.authors for entry in entries] == [("Ann Doe", "Rob Roe")]


def test_names_and_numbers_of_authors_are_no_authors() -> None:
    entries = read(plain, f'{{"title": "{TITLE}", "author_ids": ["7"], "author_affiliations": "MIT", "year": 2021}}')

    assert [entry.authors for entry in entries] == [()]
