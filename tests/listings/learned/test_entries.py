"""Entries of lists: what belongs to a paper, where it is printed, and that nothing is left out in silence."""

from collections.abc import Callable

import pytest
from tests import titles
from tests.titles import byline, split, title, venue, year

from papertrace.listings.html import parse as parse_page
from papertrace.listings.learned import entries
from papertrace.listings.learned.entries import MAX_LINE_LENGTH, parse_markdown, parse_text, recognise_text
from papertrace.model import Entry, Problem

ABSTRACT = (
    "We count the kelp beds of a long coast with lenses that see one pixel in ten. The counts agree with those of "
    "divers on nine of ten coasts, and take an hour where the divers took a summer."
)


def read(text: str) -> tuple[list[Entry], list[Problem]]:
    return split(list(parse_markdown(text.split("\n"), "list.md")))


def read_plain(text: str) -> tuple[list[Entry], list[Problem]]:
    return split(list(parse_text(text.split("\n"), "list.txt")))


def listed(render: Callable[[int], str], n: int = 5) -> str:
    return "# Papers\n\n" + "\n".join(render(number) for number in range(n))


@pytest.mark.parametrize("text", ["", "\n\n", "# Papers\n\nNothing yet."])
def test_a_text_without_papers_has_no_entries(text: str) -> None:
    assert read(text)[0] == []


def test_facts_of_an_item_are_those_that_it_prints() -> None:
    found, problems = read(f"# Papers\n\n{titles.items(5)}")

    assert [(one.title, one.authors, one.venue, one.date) for one in found] == [
        (title(n), titles.authors(n), venue(n), year(n)) for n in range(5)
    ]
    assert [(str(one), one.harmless) for one in problems] == [
        ("list.md:1:1: 1 line of headings, contents, badges and page text without a paper", True)
    ]


def test_names_are_divided_at_commas_of_chinese_texts_too() -> None:
    found, _ = read(listed(lambda n: f"- {title(n)}. {byline(n).replace(', ', '，')}. {venue(n)}, {year(n)}."))  # noqa: RUF001 - as printed

    assert [one.authors for one in found] == [titles.authors(n) for n in range(5)]


def test_elements_of_an_item_give_the_fields_that_their_classes_name() -> None:
    rows = "".join(
        f'<li><div class="paper"><span class="pub-year">{year(n)}</span><div><h3><a href="#">{title(n)}</a></h3>'
        f'<p class="pub-authors">{byline(n)}</p><p class="venue">{venue(n)}</p></div></div></li>'
        for n in range(5)
    )
    page = f"<html><body><h1>Publications</h1><ul>{rows}</ul></body></html>"
    found = [one for one in parse_page(page.split("\n"), "list.html") if isinstance(one, Entry)]

    assert [(one.title, one.authors, one.venue, one.date) for one in found] == [
        (title(n), titles.authors(n), venue(n), year(n)) for n in range(5)
    ]


def test_a_heading_that_only_links_to_a_paper_belongs_to_the_title_below_it() -> None:
    text = "\n\n".join(
        f"### [arXiv:2101.0000{n}](https://arxiv.org/abs/2101.0000{n})\n\n**{title(n)}**  \n{byline(n)}"
        for n in range(5)
    )

    assert [(one.title, one.identifiers.arxiv) for one in read(f"# Papers\n\n{text}")[0]] == [
        (title(n), f"2101.0000{n}") for n in range(5)
    ]


def test_titles_and_links_have_the_places_where_they_are_printed() -> None:
    text = listed(
        lambda n: f"- {byline(n)}. **{title(n)}**. {venue(n)} {year(n)}.\n  [pdf](https://example.org/{n}.pdf)"
    )
    lines = text.split("\n")

    for entry in read(text)[0]:
        assert lines[entry.span.line - 1][entry.span.column - 1 :].startswith(entry.title)
        (target,) = entry.targets
        assert lines[target.span.line - 1][target.span.column - 1 :].startswith(target.raw)
        assert (target.span.line, entry.end_line) == (entry.span.line + 1, entry.span.line + 1)


def test_details_below_an_item_belong_to_it() -> None:
    text = listed(
        lambda n: (
            f"- **{title(n)}**\n  - {byline(n)}\n  - {venue(n)} {year(n)}\n"
            f"  - [paper](https://arxiv.org/abs/2301.0{n:04}) [code](https://github.com/acme/c{n})"
        )
    )

    found, _ = read(text)

    assert [(one.title, one.authors, one.venue, one.date) for one in found] == [
        (title(n), titles.authors(n), venue(n), year(n)) for n in range(5)
    ]
    assert [[target.raw for target in one.targets] for one in found] == [
        [f"https://arxiv.org/abs/2301.0{n:04}", f"https://github.com/acme/c{n}"] for n in range(5)
    ]


