"""The table of names: what it names is what the code knows, and the reverse."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files

import pytest
from tests.folders import ROOT

from papertrace import records
from papertrace.model.papers.facts import MERGED
from papertrace.records.affiliations import forms
from papertrace.records.table import fact_of, fold_words, load_table

NO_NOTATIONS = {"person", "words", "missing", "pages"}
SETTINGS = {"ignored", "inherits", "unknown", "scanned", "when", "marks", "n_marks", "wrappers"}
VOCABULARIES = tomllib.loads(files(records).joinpath("vocabularies.toml").read_text("utf-8"))
READING, PEOPLE, REFERENCES, TABLE = (
    (ROOT / "src" / "papertrace" / "records" / f"{name}.py").read_text("utf-8")
    for name in ("reading", "people", "references", "table")
)
WORKS = (ROOT / "src" / "papertrace" / "enrich" / "sources.py").read_text("utf-8")
FACTS = {fact for held in load_table().values() for fact in held} - SETTINGS


def names_in(section: str) -> Iterator[tuple[str, str, str]]:
    """Yield fact, name and form of each name in a section."""
    for fact, names in load_table()[section].items():
        if fact not in SETTINGS:
            for spelled in names:
                name, _, form = (part.strip() for part in spelled.partition("|"))
                yield fact, name, form


SECTIONS = [name for name in load_table() if name not in NO_NOTATIONS]


@pytest.mark.parametrize("section", SECTIONS)
def test_each_fact_is_one_that_reading_knows(section: str) -> None:
    by_definition = {name for name, fact in MERGED.items() if fact.kind is str}
    unknown = {fact for fact, _, _ in names_in(section) if f'"{fact}"' not in READING + TABLE + WORKS} - by_definition

    assert unknown == set()


def test_each_fact_that_reading_looks_for_has_names() -> None:
    asked = set(re.findall(r'(?:values\.(?:groups|all_of|text|has)|text)\("(\w+)"\)', READING))
    asked |= set(re.findall(r'^    "(\w+)": \w+(?:\(\w+\))?,$', READING, re.MULTILINE))

    assert {"authors", "venue", "references"} <= asked
    assert asked - FACTS == set()


@pytest.mark.parametrize("section", SECTIONS)
def test_each_form_is_one_that_the_parser_of_its_fact_has(section: str) -> None:
    parsers = {"authors": PEOPLE, "editors": PEOPLE, "references": REFERENCES + READING, "affiliations": READING}
    for fact, _, form in names_in(section):
        is_known = f'"{form}"' in parsers.get(fact, READING) or (fact == "affiliations" and form in forms())
        assert not form or is_known, (fact, form)


@pytest.mark.parametrize("section", SECTIONS)
def test_no_name_is_given_twice_for_a_fact(section: str) -> None:
    is_folded = fact_of("Paper Title", section) == "title"
    printed = Counter(
        (fact, fold_words(name) or name if is_folded else name, form) for fact, name, form in names_in(section)
    )

    assert [name for name, n in printed.items() if n > 1] == []


@pytest.mark.parametrize("vocabulary", ["type", "language"])
def test_each_spelling_means_one_word(vocabulary: str) -> None:
    words = VOCABULARIES[vocabulary]
    spelled = Counter(spelling for word, spellings in words.items() for spelling in {word, *spellings})

    assert [spelling for spelling, n in spelled.items() if n > 1] == []
    assert [one for one in spelled if fold_words(one) != one] == []


def test_what_is_beside_papers_are_words_of_the_vocabulary() -> None:
    assert set(VOCABULARIES["beside"]["papers"]) <= VOCABULARIES["type"].keys()
