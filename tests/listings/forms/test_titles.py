"""Where the titles of a list stand, and where they end."""

from papertrace.listings.forms.pooling import TITLE, Facts, Place, Role, Segment
from papertrace.listings.forms.titles import TitleForm, find_title_form

BELOW = ("1", "", "plain", "^")
NAMES = ("0", ">", "plain", "title")
PUBLISHED: dict[Place, Role] = {
    ("0", ">", "plain", "("): Role.VENUE
}  # that the list has venues shows that its entries are papers
TITLES = ("Tides of Frost in Harbours", "A Study of Paper Folds", "Ropes of Salt and Old Ships")


def test_titles_that_are_titles_stay() -> None:
    assert find_title_form([(title, [Segment(TITLE, title)]) for title in TITLES], {}) == TitleForm()


def test_titles_below_names_are_found() -> None:
    people = ("Ann Doe, Rob Roe", "Rob Roe and Al Poe", "Doe et al.")
    entries = [
        (names, [Segment(TITLE, names), Segment(BELOW, title)]) for names, title in zip(people, TITLES, strict=True)
    ]
    form = find_title_form(entries, PUBLISHED)

    assert [form.find(segments, names) for names, segments in entries] == list(TITLES)
    assert form.find(entries[0][1], "Sails of Small Boats") is None


def test_what_is_below_names_in_a_list_without_publications_describes_the_people() -> None:
    people = ("Ann Doe, Rob Roe", "Rob Roe and Al Poe", "Al Poe and Ann Doe")
    entries = [
        (names, [Segment(TITLE, names), Segment(BELOW, title)]) for names, title in zip(people, TITLES, strict=True)
    ]

    assert find_title_form(entries, {}) == TitleForm()


def test_titles_after_short_names_need_names_of_people_between() -> None:
    def list_with(role: Role | None) -> TitleForm:
        entries = [
            (name, [Segment(TITLE, name), Segment(NAMES, "Ann Doe, Rob Roe"), Segment(BELOW, title)])
            for name, title in zip(("TidesNet", "Fold", "RopeX"), TITLES, strict=True)
        ]
        return find_title_form(entries, PUBLISHED | ({NAMES: role} if role else {}))

    assert list_with(Role.PEOPLE).places == {BELOW}
    assert list_with(None).places == frozenset()


def test_titles_end_before_what_most_of_them_have_in_common() -> None:
    form = find_title_form(
        [(f"{title} - {venue}", []) for title, venue in zip(TITLES, ("CVPR", "ECCV", "ICML"), strict=True)], {}
    )

    assert form.cut("Sails of Small Boats - ICLR") == ("Sails of Small Boats", Facts(venue="ICLR"))
    assert form.cut("Sails of Small Boats - a Story") is None


def test_names_at_the_end_of_titles_are_authors() -> None:
    form = find_title_form([(f"{title}, Doe et al", []) for title in TITLES], {})

    assert form.cut("Sails, Ropes and Boats, Roe et al") == ("Sails, Ropes and Boats", Facts(authors=("Roe",)))


def test_a_title_is_not_cut_to_a_word() -> None:
    assert TitleForm(end=", ").cut("Fold, CVPR 2020") is None
