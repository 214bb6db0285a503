"""Tables whose headers say more than a word, and schedules of readings with several papers in a cell."""

from papertrace.listings.choice import choose_reader
from papertrace.listings.markdown.awesome_list import parse, recognise
from papertrace.model import Entry, Problem

SCHEDULE = """|Date|Subject|<a href="Link">Reading</a>|Presented by|
|----|----|----|----|
|9/5/2019|Ropes|<a href="https://u.org/1.pdf">Tides of Frost in Old Harbours</a>|Ann Doe, Rob Roe|
|9/7|Salt|<a href=https://u.org/2.pdf>Ropes That Hold the Fleet</a>, <br> <a href=https://u.org/3.pdf>Sails</a>|Al Poe|
|9/9/2019|Ice|<a href="https://u.org/4.pdf">A Study of Salt on Sails</a>; [Moorings of the North](https://u.org/5.pdf)||
|9/11/2019|Talks|||
"""


def read(text: str) -> list[Entry]:
    return [item for item in parse(text.split("\n"), "list.md") if isinstance(item, Entry)]


def test_each_link_of_a_cell_of_titles_is_a_paper() -> None:
    entries = read(SCHEDULE)

    assert [(entry.title, [target.raw[-5:] for target in entry.targets]) for entry in entries] == [
        ("Tides of Frost in Old Harbours", ["1.pdf"]),
        ("Ropes That Hold the Fleet", ["2.pdf"]),
        ("Sails", ["3.pdf"]),
        ("A Study of Salt on Sails", ["4.pdf"]),
        ("Moorings of the North", ["5.pdf"]),
    ]
    assert recognise(SCHEDULE.split("\n")) >= 0.5


def test_who_presents_a_paper_and_when_is_nothing_of_the_paper() -> None:
    assert {(entry.authors, entry.date) for entry in read(SCHEDULE)} == {((), None)}


def test_short_links_in_the_cells_of_a_column_of_models_are_no_papers() -> None:
    text = (
        "| Model | Year |\n|---|---|\n| [Fold](https://u.org/1), [Ropes](https://u.org/2) | 2020 |\n"
        "| [Salt](https://u.org/3), [Ice](https://u.org/4) | 2021 |\n"
    )

    assert [entry.title for entry in read(text)] == ["Fold", "Salt"]


def test_the_first_author_and_a_header_with_emoji_are_read() -> None:
    text = (
        "| 📄Paper | Venue | First Author | Last Author |\n|---|---|---|---|\n"
        "| [Tides of Frost in Harbours](https://u.org/1) | WAVES | Ann Doe | Al Poe |\n"
        "| [Ropes That Hold the Fleet](https://u.org/2) | WAVES | - | - |\n"
        "| [A Study of Salt on Sails](https://u.org/3) | WAVES | doe2020salt | |\n"
    )

    assert [(entry.title, entry.authors) for entry in read(text)] == [
        ("Tides of Frost in Harbours", ("Ann Doe",)),
        ("Ropes That Hold the Fleet", ()),
        ("A Study of Salt on Sails", ()),
    ]


def test_a_table_without_bars_around_it_is_recognised_by_its_rows_with_addresses() -> None:
    rows = (
        f"{n} | 0{n}/05/2021 | Ann Doe | {title} | https://example.org/{n}"
        for n, title in enumerate(["Tides of Frost in Harbours", "Ropes That Hold", "Salt on Sails"], start=1)
    )
    text = "# Readings\n\nNo | Date | Speaker | Title | Link\n--- | --- | --- | --- | ---\n" + "\n".join(rows)
    lines = text.split("\n")

    choice = choose_reader(lines, iter([]), "list.md")

    assert choice.reader.name == "awesome-list"
    assert [item.title for item in choice.items if isinstance(item, Entry)] == [
        "Tides of Frost in Harbours",
        "Ropes That Hold",
        "Salt on Sails",
    ]


def test_the_year_of_a_cited_paper_is_not_that_of_the_meeting_that_reads_it() -> None:
    cited = "Doe, A. B., & Roe, C. (2017). Tides of frost in small bays. [Harbour Letters, 6(7), 8-9.](https://u.org/1)"
    table = f"| Date | Subject | Paper |\n|---|---|---|\n| 29 March 2023 | Ice | {cited} |\n"

    assert [(entry.date, entry.venue) for entry in read(table)] == [("2017", "Harbour Letters")]
    assert [entry.date for entry in read(table.replace("Date", "Year").replace("29 March ", ""))] == ["2023"]


def test_rows_of_a_table_without_titles_are_reported() -> None:
    lines = ["# Papers", "- [Tides of Frost](https://arxiv.org/abs/2101.00001)", "", "| A | B |", "|-|-|", "|  |  |"]
    problems = [str(one) for one in parse(lines, "list.md") if isinstance(one, Problem) and not one.harmless]

    assert problems == ["list.md:6:1: a row without a recognisable title; left out"]
