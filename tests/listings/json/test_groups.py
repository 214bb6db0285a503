"""Tests of papers in groups by year or conference, and of titles as keys, in JSON, YAML and TOML."""

import json

from papertrace.listings.json import plain, toml_records, yaml_records
from papertrace.model import Entry

TIDES, SALT, ROPES = (
    {"title": title} | {"authors": "Ann Doe, Rob Roe"} for title in ("Tides of Frost", "Salt", "Ropes")
)


def read(value: object) -> list[tuple[str, str | None, str | None]]:
    lines = json.dumps(value, indent=1).split("\n")
    assert plain.recognise(lines) > 0.5
    return [(one.title, one.date, one.venue) for one in plain.parse(lines, "papers.json") if isinstance(one, Entry)]


def read_yaml(*lines: str) -> list[tuple[str, str | None]]:
    return [(one.title, one.date) for one in yaml_records.parse(lines, "papers.yml") if isinstance(one, Entry)]


def test_papers_in_groups_have_the_year_of_their_group_unless_they_say_another() -> None:
    by_year = {"2021": [TIDES, SALT | {"year": 2020}], "2019": [ROPES]}
    in_list = [{"year": 2021, "papers": [TIDES, SALT | {"year": 2020}]}, {"year": 2019, "papers": [ROPES]}]
    expected = [("Tides of Frost", "2021", None), ("Salt", "2020", None), ("Ropes", "2019", None)]

    assert read(by_year) == expected
    assert read(in_list) == expected
    assert read({"papers": in_list}) == expected


def test_papers_in_one_of_several_groups_have_the_venue_beside_them() -> None:
    groups = [
        {"venue": "WAVES", "year": 2021, "town": "Ostermoor", "awards": [TIDES]},
        {"conference": "IHC", "year": 2020, "awards": [SALT, ROPES | {"venue": "Harbour Letters"}]},
    ]
    expected = [("Tides of Frost", "2021", "WAVES"), ("Salt", "2020", "IHC"), ("Ropes", "2020", "Harbour Letters")]

    assert read(groups) == expected


def test_papers_by_conference_have_its_name_and_year() -> None:
    expected = [("Tides of Frost", "2021", "WAVES"), ("Ropes", "2020", "IHC")]

    assert read({"WAVES 2021": [TIDES], "IHC 2020": [ROPES]}) == expected
    assert read({"Invited talks of 2021": [TIDES], "NLP": [ROPES]}) == [
        (one["title"], None, None) for one in (TIDES, ROPES)
    ]


def test_groups_within_groups_are_all_read() -> None:
    assert read({"Waves": {"2021": [TIDES, SALT]}, "Ropes": {"2019": [ROPES]}}) == [
        ("Tides of Frost", "2021", None),
        ("Salt", "2021", None),
        ("Ropes", "2019", None),
    ]


def test_a_year_beside_the_only_list_is_not_that_of_its_papers() -> None:
    assert read({"since": 2004, "papers": [TIDES, SALT]}) == [("Tides of Frost", None, None), ("Salt", None, None)]
    assert read_yaml("copyright: 2004", "papers:", "- title: Tides", "  authors: Ann Doe") == [("Tides", None)]


def test_keys_that_are_titles_are_titles() -> None:
    facts = {"year": 2021, "link": "https://example.org/tides"}
    value = {"selected": ["Tides of Frost"], "publications": {"Tides of Frost": facts, "Salt in the Wind": facts}}

    assert read(value) == [("Tides of Frost", "2021", None), ("Salt in the Wind", "2021", None)]
    assert read_yaml("Tides of Frost:", "  year: 2021", "Salt in the Wind:", "  year: 2020") == [
        ("Tides of Frost", "2021"),
        ("Salt in the Wind", "2020"),
    ]


def test_keys_of_other_things_are_no_titles() -> None:
    lines = json.dumps({"Our new office": {"text": "Welcome."}, "How to find us": {"text": "By boat."}}, indent=1)

    assert plain.recognise(lines.split("\n")) == 0


def test_groups_in_yaml_and_toml_have_years_too() -> None:
    assert read_yaml(
        *("- year:", '  text: "2021"', "  papers:", "  - title: Tides", "    authors: Ann Doe"),
        *("- year:", '  text: "2019"', "  papers:", "  - title: Salt", "    date: 2018"),
    ) == [("Tides", "2021"), ("Salt", "2018")]
    assert read_yaml("2021:", "- title: Tides", "  authors: Ann Doe") == [("Tides", "2021")]
    lines = [
        "[[2021]]",
        'title = "Tides"',
        'authors = ["Ann Doe"]',
        "[[2019]]",
        'title = "Salt"',
        'authors = ["Ann Doe"]',
    ]
    entries = [one for one in toml_records.parse(lines, "papers.toml") if isinstance(one, Entry)]
    assert [(entry.title, entry.date) for entry in entries] == [("Tides", "2021"), ("Salt", "2019")]


def test_a_record_of_many_keys_around_a_group_says_nothing_of_it() -> None:
    others = {f"note_{number}": "x" for number in range(40)}
    groups = [{"venue": "WAVES", "awards": [TIDES]} | others, {"venue": "IHC", "awards": [SALT]}]

    assert [venue for _, _, venue in read(groups)] == [None, "IHC"]
