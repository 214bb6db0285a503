"""The representations of public values in a REPL: one line, the most telling fields first."""

import papertrace
from papertrace import AuditResult, AuditSettings, Finding, GraphSettings, LinkCollection, Outcome, Verdict


def test_settings_show_what_differs_from_the_defaults() -> None:
    assert repr(GraphSettings()) == "GraphSettings()"
    assert repr(AuditSettings(timeout_s=5.0, rescue=True)) == "AuditSettings(timeout_s=5.0, rescue=True)"


def test_settings_never_show_the_token() -> None:
    assert repr(AuditSettings(github_token="sesame")) == "AuditSettings()"  # noqa: S106 - it opens nothing


def test_a_paper_shows_its_title_first() -> None:
    paper = next(iter(papertrace.extract_papers([papertrace.sample_path()])))

    shown = repr(paper)

    assert shown.startswith(f"<Paper '{paper.title[:40]}")
    assert f"({paper.year})" in shown
    assert paper.id in shown
    assert len(shown) < 200


def test_two_papers_of_one_id_are_ordered_by_more_than_is_shown() -> None:
    first = papertrace.Paper(id="a", title="Fold", abstract="One.", entries=())
    second = papertrace.Paper(id="a", title="Fold", abstract="Two.", entries=())
    assert repr(first) == repr(second)

    graphs = [papertrace.build_graph(papers) for papers in ([first, second], [second, first])]

    assert graphs[0].nodes["a"] == graphs[1].nodes["a"]


def test_a_result_shows_its_counts() -> None:
    links = papertrace.find_links("https://example.org/a and https://example.org/b")
    dead, alive = (
        Finding(verdict=Verdict(link=link, outcome=outcome, reason=""), occurrences=())
        for link, outcome in zip(links, (Outcome.DEAD, Outcome.ALIVE), strict=True)
    )

    assert repr(AuditResult(findings=(dead, alive))) == "<AuditResult 2 links: 1 alive, 1 dead; 1 failing>"
    assert repr(AuditResult(findings=())) == "<AuditResult 0 links; 0 failing>"


def test_a_collection_of_links_shows_its_numbers() -> None:
    shown = repr(papertrace.collect_links([papertrace.sample_path()]))

    assert shown.startswith("<LinkCollection ")
    assert "\n" not in shown
    assert repr(LinkCollection(links=())) == "<LinkCollection 0 links to 0 URLs, 0 claims>"
