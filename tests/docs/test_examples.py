"""The modules that the documentation shows as examples work as it says."""

import re
import tomllib
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from tests.folders import ROOT
from tests.probes import next_step

import papertrace
from papertrace import AuditSettings
from papertrace.enrich.sources import read_row
from papertrace.listings import Reader
from papertrace.model import Ask, Entry, Method, Observation, Outcome, Span, Verdict
from papertrace.model.verdict import Fault
from papertrace.records import table

TEXT = (ROOT / "docs" / "how-to" / "extending.md").read_text("utf-8")


def run_section(heading: str) -> dict[str, Any]:
    """Run the Python of a section and return its names."""
    section = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    names: dict[str, Any] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
        exec(compile(block, f"extending.md: {heading}", "exec"), names)  # noqa: S102 - our own documentation
    return names


def test_the_reader_reads_titles_and_abstracts() -> None:
    reader = run_section("A reader")
    lines = ["a preface\n", "== Ice ==\n", "Cold.\n", "\n", "Very cold.\n", "== Ink ==\n"]

    first, second = reader["parse"](lines, "list.txt")

    assert (first.title, first.abstract, first.span, first.end_line) == (
        "Ice",
        "Cold. Very cold.",
        Span("list.txt", 2),
        5,
    )
    assert isinstance(second, Entry)
    assert (second.title, second.abstract) == ("Ink", "")
    assert reader["recognise"](lines) == 1
    assert reader["recognise"](["= Ice"]) == 0
    row = tomllib.loads(TEXT[TEXT.index("[equals-list]") :].split("```")[0])["equals-list"]
    assert Reader(name="equals-list", **row).module == "captures.equals"


def test_the_writer_writes_nodes_and_edges(tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("a", label='The "Ice"')
    graph.add_node("b", label="Ink")
    graph.add_edge("a", "b", kind="concept", weight=1.5)

    run_section("A writer")["write_pajek"](graph, tmp_path / "map.net")

    written = (tmp_path / "map.net").read_text("utf-8")
    assert written == '*Vertices 2\n1 "The \'Ice\'"\n2 "Ink"\n*Edges\n1 2 1.5\n'


def test_the_forge_is_asked_and_read_by_its_row() -> None:
    forge = run_section("A forge")["FORGE"].as_registry()
    (one,) = papertrace.find_links("https://codeberg.org/acme/tool")
    (query,) = forge.plan([one], AuditSettings())
    body = '{"code": "NoSuchProject"}'

    verdicts = forge.read(query, Observation(ask=query.ask, final_url=query.ask.url, status=404, body=body))

    assert query.ask.url == "https://codeberg.org/api/v9/acme/tool"
    assert verdicts[one].outcome is Outcome.DEAD


@pytest.mark.parametrize(("title", "outcome"), [("Withdrawn", Outcome.DEAD), ("A record", Outcome.ALIVE)])
def test_the_prober_asks_once_and_concludes(title: str, outcome: Outcome) -> None:
    prober = run_section("A prober")["PROBER"]
    link, other = papertrace.find_links("https://records.example.org/7 and https://other.example.org/7")

    ask = Ask(method=Method.GET, url=link.url)
    body = f"<title>{title}</title>"
    verdict = next_step(prober.probe, link, [Observation(ask=ask, final_url=link.url, status=200, body=body)])

    assert next_step(prober.probe, link, []) == ask
    assert isinstance(verdict, Verdict)
    assert verdict.outcome is outcome
    assert not prober.suits(other, AuditSettings())


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        pytest.param({"status": 404}, Outcome.DEAD, id="no such page"),
        pytest.param({"status": 503}, Outcome.UNSTABLE, id="an error of the server"),
        pytest.param({"fault": Fault.TIMEOUT}, Outcome.UNSTABLE, id="no answer"),
        pytest.param({"status": 403, "body": "<title>Withdrawn</title>"}, Outcome.RESTRICTED, id="refused"),
    ],
)
def test_the_prober_takes_no_failure_for_a_record(answer: dict[str, Any], outcome: Outcome) -> None:
    prober = run_section("A prober")["PROBER"]
    (link,) = papertrace.find_links("https://records.example.org/7")
    seen = Observation(ask=Ask(method=Method.GET, url=link.url), final_url=link.url, **answer)

    verdict = next_step(prober.probe, link, [seen])

    assert isinstance(verdict, Verdict)
    assert verdict.outcome is outcome


def test_the_service_reads_works_and_knows_what_it_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = re.findall(r"^```toml\n(.*?)^```$", TEXT.split("## A service\n")[1], re.MULTILINE | re.DOTALL)
    row, names = (tomllib.loads(text)["records"] for text in rows[:2])
    monkeypatch.setattr(table, "load_table", lambda: {"records": names})
    source = read_row("records", row)
    (query,) = source.plan(["doi:10.1000/x"], "https://records.example.org/api")
    assert query.ask.url == "https://records.example.org/api/works/10.1000/x"
    body = '{"name": "Ice", "identifiers": [{"type": "doi", "value": "10.1000/X"}], "journal": {"title": "J"}}'
    answer = Observation(ask=query.ask, final_url=query.ask.url, status=200, body=body)
    missing = Observation(ask=query.ask, final_url=query.ask.url, status=404, body="no such record")
    garbled = Observation(ask=query.ask, final_url=query.ask.url, status=200, body="<html>")

    (work,) = source.read(query, answer)["doi:10.1000/x"]

    assert (work.title, work.venue) == ("Ice", "J")
    assert source.read(query, missing) == {"doi:10.1000/x": ()}
    assert source.read(query, garbled) == {}
