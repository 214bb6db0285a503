"""What colours and sizes of marks on the page say, as the command line asks for it."""

import json
import re
from pathlib import Path

import pytest
from tests.folders import CASES, GRAPHS

import papertrace
from papertrace.cli import main
from papertrace.errors import SettingsError
from papertrace.export.page.marks import ALIASES, COLOURINGS, NAMES, SIZINGS
from papertrace.model.papers.facts import DEFINED

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
    assert main(["build", str(LISTING), "-o", "out", "--to", "html,graphml", option, "citations"]) == 2

    assert "no paper has 'citations', which its" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["papers.graphml"]


@pytest.mark.parametrize("option", ["--color-by", "--size-by"])
def test_what_no_paper_can_have_is_refused_before_anything_is_read(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "absent.txt", "-o", "out", option, "yaer"]) == 2

    assert capsys.readouterr().err.startswith(f"papertrace: {option} is 'yaer', did you mean 'year'? (known: ")
    assert not (tmp_path / "out").exists()


def test_every_attribute_of_a_paper_can_be_named() -> None:
    page = (GRAPHS / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| node \| `(\w+)` \| \w+ \| (\w+)", page, re.MULTILINE)
    documented = {name for name, of in rows if of in {"all", "paper"}}

    of_facts = {fact.attribute for fact in DEFINED if fact.attribute}
    assert set(NAMES) == documented | of_facts | {*COLOURINGS, *SIZINGS, *ALIASES}


@pytest.mark.parametrize("option", ["color_by", "size_by"])
def test_a_file_without_colours_to_choose_is_not_written_as_if_they_were(option: str, tmp_path: Path) -> None:
    graph = papertrace.build_graph(papertrace.extract_papers([LISTING]))

    with pytest.raises(SettingsError, match=rf"^{option} has no effect on .*map\.svg; write \.html, or leave it out$"):
        papertrace.write_graph(graph, tmp_path / "map.svg", **{option: "year"})  # type: ignore[arg-type]

    assert not any(tmp_path.iterdir())


def test_attribute_that_a_user_has_added_is_shown(tmp_path: Path) -> None:
    graph = papertrace.build_graph(papertrace.extract_papers([LISTING]))
    for i, node in enumerate(graph):
        graph.nodes[node]["my score"] = i / 10

    papertrace.write_graph(graph, tmp_path / "map.html", color_by="my score", size_by="my score")

    found = shades(tmp_path / "map.html")
    assert (found["color"], found["size"]) == ("my score", "my score")
