"""Items are read again as those beside them mark their titles."""

from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.marks import Mark, mark_of, read_full_citation, read_marked
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


TIDES = "Sparse Tides of Frost"
SALT = "Salt in Ropes of Hemp"


def test_a_title_is_what_is_marked_and_nothing_that_is_marked_otherwise() -> None:
    item = ItemContent([Piece("1. "), Piece(SALT, strong=True), Piece(" "), Piece(TIDES, url=ADDRESS)])

    assert read_marked(item, Mark.STRONG).title == SALT
    assert read_marked(item, Mark.LINK).title == TIDES
    assert read_marked(item, Mark.QUOTED) is item
    assert read_marked(ItemContent([Piece(SALT)]), Mark.STRONG).title == ""


def test_titles_are_marked_as_the_pieces_that_contain_them() -> None:
    pieces = (Piece(TIDES, url=ADDRESS), Piece(TIDES, strong=True))

    assert [
        mark_of(read_marked(ItemContent([piece]), mark))
        for piece, mark in zip(pieces, (Mark.LINK, Mark.STRONG), strict=True)
    ] == [
        Mark.LINK,
        Mark.STRONG,
    ]
    assert mark_of(ItemContent([Piece(TIDES)])) is None


def test_both_quotes_mark_titles() -> None:
    for quote in ('"', "\u201c"):
        item = ItemContent([Piece("1. "), Piece(f"Doe: {quote}{TIDES}")], title=TIDES, title_piece=TIDES)
        assert mark_of(item) is Mark.QUOTED
    assert mark_of(ItemContent([Piece(f"Doe: {TIDES}")], title=TIDES, title_piece=TIDES)) is Mark.PLAIN
    assert mark_of(ItemContent([Piece("Doe")], title=TIDES, title_piece=TIDES)) is Mark.STRONG


def plain(*pieces: Piece) -> ItemContent:
    return ItemContent(list(pieces), title=pieces[0].text, title_piece=pieces[0].text)


def test_a_citation_with_full_names_is_read_from_the_plain_text_of_an_item() -> None:
    pieces = [Piece("Jane Doe and Rob Roe. Tides of frost. "), Piece("pdf", url=ADDRESS), Piece("Harbour, 2020")]
    found = read_full_citation(plain(*pieces))

    assert (found.title, found.cited.year if found.cited else "") == ("Tides of frost", "2020")


def test_what_is_no_plain_citation_with_full_names_stays_as_it_is() -> None:
    text = "Jane Doe and Rob Roe. Tides of frost. Harbour, 2020"
    items = [
        plain(Piece(text, url=ADDRESS)),
        plain(Piece(text, strong=True)),
        plain(Piece("Jane Doe and Rob Roe. Tides of "), Piece("frost", strong=True), Piece(". Harbour, 2020")),
        plain(Piece("Tides of frost, 2020")),
        ItemContent([Piece("12")]),
    ]
    for item in items:
        assert read_full_citation(item) is item
