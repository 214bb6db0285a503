"""What is a title: whole brackets, one link, one place in a list."""

import pytest
from tests import titles

from papertrace.listings.learned.blocks import read_markdown
from papertrace.listings.learned.tagger import TaggedBlock, tag_blocks


def tag(*lines: str) -> list[TaggedBlock]:
    return tag_blocks([block for block in read_markdown(lines) if block.atoms])


def titles_of(*lines: str) -> list[str]:
    return [one.title_text(span) for one in tag(*lines) for span in one.titles]


def rest(number: int) -> str:
    return f"{titles.byline(number)}. {titles.venue(number)}, {titles.year(number)}. [pdf](https://arxiv.org/abs/2301.0{number:04})"


def with_title(title: str, n: int = 5) -> list[str]:
    """Return a list with one title among others, which are linked and in bold as it is."""
    return [f"- **{name}**. {rest(nth)}" for nth, name in enumerate([title, *map(titles.title, range(n))])]


def test_no_blocks_have_no_titles() -> None:
    assert tag_blocks([]) == []


def test_every_item_of_a_list_has_its_title_and_a_label_and_a_chance_for_each_atom() -> None:
    found = tag(*with_title("Counting Kelp Beds with Sparse Lenses"))

    assert [one.title_text(span) for one in found for span in one.titles] == [
        "Counting Kelp Beds with Sparse Lenses",
        *map(titles.title, range(5)),
    ]
    for one in found:
        assert len(one.labels) == len(one.chances) == len(one.block.atoms)


@pytest.mark.parametrize(
    "title",
    [
        "Kelp (and Eelgrass) Counted from Orbit with Sparse Lenses",
        "(De)Randomized Search for Bounded Memory Schemes",
        "Sparse Lenses for Counting Kelp [Extended Abstract]",
        '"Why Should I Trust the Tide?" Explaining Forecasts of Floods',
        "What Do Buoys Know? Probing Forecasts of the Sea",
    ],
)
def test_brackets_and_quotes_of_a_title_stay_whole(title: str) -> None:
    assert titles_of(*with_title(title))[0] == title


@pytest.mark.parametrize("bracket", ["(ICML 2021)", "(2021)", "[NeurIPS 2022]"])
def test_a_bracket_at_the_end_that_holds_a_year_is_no_part_of_a_title(bracket: str) -> None:
    lines = [f"- [{titles.title(n)} {bracket}](https://arxiv.org/abs/2301.0{n:04})" for n in range(6)]

    assert titles_of(*lines) == [titles.title(n) for n in range(6)]


def test_two_links_are_two_titles() -> None:
    lines = [
        f"- [{titles.title(2 * n)}](https://arxiv.org/abs/2301.0{n:04}) and "
        f"[{titles.title(2 * n + 1)}](https://arxiv.org/abs/2302.0{n:04})"
        for n in range(5)
    ]

    assert titles_of(*lines) == [titles.title(n) for n in range(10)]


def test_what_stands_in_three_entries_or_more_is_no_title() -> None:
    lines = [
        f"- [{titles.title(n)}](https://arxiv.org/abs/2301.0{n:04}), [Project Page Here](https://example.org/{n})"
        for n in range(6)
    ]

    assert titles_of(*lines) == [titles.title(n) for n in range(6)]


def test_the_labels_of_links_are_no_titles() -> None:
    found = titles_of(*with_title("Counting Kelp Beds with Sparse Lenses"))

    assert not {"pdf", "code", "paper"} & {title.lower() for title in found}


def test_contents_and_instructions_have_no_titles() -> None:
    contents = ["# Awesome Tides", "", "## Contents", "", "- [Papers](#papers)", "- [Data sets](#data-sets)", ""]
    ends = ["", "## Contributing", "", "Please open a pull request to add a paper.", "", "## License", "", "MIT"]

    found = titles_of(*contents, "## Papers", "", *with_title("Counting Kelp Beds with Sparse Lenses"), *ends)

    assert found == ["Counting Kelp Beds with Sparse Lenses", *map(titles.title, range(5))]


def test_the_number_of_an_entry_is_no_part_of_its_title() -> None:
    lines = [line for n in range(6) for line in (f"__{n + 1}. {titles.title(n)}__ - {titles.byline(n)}.", "")]

    assert titles_of(*lines) == [titles.title(n) for n in range(6)]


def test_sentences_of_abstracts_and_places_of_work_below_titles_are_no_titles() -> None:
    abstract = (
        "The method uses a technique in which the harbour is counted twice. It is repeated where the light is low, and "
        "the mean is taken of what both have found. We believe that this can be used wherever kelp is counted."
    )
    lines = []
    for n in range(8):
        lines += [
            f"__{titles.title(n)}__ - {titles.byline(n)}.",
            f"  * University of Bay {n} and Harbour Institute.",
            "",
        ]
        lines += [abstract.replace("harbour", f"harbour of {titles.title(n + 1).split()[0]}"), ""]

    assert titles_of(*lines) == [titles.title(n) for n in range(8)]
