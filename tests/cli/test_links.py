"""Symbolic links in folders, and files without an end: what a folder's owner put there decides nothing outside."""

import json
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASSETTES

from papertrace.cli import main

REPLAY = ("--cassette", str(CASSETTES / "audit" / "run" / "tour.yaml"), "--store", "none")
TEXT = "# Tools\n\nSee http://www.example.org/moved and http://www.example.org/alive.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a file, a link to another one within it, and links to a file and a folder outside."""
    folder, outside = tmp_path / "inside", tmp_path / "outside"
    for path in (folder, outside):
        path.mkdir()
        (path / "list.md").write_text(TEXT, "utf-8")
    (outside / "list.md").write_text(TEXT + "Also http://www.example.org/outside.\n", "utf-8")
    (folder / "sub").mkdir()
    (folder / "sub" / "within.md").symlink_to("../list.md")
    (folder / "leaking.md").symlink_to("../outside/list.md")
    (folder / "more.md").symlink_to(outside / "list.md")
    (folder / "twice.md").symlink_to("leaking.md")
    (folder / "all").symlink_to(outside)
    (folder / "nowhere.md").symlink_to("../absent.md")
    return folder


def test_links_out_of_a_folder_are_not_audited_and_that_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["audit", str(folder), "--list", "--reserved"])
    captured = capsys.readouterr()
    assert "www.example.org/alive" in captured.out
    assert "www.example.org/outside" not in captured.out
    for name in ("leaking.md", "more.md", "twice.md"):
        assert f"{name}:1:1: a symbolic link out of {folder}, not followed (--follow-links follows it)" in captured.err
    assert "all:1:1: a symbolic link out of" in captured.err
    assert "nowhere.md" not in captured.err

    main(["audit", str(folder), "--list", "--follow-links", "--reserved"])
    assert "www.example.org/outside" in capsys.readouterr().out


def test_a_link_that_is_named_is_followed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["audit", str(folder / "leaking.md"), "--list", "--reserved"])
    assert "www.example.org/outside" in capsys.readouterr().out


LISTED = """# Papers

- [Frost in Harbours](https://arxiv.org/abs/2401.00001), A. Doe, 2021. [Code](https://github.com/acme/frost "it")
- [Tides of Ropes](https://arxiv.org/abs/2401.00002). B. Roe, C. Poe. Talk: https://example.com/talk, see [1].

| Title | Links |
|---|---|
| Knots of Winter, [paper][k] | <https://example.com/knots> |

[k]: https://arxiv.org/abs/2401.00003
"""


def test_links_are_listed_without_papers_as_with_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "papers.md"
    path.write_text(LISTED, "utf-8")
    main(["audit", str(path), "--list", "--reserved"])
    alone = capsys.readouterr()
    main(["audit", str(path), "--list", "--reserved", "--strict"])
    of_papers = capsys.readouterr()
    assert "papers, " not in alone.err
    assert "papers, " in of_papers.err
    assert sorted(alone.out.splitlines()) == sorted(of_papers.out.splitlines())
    assert len(alone.out.splitlines()) == 6


def test_nothing_outside_is_fixed_unless_links_are_followed(folder: Path) -> None:
    inside, outside = folder / "list.md", folder.parent / "outside" / "list.md"
    outside.write_text(TEXT, "utf-8")
    main(["audit", str(folder), "--fix", *REPLAY])
    assert inside.read_text("utf-8") == TEXT.replace("/moved", "/alive/new-place")
    assert outside.read_text("utf-8") == TEXT

    inside.write_text(TEXT, "utf-8")
    main(["audit", str(folder), "--fix", "--follow-links", *REPLAY])
    assert outside.read_text("utf-8") != TEXT
    assert (folder / "leaking.md").is_symlink()


@pytest.mark.parametrize("command", ["extract", "build"])
def test_papers_are_not_read_through_links_out_of_a_folder(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    for path in folder.parent.rglob("list.md"):
        path.write_text(f"@misc{{a, title = {{Tiles {path.parent.name}}}, year = 2020}}\n", "utf-8")
        path.rename(path.with_suffix(".bib"))
    (folder / "leak.bib").symlink_to("../outside/list.bib")
    output = ["-o", "papers.jsonl" if command == "extract" else "graphs", *(["--to", "csv"] * (command == "build"))]

    assert main([command, "inside", *output]) == 0
    written = "".join(path.read_text("utf-8") for path in Path().glob(output[1]) if path.is_file())
    written += "".join(path.read_text("utf-8") for path in Path().glob("graphs/*"))
    assert "Tiles inside" in written
    assert "Tiles outside" not in written
    assert "leak.bib:1:1: a symbolic link out of inside, not followed" in capsys.readouterr().err

    assert main([command, "inside", "--follow-links", *output]) == 0
    written = "".join(path.read_text("utf-8") for path in (*Path().glob("*.jsonl"), *Path().glob("graphs/*")))
    assert "Tiles outside" in written


def test_no_link_in_the_output_folder_leads_a_file_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("graphs").mkdir()
    Path("precious").write_text("kept", "utf-8")
    Path("graphs/papers.json").symlink_to("../precious")
    Path("graphs/papers.gexf").symlink_to("within")

    assert main(["build", "-o", "graphs", "--to", "json,gexf"]) == 2

    assert Path("precious").read_text("utf-8") == "kept"
    assert "graphs/papers.json: is a symbolic link out of graphs; remove it" in capsys.readouterr().err
    assert "<gexf" in Path("graphs/within").read_text("utf-8")


@cases("arguments")
def test_a_file_without_an_end_is_refused(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("papertrace.pipeline.reading.MAX_PIPE_BYTES", 1 << 20)
    monkeypatch.setattr("papertrace.pipeline.reading.MAX_BYTES", 1 << 20)
    monkeypatch.setattr("papertrace.web.cassette.MAX_FILE_BYTES", 1 << 20)
    Path("urls.txt").write_text("http://www.example.org/\n", "utf-8")
    Path("endless").symlink_to("/dev/zero")

    assert main([*arguments, *(["--store", "none"] if arguments[0] == "audit" else [])]) == 2
    assert "papertrace: " in capsys.readouterr().err


def test_an_endless_list_of_patterns_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".papertraceignore").symlink_to("/dev/zero")
    Path("urls.txt").write_text("http://www.example.org/\n", "utf-8")

    assert main(["audit", "urls.txt", "--list"]) == 2
    assert ".papertraceignore: " in capsys.readouterr().err


def test_a_link_named_for_the_report_is_followed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    Path("report.jsonl").symlink_to("reports.jsonl")
    main(["audit", str(folder / "list.md"), "--format", "jsonl", "-o", "report.jsonl", *REPLAY])
    assert Path("report.jsonl").is_symlink()
    assert {json.loads(line)["url"] for line in Path("reports.jsonl").read_text("utf-8").splitlines()}
