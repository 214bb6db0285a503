"""Labels in any language, details below long numbers, titles that need no link, and what groups say of their papers."""

import pytest

from papertrace.listings.markdown.awesome_list import parse, recognise
from papertrace.listings.markdown.group_dates import Group, read_group
from papertrace.model import Entry


def read(*lines: str) -> list[Entry]:
    return [item for item in parse(lines, "list.md") if isinstance(item, Entry)]


def test_words_before_many_addresses_are_labels_in_whatever_language() -> None:
    lines = [
        line
        for n in range(4)
        for line in (
            f"**Tides of Small Bay {n}**",
            "",
            f"- Heimat: https://example.org/{n}",
            f"- Werk: https://e.org/{n}",
            "",
        )
    ]
    entries = read("# Papers", "", *lines)

    assert [entry.title for entry in entries] == [f"Tides of Small Bay {n}" for n in range(4)]
    assert [len(entry.targets) for entry in entries] == [2] * 4


def test_chinese_labels_are_labels() -> None:
    lines = ["**Tides of Small Bays**", "", "- 论文：https://example.org/a", "- 代码链接：https://example.org/b"]  # noqa: RUF001 - as printed
    (entry,) = read("# 潮汐", "", *lines)

    assert (entry.title, len(entry.targets)) == ("Tides of Small Bays", 2)


def test_links_of_one_name_that_begin_their_items_are_no_labels() -> None:
    lines = [f"- [Frost Studies](https://example.org/{n}) - Harbour College {n}" for n in range(7)]

    assert [entry.title for entry in read("# Courses", "", *lines)] == ["Frost Studies"] * 7


def test_details_below_numbers_of_two_digits_are_details() -> None:
    lines = [
        line
        for n in (9, 10, 11)
        for line in (
            f"{n}. **Tides of Small Bay {n}**",
            "   - 作者: Ann Doe, Rob Roe",
            f"   - DOI: [10.5555/{n}](https://doi.org/10.5555/{n})",
        )
    ]
    entries = read("# Papers", "", *lines)

    assert [(entry.title, entry.authors) for entry in entries] == [
        (f"Tides of Small Bay {n}", ("Ann Doe", "Rob Roe")) for n in (9, 10, 11)
    ]


def test_a_title_above_labelled_authors_needs_no_link() -> None:
    lines = [
        line
        for n in range(4)
        for line in (
            f"- Tides of Small Bay {n}",
            "",
            "    Author: Doe, Ann | Harbour College",
            "    Author: Roe, Rob | Salt Works",
            " ",
            "    keyword: Tides; Frost",
            "",
        )
    ]
    entries = read("# Conference on Harbours 2020", "", "## Awards", *lines)

    assert recognise(["# Conference on Harbours 2020", "", *lines]) > 0.5
    assert [entry.title for entry in entries] == [f"Tides of Small Bay {n}" for n in range(4)]
    assert {(entry.authors, entry.date, entry.venue) for entry in entries} == {
        (("Ann Doe", "Rob Roe"), "2020", "Conference on Harbours")
    }


def test_long_titles_in_bold_need_no_link_where_most_items_are_some() -> None:
    titles = [f"Tides of Frost in the Small Bays of Coast {n}" for n in "ABCDEF"]
    lines = [line for title in titles for line in (f"- **{title}**", "  - A note on it.")]

    assert recognise(["# Papers", *lines]) > 0.5
    assert [entry.title for entry in read("# Papers", "", *lines)] == titles


def test_what_a_program_can_do_is_no_title() -> None:
    lines = [
        "- **Fast and small**",
        "- **Easy to use**",
        "- **Free for all**",
        "- **Well tested code**",
        "- **Many plugins**",
    ]

    assert read("# Fold", "", *lines) == []


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("ICML 2024", Group("2024", "ICML")),
        ("**ASPLOS2023**", Group("2023", "ASPLOS")),
        ("CVPR", Group(None, "CVPR")),
        ("Papers of 2023", Group("2023", None)),
        ("Nature Reserves", Group(None, None)),
        ("Frost", Group(None, None)),
    ],
)
def test_a_heading_that_is_a_venue_says_it_of_the_papers_below(text: str, group: Group) -> None:
    assert read_group(text) == group


def test_the_own_venue_of_a_paper_comes_before_that_of_its_group() -> None:
    lines = [
        "## ICML 2024",
        "- [Tides of Small Bays](https://example.org/a)",
        "- [Frost on Ropes](https://example.org/b), KDD 2023",
    ]

    assert [(entry.venue, entry.date) for entry in read("# Papers", *lines)] == [("ICML", "2024"), ("KDD", "2023")]


def test_few_words_after_a_recurring_label_are_its_value_and_no_title() -> None:
    lines = [
        line
        for n in range(5)
        for line in (f"## Tides of Frost in Small Bay {n}", "", f"- Heimat: [Bay{n} Home](https://example.org/{n})", "")
    ]

    assert [entry.title for entry in read(*lines)] == [f"Tides of Frost in Small Bay {n}" for n in range(5)]
