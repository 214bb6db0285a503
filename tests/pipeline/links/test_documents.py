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


def test_links_of_a_listing_are_in_papers_or_elsewhere(collect: Collect) -> None:
    collection = collect("README.md", LISTING)

    occurrences = {link.url: (at.title.partition(":")[0], at.is_elsewhere) for link, at in collection.links}
    assert occurrences == {
        "https://example.org/guide": ("", True),
        "https://example.org/harbor": ("HarborFlow", False),
        "https://github.com/acme/harbor": ("HarborFlow", False),
        "https://example.org/lantern": ("Lantern", False),
        "https://example.org/lantern.svg": ("Lantern", False),
        "https://example.org/tool": ("", True),
    }
    assert collection.account == "6 links: 4 in 2 papers, 2 elsewhere; not among them: 1 to files and headings"


README = """\
# Tiles

- [Getting started with tiles on a laptop](https://example.org/start)
- [Writing your first kernel in an hour](https://example.org/kernel)

## About

"""


def test_the_items_of_a_readme_are_not_papers(collect: Collect) -> None:
    others = "".join(f"Part {n} is described at <https://example.org/part/{n}>.\n\n" for n in range(10))

    collection = collect("README.md", README + others)

    assert {at.title for _, at in collection.links} == {""}
    assert collection.account == "12 links"


def test_a_document_that_is_declared_a_listing_is_read_as_one(collect: Collect) -> None:
    others = "".join(f"Part {n} is described at <https://example.org/part/{n}>.\n\n" for n in range(10))

    collection = collect("README.md", README + others, papers_only=True)

    assert {at.title for _, at in collection.links} == {
        "Getting started with tiles on a laptop",
        "Writing your first kernel in an hour",
    }


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


REFERENCES = """\
# Awesome tiles

- **HarborFlow: Expert Parallelism for Sparse Tiles** (2024). [code][harbor], [page][]
- **Lantern: Packing Tiles for Tensor Cores** (2025). [code](https://github.com/acme/lantern)

Built with [this][tool] and [Lantern](https://github.com/acme/lantern).

[harbor]: https://github.com/acme/harbor
[page]: https://example.org/harbor "Page"
[tool]: https://example.org/tool
"""


def test_an_address_that_a_paper_refers_to_is_only_at_the_paper(collect: Collect) -> None:
    collection = collect("README.md", REFERENCES)

    assert [(link.url.partition("//")[2], at.line, at.is_elsewhere) for link, at in collection.links] == [
        ("github.com/acme/harbor", 3, False),
        ("example.org/harbor", 3, False),
        ("github.com/acme/lantern", 4, False),
        ("github.com/acme/lantern", 6, True),
        ("example.org/tool", 10, True),
    ]


def test_papers_only_leaves_the_other_links_out_and_counts_them(collect: Collect) -> None:
    collection = collect("README.md", LISTING, papers_only=True)

    assert collection.account == "4 links: 4 in 2 papers; not among them: 2 elsewhere"


def test_papers_only_rejects_a_file_that_is_not_a_listing(collect: Collect) -> None:
    with pytest.raises(ListingError, match="notes"):
        collect("notes.md", "See https://example.org/a\n", papers_only=True)


def test_a_document_that_is_not_a_listing_is_audited(collect: Collect) -> None:
    collection = collect("notes.txt", "Buy milk.\nSee https://example.org/a.\n")

    assert [(link.url, at.location, at.is_elsewhere) for link, at in collection.links] == [
        ("https://example.org/a", "notes.txt:2:5", False)
    ]


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


def test_a_line_of_a_url_list_without_a_scheme_is_skipped(collect: Collect) -> None:
    collection = collect("urls.txt", "https://example.org/a\nhttps://example.org/b\nexample.org/y\n")

    assert collection.urls == ("https://example.org/a", "https://example.org/b")
    assert verdicts(collection) == [
        ("example.org/y", Outcome.SKIPPED, "has no scheme; if it is a URL, write https:// before it")
    ]


