"""The page of a network of what papers name speaks of authors, not of papers."""

import re
from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import make_paper, page_of, run, show, text, visit
from tests.case_tables import cases

from papertrace.pipeline.studies import build_network

pytestmark = pytest.mark.browser

PEOPLE = [f"Ada Lindqvist {sign}." for sign in "ABCDEFGHIJKLMN"]
PAPERS = [make_paper(f"p{i}", f"Ice {i}", authors=tuple(PEOPLE[i : i + 3]), venue="Ice") for i in range(len(PEOPLE))]
# What is said of papers: how many an author has, and that two are named by the same ones.
OF_PAPERS = re.compile(r"papertrace|papers: \d+|n papers|same papers", re.IGNORECASE)


def network(of: str, by: str | None = None) -> "nx.MultiGraph[str]":
    return build_network(PAPERS, of, by, top=100, at_least=1)


@pytest.fixture(scope="module")
def authors(tmp_path_factory: pytest.TempPathFactory) -> str:
    return page_of(tmp_path_factory.mktemp("network"), network("authors"), title="Authors")


@cases("fragment")
def test_page_of_authors_speaks_of_authors(quiet: Chrome, authors: str, fragment: str) -> None:
    visit(quiet, f"{authors}#{fragment}")

    said = OF_PAPERS.sub("", text(quiet, "body"))
    labels = run(quiet, "return [...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel).join('\\n')")
    assert "14 authors" in said
    assert re.findall(r".*papers?\b.*", f"{said}\n{labels}", re.IGNORECASE) == []


def test_authors_are_exported_but_not_as_references(quiet: Chrome, authors: str) -> None:
    visit(quiet, authors)
    run(quiet, "document.getElementById('take').click()")

    formats = run(quiet, "return [...document.querySelectorAll('#export-format option')].map(e => e.value)")
    assert formats == ["csv", "graphml", "markdown"]
    visit(quiet, authors + "#paper=author:ada lindqvist a")
    assert "Papers: 1" in text(quiet, "#details")
    assert "BibTeX" not in text(quiet, "#details")


def test_network_of_two_modes_shows_both(quiet: Chrome, tmp_path: Path) -> None:
    show(quiet, tmp_path, network("venues", "papers"), papers=PAPERS)

    assert text(quiet, "#found") == "15 nodes, most linked first"
