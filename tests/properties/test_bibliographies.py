"""Properties of the readers of bibliographies, tables and databases: nothing is raised, and every span exists."""

import json
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.folders import CASES
from tests.readers import BIBLIOGRAPHIES, Parse
from tests.readers import SIGNS_OF_BIBLIOGRAPHIES as SIGNS

from papertrace.listings.formats import find_reader
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"
N_CHARS = 2_000
RECOGNISE = [find_reader(name).recognise for name in BIBLIOGRAPHIES]
plain = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=40)
marked = st.lists(
    st.sampled_from(
        [*SIGNS, "]", ")", "\\url{", "\\'", "=", ":", ";", "title", "id", "null", "1", "10.1000/a", "<entry>"]
    )
)


def lines_of(names: Iterable[str]) -> list[list[str]]:
    return [(FOLDER / name).read_text(encoding="utf-8").split("\n") for name in names]


def check(parse: Parse, lines: list[str]) -> None:
    assert all(0.0 <= recognise(lines[:200]) <= 1.0 for recognise in RECOGNISE)
    for item in parse(lines, "list"):
        assert isinstance(item, Entry | Problem)
        assert item.span.source == "list"
        assert 1 <= item.span.line <= len(lines)
        assert item.span.column >= 1
        if isinstance(item, Problem):
            assert 1 <= item.n_lines <= len(lines)
            assert "\n" not in item.message
            continue
        assert item.title == " ".join(item.title.split()) != ""
        assert item.abstract == item.abstract.strip()
        assert item.span.line <= item.end_line <= len(lines)
        assert (item.abstract_span is None) == (item.abstract == "")
        if item.abstract_span is not None:
            assert item.span.line <= item.abstract_span.line
            assert item.abstract_span.line + item.abstract.count("\n") <= item.end_line
        for target in item.targets:
            assert target.raw == target.raw.strip() != ""
            assert target.words
            # A title may stand below the links of its paper.
            assert 1 <= target.span.line <= item.end_line
        assert all(item.authors)
        assert all(":" in name for name in (*item.references, *item.aliases))


@pytest.mark.parametrize("name", BIBLIOGRAPHIES)
@given(data=st.data())
def test_any_text_yields_entries_and_problems_with_places_inside_it(name: str, data: st.DataObject) -> None:
    parse, specimens, starts = BIBLIOGRAPHIES[name]
    meant = sorted({line for text in lines_of(specimens) for line in text})
    line = st.one_of(
        st.sampled_from(meant), plain, st.builds(str.__add__, st.sampled_from(starts), marked.map("".join))
    )
    check(parse, "\n".join(data.draw(st.lists(line, max_size=20))).split("\n"))


@pytest.mark.parametrize("name", BIBLIOGRAPHIES)
@given(data=st.data())
def test_a_specimen_that_was_cut_and_glued_is_still_read(name: str, data: st.DataObject) -> None:
    parse, specimens, _ = BIBLIOGRAPHIES[name]
    text = "\n".join(data.draw(st.sampled_from(lines_of(specimens))))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 80, len(text))))
        text = text[:start] + data.draw(st.one_of(st.just(""), marked.map("".join))) + text[end:]
    check(parse, text.split("\n"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("10.1000/a"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = {
    "arxiv-json": "id title abstract summary authors authors_parsed comments doi versions update_date pdf abs links",
    "openalex": "id title doi ids abstract_inverted_index authorships locations primary_location referenced_works",
    "semantic-scholar": "paperId corpusid title abstract authors externalIds references outCitations data year",
    "json": "title Title abstract summary authors author name year date url code github doi arxiv",
}


@pytest.mark.parametrize("name", KEYS)
@given(data=st.data())
def test_fields_of_any_type_are_survived(name: str, data: st.DataObject) -> None:
    record = data.draw(st.dictionaries(st.sampled_from(KEYS[name].split()), json_values))
    parse, *_ = BIBLIOGRAPHIES[name]
    check(parse, [json.dumps({"title": "T"} | record), repr({"title": "T"} | record).replace("\n", " ")])


@pytest.mark.parametrize("name", BIBLIOGRAPHIES)
def test_a_long_line_of_one_sign_is_read(name: str) -> None:
    parse, _, starts = BIBLIOGRAPHIES[name]
    for sign in SIGNS:
        for start in starts:
            check(parse, f"{start}{sign * (N_CHARS // len(sign))}".split("\n"))