@pytest.mark.parametrize(
    "render",
    [
        pytest.param(
            lambda n: f"- [{title(n)}](https://example.org/{n}) {byline(n)}.\n  > {ABSTRACT}", id="a quotation"
        ),
        pytest.param(lambda n: f"- [{title(n)}](https://example.org/{n}) {byline(n)}.\n\n  {ABSTRACT}", id="below"),
        pytest.param(
            lambda n: f"### [{title(n)}](https://example.org/{n})\n\n{byline(n)}\n\n{ABSTRACT}\n", id="below a heading"
        ),
        pytest.param(
            lambda n: f"- [{title(n)}](https://example.org/{n}) {byline(n)}.\n  - Abstract: {ABSTRACT}", id="labelled"
        ),
    ],
)
def test_an_abstract_belongs_to_the_title_above_it(render: Callable[[int], str]) -> None:
    text = listed(render)
    lines = text.split("\n")
    found, _ = read(text)

    assert [(one.title, one.abstract.strip()) for one in found] == [(title(n), ABSTRACT) for n in range(5)]
    for entry in found:
        assert entry.abstract_span is not None
        assert lines[entry.abstract_span.line - 1][entry.abstract_span.column - 1 :].startswith("We count")


def test_several_papers_of_a_row_have_their_own_links() -> None:
    head = "| 2023 | 2024 |\n|---|---|\n"
    rows = [
        f"| [{title(2 * n)}](https://arxiv.org/abs/2301.0{n:04}) "
        f"| [{title(2 * n + 1)}](https://arxiv.org/abs/2402.0{n:04}) |"
        for n in range(4)
    ]

    found, _ = read("# Papers\n\n" + head + "\n".join(rows))

    assert [(one.title, [target.raw for target in one.targets]) for one in found] == [
        (title(2 * n + odd), [f"https://arxiv.org/abs/{('2301', '2402')[odd]}.0{n:04}"])
        for n in range(4)
        for odd in (0, 1)
    ]


def test_numbered_lines_of_one_paragraph_are_papers_on_their_lines() -> None:
    text = "# References\n\n" + "\n".join(
        f"[{n + 1}] {byline(n)}. {title(n)}. In {venue(n)}, {year(n)}." for n in range(5)
    )

    assert [(one.title, one.authors, one.span.line, one.end_line, one.date) for one in read(text)[0]] == [
        (title(n), titles.authors(n), 3 + n, 3 + n, year(n)) for n in range(5)
    ]


def test_identifiers_are_those_of_the_link_on_the_title_or_printed_beside_it() -> None:
    linked = listed(
        lambda n: f"- [{title(n)}](https://arxiv.org/abs/2301.0{n:04}), {byline(n)} [doi](https://doi.org/10.5555/{n})"
    )
    printed = "\n".join(f"{byline(n)}. {title(n)}. {venue(n)}, {year(n)}. doi:10.5555/tide.{n}\n" for n in range(5))

    assert [one.identifiers.arxiv for one in read(linked)[0]] == [f"2301.0{n:04}" for n in range(5)]
    assert [one.identifiers.doi for one in read_plain(printed)[0]] == [f"10.5555/tide.{n}" for n in range(5)]


def test_headings_give_the_year_and_the_venue_that_items_do_not_print() -> None:
    sections = [
        f"## {name} {when}\n\n" + "\n".join(f"- [{title(n)}](https://example.org/{n}), {byline(n)}" for n in numbers)
        for name, when, numbers in (("NeurIPS", 2021, range(4)), ("ICML", 2022, range(4, 8)))
    ]

    found, _ = read("# Papers\n\n" + "\n\n".join(sections))

    assert [(one.title, one.date) for one in found] == [(title(n), "2021" if n < 4 else "2022") for n in range(8)]
    assert [one.venue for one in found] == ["NeurIPS"] * 4 + ["ICML"] * 4


def test_lines_that_are_too_long_are_said_and_the_others_read() -> None:
    found, problems = read(f"{titles.items(5)}\n- {'tide ' * (MAX_LINE_LENGTH // 5 + 1)}\n\n{titles.item(5)}")

    assert [one.title for one in found] == [title(n) for n in range(6)]
    assert [(one.span.line, one.message.partition(";")[0]) for one in problems] == [
        (7, f"a line of {MAX_LINE_LENGTH + 7} characters is too long for a list item")
    ]


