"""Lists of plain citations that begin with the title."""

from papertrace.listings.choice import choose_reader
from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry

LINES = (
    "# Papers on harbours",
    "",
    "- [Frost](#frost)",
    "",
    "## Frost",
    "",
    "1. Sparse tides. Doe, Ann et al. WAVES 2019",
    "2. Salt in ropes of hemp: a survey of harbours. Roe et al. arXiv:2001.01234",
    "3. Boats that read charts by the light of the moon. ROPES 2021 [[code]][1.3]",
    "4. Frozen Boats and Heavy Ropes. Doe, Ann & Roe, Rob. Harbour Letters 2018 [pdf](https://example.org/ropes.pdf)",
    "",
    "[1.3]: https://github.com/acme/charts",
)


def read(*lines: str) -> list[Entry]:
    return [item for item in parse(lines, "list.md") if isinstance(item, Entry)]


def test_title_authors_venue_year_and_links_are_read() -> None:
    assert [(entry.title, entry.authors, entry.venue, entry.date) for entry in read(*LINES)] == [
        ("Sparse tides", ("Ann Doe",), "WAVES", "2019"),
        ("Salt in ropes of hemp: a survey of harbours", ("Roe",), None, None),
        ("Boats that read charts by the light of the moon", (), "ROPES", "2021"),
        ("Frozen Boats and Heavy Ropes", ("Ann Doe", "Rob Roe"), "Harbour Letters", "2018"),
    ]
    assert [[target.raw for target in entry.targets] for entry in read(*LINES)] == [
        [],
        [],
        ["https://github.com/acme/charts"],
        ["https://example.org/ropes.pdf"],
    ]
    assert read(*LINES)[1].identifiers.arxiv == "2001.01234"


def test_such_a_list_is_no_page_of_titles_and_abstracts() -> None:
    citations = [f"{n}. Tides of frost in harbour {n} by night. Doe, Ann et al. WAVES 2019" for n in range(1, 60)]

    choice = choose_reader(["# Papers on harbours", "", *citations], [], "list.md")

    assert choice.reader.name == "awesome-list"
    assert sum(isinstance(item, Entry) for item in choice.items) == len(citations)


def test_a_few_such_lines_among_news_are_no_papers() -> None:
    news = [f"* We folded boat {n}. See the harbour." for n in range(5)]

    assert read("# News", "", *news, "* Tides of frost. WAVES 2019", "* Salt in ropes. WAVES 2020") == []


def test_items_that_begin_with_marks_or_links_are_not_counted() -> None:
    marked = [f"- {sign}Notes on boat {n}{sign} of the harbour" for sign in ("*", "**", "_", "`") for n in range(3)]
    others = ["- [Frost](#frost)", "- <b>Ropes</b> of the harbour", "- ![Frost](https://badge.example.org/frost.svg)"]
    titles = [entry.title for entry in read(*LINES)]

    assert [entry.title for entry in read(*LINES, "", "## Notes", "", *marked[:9], *others * 2)][
        : len(titles)
    ] == titles
