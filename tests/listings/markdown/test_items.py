"""Items of several paragraphs, labelled lines below a title, and authors by their surnames."""

import pytest

from papertrace.listings.markdown.awesome_list import parse, recognise
from papertrace.model import Entry


def read(*lines: str) -> list[Entry]:
    return [item for item in parse(lines, "list.md") if isinstance(item, Entry)]


PARAGRAPHS = (
    "1. **Sparse Tides: A Study of Harbours**",
    "",
    "    *Ann Doe, Rob Roe, Harbour Team*",
    "",
    "    WAVES, 2023. [`workshop`](https://example.org/tides.pdf) [`code`](https://github.com/acme/tides)",
    "",
    "2. **Frozen Ropes in Cold Water**",
    "",
    "    *Al Poe*",
    "",
    "    Journal of Salt, 2021. [`journal`](https://example.org/ropes.pdf)",
)


def test_further_paragraphs_of_an_item_give_authors_date_and_links() -> None:
    first, second = read(*PARAGRAPHS)

    assert (first.title, first.authors, first.date) == (
        "Sparse Tides: A Study of Harbours",
        ("Ann Doe", "Rob Roe", "Harbour Team"),
        "2023",
    )
    assert [(target.raw, target.span.line) for target in first.targets] == [
        ("https://example.org/tides.pdf", 5),
        ("https://github.com/acme/tides", 5),
    ]
    assert (second.title, second.authors, second.date) == ("Frozen Ropes in Cold Water", ("Al Poe",), "2021")


def test_items_with_links_in_paragraphs_below_are_recognised() -> None:
    assert recognise(list(PARAGRAPHS)) > 0
    assert recognise([line for line in PARAGRAPHS if "](" not in line]) == 0


def test_a_paragraph_that_links_titles_makes_its_item_no_paper() -> None:
    assert read("1. Harbours and ships", "", "    [Sparse Tides of Frost](https://example.org/a.pdf), and others") == []


def test_an_abstract_may_be_a_paragraph_of_its_item() -> None:
    abstract = "We measure the tides of forty harbours. They differ from one another more than anybody thought."

    (entry,) = read("- [Sparse Tides of Frost](https://example.org/a.pdf)", "", f"    {abstract}")

    assert entry.abstract == abstract


def test_pictures_before_labels_below_a_title_are_set_aside() -> None:
    (entry,) = read(
        "- [Sparse Tides of Frost](https://example.org/a)",
        "    - Ann Doe, Wen-Hao (Rob) Roe, al poe, Eve Noe",
        "    - 🏛️ Institutions: Harbour College",
        "    - 📅 Date: August 12, 2021",
        "    - 📖 TLDR: Tides of frost are sparse.",
    )

    assert entry.authors == ("Ann Doe", "Wen-Hao (Rob) Roe", "al poe", "Eve Noe")
    assert entry.date == "2021-08-12"
    assert entry.abstract == "Tides of frost are sparse."


def test_a_single_author_below_a_title_needs_no_other_notes_than_labelled_ones() -> None:
    line = "- [Sparse Tides of Frost](https://example.org/a)"

    assert read(line, "    - Ann Doe", "    - 🔑 Key: [harbours]")[0].authors == ("Ann Doe",)
    assert read(line, "    - Ann Doe", "    - Best Harbour")[0].authors == ()
    assert read(line, "    - [Paper](papers/tides)")[0].authors == ()
    assert read(line, "    - Doe")[0].authors == ()


@pytest.mark.parametrize(
    "note", ["great work, oral, best paper", "Harbours, ropes, and Salt Water"], ids=["small", "mixed"]
)
def test_notes_with_commas_are_no_names(note: str) -> None:
    assert read("- [Sparse Tides of Frost](https://example.org/a)", f"    - {note}")[0].authors == ()


