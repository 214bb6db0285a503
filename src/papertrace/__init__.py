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
    from papertrace.audit.settings import AuditSettings as AuditSettings
    from papertrace.engine.opening import EngineSettings as EngineSettings
    from papertrace.enrich.settings import EnrichSettings as EnrichSettings
    from papertrace.errors import CassetteError as CassetteError
    from papertrace.errors import EngineError as EngineError
    from papertrace.errors import ExportError as ExportError
    from papertrace.errors import ListingError as ListingError
    from papertrace.errors import NetworkDownError as NetworkDownError
    from papertrace.errors import PaperNotFoundError as PaperNotFoundError
    from papertrace.errors import PapertraceError as PapertraceError
    from papertrace.errors import SettingsError as SettingsError
    from papertrace.errors import StoreError as StoreError
    from papertrace.errors import TermsError as TermsError
    from papertrace.graph.settings import GraphSettings as GraphSettings
    from papertrace.model import AuditResult as AuditResult
    from papertrace.model import Claim as Claim
    from papertrace.model import CodeClaim as CodeClaim
    from papertrace.model import Concept as Concept
    from papertrace.model import Entry as Entry
    from papertrace.model import Finding as Finding
    from papertrace.model import Link as Link
    from papertrace.model import Mention as Mention
    from papertrace.model import Occurrence as Occurrence
    from papertrace.model import Outcome as Outcome
    from papertrace.model import Paper as Paper
    from papertrace.model import Problem as Problem
    from papertrace.model import RepoRef as RepoRef
    from papertrace.model import RepositoryState as RepositoryState
    from papertrace.model import Span as Span
    from papertrace.model import Verdict as Verdict
    from papertrace.pipeline.auditing import audit_links as audit_links
    from papertrace.pipeline.auditing import find_links as find_links
    from papertrace.pipeline.building import build_graph as build_graph
    from papertrace.pipeline.collecting import LinkCollection as LinkCollection
    from papertrace.pipeline.collecting import collect_links as collect_links
    from papertrace.pipeline.drawing import write_graph as write_graph
    from papertrace.pipeline.enriching import enrich_papers as enrich_papers
    from papertrace.pipeline.enriching import suggest_works as suggest_works
    from papertrace.pipeline.history import write_report as write_report
    from papertrace.pipeline.notebooks import Frame as Frame
    from papertrace.pipeline.notebooks import Graph as Graph
    from papertrace.pipeline.notebooks import from_pandas as from_pandas
    from papertrace.pipeline.notebooks import show as show
    from papertrace.pipeline.notebooks import to_pandas as to_pandas
    from papertrace.pipeline.notebooks import to_pyvis as to_pyvis
    from papertrace.pipeline.papers import extract_papers as extract_papers
    from papertrace.pipeline.papers import read_listing as read_listing
    from papertrace.pipeline.papers import read_papers as read_papers
    from papertrace.pipeline.papers import sample_path as sample_path
    from papertrace.pipeline.papers import write_papers as write_papers
    from papertrace.pipeline.reading import read_terms as read_terms
    from papertrace.pipeline.site import write_site as write_site
    from papertrace.pipeline.steps import Progress as Progress
    from papertrace.pipeline.studies import build_network as build_network
    from papertrace.pipeline.studies import citation_graph as citation_graph
    from papertrace.pipeline.studies import count_productivity as count_productivity
    from papertrace.pipeline.studies import count_reference_years as count_reference_years
    from papertrace.pipeline.studies import count_years as count_years
    from papertrace.pipeline.studies import describe_papers as describe_papers
    from papertrace.pipeline.studies import find_core_venues as find_core_venues
    from papertrace.pipeline.studies import list_bursts as list_bursts
    from papertrace.pipeline.studies import list_main_path as list_main_path
    from papertrace.pipeline.studies import project_graph as project_graph
    from papertrace.pipeline.studies import rank_things as rank_things
    from papertrace.pipeline.studies import summarise_listing as summarise_listing

    __all__: list[str]
else:
    __getattr__, __all__ = import_on_use(
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
            "papertrace.pipeline.auditing": "audit_links find_links",
            "papertrace.pipeline.building": "build_graph",
            "papertrace.pipeline.collecting": "LinkCollection collect_links",
            "papertrace.pipeline.drawing": "write_graph",
            "papertrace.pipeline.enriching": "enrich_papers suggest_works",
            "papertrace.pipeline.history": "write_report",
            "papertrace.pipeline.notebooks": "Frame Graph from_pandas show to_pandas to_pyvis",
            "papertrace.pipeline.papers": "extract_papers read_listing read_papers sample_path write_papers",
            "papertrace.pipeline.reading": "read_terms",
            "papertrace.pipeline.site": "write_site",
            "papertrace.pipeline.steps": "Progress",
            "papertrace.pipeline.studies": (
                "build_network citation_graph count_productivity count_reference_years count_years describe_papers"
                " find_core_venues list_bursts list_main_path project_graph rank_things summarise_listing"
            ),
        },
    )

    def __dir__() -> list[str]:
        return sorted([*__all__, "__version__"])


__version__ = "0.2.0"
