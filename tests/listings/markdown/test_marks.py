"""Items are read again as those beside them mark their titles."""

from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.marks import Mark, mark_of, read_marked
from papertrace.listings.markdown.inline.pieces import Piece

ADDRESS = "https://example.org/a"


def test_a_label_before_a_title_is_passed_over() -> None:
    item = ItemContent([Piece("Official PyTorch implementation", url=ADDRESS), Piece("Tides of Frost", url=ADDRESS)])
    assert read_marked(item, Mark.LINK).title == "Tides of Frost"


def test_a_quotation_is_the_title_and_what_follows_it_is_kept() -> None:
    item = ItemContent([Piece('Doe 2020: "Tides of frost" in Harbours')])
    found = read_marked(item, Mark.QUOTED)
    assert (found.title, "".join(piece.text for piece in found.rest)) == ("Tides of frost", " in Harbours")
    assert mark_of(found) is Mark.QUOTED


def test_two_words_are_not_enough_for_a_title() -> None:
    item = ItemContent([Piece("Frost tides", strong=True)])
    assert read_marked(item, Mark.STRONG) is item