@pytest.mark.parametrize("parse", [parse_markdown, parse_text], ids=["Markdown", "text"])
def test_items_of_many_lines_that_are_too_long_are_said(parse: Callable[..., object]) -> None:
    words = "\n  ".join(["tides of frost and salt in ropes of hemp"] * 600)
    lines = f"- {words}\n\n{titles.items(5)}".split("\n")
    read_it = parse_markdown if parse is parse_markdown else parse_text
    found, problems = split(list(read_it(lines, "list")))

    assert [one.title for one in found] == [title(n) for n in range(5)]
    assert [one.span.line for one in problems if "too long for a paper" in one.message] == [1]


def test_a_document_is_read_in_parts_that_end_before_headings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "_PART_CHARS", 500)
    monkeypatch.setattr(entries, "_MAX_PART_CHARS", 1000)
    sections = [f"## Part {n}\n\n" + "".join(titles.item(m) for m in range(6 * n, 6 * n + 6)) for n in range(6)]
    text = "\n".join(sections)
    lines = text.split("\n")

    found, problems = read(text)

    assert [one.title for one in found] == [title(n) for n in range(36)]
    assert all(lines[one.span.line - 1][one.span.column - 1 :].startswith(one.title) for one in found)
    assert [one.n_lines for one in problems] == [6]


def test_every_line_is_in_an_entry_or_counted() -> None:
    text = f"# Papers\n\nWords about this list.\n\n{titles.items(6)}\n## License\n\nMIT"
    found, problems = read(text)
    covered = {line for one in found for line in range(one.span.line, one.end_line + 1)}
    printed = {number for number, line in enumerate(text.split("\n"), start=1) if line.strip()}

    assert len(printed) == len(covered & printed) + sum(one.n_lines for one in problems)


def test_a_plain_text_with_titles_and_links_below_labels_is_recognised_and_read() -> None:
    parts = [[f"\t{n}. {title(n)}: https://arxiv.org/pdf/2004.0{n:04}" for n in range(at, at + 4)] for at in (0, 4)]
    lines = ["Tides:", *parts[0], "", "Frost:", *parts[1]]

    found, _ = read_plain("\n".join(lines))

    assert recognise_text(lines) > 0.8
    assert [(one.title, one.date, [target.raw for target in one.targets]) for one in found] == [
        (title(n), None, [f"https://arxiv.org/pdf/2004.0{n:04}"]) for n in range(8)
    ]


def test_links_dates_and_names_of_a_quotation_belong_to_the_paper_above_it() -> None:
    lines = []
    for n in range(6):
        lines += [f"__{n + 1}. {title(n)}__ - Doe, Roe and Poe.", f"  * University of Bay {n}.", ""]
        lines += [
            f"> Doe, Ann, Rob Roe, and Al Poe. [preprint](https://arxiv.org/abs/2301.0{n:04}) ({n + 1}-Oct-19).",
            "",
        ]
        lines += [f"{ABSTRACT} It was Heim in 1983 who began it.", ""]

    found, _ = read("\n".join(lines))

    assert [(one.title, one.authors, one.date, [target.raw for target in one.targets]) for one in found] == [
        (title(n), ("Doe", "Roe", "Poe"), "2019", [f"https://arxiv.org/abs/2301.0{n:04}"]) for n in range(6)
    ]


def test_the_kind_of_a_publication_is_not_its_venue() -> None:
    found, _ = read(
        listed(lambda n: f"- *Conference* {byline(n)}. **{title(n)}**. *Proceedings of {venue(n)}*, {year(n)}.", 8)
    )

    assert [one.venue for one in found] == [f"Proceedings of {venue(n)}" for n in range(8)]


def test_the_key_of_a_citation_is_no_part_of_a_name() -> None:
    found, _ = read(listed(lambda n: f'- [Doe{10 + n}] Doe, Ann, and Rob Roe. "{title(n)}." {venue(n)}, {year(n)}.', 8))

    assert [one.authors for one in found] == [("Ann Doe", "Rob Roe")] * 8


def test_the_header_of_a_column_tells_the_venue_but_of_what_is_a_label_or_a_date() -> None:
    sources = ("Tide25", "Quay25 (Vol 9)", "Paper", "2025")
    rows = [f"| {one} | [{title(n)}](https://example.org/{n}) | {byline(n)} | 2025 |" for n, one in enumerate(sources)]

    found, _ = read("\n".join(["# Papers", "", "| Source | Title | Authors | Date |", "|---|---|---|---|", *rows]))

    assert [one.venue for one in found] == ["Tide", "Quay", None, None]


