"""The text report: the worst first, each link with its occurrences, no terminal control characters."""

from dataclasses import replace

from papertrace.model import (
    Ask,
    AuditResult,
    Change,
    ChangeKind,
    Claim,
    ClaimState,
    CodeClaim,
    Comparison,
    Finding,
    Link,
    LinkKind,
    Method,
    Observation,
    Occurrence,
    Outcome,
    RepositoryState,
    Span,
    Verdict,
)
from papertrace.model.text import printable
from papertrace.reports.markup import generate_markdown
from papertrace.reports.text import generate_text


def finding(
    url: str, outcome: Outcome, *, reason: str = "because", n_occurrences: int = 1, title: str = "A Paper"
) -> Finding:
    link = Link(raw=url, url=url, span=Span("a.txt", 3, 7), kind=LinkKind.PAGE)
    seen = Observation(ask=Ask(method=Method.HEAD, url=url), final_url=url, status=200)
    occurrences = tuple(
        Occurrence(id=str(n), title=title, source="a.txt", line=3 + n, column=7) for n in range(n_occurrences)
    )
    return Finding(verdict=Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,)), occurrences=occurrences)


def report(*findings: Finding) -> str:
    return "".join(generate_text(AuditResult(findings=findings)))


def test_no_link_at_all_has_a_message() -> None:
    assert report() == "0 links: nothing to check\n"


def test_alive_links_are_only_counted() -> None:
    assert report(finding("https://example.org/a", Outcome.ALIVE)) == "1 link: 1 alive\n"


def test_dead_links_come_first_with_reason_and_occurrence() -> None:
    text = report(
        finding("https://example.org/slow", Outcome.UNSTABLE),
        finding("https://example.org/gone", Outcome.DEAD, reason="404 Not Found"),
    )

    assert text.splitlines() == [
        "A Paper",
        "  dead  https://example.org/gone",
        "    404 Not Found",
        "    a.txt:3:7",
        "  unstable  https://example.org/slow",
        "    because",
        "    a.txt:3:7",
        "",
        "2 links: 1 dead, 1 unstable",
    ]


def test_papers_with_dead_links_come_first_and_a_link_is_listed_with_each_of_its_papers() -> None:
    slow, gone = (
        finding("https://example.org/slow", Outcome.UNSTABLE),
        finding("https://example.org/gone", Outcome.DEAD),
    )
    one, other = (Occurrence(id=name, title=f"Paper {name}", source="a.txt", line=9, column=2) for name in "ab")
    text = report(replace(slow, occurrences=(one,)), replace(gone, occurrences=(other, replace(one, line=12))))

    assert text.splitlines() == [
        "Paper a",
        "  dead  https://example.org/gone",
        "    because",
        "    a.txt:12:2",
        "  unstable  https://example.org/slow",
        "    because",
        "    a.txt:9:2",
        "",
        "Paper b",
        "  dead  https://example.org/gone",
        "    because",
        "    a.txt:9:2",
        "",
        "2 links: 1 dead, 1 unstable",
    ]


def test_links_of_a_plain_list_are_under_its_name() -> None:
    dead = finding("https://example.org/gone", Outcome.DEAD)
    occurrence = Occurrence(id="", title="", source="urls.txt", line=1, column=1)

    assert report(replace(dead, occurrences=(occurrence,))).splitlines()[:2] == [
        "urls.txt",
        "  dead  https://example.org/gone",
    ]
    assert report(replace(dead, occurrences=())).splitlines()[:2] == ["links", "  dead  https://example.org/gone"]


def test_many_occurrences_are_cut_and_counted() -> None:
    dead = finding("https://example.org/gone", Outcome.DEAD, n_occurrences=5)
    text = report(replace(dead, occurrences=tuple(replace(occurrence, id="one") for occurrence in dead.occurrences)))

    assert text.count("a.txt:") == 3
    assert "and 2 more occurrences" in text


def test_every_outcome_is_in_the_report() -> None:
    text = report(*(finding(f"https://example.org/{outcome}", outcome) for outcome in Outcome))

    assert f"{len(Outcome)} links: " in text
    assert all(f"1 {outcome.value.replace('_', ' ')}" in text for outcome in Outcome)