def test_the_year_may_be_in_a_label_after_the_authors() -> None:
    (entry,) = read(
        "**Sparse Tides: A Study of Harbours**  ",
        "Ann Doe*, Rob Roe  ",
        "[WAVES 2022](https://example.org/a.pdf) • [Code](https://github.com/acme/tides)",
    )

    assert (entry.authors, entry.date) == (("Ann Doe", "Rob Roe"), "2022")


SURNAMES = (
    "- [Sparse Tides of Frost](https://example.org/a) - Doe, Roe (2020)",
    "- [Salt in Ropes of Hemp](https://example.org/b) - Roe, Poe & Noe (2019)",
    "- [Cold Water and Its Friends](https://example.org/c) - Doe and Poe (2018) [[Video](https://example.org/v)]",
)


def test_surnames_after_a_dash_are_authors_where_several_items_name_two() -> None:
    entries = read(*SURNAMES, "- [Fog](https://example.org/d) - Noe (2017)")

    assert [entry.authors for entry in entries] == [("Doe", "Roe"), ("Roe", "Poe", "Noe"), ("Doe", "Poe"), ("Noe",)]
    assert [entry.date for entry in entries] == ["2020", "2019", "2018", "2017"]


def test_single_words_after_a_dash_are_no_authors_elsewhere() -> None:
    assert [entry.authors for entry in read("- [Fog](https://example.org/d) - Waves (2017)", *SURNAMES[:2])] == [()] * 3


def test_a_venue_after_a_dash_is_no_author() -> None:
    entry = read(*SURNAMES, "- [Fog over Water](https://example.org/d) - Nature (2017)")[-1]

    assert (entry.authors, entry.date) == ((), "2017")


def test_marked_titles_with_names_and_a_year_after_them_need_no_link() -> None:
    entries = read(
        "1. **Sparse Tides of Frost.** Doe J, Roe RS. *Harbour* 2021; doi: https://doi.org/10.1234/tides.",
        "2. **Salt in Ropes of Hemp**. Roe RS, Poe A. *Harbour Letters* 2022 Apr 29;9(4):e27419.",
        "3. **Slides of the course**. Thanks to all of you.",
        "4. **Fog**. Ann Doe, Rob Roe. Harbour, 2020.",
    )

    assert [(entry.title, entry.authors, entry.date) for entry in entries] == [
        ("Sparse Tides of Frost", ("J Doe", "RS Roe"), "2021"),
        ("Salt in Ropes of Hemp", ("RS Roe", "A Poe"), "2022"),
    ]


CITED = (
    "Doe et al. (2012). Sparse tides of frost. *Harbour* Vol. 338.",
    "Roe, Poe & Noe. (2015) Salt in ropes of hemp. [website](https://example.org/ropes)",
    "Poe, A. (2013). How to tie a rope: a study of knots. *Rope Press*.",
)


def test_paragraphs_that_cite_papers_need_no_link_if_there_are_several() -> None:
    lines = "\n\n".join(CITED).split("\n")

    assert [entry.date for entry in read("# Papers", "", *lines)] == ["2012", "2015", "2013"]
    assert [entry.date for entry in read("# Papers", "", *lines[:3])] == []


def test_names_may_go_on_in_the_next_line() -> None:
    entries = read(
        '"Sparse Tides of Frost".',
        "Ann Doe, Rob Roe, and",
        "Al Poe.",
        "Workshop on Harbours, August 2020.",
        "https://arxiv.org/abs/2007.01977",
    )

    assert [(entry.title, entry.authors, entry.date) for entry in entries] == [
        ("Sparse Tides of Frost", ("Ann Doe", "Rob Roe", "Al Poe"), "2020")
    ]
    assert entries[0].identifiers.arxiv == "2007.01977"


@pytest.mark.parametrize(
    ("after", "date"),
    [("arXiv:1903.01234", None), ("in 2019, arXiv:1903.01234", "2019"), ("https://example.org/2018/a.pdf", "2018")],
    ids=["a number", "a year and a number", "only in an address"],
)
def test_a_number_of_arxiv_is_no_year(after: str, date: str | None) -> None:
    assert read(f"- [Sparse Tides of Frost](https://example.org/a) {after}")[0].date == date


