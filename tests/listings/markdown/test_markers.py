"""Markers of items that are printed without a blank after them."""

from papertrace.listings.choice import choose_reader
from papertrace.listings.markdown.markers import space_markers
from papertrace.model import Entry


def read(text: str) -> list[Entry]:
    lines = text.split("\n")
    choice = choose_reader(lines, iter([]), "list.md")
    assert choice.reader.name == "awesome-list"
    return [item for item in choice.items if isinstance(item, Entry)]


def test_a_blank_may_be_missing_after_the_markers_of_items() -> None:
    text = """# Harbours

-[Tides of Frost in Harbours](https://example.org/1) - in Harbour Letters, 2021

-[Ropes That Hold in Storms](https://example.org/2) - in Harbour Letters, 2022

-[A Study of Salt on Sails](https://example.org/3) - in Harbour Letters, 2023
"""

    entries = read(text)

    assert [entry.title for entry in entries] == [
        "Tides of Frost in Harbours",
        "Ropes That Hold in Storms",
        "A Study of Salt on Sails",
    ]
    assert [entry.date for entry in entries] == ["2021", "2022", "2023"]
    assert [entry.span.line for entry in entries] == [3, 5, 7]


def test_items_below_a_number_without_a_blank_are_its_details() -> None:
    items = ["Tides of Frost in Harbours", "Ropes That Hold in Storms", "A Study of Salt on Sails"]
    shown = (
        f"{n}.【】**{title}.** WAVES, 2021. [paper](https://example.org/{n})\n\n   * Ann Doe, Rob Roe.\n"
        for n, title in enumerate(items, start=1)
    )

    entries = read("# Harbours\n\n" + "\n".join(shown))

    assert [entry.title for entry in entries] == items
    assert [entry.authors for entry in entries] == [("Ann Doe", "Rob Roe")] * 3


def test_signs_that_open_emphasis_or_go_on_with_a_word_are_no_markers() -> None:
    lines = [f"*[{title}](https://example.org)*" for title in ("Tides of Frost", "Ropes", "Salt on Sails")]
    lines += [f"-based {title} ([paper](https://example.org))" for title in ("tides", "ropes", "salt")]

    assert space_markers(lines) == lines
