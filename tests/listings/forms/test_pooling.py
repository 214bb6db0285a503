"""What the places in the entries of a list hold."""

from papertrace.listings.forms.pooling import Role, Segment, find_roles, read_facts

AFTER = ("0", ">", "plain", "title")
NEXT = ("1", "", "plain", "^")


def entries_with(*texts: str) -> list[list[Segment]]:
    return [[Segment(AFTER, text)] for text in texts]


def test_no_entries_have_no_roles() -> None:
    assert find_roles([]) == {}


def test_a_place_has_the_role_that_most_of_its_segments_have() -> None:
    names = entries_with("Ann Doe and Rob Roe", "Doe et al.", "Ann Doe, Al Poe", "Rob Roe", "a note on ropes")

    assert find_roles(names) == {AFTER: Role.PEOPLE}


def test_two_segments_are_too_few() -> None:
    assert find_roles(entries_with("Ann Doe and Rob Roe", "Doe et al.")) == {}


def test_a_role_that_fewer_than_half_of_the_segments_have_is_none() -> None:
    names = ["Ann Doe and Rob Roe", "Doe et al.", "Ann Doe, Al Poe"]
    notes = ["a note on ropes", "with a sail", "for the crew", "of no use"]

    assert find_roles(entries_with(*names, *notes[:3])) == {AFTER: Role.PEOPLE}
    assert find_roles(entries_with(*names, *notes)) == {}


def test_a_place_of_dates_and_a_few_venues_is_one_of_dates() -> None:
    few = entries_with("2020-01", "2021-02", "2022-03", "CVPR 2023")
    half = entries_with("2020-01", "2021-02", "CVPR 2022", "CVPR 2023")

    assert find_roles(few) == {AFTER: Role.DATE}
    assert find_roles(half) == {AFTER: Role.VENUE_AND_DATE}


def test_venues_with_dates_are_more_than_venues_if_three_quarters_have_them() -> None:
    dated = ["CVPR 2020", "CVPR 2021", "ICML 2022"]

    assert find_roles(entries_with(*dated, "NeurIPS")) == {AFTER: Role.VENUE_AND_DATE}
    assert find_roles(entries_with(*dated, "NeurIPS", "CVPR")) == {AFTER: Role.VENUE}


def test_an_entry_is_read_as_those_beside_it() -> None:
    lists = entries_with("Ann Doe and Rob Roe", "Doe et al.", "Ann Doe, Al Poe", "Rob Roe")
    roles = find_roles(lists)

    assert read_facts(lists[3], roles).authors == ("Rob Roe",)
    assert read_facts(lists[3], {}).authors == ()


def test_a_single_word_among_names_is_no_author() -> None:
    assert read_facts([Segment(AFTER, "Acme")], {AFTER: Role.PEOPLE}).authors == ()


def test_values_that_recur_are_venues_if_some_are_known() -> None:
    venues = entries_with("CVPR", "Waves", "Waves", "CVPR", "Waves", "Harbours", "Harbours", "Waves")
    tags = entries_with("Ropes", "Waves", "Waves", "Ropes", "Waves", "Harbours", "Harbours", "Waves")

    assert find_roles(venues) == {AFTER: Role.VENUE}
    assert find_roles(tags) == {}


def test_dates_give_no_venue() -> None:
    lists = entries_with("2020-01", "2021-02", "2022-03", "Acme 2023")
    facts = read_facts(lists[3], find_roles(lists))

    assert (facts.venue, facts.date) == (None, "2023")


def test_a_published_paper_was_a_preprint_before() -> None:
    segments = [Segment(AFTER, "arXiv"), Segment(NEXT, "CVPR 2021")]
    facts = read_facts(segments, {AFTER: Role.VENUE, NEXT: Role.VENUE})

    assert (facts.venue, facts.date, facts.read) == ("CVPR", "2021", ("arXiv", "CVPR 2021"))
