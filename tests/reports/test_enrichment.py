"""The report on what services were asked and answered."""

from papertrace.model import Claim, ClaimState, Link, LinkKind, Paper, RepoRef, Span
from papertrace.model.papers.facts import (
    Candidate,
    CodeCandidate,
    Conflict,
    EnrichmentPlan,
    EnrichmentReport,
    ServiceAccount,
    ServicePlan,
    Shortfall,
)
from papertrace.model.papers.paper import Added
from papertrace.reports.enrichment import describe_code, describe_enrichment, describe_plan, generate_enrichment_report

ADDED = Added(code=(CodeCandidate(url="https://github.com/made-up/x", source="hugging-face 2026-01-05"),))


def test_a_plan_without_requests_says_so() -> None:
    assert describe_plan(EnrichmentPlan(n_papers=1)) == ["1 paper; 0 titles to search for", "  nothing to ask"]


def test_a_plan_has_a_line_per_service() -> None:
    one = ServicePlan(service="openalex", n_identifiers=60, n_titles=1, n_requests=3, n_credits=12, seconds=0.3)

    lines = describe_plan(EnrichmentPlan(n_papers=61, n_titles=1, services=(one,)))

    assert lines[1] == "  openalex: 3 requests for 60 identifiers and 1 title, 12 credits, at least 0 s"


def test_what_could_not_be_asked_is_counted() -> None:
    account = ServiceAccount(service="crossref", n_requests=3, shortfalls=((Shortfall.REFUSED, 20),))

    lines = describe_enrichment(EnrichmentReport(n_papers=20, accounts=(account,)))

    assert lines[1] == "  crossref: 0 papers, 3 requests; 20 refused for now"


def test_hostile_titles_are_harmless_in_the_report() -> None:
    title = "[x](javascript:alert(1)) <script>\x1b[31m"
    conflict = Conflict(paper="p", title=title, fact="year", printed="2001", found="2002", source="crossref 2026-01-05")
    candidate = Candidate(
        paper="p", title=title, service="crossref", work="doi:10.5555/1", work_title=title, reason="x"
    )
    report = EnrichmentReport(conflicts=(conflict,), candidates=(candidate,))

    text = "".join(generate_enrichment_report(report))

    assert "\x1b" not in text + "".join(describe_enrichment(report))
    assert "<script>" not in text.replace("\\<", "")
    assert "](" not in text.replace("\\]", "")


def test_code_that_services_name_is_listed_for_papers_that_claim_it() -> None:
    claims = Paper(id="a", title="A", abstract="", entries=(), claim=Claim(state=ClaimState.CLAIMED), added=ADDED)
    silent = Paper(id="b", title="B", abstract="", entries=(), added=ADDED)

    assert describe_code([claims, silent]) == [
        "A: claims code without a link; hugging-face names https://github.com/made-up/x"
    ]


def test_code_that_services_name_is_listed_for_papers_whose_link_is_dead() -> None:
    url = "https://github.com/made-up/gone"
    gone = Link(
        raw=url,
        url=url,
        span=Span("made-up.bib", 1),
        kind=LinkKind.REPOSITORY,
        repository=RepoRef("github.com", "made-up", "gone"),
    )
    paper = Paper(id="a", title="A", abstract="", entries=(), links=(gone,), added=ADDED)

    assert describe_code([paper]) == []
    assert describe_code([paper], {gone.url}) == [
        "A: links https://github.com/made-up/gone, which is dead; hugging-face names https://github.com/made-up/x"
    ]


def test_papers_in_their_own_references_are_counted() -> None:
    lines = describe_enrichment(EnrichmentReport(n_papers=3, n_self_references=2))

    assert lines[1] == "2 papers in their own references, where they are left out"
