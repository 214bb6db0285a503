"""Documents as blocks of atoms: items, rows, paragraphs and headings, and where words end."""

import pytest
from tests.cpu_limit import cpu_limit

from papertrace.listings.learned.blocks import (
    MAX_BLOCK_CHARS,
    Block,
    host_kind,
    read_html,
    read_markdown,
    read_rst,
    read_text,
)
from papertrace.markup.markdown import parse
from papertrace.markup.tree import is_wrapped


def markdown(text: str) -> list[Block]:
    return read_markdown(text.split("\n"))


def page(text: str) -> list[Block]:
    return read_html(text)


def shown(blocks: list[Block]) -> list[tuple[str, str, int]]:
    return [(block.tag, block.text.strip(), block.line) for block in blocks]


def atoms(block: Block) -> list[str]:
    return [atom.text for atom in block.atoms]


@pytest.mark.parametrize("text", ["", "\n\n", "---\ntitle: Tides\n---", "<!-- Tides of frost -->", "***", "| | |"])
def test_a_text_without_words_has_no_blocks(text: str) -> None:
    assert markdown(text) == []


def test_headings_paragraphs_and_items_of_markdown_are_blocks_with_their_lines() -> None:
    blocks = markdown("# Tides\n\nWords on tides.\n\n- First\n- Second\n  - Below it\n\n1. Third")

    assert shown(blocks) == [
        ("h1", "Tides", 1),
        ("p", "Words on tides.", 3),
        ("li", "First", 5),
        ("li", "Second", 6),
        ("li", "Below it", 7),
        ("li", "Third", 9),
    ]
    assert [block.is_heading for block in blocks] == [True, *[False] * 5]
    assert [block.depth for block in blocks] == [0, 0, 1, 1, 2, 1]
    assert blocks[4].items[:-1] == blocks[3].items


def test_a_block_knows_the_headings_above_it() -> None:
    blocks = markdown("# Tides\n\n## Frost 2020\n\n- One\n\n## Salt\n\n- Two")

    assert [(block.head, block.heads) for block in blocks if block.tag == "li"] == [
        ("frost 2020", ("tides", "frost 2020")),
        ("salt", ("tides", "salt")),
    ]


def test_the_rows_of_a_table_know_its_header_and_the_cells_of_their_atoms() -> None:
    blocks = markdown("| Title | Year |\n|---|---|\n| Tides of frost | 2020 |\n| Salt in ropes | 2021 |")
    rows = [block for block in blocks if block.tag == "tr"]

    assert [(row.line, list(row.header), atoms(row)) for row in rows] == [
        (3, ["title", "year"], ["Tides of frost", "2020"]),
        (4, ["title", "year"], ["Salt in ropes", "2021"]),
    ]
    assert [[atom.cell for atom in row.atoms] for row in rows] == [[0, 1]] * 2


def test_delimiters_end_atoms_and_years_and_addresses_are_atoms_of_their_own() -> None:
    (block,) = markdown("- Ann Doe, Rob Roe. Tides of frost: a study (WAVES 2020), https://example.org/a")

    assert atoms(block) == ["Ann Doe", "Rob Roe", "Tides of frost", "a study", "WAVES", "2020", "https://example.org/a"]
    assert [block.text[atom.start : atom.end] for atom in block.atoms] == atoms(block)
    assert [(atom.before, atom.after) for atom in block.atoms[:3]] == [("^", ",_"), (",_", "._"), ("._", ":_")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("16-OSDI-Tides of Frost", ["16", "OSDI", "Tides of Frost"]),
        ("- OSDI2016-Tides of Frost", ["OSDI", "2016", "Tides of Frost"]),
        ("- Tides of Frost;Ann Doe;2016", ["Tides of Frost", "Ann Doe", "2016"]),
        ("- State-of-the-art Tides", ["State-of-the-art Tides"]),
        ("- 3-D Tides of Frost", ["3-D Tides of Frost"]),
        ("- Wang,Yu;Li,Bo.Tides of frost", ["Wang", "Yu", "Li", "Bo", "Tides of frost"]),
        ("- <b>Tides of frost at p<0.05", ["Tides of frost at p<0.05"]),
        ("- The cost of \\<canvas> and Maps\\<T>", ["The cost of <canvas> and Maps<T>"]),
        ("- DOE, A.Tides of frost.Salt,Ropes", ["DOE", "A", "Tides of frost", "Salt", "Ropes"]),
        ("- 李霞,雷健波.潮汐的盐[J].海港学报", ["李霞", "雷健波", "潮汐的盐", "J", "海港学报"]),
        ("- Node.js and U.S. Tides, v2.0,x", ["Node.js and U.S", "Tides", "v2.0,x"]),
        ("- Tides of frost <2019-08-14 Wed>", ["Tides of frost", "2019-08-14 Wed>"]),
    ],
)
def test_what_hyphens_and_stops_without_blanks_join_is_several_atoms(text: str, expected: list[str]) -> None:
    assert [atoms(block) for block in markdown(text)] == [expected]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("The diet of *Dama dama* on farms", ["text"]),
        ("The diet of deer (*Dama dama*) on farms", ["text"] * 3),
        ("The diet of deer (*Harbour Letters*). Farms", ["text", "i", "text"]),
        ("The diet of deer, *Dama dama*", ["text", "i"]),
    ],
)
def test_names_in_italics_amid_a_phrase_are_of_the_phrase(text: str, kinds: list[str]) -> None:
    assert [[atom.kind for atom in block.atoms] for block in markdown(text)] == [kinds]


