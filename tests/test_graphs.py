"""The committed files in `graphs/` are what the bundled sample yields today, byte for byte."""

import csv
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.folders import GRAPHS

from papertrace.model import Paper
from papertrace.pipeline.drawing import draw, plan_outputs
from papertrace.pipeline.papers import extract_papers, sample_path, summarise_papers
from papertrace.reports.summary import describe_corpus

COMMITTED = ("papers.graphml", "papers.nodes.csv", "papers.edges.csv", "papers.svg")


@pytest.fixture(scope="module")
def sample() -> list[Paper]:
    return list(extract_papers([sample_path()]))


@pytest.fixture(scope="module")
def built(sample: list[Paper], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graphs")
    draw(sample, plan_outputs(folder, "graphml,csv,svg"))
    return folder


@pytest.mark.parametrize("name", COMMITTED)
def test_the_committed_graph_is_what_the_sample_makes(name: str, built: Path) -> None:
    assert (GRAPHS / name).read_bytes() == (built / name).read_bytes(), "run make demo and commit graphs/"


def test_terms_that_link_papers_are_among_the_concepts_of_both(built: Path) -> None:
    with (built / "papers.nodes.csv").open(encoding="utf-8", newline="") as file:
        concepts = {row["id"]: set(row["concepts"].split("|")) for row in csv.DictReader(file)}
    with (built / "papers.edges.csv").open(encoding="utf-8", newline="") as file:
        shared = [row for row in csv.DictReader(file) if row["kind"] == "concept"]

    assert len(shared) > 100
    assert all(set(row["evidence"].split("|")) <= concepts[row[end]] for row in shared for end in ("source", "target"))


def test_command_line_and_picture_count_code_alike(sample: list[Paper], built: Path) -> None:
    counted = re.search(r"code: (\d+) linked", "\n".join(describe_corpus(summarise_papers(sample))))
    shown = re.search(r"(\d+) with code", (built / "papers.svg").read_text(encoding="utf-8"))

    assert counted
    assert shown
    assert counted[1] == shown[1]


def test_nothing_else_is_committed() -> None:
    git = shutil.which("git") or pytest.skip("git is not installed: the committed files cannot be listed")
    listed = subprocess.run([git, "-C", GRAPHS, "ls-files"], capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip(f"not a git clone: {listed.stderr.strip()}")

    assert set(listed.stdout.split()) == {*COMMITTED, "README.md"}
