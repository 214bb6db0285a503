"""Abstracts of a page that would be too large with all of them."""

import random
import re
from typing import Any

import networkx as nx
import pytest
from tests.case_tables import cases

from papertrace.export.page import packing
from papertrace.export.page.packing import letters_that_fit, shorten, unzip_values
from papertrace.export.page.writer import generate_html
from papertrace.model import Paper

N_PAPERS = 40


def _abstract(number: int) -> str:
    """Return 300 to 4,200 letters of words of which few recur, so that they hardly become shorter by being packed."""
    chance = random.Random(number)  # noqa: S311 - reproducible
    words = ("".join(chance.choices("abcdefghijklmnoprstuvwy", k=chance.randint(3, 9))) for _ in range(1000))
    return " ".join(words)[: 300 + 100 * number] + "."


ABSTRACTS = [_abstract(number) for number in range(N_PAPERS)]


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the number of bytes of the page with all abstracts, whose data are packed."""
    monkeypatch.setattr("papertrace.export.page.writer.PACKED_ABOVE", 0)
    return len(_page())


def _page() -> str:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for number in range(N_PAPERS):
        graph.add_node(f"p{number}")
    papers = [
        Paper(id=f"p{number}", title=f"Paper {number}", abstract=abstract, entries=())
        for number, abstract in enumerate(ABSTRACTS)
    ]
    return generate_html(graph, papers=papers)


def _block(page: str, name: str) -> list[str]:
    found = re.search(rf'id="{name}">(.*?)</script>', page, re.DOTALL)
    return found[1].split("\n") if found else []


def _read(page: str) -> tuple[dict[str, Any], list[str]]:
    """Return the data of a page and its abstracts."""
    (packed,) = _block(page, "packed")
    data = next(unzip_values(packed))
    abstracts = [text for chunk in _block(page, "abstracts") for text in next(unzip_values(chunk))]
    return data, abstracts


def test_page_of_no_great_size_has_all_of_its_abstracts(whole: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MAX_BYTES", whole + 20_000)

    data, abstracts = _read(_page())

    assert abstracts == ABSTRACTS
    assert "letters" not in data["abstracts"]


def test_large_page_has_the_first_letters_of_each_and_says_how_many(
    whole: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = whole - 4_000
    monkeypatch.setattr(packing, "MAX_BYTES", most)

    page = _page()

    data, abstracts = _read(page)
    n_letters = data["abstracts"]["letters"]
    assert most / 2 < len(page) <= most
    assert abstracts == [shorten(abstract, n_letters) for abstract in ABSTRACTS]
    assert packing.MIN_LETTERS <= n_letters < max(map(len, ABSTRACTS))
    assert abstracts[0] == ABSTRACTS[0]


@pytest.mark.usefixtures("whole")
def test_page_that_has_room_for_hardly_a_sentence_leaves_them_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MAX_BYTES", 10)

    data, abstracts = _read(_page())

    assert abstracts == []
    assert data["leaves_abstracts_out"] is True
    assert "abstracts" not in data


@pytest.mark.usefixtures("whole")
def test_page_without_abstracts_leaves_none_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MAX_BYTES", 10)
    monkeypatch.setattr("papertrace.export.page.writer.shown_abstracts", lambda *_: [""] * N_PAPERS)

    data, _ = _read(_page())

    assert "leaves_abstracts_out" not in data


@cases("n_letters, shown")
def test_abstract_is_cut_after_a_whole_word(n_letters: int, shown: str) -> None:
    assert shorten("Drifting ice-floes hide walrus.", n_letters) == shown


def test_word_without_end_is_cut() -> None:
    assert shorten("x" * 100, 50) == "x" * 49 + "…"


@pytest.mark.parametrize("n_letters", [0, 5, 17, 60, 96, 97, 1000])
def test_abstracts_cut_at_what_fits_have_at_most_so_many_letters(n_letters: int) -> None:
    abstracts = ["a" * length for length in (3, 0, 40, 17, 17, 20)]

    length = letters_that_fit(abstracts, n_letters)

    assert sum(min(len(abstract), length) for abstract in abstracts) <= n_letters
    assert length == 40 or sum(min(len(abstract), length + 1) for abstract in abstracts) > n_letters
