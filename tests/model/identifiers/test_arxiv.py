"""arXiv ids: their grammar, their printed forms, and where they are found in texts and URLs.

https://info.arxiv.org/help/arxiv_identifier.html
"""

import json
from pathlib import Path

from tests.case_tables import cases

from papertrace.model.identifiers import arxiv_of_doi, find_arxiv_ids, identify_address, parse_arxiv


@cases("text, expected", named=True)
def test_a_whole_text_is_an_id_or_none(text: str, expected: str | None) -> None:
    assert parse_arxiv(text) == expected


def test_a_version_is_kept_on_demand() -> None:
    assert parse_arxiv("math.GT/0309136V2", keep_version=True) == "math/0309136v2"
    assert parse_arxiv("math.GT/0309136", keep_version=True) == "math/0309136"


@cases("text, ids")
def test_ids_are_found_in_a_text(text: str, ids: list[str]) -> None:
    assert [found.name for found in find_arxiv_ids(text)] == ids


def test_positions_are_those_of_what_prints_the_id() -> None:
    text = "See arXiv:2401.00001v2, 2402.00002."
    assert [text[found.start : found.end] for found in find_arxiv_ids(text)] == [
        "arXiv:2401.00001v2",
        "arXiv:2401.00001v2, 2402.00002",
    ]


def test_ids_of_the_real_listings(shared: Path) -> None:
    gold = [json.loads(line) for line in (shared / "gold" / "urls.jsonl").read_text(encoding="utf-8").splitlines()]
    expected = {arxiv for row in gold for arxiv in row.get("arxiv", ())}
    found = {
        found.name
        for path in (shared / "seeds").iterdir()
        for found in find_arxiv_ids(path.read_text(encoding="utf-8"))
    }
    assert len(expected) == 2
    assert found == expected


@cases("url, expected")
def test_an_address_states_the_id_of_its_paper(url: str, expected: str | None) -> None:
    assert identify_address(url).arxiv == expected


def test_only_the_dois_of_arxiv_are_made_of_ids() -> None:
    assert arxiv_of_doi("10.48550/arxiv.math/0309136") == "math/0309136"
    assert arxiv_of_doi("10.48550/arxiv.x") is None
    assert arxiv_of_doi("10.1000/arxiv.2401.00001") is None
