"""`papertrace enrich` and `build --enrich`, against the loopback server."""

import json
import re
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.services.server import Reply, Services
from tests.services.world import World

from papertrace.cli import main
from papertrace.cli.settings import read_enrich_settings
from papertrace.enrich.settings import EnrichSettings


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Repeat no request that fails, since waiting takes half a minute, and write to a folder of its own."""

    def read(arguments: Namespace) -> EnrichSettings:
        return replace(read_enrich_settings(arguments), retries=0, backoff_s=0.01)

    monkeypatch.setattr("papertrace.cli.steps.read_enrich_settings", read)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def services() -> Iterator[Services]:
    with Services(World(n_listed=10, n_outside=8, n_traps=0, seed=5)) as server:
        yield server


@pytest.fixture
def listing(services: Services, tmp_path: Path) -> Path:
    path = tmp_path / "made-up.bib"
    path.write_text(services.world.bibtex(), "utf-8")
    return path


def test_papers_are_written_with_facts_and_their_sources(
    services: Services, listing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "papers.jsonl"

    assert main(["enrich", str(listing), "-o", str(output), "--store", "none", *services.options()]) == 0

    rows = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
    assert len(rows) == 10
    assert any(row["references"] for row in rows)
    assert all(row["sources"]["references"] for row in rows if row["references"])
    shown = capsys.readouterr().err
    assert "10 papers" in shown
    assert "identified" in shown


def test_a_dry_run_prints_the_plan_and_asks_nothing(
    services: Services, listing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrich", str(listing), "--dry-run", "--store", "none", *services.options()]) == 0

    shown = capsys.readouterr().out
    assert shown.startswith("10 papers; ")
    assert "  crossref: " in shown
    assert "openalex: 1 request for 6 identifiers" in shown
    assert services.log == []


def test_build_enriches_if_asked_to(services: Services, listing: Path, tmp_path: Path) -> None:
    folder = tmp_path / "graphs"
    options = ["build", str(listing), "-o", str(folder), "--to", "csv", "--enrich", "--store", "none"]

    assert main([*options, *services.options()]) == 0

    edges = next(folder.glob("*edges*.csv")).read_text("utf-8")
    assert ",citation," in edges


def test_build_does_not_ask_by_itself(services: Services, listing: Path, tmp_path: Path) -> None:
    assert main(["build", str(listing), "-o", str(tmp_path / "g"), "--to", "csv", *services.options()]) == 0

    assert services.log == []


def test_a_dry_run_without_enriching_is_an_error(
    listing: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", str(listing), "-o", str(tmp_path / "g"), "--dry-run"]) == 2

    assert "--dry-run: services are asked only with --enrich" in capsys.readouterr().err
    assert not (tmp_path / "g").exists()


@pytest.mark.usefixtures("impatient")
def test_services_are_asked_through_the_proxy_of_the_environment(
    services: Services, listing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    assert main(["enrich", str(listing), "-o", str(tmp_path / "e.jsonl"), "--store", "none", *services.options()]) == 3

    assert services.log == []


PORTAL = (200, "<html><h1>Sign in to the network</h1></html>", {"Content-Type": "text/html"})


@pytest.mark.usefixtures("impatient")
@cases("command, reply", named=True)
def test_that_no_service_answers_is_a_failure(
    services: Services, listing: Path, command: str, reply: Reply, capsys: pytest.CaptureFixture[str]
) -> None:
    services.fault = lambda _service, _n: reply

    assert main([*command.split(), str(listing), "--store", "none", *services.options()]) == 2

    assert "papertrace: no service has answered, so nothing was added" in capsys.readouterr().err
    assert Path(command.rsplit(maxsplit=1)[-1]).exists()


@pytest.mark.usefixtures("impatient")
def test_that_no_service_is_there_is_a_failure(listing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Services(World(n_listed=10, n_outside=8, n_traps=0, seed=5)) as closed:
        options = closed.options()

    assert main(["enrich", str(listing), "-o", "papers.jsonl", "--store", "none", *options]) == 2

    assert "papertrace: no service has answered, so nothing was added" in capsys.readouterr().err


@pytest.mark.usefixtures("impatient")
def test_services_whose_answers_do_not_end_are_soon_asked_no_more(
    services: Services, listing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endless: Reply = (200, f"[{'{},' * (6 << 20)}{{}}]", {})
    services.fault = lambda _service, _n: endless

    assert main(["enrich", str(listing), "-o", "papers.jsonl", "--store", "none", *services.options()]) == 2

    assert max(services.n_requests().values()) <= 8
    assert " without an answer" in capsys.readouterr().err


@pytest.mark.usefixtures("impatient")
def test_that_some_services_answer_is_no_failure(services: Services, listing: Path, tmp_path: Path) -> None:
    services.fault = lambda service, _: PORTAL if service != "openalex" else None

    assert main(["enrich", str(listing), "-o", str(tmp_path / "e.jsonl"), "--store", "none", *services.options()]) == 0


@pytest.mark.usefixtures("impatient")
def test_nothing_to_ask_is_no_failure(services: Services, listing: Path, tmp_path: Path) -> None:
    options = ["enrich", str(listing), "--store", str(tmp_path / "facts.sqlite"), *services.options()]
    assert main([*options, "-o", str(tmp_path / "1.jsonl")]) == 0
    services.fault = lambda _service, _n: PORTAL
    services.log.clear()

    assert main([*options, "-o", str(tmp_path / "2.jsonl")]) == 0

    assert services.log == []


def test_conflicts_and_candidates_are_reported_in_markdown(services: Services, listing: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    options = ["enrich", str(listing), "-o", str(tmp_path / "p.jsonl"), "--report", str(report), "--store", "none"]

    assert main([*options, *services.options()]) == 0

    assert report.read_text("utf-8").startswith("# What services know about the papers\n")


def test_suggest_prints_title_and_count_of_works_outside(
    services: Services, listing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["suggest", str(listing), "--store", "none", "--top", "3", *services.options()]) == 0

    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    outside = {work.title for work in services.world.works if not work.is_listed}
    assert rows
    assert all(title.rpartition(" (")[0] in outside for title, *_ in rows)
    counts = [sum(map(int, re.findall(r"(?:cited by|cites) (\d+)", reason))) for _, reason, *_ in rows]
    assert counts == sorted(counts, reverse=True)
    assert all(" of 10" in reason for _, reason, *_ in rows)
    assert any("cites " in reason for _, reason, *_ in rows)
    assert all(authors for *_, authors in rows)


def test_suggest_asks_for_works_that_cite_the_papers_unless_told_not_to(
    services: Services, listing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["suggest", str(listing), "--store", "none", "--cited-only", *services.options()]

    assert main(options) == 0

    assert not any("cites:" in path or "/citations" in path for _, _, path, _ in services.log)
    assert "cites " not in capsys.readouterr().out


def test_a_dry_run_of_suggest_counts_requests_for_citing_works(
    services: Services, listing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["suggest", str(listing), "--dry-run", "--store", "none", *services.options()]) == 0

    assert "  and about 1 request for the works that cite them\n" in capsys.readouterr().out
    assert services.log == []


@pytest.mark.parametrize(("outcome", "is_asked"), [("dead", True), ("alive", False)])
def test_services_are_asked_for_the_code_of_papers_whose_link_is_dead(
    services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str], outcome: str, *, is_asked: bool
) -> None:
    work = next(one.work for one in services.world.listed if one.arxiv and one.work.number % 3)
    listing, verdicts, output = (tmp_path / name for name in ("made-up.bib", "audit.jsonl", "papers.jsonl"))
    link = "https://github.com/made-up/gone"
    fields = f"title = {{{work.title}}}, eprint = {{{work.arxiv}}}, archiveprefix = {{arXiv}}, url = {{{link}}}"
    listing.write_text(f"@misc{{one, {fields}}}\n", "utf-8")
    verdicts.write_text(json.dumps({"url": link, "outcome": outcome, "reason": "status 404"}) + "\n", "utf-8")
    options = ["enrich", str(listing), "-o", str(output), "--verdicts", str(verdicts), "--store", "none"]

    assert main([*options, *services.options()]) == 0

    candidate = f"https://github.com/made-up/w{work.number}"
    row = json.loads(output.read_text("utf-8"))
    assert [one["url"] for one in row["code_candidates"]] == [candidate] * is_asked
    assert [one["url"] for one in row["links"]] == [link]
    named = f"code: {work.title}: links {link}, which is dead; hugging-face names {candidate}"
    assert (named in capsys.readouterr().err) is is_asked
