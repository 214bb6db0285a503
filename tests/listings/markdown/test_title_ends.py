"""Where titles end that are followed by a year in brackets, a tag, the name of their system or a reference."""

import pytest

from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry


def read(*lines: str) -> list[Entry]:
    return [item for item in parse(lines, "list.md") if isinstance(item, Entry)]


def test_a_year_in_brackets_ends_a_title_before_names() -> None:
    (entry,) = read("# Papers", "- Tides of Small Bays (2017), Andrew G. Doe et al. [[pdf]](https://example.org/a.pdf)")

    assert (entry.title, entry.authors, entry.date) == ("Tides of Small Bays", ("Andrew G. Doe",), "2017")


def test_a_short_title_before_a_year_and_names_is_a_title() -> None:
    (entry,) = read("# Papers", "- Sail R-X (2017), K. Doe et al. [[pdf]](https://example.org/a.pdf)")

    assert (entry.title, entry.authors) == ("Sail R-X", ("K. Doe",))


def test_a_year_within_a_sentence_ends_no_title() -> None:
    (entry,) = read("# Papers", "- Tides after the storm (2017) in small bays [[pdf]](https://example.org/a.pdf)")

    assert entry.title == "Tides after the storm (2017) in small bays"


@pytest.mark.parametrize("tag", ["[ICCV 23]", "[NeurIPS 22]", "[Submitted 3 May 2020 arxiv]", "[KDD'21]"])
def test_a_tag_with_a_year_after_a_title_is_no_part_of_it(tag: str) -> None:
    (entry,) = read(
        "# Papers",
        f"- [x] Tides of Frost in Small Bays {tag} [[Paper](https://example.org/a)] [[Code](https://e.org/b)]",
    )

    assert entry.title == "Tides of Frost in Small Bays"


def test_square_brackets_without_a_year_belong_to_the_title() -> None:
    (entry,) = read("# Papers", "- Tides of [MASK]: Salt vs. [Frost] [[Paper](https://example.org/a)]")

    assert entry.title == "Tides of [MASK]: Salt vs. [Frost]"


def test_the_name_that_begins_a_title_is_no_part_of_it_again_in_brackets() -> None:
    (entry,) = read("# Papers", "- **Fold: A Study of Paper(FOLD)** [[Paper](https://example.org/a)]")

    assert entry.title == "Fold: A Study of Paper"


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("1. **Tides of Small Bays. [Doe (1970)](https://example.org/a).**", ("Doe",)),
        ("* Tides of Small Bays. [van der Doe, Roe (1970)](https://example.org/a).", ("van der Doe", "Roe")),
        ("* Tides of Small Bays. [Doe et al (1970)](https://example.org/a).", ("Doe",)),
    ],
)
def test_a_link_of_names_and_a_year_after_a_title_is_its_reference(line: str, authors: tuple[str, ...]) -> None:
    entries = read("# Papers", line, line.replace("Tides", "Ropes"), line.replace("Tides", "Sails"))

    assert [entry.title for entry in entries] == [f"{word} of Small Bays" for word in ("Tides", "Ropes", "Sails")]
    assert {(entry.authors, entry.date, entry.venue) for entry in entries} == {(authors, "1970", None)}


def test_a_sentence_that_goes_on_to_a_reference_is_no_title() -> None:
    entries = read("# Papers", "- Most of the questions were answered by [Doe (2020)](https://example.org/a)")

    assert [entry.title for entry in entries] != ["Most of the questions were answered by"]


def test_a_title_ends_before_a_preprint_server_in_small_letters() -> None:
    entries = read(
        "# Papers",
        "- Tides of Small Bays. arxiv 2022. [[paper](https://example.org/a)]",
        "- [Fold] Ropes That Hold in Storms. medrxiv 2023. [[paper](https://example.org/b)]",
    )

    assert [(entry.title, entry.venue, entry.date) for entry in entries] == [
        ("Tides of Small Bays", "arxiv", "2022"),
        ("Ropes That Hold in Storms", "medrxiv", "2023"),
    ]
