"""A listing that was enriched is enriched again."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.services.enriched import settings_for, write_listing
from tests.services.server import Services
from tests.services.world import World

import papertrace
from papertrace.pipeline.enriching import plan_enrichment
from papertrace.pipeline.papers import generate_extracted, read_papers

pytestmark = pytest.mark.slow

EXTRACTED = Path("enriched.jsonl")
STORE = Path("facts.sqlite")
ADDED = ("venue", "publisher", "n_citations", "index_keywords", "authors", "date", "abstract", "references")


@pytest.fixture(scope="module")
def world() -> World:
    return World(n_listed=40, n_outside=30, n_traps=8, seed=5)


@pytest.fixture
def services(world: World) -> Iterator[Services]:
    with Services(world) as server:
        yield server


@pytest.fixture
def enriched(world: World, services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    # The name of the listing is sorted after those of the added entries.
    monkeypatch.chdir(tmp_path)
    papers = papertrace.enrich_papers(write_listing(world, Path("papers.bib")), settings_for(services), store=STORE)
    papertrace.write_papers(papers, EXTRACTED)
    return EXTRACTED.read_text("utf-8")


@pytest.mark.parametrize("read", [papertrace.extract_papers, read_papers])
def test_an_enriched_file_is_enriched_to_the_same_bytes(services: Services, enriched: str, read: type) -> None:
    n_requests = len(services.log)

    again = papertrace.enrich_papers(read(EXTRACTED), settings_for(services), store=STORE)

    assert "".join(generate_extracted(again)) == enriched
    assert len(services.log) == n_requests


def test_enriched_papers_are_enriched_to_the_same_bytes(world: World, services: Services, enriched: str) -> None:
    papers = papertrace.enrich_papers(write_listing(world, Path("papers.bib")), settings_for(services), store=STORE)

    again = papertrace.enrich_papers(papers, settings_for(services), store=STORE)

    assert "".join(generate_extracted(again)) == enriched


def test_the_plan_for_an_enriched_file_has_nothing_to_ask(services: Services, enriched: str) -> None:
    plan = plan_enrichment(list(papertrace.extract_papers(EXTRACTED)), settings_for(services), store=STORE)

    assert enriched
    assert plan.n_titles == 0


def test_facts_are_kept_if_no_service_can_be_asked(services: Services, enriched: str) -> None:
    services.fault = lambda *_: (503, "down", {})

    again = papertrace.enrich_papers(papertrace.extract_papers(EXTRACTED), settings_for(services, retries=0))

    assert "".join(generate_extracted(again)) == enriched


@pytest.mark.parametrize("service", ["crossref", "openalex", "hugging-face"])
def test_facts_of_other_services_are_kept_if_one_is_asked(services: Services, enriched: str, service: str) -> None:
    settings = settings_for(services, services=(service,))

    again = papertrace.enrich_papers(papertrace.extract_papers(EXTRACTED), settings)

    before = [json.loads(line) for line in enriched.splitlines()]
    after = [json.loads(line) for line in generate_extracted(again)]
    assert [row["id"] for row in after] == [row["id"] for row in before]
    for old, new in zip(before, after, strict=True):
        assert [name for name in ADDED if old[name] and not new[name]] == []
        assert set(old["references"]) <= set(new["references"])
        assert set(old.get("urls", ())) <= set(new.get("urls", ()))
        assert len(old.get("code_candidates", ())) <= len(new.get("code_candidates", ()))
        assert set(old.get("sources", ())) <= set(new.get("sources", ()))
        assert {name for name, value in old["identifiers"].items() if value} <= {
            name for name, value in new["identifiers"].items() if value
        }
