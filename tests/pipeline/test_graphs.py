"""One graph to one file, in the format of its suffix."""

from pathlib import Path

import networkx as nx
import pytest

import papertrace
from papertrace.errors import ExportError
from papertrace.graph.settings import GraphSettings
from papertrace.pipeline import draw, plan_outputs
from papertrace.reports.summary import describe_drawing


@pytest.mark.parametrize(
    "end", [".html", ".svg", ".png", ".graphml", ".nodes.csv", ".json", ".gexf", ".cyjs", ".vosviewer.json"]
)
def test_the_suffix_decides_the_format(end: str, tmp_path: Path) -> None:
    path = tmp_path / f"map{end}"

    papertrace.write_graph(papertrace.build_graph([]), path)

    text = path.read_text("utf-8", "replace")
    assert ('"network"' in text) == (end == ".vosviewer.json")
    assert text[1:].startswith("PNG") == (end == ".png")
    assert ("<graphml" in text) == (end == ".graphml")
    assert ("<svg" in text) == (end == ".svg")


def test_a_suffix_of_no_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"no format has this suffix \(known: \.html"):
        papertrace.write_graph(nx.MultiGraph(), tmp_path / "map.pdf")

    assert list(tmp_path.iterdir()) == []


LISTING = """AlphaNet: Fast Tiles

Sparse tiles waste tensor cores unless neighbouring rows are packed together, as they are here. Our code is available at
https://github.com/acme/alphanet and the project page is at https://alphanet.example.org/page.

BetaNet: Slow Tiles

Sparse tiles waste tensor cores unless neighbouring rows are packed together, as they are not here. The project page
is at https://betanet.example.org/page.
"""


def judged(tmp_path: Path, **outcomes: str) -> tuple[list[str], dict[str, str]]:
    """Build the listing with verdicts on some of its links; return the summary and the papers' outcomes."""
    (tmp_path / "a.txt").write_text(LISTING.replace("\nhttps", " https").replace("page\nis", "page is"), "utf-8")
    urls = {
        "alpha": "https://github.com/acme/alphanet",
        "alpha_page": "https://alphanet.example.org/page",
        "beta_page": "https://betanet.example.org/page",
        "elsewhere": "https://elsewhere.example.org/",
    }
    lines = [
        f'{{"url": "{urls[name]}", "outcome": "{outcome}", "reason": "seen"}}\n' for name, outcome in outcomes.items()
    ]
    (tmp_path / "v.jsonl").write_text("".join(lines), "utf-8")
    papers = list(papertrace.extract_papers(tmp_path / "a.txt"))
    drawing = draw(papers, plan_outputs(tmp_path / "out", "graphml"), verdicts=tmp_path / "v.jsonl")
    graph = nx.read_graphml(tmp_path / "out" / "papers.graphml")
    outcomes = {data["label"].partition(":")[0]: data.get("outcome", "") for _, data in graph.nodes(data=True)}
    return describe_drawing(drawing), outcomes


def test_the_code_of_a_paper_decides_its_outcome_and_not_a_dead_page(tmp_path: Path) -> None:
    _, outcomes = judged(tmp_path, alpha="alive", alpha_page="dead", beta_page="dead")

    assert outcomes == {"AlphaNet": "alive", "BetaNet": "dead"}


def test_the_summary_counts_links_with_a_verdict(tmp_path: Path) -> None:
    summary, _ = judged(tmp_path, alpha="dead", beta_page="moved", elsewhere="alive")

    assert "verdicts: 2 of 3 links have one: 1 moved, 1 dead" in summary


def test_the_verdicts_of_another_listing_are_doubted(tmp_path: Path) -> None:
    summary, _ = judged(tmp_path, elsewhere="alive")

    assert "verdicts: 0 of 3 links have one; is it the audit of another listing?" in summary


def test_a_repository_carries_the_outcome_of_the_links_to_it(tmp_path: Path) -> None:
    judged(tmp_path, alpha="dead", alpha_page="alive")
    papers = list(papertrace.extract_papers(tmp_path / "a.txt"))
    draw(
        papers,
        plan_outputs(tmp_path / "out", "graphml"),
        settings=GraphSettings(nodes=("papers", "repositories")),
        verdicts=tmp_path / "v.jsonl",
    )

    graph = nx.read_graphml(tmp_path / "out" / "papers.graphml")
    assert {data["label"]: data["outcome"] for _, data in graph.nodes(data=True) if data["kind"] == "repository"} == {
        "acme/alphanet": "dead"
    }


def test_a_link_with_a_password_has_the_verdict_that_was_given_without(tmp_path: Path) -> None:
    listing = LISTING.replace("https://betanet", "https://name:sesame@betanet").replace("page\nis", "page is")
    (tmp_path / "a.txt").write_text(listing.replace("\nhttps", " https"), "utf-8")
    (tmp_path / "v.jsonl").write_text(
        '{"url": "https://betanet.example.org/page", "outcome": "dead", "reason": "404"}\n', "utf-8"
    )
    papers = list(papertrace.extract_papers(tmp_path / "a.txt"))

    drawing = draw(papers, plan_outputs(tmp_path / "out", "graphml"), verdicts=tmp_path / "v.jsonl")

    graph = nx.read_graphml(tmp_path / "out" / "papers.graphml")
    outcomes = {data["label"].partition(":")[0]: data.get("outcome", "") for _, data in graph.nodes(data=True)}
    assert "verdicts: 1 of 3 links have one: 1 dead" in describe_drawing(drawing)
    assert outcomes["BetaNet"] == "dead"


def test_a_verdict_is_known_by_its_host_in_any_script(tmp_path: Path) -> None:
    listing = LISTING.replace("betanet.example.org", "bücher.example.org").replace("page\nis", "page is")
    (tmp_path / "a.txt").write_text(listing.replace("\nhttps", " https"), "utf-8")
    (tmp_path / "v.jsonl").write_text(
        '{"url": "https://xn--bcher-kva.example.org/page", "outcome": "dead", "reason": "404"}\n', "utf-8"
    )
    papers = list(papertrace.extract_papers(tmp_path / "a.txt"))

    drawing = draw(papers, plan_outputs(tmp_path / "out", "graphml"), verdicts=tmp_path / "v.jsonl")

    assert "verdicts: 1 of 3 links have one: 1 dead" in describe_drawing(drawing)
