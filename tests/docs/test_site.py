"""The site of the documentation: it builds without a warning, its links lead somewhere, and it requests nothing."""

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.folders import ROOT
from tools import build_docs, reference

import papertrace
from papertrace.cli.commands import COMMANDS

pytestmark = pytest.mark.slow

_LOADED = re.compile(r"""<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)=["']?(https?:)?//""")


def test_every_page_of_the_sources_is_in_the_navigation(site: Path) -> None:
    index = (site / "index.html").read_text("utf-8")
    pages = [path.relative_to(build_docs.DOCS) for path in build_docs.DOCS.rglob("*.md")]

    assert len(pages) >= 30
    for page in pages:
        assert page.name == "index.md" or f'href="{page.with_suffix(".html").as_posix()}"' in index, page


def test_every_public_name_can_be_linked_to(site: Path) -> None:
    text = (site / "reference" / "api.html").read_text("utf-8")

    assert [name for name in papertrace.__all__ if f'id="papertrace.{name}"' not in text] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_can_be_linked_to(site: Path, command: str) -> None:
    text = (site / "reference" / "commands" / f"{command}.html").read_text("utf-8")
    shown = set(re.findall(r'<span class="pre">(-[^<]+)</span>', html.unescape(text)))

    assert set(reference.options_of(reference.parser_of(command))) <= shown


def test_links_within_the_site_lead_somewhere(site: Path, tmp_path: Path) -> None:
    """Files and headings are looked up on disk; links to the web are left out."""
    pages = [str(path) for path in sorted(site.rglob("*.html")) if path.parent.name != "examples"]
    report = tmp_path / "audit.jsonl"
    files = [option for suffix in ("html", "ipynb", "svg", "yml") for option in ("--only", f"*.{suffix}")]
    program = [sys.executable, "-m", "papertrace", "audit", "--store", "none", "--config", "none"]
    done = subprocess.run(
        [*program, "--format", "jsonl", *files, "-o", str(report), *pages],
        cwd=site,
        check=False,
        capture_output=True,
        text=True,
    )
    found = [json.loads(line) for line in report.read_text("utf-8").splitlines()]

    assert [(one["url"], one["reason"]) for one in found if one["outcome"] == "dead"] == []
    assert done.returncode == 0, done.stderr
    assert sum(one["outcome"] == "alive" for one in found) > 1_000


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    found = [
        (path.name, match[0])
        for path in sorted(site.rglob("*.html"))
        if path.parent.name != "examples"
        for match in _LOADED.finditer(path.read_text("utf-8"))
    ]
    styles = [
        path.name for path in site.rglob("*.css") if re.search(r"@import|url\(.?https?:", path.read_text("utf-8"))
    ]

    assert (found, styles) == ([], [])


def test_the_examples_are_on_the_site(site: Path) -> None:
    shown = {path.name for path in (site / "examples").iterdir()}
    assert shown == {"papers.html", "papers.svg", "audit.html", "audit.jsonl", "tour"}
    assert 'href="examples/papers.html"' in (site / "examples.html").read_text("utf-8")


def test_titles_in_the_report_lead_to_their_papers_on_its_map(site: Path) -> None:
    report = (site / "examples" / "audit.html").read_text("utf-8")
    page = (site / "examples" / "tour" / "papers.html").read_text("utf-8")
    papers = re.findall(r'href="tour/papers\.html#paper=([^"]+)"', report)

    assert len(papers) >= 4
    assert [paper for paper in papers if f'"{paper}"' not in page] == []


def test_a_link_that_leads_nowhere_fails_the_build(tmp_path: Path) -> None:
    if build_docs.find_missing():
        pytest.skip("the documentation is not built: packages of the group docs are missing")
    source = tmp_path / "source"
    source.mkdir()
    (source / "conf.py").write_text("extensions = ['myst_parser']\n", encoding="utf-8")
    (source / "index.md").write_text("# A page\n\n[Gone](gone.md)\n", encoding="utf-8")

    assert build_docs.run_sphinx(source, tmp_path / "site") == 1


def test_without_the_generator_nothing_is_built_and_the_group_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(build_docs, "NEEDED", ("no_such_generator",))

    assert build_docs.main(["--output", str(tmp_path / "site")]) == 2

    assert capsys.readouterr().out.endswith("no_such_generator missing (pip install --group docs)\n")
    assert not (tmp_path / "site").exists()


def test_the_workflow_is_of_the_form_that_github_reads() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run(
        [*command, os.path.join(".github", "workflows", "docs.yml")],  # noqa: PTH118 - an argument
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stdout
