"""What records of services say: cases in `tests/cases/enrich/works.toml`, and limits."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.enrich.sources import MAX_ABSTRACT, MAX_TEXT, read_work
from papertrace.model.papers.facts import Work

CASES = tomllib.loads((Path(__file__).parents[1] / "cases/enrich/works.toml").read_text("utf-8"))["case"]
FIELDS = (*Work.__dataclass_fields__, "institutions", "countries")
SECTIONS = sorted({case["section"] for case in CASES})


def facts_of(work: Work) -> dict[str, object]:
    """Return the facts of a work as cases spell them."""
    cited = work.references or ()
    facts: dict[str, object] = {name: getattr(work, name) for name in FIELDS}
    spelled = {name: [*value] if isinstance(value, tuple) else value for name, value in facts.items()}
    return spelled | {
        "orcids": [[*pair] for pair in work.orcids],
        "references": [[*one.names] for one in cited],
        "cited_titles": [one.title for one in cited],
        "cited_texts": [one.text for one in cited],
        "has_references": work.references is not None,
        "is_dated": work.date is not None or work.year is not None,
    }


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_a_record_says_what_its_case_demands(case: dict[str, Any]) -> None:
    work = read_work(case["section"], case["record"])

    found = None if work is None else {name: facts_of(work)[name] for name in case["work"]}
    assert found == case.get("work")


def test_texts_are_cut() -> None:
    record = {
        "attributes": {
            "doi": "10.5555/1",
            "titles": [{"title": "x" * 2 * MAX_TEXT}],
            "descriptions": [{"description": "y" * 2 * MAX_ABSTRACT, "descriptionType": "Abstract"}],
        }
    }
    work = read_work("datacite", record)

    assert work is not None
    assert (len(work.title), len(work.abstract)) == (MAX_TEXT, MAX_ABSTRACT)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
RECORDS = [(case["section"], case["record"]) for case in CASES]
FIELDS_OF_RECORDS = [(section, record, name) for section, record in RECORDS for name in record]


@given(one=st.sampled_from(FIELDS_OF_RECORDS), value=VALUES)
def test_no_field_of_another_type_raises(one: tuple[str, dict[str, object], str], value: object) -> None:
    section, record, name = one

    read_work(section, {**record, name: value})
    read_work(section, {**record, name: [value, value]})


@pytest.mark.parametrize("section", SECTIONS)
def test_values_may_be_nested_deeply(section: str) -> None:
    nested: list[object] = []
    for _ in range(5_000):
        nested = [nested]

    for of, record in RECORDS:
        if of == section:
            assert read_work(section, dict.fromkeys(record, nested)) is None
