"""Audits as a library: inputs, results and reports."""

from pathlib import Path

import pytest
from tests.folders import CASES, CASSETTES

import papertrace
from papertrace import Claim, Entry, Link, Paper, Span
from papertrace.errors import ExportError, SettingsError, StoreError
from papertrace.model import ClaimState, LinkKind, LinkRole
from papertrace.model.papers.facts import CodeCandidate
from papertrace.model.papers.paper import Added
from papertrace.pipeline.auditing import list_links

TOUR = CASES / "audit" / "tour.txt"
CASSETTE = CASSETTES / "audit" / "run" / "tour.yaml"
REPLAY = papertrace.AuditSettings(cassette=CASSETTE)


def test_an_audit_of_listings_has_the_papers_of_each_link() -> None:
    result = papertrace.audit_links(papertrace.collect_links([TOUR]), REPLAY)

    (dead,) = [finding for finding in result.findings if finding.verdict.outcome == "dead"]
    assert [occurrence.title for occurrence in dead.occurrences] == ["HarborFlow: Expert Parallelism over Slow Links"]
    assert result.fails(dead)


def test_urls_are_audited_too_each_once() -> None:
    urls = ["http://www.example.org/gone", "http://www.example.org/alive", "http://www.example.org/gone"]

    result = papertrace.audit_links(urls, REPLAY)

    assert [(finding.verdict.link.url, str(finding.verdict.outcome)) for finding in result.findings] == [
        (urls[0], "dead"),
        (urls[1], "alive"),
    ]


def test_links_that_patterns_leave_out_are_skipped() -> None:
    settings = papertrace.AuditSettings(exclude=("example.org/gone",), cassette=CASSETTE)

    (finding,) = papertrace.audit_links(["http://example.org/gone"], settings).findings

    assert finding.verdict.reason == "left out by --exclude example.org/gone"


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.txt", "HarborFlow"), ("a.jsonl", '{"url"'), ("a.xml", "<?xml"), ("a.html", "<!doctype html>")],
)
def test_the_suffix_of_a_report_decides_its_form(name: str, start: str, tmp_path: Path) -> None:
    result = papertrace.audit_links(papertrace.collect_links([TOUR]), REPLAY)

    papertrace.write_report(result, tmp_path / name)

    assert (tmp_path / name).read_text("utf-8").lower().startswith(start.lower())


def test_a_report_of_no_known_form_is_refused(tmp_path: Path) -> None:
    result = papertrace.audit_links([])

    with pytest.raises(ExportError, match=r"a\.doc: no report has this suffix \(known: \.txt"):
        papertrace.write_report(result, tmp_path / "a.doc")
    with pytest.raises(SettingsError, match="form is 'jsonlines', did you mean 'jsonl'"):
        papertrace.write_report(result, tmp_path / "a.txt", "jsonlines")


def test_wrong_values_are_refused_with_the_right_ones() -> None:
    with pytest.raises(SettingsError, match="record is 'onse', did you mean 'once'"):
        papertrace.audit_links([], papertrace.AuditSettings(cassette=CASSETTE, record="onse"))
    with pytest.raises(SettingsError, match="fail_on is 'dea', did you mean 'dead'"):
        papertrace.AuditSettings(fail_on=frozenset({"dea"}))
    with pytest.raises(SettingsError, match=r"exclude is a string; give a sequence of strings, such as \('doi.org',\)"):
        papertrace.AuditSettings(exclude="doi.org")
    with pytest.raises(SettingsError, match=r"allow_networks contains '127\.0\.0\.0/99'"):
        papertrace.AuditSettings(allow_networks=("127.0.0.0/99",))
    with pytest.raises(StoreError, match="no store is used"):
        papertrace.audit_links([], papertrace.AuditSettings(compare="last"))


def test_extracted_papers_are_written_and_read_back(tmp_path: Path) -> None:
    papers = list(papertrace.extract_papers(TOUR))

    papertrace.write_papers(papers, tmp_path / "papers.jsonl")

    assert [paper.id for paper in papertrace.read_papers(tmp_path / "papers.jsonl")] == [paper.id for paper in papers]


