"""User names and passwords in links are never sent, printed, stored or recorded."""

from pathlib import Path

import pytest
from tests.folders import CASSETTES

from papertrace.cli import main
from papertrace.cli.commands.audit.values import FORMATS

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


@pytest.mark.parametrize("form", FORMATS)
def test_no_report_and_no_message_prints_one(listing: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["audit", str(listing), "--cassette", str(CASSETTE), "--format", form])

    captured = capsys.readouterr()
    assert status == 1
    assert "www.example.org/gone" in captured.out
    assert PASSWORD not in captured.out + captured.err


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
