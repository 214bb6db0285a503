"""Authors and venues: a press on a name opens its papers, its years and who else wrote them."""

from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from tests.browser.field import Field, make_field
from tests.browser.reader import fragment, run, text, visit

from papertrace.export.page.writer import write_html

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Field, str]:
    """Return papers of two journals, and the address of their page."""
    field = make_field(60)
    papers = [
        replace(paper, venue=("Tide Letters", "Journal of <b>Ice</b>")[i % 2]) for i, paper in enumerate(field.papers)
    ]
    path: Path = tmp_path_factory.mktemp("doors") / "page.html"
    write_html(field.graph, path, papers=papers)
    return replace(field, papers=tuple(papers)), path.as_uri()


def press(chrome: Chrome, name: str) -> None:
    run(
        chrome,
        "[...document.querySelectorAll('#details button')].find(b => b.innerText === arguments[0]).click()",
        name,
    )


def test_author_has_papers_years_co_authors_and_an_address(quiet: Chrome, printed: tuple[Field, str]) -> None:
    field, address = printed
    first = next(paper for paper in field.papers if len(paper.authors) > 1)
    name = first.authors[0]
    visit(quiet, f"{address}#paper={first.id}")

    press(quiet, name)

    own = [paper for paper in field.papers if name in paper.authors]
    said = text(quiet, "#details")
    assert said.splitlines()[:2] == ["Close", name]
    assert f"Author · {len(own)} papers · 202" in said
    assert all(part in said for part in ("Papers by year", "Co-authors", "Venues", "Concepts", first.authors[1]))
    assert set(run(quiet, "return papertrace.bright()")) == {paper.id for paper in own}
    assert quiet.title == name

    visit(quiet, run(quiet, "return location.href"))
    assert text(quiet, "#details") == said


def test_venue_has_its_papers_and_authors_and_hostile_names_are_text(quiet: Chrome, printed: tuple[Field, str]) -> None:
    field, address = printed
    visit(quiet, f"{address}#paper={field.papers[1].id}")

    press(quiet, "Journal of <b>Ice</b>")

    said = text(quiet, "#details")
    assert "Venue · 30 papers" in said
    assert "Authors" in said
    assert "Venues" not in said
    assert fragment(quiet) == "#in=Journal+of+%3Cb%3EIce%3C%2Fb%3E"


def test_name_that_no_paper_has_opens_nothing(quiet: Chrome, printed: tuple[Field, str]) -> None:
    visit(quiet, printed[1] + "#author=Nobody&in=Nowhere")

    assert run(quiet, "return [location.hash, document.querySelector('#details').hidden]") == ["", True]
