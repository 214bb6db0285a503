"""Findings as a page: no request, no script, text of a listing never becomes markup."""

import re
from dataclasses import replace

from lxml import html
from tests.reports.conftest import MakeFinding
from tests.reports.read_back import check_report

from papertrace.model import (
    AuditResult,
    Change,
    ChangeKind,
    Claim,
    ClaimState,
    CodeClaim,
    Comparison,
    Outcome,
    RepositoryState,
)
from papertrace.reports.markup import generate_html


def page(result: AuditResult) -> html.HtmlElement:
    return html.document_fromstring("".join(generate_html(result)))


def words(element: html.HtmlElement | None) -> str:
    assert element is not None
    return " ".join(element.text_content().split())


def test_a_page_without_findings_has_a_message() -> None:
    found = page(AuditResult(findings=()))

    assert words(found.body) == "Link audit 0 links: nothing to check"


def test_the_page_requests_nothing_and_allows_only_its_style(every_outcome: AuditResult) -> None:
    text = check_report("html", every_outcome)
    found = html.document_fromstring(text)
    (policy,) = found.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")

    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; img-src data:; base-uri 'none'; form-action 'none'",
        policy,
    )
    assert found.xpath("//link/@href") == ["data:,"]
    assert found.xpath("//@style") == []
    assert "url(" not in text
    assert "@import" not in text


def test_links_are_grouped_by_outcome_and_paper(make_finding: MakeFinding) -> None:
    findings = (
        make_finding(),
        make_finding("https://example.org/b"),
        make_finding("https://example.org/c", Outcome.MOVED),
    )
    found = page(AuditResult(findings=findings))
    dead, moved = found.get_element_by_id("dead"), found.get_element_by_id("moved")

    assert [len(article.xpath(".//li")) for article in dead.xpath("article")] == [2]
    assert [words(heading) for heading in moved.xpath("article/h3")] == ["A Paper"]


def test_every_outcome_has_its_section(every_outcome: AuditResult) -> None:
    found = page(every_outcome)
    sections = found.xpath("//section/@id")

    assert sorted(sections) == sorted([*Outcome, "hosts", "years"])
    assert sorted(href[1:] for href in found.xpath("//nav//a/@href")) == sorted(sections)
    assert [float(bar.get("width")) for bar in found.xpath("//svg/rect")] == [1.0] * len(Outcome)


def test_papers_lead_into_the_page_of_the_graph_where_there_is_one(make_finding: MakeFinding) -> None:
    result = AuditResult(findings=(make_finding(),))
    beside = page(replace(result, graph_page="my%20graphs/papers.html"))

    assert page(result).xpath("//h3/a") == []
    assert beside.xpath("//h3/a/@href") == ["my%20graphs/papers.html#paper=p+0%26"]


def test_a_plain_list_has_its_name_and_no_address(make_finding: MakeFinding) -> None:
    finding = make_finding(title="", source="urls.txt")
    listed = replace(finding, occurrences=tuple(replace(occurrence, id="") for occurrence in finding.occurrences))
    found = page(AuditResult(findings=(listed,), graph_page="papers.html"))

    assert [words(heading) for heading in found.xpath("//h3")] == ["urls.txt"]
    assert found.xpath("//h3/a") == []


def test_an_alive_link_that_fails_the_run_is_not_folded(make_finding: MakeFinding) -> None:
    archived = make_finding(outcome=Outcome.ALIVE, state=RepositoryState.ARCHIVED)
    result = AuditResult(findings=(archived,))

    assert len(page(result).get_element_by_id("alive").xpath("details")) == 1
    failing = page(replace(result, fail_on=frozenset({"archived"})))
    assert failing.get_element_by_id("alive").xpath("details") == []


def test_links_send_no_referrer(make_finding: MakeFinding) -> None:
    found = page(AuditResult(findings=(make_finding(new_url="https://example.org/new"),)))

    away = found.xpath("//a[starts-with(@href, 'http')]")
    assert [link.get("href") for link in away] == ["https://example.org/a", "https://example.org/new"]
    assert {link.get("rel") for link in away} == {"noopener noreferrer"}


def test_failing_since_is_shown_with_the_number_of_runs(make_finding: MakeFinding) -> None:
    found = page(AuditResult(findings=(make_finding(failing=("2026-01-01T00:00:00Z", 3)),)))

    assert "failing since 2026-01-01T00:00:00Z (3 runs)" in words(found.get_element_by_id("dead"))


def test_changes_and_claims_have_their_sections(make_finding: MakeFinding) -> None:
    finding = make_finding()
    claim = Claim(state=ClaimState.LINKED, sentence="Code is here.")
    change = Change(kind=ChangeKind.DIED, before=Outcome.ALIVE, finding=finding)
    found = page(
        AuditResult(
            findings=(finding,),
            code_claims=(CodeClaim(occurrence=finding.occurrences[0], claim=claim, findings=(finding,)),),
            comparison=Comparison(run=4, started_at="2026-01-01T00:00:00Z", changes=(change,)),
        )
    )

    assert words(found.get_element_by_id("changes")) == (
        "Since run 4 It began on 2026-01-01T00:00:00Z: 1 newly dead. Newly dead "
        "https://example.org/a was alive, now dead: 404 Not Found"
    ).replace("https://example.org/a was", "https://example.org/awas")
    assert "A Paper says its code is open; the link is dead Code is here." in words(found.get_element_by_id("claims"))


def test_counts_by_host_and_year_are_tables(make_finding: MakeFinding) -> None:
    found = page(AuditResult(findings=(make_finding(), make_finding("https://b.example.org/", Outcome.ALIVE))))
    rows = [[words(cell) for cell in row] for row in found.xpath("//tbody/tr")]

    assert rows == [
        ["example.org", "1", "1 dead"],
        ["b.example.org", "1", "1 alive"],
        ["2024", "2", "1 dead, 1 alive"],
    ]


def test_many_hosts_are_folded_away_after_the_first(make_finding: MakeFinding) -> None:
    findings = tuple(make_finding(f"https://h{number:02}.example.org/") for number in range(23))
    hosts = page(AuditResult(findings=findings)).get_element_by_id("hosts")

    assert [len(table.xpath("tbody/tr")) for table in hosts.xpath(".//table")] == [20, 3]
    assert words(hosts.xpath("details/summary")[0]) == "3 more"
