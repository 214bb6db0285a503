"""Where items of Markdown lists print authors and dates: before titles, in brackets, in names of groups."""

# ruff: noqa: RUF001 - dashes as printed

import pytest

from papertrace.listings.markdown.awesome_list import parse
from papertrace.listings.markdown.group_dates import find_group_date
from papertrace.model import Entry

LINK = "https://example.org/tides.pdf"


def read(*lines: str) -> list[Entry]:
    return [item for item in parse(lines, "list.md") if isinstance(item, Entry)]


@pytest.mark.parametrize(
    ("item", "title", "authors", "date"),
    [
        pytest.param(
            f"- Ann Doe, Rob Roe. *Tides of Frost in Harbours*. ICML 2024. [pdf]({LINK})",
            *("Tides of Frost in Harbours", ("Ann Doe", "Rob Roe"), "2024"),
            id="in emphasis after full names",
        ),
        pytest.param(
            f"- Ann B. Doe,\n  Rob Roe.\n  _Tides of frost,\n  twice_. Harbour 2(1), 2019. [pdf]({LINK})",
            *("Tides of frost, twice", ("Ann B. Doe", "Rob Roe"), "2019"),
            id="over several lines",
        ),
        pytest.param(
            f"- Doe, Ann. <i>Tides of frost</i>. Harbour Press, 2017. [pdf]({LINK})",
            *("Tides of frost", ("Ann Doe",), "2017"),
            id="in a tag after an inverted name",
        ),
        pytest.param(
            f"- Gonza\u0301lez Roe, Ann Doe. *Tides of frost*. Harbour, 2016. [pdf]({LINK})",
            *("Tides of frost", ("Gonza\u0301lez Roe", "Ann Doe"), "2016"),
            id="an accent of its own",
        ),
        pytest.param(
            f"- Sparse Tides. *Journal of Harbours*, 2017. [pdf]({LINK})",
            *("Sparse Tides. Journal of Harbours, 2017", (), None),
            id="a venue in emphasis is no title",
        ),
        pytest.param(
            f"- Ann Doe, *Rob Roe*, [Tides of Frost in Harbours]({LINK}), 2018",
            *("Tides of Frost in Harbours", ("Ann Doe", "Rob Roe"), "2018"),
            id="a name in emphasis is no title",
        ),
        pytest.param(
            f"- Ann Doe, Rob Roe: [Tides of Frost]({LINK}). ICML 2021",
            *("Tides of Frost", ("Ann Doe", "Rob Roe"), "2021"),
            id="before a linked title",
        ),
        pytest.param(
            f"- Ann Doe*, Rob Roe* and Al Poe: [*Tides of Frost*]({LINK}). ICML 2021",
            *("Tides of Frost", ("Ann Doe", "Rob Roe", "Al Poe"), "2021"),
            id="with marks",
        ),
        pytest.param(
            f"- Ann B. Doe, Rob Roe, and Al Poe. 2012. **Tides of frost**. In Harbours '12. {LINK}",
            *("Tides of frost", ("Ann B. Doe", "Rob Roe", "Al Poe"), "2012"),
            id="names and a year before a bold title",
        ),
        pytest.param(
            f"- ICML 2024: [Tides of Frost]({LINK})", *("Tides of Frost", (), "2024"), id="a venue is no author"
        ),
        pytest.param(
            f"- [Tides of Frost]({LINK}) (2021), 2088 tides", *("Tides of Frost", (), "2021"), id="a number is no year"
        ),
        pytest.param(
            f"- FoldNet, Fold-2: **Tides of Frost**. ICML 2021 [[paper]({LINK})]",
            *("Tides of Frost", (), "2021"),
            id="names of systems are no authors",
        ),
        pytest.param(
            f"- Acme Research: [Tides of Frost]({LINK}), 2021",
            *("Tides of Frost", (), "2021"),
            id="one name alone may be anything",
        ),
        pytest.param(
            f"- [Tides of Frost]({LINK}) Roe, R., Doe, A. et al. 2021",
            *("Tides of Frost", ("R. Roe", "A. Doe"), "2021"),
            id="inverted, after the title",
        ),
        pytest.param(
            "- Roe, R., Doe, A.-B. & van Poe, C. Tides of frost. *Harbour* **3**, 2–4 (2020).",
            *("Tides of frost", ("R. Roe", "A.-B. Doe", "C. van Poe"), "2020"),
            id="initials, with the volume in bold",
        ),
        pytest.param(
            f"- [Tides of Frost (ICML 2022)]({LINK})", *("Tides of Frost", (), "2022"), id="a year in the brackets"
        ),
        pytest.param(
            f"- [Tides of Frost (The Journal of Wide and Cold Harbours 2022)]({LINK})",
            *("Tides of Frost", (), "2022"),
            id="a journal in the brackets",
        ),
        pytest.param(
            f"- [The Cold and Wide Harbour of 1953]({LINK})",
            *("The Cold and Wide Harbour of 1953", (), None),
            id="a year of the title",
        ),
    ],
)
def test_authors_and_date_of_an_item(item: str, title: str, authors: tuple[str, ...], date: str | None) -> None:
    (entry,) = read("# List", "", *item.split("\n"))

    assert (entry.title, entry.authors, entry.date) == (title, authors, date)