def test_styles_and_links_end_atoms_and_are_noted() -> None:
    (block,) = markdown("- **Tides** of *Harbour Letters* `code` [paper](https://arxiv.org/abs/2001.00001)")

    assert [(atom.text, atom.kind, atom.host) for atom in block.atoms] == [
        ("Tides", "b", ""),
        ("of", "text", ""),
        ("Harbour Letters", "i", ""),
        ("code", "c", ""),
        ("paper", "a", "arxiv"),
    ]
    assert [(link.url, link.words, block.text[link.start :]) for link in block.links] == [
        ("https://arxiv.org/abs/2001.00001", "paper", "paper")
    ]


def test_lines_that_only_fit_a_width_are_joined_and_others_are_breaks() -> None:
    width = "Sparse lenses for counting the kelp beds of a long coast from an orbit\nthat few of the satellites share"
    wrapped, broken = markdown(f"- {width}"), markdown("- Tides of frost\n  Ann Doe\n  2020")

    assert "\n" not in wrapped[0].text.strip()
    assert [(block.line, block.end_line) for block in wrapped] == [(1, 2)]
    assert [line.strip() for line in broken[0].text.split("\n")] == ["Tides of frost", "Ann Doe", "2020"]


LINE = "Sparse lenses for counting the kelp beds of a long coast"


@pytest.mark.parametrize(
    ("lines", "are_wrapped"),
    [
        ([LINE], False),
        ([LINE, "from orbit"], True),
        ([LINE, "from orbit", f"[PDF](https://example.org/{'tides' * 20})"], True),
        ([LINE, "https://example.org/tides", LINE, "https://example.org/salt"], False),
        (["基于稀疏透镜的海带床遥感计数方法" * 3, "面向港口引航调度的图注意力学习"], True),
        ([LINE, "by A.", LINE, LINE], False),
        ([LINE, "by A.", *[LINE] * 4], True),
        (["Tides of frost", "Ann Doe"], False),
    ],
)
def test_lines_are_wrapped_if_hardly_a_next_word_fits(lines: list[str], are_wrapped: bool) -> None:  # noqa: FBT001
    assert is_wrapped(lines) == are_wrapped


@pytest.mark.parametrize(
    "text", ["[1] Tides of frost.\n[2] Salt in ropes.", "1\\. Tides of frost.\n2\\. Salt in ropes."]
)
def test_marked_lines_of_one_paragraph_are_blocks(text: str) -> None:
    blocks = markdown(text)

    assert shown(blocks) == [("p", "Tides of frost.", 1), ("p", "Salt in ropes.", 2)]
    assert [block.end_line for block in blocks] == [1, 2]


def test_comments_and_front_matter_are_left_out_and_lines_stay() -> None:
    text = "---\ntitle: List\n---\n- One\n<!-- - Two\n- Three -->\n- Four"

    assert [(block.text.strip(), block.line) for block in markdown(text)] == [("One", 4), ("Four", 7)]


