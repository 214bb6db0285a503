"""How the items of a group mark their titles: paragraphs, tables, headings, titles above labelled links."""

from typing import TYPE_CHECKING

import pytest

from papertrace.listings.markdown import awesome_list
from papertrace.listings.markdown.awesome_list import parse, recognise
from papertrace.listings.markdown.blocks import collect_blocks
from papertrace.listings.markdown.parts import MarkdownParser
from papertrace.listings.markdown.sections import begins_papers
from papertrace.model import Entry

if TYPE_CHECKING:
    from markdown_it.token import Token

A, B, C = (f"https://arxiv.org/abs/2401.0000{n}" for n in (1, 2, 3))


def read(text: str) -> list[Entry]:
    return [item for item in parse(text.split("\n"), "list.md") if isinstance(item, Entry)]


def titles(text: str) -> list[str]:
    return [entry.title for entry in read(text)]


def test_contents_end_where_a_heading_below_them_begins_papers() -> None:
    text = f"# List\n## Contents\n- [Grids](#grids)\n### Grids\n- [Weaving Sparse Grids]({A})\n## Licence\n- [Us](https://u.org)"

    assert titles(text) == ["Weaving Sparse Grids"]


def test_a_bold_title_above_labelled_links_is_one_paper() -> None:
    text = (
        "# Grids\n\n**Weaving Sparse Grids from Wool**\n\n"
        f"- Homepage: https://grids.example.org/\n- Paper: {A}\n- Code: https://github.com/acme/grids\n\n"
        f"**Knots**\n\n- Hompage: https://knots.example.org\n- Paper: {B}\n"
    )
    entries = read(text)

    assert [entry.title for entry in entries] == ["Weaving Sparse Grids from Wool", "Knots"]
    assert [target.raw for target in entries[0].targets] == [
        "https://grids.example.org/",
        A,
        "https://github.com/acme/grids",
    ]
    assert [entry.identifiers.arxiv for entry in entries] == ["2401.00001", "2401.00002"]


def test_a_title_above_a_paragraph_of_labelled_links_is_one_paper() -> None:
    text = f"## Grids\n\n### Weaving Sparse Grids\n\n*Ada Doe, Bob Roe*\n\n[[Paper]]({A}) [[Code]](https://github.com/a/b)\n"
    entries = read(text)

    assert [(entry.title, entry.authors) for entry in entries] == [("Weaving Sparse Grids", ("Ada Doe", "Bob Roe"))]


def test_a_sentence_below_a_heading_does_not_make_it_a_title() -> None:
    assert titles(f"# List\n\n## Bank of Woven Grids\n\nThe grids are described in [this paper]({A}).\n") == []


@pytest.mark.parametrize(
    "form",
    [
        "[{title}]({url}), GridConf 2021 [[code]](https://github.com/acme/{n})",
        ":star: :page_facing_up: [{title}]({url})",
        "📄 [{title}]({url}) 🔥",
        '**[{n}]** Doe, Ada, et al. "**{title}**." arXiv preprint (2016). [[pdf]]({url}) **(Good)** :star:',
        '[{n}] A. Doe, B. Roe, and C. Poe. "{title}." Journal of Wool 3.1 (2015). [[pdf]]({url})',
        "**{title}**<br>\n*ada doe, Bob Roe.*<br>\nGridConf 2020. [[PDF]({url})]",
    ],
)
def test_paragraphs_without_bullets_are_papers(form: str) -> None:
    names = ["Weaving Sparse Grids", "Knot Networks", "A Theory of Loose Threads", "Spindles Revisited"]
    text = "# Papers\n\nSee [our page](https://example.org/us) for more.\n\n" + "\n\n".join(
        form.format(n=n, title=name, url=f"https://arxiv.org/abs/2401.0001{n}") for n, name in enumerate(names)
    )

    assert titles(text) == names
    assert recognise(text.split("\n")) > 0.5


def test_prose_between_papers_is_no_paper() -> None:
    text = (
        f"[Weaving Grids]({A}), GridConf 2021\n\n[Slides](https://example.org/s) of the day are there.\n\n"
        f"Read our survey [Grids in General]({B}).\n\n[Knot Networks]({C}), KnotConf 2022\n"
    )

    assert titles(text) == ["Weaving Grids", "Knot Networks"]


