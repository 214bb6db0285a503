"""The names of the services."""

ALL_SERVICES = (
    "openalex",
    "semantic-scholar",
    "crossref",
    "opencitations",
    "arxiv",
    "datacite",
    "doi",
    "hugging-face",
    "dblp",
)
"""In the order in which services are named and asked."""