def test_failing_since_counts_the_runs() -> None:
    dead = finding("https://example.org/gone", Outcome.DEAD)
    since = replace(dead, verdict=replace(dead.verdict, failing_since="2026-01-01T00:00:00Z", n_failing=3))

    assert "    failing since 2026-01-01T00:00:00Z (3 runs)\n" in report(since)


def test_many_links_left_out_for_one_reason_are_a_count() -> None:
    left_out = [finding(f"https://example.org/{n}", Outcome.SKIPPED, reason="left out by --only x") for n in range(4)]
    text = report(*left_out, finding("mailto:a", Outcome.SKIPPED, reason="mailto: is not asked"))

    assert text.splitlines()[:4] == [
        "SKIPPED (5)",
        "  4 links: left out by --only x",
        "  mailto:a",
        "    mailto: is not asked",
    ]


def test_an_alive_link_that_fails_the_run_is_listed() -> None:
    alive = finding("https://example.org/a", Outcome.ALIVE)
    archived = replace(alive, verdict=replace(alive.verdict, repository_state=RepositoryState.ARCHIVED))
    text = "".join(generate_text(AuditResult(findings=(alive, archived), fail_on=frozenset({"archived"}))))

    assert text.splitlines()[:3] == ["A Paper", "  alive  https://example.org/a", "    because [archived]"]


def test_changes_since_a_run_have_a_section() -> None:
    dead = finding("https://example.org/gone", Outcome.DEAD, reason="404 Not Found")
    changes = (Change(kind=ChangeKind.DIED, before=Outcome.ALIVE, finding=dead),)
    comparison = Comparison(run=4, started_at="2026-01-01T00:00:00Z", changes=changes, n_new=1)
    text = "".join(generate_text(AuditResult(findings=(), comparison=comparison)))

    assert text.splitlines()[:4] == [
        "SINCE RUN 4 (2026-01-01T00:00:00Z)",
        "  newly dead: https://example.org/gone",
        "    was alive, now dead: 404 Not Found",
        "  1 newly dead, 1 new",
    ]


def test_no_changes_are_stated() -> None:
    comparison = Comparison(run=4, started_at="2026-01-01T00:00:00Z")

    assert "  no changes\n" in "".join(generate_text(AuditResult(findings=(), comparison=comparison)))


def test_a_claim_that_does_not_hold_has_a_section() -> None:
    dead = finding("https://example.org/gone", Outcome.DEAD)
    claim = Claim(state=ClaimState.LINKED, sentence="Code is\nat example.org/gone.")
    code = CodeClaim(occurrence=dead.occurrences[0], claim=claim, findings=(dead,))
    text = "".join(generate_text(AuditResult(findings=(), code_claims=(code,))))

    assert text.splitlines()[:4] == [
        "CODE CLAIMS THAT DO NOT HOLD (1)",
        "  a.txt:3:7  A Paper",
        "    says its code is open; the link is dead",
        "    “Code is at example.org/gone.”",
    ]


def test_control_characters_are_escaped() -> None:
    text = report(finding("https://example.org/\x1b[2J", Outcome.DEAD, title="A\u202eB\nC"))

    assert "\x1b" not in text
    assert "\u202e" not in text
    assert r"\x1b[2J" in text
    assert r"A\u202eB\nC" in text


def test_letters_of_any_script_are_kept() -> None:
    assert printable("注意力 Größe") == "注意力 Größe"


def test_with_a_baseline_what_is_new_is_marked_in_text_and_in_markdown() -> None:
    urls = ("https://example.org/old", "https://example.org/new", "https://example.org/moved")
    outcomes = (Outcome.DEAD, Outcome.DEAD, Outcome.MOVED)
    findings = tuple(
        finding(url, outcome, reason="a reason", n_occurrences=0) for url, outcome in zip(urls, outcomes, strict=True)
    )
    result = AuditResult(findings=findings, baseline={urls[0]: frozenset({"dead"})})

    text, markdown = "".join(generate_text(result)), "".join(generate_markdown(result))

    assert f"dead  {urls[0]} (in the baseline)\n" in text
    assert f"dead  {urls[1]} (new)\n" in text
    assert f"moved  {urls[2]}\n" in text
    assert "; 1 in the baseline, 1 new" in text
    assert f"| <{urls[0]}> | **in the baseline**: a reason |" in markdown
    assert f"| <{urls[1]}> | **new**: a reason |" in markdown
    assert f"| <{urls[2]}> | a reason |" in markdown
