"""The graph of a listing: outcomes of audits, the summary, and the steps that are shown."""

from pathlib import Path

import networkx as nx
import pytest

import papertrace
from papertrace.cli.main import main
from papertrace.graph.settings import GraphSettings
from papertrace.pipeline import drawing, texts
from papertrace.pipeline.drawing import draw, plan_outputs
from papertrace.pipeline.papers import read_stored_papers
from papertrace.reports.summary import describe_drawing

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
    drawing = draw(papers, plan_outputs(tmp_path / "out", "graphml"), verdicts=[tmp_path / "v.jsonl"])
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
        verdicts=[tmp_path / "v.jsonl"],
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

    drawing = draw(papers, plan_outputs(tmp_path / "out", "graphml"), verdicts=[tmp_path / "v.jsonl"])

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

    drawing = draw(papers, plan_outputs(tmp_path / "out", "graphml"), verdicts=[tmp_path / "v.jsonl"])

    assert "verdicts: 1 of 3 links have one: 1 dead" in describe_drawing(drawing)


WALRUSES = """title,abstract
Walrus Tusk Growth,Growth of walrus tusks in winter. The walrus tusk grows in bands.
A Walrus Tusk Atlas,An atlas of the walrus tusk. Growth bands of walrus tusks are shown.
Sea Ice Retreat,Sea ice retreats. Walrus herds leave the sea ice.
Herds without Sea Ice,Walrus herds rest on land where sea ice is gone. Sea ice matters.
"""


def test_build_draws_what_graph_draws_from_the_extracted_papers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("walruses.csv").write_text(WALRUSES, encoding="utf-8")
    assert main(["build", "walruses.csv", "-o", "built", "--to", "graphml,cytoscape"]) == 0
    assert main(["extract", "walruses.csv", "-o", "papers.jsonl"]) == 0
    lines = Path("papers.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("papers.jsonl").write_text("".join(lines[::-1]), encoding="utf-8")
    assert main(["graph", "papers.jsonl", "-o", "drawn", "--to", "graphml,cytoscape"]) == 0
    for name in ("papers.graphml", "papers.cyjs"):
        assert (Path("built") / name).read_bytes() == (Path("drawn") / name).read_bytes()
    assert nx.read_graphml("built/papers.graphml").number_of_edges() > 0


def test_the_summary_says_that_abstracts_are_missing_and_that_there_is_little_to_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    titles = ("Tusks", "Ice", "Herds", "Bears", "Seals", "Whales", "Krill", "Terns", "Foxes", "Hares", "Moss")
    Path("bare.csv").write_text("title,abstract\n" + "".join(f"On {one},\n" for one in titles), encoding="utf-8")
    assert main(["build", "bare.csv", "-o", "built", "--to", "graphml"]) == 0
    printed = capsys.readouterr().out
    assert "no paper has an abstract, so that their texts are compared by titles alone\n" in printed
    assert "little to link: 0 links by concepts or texts for 11 papers, as few of them share a topic\n" in printed
    assert main(["build", "bare.csv", "-o", "built", "--to", "graphml", "--weight", "idf2"]) == 0
    assert "no abstract" not in capsys.readouterr().out


STEPS = (
    "reading papers",
    "counting terms",
    "comparing papers",
    "finding communities",
    "arranging the map",
    "following shortest paths",
    "describing papers and links",
)


def shown_steps(tmp_path: Path, settings: GraphSettings) -> dict[str, list[tuple[int, int | None]]]:
    """Draw the sample, and return what was shown of each step, in their order."""
    papertrace.write_papers(papertrace.extract_papers(papertrace.sample_path()), tmp_path / "papers.jsonl")
    shown: dict[str, list[tuple[int, int | None]]] = {}
    draw(
        read_stored_papers(tmp_path / "papers.jsonl"),
        plan_outputs(tmp_path / "out", "graphml"),
        settings=settings,
        on_progress=lambda progress: shown.setdefault(progress.step, []).append((progress.done, progress.total)),
    )
    return shown


def test_each_step_of_a_large_graph_is_shown_from_nothing_to_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "MAX_IN_MEMORY", 0)
    monkeypatch.setattr(texts, "MAX_PAPERS", 100)
    shown = shown_steps(tmp_path, GraphSettings(n_seeds=4))
    names = [f"linking, step {number} of 7, {name}" for number, name in enumerate(STEPS, start=1)]
    n_papers = 215
    assert list(shown) == ["linking", *names, "writing papers.graphml"]
    for name, total in zip(names[:-1], (n_papers, n_papers, n_papers, 4, n_papers, n_papers), strict=True):
        counts = [done for done, _ in shown[name]]
        assert {of for _, of in shown[name]} == {total}, name
        assert (counts[0], counts) == (0, sorted(counts)), name
        assert counts[-1] <= total, name
        # Papers without links are in no community.
        assert counts[-1] == total or name == names[4], name
    assert shown[names[0]] == shown[names[1]] == [(done, n_papers) for done in (0, 100, 200, n_papers)]
    assert shown[names[3]] == [(done, 4) for done in range(5)]
    assert shown[names[4]][-1][0] > n_papers / 2
    assert shown[names[-1]] == [(0, None)]


def test_steps_without_texts_are_numbered_from_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MAX_IN_MEMORY", 0)
    _, *steps, _ = shown_steps(tmp_path, GraphSettings(weight="cosine"))
    assert steps == [f"linking, step {number} of 5, {name}" for number, name in enumerate(STEPS[2:], start=1)]


def test_the_steps_of_a_small_graph_are_not_shown(tmp_path: Path) -> None:
    assert list(shown_steps(tmp_path, GraphSettings())) == ["linking", "writing papers.graphml"]
