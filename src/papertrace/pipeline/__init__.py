"""The order of the stages, which no other package knows.

Stages are imported inside functions, so that a command imports only what it runs and `--help` none of them.
"""

from papertrace.late_imports import TYPE_CHECKING, import_on_use

if TYPE_CHECKING:
    from papertrace.graph.pairs.texts.term_counts import StoredCounts
    from papertrace.pipeline.auditing import audit_links, find_links, list_links
    from papertrace.pipeline.building import build_graph
    from papertrace.pipeline.collecting import LinkCollection, collect_links
    from papertrace.pipeline.drawing import Outputs, draw, plan_outputs, write_graph
    from papertrace.pipeline.earlier import read_earlier
    from papertrace.pipeline.enriching import enrich_papers, find_dead_links, plan_enrichment, suggest_works
    from papertrace.pipeline.explaining import (
        explain,
        explain_merging,
        explain_pair,
        generate_explanation,
        generate_merging,
        generate_pair_explanation,
    )
    from papertrace.pipeline.fixing import (
        digest_files,
        plan_fixes,
        write_fixes,
    )
    from papertrace.pipeline.history import generate_report, review_papers, write_report
    from papertrace.pipeline.notebooks import Frame, Graph, from_pandas, show, to_pandas, to_pyvis
    from papertrace.pipeline.papers import (
        JoinCounts,
        extract_counted_papers,
        extract_papers,
        generate_extracted,
        keep_papers,
        read_listing,
        read_papers,
        read_stored_papers,
        sample_path,
        summarise_papers,
        write_papers,
    )
    from papertrace.pipeline.reading import read_terms
    from papertrace.pipeline.site import write_site
    from papertrace.pipeline.steps import Progress
    from papertrace.pipeline.studies import (
        build_network,
        citation_graph,
        count_productivity,
        count_reference_years,
        count_years,
        describe_papers,
        find_core_venues,
        list_bursts,
        list_main_path,
        project_graph,
        rank_things,
        summarise_listing,
        write_outputs,
        write_tables,
    )
else:
    __getattr__ = import_on_use(
        __name__,
        {
            "papertrace.graph.pairs.texts.term_counts": "StoredCounts",
            "papertrace.pipeline.auditing": "audit_links find_links list_links",
            "papertrace.pipeline.earlier": "read_earlier",
            "papertrace.pipeline.enriching": "enrich_papers find_dead_links plan_enrichment suggest_works",
            "papertrace.pipeline.explaining": (
                "explain explain_merging explain_pair generate_explanation generate_merging generate_pair_explanation"
            ),
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

__all__ = [
    "Frame",
    "Graph",
    "JoinCounts",
    "LinkCollection",
    "Outputs",
    "Progress",
    "StoredCounts",
    "audit_links",
    "build_graph",
    "build_network",
    "citation_graph",
    "collect_links",
    "count_productivity",
    "count_reference_years",
    "count_years",
    "describe_papers",
    "digest_files",
    "draw",
    "enrich_papers",
    "explain",
    "explain_merging",
    "explain_pair",
    "extract_counted_papers",
    "extract_papers",
    "find_core_venues",
    "find_dead_links",
    "find_links",
    "from_pandas",
    "generate_explanation",
    "generate_extracted",
    "generate_merging",
    "generate_pair_explanation",
    "generate_report",
    "keep_papers",
    "list_bursts",
    "list_links",
    "list_main_path",
    "plan_enrichment",
    "plan_fixes",
    "plan_outputs",
    "project_graph",
    "rank_things",
    "read_earlier",
    "read_listing",
    "read_papers",
    "read_stored_papers",
    "read_terms",
    "review_papers",
    "sample_path",
    "show",
    "suggest_works",
    "summarise_listing",
    "summarise_papers",
    "to_pandas",
    "to_pyvis",
    "write_fixes",
    "write_graph",
    "write_outputs",
    "write_papers",
    "write_report",
    "write_site",
    "write_tables",
]
