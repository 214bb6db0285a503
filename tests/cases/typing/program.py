"""A user's program with every public name, for type checkers: `assert_type` states what they have to infer."""

import sys
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, assert_type

import papertrace
from papertrace import (
    AuditResult,
    AuditSettings,
    Claim,
    CodeClaim,
    Concept,
    EngineSettings,
    EnrichSettings,
    Entry,
    Finding,
    Frame,
    Graph,
    GraphSettings,
    Link,
    LinkCollection,
    Mention,
    Occurrence,
    Outcome,
    Paper,
    Problem,
    Progress,
    RepoRef,
    RepositoryState,
    Span,
    Verdict,
)

if TYPE_CHECKING:
    import networkx as nx  # noqa: F401 - named in types that are texts
    import pandas as pd


def read(path: Path) -> list[Paper]:
    """Read entries, papers and terms."""
    problems: list[Problem] = []
    entries = papertrace.read_listing(path, on_problem=problems.append)
    assert_type(entries, Iterator[Entry])
    assert_type([problem.span for problem in problems], list[Span])
    terms = papertrace.read_terms(synonyms=path)
    engine = EngineSettings(name="processes", workers=2)
    papers = papertrace.extract_papers(
        [path, papertrace.sample_path()], terms=terms, engine=engine, on_progress=show_step
    )
    assert_type(papers, Iterator[Paper])
    kept = list(papers)
    papertrace.write_papers(kept, "papers.jsonl")
    assert_type(papertrace.read_papers("papers.jsonl"), Iterator[Paper])
    return kept


def show_step(progress: Progress) -> None:
    """Show how far a step is."""
    assert_type(progress.total, int | None)


def describe(paper: Paper) -> str:
    """Describe the parts of a paper."""
    links: tuple[Link, ...] = paper.links
    concepts: tuple[Concept, ...] = paper.concepts
    mentions: tuple[Mention, ...] = paper.mentions
    claim: Claim = paper.claim
    repositories = [link.repository for link in links if link.repository is not None]
    assert_type(repositories, list[RepoRef])
    names = [f"{one.owner}/{one.name}" for one in repositories]
    return " ".join([*names, *(one.label for one in concepts), *(one.sentence for one in mentions), claim.sentence])


def draw(papers: list[Paper]) -> Graph:
    """Build, show and write a graph."""
    settings = GraphSettings(weight="cosine", group_by=["concept", "citation"], pruning="nearest")
    graph = papertrace.build_graph(papers, settings)
    assert_type(graph, Graph)
    papertrace.write_graph(graph, "papers.html", papers=papers)
    assert_type(papertrace.show(graph, papers=papers), Frame)
    papertrace.to_pyvis(graph, papers=papers)
    papertrace.to_pandas(graph)
    citations = papertrace.citation_graph(papers)
    assert_type(citations, "nx.DiGraph[str]")
    papertrace.write_graph(citations, "citations.graphml")
    papertrace.write_site(papers, "site", title="Tiles")
    assert_type(papertrace.project_graph(graph, ["concept"]), "nx.Graph[str]")
    assert_type(papertrace.project_graph(graph, directed=True), "nx.DiGraph[str]")
    return graph


def study(papers: list[Paper]) -> "dict[str, list[dict[str, str | int | float | None]]]":
    """Count what papers name, and when they were published and cited."""
    assert_type(papertrace.rank_things(papers, "authors"), "list[dict[str, str | int | float | None]]")
    assert_type(papertrace.build_network(papers, "keywords"), "nx.MultiGraph[str]")
    papertrace.summarise_listing(papers)
    papertrace.count_years(papers)
    papertrace.count_reference_years(papers)
    papertrace.count_productivity(papers)
    papertrace.find_core_venues(papers)
    papertrace.list_bursts(papers)
    papertrace.list_main_path(papers)
    return papertrace.describe_papers(papers, ["overview"])


def redraw(nodes: "pd.DataFrame", edges: "pd.DataFrame") -> Graph:
    """Return the graph of two data frames."""
    return papertrace.from_pandas(nodes, edges)


def enrich(papers: list[Paper]) -> list[str]:
    """Ask services for citations, and suggest works."""
    found = papertrace.enrich_papers(papers, EnrichSettings(retries=2), store=None, needs_store=False)
    return [work.title for work in papertrace.suggest_works(found, n_most=3)]


def audit(path: Path) -> list[str]:
    """Audit the links of a document, and describe what is dead."""
    collected = papertrace.collect_links([path])
    assert_type(collected, LinkCollection)
    settings = AuditSettings(allow_networks=(ip_network("10.0.0.0/8"),), rescue=True, store="audit.sqlite")
    result = papertrace.audit_links(collected, settings)
    assert_type(result, AuditResult)
    papertrace.write_report(result, "audit.sarif")
    claims: tuple[CodeClaim, ...] = result.code_claims
    return [*map(describe_finding, result.findings), *(claim.occurrence.title for claim in claims)]


def describe_finding(finding: Finding) -> str:
    """Describe one verdict and where its link is printed."""
    verdict: Verdict = finding.verdict
    first: Occurrence = finding.occurrences[0]
    assert_type(verdict.outcome, Outcome)
    assert_type(verdict.repository_state, RepositoryState | None)
    return f"{first.source}:{first.line}: {verdict.outcome}: {verdict.reason}"


def find(text: str) -> list[str]:
    """Return the addresses in a text."""
    links = papertrace.find_links(text, "markdown")
    assert_type(links, list[Link])
    return [link.url for link in links]


def main() -> int:
    """Run everything; each error of the tree can be told apart."""
    try:
        papers = read(Path("papers.bib"))
        draw(papers)
        study(papers)
        enrich(papers)
        audit(Path("README.md"))
    except (papertrace.ListingError, papertrace.TermsError, papertrace.PaperNotFoundError) as error:
        return fail(error)
    except (papertrace.CassetteError, papertrace.StoreError, papertrace.NetworkDownError) as error:
        return fail(error)
    except (papertrace.EngineError, papertrace.ExportError, papertrace.SettingsError) as error:
        return fail(error)
    return 0


def fail(error: papertrace.PapertraceError) -> int:
    """Print what went wrong."""
    sys.stderr.write(f"{error}\n")
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
