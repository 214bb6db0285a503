"""The format of a file does not change if it is cut after an entry, repeated, or joined to another of its format."""

from itertools import pairwise

import pytest
from tests.folders import CASES
from tests.listings.test_recognition import SPECIMENS

from papertrace.errors import ListingError
from papertrace.listings.choice import choose_reader
from papertrace.listings.formats import find_reader
from papertrace.listings.reading import HEAD_LINES
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"
TEXTS = {name: (FOLDER / name).read_text(encoding="utf-8").rstrip("\n").split("\n") for name in SPECIMENS}


def format_of(lines: list[str]) -> str:
    return choose_reader(lines[:HEAD_LINES], lines[HEAD_LINES:], "x").reader.name


def read(name: str, lines: list[str]) -> tuple[list[Entry], list[Problem]]:
    items = list(find_reader(name).parse(iter(lines), "x"))
    return [one for one in items if isinstance(one, Entry)], [one for one in items if isinstance(one, Problem)]


# Of few entries, readers of prose may see less than the half of a text that they have to explain: a page prints its
# heads and menus above the first, and a line or two of words may be anything.
MAY_BE_REFUSED = {
    "daily_copy.txt": 1,
    "publications.txt": 1,
    "titles.txt": 2,
    "title_first.md": 1,
    "reading_list.org": 1,
}


@pytest.mark.parametrize(("name", "expected"), SPECIMENS.items(), ids=SPECIMENS)
def test_a_specimen_that_is_cut_after_any_entry_has_its_format(name: str, expected: str) -> None:
    for n_left, end in enumerate(sorted({entry.end_line for entry in read(expected, TEXTS[name])[0]}), start=1):
        if n_left <= MAY_BE_REFUSED.get(name, 0):
            with pytest.raises(ListingError, match="no reader recognises this format"):
                format_of(TEXTS[name][:end])
        else:
            assert format_of(TEXTS[name][:end]) == expected


@pytest.mark.parametrize(("name", "expected"), SPECIMENS.items(), ids=SPECIMENS)
def test_a_specimen_that_is_repeated_has_its_format(name: str, expected: str) -> None:
    assert format_of(TEXTS[name] * 2) == expected


# The name of the list above the header of `generic.csv` is a row of one cell where it stands between rows.
GRAMMARS = [name for name in SPECIMENS if find_reader(SPECIMENS[name]).is_grammar and name != "generic.csv"]


@pytest.mark.parametrize("name", GRAMMARS)
def test_a_grammar_that_is_repeated_has_twice_the_entries(name: str) -> None:
    once, twice = read(SPECIMENS[name], TEXTS[name]), read(SPECIMENS[name], TEXTS[name] * 2)

    assert [entry.title for entry in twice[0]] == [entry.title for entry in once[0]] * 2


OF_ONE_FORMAT = [
    pair
    for pair in pairwise(sorted(SPECIMENS, key=lambda name: (SPECIMENS[name], name)))
    if len({*map(SPECIMENS.get, pair)}) == 1
]


@pytest.mark.parametrize("pair", OF_ONE_FORMAT, ids="+".join)
def test_two_specimens_of_one_format_that_are_joined_have_their_format(pair: tuple[str, str]) -> None:
    joined = [line for name in pair for line in TEXTS[name]]

    assert format_of(joined) == SPECIMENS[pair[0]]
