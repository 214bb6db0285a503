"""Cases of notations and captures: the records of a text, and the facts that are read of each.

A file in `tests/cases/records` or `tests/cases/captures` has cases of one `format`, in which `{prose}` is an abstract.
A case has a `name`, which says what it shows; a `text`, or the `file` in `tests/cases` with it; `entries`, the facts
concerned of each paper, or `every`, those that all `n` papers have; and its `problems`, of which `message` is a part.
What is "" or [] is absent. A `score` is the confidence of the recogniser.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from tests.folders import CASES

from papertrace.listings.formats import find_reader
from papertrace.model import Entry, Problem, Span

Case = Mapping[str, Any]
PROSE = " ".join(3 * ["This sentence stands in for a summary of some length, which a reader can tell from a title."])
_ADDRESS = re.compile(r"[^\s\"'<>)]*")
_WORD = re.compile(r"[A-Za-z0-9]+")


def load_cases() -> list[Case]:
    """Return the cases of all files, each with its format."""
    paths = [path for folder in ("records", "captures") for path in sorted((CASES / folder).glob("*.toml"))]
    files = [(path, tomllib.loads(path.read_text("utf-8").replace("{prose}", PROSE))) for path in paths]
    return [
        {"format": held["format"], "is_capture": path.parent.name == "captures", **case}
        for path, held in files
        if "format" in held
        for case in held["case"]
    ]


NAMES = [f"{case['format']}: {case['name']}" for case in load_cases()]
cases = pytest.mark.parametrize("case", load_cases(), ids=NAMES)

SHOWN: Mapping[str, Callable[[Entry], object]] = {
    "line": lambda entry: entry.span.line,
    "column": lambda entry: entry.span.column,
    "arxiv": lambda entry: entry.identifiers.arxiv,
    "doi": lambda entry: entry.identifiers.doi,
    "pmid": lambda entry: entry.identifiers.pmid,
    "targets": lambda entry: [one.raw for one in entry.targets],
    "words": lambda entry: [one.words for one in entry.targets],
    "places": lambda entry: [[one.span.line, one.span.column] for one in entry.targets],
    "abstract_place": lambda entry: (
        [entry.abstract_span.line, entry.abstract_span.column] if entry.abstract_span else []
    ),
    "affiliations": lambda entry: [
        [one.institution, one.city, one.country, *one.authors] for one in entry.affiliations
    ],
}


def lines_of(case: Case) -> list[str]:
    text: str = (CASES / case["file"]).read_text("utf-8").removesuffix("\n") if "file" in case else case["text"]
    return text.split("\n")


def read(case: Case) -> tuple[list[Entry], list[Problem]]:
    items = list(find_reader(case["format"]).parse(lines_of(case), "list"))
    return [one for one in items if isinstance(one, Entry)], [one for one in items if isinstance(one, Problem)]


def show(entry: Entry, name: str) -> object:
    """Return a fact of an entry as the cases print it."""
    value = SHOWN[name](entry) if name in SHOWN else getattr(entry, name)
    return "" if value is None else list(value) if isinstance(value, tuple) else value


@cases
def test_each_record_says_what_its_case_demands(case: Case) -> None:
    entries, problems = read(case)
    expected = case.get("entries", [case["every"]] * case["n"] if "every" in case else None)
    if expected is not None:
        assert len(entries) == len(expected), ([entry.title for entry in entries], problems)
        wrong = [
            (entry.title, name, found, demanded)
            for entry, facts in zip(entries, expected, strict=True)
            for name, demanded in facts.items()
            if (found := show(entry, name)) != demanded and (found or demanded)
        ]
        assert wrong == []
        demanded = [{"harmless": False, **one} for one in case.get("problems", ())]
        found = [{"harmless": one.harmless, "line": one.span.line} for one in problems]
        assert found == [{name: one[name] for name in ("harmless", "line")} for one in demanded], problems
        for problem, one in zip(problems, demanded, strict=True):
            assert one.get("message", "") in problem.message
            assert problem.n_lines == one.get("n_lines", problem.n_lines)
    if "score" in case:
        assert find_reader(case["format"]).recognise(lines_of(case)) == pytest.approx(case["score"])


@cases
def test_a_place_is_that_of_the_text_or_of_its_record(case: Case) -> None:
    lines = lines_of(case)
    for entry in read(case)[0]:
        texts: list[tuple[str, Span]] = [(one.raw, one.span) for one in entry.targets]
        texts += [(entry.abstract, entry.abstract_span)] if entry.abstract_span else []
        for text, span in texts:
            word = _WORD.search(text)
            printed = lines[span.line - 1][span.column - 1 :]
            at_word = word and printed.lstrip("<{\\\"'").startswith(word[0])
            address = _ADDRESS.match(printed) if case["is_capture"] else None  # of a page, which may be relative
            is_end = address and address[0] and text.endswith(address[0])
            assert span == entry.span or at_word or word is None or is_end


def test_no_two_cases_show_the_same() -> None:
    assert len(set(NAMES)) == len(NAMES)