def test_mail_and_ftp_addresses_are_counted_as_not_http(collect: Collect) -> None:
    text = "[write](mailto:ada@example.org) ftp://ftp.example.org/x\n"

    assert collect("a.md", text).account == "0 links; not among them: 2 not http"


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


def test_a_link_of_a_paper_is_ignored_too(collect: Collect) -> None:
    collection = collect("README.md", LISTING.replace("- [Lantern", "<!-- papertrace: ignore -->\n- [Lantern"))

    assert "https://example.org/lantern" not in collection.urls


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


def test_an_invalid_base_is_skipped_with_the_reason(collect: Collect) -> None:
    collection = collect("page.html", '<base href="http://[x"><a href="a">a</a> <a href="https://example.org/b">b</a>')

    assert collection.urls == ("https://example.org/b",)
    assert ("a", Outcome.SKIPPED, "is not a valid URL") in verdicts(collection)


def test_markup_after_an_address_is_no_placeholder(collect: Collect) -> None:
    collection = collect("notes.yaml", 'note: "https://example.org/a<br>more at https://example.org/<name>"\n')

    assert collection.urls == ("https://example.org/a",)


def test_addresses_joined_in_one_string_are_two(collect: Collect) -> None:
    collection = collect("links.json", '{"a": "https://example.org/2,https://example.org/3"}\n')

    assert collection.urls == ("https://example.org/2", "https://example.org/3")


def test_anchors_of_inline_elements_are_known(collect: Collect) -> None:
    collection = collect("page.html", '<p><b id="sec">x</b> <a href="#sec">x</a></p>\n')

    assert [outcome for _, outcome, _ in verdicts(collection)] == [Outcome.ALIVE]


def test_each_occurrence_of_an_address_is_a_link(collect: Collect) -> None:
    collection = collect("notes.txt", "see https://example.org/a and https://example.org/a again\n")

    assert [(link.url, at.column) for link, at in collection.links] == [
        ("https://example.org/a", 5),
        ("https://example.org/a", 31),
    ]
    assert collection.verdicts == ()


def test_a_module_of_source_code_hides_no_address(collect: Collect) -> None:
    collection = collect("main.py", 'import_("github.com/acme/x", "https://github.com/acme/x")\n')

    assert collection.urls == ("https://github.com/acme/x",)
    assert collection.verdicts == ()


def test_a_line_without_a_scheme_in_a_short_list_is_skipped_with_the_reason(collect: Collect) -> None:
    collection = collect("list.txt", "https://example.org/1\nexample.org/2\n")

    assert collection.urls == ("https://example.org/1",)
    assert verdicts(collection) == [
        ("example.org/2", Outcome.SKIPPED, "has no scheme; if it is a URL, write https:// before it")
    ]


def test_rows_that_begin_with_urls_are_a_table(collect: Collect) -> None:
    rows = "".join(f"https://example.org/{n},https://example.org/works/{n},1\n" for n in range(9))

    collection = collect("ids.csv", f"doi,work,included\n{rows}")

    assert set(collection.urls) == {f"https://example.org/{path}{n}" for n in range(9) for path in ("", "works/")}


