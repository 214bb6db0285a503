"""What died, recovered and is new since an earlier audit and an earlier graph."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
from tests.case_tables import cases

from papertrace import Outcome, Verdict, find_links
from papertrace.audit.store import Store
from papertrace.cli.main import main
from papertrace.errors import ListingError
from papertrace.pipeline.earlier import read_earlier

NAMES = ("alpha", "beta", "gamma", "delta", "epsilon")
ADDRESS = "https://github.com/acme/{}"


def listing(folder: Path, names: tuple[str, ...] = NAMES, file: str = "papers.txt", **titles: str) -> Path:
    """Write papers that each link to one repository of their own."""
    text = "\n".join(
        f"{titles.get(name, f'{name.title()}Net: Sparse Tiles for {name.title()} Cores')}\n\n"
        "Sparse tiles waste tensor cores unless neighbouring rows are packed together, as they are here. "
        f"Our code is available at {ADDRESS.format(name)}\n"
        for name in names
    )
    (folder / file).write_text(text, "utf-8")
    return folder / file


def audit(path: Path, day: str = "", **outcomes: str) -> Path:
    """Write the report of an audit: an outcome for each repository, with its state after a colon."""
    lines = []
    for name, outcome in outcomes.items():
        found, _, state = outcome.partition(":")
        record = {"url": ADDRESS.format(name), "outcome": found, "reason": "seen"}
        lines.append(record | ({"repository_state": state} if state else {}) | ({"checked_at": day} if day else {}))
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return path


def build(folder: Path, *options: str | Path, to: str = "graphml") -> "nx.MultiGraph[str]":
    output = folder / "maps"
    assert main(["build", *map(str, options), "--output", str(output), "--to", to, "--quiet"]) == 0
    return nx.MultiGraph(nx.read_graphml(output / "papers.graphml", force_multigraph=True))


def facts(graph: "nx.MultiGraph[str]", name: str) -> dict[str, str]:
    """Return an attribute of the papers by the first word of their titles; papers without it are missing."""
    return {
        attributes["label"].partition("Net")[0].casefold(): attributes[name]
        for _, attributes in graph.nodes(data=True)
        if name in attributes
    }


BEFORE = {"alpha": "alive", "beta": "dead", "gamma": "alive", "delta": "alive", "epsilon": "dead"}
AFTER = {"alpha": "dead", "beta": "alive", "gamma": "alive:archived", "delta": "unknown", "epsilon": "dead"}


def test_two_audits_say_what_died_and_recovered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = audit(tmp_path / "before.jsonl", **BEFORE), audit(tmp_path / "after.jsonl", **AFTER)
    graph = build(tmp_path, listing(tmp_path), "--verdicts", before, "--verdicts", after)

    changes = {"alpha": "died", "beta": "recovered", "gamma": "archived", "delta": "", "epsilon": ""}
    assert facts(graph, "change") == changes
    assert facts(graph, "outcome")["alpha"] == "dead"
    said = "papers whose links changed since the earlier audit: 1 died, 1 recovered, 1 archived"
    assert said in capsys.readouterr().out


def test_one_audit_and_none_leave_the_graph_as_it_was(tmp_path: Path) -> None:
    papers = listing(tmp_path)
    assert facts(build(tmp_path, papers), "change") == {}
    graph = build(tmp_path, papers, "--verdicts", audit(tmp_path / "a.jsonl", **AFTER))

    assert facts(graph, "change") == {}
    assert facts(graph, "outcome")["alpha"] == "dead"


def test_link_that_only_one_audit_has_did_not_change(tmp_path: Path) -> None:
    before = audit(tmp_path / "before.jsonl", beta="alive", gamma="alive")
    after = audit(tmp_path / "after.jsonl", alpha="dead", beta="alive")
    graph = build(tmp_path, listing(tmp_path), "--verdicts", before, "--verdicts", after)

    assert set(facts(graph, "change").values()) == {""}


def test_audits_in_the_wrong_order_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = audit(tmp_path / "old.jsonl", "2026-01-01T00:00:00+00:00", **BEFORE)
    new = audit(tmp_path / "new.jsonl", "2026-02-01T00:00:00+00:00", **AFTER)
    options = ["build", str(listing(tmp_path)), "-o", str(tmp_path / "maps"), "--verdicts", str(new)]

    assert main([*options, "--verdicts", str(old)]) == 2
    assert "name the earlier audit first" in capsys.readouterr().err


def test_of_many_audits_the_last_says_what_changed(tmp_path: Path) -> None:
    first = audit(tmp_path / "first.jsonl", "2026-01-01T00:00:00+00:00", alpha="alive", beta="alive")
    second = audit(tmp_path / "second.jsonl", "2026-02-01T00:00:00+00:00", alpha="dead", beta="alive")
    third = audit(tmp_path / "third.jsonl", "2026-03-01T00:00:00+00:00", alpha="dead", beta="dead")
    options = [option for path in (first, second, third) for option in ("--verdicts", path)]

    changes = facts(build(tmp_path, listing(tmp_path), *options), "change")
    assert (changes["alpha"], changes["beta"]) == ("", "died")


def test_a_store_of_verdicts_is_read_as_a_report_is(tmp_path: Path) -> None:
    store = tmp_path / "links.sqlite"
    link = next(iter(find_links(f"{ADDRESS.format('alpha')}")))
    with Store(store) as opened:
        opened.put(Verdict(link=link, outcome=Outcome.DEAD, reason="404", checked_at="2026-01-01T00:00:00+00:00"))

    graph = build(tmp_path, listing(tmp_path), "--verdicts", store)
    assert facts(graph, "outcome")["alpha"] == "dead"


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the graph of three papers in every form that is read."""
    folder = tmp_path_factory.mktemp("older")
    build(folder, listing(folder, NAMES[:3]), "--nodes", "papers,concepts", to="graphml,csv,json,cytoscape,html,pyvis")
    return folder / "maps"


