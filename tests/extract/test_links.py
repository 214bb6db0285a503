"""Links: found as printed, repaired, located and classified."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from tests.case_tables import cases
from tests.folders import CASES

from papertrace.extract.links import find_links, find_targets, links_of_entry, merge_links, spell_as_in
from papertrace.extract.urls.kinds import judge_field
from papertrace.model import Entry, LinkKind, LinkRole, Markup, RepoRef, Span, Target

FOLDER = CASES / "urls"
ROLES = FOLDER.parent / "links" / "roles.jsonl"


def _cases() -> Iterator[ParameterSet]:
    for path in sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
            case = json.loads(line)
            yield pytest.param(case, id=f"{path.stem}: {case['id']}".encode("ascii", "replace").decode())


def _github(text: str, markup: str) -> list[str]:
    links = find_links(text, markup)
    return sorted(
        {link.repository.slug.lower() for link in links if link.repository and link.repository.host == "github.com"}
    )


def test_text_without_addresses_has_no_links() -> None:
    assert find_links("CUDA.jl, README.md and nn-JIT.web are names; so is I/O.So.") == []


@pytest.mark.parametrize("case", list(_cases()))
def test_addresses_are_found_as_the_case_says(case: dict[str, object]) -> None:
    text, markup = str(case["text"]), str(case["markup"])
    repositories = case["repos"]
    assert isinstance(repositories, list)
    assert [link.url for link in find_links(text, markup)] == case["urls"]
    assert _github(text, markup) == sorted(name.lower() for name in repositories)


def test_unknown_notation_is_refused() -> None:
    with pytest.raises(ValueError, match="docx"):
        find_links("https://example.org", "docx")


def test_raw_text_and_span_are_those_of_the_printed_form() -> None:
    text = "Fold is fast.\nCode: https://github. com/globex/fold\\_x."
    (link,) = find_links(text, start=Span("a.txt", 7, 3))
    assert link.raw == "https://github. com/globex/fold\\_x"
    assert link.url == "https://github.com/globex/fold_x"
    assert link.span == Span("a.txt", 8, 7)


def test_columns_count_from_the_start_on_the_first_line_only() -> None:
    links = find_links("https://example.org/a https://example.org/b\nhttps://example.org/c", start=Span("a", 2, 10))
    assert [str(link.span) for link in links] == ["a:2:10", "a:2:32", "a:3:1"]


@cases("text, role, evidence", named=True)
def test_words_around_an_address_decide_its_role(text: str, role: LinkRole, evidence: str) -> None:
    (link,) = find_links(text)
    assert (link.role, link.evidence) == (role, evidence)


@pytest.mark.parametrize(
    "case", [json.loads(line) for line in ROLES.read_text(encoding="utf-8").splitlines()], ids=lambda case: case["text"]
)
def test_roles_are_judged_as_labelled(case: dict[str, str]) -> None:
    link, *_ = find_links(f"Paper is thin, and folding it is hard. {case['text']}")
    assert link.role == case["role"]


@cases("words, role")
def test_names_of_fields_decide_the_role_of_an_address(words: str, role: LinkRole) -> None:
    assert judge_field(words)[0] is role


@cases("url, kind")
def test_host_and_path_decide_the_kind(url: str, kind: LinkKind) -> None:
    (link,) = find_links(url)
    assert link.kind is kind


@cases("url, kind")
def test_a_document_kept_in_a_repository_is_not_its_code(url: str, kind: LinkKind) -> None:
    (link,) = find_links(url)
    assert link.kind is kind
    assert (link.repository is not None) is (kind is LinkKind.REPOSITORY)


@pytest.mark.parametrize(
    "case",
    [json.loads(line) for line in (FOLDER.parent / "links" / "kinds.jsonl").read_text(encoding="utf-8").splitlines()],
    ids=lambda case: f"{case['kind']}: {case['text'][:60]}",
)
def test_words_decide_the_kind_where_the_host_does_not(case: dict[str, str]) -> None:
    assert find_links(case["text"], case["markup"])[0].kind == case["kind"]


@cases("words, kind")
def test_name_of_a_field_decides_the_kind(words: str, kind: LinkKind) -> None:
    (link,) = find_targets([Target(raw="https://example.org/fold", words=words, span=Span("list.md", 1))])
    assert link.kind is kind


@cases("title, role, evidence")
def test_repository_with_the_name_of_the_title_is_the_papers_own(title: str, role: LinkRole, evidence: str) -> None:
    abstract = "Sheets (https://github.com/globex/foldit) are thin."
    entry = Entry(title=title, abstract=abstract, span=Span("a.txt", 1), end_line=2, abstract_span=Span("a.txt", 2))
    (link,) = links_of_entry(entry)
    assert (link.role, link.evidence) == (role, evidence)


def test_fields_come_first_and_repeats_are_dropped() -> None:
    entry = Entry(
        title="Fold: see www.example.org/fold",
        abstract="Code: https://github.com/globex/fold/ and https://example.org/d.",
        span=Span("list.md", 4, 3),
        end_line=6,
        abstract_span=Span("list.md", 5, 1),
        targets=(
            Target(raw="https://github.com/globex/fold", words="code", span=Span("list.md", 4, 40)),
            Target(raw="docs/fold.md", words="docs", span=Span("list.md", 4, 80)),
        ),
    )
    links = links_of_entry(entry)
    assert [link.url for link in links] == [
        "https://github.com/globex/fold",
        "https://www.example.org/fold",
        "https://example.org/d",
    ]
    assert [str(link.span) for link in links] == ["list.md:4:40", "list.md:4:13", "list.md:5:43"]


def test_a_field_is_read_as_printed() -> None:
    (link,) = find_targets([Target(raw="github.com/globex/fold\\_x", words="url", span=Span("a.bib", 3, 9))])
    assert (link.url, link.role, link.repository) == (
        "https://github.com/globex/fold_x",
        LinkRole.OWN,
        RepoRef("github.com", "globex", "fold_x"),
    )


def test_abstract_is_read_in_the_notation_of_the_entry() -> None:
    entry = Entry(
        title="Fold", abstract="[a](<https://example.org/a_>)", span=Span("a", 1), end_line=1, markup=Markup.MARKDOWN
    )
    assert [link.url for link in links_of_entry(entry)] == ["https://example.org/a_"]


def test_real_listings_give_every_address_and_no_other(shared: Path) -> None:
    entries = [
        json.loads(line) for line in (shared / "gold" / "entries.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    gold = [json.loads(line) for line in (shared / "gold" / "urls.jsonl").read_text(encoding="utf-8").splitlines()]
    expected = {(row["seed"], row["n"]): row for row in gold}
    n_urls = n_repositories = 0
    for entry in entries:
        lines = (shared / "seeds" / entry["seed"]).read_text(encoding="utf-8").split("\n")
        later = [other["line"] for other in entries if other["seed"] == entry["seed"] and other["line"] > entry["line"]]
        text = "\n".join(lines[entry["line"] - 1 : min(later, default=len(lines) + 1) - 1])
        row = expected.get((entry["seed"], entry["n"]), {"urls": [], "repos": []})
        assert [link.url for link in find_links(text)] == row["urls"]
        assert _github(text, "text") == sorted(name.lower() for name in row["repos"])
        n_urls += len(row["urls"])
        n_repositories += len(row["repos"])
    assert (len(entries), n_urls, n_repositories) == (226, 63, 55)


def _normal(url: str) -> str:
    return url.removeprefix("https://").removeprefix("http://").removeprefix("www.").rstrip("/")


def test_hard_cases_are_right(shared: Path) -> None:
    wrong = []
    rows = [json.loads(line) for line in (shared / "gold" / "url_hard.jsonl").read_text(encoding="utf-8").splitlines()]
    for row in rows:
        urls = {_normal(link.url) for link in find_links(row["text"], row["format"])}
        same = row.get("compare") == "repos" or urls == {_normal(url) for url in row["urls"]}
        if not same or _github(row["text"], row["format"]) != sorted(name.lower() for name in row["repos"]):
            wrong.append(row["id"])
    assert (len(rows), wrong) == (93, [])


def test_an_address_that_the_title_is_linked_to_is_the_entrys_own() -> None:
    span = Span("list.md", 3, 3)
    own = Target(raw="https://github.com/globex/bend", words="Fold: A Compiler", span=span)
    other = Target(raw="https://github.com/initech/tree", words="Tree", span=Span("list.md", 3, 60))
    entry = Entry(title="Fold: a compiler", abstract="", span=span, end_line=3, targets=(own, other))

    assert [(link.role, link.evidence) for link in links_of_entry(entry)] == [
        (LinkRole.OWN, "Fold: a compiler"),
        (LinkRole.UNKNOWN, ""),
    ]


@pytest.mark.parametrize(
    ("words", "kind"), [("A Compiler and Code", LinkKind.PAGE), ("code", LinkKind.CODE)], ids=["title", "name"]
)
def test_the_words_of_a_title_do_not_decide_the_kind_of_its_address(words: str, kind: LinkKind) -> None:
    target = Target(raw="https://www.example.org/conference/9", words=words, span=Span("a.md", 1))
    entry = Entry(title="A Compiler and Code", abstract="", span=Span("a.md", 1), end_line=1, targets=(target,))
    (link,) = links_of_entry(entry)
    assert link.kind is kind


def test_a_later_occurrence_says_what_the_first_left_open() -> None:
    found = find_links("See https://example.org/x first.")[0]
    open_, known = (
        replace(found, role=LinkRole.UNKNOWN, kind=LinkKind.PAGE, evidence=""),
        replace(found, role=LinkRole.OWN, kind=LinkKind.PROJECT_PAGE, evidence="Our code"),
    )

    assert merge_links([open_, known]) == (
        replace(open_, role=LinkRole.OWN, kind=LinkKind.PROJECT_PAGE, evidence="Our code"),
    )
    assert merge_links([known, open_]) == (known,)
    assert merge_links([open_, open_]) == (open_,)


def test_a_merged_link_is_spelled_as_the_text_spells_it() -> None:
    link = find_links("https://example.org/x")[0]
    in_text = replace(link, raw="example.org/x")

    assert spell_as_in("at example.org/x", [link], [link, in_text]) == (in_text,)
    assert spell_as_in("nowhere", [link], [in_text]) == (link,)
    assert spell_as_in("at https://example.org/x", [link], [in_text]) == (link,)
