"""Documents in the pipeline: links in papers and elsewhere, skipped and ignored ones, local files and headings."""

import os
from pathlib import Path
from threading import Thread
from time import process_time

import pytest
from openpyxl import Workbook
from tests.case_tables import cases

import papertrace
from papertrace.cli.main import main
from papertrace.errors import ListingError
from papertrace.model import Link, LinkKind, Outcome, Problem, Span
from papertrace.model.document import LeftOut
from papertrace.pipeline import collecting as link_collection
from papertrace.pipeline import document_links, reading
from papertrace.pipeline.auditing import list_links
from papertrace.pipeline.collecting import DistinctCount, LinkCollection
from papertrace.pipeline.document_links import DocumentLinks, LineNumbers

LISTING = """\
# Awesome tiles

See [the guide](https://example.org/guide) and [rules](rules.md#How).

- [HarborFlow: Expert Parallelism for Sparse Tiles](https://example.org/harbor) - [code](https://github.com/acme/harbor)
- [Lantern: Packing Tiles for Tensor Cores](https://example.org/lantern) ![stars](https://example.org/lantern.svg)

Made with https://example.org/tool.
"""
ABSOLUTE = "an absolute path, which depends on the server; --root names its folder, --base-url its address"


@pytest.fixture
def collect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Collect":
    monkeypatch.chdir(tmp_path)
    return Collect(tmp_path)


class Collect:
    """A function that writes a document and collects its links, and the problems reported so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[Problem] = []

    def __call__(self, name: str, text: str, *, papers_only: bool = False) -> LinkCollection:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return papertrace.collect_links([name], papers_only=papers_only, on_problem=self.problems.append)


def verdicts(collection: LinkCollection) -> list[tuple[str, Outcome, str]]:
    return [(one.link.url, one.outcome, one.reason) for one, _ in collection.verdicts]


README = """\
# Tiles

