"""The order of the stages, which no other package knows.

Stages are imported inside functions, so that a command imports only what it runs and `--help` none of them.
"""

from papertrace.late_imports import TYPE_CHECKING, import_on_use

if TYPE_CHECKING:
    from papertrace.graph.pairs.texts import StoredCounts as StoredCounts
    from papertrace.pipeline.auditing import audit_links as audit_links
    from papertrace.pipeline.auditing import find_links as find_links
    from papertrace.pipeline.auditing import list_links as list_links
    from papertrace.pipeline.building import build_graph as build_graph
    from papertrace.pipeline.collecting import LinkCollection as LinkCollection
    from papertrace.pipeline.collecting import collect_links as collect_links
    from papertrace.pipeline.drawing import Outputs as Outputs
    from papertrace.pipeline.drawing import draw as draw
    from papertrace.pipeline.drawing import plan_outputs as plan_outputs
    from papertrace.pipeline.drawing import write_graph as write_graph
    from papertrace.pipeline.earlier import read_earlier as read_earlier
    from papertrace.pipeline.enriching import enrich_papers as enrich_papers
    from papertrace.pipeline.enriching import find_dead_links as find_dead_links
    from papertrace.pipeline.enriching import plan_enrichment as plan_enrichment
    from papertrace.pipeline.enriching import suggest_works as suggest_works
    from papertrace.pipeline.explaining import explain as explain
    from papertrace.pipeline.explaining import explain_merging as explain_merging
    from papertrace.pipeline.explaining import explain_pair as explain_pair
    from papertrace.pipeline.fixing import digest_files as digest_files
    from papertrace.pipeline.fixing import plan_fixes as plan_fixes
    from papertrace.pipeline.fixing import write_fixes as write_fixes
    from papertrace.pipeline.history import generate_report as generate_report
    from papertrace.pipeline.history import review_papers as review_papers
    from papertrace.pipeline.history import write_report as write_report
    from papertrace.pipeline.notebooks import Frame as Frame
    from papertrace.pipeline.notebooks import Graph as Graph
    from papertrace.pipeline.notebooks import from_pandas as from_pandas
    from papertrace.pipeline.notebooks import show as show
    from papertrace.pipeline.notebooks import to_pandas as to_pandas
    from papertrace.pipeline.notebooks import to_pyvis as to_pyvis
    from papertrace.pipeline.papers import JoinCounts as JoinCounts
    from papertrace.pipeline.papers import extract_counted_papers as extract_counted_papers
    from papertrace.pipeline.papers import extract_papers as extract_papers
    from papertrace.pipeline.papers import generate_extracted as generate_extracted
    from papertrace.pipeline.papers import keep_papers as keep_papers
    from papertrace.pipeline.papers import read_listing as read_listing
    from papertrace.pipeline.papers import read_papers as read_papers
    from papertrace.pipeline.papers import read_stored_papers as read_stored_papers
    from papertrace.pipeline.papers import sample_path as sample_path
    from papertrace.pipeline.papers import summarise_papers as summarise_papers
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
    from papertrace.pipeline.studies import write_outputs as write_outputs
    from papertrace.pipeline.studies import write_tables as write_tables

    __all__: list[str]
else:
    __getattr__, __all__ = import_on_use(
        __name__,
        {
            "papertrace.graph.pairs.texts": "StoredCounts",
            "papertrace.pipeline.auditing": "audit_links find_links list_links",
            "papertrace.pipeline.earlier": "read_earlier",
            "papertrace.pipeline.enriching": "enrich_papers find_dead_links plan_enrichment suggest_works",
            "papertrace.pipeline.explaining": "explain explain_merging explain_pair",
            "papertrace.pipeline.fixing": "digest_files plan_fixes write_fixes",
            "papertrace.pipeline.building": "build_graph",
            "papertrace.pipeline.collecting": "LinkCollection collect_links",
            "papertrace.pipeline.notebooks": "Graph Frame from_pandas show to_pandas to_pyvis",
            "papertrace.pipeline.drawing": "Outputs draw plan_outputs write_graph",
            "papertrace.pipeline.papers": (
                "JoinCounts extract_counted_papers extract_papers generate_extracted keep_papers read_listing "
                "read_papers read_stored_papers sample_path summarise_papers write_papers"
            ),
            "papertrace.pipeline.steps": "Progress",
            "papertrace.pipeline.site": "write_site",
            "papertrace.pipeline.studies": (
                "build_network citation_graph count_productivity count_reference_years count_years"
                " describe_papers find_core_venues list_bursts list_main_path project_graph rank_things"
                " summarise_listing write_outputs write_tables"
            ),
            "papertrace.pipeline.history": "generate_report review_papers write_report",
            "papertrace.pipeline.reading": "read_terms",
        },
    )