@pytest.mark.parametrize("remark", ["Trained on 8 Tpu 16 cores.", "With 4 Big 40 GB cards."])
def test_a_word_between_two_numbers_is_a_month_or_makes_no_year(remark: str) -> None:
    lines = [f"- [{title(n)}](https://arxiv.org/abs/2301.0{n:04}) Ann Doe, Rob Roe. {remark}" for n in range(6)]

    assert [one.date for one in read("\n".join(lines))[0]] == [None] * 6


PORTS = ("Tide Records", "Annals of Quays", "Lettere al Porto", "Ropes of Stone", "Kelp Archives")


@pytest.mark.parametrize(
    "published",
    [
        "{}, 39, pp. 417-423",
        "{} 12 (3), 40-51, 2019",
        "{}, Volume 40, Issue 2, 1 January 2012, Pages 3-9",
        "{} 7: 223-230",
    ],
    ids=["pages", "issue", "words", "colon"],
)
def test_what_stands_before_a_volume_is_the_venue(published: str) -> None:
    found, _ = read(listed(lambda n: f"- {title(n)}. {byline(n)}. {published.format(PORTS[n])}."))

    assert [one.venue for one in found] == list(PORTS)


def test_a_book_is_the_venue_of_its_chapter_and_no_paper() -> None:
    found, _ = read(listed(lambda n: f"- {byline(n)} ({year(n)}). {title(n)}. In Ann Roe (ed.), {PORTS[n]}. Stone."))

    assert [(one.title, one.venue) for one in found] == [(title(n), PORTS[n]) for n in range(5)]


def test_a_name_and_two_digits_of_a_year_are_venue_and_date() -> None:
    found, _ = read(listed(lambda n: f"- {title(n)} (HaQSec 2{n})"))

    assert [(one.venue, one.date) for one in found] == [("HaQSec", f"202{n}") for n in range(5)]


@pytest.mark.parametrize("heading", ["Invited talks", "Podcasts & Interviews", "Bücher"])
def test_what_stands_below_a_heading_of_talks_or_books_is_no_paper(heading: str) -> None:
    papers = listed(lambda n: f"- {title(n)}. {byline(n)}. {venue(n)}, {year(n)}.")
    others = "\n".join(f"- {title(n)}. {byline(n)}. {year(n)}." for n in range(5, 8))
    found, _ = read(f"{papers}\n\n## {heading}\n\n{others}")

    assert [one.title for one in found] == [title(n) for n in range(5)]


def test_names_before_a_year_in_brackets_are_authors_but_a_venue_is_none() -> None:
    found, _ = read(listed(lambda n: f"- Emlen and Oring (200{n}) {title(n)}"))
    others, _ = read(listed(lambda n: f"- {('ICML', 'CHI', 'KDD', 'ACL', 'ICCV')[n]} (200{n}) {title(n)}"))

    assert [one.authors for one in found] == [("Emlen", "Oring")] * 5
    assert [one.authors for one in others] == [()] * 5


@pytest.mark.parametrize("heading", ["Conferences", "Videos", "News", "Awards"])
def test_papers_with_venues_stay_papers_below_any_heading(heading: str) -> None:
    found, _ = read(f"## {heading}\n\n" + listed(lambda n: f"- {title(n)}. {byline(n)}. {venue(n)}, {year(n)}."))

    assert [one.title for one in found] == [title(n) for n in range(5)]


@pytest.mark.parametrize("link", ["[[video](https://youtu.be/a)]", "([slides](https://ports.example.org/s.pdf))"])
def test_a_link_to_a_talk_behind_the_title_makes_no_talk_of_a_paper(link: str) -> None:
    found, _ = read(
        listed(lambda n: f"- [{title(n)}](https://ports.example.org/{n}.pdf) {link} {byline(n)}. {venue(n)} {year(n)}.")
    )

    assert [one.title for one in found] == [title(n) for n in range(5)]


def test_what_is_taken_for_no_paper_is_counted_and_named() -> None:
    papers = listed(lambda n: f"- {title(n)}. {byline(n)}. {venue(n)}, {year(n)}.")
    found, problems = read(f"{papers}\n\n## Talks\n\n- {title(5)}. {byline(5)}.\n- {title(6)}. {byline(6)}.\n")

    assert len(found) == 5
    [problem] = [one for one in problems if "talks" in one.message]
    assert (problem.harmless, problem.message[:50]) == (True, "2 items taken for talks, tools or pages, not for p")
    assert title(5)[:20] in problem.message


def test_two_digits_of_a_year_may_end_in_a_stop_but_a_volume_is_no_year() -> None:
    found, _ = read(listed(lambda n: f"- {title(n)}. {byline(n)}. HaQSec'2{n}."))

    assert [(one.venue, one.date) for one in found] == [("HaQSec", f"202{n}") for n in range(5)]
