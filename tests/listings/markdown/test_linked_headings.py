"""Headings that are papers by themselves, with labelled links after their titles and authors below them."""

from papertrace.listings.markdown.awesome_list import parse, recognise
from papertrace.model import Entry

TAGGED = r"""# Papers on Harbours

## Ropes

##### • [2021 WAVES] Tides of Frost in Old Harbours. [\[PDF\]](https://example.org/1.pdf) [\[Code\]](https://example.org/1)

_Ann Doe, Rob Roe_

##### • [2020 WAVES] Ropes That Hold the Winter Fleet. [\[PDF\]](https://example.org/2.pdf)

_Al Poe, Ann Doe_

##### • [2019 WAVES] A Study of Salt on Sails. [\[PDF\]](https://example.org/3.pdf)

_Rob Roe, Al Poe_
"""


def read(text: str) -> list[Entry]:
    return [item for item in parse(text.split("\n"), "list.md") if isinstance(item, Entry)]


def test_headings_with_labelled_links_are_papers_with_authors_below() -> None:
    entries = read(TAGGED)

    assert [(entry.title, entry.authors) for entry in entries] == [
        ("Tides of Frost in Old Harbours", ("Ann Doe", "Rob Roe")),
        ("Ropes That Hold the Winter Fleet", ("Al Poe", "Ann Doe")),
        ("A Study of Salt on Sails", ("Rob Roe", "Al Poe")),
    ]
    assert [len(entry.targets) for entry in entries] == [2, 1, 1]


def test_a_tag_after_a_bullet_that_is_a_sign_gives_the_venue_without_its_year() -> None:
    assert [(entry.venue, entry.date) for entry in read(TAGGED)] == [
        ("WAVES", "2021"),
        ("WAVES", "2020"),
        ("WAVES", "2019"),
    ]


def test_a_list_of_nothing_but_such_headings_is_recognised() -> None:
    assert recognise(TAGGED.split("\n")) > 0.5


def test_links_in_the_headings_of_a_few_sections_make_no_papers() -> None:
    text = (
        "# List\n\n## Papers on Old Harbours [[PDF]](https://example.org/all.pdf)\n\n"
        "- [Tides of Frost](https://example.org/1)\n\n"
        "## Books on Harbours\n\n- [Ropes That Hold](https://example.org/2)\n\n## Talks on Winter\n\n- [Salt on Sails](https://example.org/3)\n"
    )

    assert [entry.title for entry in read(text)] == ["Tides of Frost", "Ropes That Hold", "Salt on Sails"]