def test_html_in_markdown_is_read_with_its_lines() -> None:
    text = (
        "# Papers\n\n<details>\n<summary>Frost</summary>\n<ul>\n<li>Tides of frost</li>\n<li>Salt</li>\n</ul></details>"
    )

    assert shown(markdown(text))[1:] == [("summary", "Frost", 4), ("li", "Tides of frost", 6), ("li", "Salt", 7)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("- " * 3000 + "x", id="items in items"),
        pytest.param("> " * 3000 + "x", id="quotations"),
        pytest.param("[" * 20_000 + "x", id="brackets"),
        pytest.param("<div>" * 20_000 + "x", id="elements"),
        pytest.param("<ul><li>" * 10_000 + "x", id="lists"),
        pytest.param("<b>" * 10_000 + "x", id="styles"),
        pytest.param("**x* " * 4000, id="stars"),
        pytest.param("<!-- x " * 4000, id="comments without ends"),
    ],
)
def test_hostile_texts_take_little_work(text: str) -> None:
    with cpu_limit(10):
        markdown(text)
        page(text)


def test_items_and_cells_of_a_page_may_have_no_end_tags() -> None:
    blocks = page("<ul><li>One<li>Two</ul>\n<table><tr><td>Three<td>Four<tr><td>Five</table>")

    assert [(block.tag, block.text.strip()) for block in blocks] == [
        ("li", "One"),
        ("li", "Two"),
        ("tr", "Three\nFour"),
        ("tr", "Five"),
    ]


def test_scripts_styles_and_buttons_of_a_page_are_no_text() -> None:
    (block,) = page("<p>Tides <script>x()</script><style>p {}</style><button>Copy</button>of frost</p>")

    assert block.text == "Tides of frost"


@pytest.mark.parametrize(
    "blocks",
    [
        pytest.param(markdown("# Papers\n```text\n- Tides of frost\n- Salt in ropes\n```"), id="fence"),
        pytest.param(page("<h1>Papers</h1><pre>\n\n- Tides of frost\n- Salt in ropes</pre>"), id="page"),
    ],
)
def test_what_is_shown_preformatted_is_a_plain_text_with_its_lines_and_headings(blocks: list[Block]) -> None:
    assert shown(blocks)[1:] == [("li", "Tides of frost", 3), ("li", "Salt in ropes", 4)]
    assert [block.heading for block in blocks] == ["", "Papers", "Papers"]


def test_links_of_preformatted_lines_are_those_of_their_blocks() -> None:
    blocks = page(
        '<pre>\n- <a href="https://example.org/1">Tides of frost</a>\n- <a href="/2">Salt</a> in ropes\n</pre>'
    )

    assert [[(link.url, link.words, link.start) for link in block.links] for block in blocks] == [
        [("https://example.org/1", "Tides of frost", 0)],
        [("/2", "Salt", 0)],
    ]


def test_a_numbered_item_of_rst_may_be_broken_at_its_own_margin() -> None:
    blocks = read_rst(["1. A. Doe, B.", "Roe, Tides of frost", "", "2. C. Poe, Salt", "in ropes"])

    assert [(block.tag, block.line, block.end_line) for block in blocks] == [("li", 1, 2), ("li", 4, 5)]


def test_terms_and_their_descriptions_are_blocks() -> None:
    blocks = page("<dl>\n<dt>Tides of frost</dt>\n<dd>Ann Doe</dd>\n</dl>")

    assert shown(blocks) == [("dt", "Tides of frost", 2), ("dd", "Ann Doe", 3)]


def test_a_page_of_more_lines_than_the_parser_counts_has_blocks_with_their_lines() -> None:
    blocks = page("\n" * 70_000 + "<p>Tides of frost</p>\n<p>Salt in ropes</p>")

    assert shown(blocks) == [("p", "Tides of frost", 70_001), ("p", "Salt in ropes", 70_002)]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        pytest.param("[1] A. Doe. Tides.\n    Waves, 2020.\n[2] B. Roe. Salt.", [(1, 2), (3, 3)], id="numbers"),
        pytest.param("- Tides\n- Salt", [(1, 1), (2, 2)], id="bullets"),
        pytest.param("Doe, A. Tides.\n  Waves, 2020.\nRoe, B. Salt.\n  Waves.", [(1, 2), (3, 4)], id="hanging lines"),
        pytest.param("Doe, A. Tides.\n\nRoe, B. Salt.", [(1, 1), (3, 3)], id="paragraphs"),
        pytest.param("Doe, A. Tides.\nRoe, B. Salt.", [(1, 1), (2, 2)], id="lines"),
        pytest.param(f"{'Tides of frost and salt ' * 3}in\n{'ropes of hemp on ' * 4}boats", [(1, 2)], id="a width"),
    ],
)
def test_the_blocks_of_a_plain_text(text: str, blocks: list[tuple[int, int]]) -> None:
    assert [(block.line, block.end_line) for block in read_text(text.split("\n"))] == blocks


