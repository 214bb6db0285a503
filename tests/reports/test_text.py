"""The table of an audit: what needs a hand first, each link with its places, nothing a terminal obeys."""

from papertrace.model import (
    Ask,
    AuditResult,
    Finding,
    Link,
    LinkKind,
    Method,
    Observation,
    Outcome,
    PaperPlace,
    Span,
    Verdict,
)
from papertrace.reports.text import generate_text, printable


def finding(
    url: str, outcome: Outcome, *, reason: str = "because", n_places: int = 1, title: str = "A Paper"
) -> Finding:
    link = Link(raw=url, url=url, span=Span("a.txt", 3, 7), kind=LinkKind.PAGE)
    seen = Observation(ask=Ask(method=Method.HEAD, url=url), final_url=url, status=200)
    places = tuple(PaperPlace(id=str(n), title=title, source="a.txt", line=3 + n, column=7) for n in range(n_places))
    return Finding(verdict=Verdict(link=link, outcome=outcome, reason=reason, seen=(seen,)), papers=places)


def report(*findings: Finding) -> str:
    return "".join(generate_text(AuditResult(findings=findings)))


def test_no_link_at_all_is_said() -> None:
    assert report() == "0 links: nothing to check\n"


def test_what_is_well_is_only_counted() -> None:
    assert report(finding("https://example.org/a", Outcome.ALIVE)) == "1 link: 1 alive\n"


def test_dead_links_come_first_with_reason_and_place() -> None:
    text = report(
        finding("https://example.org/slow", Outcome.UNSTABLE),
        finding("https://example.org/gone", Outcome.DEAD, reason="404 Not Found"),
    )

    assert text.splitlines() == [
        "DEAD (1)",
        "  https://example.org/gone",
        "    404 Not Found",
        "    a.txt:3:7  A Paper",
        "",
        "UNSTABLE (1)",
        "  https://example.org/slow",
        "    because",
        "    a.txt:3:7  A Paper",
        "",
        "2 links: 1 dead, 1 unstable",
    ]


def test_many_places_are_cut_and_counted() -> None:
    text = report(finding("https://example.org/gone", Outcome.DEAD, n_places=5))

    assert text.count("a.txt:") == 3
    assert "and 2 more places" in text


def test_every_outcome_has_its_place_in_the_table() -> None:
    text = report(*(finding(f"https://example.org/{outcome}", outcome) for outcome in Outcome))

    assert f"{len(Outcome)} links: " in text
    assert all(f"1 {outcome.value.replace('_', ' ')}" in text for outcome in Outcome)


def test_signs_that_a_terminal_obeys_are_written_out() -> None:
    text = report(finding("https://example.org/\x1b[2J", Outcome.DEAD, title="A\u202eB\nC"))

    assert "\x1b" not in text
    assert "\u202e" not in text
    assert r"\x1b[2J" in text
    assert r"A\u202eB\nC" in text


def test_letters_of_any_script_are_kept() -> None:
    assert printable("注意力 Größe") == "注意力 Größe"
