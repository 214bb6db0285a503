"""Trace papers to their code, their concepts and one another.

>>> import papertrace
>>> papers = list(papertrace.extract_papers([papertrace.sample_path()]))
>>> len(papers)
215
>>> graph = papertrace.build_graph(papers)
>>> graph.number_of_nodes()
215
>>> papertrace.find_links("Code: github.com/acme/fold.")[0].url
'https://github.com/acme/fold'
"""

from papertrace.late_imports import TYPE_CHECKING, import_on_use

if TYPE_CHECKING:
    from papertrace.audit.settings import AuditSettings
    from papertrace.engine.opening import EngineSettings
    from papertrace.enrich.settings import EnrichSettings
    from papertrace.errors import (
        CassetteError,
        EngineError,
        ExportError,
        ListingError,
        NetworkDownError,
        PaperNotFoundError,
        PapertraceError,
        SettingsError,
        StoreError,
        TermsError,
    )
    from papertrace.graph.settings import GraphSettings
    from papertrace.model import (
        AuditResult,
        Claim,
        CodeClaim,
        Concept,
        Entry,
        Finding,
        Link,
        Mention,
        Occurrence,
        Outcome,
        Paper,
        Problem,
        RepoRef,
        RepositoryState,
        Span,
        Verdict,
    )
    from papertrace.pipeline import (
        Frame,
        Graph,
        LinkCollection,
        Progress,
        audit_links,
        build_graph,
        build_network,
        citation_graph,
        collect_links,
        count_productivity,
        count_reference_years,
        count_years,
        describe_papers,
        enrich_papers,
        extract_papers,
        find_core_venues,
        find_links,
        from_pandas,
        list_bursts,
        list_main_path,
        project_graph,
        rank_things,
        read_listing,
        read_papers,
        read_terms,
        sample_path,
        show,
        suggest_works,
        summarise_listing,
        to_pandas,
        to_pyvis,
        write_graph,
        write_papers,
        write_report,
        write_site,
    )
else:
    __getattr__ = import_on_use(
        __name__,
        {
            "papertrace.audit.settings": "AuditSettings",
            "papertrace.engine.opening": "EngineSettings",
            "papertrace.enrich.settings": "EnrichSettings",
            "papertrace.errors": (
                "CassetteError EngineError ExportError ListingError NetworkDownError PaperNotFoundError"
                " PapertraceError SettingsError StoreError TermsError"
            ),
            "papertrace.graph.settings": "GraphSettings",
            "papertrace.model": (
                "AuditResult Claim CodeClaim Concept Entry Finding Link Mention Occurrence Outcome"
                " Paper Problem RepoRef RepositoryState Span Verdict"
            ),
            "papertrace.pipeline": (
                "Frame Graph LinkCollection Progress audit_links build_graph build_network citation_graph"
                " collect_links count_productivity count_reference_years count_years describe_papers enrich_papers"
                " extract_papers find_core_venues find_links from_pandas list_bursts list_main_path project_graph"
                " rank_things read_listing read_papers read_terms sample_path show suggest_works"
                " summarise_listing to_pandas to_pyvis write_graph write_papers write_report write_site"
            ),
        },
    )

    def __dir__() -> list[str]:
        return sorted([*__all__, "__version__"])


__version__ = "0.1.0"

__all__ = [
    "AuditResult",
    "AuditSettings",
    "CassetteError",
    "Claim",
    "CodeClaim",
    "Concept",
    "EngineError",
    "EngineSettings",
    "EnrichSettings",
    "Entry",
    "ExportError",
    "Finding",
    "Frame",
    "Graph",
    "GraphSettings",
    "Link",
    "LinkCollection",
    "ListingError",
    "Mention",
    "NetworkDownError",
    "Occurrence",
    "Outcome",
    "Paper",
    "PaperNotFoundError",
    "PapertraceError",
    "Problem",
    "Progress",
    "RepoRef",
    "RepositoryState",
    "SettingsError",
    "Span",
    "StoreError",
    "TermsError",
    "Verdict",
    "audit_links",
    "build_graph",
    "build_network",
    "citation_graph",
    "collect_links",
    "count_productivity",
    "count_reference_years",
    "count_years",
    "describe_papers",
    "enrich_papers",
    "extract_papers",
    "find_core_venues",
    "find_links",
    "from_pandas",
    "list_bursts",
    "list_main_path",
    "project_graph",
    "rank_things",
    "read_listing",
    "read_papers",
    "read_terms",
    "sample_path",
    "show",
    "suggest_works",
    "summarise_listing",
    "to_pandas",
    "to_pyvis",
    "write_graph",
    "write_papers",
    "write_report",
    "write_site",
]