def test_each_line_of_a_paragraph_may_be_a_paper() -> None:
    assert titles(f"# A\n[Weaving Grids]({A})\n[Knot Networks]({B})\n") == ["Weaving Grids", "Knot Networks"]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("| Model | F1 | Paper / Source |", "| {name} (Doe et al., 2020) | 81.3 | [{title}]({url}) |"),
        ("| Name | Paper | Notes |", "| **{name}** | [{title}]({url}) | A data set of knots. |"),
        ("| Date | Title | Paper | Stars |", "| 2024.05 | 🔥[{name}] {title}(@Acme) | [[pdf]]({url}) | ⭐ |"),
        ("| Date | Title | Paper |", "| 2024.05 | 🔥[**{name}**] {title} | [[pdf]]({url}) [[{name}]](https://a.org) |"),
        ("| Year | Venue | Work |", "| 2020 | GridConf | [{title}]({url}) |"),
    ],
)
def test_the_column_of_titles_is_found_by_header_and_cells(header: str, row: str) -> None:
    names = [("Fold", "Weaving Sparse Grids from Wool"), ("Knot", "Knot Networks for Loose Threads")]
    rows = [row.format(name=name, title=title, url=A) for name, title in names]

    assert titles("\n".join([header, "|---" * (header.count("|") - 1) + "|", *rows])) == [title for _, title in names]


def test_headings_are_titles_where_each_section_leads_to_one_paper() -> None:
    prose = "This work weaves grids of wool and shows that they hold longer than grids of any other thread we know."
    parts = [
        f"## {title}\n\n**1. Summary**\n\n{prose}\n\n- Score: 5 of 5.\n\n[Go to its page]({url})\n"
        for title, url in (("Weaving Sparse Grids", A), ("Knots in the Dark", B), ("Spindles of the North", C))
    ]
    entries = read("# Digest of the Day\n\n- [Daily](https://example.org/day)\n\n" + "\n".join(parts))

    assert [e.title for e in entries if e.identifiers.arxiv] == [
        "Weaving Sparse Grids",
        "Knots in the Dark",
        "Spindles of the North",
    ]
    assert {entry.abstract for entry in entries if entry.identifiers.arxiv} == {prose}


def test_documents_beside_the_list_make_entries() -> None:
    text = "# Papers\n\n* :scroll: [Weaving Grids](grids.pdf)\n* [Knot Networks](../networks.ps.gz)\n* [Top](#top)\n"

    assert titles(text) == ["Weaving Grids", "Knot Networks"]


def test_a_list_agrees_on_how_it_marks_titles() -> None:
    text = "\n".join(
        [
            f"1. **Weaving Sparse Grids**. [[Paper]({A})]",
            f"2. **Knots in the Dark**. [[Paper]({B})]",
            f"3. Fold: **A Study of Folded Paper**. [[Paper]({C})]",
            f"4. (Roe) and others wrote **Spindles of the North**. [[Paper]({C})]",
        ]
    )

    assert titles(text)[3] == "Spindles of the North"


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        (f"[M<sup>3</sup>Fold: Paper in Three Ways]({A})", "M3Fold: Paper in Three Ways"),
        (f"[Folding \\textit{{in vivo}} with χ_{{0}}]({A})", "Folding in vivo with χ0"),
        (f"🔥 [Folding Paper by Hand]({A}) ⭐", "Folding Paper by Hand"),
        (f"**Folding Paper by Hand** (GridConf 2024) [[Paper]]({A})", "Folding Paper by Hand"),
        (f"[Folding Paper by Hand (Doe et al., 2017)]({A})", "Folding Paper by Hand"),
    ],
)
def test_decoration_is_set_aside_and_markup_is_decoded(printed: str, title: str) -> None:
    assert titles(f"- {printed}") == [title]


def test_a_citation_or_label_is_no_title() -> None:
    text = f"- [Knot Networks]({A})\n- Collected by [Doe et al., (2003)]({B})\n- [Code](https://github.com/a/b)\n"

    assert titles(text) == ["Knot Networks"]


def test_an_abstract_that_unfolds_belongs_to_its_paper() -> None:
    text = (
        f"- [Knot Networks]({A})\n  <details><summary>Abstract</summary>Knots are tied in nets.</details>\n\n"
        f"[Weaving Grids]({B}), GridConf\n\n<details>\n<summary>Abstract</summary>\n\n"
        "Grids are woven of wool.\n\n</details>\n"
    )
    entries = read(text)

    assert [(entry.title, entry.abstract) for entry in entries] == [
        ("Knot Networks", "Knots are tied in nets."),
        ("Weaving Grids", "Grids are woven of wool."),
    ]


def test_a_cell_for_several_rows_in_html_is_a_category() -> None:
    rows = "".join(
        f'<tr>\n{first}<td>{name}</td>\n<td><a href="{url}">Paper</a></td>\n</tr>\n'
        for first, name, url in (('<td rowspan="2">Open<br>Models</td>\n', "Foldnet", A), ("", "Knotnet", B))
    )

    assert titles(f"<table>\n{rows}</table>") == ["Foldnet", "Knotnet"]


