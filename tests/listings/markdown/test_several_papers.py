"""Items that name several papers, each with a year in brackets after it."""

from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry


def read(*lines: str) -> list[Entry]:
    return [item for item in parse(lines, "list.md") if isinstance(item, Entry)]


def test_each_linked_title_with_a_year_after_it_is_a_paper() -> None:
    entries = read(
        "# Papers",
        "* [Tides of Small Bays](papers/a.pdf) (2003) and [Frost on Old Ropes](papers/b.pdf) (2006): two studies.",
    )

    assert [(entry.title, entry.date) for entry in entries] == [
        ("Tides of Small Bays", "2003"),
        ("Frost on Old Ropes", "2006"),
    ]


def test_a_link_within_a_description_is_no_second_paper() -> None:
    entries = read(
        "# Papers", "* [Tides of Small Bays](papers/a.pdf) (2003): see [the slides of it](papers/b.pdf) too."
    )

    assert [entry.title for entry in entries] == ["Tides of Small Bays"]


def test_one_title_with_two_links_is_one_paper() -> None:
    entries = read(
        "# Papers",
        "* [Tides of Small Bays](papers/a.pdf) (WAVES 2020), [Tides of Small Bays](papers/b.pdf) (arXiv 2019)",
    )

    assert [entry.title for entry in entries] == ["Tides of Small Bays"]