BOLD = (
    "# Publications of the harbour",
    "",
    "[1] Ann Doe*, Rob Roe, **“Sparse tides of frost,”** Harbour, vol. 2, pp. 1998-2010, 2021. 10.1016/j.2020.10.04",
    "> Code: https://github.com/acme/tides",
    "",
    "[2] Rob Roe, Al Poe, **Salt in ropes of hemp**, Harbour Letters, 2020.",
    "",
    "[3] Al Poe, Ann Doe. **Fog over cold water**. Harbour, 2019.",
)


def test_titles_in_bold_between_names_and_a_year_are_papers_without_a_link() -> None:
    entries = read(*BOLD)

    assert [(entry.title, entry.authors, entry.date) for entry in entries] == [
        ("Sparse tides of frost", ("Ann Doe", "Rob Roe"), "2021"),
        ("Salt in ropes of hemp", ("Rob Roe", "Al Poe"), "2020"),
        ("Fog over cold water", ("Al Poe", "Ann Doe"), "2019"),
    ]


def test_a_block_quote_on_the_line_below_a_citation_has_its_links() -> None:
    assert [[target.raw for target in entry.targets] for entry in read(*BOLD)] == [
        ["https://github.com/acme/tides"],
        [],
        [],
    ]


def test_such_citations_are_recognised_if_there_are_several() -> None:
    assert recognise(list(BOLD)) > 0
    assert recognise(list(BOLD[:6])) == 0


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("*Ann Doe, Rob Li.*", ("Ann Doe", "Rob Li")),
        ("*Doe, Ann W and Roe, Rob and others.*", ("Ann W Doe", "Rob Roe")),
        ("*Doe, A., Roe, R.*", ("A. Doe", "R. Roe")),
    ],
    ids=["a final stop", "inverted", "initials"],
)
def test_a_paragraph_of_names_in_emphasis_is_no_abstract(line: str, authors: tuple[str, ...]) -> None:
    (entry,) = read("1. **Sparse Tides of Frost.** Harbour 2020. [paper](https://example.org/a.pdf)", "", f"    {line}")

    assert (entry.authors, entry.date, entry.abstract) == (authors, "2020", "")


def test_a_period_in_brackets_is_set_aside() -> None:
    titles = [
        entry.title for entry in read("- [Harbour Statements and Notes (Filings 2009-2018)](https://example.org/a)")
    ]

    assert titles == ["Harbour Statements and Notes"]


def test_several_papers_below_one_label_are_papers_of_their_own() -> None:
    entries = read(
        "- **Consistency of harbours**",
        "",
        "  [Sparse Tides of Frost](https://example.org/a.pdf),",
        "  A. Doe & R. Roe,",
        "  In Proc. of WAVES-03, Acapulco, 2003.",
        "",
        "  [Salt in Ropes of Hemp](https://example.org/b.pdf),",
        "  Al Poe, Rob Roe, In Proc. of WAVES-04, 2004.",
        "",
        "  Fog over cold water,",
        "  Ann Doe, Rob Roe, and",
        "  Al Poe,",
        "  Harbour, 12(1-2):1998-2010, 2005.",
        "",
        "- **Slides**",
        "",
        "  What we said in Acapulco.",
    )

    assert [(entry.title, entry.authors, entry.date, entry.span.line) for entry in entries] == [
        ("Sparse Tides of Frost", ("A. Doe", "R. Roe"), "2003", 3),
        ("Salt in Ropes of Hemp", ("Al Poe", "Rob Roe"), "2004", 7),
        ("Fog over cold water", ("Ann Doe", "Rob Roe", "Al Poe"), "2005", 10),
    ]