def test_single_authors_are_read_among_bylines() -> None:
    """One name before a title may be a label, unless the items beside it begin with their authors."""
    bylines = [f"- Ann Doe, Rob Roe: [Tides of Frost {n}]({LINK}?{n})" for n in range(3)]
    entries = read(*bylines, f"- Al Poe: [Tides of Salt]({LINK}?4)")

    assert entries[-1].authors == ("Al Poe",)


def test_items_that_cite_with_full_names_are_read_where_most_of_a_list_does() -> None:
    items = [f"- Ann Doe and Rob Roe. Tides of frost {n}. In Harbours, 201{n}. [pdf]({LINK}?{n})" for n in range(3)]
    entries = read(*items)

    assert [entry.title for entry in entries] == ["Tides of frost 0", "Tides of frost 1", "Tides of frost 2"]
    assert {entry.authors for entry in entries} == {("Ann Doe", "Rob Roe")}
    assert read(items[0])[0].authors == ()  # alone, two words with capitals are no proof of a name


def test_a_citation_in_brackets_is_no_title_among_linked_ones() -> None:
    titled = [f"- [A Corpus of Tides {n}]({LINK}?{n})" for n in range(3)]
    entries = read(*titled, f"- [Harbour Corpus 1993-2010]({LINK}?4) [[Doe et al, 2012]]({LINK}?5)")

    titles = ["A Corpus of Tides 0", "A Corpus of Tides 1", "A Corpus of Tides 2"]
    assert [entry.title for entry in entries] == [*titles, "Harbour Corpus 1993-2010"]


def test_a_note_with_a_name_of_a_method_in_another_script_is_no_author() -> None:
    (entry,) = read(f"- [Tides of Frost]({LINK})", "    - 첫 Skip-gram 모델 제안")

    assert entry.authors == ()


def test_notes_in_a_script_without_capitals_are_no_authors() -> None:
    (entry,) = read(f"- [Tides of Frost]({LINK})", "    - 첫 GAN 모델 제안", "    - 높은 성능, 다만 비교 부족")

    assert entry.authors == ()


@pytest.mark.parametrize(
    ("notes", "authors"),
    [
        pytest.param(["Ann Doe"], ("Ann Doe",), id="alone"),
        pytest.param(["Generative Model", "a note on tides"], (), id="among notes"),
        pytest.param(["Ann Doe, Rob Roe", "a note on tides"], ("Ann Doe", "Rob Roe"), id="several names"),
    ],
)
def test_one_name_below_a_title_is_its_author_only_if_no_notes_are_beside_it(
    notes: list[str], authors: tuple[str, ...]
) -> None:
    (entry,) = read(f"- [Tides of Frost]({LINK})", *(f"    - {note}" for note in notes))

    assert entry.authors == authors


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2023", "2023"),
        ("Euro S&P 2023", "2023"),
        ("2023年", "2023"),
        ("Accepted papers, NeurIPS 2023", "2023"),
        ("2022-05", "2022-05"),
        ("ICML papers and posters " * 4 + "2023", "2023"),
        ("ICML papers and posters  " * 4 + "2023", None),
        ("NeurIPS 2022 and 2023", None),
        ("Since 2015", None),
        ("The harbour of 1953", None),
        ("Fold", None),
    ],
)
def test_the_name_of_a_group_may_be_its_date(text: str, date: str | None) -> None:
    assert find_group_date(text) == date