def test_words_that_a_line_divides_are_joined_at_their_hyphen() -> None:
    (block,) = read_text(["[1] A. Doe. Tides of self-", "supervised frost."])

    assert block.text == "A. Doe. Tides of self-supervised frost."


def test_a_block_that_is_too_long_stays_without_atoms() -> None:
    text = "tides " * (MAX_BLOCK_CHARS // 6 + 1)

    assert [(block.atoms, len(block.text) > MAX_BLOCK_CHARS) for block in markdown(f"- {text}")] == [([], True)]
    assert [block.atoms for block in read_text([f"- {text}"])] == [[]]


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://arxiv.org/abs/2001.00001", "arxiv"),
        ("https://arxiv.org/pdf/2001.00001.pdf", "arxiv"),
        ("https://doi.org/10.5555/1", "doi"),
        ("https://github.com/acme/tides", "git"),
        ("https://openreview.net/forum?id=x", "openreview"),
        ("https://example.org/a.PDF?x=1", "pdf"),
        ("papers/a.pdf", "pdf"),
        ("papers/a.html", "local"),
        ("#tides", "anchor"),
        ("https://example.org/", "web"),
    ],
)
def test_a_link_leads_to_a_kind_of_host(url: str, kind: str) -> None:
    assert host_kind(url) == kind


def test_icons_that_lead_somewhere_belong_to_what_stands_above_them_in_their_item() -> None:
    page = (
        '<ul><li><a href="https://example.org/me"><i class="icon"></i></a></li></ul>'
        "<article><h2>Counting Kelp</h2><p>Ann Doe</p>"
        '<ul><li><a href="https://arxiv.org/abs/2301.00001"><i class="icon"></i></a></li></ul></article>'
    )

    assert [(block.text, [link.url for link in block.links]) for block in read_html(page)] == [
        ("Counting Kelp", []),
        ("Ann Doe", ["https://arxiv.org/abs/2301.00001"]),
    ]


def test_a_link_around_a_heading_alone_is_in_the_item_of_what_stands_below_it() -> None:
    page = '<ul><li><a href="https://example.org/1"><h3>Counting Kelp</h3></a><p>Ann Doe</p></li></ul>'

    title, names = read_html(page)

    assert (title.items, [link.url for link in title.links]) == (names.items, ["https://example.org/1"])


def test_a_document_with_fenced_bibtex_is_parsed_once_for_papers_and_links(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["- [Tides of Frost](https://example.org/a)", "", "```bibtex", "@misc{doe, title={Tides}}", "```"]

    blocks = read_markdown(lines)

    assert [block.text for block in blocks] == ["Tides of Frost"]
    parsed: list[str] = []
    monkeypatch.setattr("papertrace.markup.markdown._parse", parsed.append)
    parse("\n".join([*lines, ""]))
    assert parsed == []


def test_the_tokens_of_a_long_text_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.markup.markdown.MAX_KEPT_CHARS", 8)

    assert parse("# Tides") is parse("# Tides")
    assert parse("# Tides of frost") is not parse("# Tides of frost")


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("````\n```\n````", id="shorter fence inside"),
        pytest.param("~~~\n```\n~~~", id="fence of other signs inside"),
        pytest.param("```\n```python\n```", id="beginning of a fence inside"),
    ],
)
def test_bibtex_below_code_that_quotes_a_fence_is_no_text(code: str) -> None:
    blocks = markdown(f"# Tides\n\n{code}\n\n@misc{{doe,\n  title={{Salt in Ropes}},\n}}\n\nFrost.")

    assert [block.text for block in blocks if "python" not in block.text] == ["Tides", "Frost."]