def _write_claims(path: Path, *, candidate: str, linked: str | None = None) -> Path:
    """Write a paper that claims code as an extracted file, with a repository that a service names."""
    span = Span("made-up.bib", 4)
    links = (Link(raw=linked, url=linked, span=span, kind=LinkKind.CODE, role=LinkRole.OWN),) if linked else ()
    state = ClaimState.LINKED if linked else ClaimState.CLAIMED
    paper = Paper(
        id="made-up",
        title="A Made-up Paper",
        abstract="",
        entries=(Entry(title="A Made-up Paper", abstract="", span=span, end_line=6),),
        links=links,
        claim=Claim(state=state, sentence="Our code is open."),
        added=Added(
            sources=(("code", "hugging-face 2026-01-05"),),
            code=(CodeCandidate(url=candidate, source="hugging-face 2026-01-05"),),
        ),
    )
    papertrace.write_papers([paper], path)
    return path


def test_code_that_services_name_is_audited_as_a_candidate(tmp_path: Path) -> None:
    listing = _write_claims(tmp_path / "papers.jsonl", candidate="http://www.example.org/alive")

    result = papertrace.audit_links(papertrace.collect_links([listing]), REPLAY)

    assert result.findings == ()
    ((service, finding),) = result.code_claims[0].candidates
    assert (service, finding.verdict.link.url, finding.verdict.outcome) == (
        "hugging-face",
        "http://www.example.org/alive",
        "alive",
    )
    assert finding.verdict.link.role == "other"
    (record,) = result.to_records()
    assert record["papers"] == (
        {
            "id": "made-up",
            "title": "A Made-up Paper",
            "source": "made-up.bib",
            "line": 4,
            "column": 1,
            "claim": "claimed",
            "gap": "says its code is open, without a link",
            "named_by": "hugging-face",
        },
    )


def test_a_dead_candidate_does_not_fail_an_audit(tmp_path: Path) -> None:
    listing = _write_claims(tmp_path / "papers.jsonl", candidate="http://www.example.org/gone")

    result = papertrace.audit_links(papertrace.collect_links([listing]), REPLAY)

    assert not any(map(result.fails, result.findings))


@pytest.mark.parametrize("suffix", ["txt", "md", "html"])
def test_reports_name_candidates_beside_dead_links(suffix: str, tmp_path: Path) -> None:
    listing = _write_claims(
        tmp_path / "papers.jsonl", candidate="http://www.example.org/alive", linked="http://www.example.org/gone"
    )
    result = papertrace.audit_links(papertrace.collect_links([listing]), REPLAY)

    papertrace.write_report(result, tmp_path / f"a.{suffix}")

    text = (tmp_path / f"a.{suffix}").read_text("utf-8")
    assert "hugging-face names" in text
    assert "http://www.example.org/alive" in text


def test_a_candidate_that_the_paper_links_itself_is_the_papers_link(tmp_path: Path) -> None:
    listing = _write_claims(
        tmp_path / "papers.jsonl", candidate="http://example.org/gone/", linked="http://www.example.org/gone"
    )

    assert papertrace.collect_links([listing]).candidates == ()


def test_a_dry_run_lists_candidates(tmp_path: Path) -> None:
    listing = _write_claims(tmp_path / "papers.jsonl", candidate="http://www.example.org/alive")

    lines = [*list_links(papertrace.collect_links([listing]), papertrace.AuditSettings(audits_reserved=True))]

    assert lines == ["made-up.bib:4:1  http://www.example.org/alive  (hugging-face names it)\n"]


def test_a_dry_run_that_leaves_out_links_of_reserved_hosts_names_the_option_that_keeps_them(
    caplog: pytest.LogCaptureFixture,
) -> None:
    links = papertrace.collect_links([CASES / "audit" / "tour.txt"])

    assert not [*list_links(links, papertrace.AuditSettings())]
    assert caplog.messages[-1].endswith("of a reserved or local host; --reserved keeps those of reserved hosts")
    caplog.clear()
    assert not [*list_links(links, papertrace.AuditSettings(exclude=("www.example.org",), audits_reserved=True))]
    assert "--reserved" not in caplog.text


def test_a_pattern_that_matches_a_candidate_is_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    listing = _write_claims(tmp_path / "papers.jsonl", candidate="http://www.example.org/alive")
    settings = papertrace.AuditSettings(audits_reserved=True, exclude=("www.example.org/alive",))

    assert not [*list_links(papertrace.collect_links([listing]), settings)]
    assert "matches no link" not in caplog.text
