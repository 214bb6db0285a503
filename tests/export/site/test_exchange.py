"""Papers as BibTeX, feeds, badges and data for search engines, whatever their texts are."""

import json
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

import papertrace
from papertrace.export.page.embedding import to_json
from papertrace.export.site import pages
from papertrace.model import Outcome

ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = 'Ice</script><b>"& {\\}\x1b\u202e]]> @misc{x'


def record(**facts: object) -> dict[str, Any]:
    return {"id": "a", "key": "tides", "title": "Tides", "links": [], **facts}


def test_a_reference_is_read_back_as_it_was(tmp_path: Path) -> None:
    papers = [
        record(title="Tides & Ice: 50% of_it", authors=["Ada Örn", "Smith and Sons"], year=2020, venue="J. Ice"),
        record(key="ice", title="Ice", doi="10.5555/a_b", year=2021, type="conference paper", venue="Proc. Ice"),
    ]
    path = tmp_path / "papers.bib"
    path.write_text("\n".join(map(pages.format_bibtex, papers)), encoding="utf-8")

    first, second = papertrace.extract_papers([path])

    assert (first.title, first.authors, first.year, first.venue) == (
        "Tides & Ice: 50% of_it",
        ("Ada Örn", "Smith and Sons"),
        2020,
        "J. Ice",
    )
    assert (second.identifiers.doi, second.type) == ("10.5555/a_b", "conference paper")


def test_a_title_cannot_end_its_field(tmp_path: Path) -> None:
    path = tmp_path / "papers.bib"
    path.write_text(pages.format_bibtex(record(title=f"Tides {HOSTILE}")), encoding="utf-8")

    (paper,) = papertrace.extract_papers([path])

    assert paper.title.startswith("Tides Ice")


@pytest.mark.parametrize(
    ("outcomes", "message", "color"),
    [
        pytest.param({Outcome.ALIVE: 398, Outcome.MOVED: 3}, "401 of 401 alive", "brightgreen", id="none dead"),
        pytest.param({Outcome.ALIVE: 396, Outcome.DEAD: 5}, "396 of 401 alive", "yellow", id="few dead"),
        pytest.param(
            {Outcome.ALIVE: 5, Outcome.DEAD: 5, Outcome.SKIPPED: 9}, "5 of 10 alive", "orange", id="many dead"
        ),
        pytest.param({}, "7", "blue", id="never audited"),
    ],
)
def test_a_badge_says_how_many_links_are_alive(outcomes: dict[Outcome, int], message: str, color: str) -> None:
    badge = pages.make_badge(outcomes, 7)

    assert (badge["message"], badge["color"]) == (message, color)


def test_a_feed_is_one_whatever_its_texts_are_and_has_the_latest_first() -> None:
    entries = [
        (HOSTILE, "papers/a.html", HOSTILE, "2024"),
        ("New", "papers/b.html", "", "2026-11-27T10:00:00Z"),
        ("Undated", "papers/c.html", "", "--05-01"),
    ]

    feed = fromstring("".join(pages.generate_feed(HOSTILE, entries, lambda path: f"https://example.org/{path}")))

    times = [entry.findtext(f"{ATOM}updated") for entry in feed.iter(f"{ATOM}entry")]
    assert times == ["2026-11-27T10:00:00Z", "2024-01-01T00:00:00Z", "0001-01-01T00:00:00Z"]
    assert feed.findtext(f"{ATOM}updated") == times[0]
    assert [link.get("href") for link in feed.iter(f"{ATOM}link")][1] == "https://example.org/feed.xml"
    assert len({entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")}) == 3


def test_a_feed_that_moves_keeps_its_ids() -> None:
    def ids_at(address: str) -> list[str | None]:
        feed = fromstring("".join(pages.generate_feed("Ice", [("New", "a.html", "", "2024")], address.__add__)))
        return [one.text for one in feed.iter(f"{ATOM}id")]

    assert ids_at("https://example.org/") == ids_at("https://example.com/") != []


def test_a_description_cannot_end_its_script() -> None:
    described = pages.describe_paper(record(title=HOSTILE, authors=[HOSTILE], date="2024-05-01"), "")

    text = to_json(described)

    assert "<" not in text
    assert json.loads(text)["author"][0]["name"] == HOSTILE


def test_a_sitemap_has_at_most_fifty_thousand_addresses() -> None:
    text = "".join(pages.generate_sitemap([f"https://example.org/?a&{n}" for n in range(50_001)]))

    assert text.count("<loc>https://example.org/?a&amp;") == pages.MAX_IN_SITEMAP
