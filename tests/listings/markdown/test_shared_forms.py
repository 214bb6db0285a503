"""Entries of a list that are read by what the places of all of them hold."""

from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry


def read(*lines: str) -> list[Entry]:
    return [item for item in parse(["# Papers", "", *lines], "list.md") if isinstance(item, Entry)]


def link(number: int) -> str:
    return f"https://example.org/{number}"


def test_a_single_author_and_a_short_venue_are_read_as_those_beside_them() -> None:
    entries = read(
        f"- [Tides of Frost]({link(1)}) - Ann Doe and Rob Roe, *CVPR*",
        f"- [Ropes of Salt]({link(2)}) - Doe et al., *ICML*",
        f"- [Sails of Ice]({link(3)}) - Al Poe, *Mobisys*",
        f"- [Boats of Sand]({link(4)}) - Rob Roe, Al Poe, *ICML*",
    )

    assert [(entry.authors[0], entry.venue) for entry in entries] == [
        ("Ann Doe", "CVPR"),
        ("Doe", "ICML"),
        ("Al Poe", "Mobisys"),
        ("Rob Roe", "ICML"),
    ]


def test_a_single_entry_says_no_more_than_before() -> None:
    (entry,) = read(f"- [Sails of Ice]({link(3)}) - Al Poe, *Mobisys*")

    assert entry.venue is None


def test_titles_below_names_are_located() -> None:
    entries = read(
        "- A. Doe, R. Roe:",
        "  Tides of Frost in Harbours.",
        "",
        f"  [[paper]({link(1)})]",
        "",
        "- R. Roe, A. Poe:",
        "  A Study of Paper Folds.",
        "",
        f"  [[paper]({link(2)})]",
        "",
        "- A. Poe, A. Doe:",
        "  Ropes of Salt and Old Ships.",
        "",
        f"  [[paper]({link(3)})]",
    )

    assert [(entry.title, entry.authors, entry.span.line) for entry in entries] == [
        ("Tides of Frost in Harbours", ("A. Doe", "R. Roe"), 4),
        ("A Study of Paper Folds", ("R. Roe", "A. Poe"), 9),
        ("Ropes of Salt and Old Ships", ("A. Poe", "A. Doe"), 14),
    ]


def test_the_line_below_a_linked_heading_says_the_venue() -> None:
    entries = read(
        f"#### [Tides of Frost in Harbours]({link(1)})", "", "arXiv 2005; CVPR 2021", "",
        f"#### [A Study of Paper Folds]({link(2)})", "", "ICML 2020", "",
        f"#### [Ropes of Salt and Ships]({link(3)})", "", "Waves 2020", "",
        f"#### [Sails of Small Boats]({link(4)})", "", "NeurIPS 2020",
    )  # fmt: skip

    assert [(entry.venue, entry.date) for entry in entries] == [
        ("CVPR", "2021"),
        ("ICML", "2020"),
        ("Waves", "2020"),
        ("NeurIPS", "2020"),
    ]


def test_words_in_emphasis_after_names_are_venues_where_some_are_known() -> None:
    venues = ["IEEE TSG.", "Harbour Energies", "WAVES", "IEEE Access.", "Northern Ropes", "Salt Efficiency"]
    items = (
        f"- **Tides of Frost in Harbour {n}** (2020) [[pdf]](https://example.org/{n}.pdf)\n  - A. Doe et al. *{venue}*"
        for n, venue in enumerate(venues)
    )

    entries = read("# List", "", *"\n".join(items).split("\n"))

    assert [entry.venue for entry in entries] == [venue.rstrip(".") for venue in venues]
