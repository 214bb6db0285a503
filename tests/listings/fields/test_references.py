"""Names of works in the lists of references of databases."""

import pytest

from papertrace.records.references import name_references, split_lines, split_references
from papertrace.model import Entry, Identifiers, Paper, Span
from papertrace.resolve.papers.references import ReferenceIndex, find_references


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("DOE J, 1999, J GRIDS, V151, P283", "work:doe-1999-v151-p283"),
        ("DOE J, 1999, J GRIDS, V151, PE283", "work:doe-1999-v151-pe283"),
        ("Doe J, 1999, J GRIDS, V151, Pe283", "work:doe-1999-v151-pe283"),
        ("DOE J, 1999, J GRIDS, V151, P283, DOI 10.1000/G.1", "doi:10.1000/g.1"),
        ("Doé, J., Roe, R.B., (1999) J Grids, 151, p. 283", "work:doe-1999-v151-p283"),
        ("Doe, J., Roe, R., Grids, and other nets (1999) J Grids, 15 (2), pp. 2-9", "work:doe-1999-gridsandothernets"),
        ("Roe, R., Doe, J., Jr., Lanterns at sea (1999) J Grids, 151", "work:roe-1999-lanternsatsea"),
        ("Doe, J.A., III, Lanterns at sea (1999) J Grids, 151", "work:doe-1999-lanternsatsea"),
        ("Doe, J., Lanterns, nets and tides (1999)", "work:doe-1999-lanternsnetsandtides"),
        ("Doe J., Roe R.B., Lanterns at sea, J Grids, 151, 2, pp. 283-290, (1999)", "work:doe-1999-lanternsatsea"),
        ("Doe J., Lanterns at sea, J Grids, 151, 2, pp. 283-290, (1999)", "work:doe-1999-lanternsatsea"),
        ("Doe, J., Roe R., Poe, A., Jr., Lanterns at sea (1999a)", "work:doe-1999-lanternsatsea"),
        ("Doe, J., Jr., Roe, R., II, Lanterns at sea (1999)", "work:doe-1999-lanternsatsea"),
        ("Doe, 1999, V7, P12", "work:doe-1999-v7-p12"),
        ("Doe, 1999, P12, V7", "work:doe-1999-v7-p12"),
        ("Doe, J., (1999) J Grids, 15 (2), p. A12", "work:doe-1999-v15-pa12"),
    ],
)
def test_a_reference_has_a_name(printed: str, name: str) -> None:
    assert name_references([printed]) == (name,)


@pytest.mark.parametrize(
    "printed",
    ["DOE J, COMMUNICATION", "Doe, J., (1999) Nets", "", "(1999)", ", 1999, V1, P2", "Doe, 1999", "Doe, J., R."],
)
def test_a_reference_that_says_too_little_has_none(printed: str) -> None:
    assert name_references([printed]) == ()


def test_references_are_separated_by_semicolons_or_lines() -> None:
    assert split_references("A, 1999; B, 2000;\nC, 2001") == ["A, 1999", "B, 2000", "C, 2001"]


def test_a_semicolon_in_a_title_separates_nothing_where_references_have_lines() -> None:
    first = "Doe, J., Lanterns in remission; tides and nets (1999) J Grids, 7"

    second = "Roe, R., Nets (2000) J Grids, 8"

    assert split_lines(f"{first};\n{second};\n") == [f"{first};", f"{second};"]
    assert split_lines("A, 1999; B, 2000") == ["A, 1999", "B, 2000"]


def _paper(number: int, title: str, **facts: object) -> Paper:
    entry = Entry(title=title, abstract="", span=Span("a", number), end_line=number)
    made = {"identifiers": Identifiers(), **facts}
    return Paper(id=f"p{number}", title=title, abstract="", entries=(entry,), **made)  # type: ignore[arg-type]


def test_references_are_found_by_title_and_by_volume_and_page() -> None:
    papers = [
        _paper(0, "Lanterns at Sea", authors=("Jane Doé",), date="1999-05"),
        _paper(1, "Something Else Entirely", authors=("Roe R.",), date="2001", volume="7", first_page="12"),
    ]
    citing = _paper(
        2,
        "Survey",
        references=name_references(
            ["Doe, J., Lanterns at sea (1999) J", "ROE R, 2001, X, V7, P12", "X Y, 2000, Z, V1, P1"]
        ),
    )
    index = ReferenceIndex()
    for number, paper in enumerate([*papers, citing]):
        index.add(number, paper)

    assert find_references(citing, (), index) == ((0, 1), ("work:x-2000-v1-p1",))


def test_volume_and_page_name_a_work_whose_title_has_commas() -> None:
    (named,) = name_references(
        ["Doe J., Roe R.B., Lanterns, nets, and tides at sea, J Grids, 151, pp. 283-290, (1999)"]
    )

    assert named == "work:doe-1999-v151-p283"
    assert name_references([""]) == ()


def test_a_record_without_volume_or_page_has_no_name() -> None:
    assert name_references(["DOE J, 1999, J GRIDS, P283", "DOE J, 1999, J GRIDS, V151", "DOE J, 1999, J GRIDS"]) == ()


def test_each_name_of_a_reference_is_given_once_in_order() -> None:
    printed = ["DOE J, 1999, X, V7, P12", "nothing", "10.1000/a", "Doe J., 1999, Y, V7, P12"]

    assert name_references(printed) == ("work:doe-1999-v7-p12", "doi:10.1000/a")