def test_a_journal_on_the_next_line_is_no_further_name() -> None:
    first, second = read(
        "1. **Sparse Tides of Frost**  ",
        "   Ann Doe, Rob Roe,",
        "   Artificial Harbours, 2020.",
        "2. **“Salt in Ropes of Hemp**  ",
        "   Ann Doe, and Rob Roe,",
        "   Journal of Ropes, 2021.",
    )

    assert (first.authors, second.authors) == (("Ann Doe", "Rob Roe"), ("Ann Doe", "Rob Roe"))
    assert second.title == "Salt in Ropes of Hemp"


PAGE = "https://github.com/acme/harbours"


def test_contents_with_whole_addresses_are_no_papers() -> None:
    contents = [f"- [{name}]({PAGE}#{name.lower()})" for name in ("Tides", "Ropes", "Fog")]
    sections = ["## Tides", "- [Sparse Tides of Frost](https://example.org/a)", "## Ropes", "## Fog"]

    assert [entry.title for entry in read(*contents, "", *sections)] == ["Sparse Tides of Frost"]
    # Papers on one page are not named like the headings.
    assert len(read(*contents, "", *sections[:2])) == len(contents) + 1


def test_a_venue_and_a_year_after_a_title_are_no_abstract() -> None:
    first, second = read(
        "- Sparse tides of frost, Future Generation of Harbours 2016, ([paper](https://example.org/a))",
        "- Salt in ropes of hemp, we weigh the ropes of 2016, ([paper](https://example.org/b))",
    )

    assert (first.abstract, first.date) == ("", "2016")
    assert second.title.startswith("Salt in ropes of hemp")


def test_links_in_brackets_beside_a_labelled_one_are_labels() -> None:
    (entry,) = read(
        "- **Sparse Tides of Frost (WAVES 2020)**",
        "  - Ann Doe, Rob Roe",
        "  - [[Paper]](https://example.org/tides.pdf)",
        "  - [[Python Reference]](https://example.org/tides)",
        "  - [[Python Alternative]](https://example.org/ebb) [[MATLAB Toolbox]](https://example.org/flow)",
    )

    assert (entry.title, entry.authors, entry.date) == ("Sparse Tides of Frost", ("Ann Doe", "Rob Roe"), "2020")
    assert [target.words for target in entry.targets] == [
        "[Paper]",
        "[Python Reference]",
        "[Python Alternative]",
        "[MATLAB Toolbox]",
    ]


@pytest.mark.parametrize(
    ("above", "titles"),
    [
        pytest.param("**Sparse Tides of Frost**", ["Sparse Tides of Frost"], id="above a title without a link"),
        pytest.param(
            "[Sparse Tides of Frost](https://example.org/tides)",
            ["Sparse Tides of Frost", "Frozen Ropes"],
            id="above a linked title",
        ),
    ],
)
def test_a_short_link_beside_a_labelled_one_is_a_label_where_the_title_has_no_link(
    above: str, titles: list[str]
) -> None:
    below = ("  - [Paper](https://example.org/tides.pdf)", "  - [Frozen Ropes](https://example.org/ropes)")

    assert [entry.title for entry in read(f"- {above}", *below)] == titles


def test_links_in_brackets_without_a_labelled_one_are_titles() -> None:
    below = ("  - [[Sparse Tides of Frost]](https://example.org/a)", "  - [[Frozen Ropes]](https://example.org/b)")

    assert len(read("- Harbours and ships", *below)) == 2


