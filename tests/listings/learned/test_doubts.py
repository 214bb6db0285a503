"""What is read badly is said: each measure by a list that shows it, and one that does not."""

from pathlib import Path

import pytest
from tests import titles
from tests.titles import byline, split, title, venue, year

from papertrace.cli.main import main
from papertrace.listings.learned.blocks import Block, read_markdown
from papertrace.listings.learned.doubts import Doubts, shows_paper
from papertrace.listings.learned.entries import parse_markdown
from papertrace.listings.learned.tagger import tag_blocks
from papertrace.model import Problem

GOOD = f"# Papers\n\n{titles.items(8)}"
SHOPPING = "# Things\n\n" + "\n".join(
    f"- [{name}](https://example.org/{n})"
    for n, name in enumerate(
        (
            "The blue kettle from the old kitchen",
            "Notes on mending a garden gate",
            "Where the bicycle pump is kept",
            "How we painted the north wall",
            "The recipe for plum jam",
            "Rules of the game of goose",
        )
    )
)


def doubts_of(text: str) -> list[str]:
    problems = split(list(parse_markdown(text.split("\n"), "list.md")))[1]
    return [one.message for one in problems if one.doubts]


def note(chance: float, n_entries: int, text: str = GOOD) -> list[Problem]:
    """Return the doubts of a list whose titles have one chance each."""
    doubts = Doubts("list.md")
    found = [one for one in tag_blocks(read_markdown(text.split("\n"))) if one.titles]
    for number, one in enumerate(found[:n_entries]):
        doubts.note_entry(
            one.title_text(one.titles[0]), number + 1, chance - number / 1000, is_shown=shows_paper([one], one.labels)
        )
    return list(doubts.report())


def linked_block(url: str) -> Block:
    (block,) = read_markdown([f"- [{title(0)}]({url})"])
    return block


def test_a_list_that_is_read_well_is_not_doubted() -> None:
    assert doubts_of(GOOD) == []


@pytest.mark.parametrize(("chance", "n_entries"), [(0.95, 8), (0.5, 3)], ids=["likely titles", "few entries"])
def test_likely_titles_and_few_entries_are_not_doubted(chance: float, n_entries: int) -> None:
    assert note(chance, n_entries) == []


def test_unlikely_titles_are_doubted_with_the_least_likely_as_an_example() -> None:
    (problem,) = note(0.6, 8)

    assert problem.doubts
    assert problem.span.line == 8
    assert "the titles of this list are doubtful" in problem.message
    assert title(7)[:20] in problem.message


@pytest.mark.parametrize(("n_unlikely", "n_doubts"), [(1, 0), (2, 1)])
def test_a_list_is_doubted_if_a_fifth_of_its_titles_is_unlikely(n_unlikely: int, n_doubts: int) -> None:
    doubts = Doubts("list.md")
    for number, one in enumerate(one for one in tag_blocks(read_markdown(GOOD.split("\n"))) if one.titles):
        doubts.note_entry(
            title(number), number + 1, 0.5 if number < n_unlikely else 1.0, is_shown=shows_paper([one], one.labels)
        )

    assert len(list(doubts.report())) == n_doubts


def test_entries_that_show_nothing_of_papers_are_doubted() -> None:
    (problem,) = note(0.95, 6, "\n".join(f"- **{title(n)}**" for n in range(6)))

    assert problem.doubts
    assert problem.message.startswith("hardly any of 6 entries shows an author, a venue, a year or the link of a paper")


@pytest.mark.parametrize(("code", "n_doubts"), [("16-ATC-{}", 1), ("[ICLR20] {}", 1), ("3D {}", 0)])
def test_titles_that_begin_with_a_code_are_doubted(code: str, n_doubts: int) -> None:
    doubts = Doubts("list.md")
    for number, one in enumerate(one for one in tag_blocks(read_markdown(GOOD.split("\n"))) if one.titles):
        doubts.note_entry(code.format(title(number)), number + 1, 0.95, is_shown=shows_paper([one], one.labels))

    assert ["begin with what is no word of a title" in str(one) for one in doubts.report()] == [True] * n_doubts


def test_a_list_of_other_things_is_doubted_or_has_no_papers() -> None:
    entries, problems = split(list(parse_markdown(SHOPPING.split("\n"), "list.md")))

    assert not entries or any(one.doubts for one in problems)


@pytest.mark.parametrize(("n_outside", "n_doubts"), [(1, 0), (4, 1)], ids=["few", "many"])
def test_links_to_papers_outside_of_entries_are_doubted_if_they_are_many(n_outside: int, n_doubts: int) -> None:
    doubts = Doubts("list.md")
    for number in range(8):
        block = linked_block(f"https://arxiv.org/abs/2301.0{number:04}")
        doubts.note_block(block, number + 1, is_inside=number >= n_outside)

    problems = list(doubts.report())

    assert [str(one) for one in problems] == [
        "list.md:1:1: 4 of 8 items with links to papers have no title that was found"
    ] * n_doubts
    assert all(one.doubts for one in problems)


def test_links_to_other_places_than_papers_are_not_missed() -> None:
    doubts = Doubts("list.md")
    for number in range(8):
        doubts.note_block(linked_block(f"https://example.org/{number}"), number + 1, is_inside=False)

    assert list(doubts.report()) == []


def test_a_strict_command_fails_on_a_list_that_is_doubted(tmp_path: Path) -> None:
    items = "\n".join(
        f"- [see](https://arxiv.org/abs/2301.0{n:04}) [pdf](https://arxiv.org/pdf/2301.0{n:04})" for n in range(9)
    )
    (tmp_path / "bad.md").write_text(f"{GOOD}\n## More\n\n{items}\n", "utf-8")
    (tmp_path / "good.md").write_text(GOOD, "utf-8")
    out = ["-o", str(tmp_path / "x.jsonl")]

    assert main(["extract", str(tmp_path / "good.md"), "--strict", *out]) == 0
    assert main(["extract", str(tmp_path / "bad.md"), *out]) == 0
    assert main(["extract", str(tmp_path / "bad.md"), "--strict", *out]) == 2


def test_a_list_of_years_and_venues_alone_shows_papers() -> None:
    text = "# Papers\n\n" + "\n".join(f"- **{title(n)}**, {byline(n)}, {venue(n)} {year(n)}" for n in range(6))

    assert doubts_of(text) == []


@pytest.mark.parametrize(("n_outside", "n_doubts"), [(12, 1), (9, 0)], ids=["most", "too few to tell"])
def test_items_with_a_year_but_without_a_title_are_doubted(n_outside: int, n_doubts: int) -> None:
    doubts = Doubts("list.md")
    (tagged,) = (one for one in tag_blocks(read_markdown(GOOD.split("\n"))) if one.block.text.startswith(title(0)))
    doubts.note_entry(title(0), 1, 0.9, is_shown=shows_paper([tagged], tagged.labels))
    (dated,) = read_markdown([f"- {byline(1)} wrote of {title(1)} in 2019"])
    for number in range(n_outside):
        doubts.note_block(dated, number + 2, is_inside=False)
    found = list(doubts.report())
    assert len(found) == n_doubts
    assert all(one.span.line == 2 and f"{n_outside} of {n_outside} items with a year" in one.message for one in found)
