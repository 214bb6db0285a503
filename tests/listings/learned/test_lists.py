"""Whole lists as cases: the facts of their papers are read, but for those that a table says are not read yet.

A list in `tests/cases/lists` has a table of the same name beside it, with the title, first author, venue, year and
address of each paper, as far as they are printed. `known.toml` names what the reader gets wrong; a better reader has to
shorten it.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.folders import CASES

from papertrace.listings.formats import find_reader
from papertrace.model import Entry

FOLDER = CASES / "lists"
LISTS = sorted(path for path in FOLDER.iterdir() if path.suffix != ".toml")
READERS = {
    "adoc": "asciidoc-list",
    "html": "html-page",
    "md": "awesome-list",
    "org": "org-list",
    "rst": "rst-list",
    "tex": "latex-list",
    "txt": "reference-list",
}
KNOWN = tomllib.loads((FOLDER / "known.toml").read_text("utf-8"))
# How many facts of the shared lists are right at least (of 55, 31, 37 and 37), and how many titles are of no paper.
SHARED_BAR = {"title": 50, "first author": 30, "venue": 25, "year": 36}
MAX_WITHOUT_PAPERS = 10


def read(path: Path) -> list[Entry]:
    reader = find_reader(READERS[path.suffix[1:]])
    items = reader.parse(path.read_text("utf-8").rstrip("\n").split("\n"), path.name)
    return [item for item in items if isinstance(item, Entry)]


def fold(text: str) -> str:
    return " ".join(text.split()).rstrip(".").casefold()


def compare(entries: Iterable[Entry], papers: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, bool]]:
    """Yield the facts of papers, `fact: title`, with whether they were read, and the titles that are of no paper."""
    found = {fold(entry.title): entry for entry in entries}
    for paper in papers:
        title = paper["title"]
        entry = found.pop(fold(title), None)
        yield f"title: {title}", entry is not None
        if entry is None:
            continue
        shown = {
            "first_author": entry.authors[0] if entry.authors else "",
            "venue": entry.venue or "",
            "year": int((entry.date or "0")[:4]),
            "url": [target.raw for target in entry.targets],
            "file": list(entry.files),
        }
        for name, value in shown.items():
            if name in paper:
                is_read = paper[name] in value if isinstance(value, list) else paper[name] == value
                yield f"{name.replace('_', ' ')}: {title}", is_read
    for entry in found.values():
        yield f"no paper: {entry.title}", False


def test_every_list_has_a_table_of_its_papers_and_the_known_faults_are_of_lists() -> None:
    names = {path.stem for path in FOLDER.glob("*.toml")}

    assert names == {path.stem for path in LISTS} | {"known"}
    assert set(KNOWN) < names


@pytest.mark.parametrize("path", LISTS, ids=[path.name for path in LISTS])
def test_the_facts_of_a_list_are_read_but_for_the_known_faults(path: Path) -> None:
    papers = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))["paper"]

    wrong = [fact for fact, is_read in compare(read(path), papers) if not is_read]

    assert wrong == KNOWN.get(path.stem, [])


def test_the_shared_lists_are_read_as_well_as_before(shared: Path) -> None:
    right = dict.fromkeys(SHARED_BAR, 0)
    n_without_papers = 0
    for path in sorted((shared / "data" / "cases" / "listings").glob("*.expected.json")):
        held = json.loads(path.read_text("utf-8"))
        papers = held["papers"] if isinstance(held, dict) else held
        papers = [{"title": paper} if isinstance(paper, str) else paper for paper in papers]
        for paper in papers:
            if names := paper.pop("authors", []):
                paper["first_author"] = names[0]
        for fact, is_read in compare(read(path.with_name(path.name.removesuffix(".expected.json"))), papers):
            name = fact.partition(":")[0]
            if name == "no paper":
                n_without_papers += 1
            else:
                right[name] += is_read

    assert {name: n for name, n in right.items() if n < SHARED_BAR[name]} == {}
    assert n_without_papers <= MAX_WITHOUT_PAPERS