def test_a_long_list_without_headings_is_read_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(awesome_list, "_CHUNK_CHARS", 20_000)
    monkeypatch.setattr(awesome_list, "_MAX_CHUNK_CHARS", 40_000)
    sizes: list[int] = []
    parse_blocks = MarkdownParser.parse_blocks

    def note_size(parser: MarkdownParser, lines: list[str]) -> "list[Token]":
        sizes.append(sum(len(line) + 1 for line in lines))
        return parse_blocks(parser, lines)

    monkeypatch.setattr(MarkdownParser, "parse_blocks", note_size)
    block = "\n".join(f"- [Weaving Grids Number {n}](https://example.org/{n}.pdf) {'x' * 90}" for n in range(300))
    text = "\n\n".join([block, block.replace("Grids", "Nets"), "[Knot Networks](https://example.org/k.pdf), KnotConf"])

    assert len(titles(text)) == 601
    assert len(sizes) == 3
    assert max(sizes) < len(text) * 0.6


def test_a_citation_with_commas_below_a_name_says_its_title() -> None:
    text = (
        f"# Ice\n* FrostNet, Acme [[Paper]]({A}) [[Code]](https://github.com/a/b)\n"
        "  * Ann Doe and Rob Roe, Tides of Frost in the Harbours, ICON, 2015.\n"
        f"* Saltings [[Paper]]({B})\n  * Al Poe, Bo Moe, Salt and Ropes of Winter, arXiv:2401.00002\n"
        f"* Ann Doe, Al Poe, How Boats Spend the Winter, ICON 2016 [[Paper]]({C})\n"
    )
    entries = read(text)

    assert [(entry.title, entry.date, len(entry.authors)) for entry in entries] == [
        ("Tides of Frost in the Harbours", "2015", 2),
        ("Salt and Ropes of Winter", None, 2),
        ("How Boats Spend the Winter", "2016", 2),
    ]
    assert [[target.raw for target in entry.targets] for entry in entries] == [[A, "https://github.com/a/b"], [B], [C]]
    assert [(entry.span.line, entry.end_line) for entry in entries] == [(3, 3), (5, 5), (6, 6)]


def test_a_single_line_with_commas_is_no_custom() -> None:
    text = f"# Ice\n* FrostNet [[Paper]]({A})\n  * Ann Doe and Rob Roe, Tides of Frost in the Harbours, ICON, 2015.\n"

    assert titles(text) == ["FrostNet"]


def html_paragraph(title: str, url: str) -> str:
    names = "Ann Doe, Rob Roe.<br>\nICON 2015."
    return f"<p>\n<font size=3><b>{title}\n</b></font><br>\n{names}\n<a href='{url}'>[paper]</a>\n</p>\n\n"


def test_html_paragraphs_of_one_form_are_papers() -> None:
    text = "# Ice\n\n" + "".join(
        html_paragraph(title, url)
        for title, url in [("Tides of Frost", A), ("[S-2] Salt and Ropes", B), ("Boats in the Winter", C)]
    )
    entries = read(text)

    assert [(entry.title, entry.authors, entry.date) for entry in entries] == [
        ("Tides of Frost", ("Ann Doe", "Rob Roe"), "2015"),
        ("Salt and Ropes", ("Ann Doe", "Rob Roe"), "2015"),
        ("Boats in the Winter", ("Ann Doe", "Rob Roe"), "2015"),
    ]
    assert [[target.raw for target in entry.targets] for entry in entries] == [[A], [B], [C]]


def test_the_html_head_of_a_page_is_no_paper() -> None:
    text = f"# Ice\n\n{html_paragraph('Frost of All Kinds', A)}- [Tides of Frost in Harbours]({B})\n"

    assert titles(text) == ["Tides of Frost in Harbours"]


@pytest.mark.parametrize(
    ("below", "begins"),
    [
        pytest.param(["| Paper |", "|---|", "| [A](https://arxiv.org/abs/2401.00001) |"], True, id="a table"),
        pytest.param(["<br>", "", "- [A](https://arxiv.org/abs/2401.00001)"], True, id="a list after a tag"),
        pytest.param(["- [A](#a)"], False, id="a list of contents"),
        pytest.param(["", "## Next", "- [A](https://arxiv.org/abs/2401.00001)"], False, id="the next heading"),
        pytest.param([], False, id="nothing"),
    ],
)
def test_papers_begin_directly_below_a_heading(below: list[str], *, begins: bool) -> None:
    lines = ["# Papers", *below]

    blocks = collect_blocks(MarkdownParser().parse_blocks(lines))

    assert begins_papers(blocks, 0, lines) == begins


def test_links_to_documents_beside_the_list_are_details_of_the_title_above_them() -> None:
    entries = read(
        f"## Tides of Frost in Harbours\n\n* [Paper](./papers/tides.pdf)\n\n## Salt of the Sea\n\n* [Paper]({A})"
    )

    assert [entry.title for entry in entries] == ["Tides of Frost in Harbours", "Salt of the Sea"]


