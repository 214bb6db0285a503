import json
from pathlib import Path

import networkx as nx
import pytest
from tests.folders import CASES

import papertrace
from papertrace.cli.main import main
from papertrace.errors import ListingError
from papertrace.model import Problem
from papertrace.pipeline import papers as stored_papers
from papertrace.pipeline.papers import generate_extracted, keep_papers, read_stored_papers
from papertrace.spool import Spool


@pytest.fixture(scope="module")
def listing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the first 30 entries of the sample, three times as many as are kept as objects in tests."""
    path = tmp_path_factory.mktemp("listing") / "papers.txt"
    path.write_text("\n".join(papertrace.sample_path().read_text("utf-8").split("\n")[:240]), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def lines(listing: Path) -> str:
    return "".join(generate_extracted(papertrace.extract_papers(listing)))


@pytest.fixture
def extracted(lines: str, tmp_path: Path) -> Path:
    path = tmp_path / "papers.jsonl"
    path.write_text(lines, encoding="utf-8")
    return path


@pytest.mark.parametrize("max_objects", [20_000, 10], ids=["small", "large"])
def test_papers_are_the_same_as_objects_and_as_lines(
    extracted: Path, monkeypatch: pytest.MonkeyPatch, max_objects: int
) -> None:
    monkeypatch.setattr(stored_papers, "MAX_OBJECTS", max_objects)
    expected = list(papertrace.read_papers(extracted))
    papers = read_stored_papers(extracted)
    some = (len(expected), expected[3], expected[-1], expected[1:3])
    assert (len(papers), papers[3], papers[-1], papers[1:3]) == some
    assert list(papers) == expected
    assert (len(papers), papers[3], papers[-1], papers[1:3]) == some


@pytest.mark.parametrize(("max_objects", "are_kept"), [(20_000, True), (10, False)], ids=["small", "large"])
def test_papers_become_objects_once_if_they_are_few(
    extracted: Path, monkeypatch: pytest.MonkeyPatch, *, max_objects: int, are_kept: bool
) -> None:
    monkeypatch.setattr(stored_papers, "MAX_OBJECTS", max_objects)
    papers = read_stored_papers(extracted)
    assert (next(iter(papers)) is next(iter(papers))) is are_kept


def test_papers_are_counted_while_their_file_is_read(extracted: Path) -> None:
    shown: list[str] = []
    n_papers = len(read_stored_papers(extracted, on_progress=lambda progress: shown.append(str(progress))))
    assert shown == ["reading", *(f"reading: {done}" for done in range(1, n_papers + 1))]


def test_bad_lines_of_a_large_file_are_reported_once(extracted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_papers, "MAX_OBJECTS", 10)
    lines = extracted.read_text("utf-8").splitlines()
    extracted.write_text("\n".join([*lines[:15], "{", *lines[15:]]), encoding="utf-8")
    problems: list[Problem] = []
    papers = read_stored_papers(extracted, on_problem=problems.append)
    assert len(list(papers)) == len(lines)
    assert [problem.span.line for problem in problems] == [16]


def test_a_file_without_papers_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(ListingError, match="no paper in the extracted form"):
        read_stored_papers(path, on_problem=lambda _: None)


def test_the_graph_of_a_large_file_is_that_of_a_small_one(extracted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = papertrace.build_graph(papertrace.read_papers(extracted))
    monkeypatch.setattr(stored_papers, "MAX_OBJECTS", 10)
    large = papertrace.build_graph(read_stored_papers(extracted))
    assert list(small.nodes(data=True)) == list(large.nodes(data=True))
    assert list(small.edges(keys=True, data=True)) == list(large.edges(keys=True, data=True))


def test_papers_just_found_are_the_same_as_objects_and_packed(listing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = list(papertrace.extract_papers(listing))
    few = keep_papers(papertrace.extract_papers(listing))
    monkeypatch.setattr(stored_papers, "MAX_OBJECTS", 10)
    many = keep_papers(papertrace.extract_papers(listing))
    assert (type(few), type(many)) == (list, Spool)
    assert few == list(many) == expected


def test_a_work_that_many_papers_cite_is_one_object() -> None:
    papers = keep_papers(papertrace.extract_papers(CASES / "studies" / "harbour.csv"))
    cited = [work for paper in papers for work in paper.cited]
    cited += [work for paper in papers for entry in paper.entries for work in entry.cited]
    assert len({id(work) for work in cited}) == len(set(cited)) < len(cited) / 3


def test_build_of_many_papers_writes_the_same_files(
    listing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = ["build", str(listing), "--to", "html,graphml,csv,json", "-q", "-o"]
    assert main([*build, str(tmp_path / "few")]) == 0
    monkeypatch.setattr(stored_papers, "MAX_OBJECTS", 10)
    assert main([*build, str(tmp_path / "many")]) == 0
    few, many = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("few", "many"))
    assert few == many


@pytest.mark.parametrize("n", [-(2**70), -1, 0, 3_000_000_000, 2**70])
def test_a_concept_that_no_text_says_so_often_counts_as_one_said_very_often_or_never(
    extracted: Path, n: int, tmp_path: Path
) -> None:
    limit = 0 if n <= 0 else 2**31 - 1
    stated = tmp_path / "stated.jsonl"
    papers, limited = (list(papertrace.read_papers(state_occurrences(extracted, stated, one))) for one in (n, limit))
    papertrace.write_papers(papers, stated)

    assert papers == limited
    assert list(papertrace.read_papers(stated)) == limited
    assert nx.utils.graphs_equal(papertrace.build_graph(papers), papertrace.build_graph(limited))


def state_occurrences(extracted: Path, path: Path, n: int) -> Path:
    """Write papers with two concepts more that are not in their texts, the second a minor one, and occur `n` times."""
    records = [json.loads(line) for line in extracted.read_text("utf-8").splitlines()]
    for record in records[:5]:
        record["concepts"].append({"key": "quiet teapot", "label": "quiet teapot", "n": n})
        record["minor_concepts"] = [*record.get("minor_concepts", []), ["loud teapot", "loud teapot", 0.5, n, False]]
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")
    return path