def test_a_tag_in_bold_or_behind_a_bar_is_no_title() -> None:
    lines = [
        "- Tides of Frost in Harbours  | **[WAVES' 19]** |  [`[pdf]`](https://example.org/a.pdf)",
        "- Ropes and Knots of Sailors | **[Letters of Small Boats and Harbours' 17]** |[`[pdf]`](https://example.org/b.pdf)",
        "- Painting Boats in the Rain | [WAVES'20] | [`[pdf]`](https://example.org/c.pdf)",
        "- Weighing Sand | Two Ways | [`[pdf]`](https://example.org/d.pdf)",
        "- Masts of Wood | Sails of Wool | [WAVES'21] | [`[pdf]`](https://example.org/e.pdf)",
        "- Masts of Iron | Code | Sails [`[pdf]`](https://example.org/f.pdf)",
    ]

    entries = [item for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert [(entry.title, entry.date, entry.venue, entry.abstract) for entry in entries] == [
        ("Tides of Frost in Harbours", "2019", "WAVES", ""),
        ("Ropes and Knots of Sailors", "2017", "Letters of Small Boats and Harbours", ""),
        ("Painting Boats in the Rain", "2020", "WAVES", ""),
        ("Weighing Sand | Two Ways", None, None, ""),
        ("Masts of Wood | Sails of Wool", "2021", "WAVES", ""),
        ("Masts of Iron | Code | Sails", None, None, ""),
    ]


def test_a_venue_in_brackets_before_links_in_brackets_is_no_part_of_a_title() -> None:
    lines = [f"- Tides of Frost {n} (WAVES 2020) [[paper](https://example.org/{n}.pdf)]" for n in "abc"]

    entries = [item for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert [(entry.title, entry.date, entry.venue) for entry in entries] == [
        (f"Tides of Frost {n}", "2020", "WAVES") for n in "abc"
    ]


def test_a_link_without_an_address_marks_a_title_beside_several_names() -> None:
    lines = [
        "* **Ann B. Doe**, A.Roe, [Tides of Frost in Harbours](), (submitted)",
        "* **Ann B. Doe**, R. Poe, [Ropes and Knots](https://example.org/b.pdf), Physics of Harbours, 2022.",
        "* R. Poe, **Ann B. Doe**, [Weighing Anchors at Night](), Harbour Society, Springfield, 2021.",
        "* [Contact]()",
    ]

    entries = [item for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert [(entry.title, entry.authors, entry.date, entry.venue) for entry in entries] == [
        ("Tides of Frost in Harbours", ("Ann B. Doe", "A.Roe"), None, None),
        ("Ropes and Knots", ("Ann B. Doe", "R. Poe"), "2022", "Physics of Harbours"),
        ("Weighing Anchors at Night", ("R. Poe", "Ann B. Doe"), "2021", "Harbour Society"),
    ]


def test_a_date_in_brackets_is_no_part_of_a_description() -> None:
    prose = "We measure three small harbours on one cold coast. They differ more than anybody thought."
    lines = [f"- [Tides of Frost](https://example.org/a.pdf) (2020) - {prose}"]

    (entry,) = [item for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert (entry.date, entry.abstract) == ("2020", prose)


def test_venues_of_lists_are_kept() -> None:
    lines = [
        "- [Tides of Frost](https://example.org/a.pdf) [[Code](https://example.org/code)] [WAVES'2020]",
        "- (TF) [Tides of Frost, Twice](https://example.org/b.pdf), T-BO 2021.",
        "- [WAVES 2022] [Tides of Frost, Thrice](https://example.org/c.pdf)",
        "- [Tides of Rain](https://example.org/d.pdf) by Ann Doe, Rob Roe. *Harbour Letters* 3, 2019",
        "- **Tides of Sand** (Journal of Boats 2018) [pdf](https://example.org/e.pdf)",
        "- [Tides of Ice](https://example.org/f.pdf) - Ann Doe, 2020",
    ]

    entries = [item for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert [(entry.venue, entry.date) for entry in entries] == [
        ("WAVES", "2020"),
        ("T-BO", "2021"),
        ("WAVES", "2022"),
        ("Harbour Letters", "2019"),
        ("Journal of Boats", "2018"),
        (None, "2020"),
    ]


def test_a_cell_that_cites_a_paper_has_its_authors_year_and_venue() -> None:
    lines = [
        "|Name|Paper|Code|",
        "|---|---|---|",
        '|Knot|[Doe, Ann, Rob Roe, and Al Poe. "Tides of Frost in Harbours." WAVES 2020.](https://example.org/a)|[Python](https://example.org/c)|',
        '|Rope|Roe, Rob, and Ann Doe. "Weighing anchors at night." arXiv preprint arXiv:1910.09648 (2019).|[C](https://example.org/d)|',
        '|Sand|[Ann Doe, Rob Roe. "Sand in the rain"](https://example.org/e)|NA|',
        "|Boats||[Python](https://example.org/f)|",
    ]

    entries = [item for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert [(entry.title, entry.authors, entry.date, entry.venue) for entry in entries] == [
        ("Tides of Frost in Harbours", ("Ann Doe", "Rob Roe", "Al Poe"), "2020", "WAVES"),
        ("Weighing anchors at night", ("Rob Roe", "Ann Doe"), "2019", "arXiv"),
        ("Sand in the rain", ("Ann Doe", "Rob Roe"), None, None),
    ]


def test_a_column_of_venues_gives_venue_and_year() -> None:
    lines = [
        "| Pub | Paper Title | Code |",
        "|---|---|---|",
        "| *Harbours '19* | Tides of Frost in Harbours | [code](https://example.org/a) |",
        "| WAVES 2020 | Weighing Anchors at Night | [code](https://example.org/b) |",
    ]

    entries = [item for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert [(entry.title, entry.date, entry.venue) for entry in entries] == [
        ("Tides of Frost in Harbours", "2019", "Harbours"),
        ("Weighing Anchors at Night", "2020", "WAVES"),
    ]


def test_of_several_columns_the_one_with_a_year_dates_a_row() -> None:
    lines = [
        "| Model | Paper | Venue | Year |",
        "|---|---|---|---|",
        "| Knot | [Tides of Frost in Harbours](https://example.org/a) | WAVES | 2021 |",
        "| Rope | [Weighing Anchors at Night](https://example.org/b) | Harbour Letters | 1994 |",
    ]

    entries = [item for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert [(entry.date, entry.venue) for entry in entries] == [("2021", "WAVES"), ("1994", "Harbour Letters")]


@pytest.mark.parametrize(
    "names",
    ["Doe, A. and Roe, R. (2020). ", "**Doe, A. and Roe, R.** (2020). "],
    ids=["names", "bold names"],
)
@pytest.mark.parametrize("title", ["Tides of **Frost** in Harbours", "**Tides** of Frost in **Harbours**"])
def test_bold_words_within_a_cited_title_change_nothing(names: str, title: str) -> None:
    (entry,) = read(f"- {names}{title}. Harbour Letters 3, 1-9. [pdf](https://example.org/a.pdf)")

    assert (entry.title, entry.authors, entry.date) == (
        "Tides of Frost in Harbours",
        ("A. Doe", "R. Roe"),
        "2020",
    )
    assert [target.raw for target in entry.targets] == ["https://example.org/a.pdf"]


def test_what_follows_a_link_belongs_to_no_citation_before_it() -> None:
    (entry,) = read("- **Harbour Shapes (2003)** [[Link]](https://example.org/a)", "  1,814 shapes of ships collected.")

    assert entry.title == "Harbour Shapes (2003)"


def test_a_question_at_the_start_of_a_cell_does_not_end_its_title() -> None:
    lines = [
        "| Title | Code |",
        "|---|---|",
        "| Why Does It Freeze? A Study of Tides | [code](https://example.org/c) |",
    ]

    assert [entry.title for entry in read(*lines)] == ["Why Does It Freeze? A Study of Tides"]


@pytest.mark.parametrize(
    ("item", "title"),
    [
        ('**FOLD**: "Growing random folds of paper", *Harbour Letters* 2020', "FOLD: Growing random folds of paper"),
        ("**Fold**: A Study of Folded Paper, *Harbour Letters* 2020", "Fold: A Study of Folded Paper"),
        ("**Folding Paper at Sea**: we fold paper on ships", "Folding Paper at Sea"),
    ],
    ids=["a quotation", "a title", "a description"],
)
def test_a_title_behind_a_bold_name_is_part_of_the_title(item: str, title: str) -> None:
    (entry,) = read(f"- {item} [pdf](https://example.org/a.pdf)")

    assert entry.title == title