def test_a_few_linked_words_among_labelled_links_are_a_label() -> None:
    items = f"* [Reading Note](https://a.org)\n* [Notes of Ann](https://b.org)\n* [Paper1]({A})"
    (entry,) = read(f"## Tides of Frost in Harbours\n\n{items}")

    assert entry.title == "Tides of Frost in Harbours"
    assert len(entry.targets) == 3


@pytest.mark.parametrize(
    ("heading", "label", "expected"),
    [
        pytest.param("Related Harbours", "Website", [], id="a section"),
        pytest.param("Mooring", "Paper", ["Mooring"], id="a system"),
        pytest.param("Related Harbours of Frost", "Website", ["Related Harbours of Frost"], id="a title"),
    ],
)
def test_a_short_heading_is_a_title_only_above_the_link_of_a_paper(
    heading: str, label: str, expected: list[str]
) -> None:
    assert titles(f"# List\n\n## {heading}\n\n- [{label}](https://a.org)\n- [Demo](https://b.org)") == expected


def test_names_of_repositories_are_no_papers() -> None:
    text = (
        f"# List\n\n- [Weaving Sparse Grids]({A})\n- [acme/grids](https://github.com/acme/grids) - a library\n"
        f"- [acme/knots](https://github.com/acme/knots), [paper]({B})\n\n| Paper | Stars |\n|---|---|\n"
        f"| [Sparse Ropes of Wool]({C}) | 3 |\n| [acme/ropes](https://github.com/acme/ropes/tree/main) | 2 |\n"
    )

    assert titles(text) == ["Weaving Sparse Grids", "acme/knots", "Sparse Ropes of Wool"]


def test_the_kind_of_an_alert_is_no_part_of_an_abstract() -> None:
    prose = "Grids of wool are sparse, and we show that looms are full of them. We count each of them in one pass."
    (entry,) = read(f"## Weaving Sparse Grids\n\n[Paper]({A})\n\n> [!NOTE]\n> {prose}")

    assert entry.abstract == prose


@pytest.mark.parametrize(
    "fold", [["<details>", "<summary>2021</summary>"], ["<details open><summary><b>2021</b></summary>"]]
)
def test_tables_and_lists_that_follow_the_tags_of_a_fold_are_read(fold: list[str]) -> None:
    table = [
        "| Title | Venue |",
        "|---|---|",
        "| [Sails of Odd Ships](https://example.org/5) | WAVES 2021 |",
        "</details>",
    ]
    items = ["- [Moss of Odd Stones](https://example.org/7) WAVES 2020", "</details>"]
    entries = read("\n".join(["# Papers", "", *fold, *table, "", *fold, *items]))

    assert [(entry.title, entry.venue, entry.span.line) for entry in entries] == [
        ("Sails of Odd Ships", "WAVES", 5 + len(fold)),
        ("Moss of Odd Stones", "WAVES", 8 + 2 * len(fold)),
    ]


def test_the_link_of_a_heading_says_no_less_of_its_papers() -> None:
    (entry,) = read(
        "# Papers\n\n## [ICML 2021](https://example.org/icml)\n\n- [Weaving Sparse Grids](https://example.org/1)"
    )

    assert (entry.venue, entry.date) == ("ICML", "2021")


def test_long_titles_below_the_name_of_a_meeting_need_no_links() -> None:
    shown = [
        "Knots: Weaving Sparse Grids of Wool by Hand",
        "Efficient Looms for Large and Very Sparse Grids",
        "Threads That Hold in Wide Nets of Rope",
    ]
    bare = "\n".join(f"+ {title}" for title in shown)
    text = f"# Papers\n\n## [ICML 2021](https://example.org/icml)\n\n### Wool\n\n{bare}\n\n## 2020\n\n- [Ropes]({A})\n"

    assert [(entry.title, entry.venue, entry.date) for entry in read(text)][:3] == [
        (title, "ICML", "2021") for title in shown
    ]
    assert titles(text.replace("ICML 2021", "Looms")) == ["Ropes"]


def test_remarks_below_the_name_of_a_meeting_are_no_papers() -> None:
    remarks = (
        "- Base corpus: 521\n- We list all of the papers that are about wool and looms\n- Not yet done, see below\n"
    )

    assert (
        titles(f"# Papers\n\n## ICML 2021\n\n{remarks}\n- [Weaving Sparse Grids]({A})\n")[-1] == "Weaving Sparse Grids"
    )
    assert titles(f"# Papers\n\n## ICML 2021\n\n{remarks}\n## 2020\n\n- [Sparse Ropes]({A})\n") == ["Sparse Ropes"]
