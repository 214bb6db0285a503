"""User names and passwords in links are never sent, printed, stored or recorded."""

import re
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASSETTES

from papertrace.cli import main
from papertrace.cli.values import list_reports
from papertrace.model.addresses import hide_userinfo

CASSETTE = CASSETTES / "audit" / "run" / "tour.yaml"
PASSWORD = "sesame"  # noqa: S105 - it opens nothing
LISTINGS = {
    "urls.txt": """\
http://name:sesame@www.example.org/gone
http://sesame@www.example.org/moved
http://name:sesame@[half/
http://name:sesame@www.example.org:eighty/
http://name:sesame@/alive
ftp://name:sesame@www.example.org/file
http://name:sesame@www.example.org\\@other.example.org/x
//name:sesame@www.example.org/gone
name:sesame@www.example.org/gone
""",
    "capture.txt": """\
GridWeave: Packing Sparse Tiles for Tensor Cores

Sparse tiles waste tensor cores. Our code is available at http://name:sesame@www.example.org/gone.

  • 3 authors
·
Dec 9, 2025

HarborFlow at http://name:sesame@www.example.org/gone: Expert Parallelism

Expert parallelism stalls. We release our code at http://name:sesame@www.example.org/soft-404.

  • 5 authors
·
Jan 24, 2025
""",
    "list.md": """\
# Awesome

- [HarborFlow](http://name:sesame@www.example.org/gone) - Our code is at <http://name:sesame@www.example.org/moved>.
- [Lantern http://name:sesame@www.example.org/gone](http://name:sesame@www.example.org/moved) - Tiles.
- [Quill](http://name:sesame@www.example.org/soft-404) - [code](http://name:sesame@www.example.org/forbidden)
""",
    "papers.bib": """\
@article{a, title = {Lantern}, url = {http://name:sesame@www.example.org/gone},
  note = {Code: \\url{http://name:sesame@www.example.org/moved}}}
""",
}


