"""The venue that an item prints beside its title."""

import pytest

from papertrace.listings.fields.citation import parse_citation
from papertrace.listings.markdown.awesome_list import parse
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.item_venues import find_printed_venue
from papertrace.listings.markdown.inline.pieces import Piece
from papertrace.model import Entry

LINK = "[Sparse Tides of Frost](https://example.org/tides)"


@pytest.mark.parametrize(
    ("line", "venue"),
    [
        pytest.param(f"{LINK}, WAVES 2020", "WAVES", id="after the title"),
        pytest.param(f"{LINK} [WAVES 2020](https://example.org/waves)", "WAVES", id="in a link with a year"),
        pytest.param(f"{LINK} [Harbour Letters](https://example.org/letters) 2020", None, id="in a link without one"),
        pytest.param(f"{LINK}, Ann Doe, Rob Roe, WAVES 2020", "WAVES", id="after names"),
        pytest.param(f"WAVES 2020: {LINK}", "WAVES", id="before the title"),
        pytest.param(f"**WAVES 2020** {LINK}", "WAVES", id="in bold before the title"),
        pytest.param("[Sparse Tides of Frost (WAVES 2020)](https://example.org/tides)", "WAVES", id="in the link"),
        pytest.param(f"[WAVES 2020] **Ann Doe, Rob Roe**, {LINK}", "WAVES", id="before names"),
        pytest.param(f"Journal of Harbours 2020: {LINK}", "Journal of Harbours", id="a journal before the title"),
        pytest.param(f"Cold Water 2020: {LINK}", None, id="other words before the title"),
        pytest.param(f"Ropes of the Harbour 2020: {LINK}", None, id="words like a venue before the title"),
        pytest.param(f"[WAVES' 20] {LINK}", "WAVES", id="in brackets before the title"),
        pytest.param(f"{LINK}, WAVES", None, id="without a year"),
        pytest.param(f"{LINK} was shown to some of the boats that are in the harbour at WAVES 2020", None, id="prose"),
    ],
)
def test_a_venue_stands_beside_a_year_and_a_title(line: str, venue: str | None) -> None:
    (entry,) = (item for item in parse(["# Papers", "", f"- {line}"], "list.md") if isinstance(item, Entry))

    assert (entry.title, entry.venue) == ("Sparse Tides of Frost", venue)


def test_words_after_names_may_look_like_names() -> None:
    content = ItemContent([Piece("Tides", url="https://example.org")], title="Tides", title_piece="Tides")

    assert find_printed_venue(content, ", Graphical Models 2020") == "Graphical Models"
    content.rest = [Piece(", Graphical Models 2020")]
    assert find_printed_venue(content, None) is None
    content.is_among_bylines = True
    assert find_printed_venue(content, None) == "Graphical Models"


def test_the_venue_of_a_citation_follows_its_title_or_is_a_label_before_its_names() -> None:
    cited = parse_citation('Ann Doe, Rob Roe, "Tides of Frost", 2020')
    title = "Tides of Frost"

    def venue_of(*pieces: Piece, rest: tuple[Piece, ...] = ()) -> str | None:
        return find_printed_venue(
            ItemContent(list(pieces), title=title, title_piece=title, rest=list(rest), cited=cited), None
        )

    assert venue_of(Piece(title), rest=(Piece(", WAVES 2020"),)) == "WAVES"
    assert venue_of(Piece("WAVES 2020", strong=True), Piece(title)) == "WAVES"
    assert venue_of(Piece("Ropes of the Harbour 2020"), Piece(title)) is None
    assert venue_of(Piece(title), Piece("WAVES 2020")) is None


@pytest.mark.parametrize(
    ("source", "venue"),
    [
        ("[Harbour Letters, 36(6), 1411-1429.](https://example.org/a)", "Harbour Letters"),
        ("Harbours, 177–192. [PDF](https://example.org/a)", "Harbours"),  # noqa: RUF001 - a dash as printed
        ("*Ropes & Sails* 12: e73. https://example.org/a", "Ropes & Sails"),
        (
            "In *Proceedings of the 3rd Harbour Conference* (pp. 1-9). https://example.org/a",
            "Proceedings of the 3rd Harbour Conference",
        ),
        ("arXiv preprint arXiv:2101.00001. https://example.org/a", "arXiv"),
        ("Ropes of the coast, 2 volumes. https://example.org/a", None),
        ("[PDF](https://example.org/a) [Slides, 12(3)](https://example.org/b)", None),
    ],
)
def test_what_precedes_volume_and_pages_after_a_cited_title_is_its_venue(source: str, venue: str | None) -> None:
    text = f"# Papers\n\n- Doe, A. B., & Roe, C. (2022). Tides of frost in small bays. {source}"

    entries = [item for item in parse(text.split("\n"), "list.md") if isinstance(item, Entry)]

    assert [(entry.title, entry.venue) for entry in entries] == [("Tides of frost in small bays", venue)]