def test_links_of_a_notebook_that_is_not_json_are_found(collect: Collect) -> None:
    collection = collect("notes.ipynb", "not JSON, but see https://example.org/notes\n")

    assert collection.urls == ("https://example.org/notes",)
    assert [str(one) for one in collect.problems] == [
        ("notes.ipynb:1:1: cannot be parsed as notebook (it is not a JSON object); searched line by line instead")
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


def test_imports_in_source_code_are_not_links(collect: Collect) -> None:
    collection = collect("a.go", 'import "github.com/acme/tool/pkg"\n// see https://github.com/acme/tool\n')

    assert collection.urls == ("https://github.com/acme/tool",)


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


def test_pages_that_a_site_would_make_of_a_file_are_suspect(collect: Collect) -> None:
    collect("guide.md", "# Install it\n")

    collection = collect("a.md", "[a](guide.html) [b](guide#install-it) [c](other.html) [d](guide.png)\n")

    suspect = "no such file, but guide.md, of which a site may make it"
    assert verdicts(collection) == [
        ("guide.html", Outcome.SUSPECT, suspect),
        ("guide#install-it", Outcome.SUSPECT, suspect),
        ("other.html", Outcome.DEAD, "no such file"),
        ("guide.png", Outcome.DEAD, "no such file"),
    ]


def test_a_page_has_no_source(collect: Collect) -> None:
    collect("guide.md", "# Install it\n")

    assert [one for _, one, _ in verdicts(collect("a.html", "<a href=guide.html>a</a>"))] == [Outcome.DEAD]


@pytest.mark.parametrize("fragment", ["tides_frost", "1-tides-frost", "tides-frost-"])
def test_headings_that_other_programs_name_so_are_suspect(fragment: str, collect: Collect) -> None:
    collection = collect("a.md", f"# Tides & Frost\n\n[a](#{fragment}) [b](#tides)\n")

    assert [(outcome, reason) for _, outcome, reason in verdicts(collection)] == [
        (Outcome.SUSPECT, "no such heading; GitHub calls it #tides--frost, other programs may not"),
        (Outcome.DEAD, "no such heading"),
    ]


def test_an_address_twice_in_a_paragraph_of_latex_ends_at_its_brace(collect: Collect) -> None:
    collection = collect("a.tex", "\\url{https://example.org/a} or \\href{https://example.org/a}{this}~one.\n")

    assert collection.urls == ("https://example.org/a",)
    assert verdicts(collection) == []


def test_placeholders_between_percent_signs_are_templates(collect: Collect) -> None:
    assert verdicts(collect("a.md", "[a](%%BASE%%/b)\n")) == [
        ("%%BASE%%/b", Outcome.SKIPPED, "contains a template placeholder")
    ]


def test_an_anchor_is_found_as_written_or_decoded(collect: Collect) -> None:
    collection = collect(
        "a.html", '<b id="x%3A-y">x</b> <b id="é">y</b> <a href="#x%3A-y">a</a> <a href="#%C3%A9">b</a>'
    )

    assert [outcome for _, outcome, _ in verdicts(collection)] == [Outcome.ALIVE, Outcome.ALIVE]


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


def test_anchors_of_included_files_are_those_of_the_document(collect: Collect) -> None:
    collect("_part.adoc", "[[inner]]\n== Part\n\n<<outer>>\n")

    collection = collect("a.adoc", "[[outer]]\n= All\n\ninclude::_part.adoc[]\n\n<<inner>> <<none>>\n")

    assert verdicts(collection) == [
        ("a.adoc#inner", Outcome.ALIVE, "the heading exists"),
        ("a.adoc#none", Outcome.DEAD, "no such heading"),
    ]


@pytest.mark.parametrize("file", ["gone.adoc", "{parts}/x.adoc"])
def test_a_heading_may_be_in_an_included_file_that_is_missing(file: str, collect: Collect) -> None:
    collection = collect("a.adoc", f"= All\n\ninclude::{file}[]\n\n<<inner>>\n")

    reason = "no such heading in this part of the document"
    assert verdicts(collection) == [("a.adoc#inner", Outcome.SUSPECT, reason)]


def test_a_part_of_a_document_may_refer_to_the_rest(collect: Collect) -> None:
    assert [outcome for _, outcome, _ in verdicts(collect("_part.adoc", "<<outer>>\n"))] == [Outcome.SUSPECT]


def test_files_that_include_each_other_are_read_once(collect: Collect) -> None:
    collect("b.adoc", "= B\n\ninclude::a.adoc[]\n")

    collection = collect("a.adoc", "= A\n\ninclude::b.adoc[]\ninclude::b.adoc[]\n\n<<none>>\n")

    assert [outcome for _, outcome, _ in verdicts(collection)] == [Outcome.DEAD]


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


def test_headings_with_another_number_are_dead(collect: Collect) -> None:
    collection = collect("a.md", "# 1. Install\n\n# Use\n\n[a](#2-install) [b](#install) [c](#3-use)\n")

    assert [outcome for _, outcome, _ in verdicts(collection)] == [Outcome.DEAD, Outcome.SUSPECT, Outcome.SUSPECT]


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


def test_what_is_missing_beside_a_document_with_front_matter_may_be_beside_its_page(collect: Collect) -> None:
    collection = collect("a.md", "---\npermalink: /b/c/\n---\n[a](img/x.png) [b](y/#part) [c](z.md) [d](#none)\n")

    assert outcomes(collection) == [Outcome.SUSPECT, Outcome.SUSPECT, Outcome.DEAD, Outcome.DEAD]


@pytest.mark.parametrize("tag", ["{{< include >}}", "{% include a.md %}", '--8<-- "a.md"'])
def test_a_heading_that_a_template_lacks_may_be_filled_in(tag: str, collect: Collect) -> None:
    assert outcomes(collect("a.md", f"# A\n\n{tag}\n\n[a](#none)\n")) == [Outcome.SUSPECT]
    assert outcomes(collect("a.md", f"# A\n\n`{tag}`\n\n[a](#none)\n")) == [Outcome.DEAD]


def test_a_page_of_html_that_is_a_template_may_have_more_names_and_another_place(collect: Collect) -> None:
    assert outcomes(collect("a.html", "{{ content }}<a href=#none>a</a><a href=b.html>b</a>")) == [Outcome.SUSPECT] * 2
    assert outcomes(collect("a.html", "<code>{{ x }}</code><a href=#none>a</a>")) == [Outcome.DEAD]


def test_terms_of_a_definition_list_are_names(collect: Collect) -> None:
    assert outcomes(collect("a.md", "`Frost`\n: ice; see [snow](#frost), [thaw](#thaw)\n")) == [
        Outcome.ALIVE,
        Outcome.DEAD,
    ]


def test_labels_of_directives_are_names_and_others_may_be_in_another_document(collect: Collect) -> None:
    collection = collect("a.md", ":::{figure} a.svg\n:label: map\n:::\n\n[a](#map) [b](#elsewhere)\n")

    assert outcomes(collection) == [Outcome.ALIVE, Outcome.SUSPECT]


def test_the_names_of_a_project_of_myst_are_those_of_all_its_documents(collect: Collect) -> None:
    assert outcomes(collect("a.md", "# A\n\n[b](#elsewhere)\n")) == [Outcome.DEAD]

    (collect.folder / "myst.yml").write_text("version: 1\n", encoding="utf-8")

    assert outcomes(collect("a.md", "# A\n\n[b](#elsewhere)\n")) == [Outcome.SUSPECT]


def test_a_name_with_stops_or_colons_is_not_that_of_a_heading(collect: Collect) -> None:
    assert outcomes(collect("a.md", "# A\n\n[a](#acme.tools.Saw) [b](#fig:map) [c](#saw)\n")) == [
        Outcome.SUSPECT,
        Outcome.SUSPECT,
        Outcome.DEAD,
    ]


@pytest.mark.parametrize("address", ["$relpath^a.html", "%s", "%PUBLIC_URL%/a.ico", "$BRANCH_URL"])
def test_addresses_of_templates_without_braces_are_skipped(address: str, collect: Collect) -> None:
    assert outcomes(collect("a.html", f"<a href={address}>a</a>")) == [Outcome.SKIPPED]


def test_escapes_of_an_address_are_no_template(collect: Collect) -> None:
    assert outcomes(collect("a.html", "<a href=%AB%CD%EF%.html>a</a>")) == [Outcome.DEAD]


def test_a_broken_line_among_extracted_papers_is_reported(collect: Collect) -> None:
    good = '{"id":"a","title":"A","links":[],"concepts":[]}'

    collect("papers.jsonl", f"{good}\n{{\n{good}\n")

    assert [(problem.span.line, problem.harmless) for problem in collect.problems] == [(2, False)]