def test_papers_have_the_date_of_the_innermost_group_unless_they_have_one() -> None:
    arxiv = "https://arxiv.org/abs/2401.00001"
    entries = read(
        *("# List", "", "## 2021", "", f"- [Tides of Frost]({LINK}?1)", f"- [Tides of Salt]({LINK}?2), ICML 2020"),
        *(
            f"- [Tides of Ice]({arxiv})",
            "",
            "### Harbours",
            "",
            f"- [Tides of Rope]({LINK}?3)",
            "",
            "### ICML 2019",
            "",
        ),
        *(f"- [Tides of Wood]({LINK}?4)", "", "## Others", "", f"- [Tides of Sand]({LINK}?5)", "- **CVPR 2018**"),
        f"    - [Tides of Stone]({LINK}?6)",
    )

    dates = {entry.title.removeprefix("Tides of "): entry.date for entry in entries}
    assert dates == {
        "Frost": "2021",
        "Salt": "2020",
        "Ice": None,
        "Rope": "2021",
        "Wood": "2019",
        "Sand": None,
        "Stone": "2018",
    }


def test_inverted_names_between_and_are_authors_before_a_year() -> None:
    entries = read(
        "- [Ropes of Salt](https://example.org/1), Doe, Ann  and van Roe, Rob B.  and Poe, Al Hong, 2019",
        "- [Ropes of Sand](https://example.org/2), Doe, Ann and Roe, Rob, EMNLP, 2021",
    )
    (other,) = read("- [Ropes of Ice](https://example.org/3), Salt, Water and Frost, Wind")

    assert [(entry.authors, entry.date, entry.venue) for entry in entries] == [
        (("Ann Doe", "Rob B. van Roe", "Al Hong Poe"), "2019", None),
        (("Ann Doe", "Rob Roe"), "2021", "EMNLP"),
    ]
    assert other.authors == ()


def test_a_year_in_brackets_between_a_title_and_names_dates_the_paper() -> None:
    (entry,) = read("- **Tides of Frost in Harbours**(2014), Ann Doe et al. [[pdf]](https://example.org/1)")

    assert (entry.authors, entry.date) == (("Ann Doe",), "2014")


def test_a_single_author_before_a_title_counts_where_others_name_several() -> None:
    several = [
        f"- Ann Doe and Rob Roe, [_Law of {word}_](https://example.org/{word}), 3 Harb. L. Rev. 1 (2007)"
        for word in "abc"
    ]
    entries = read(
        *several, "", "## More", "", "- Ann Belle Doe, [_Law of Ropes_](https://example.org/9), WAVES Review (2021)"
    )

    assert (entries[-1].authors, entries[-1].venue, entries[0].venue) == (
        ("Ann Belle Doe",),
        "WAVES Review",
        "Harb. L. Rev",
    )


def test_chinese_names_in_emphasis_before_a_bold_title_are_authors() -> None:
    (first, second) = read(
        "1. *王一, 李二三, 等*. **北海港口的霜与潮汐研究**[J]. 港口学报, 2019, 36(2). [[PDF](https://example.org/1)]",
        "2. *张四, 陈五*. **冬季绳索的盐分**[J]. 港口学报, 2018. [[PDF](https://example.org/2)]",
    )

    assert (first.title, first.authors, first.date) == ("北海港口的霜与潮汐研究", ("王一", "李二三"), "2019")
    assert (second.title, second.authors, second.date) == ("冬季绳索的盐分", ("张四", "陈五"), "2018")
