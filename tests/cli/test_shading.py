"""What colours and sizes of marks on the page say, as the command line asks for it."""

import json
import re
from pathlib import Path

import pytest
from tests.folders import CASES

import papertrace
from papertrace.cli import main

LISTING = CASES / "listings" / "blocks.txt"


def shades(path: Path) -> dict[str, object]:
    found = re.search(r'id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    value = json.loads(found[1])["shades"]
    assert isinstance(value, dict)
    return value


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_page_opens_with_the_colours_and_sizes_asked_for(tmp_path: Path) -> None:
    assert main(["build", str(LISTING), "-o", "out", "--to", "html", "--color-by", "claim", "--size-by", "degree"]) == 0

    found = shades(tmp_path / "out" / "papers.html")
    assert (found["color"], found["size"]) == ("code", "links")


@pytest.mark.parametrize("option", ["--color-by", "--size-by"])
def test_what_no_paper_has_leaves_the_page_unwritten_and_the_other_files_written(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", str(LISTING), "-o", "out", "--to", "html,graphml", option, "nothing"]) == 2

    assert "no paper has 'nothing', which its" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["papers.graphml"]


def test_attribute_that_a_user_has_added_is_shown(tmp_path: Path) -> None:
    graph = papertrace.build_graph(papertrace.extract_papers([LISTING]))
    for i, node in enumerate(graph):
        graph.nodes[node]["my score"] = i / 10

    papertrace.write_graph(graph, tmp_path / "map.html", color_by="my score", size_by="my score")

    found = shades(tmp_path / "map.html")
    assert (found["color"], found["size"]) == ("my score", "my score")
