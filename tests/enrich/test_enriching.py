"""A made-up listing, enriched from a loopback server that speaks as the services do, with traps and faults."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.services.enriched import citations, numbers_of, settings_for, write_listing
from tests.services.killed import killed
from tests.services.server import Reply, Services
from tests.services.world import World, true_numbers

import papertrace
from papertrace import Paper, SettingsError
from papertrace.enrich.services import ALL_SERVICES
from papertrace.model.papers.facts import EnrichmentReport, Shortfall
from papertrace.pipeline.enriching import plan_enrichment
from papertrace.pipeline.papers import generate_extracted, summarise_papers


@pytest.fixture(scope="module")
def world() -> World:
    return World(n_listed=48, n_outside=40, n_traps=24, seed=3)


@pytest.fixture
def services(world: World) -> Iterator[Services]:
    with Services(world) as server:
        yield server


@pytest.fixture
def papers(world: World, tmp_path: Path) -> list[Paper]:
    return write_listing(world, tmp_path / "made-up.bib")


def enrich(
    papers: list[Paper], services: Services, store: Path | None = None, **changes: object
) -> tuple[list[Paper], EnrichmentReport]:
    reports: list[EnrichmentReport] = []
    found = papertrace.enrich_papers(papers, settings_for(services, **changes), store=store, on_report=reports.append)
    return found, reports[0]


@pytest.mark.slow
def test_citations_are_found_and_none_is_wrong(world: World, services: Services, papers: list[Paper]) -> None:
    found, report = enrich(papers, services)

    told = citations(world, found)
    assert told <= world.edges()
    # A paper with a wrong DOI, or with nothing but a title that two works have, cannot be identified; nor can one of
    # which the only service that knows it returns another work of that title.
    hidden = {one.work.number for one in world.listed if one.work.trap in {"wrong_doi", "homonym", "polluted"}}
    searched = world.knows["openalex"] | world.knows["crossref"]
    hidden |= {
        one.work.number for one in world.listed if one.work.trap == "fake_preprint" and one.work.number not in searched
    }
    expected = {edge for edge in world.tellable() if not hidden & set(edge)}
    assert len(expected - told) <= len(expected) // 50
    assert report.n_citations == len(told)


def test_no_paper_gets_an_identifier_of_another_work(world: World, services: Services, papers: list[Paper]) -> None:
    found, _ = enrich(papers, services)

    owners, numbers = true_numbers(world.works), numbers_of(world, found)
    printed = {f"doi:{one.doi}" for one in world.listed} | {f"arxiv:{one.arxiv}" for one in world.listed}
    wrong = {
        name: paper.title
        for paper in found
        for name in paper.identifiers.all_names()
        if name in owners and owners[name] != numbers[paper.id] and name not in printed
    }
    assert wrong == {}


def test_a_second_run_asks_nothing_and_writes_the_same_bytes(
    services: Services, papers: list[Paper], tmp_path: Path
) -> None:
    first, _ = enrich(papers, services, tmp_path / "facts.sqlite")
    n_requests = len(services.log)

    second, report = enrich(papers, services, tmp_path / "facts.sqlite")

    assert len(services.log) == n_requests
    assert sum(account.n_requests for account in report.accounts) == 0
    assert "".join(generate_extracted(second)) == "".join(generate_extracted(first))


def test_what_a_listing_prints_is_kept(services: Services, papers: list[Paper]) -> None:
    found, _ = enrich(papers, services)

    by_title = {paper.title: paper for paper in found}
    for paper in papers:
        after = by_title[paper.title]
        assert after.authors == paper.authors or not paper.authors
        assert after.date == paper.date or paper.date is None
        assert after.identifiers.doi == paper.identifiers.doi or paper.identifiers.doi is None
        assert after.identifiers.arxiv == paper.identifiers.arxiv or paper.identifiers.arxiv is None


def test_every_added_fact_has_a_source_and_a_date(services: Services, papers: list[Paper]) -> None:
    found, _ = enrich(papers, services)

    added = [paper.added for paper in found if paper.added is not None]
    assert added
    sources = [source for one in added for _, source in one.sources]
    assert all(part[-10:].count("-") == 2 for source in sources for part in source.split(", "))
    assert {name for one in added for name, _ in one.sources} >= {
        "abstract",
        "date",
        "venue",
        "n_citations",
        "references",
    }


def test_the_output_is_a_listing_that_gives_the_same_papers(
    services: Services, papers: list[Paper], tmp_path: Path
) -> None:
    found, _ = enrich(papers, services)
    papertrace.write_papers(found, tmp_path / "papers.jsonl")

    again = list(papertrace.extract_papers([tmp_path / "papers.jsonl"]))

    assert [paper.id for paper in again] == [paper.id for paper in found]
    assert [paper.references for paper in again] == [paper.references for paper in found]
    assert [paper.added for paper in again] == [paper.added for paper in found]
    assert "".join(generate_extracted(again)) == "".join(generate_extracted(found))


def test_preprint_and_article_are_one_paper(world: World, services: Services, papers: list[Paper]) -> None:
    found, _ = enrich(papers, services)

    numbers = {number: paper_id for paper_id, number in numbers_of(world, found).items()}
    by_id = {paper.id: paper for paper in found}
    articles = [one.work for one in world.listed if one.work.trap == "versions"]
    assert articles
    for article in articles:
        paper = by_id[numbers[article.number]]
        assert paper.identifiers.doi == article.doi
        assert sum(other.title == paper.title for other in found) == 1


def test_two_papers_that_services_know_as_one_work_are_one_paper(
    world: World, services: Services, tmp_path: Path
) -> None:
    preprint = next(work for work in world.works if work.trap == "preprint")
    article = world.works[preprint.preprint_of or 0]
    path = tmp_path / "two.bib"
    entry = "@misc{{{}, title = {{{}}}, doi = {{{}}}}}\n"
    path.write_text("".join(entry.format(n, one.title, one.doi) for n, one in enumerate((preprint, article))), "utf-8")

    (paper,), _ = enrich(list(papertrace.extract_papers([path])), services)

    assert paper.identifiers.doi == article.doi
    assert f"doi:{preprint.doi}" in paper.identifiers.versions


def test_papers_listed_by_identifier_alone_get_their_titles_everywhere(
    world: World, services: Services, tmp_path: Path
) -> None:
    works = [one.work for one in world.listed if not one.work.trap][:12]
    path = tmp_path / "ids.txt"
    path.write_text("".join(f"{f'arXiv:{work.arxiv}' if work.arxiv else work.doi}\n" for work in works), "utf-8")
    listed = list(papertrace.extract_papers([path]))
    assert all(paper.is_untitled for paper in listed)

    found, report = enrich(listed, services, tmp_path / "facts.sqlite")
    written = tmp_path / "papers.jsonl"
    papertrace.write_papers(found, written)
    again, _ = enrich(list(papertrace.extract_papers([written])), services, tmp_path / "facts.sqlite")

    titles = [work.title for work in works]
    assert [paper.title for paper in found] == titles
    assert report.n_identified == len(works)
    assert all(dict(paper.added.sources)["title"] for paper in found if paper.added)
    assert [json.loads(line)["title"] for line in written.read_text("utf-8").splitlines()] == titles
    nodes = papertrace.build_graph(found).nodes(data=True)
    assert {attributes["title"] for _, attributes in nodes} == set(titles)
    assert "".join(generate_extracted(again)) == written.read_text("utf-8")


def test_one_service_that_is_down_costs_a_few_requests_and_not_the_rest(
    world: World, services: Services, papers: list[Paper]
) -> None:
    services.fault = lambda service, _: (503, "down", {}) if service == "openalex" else None

    found, report = enrich(papers, services, retries=1)

    accounts = {account.service: account for account in report.accounts}
    assert dict(accounts["openalex"].shortfalls)[Shortfall.FAILED] > 0
    assert services.n_requests()["openalex"] <= 20
    assert citations(world, found)
    assert citations(world, found) <= world.edges()


@pytest.mark.slow
@cases("reply", named=True)
def test_bad_answers_at_any_moment_make_no_wrong_fact(
    reply: Reply, world: World, services: Services, papers: list[Paper]
) -> None:
    chance = random.Random(11)  # noqa: S311 - faults for a test
    services.fault = lambda _service, _n: reply if chance.random() < 0.3 else None

    found, _ = enrich(papers, services, max_wait_s=0.5)

    assert citations(world, found) <= world.edges()
    assert len(found) == len(papers)


def test_a_run_after_an_outage_asks_only_what_is_missing(
    world: World, services: Services, papers: list[Paper], tmp_path: Path
) -> None:
    services.fault = lambda service, _: (503, "down", {}) if service == "crossref" else None
    enrich(papers, services, tmp_path / "facts.sqlite", retries=0)
    asked = {(target, body) for service, _, target, body in services.log if service != "crossref"}
    services.fault = lambda _service, _n: None
    services.log.clear()

    found, _ = enrich(papers, services, tmp_path / "facts.sqlite")

    assert services.n_requests()["crossref"] > 0
    assert not asked & {(target, body) for _, _, target, body in services.log}
    assert citations(world, found) <= world.edges()


def test_the_plan_sends_no_request_and_counts_those_of_the_first_round(services: Services, papers: list[Paper]) -> None:
    plan = plan_enrichment(papers, settings_for(services))

    assert services.log == []
    assert plan.n_papers == len(papers)
    batches = {one.service: one for one in plan.services}
    assert batches["crossref"].n_identifiers == sum(paper.identifiers.doi is not None for paper in papers)
    assert 0 < batches["openalex"].n_requests < len(papers)
    assert plan.n_titles == sum(not paper.identifiers for paper in papers)


def test_a_key_is_sent_to_its_own_service_and_appears_nowhere_else(
    services: Services, papers: list[Paper], tmp_path: Path
) -> None:
    keys = {"openalex": "secret-1", "semantic-scholar": "secret-2"}
    settings = settings_for(services, keys=keys)

    found = papertrace.enrich_papers(
        papers, settings, store=tmp_path / "facts.sqlite", cassette=tmp_path / "cassette.yaml"
    )

    sent = list(zip(services.log, services.headers, strict=True))
    with_first = {service for (service, _, path, body), headers in sent if "secret-1" in f"{path}{body}{headers}"}
    with_second = {service for (service, _, path, body), headers in sent if "secret-2" in f"{path}{body}{headers}"}
    assert (with_first, with_second) == ({"openalex"}, {"semantic-scholar"})
    written = "".join(generate_extracted(found)) + (tmp_path / "cassette.yaml").read_text() + repr(settings)
    assert "secret" not in written
    assert b"secret" not in (tmp_path / "facts.sqlite").read_bytes()


def test_a_replay_needs_no_server_and_gives_the_same_bytes(world: World, papers: list[Paper], tmp_path: Path) -> None:
    with Services(world) as server:
        settings = settings_for(server)
        recorded = papertrace.enrich_papers(papers, settings, cassette=tmp_path / "cassette.yaml")

    replayed = papertrace.enrich_papers(papers, settings, cassette=tmp_path / "cassette.yaml", record="none")

    assert "".join(generate_extracted(replayed)) == "".join(generate_extracted(recorded))


def test_only_the_chosen_services_are_asked(services: Services, papers: list[Paper]) -> None:
    papertrace.enrich_papers(papers, settings_for(services, services=("crossref",)))

    assert set(services.n_requests()) == {"crossref"}


def test_added_facts_are_no_entry_of_a_listing(services: Services, papers: list[Paper]) -> None:
    found, _ = enrich(papers, services)

    before, after = summarise_papers(papers), summarise_papers(found)
    assert (after.n_entries, after.n_listings) == (before.n_entries, before.n_listings)


def test_a_code_candidate_never_becomes_a_link_of_the_paper(services: Services, papers: list[Paper]) -> None:
    found, _ = enrich(papers, services)

    assert any(paper.added and paper.added.code for paper in found)
    assert all(link.repository is None for paper in found for link in paper.links)
    assert all(json.loads(line)["claim"]["state"] == "none" for line in generate_extracted(found))


def test_an_unknown_service_is_an_error() -> None:
    with pytest.raises(SettingsError, match="openalex"):
        papertrace.EnrichSettings(services=("opanalex",))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_killed_and_resumed_run_ends_like_an_undisturbed_one(
    seed: int, world: World, services: Services, papers: list[Paper], tmp_path: Path
) -> None:
    listing = tmp_path / "made-up.bib"
    whole, _ = enrich(papers, services)
    services.delay_s = 0.01

    ended = killed(listing, tmp_path, services, seed=seed, n_requests=len(services.log))

    assert ended.n_before > 1
    assert ended.n_twice == 0
    assert ended.output == "".join(generate_extracted(whole))
    assert len(world.listed) == len(whole)


@pytest.mark.parametrize(
    "services_asked",
    [
        pytest.param(ALL_SERVICES, id="all"),
        pytest.param(("semantic-scholar", "crossref", "arxiv"), id="Semantic Scholar"),
        pytest.param(("crossref", "opencitations"), id="OpenCitations"),
    ],
)
def test_works_that_cite_the_papers_are_found_with_true_counts(
    world: World, services: Services, papers: list[Paper], services_asked: tuple[str, ...]
) -> None:
    reports: list[EnrichmentReport] = []
    settings = settings_for(services, services=services_asked)
    found = papertrace.enrich_papers(papers, settings, with_citing=True, on_report=reports.append)

    citing = reports[0].citing
    assert citing
    numbers = numbers_of(world, papers)
    owners = true_numbers(world.works) | {f"openalex:{work.openalex}": work.number for work in world.works}
    owners |= {f"s2:{work.s2}": work.number for work in world.works}
    listed = {one.work.number for one in world.listed}
    for work in citing:
        (number,) = {owners[name] for name in work.names if name in owners}
        # The own titles of works without a known title cannot show that they are of the list.
        assert number not in listed or not work.title
        assert {numbers[paper] for paper in work.cites} <= set(world.works[number].references)
    assert [len(work.cites) for work in citing] == sorted((len(work.cites) for work in citing), reverse=True)
    suggested = papertrace.suggest_works(found, citing=citing)
    most = max(len(work.cites) for work in citing)
    assert max(work.n_cited for work in suggested) == most
    assert all(work.reason for work in suggested)


def test_citing_works_are_asked_for_once(services: Services, papers: list[Paper], tmp_path: Path) -> None:
    outputs = []
    for _ in range(2):
        reports: list[EnrichmentReport] = []
        services.log.clear()
        papertrace.enrich_papers(
            papers,
            settings_for(services),
            with_citing=True,
            store=tmp_path / "facts.sqlite",
            on_report=reports.append,
        )
        outputs.append(reports[0].citing)
    assert services.log == []
    assert outputs[0] == outputs[1]


def test_citing_works_are_not_asked_for_unless_told_to(services: Services, papers: list[Paper]) -> None:
    enrich(papers, services)

    assert not any("cites:" in path or "/citations" in path for _, _, path, _ in services.log)


def test_papers_are_asked_for_at_the_next_service_if_one_fails(services: Services, papers: list[Paper]) -> None:
    reply = services.reply

    def without_cites(method: str, target: str, body: str, headers: dict[str, str]) -> Reply:
        return (500, "", {}) if "cites" in target else reply(method, target, body, headers)

    services.reply = without_cites  # type: ignore[method-assign]  # the fault depends on the request
    reports: list[EnrichmentReport] = []
    papertrace.enrich_papers(papers, settings_for(services, retries=1), with_citing=True, on_report=reports.append)

    assert any("/citations" in path for _, _, path, _ in services.log)
    assert reports[0].citing


def test_a_doi_that_no_other_service_knows_is_asked_of_its_agency(
    world: World, services: Services, tmp_path: Path
) -> None:
    work = next(one for one in world.works if one.doi and not one.trap)
    path = tmp_path / "one.bib"
    path.write_text(f"@misc{{one, title = {{{work.title}}}, doi = {{{work.doi}}}}}", "utf-8")
    services.at_other_agency = {work.number}
    settings = settings_for(services, services=("datacite", "doi"))

    (paper,) = papertrace.enrich_papers(list(papertrace.extract_papers([path])), settings)

    assert paper.venue == "Made-up Proceedings"
    assert [service for service, *_ in services.log] == ["datacite", "doi"]


def test_doi_org_is_not_asked_for_works_that_others_know(services: Services, papers: list[Paper]) -> None:
    enrich(papers, services)

    known = {service for service, *_ in services.log}
    asked = {path.removeprefix("/doi.org/") for service, _, path, _ in services.log if service == "doi"}
    assert "crossref" in known
    assert not asked & {work.doi for work in services.world.works if work.number in services.world.knows["crossref"]}


HOSTILE = "=HYPERLINK(0)\n::error file=a::x\r\n</script><script>alert(1)</script>\x1b[31m\u202e\x00|[x](y)"
CHANGES: dict[str, Callable[[object], object]] = {
    "texts": lambda value: HOSTILE if isinstance(value, str) else value,
    "numbers": lambda value: float("nan") if isinstance(value, int) else value,
    "huge numbers": lambda value: 10**400 if isinstance(value, int) else value,
    "lists": lambda value: [value],
    "objects": lambda value: {"value": value},
    "nulls": lambda _: None,
}
NAMES = frozenset({"id", "doi", "DOI", "paperId", "title", "display_name"})


def _mutate(value: object, change: str, key: str = "") -> object:
    """Return a JSON value whose scalars are changed; texts by which works are identified stay among other texts."""
    if isinstance(value, dict):
        return {name: _mutate(one, change, name) for name, one in value.items()}
    if isinstance(value, list):
        return [_mutate(one, change, key) for one in value]
    return value if change == "texts" and key in NAMES else CHANGES[change](value)


@pytest.mark.slow
@pytest.mark.parametrize("change", [*CHANGES, "brackets"])
def test_hostile_answers_of_all_services_harm_nothing(
    services: Services, papers: list[Paper], tmp_path: Path, change: str
) -> None:
    true_reply = services.reply

    def reply(method: str, target: str, body: str, headers: dict[str, str]) -> Reply:
        status, text, sent = true_reply(method, target, body, headers)
        if change == "brackets":
            return 200, "[" * 100_000, sent
        try:
            return status, json.dumps(_mutate(json.loads(text), change)), sent
        except ValueError:
            return status, text, sent

    services.reply = reply  # type: ignore[method-assign]  # every answer is changed
    reports: list[EnrichmentReport] = []

    found = papertrace.enrich_papers(papers, settings_for(services), with_citing=True, on_report=reports.append)

    assert [paper.title for paper in found] == [paper.title for paper in papers]
    written = "".join(generate_extracted(found))
    assert json.dumps("\x1b")[1:-1] not in written
    assert "\\u202e" not in written
    graph = papertrace.build_graph(found)
    for suffix in ("html", "graphml", "edges.csv"):
        papertrace.write_graph(graph, tmp_path / f"map.{suffix}", papers=found)
    assert "<script>alert" not in (tmp_path / "map.html").read_text("utf-8")
