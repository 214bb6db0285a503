"""Services that know about works, one module each, in the table `SOURCES`."""

from papertrace.enrich.sources import (
    arxiv,
    crossref,
    datacite,
    dblp,
    doi,
    hugging_face,
    openalex,
    opencitations,
    semantic_scholar,
)
from papertrace.enrich.sources.source import Answers, Query, Role, Source

SOURCES: dict[str, Source] = {
    module.SOURCE.name: module.SOURCE
    for module in (openalex, semantic_scholar, crossref, arxiv, datacite, doi, opencitations, hugging_face, dblp)
}
"""The services by name, in the order in which they are asked; facts of the first one that has them count."""

__all__ = ["SOURCES", "Answers", "Query", "Role", "Source"]