@pytest.mark.parametrize("suffix", [".graphml", ".nodes.csv", ".json", ".cyjs", ".html"])
def test_papers_that_an_earlier_graph_lacks_are_new(
    suffix: str, older: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph = build(tmp_path, listing(tmp_path), "--since", older / f"papers{suffix}")

    new = {"alpha": "no", "beta": "no", "gamma": "no", "delta": "yes", "epsilon": "yes"}
    assert facts(graph, "new") == new
    assert "2 papers not in the earlier graph" in capsys.readouterr().out


def test_concepts_and_repositories_are_not_new(older: Path, tmp_path: Path) -> None:
    graph = build(tmp_path, listing(tmp_path), "--since", older / "papers.graphml", "--nodes", "papers,repositories")

    assert set(facts(graph, "new").values()) == {"no", "yes"}
    assert {data["kind"] for _, data in graph.nodes(data=True) if "new" not in data} == {"repository"}


def test_paper_is_known_by_its_title_or_identifier_if_its_id_has_changed(tmp_path: Path) -> None:
    older = tmp_path / "older.bib"
    older.write_text("@article{a, title = {Ink: A Survey}}\n@article{b, title = {Old}, doi = {10.5555/b}}\n", "utf-8")
    newer = tmp_path / "newer.bib"
    entries = ("title = {INK - a survey}, doi = {10.5555/a}", "title = {New}, doi = {10.5555/B}", "title = {Other}")
    newer.write_text("\n".join(f"@article{{k{i}, {entry}}}" for i, entry in enumerate(entries)), "utf-8")
    build(tmp_path, older)
    baseline = (tmp_path / "maps" / "papers.graphml").rename(tmp_path / "older.graphml")
    graph = build(tmp_path, newer, "--since", baseline)

    assert {data["label"]: data["new"] for _, data in graph.nodes(data=True)} == {
        "INK - a survey": "no",
        "New": "no",
        "Other": "yes",
    }


def test_paper_with_the_title_of_another_is_new(tmp_path: Path) -> None:
    older = write_bibliography(tmp_path / "older.bib", "doi = {10.5555/a}", "doi = {10.5555/b}")
    newer = write_bibliography(tmp_path / "newer.bib", "doi = {10.5555/c}", "doi = {10.5555/B}")
    build(tmp_path, older)
    baseline = (tmp_path / "maps" / "papers.graphml").rename(tmp_path / "older.graphml")
    graph = build(tmp_path, newer, "--since", baseline)

    assert {data["doi"]: data["new"] for _, data in graph.nodes(data=True)} == {"10.5555/c": "yes", "10.5555/b": "no"}


@cases("then, now, is_new", named=True)
def test_equal_title_counts_unless_identifiers_contradict_each_other(
    then: dict[str, str], now: dict[str, str], *, is_new: bool, tmp_path: Path
) -> None:
    path = write_file(tmp_path, "older.json", json.dumps({"nodes": [{"id": "then", "title": "Editorial", **then}]}))

    assert read_earlier(path).knows("now", {"title": "Editorial", **now}) is not is_new


def write_bibliography(path: Path, *fields: str) -> Path:
    """Write papers that all have the same title."""
    entries = (f"@article{{k{i}, title = {{Editorial}}, {field}}}\n" for i, field in enumerate(fields))
    path.write_text("".join(entries), "utf-8")
    return path


def write_file(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder / name


@cases("name, text, fact")
def test_file_that_is_no_graph_is_refused_with_a_way_out(name: str, text: str, fact: str, tmp_path: Path) -> None:
    with pytest.raises(ListingError, match=fact):
        read_earlier(write_file(tmp_path, name, text))


def test_cells_of_tables_of_papers_keep_their_limit_after_an_earlier_graph_was_read(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    read_earlier(write_file(tmp_path, "a.csv", "id,label\na,Tides of Frost\n"))

    assert csv.field_size_limit() == before < 2**31 - 1


@cases("name, fact")
def test_other_file_of_a_build_is_refused_by_the_names_of_those_that_are_read(
    name: str, fact: str, older: Path
) -> None:
    with pytest.raises(ListingError) as raised:
        read_earlier(older / name)

    readable = "papers.graphml, papers.nodes.csv, papers.json, papers.cyjs or papers.html"
    assert str(raised.value).endswith(f"{name}: {fact}; name {readable} of an earlier build")


@pytest.mark.parametrize("command", ["build", "graph"])
def test_missing_earlier_graph_is_reported_before_anything_is_read(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["-o", str(tmp_path / "maps"), "--since", str(tmp_path / "none.graphml")]

    assert main([command, str(tmp_path / "absent"), *options]) == 2
    assert "none.graphml: cannot be read" in capsys.readouterr().err


@pytest.fixture
def changed_page(tmp_path: Path) -> Callable[[], str]:
    def make() -> str:
        build(tmp_path, listing(tmp_path, NAMES[:4]))
        older = (tmp_path / "maps" / "papers.graphml").rename(tmp_path / "older.graphml")
        audits = (audit(tmp_path / "b.jsonl", **BEFORE), audit(tmp_path / "a.jsonl", **AFTER))
        options = [option for one in audits for option in ("--verdicts", one)]
        build(tmp_path, listing(tmp_path), *options, "--since", older, to="graphml,html")
        return (tmp_path / "maps" / "papers.html").read_text("utf-8")

    return make


def test_page_has_the_changes_of_its_papers(changed_page: Callable[[], str]) -> None:
    page = changed_page()

    assert page.count('"change":"died"') == 1
    assert page.count('"is_new":true') == 1
    assert '"is_new":false' not in page
