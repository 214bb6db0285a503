"""The title of a map: from its listings or from the user, on a page that names papertrace only once."""

import os
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.case_tables import cases

from papertrace.cli.main import main
from papertrace.model import Entry, Paper, Span
from papertrace.pipeline.papers import sample_path
from papertrace.pipeline.reading import title_papers


def papers_from(sources: Sequence[str]) -> list[Paper]:
    entries = [Entry(span=Span(source, 1), end_line=1, title="T", abstract="") for source in sources]
    return [Paper(id=str(i), title="T", abstract="", entries=(entry,)) for i, entry in enumerate(entries)]


@pytest.mark.parametrize(
    ("sources", "title"),
    [
        ((), "Papers"),
        (("lists/tides.txt",), "tides"),
        (("tides.jsonl.gz", "tides.jsonl.gz"), "tides"),
        (("b.txt", "a.txt", "c.bib"), "b, a, c"),
        (("a.txt", "b.txt", "c.txt", "d.txt"), "Papers of 4 listings"),
        (("<stdin>",), "Papers"),
        (("a.txt", "<stdin>"), "Papers of 2 listings"),
        ((str(sample_path()),), "Efficient computing for machine learning"),
    ],
    ids=["nothing", "a file", "a packed file", "three files", "many files", "standard input", "both", "the sample"],
)
def test_title_names_the_listings(sources: Sequence[str], title: str) -> None:
    assert title_papers(papers_from(sources)) == title


@cases("name, text, title", named=True)
def test_title_is_the_heading_of_a_single_listing_in_markdown(name: str, text: str, title: str, tmp_path: Path) -> None:
    listing = tmp_path / "harbour" / name
    listing.parent.mkdir()
    listing.write_text(text, encoding="utf-8")

    assert title_papers(papers_from([str(listing)])) == title


def test_a_source_that_is_no_file_is_not_opened_for_its_title(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tides.md")  # opening it would never return

    assert title_papers(papers_from([str(tmp_path / "tides.md")])) == "tides"
    assert title_papers(papers_from(["harbour/ti\0des.md"])) == "ti\0des"


class Headings(HTMLParser):
    """The title, the heading and the mention of papertrace of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.inside = ""
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = dict(attrs).get("class") or tag

    def handle_data(self, data: str) -> None:
        if self.inside in {"title", "h1", "maker"}:
            self.found.setdefault(self.inside, data)


@cases("options, title", named=True)
@pytest.mark.parametrize("command", ["build", "graph"])
def test_page_and_picture_have_the_title(command: str, options: tuple[str, ...], title: str, tmp_path: Path) -> None:
    listing = tmp_path / "tides.bib"
    listing.write_text("@article{a, title = {AlphaNet: Fast Tiles}, author = {Ada Lindqvist}, year = 2024}\n", "utf-8")
    if command == "graph":
        assert main(["extract", str(listing), "-o", str(tmp_path / "x.jsonl"), "-q"]) == 0
        listing = tmp_path / "x.jsonl"

    assert main([command, str(listing), "-o", str(tmp_path), "--to", "html,svg", "-q", *options]) == 0

    page = Headings()
    page.feed((tmp_path / "papers.html").read_text("utf-8"))
    assert page.found == {"title": title, "h1": title, "maker": "papertrace"}
    picture = (tmp_path / "papers.svg").read_text("utf-8")
    assert f">{title.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</text>" in picture
    assert picture.count(">papertrace</text>") == 1
