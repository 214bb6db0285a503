"""Paragraphs of pages that set them apart by blank lines alone."""

import pytest
from lxml import html

from papertrace.listings.html.paragraphs import wrap_paragraphs
from papertrace.listings.html.positions import read_text

BLANK = "<br><br>"


def paragraphs_of(source: str) -> list[str]:
    root = html.document_fromstring(source)
    assert wrap_paragraphs(root)
    return [read_text(paragraph) for paragraph in root.iter("p")]


def test_what_is_between_blank_lines_is_a_paragraph_also_the_last() -> None:
    texts = ("Tides <!-- 1 --><b>of</b> Frost", "Salt", "Ropes", "Storms")

    assert paragraphs_of(f"<div>{BLANK.join(texts)}</div>") == ["Tides of Frost", "Salt", "Ropes", "Storms"]
    assert paragraphs_of(f"<div>{BLANK.join(texts[:3])}{BLANK}</div>") == ["Tides of Frost", "Salt", "Ropes"]


def test_blocks_stay_between_the_paragraphs() -> None:
    source = f"<div>Tides{BLANK}Salt<ul><li>Ropes</li></ul>{BLANK}Storms{BLANK}<h2>More</h2></div>"

    assert paragraphs_of(source) == ["Tides", "Salt", "Storms"]


@pytest.mark.parametrize(
    "source",
    [
        f"<div>Tides{BLANK}Salt{BLANK}Ropes</div>",
        f"<nav>Tides{BLANK}Salt{BLANK}Ropes{BLANK}Storms</nav>",
        "<div>Tides<br>Salt<br>Ropes<br>Storms</div>",
    ],
    ids=["two blank lines", "navigation", "lines without blanks"],
)
def test_few_blank_lines_and_those_of_navigation_set_no_paragraphs_apart(source: str) -> None:
    assert not wrap_paragraphs(html.document_fromstring(source))