- [Getting started with tiles on a laptop](https://example.org/start)
- [Writing your first kernel in an hour](https://example.org/kernel)

## About

"""


def test_the_numbers_of_the_account_agree_with_the_list(collect: Collect) -> None:
    collection = collect("README.md", LISTING)
    listed = {line.split("  ")[1] for line in list_links(collection, papertrace.AuditSettings(audits_reserved=True))}

    n_papers = len({link.url for link, at in collection.links if at.id})
    assert collection.account.startswith(f"{len(listed)} links: {n_papers} in 2 papers, {len(listed) - n_papers} else")


def test_no_number_of_papers_is_given_where_they_were_not_looked_for(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(LISTING, "utf-8")
    (tmp_path / "b.bib").write_text("@misc{a, title={A paper on tiles}, url={https://example.org/x}}\n", "utf-8")
    paths = [tmp_path / "b.bib", tmp_path / "a.md"]

    assert "paper" not in papertrace.collect_links(paths, reads_papers=False).account
    assert "1 in 1 paper" in papertrace.collect_links(paths[:1], reads_papers=False).account


def test_papers_only_rejects_a_file_that_is_not_a_listing(collect: Collect) -> None:
    with pytest.raises(ListingError, match="notes"):
        collect("notes.md", "See https://example.org/a\n", papers_only=True)


@cases("address, reason", named=True)
def test_addresses_that_cannot_be_requested_are_skipped_with_the_reason(
    address: str, reason: str, collect: Collect
) -> None:
    assert verdicts(collect("a.html", f'<a href="{address}">x</a>')) == [(address, Outcome.SKIPPED, reason)]


@cases("text, expected")
def test_such_addresses_in_running_text_are_skipped_too(
    text: str, expected: list[tuple[str, Outcome, str]], collect: Collect
) -> None:
    collection = collect("a.txt", f"Words.\n{text}\n")

    assert verdicts(collection) == expected
    assert collection.links == ()


@pytest.mark.parametrize(
    ("scheme", "meant"), [("ttps", "https"), ("htps", "https"), ("httpss", "https"), ("htpp", "http"), ("HTP", "http")]
)
def test_a_misprinted_scheme_is_reported(scheme: str, meant: str, collect: Collect) -> None:
    found = collect("a.md", f"[a paper]({scheme}://example.org/a)\n")

    reason = f"{scheme} is no scheme, but probably a misprint of {meant}"
    assert verdicts(found) == [(f"{scheme}://example.org/a", Outcome.SKIPPED, reason)]


@pytest.mark.parametrize("scheme", ["ftp", "ftps", "sftp", "mailto", "tel", "doi", "rtsp"])
def test_other_schemes_are_no_misprints(scheme: str, collect: Collect) -> None:
    found = collect("a.md", f"[a file]({scheme}://example.org/a)\n")

    assert (found.verdicts, found.account) == ((), "0 links; not among them: 1 not http")


@cases("text")
def test_a_comment_leaves_out_a_link_which_is_counted(text: str, collect: Collect) -> None:
    collection = collect("a.md", f"{text}\n[b](https://example.org/b)\n")

    assert collection.account == "1 link; not among them: 1 ignored"
    assert collection.urls == ("https://example.org/b",)


@pytest.mark.parametrize(("name", "marker"), [("a.py", "#"), ("a.tex", "%"), ("a.c", "//"), ("a.yml", "#")])
def test_comments_of_other_languages_leave_links_out_too(name: str, marker: str, collect: Collect) -> None:
    collection = collect(name, f"{marker} papertrace: ignore\nx https://example.org/a\nx https://example.org/b\n")

    assert collection.urls == ("https://example.org/b",)


def test_files_and_headings_are_looked_up(collect: Collect) -> None:
    (collect.folder / "b.md").write_text("# A heading\n", encoding="utf-8")
    (collect.folder / ".git").mkdir()
    text = """\
# Top
[1](b.md) [2](b.md#a-heading) [3](b.md#none) [4](c.md) [5](#top) [6](#none) [7](../../x.md) [8](/etc/hosts)
[9](b.md#L1) [10](./)
"""

    assert verdicts(collect("docs/a.md", text.replace("](b.md", "](../b.md"))) == [
        ("b.md", Outcome.ALIVE, "the file exists"),
        ("b.md#a-heading", Outcome.ALIVE, "the heading exists"),
        ("b.md#none", Outcome.DEAD, "no such heading"),
        ("docs/c.md", Outcome.DEAD, "no such file"),
        ("docs/a.md#top", Outcome.ALIVE, "the heading exists"),
        ("docs/a.md#none", Outcome.DEAD, "no such heading"),
        ("../x.md", Outcome.SKIPPED, "outside the repository"),
        ("/etc/hosts", Outcome.SKIPPED, ABSOLUTE),
        ("b.md#L1", Outcome.ALIVE, "the file exists; its fragment is not checked"),
        ("docs", Outcome.ALIVE, "the file exists"),
    ]


def test_a_symbolic_link_out_of_the_repository_is_not_followed(
    collect: Collect, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (collect.folder / "out").symlink_to(tmp_path_factory.mktemp("elsewhere"))

    assert verdicts(collect("a.md", "[a](out/x.md)\n"))[0][1:] == (Outcome.SKIPPED, "outside the repository")


def test_a_pipe_is_read_once(collect: Collect, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    writer = Thread(target=(tmp_path / "pipe.md").write_text, args=(LISTING,))
    writer.start()

    collection = papertrace.collect_links(["pipe.md"], on_problem=collect.problems.append)

    writer.join()
    assert "https://example.org/tool" in collection.urls
    assert collection.n_papers == 2


def test_links_of_a_file_too_long_for_a_listing_are_read(collect: Collect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_LISTING_BYTES", len(LISTING) - 1)

    collection = collect("long.md", LISTING)

    assert (collection.n_papers, len(collection.urls)) == (0, 6)
    assert [str(one) for one in collect.problems if one.harmless] == [
        "long.md:1:1: is over 0 MiB; its links are read without papers (--papers-only reads papers)"
    ]
    assert collect("long.md", LISTING, papers_only=True).n_papers == 2


def test_links_beyond_a_limit_are_reported(collect: Collect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_links, "MAX_LINKS", 2)

    collection = collect("many.txt", "".join(f"see https://example.org/{number}\n" for number in range(9)))

    assert len(collection.urls) == 3
    assert [str(one) for one in collect.problems] == [
        "many.txt:3:5: more than 2 links; those from here on are not read; split the file"
    ]
    assert main(["audit", "many.txt", "--list", "-o", "links.txt"]) == 2


def test_extracted_papers_are_read_once(collect: Collect, tmp_path: Path) -> None:
    collect("list.md", LISTING)
    assert main(["extract", "list.md", "-o", str(tmp_path / "papers.jsonl")]) == 0

    collection = papertrace.collect_links(["papers.jsonl"])

    assert {at.source for _, at in collection.links} == {"list.md"}
    assert len(collection.links) == len(collection.urls)


def test_links_of_a_workbook_are_known_from_its_papers(collect: Collect, tmp_path: Path) -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Papers")
    sheet.append(("Title", "Authors", "URL"))
    sheet.append(("Tides of Frost in Harbours", "Ada Doe", "https://example.org/tides"))
    sheet.append(("Salt and the Ice of Ports", "Rob Roe", "https://example.org/salt"))
    book.save(tmp_path / "papers.xlsx")

    collection = papertrace.collect_links(["papers.xlsx"], on_problem=collect.problems.append)

    assert [(link.url, bool(at.id)) for link, at in collection.links] == [
        ("https://example.org/tides", True),
        ("https://example.org/salt", True),
    ]


def test_urls_are_accepted_as_arguments(collect: Collect) -> None:
    collection = papertrace.collect_links(
        ["https://example.org/a", "http://intranet/"], on_problem=collect.problems.append
    )

    assert collection.urls == ("https://example.org/a",)
    assert [outcome for _, outcome, _ in verdicts(collection)] == [Outcome.SKIPPED]


def test_a_list_shows_the_links_to_request_with_their_locations(collect: Collect) -> None:
    collection = collect("a.md", "[a](https://ada:pw@example.org/a) https://example.org/b https://example.com/c\n")

    settings = papertrace.AuditSettings(exclude=("example.com",), audits_reserved=True)
    assert list(list_links(collection, settings)) == [
        "a.md:1:5  https://example.org/a\n",
        "a.md:1:35  https://example.org/b\n",
    ]


def test_links_that_have_a_verdict_already_are_in_the_result(collect: Collect) -> None:
    collection = collect("a.md", "[a](none.md) [b](http://intranet/x)\n")

    result = papertrace.audit_links(collection)

    found = [(one.verdict.link.url, one.verdict.outcome, one.occurrences[0].location) for one in result.findings]
    assert found == [
        ("none.md", Outcome.DEAD, "a.md:1:5"),
        ("http://intranet/x", Outcome.SKIPPED, "a.md:1:18"),
    ]
    assert result.fails(result.findings[0])


def test_many_links_are_kept_on_disk_and_listed_the_same(collect: Collect, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "README.md": LISTING + "<!-- papertrace: ignore -->\nhttps://example.org/left-out\n",
        "page.html": '<p>https://example.org/2 <a href="https://example.org/1">one</a></p>\n' * 3,
        "urls.txt": "https://example.org/a\nhttps://github.com/acme/b\nhttps://example.org/a\nnone.\n",
    }
    for name, text in texts.items():
        collect(name, text)
    expected = papertrace.collect_links([*texts])
    monkeypatch.setattr(document_links, "MAX_IN_MEMORY", 1)
    monkeypatch.setattr(link_collection, "MAX_IN_MEMORY", 1)

    found = papertrace.collect_links([*texts])

    assert isinstance(expected.links, tuple)
    assert not isinstance(found.links, tuple)
    assert tuple(found.links) == expected.links
    assert found.verdicts == expected.verdicts
    assert (found.account, found.urls, repr(found)) == (expected.account, expected.urls, repr(expected))


def test_links_of_a_document_are_in_order_though_they_were_found_in_another() -> None:
    spans = [Span("a.html", line, column) for line, column in ((2, 5), (1, 9), (1, 3), (4, 1), (3, 1))]
    found = DocumentLinks(source="a.html", ignored_lines={4})
    found.known_lines.add(3)
    for number, span in enumerate(spans):
        found.add(Link(raw=f"{number}", url=f"https://example.org/{number}", span=span, kind=LinkKind.PAGE))

    found.finish()

    assert [link.raw for link in found.links] == ["2", "1", "0"]
    assert found.left_out == [(LeftOut.IGNORED, "https://example.org/3")]


def test_line_numbers_are_those_that_were_added() -> None:
    lines = LineNumbers()
    assert not lines
    lines.add(7)
    lines.add(3)

    assert lines
    assert [line for line in range(1, 12) if line in lines] == [3, 7]


@pytest.mark.parametrize("many", [0, 100])
def test_distinct_texts_are_counted_however_many_there_are(monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    monkeypatch.setattr(link_collection, "_MANY", many)
    count = DistinctCount(f"https://example.org/{number % 7}" for number in range(50))
    count.add("\ud800")

    assert (count.total(), DistinctCount().total()) == (8, 0)


@pytest.mark.parametrize("fragment", ["tides_frost", "1-tides-frost", "tides-frost-"])
def test_headings_that_other_programs_name_so_are_suspect(fragment: str, collect: Collect) -> None:
    collection = collect("a.md", f"# Tides & Frost\n\n[a](#{fragment}) [b](#tides)\n")

    assert [(outcome, reason) for _, outcome, reason in verdicts(collection)] == [
        (Outcome.SUSPECT, "no such heading; GitHub calls it #tides--frost, other programs may not"),
        (Outcome.DEAD, "no such heading"),
    ]


def test_no_line_of_a_list_of_links_is_a_command(collect: Collect) -> None:
    collection = collect("::error::x.md", "[a](https://example.org/a)\n")

    assert [*list_links(collection, papertrace.AuditSettings(audits_reserved=True))] == [
        "\\x3a:error::x.md:1:5  https://example.org/a\n"
    ]


def test_a_template_is_shown_with_the_attributes_that_are_known(collect: Collect) -> None:
    collection = collect("a.adoc", ":home: https://example.org\n\n{home}/{version}/a[A]\n")

    assert verdicts(collection) == [
        ("https://example.org/{version}/a", Outcome.SKIPPED, "contains a template placeholder")
    ]
    assert collection.verdicts[0][0].link.raw == "{home}/{version}/a"


def test_asciidoc_in_a_module_of_antora_refers_to_all_pages_and_images(collect: Collect, tmp_path: Path) -> None:
    module = tmp_path / "modules" / "ROOT"
    for name in ("pages/goals/a.adoc", "pages/b.adoc", "images/i.png", "attachments/c.zip", "nav.adoc"):
        (module / name).parent.mkdir(parents=True, exist_ok=True)
        (module / name).write_text("== Own\n\n", encoding="utf-8")
    text = "xref:b.adoc#own[B] xref:goals/a.adoc[A] image::i.png[] xref:attachment$c.zip[C] xref:gone.adoc[G]\n"
    (module / "pages" / "goals" / "a.adoc").write_text(text, encoding="utf-8")
    (module / "nav.adoc").write_text("* xref:b.adoc[]\n* xref:gone.adoc[]\n", encoding="utf-8")

    collection = papertrace.collect_links(["modules"], on_problem=collect.problems.append)

    assert [(one.link.raw, one.outcome) for one, _ in collection.verdicts] == [
        ("b.adoc", Outcome.ALIVE),
        ("gone.adoc", Outcome.DEAD),
        ("b.adoc#own", Outcome.ALIVE),
        ("goals/a.adoc", Outcome.ALIVE),
        ("i.png", Outcome.ALIVE),
        ("attachment$c.zip", Outcome.ALIVE),
        ("gone.adoc", Outcome.DEAD),
    ]


@pytest.mark.parametrize("file", ["gone.adoc", "{parts}/x.adoc"])
def test_a_heading_may_be_in_an_included_file_that_is_missing(file: str, collect: Collect) -> None:
    collection = collect("a.adoc", f"= All\n\ninclude::{file}[]\n\n<<inner>>\n")

    reason = "no such heading in this part of the document"
    assert verdicts(collection) == [("a.adoc#inner", Outcome.SUSPECT, reason)]


@cases("text, outcome")
def test_what_others_may_define_is_not_dead(text: str, outcome: Outcome, collect: Collect) -> None:
    assert [one for _, one, _ in verdicts(collect("a.adoc", text))] == [outcome]


def test_paths_of_homes_and_of_other_components_are_skipped(collect: Collect, tmp_path: Path) -> None:
    pages = tmp_path / "modules" / "ROOT" / "pages"
    pages.mkdir(parents=True)
    (pages / "a.adoc").write_text("xref:2.0@other:b.adoc[B]\n", encoding="utf-8")
    antora = papertrace.collect_links(["modules"], on_problem=collect.problems.append)

    assert [one.outcome for one, _ in antora.verdicts] == [Outcome.SKIPPED]
    assert [one for _, one, _ in verdicts(collect("a.org", "[[~/b.org]] [[file:~ada/c.org]]\n"))] == [
        Outcome.SKIPPED
    ] * 2


def test_many_missing_headings_take_time_in_proportion_to_their_number(collect: Collect) -> None:
    n = 3_000
    text = "= T\n\n" + "".join(f"== h{i}\n<<g{i}>>\n" for i in range(n))
    start = process_time()
    collection = collect("a.adoc", text)

    assert len(collection.verdicts) == n
    assert process_time() - start < 8


def test_only_files_are_read_for_anchors(collect: Collect, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.adoc")
    (tmp_path / "loop.adoc").symlink_to("loop.adoc")
    (tmp_path / "folder.adoc").mkdir()
    for file in ("pipe.adoc", "loop.adoc", "folder.adoc", "words.txt"):
        collection = collect("a.adoc", f"= All\n\ninclude::{file}[]\n\n<<inner>>\n")

        assert [outcome for _, outcome, _ in verdicts(collection)] == [Outcome.SUSPECT]


def test_nothing_outside_of_the_repository_is_included(collect: Collect, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    inside = tmp_path / "inside"
    for folder in (outside, inside, inside / ".git"):
        folder.mkdir()
    (outside / "b.adoc").write_text("[[inner]]\n", encoding="utf-8")
    (inside / "c.adoc").symlink_to(outside / "b.adoc")
    for file in ("../outside/b.adoc", "c.adoc", outside / "b.adoc"):
        (inside / "a.adoc").write_text(f"= All\n\ninclude::{file}[]\n\n<<inner>>\n", encoding="utf-8")
        collection = papertrace.collect_links([inside / "a.adoc"], on_problem=collect.problems.append)

        assert [one.outcome for one, _ in collection.verdicts] == [Outcome.SUSPECT]


def outcomes(collection: LinkCollection) -> list[Outcome]:
    return [outcome for _, outcome, _ in verdicts(collection)]


@pytest.mark.parametrize("tag", ["{{< include >}}", "{% include a.md %}", '--8<-- "a.md"'])
def test_a_heading_that_a_template_lacks_may_be_filled_in(tag: str, collect: Collect) -> None:
    assert outcomes(collect("a.md", f"# A\n\n{tag}\n\n[a](#none)\n")) == [Outcome.SUSPECT]
    assert outcomes(collect("a.md", f"# A\n\n`{tag}`\n\n[a](#none)\n")) == [Outcome.DEAD]


@pytest.mark.parametrize("address", ["$relpath^a.html", "%s", "%PUBLIC_URL%/a.ico", "$BRANCH_URL"])
def test_addresses_of_templates_without_braces_are_skipped(address: str, collect: Collect) -> None:
    assert outcomes(collect("a.html", f"<a href={address}>a</a>")) == [Outcome.SKIPPED]