@pytest.fixture(params=LISTINGS)
def listing(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    path.write_text(LISTINGS[path.name], encoding="utf-8")
    return path


def test_no_report_and_no_message_prints_one(listing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reports = {form: tmp_path / f"{form}.out" for form in list_reports()}
    forms = [f"--also={form}={path}" for form, path in reports.items()]
    status = main(["audit", str(listing), "--cassette", str(CASSETTE), *forms])

    captured = capsys.readouterr()
    assert status == 1
    assert PASSWORD not in captured.err
    for text in (captured.out, *(path.read_text("utf-8") for path in reports.values())):
        assert "www.example.org/gone" in text
        assert PASSWORD not in text


@pytest.mark.parametrize("option", ["--only=github.com", "--summary", "--compare=last"])
def test_nor_does_what_else_can_be_told(listing: Path, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    store = listing.with_suffix(".sqlite")
    for options in ([], [option]):
        main(["audit", str(listing), "--cassette", str(CASSETTE), "--store", str(store), *options])

    captured = capsys.readouterr()
    kept = b"".join(path.read_bytes() for path in listing.parent.glob("*.sqlite*"))
    assert "link" in captured.out
    assert kept.startswith(b"SQLite format 3")
    assert PASSWORD not in captured.out + captured.err
    assert PASSWORD.encode() not in kept


def test_a_replay_that_lacks_a_request_does_not_name_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing = tmp_path / "urls.txt"
    listing.write_text("http://name:sesame@www.example.org/elsewhere\n", encoding="utf-8")

    status = main(["audit", str(listing), "--cassette", str(CASSETTE)])

    captured = capsys.readouterr()
    assert status == 2
    assert "no recording of GET http://www.example.org/elsewhere" in captured.err
    assert PASSWORD not in captured.out + captured.err


SPELLINGS = {
    "as it should be": "https://bob:SECRET@host.example/",
    "as a user": "https://SECRET@host.example/",
    "encoded": "https://bob:SECRET%40host.example/",
    "encoded twice": "https://bob:SECRET%2540host.example/",
    "wholly encoded": "https://redirect.example/?u=https%3A%2F%2Fbob%3ASECRET%40host.example%2F",
    "full width": "https://bob:SECRET\N{FULLWIDTH COMMERCIAL AT}host.example/",
    "small": "https://bob:SECRET\N{SMALL COMMERCIAL AT}host.example/",
    "a reference": "https://bob:SECRET&#64;host.example/",
    "a hexadecimal reference": "https://bob:SECRET&#x40;host.example/",
    "a named reference": "https://bob:SECRET&commat;host.example/",
    "an escape": r"https://bob:SECRET\u0040host.example/",
    "two lines": "https://bob:SEC\nRET@host.example/",
    "two indented lines": "https://bob:SEC\n    RET@host.example/",
    "two lines after the colon": "https://bob:\nSECRET@host.example/",
    "two lines, joined": "https://bob:SEC RET@host.example/",
    "the first of two lines": "https://bob:SEC",
    "a slash": "https://bob:SEC/RET@host.example/",
    "a question mark": "https://bob:SEC?RET@host.example/",
    "a hash": "https://bob:SEC#RET@host.example/",
    "an at sign": "https://bob:SEC@RET@host.example/",
    "a quotation mark": 'https://bob:SEC"RET@host.example/',
    "a zero-width space": "https://bob:SEC\N{ZERO WIDTH SPACE}RET@host.example/",
    "one slash": "https:/bob:SECRET@host.example/",
    "three slashes": "https:///bob:SECRET@host.example/",
    "no slash": "https:bob:SECRET@host.example/",
    "backslashes": r"https:\\bob:SECRET@host.example/",
    "no scheme": "//bob:SECRET@host.example/",
    "another scheme": "git+https://bob:SECRET@host.example/",
    "capitals": "HTTPS://BOB:SECRET@HOST.EXAMPLE/",
    "in another address": "https://web.archive.org/web/2020/https://bob:SECRET@host.example/",
}


@pytest.mark.parametrize("url", SPELLINGS.values(), ids=SPELLINGS)
def test_no_spelling_of_a_password_is_kept(url: str) -> None:
    hidden = hide_userinfo(url)

    assert not re.search("SEC|RET", hidden.replace("redirect", ""))
    assert hide_userinfo(hidden) == hidden


@cases("text")
def test_what_is_no_password_is_kept(text: str) -> None:
    assert hide_userinfo(text) == text


def test_no_spelling_reaches_a_report_or_a_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listings = [str(tmp_path / f"{number}.md") for number in range(len(SPELLINGS))]
    for listing, url in zip(listings, SPELLINGS.values(), strict=True):
        Path(listing).write_text(f"# Tools\n\n- [Tiles]({url}) and <{url}>, {url}.\n", encoding="utf-8")

    main(["audit", *listings, "--proxy", "http://127.0.0.1:9", "--store", "none"])
    audited = capsys.readouterr()
    main(["audit", "--list", *listings])
    listed = capsys.readouterr()

    shown = f"{audited.out}{audited.err}{listed.out}{listed.err}"
    assert "host.example" in shown
    assert re.findall(".*(?:SEC|RET).*", shown) == []


@cases("arguments")
def test_no_message_repeats_the_password_in_an_argument(
    arguments: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("urls.txt").write_text("https://www.example.org/\n", encoding="utf-8")
    name, space, value = arguments.partition(" ")
    try:
        status = main(["audit", "urls.txt", name, *([value] if space else [])])
    except SystemExit as ended:
        status = int(str(ended.code))

    captured = capsys.readouterr()
    assert status == 2
    assert captured.err
    assert "SECRET" not in captured.out + captured.err


def test_no_form_of_a_graph_and_no_extracted_paper_has_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing, extracted, graphs = tmp_path / "papers.bib", tmp_path / "papers.jsonl", tmp_path / "graphs"
    # In prose, half a password is not told from other words.
    texts = " and ".join(url for name, url in SPELLINGS.items() if name != "the first of two lines")
    listing.write_text(
        "@article{a, title = {Tiles of https://bob:SECRET@host.example/},"
        " journal = {At https://bob:SECRET@host.example/},"
        " url = {https://bob:SECRET@host.example/a}, keywords = {https://bob:SECRET@host.example/k},"
        " note = {Code: \\url{https://bob:SECRET@github.com/made/up}},"
        f" abstract = {{Sparse tiles. {texts}}}}}\n"
        "@article{b, title = {More tiles}, url = {https://bob:SECRET@github.com/made/up},"
        " abstract = {Sparse tiles.}}\n",
        encoding="utf-8",
    )
    forms = "html,graphml,csv,gexf,cytoscape,json,vosviewer,svg,pyvis"
    assert main(["extract", str(listing), "-o", str(extracted)]) == 0
    assert main(["build", str(listing), "-o", str(graphs), "--to", forms]) == 0
    assert main(["explain", str(listing), "tiles", "more tiles"]) in {0, 2}

    captured = capsys.readouterr()
    written = [path.read_text("utf-8") for path in (extracted, *graphs.iterdir())]
    assert len(written) >= 10
    for text in (*written, captured.out, captured.err):
        assert re.findall(r".{30}(?:SECRET|\bSEC\b|\bRET@).{9}", text) == []


def test_a_graph_of_extracted_papers_of_an_earlier_version_has_none(tmp_path: Path) -> None:
    extracted, graphs = tmp_path / "papers.jsonl", tmp_path / "graphs"
    (tmp_path / "papers.bib").write_text("@article{a, title = {Tiles}, url = {https://host.example/a}}\n", "utf-8")
    assert main(["extract", str(tmp_path / "papers.bib"), "-o", str(extracted)]) == 0
    extracted.write_text(extracted.read_text("utf-8").replace("//host", "//bob:SECRET@host"), "utf-8")

    assert main(["graph", str(extracted), "-o", str(graphs), "--to", "html,graphml,json"]) == 0

    assert "host.example/a" in (graphs / "papers.graphml").read_text("utf-8")
    assert not [path for path in graphs.iterdir() if "SECRET" in path.read_text("utf-8")]
