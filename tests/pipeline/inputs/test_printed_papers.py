"""Papers as their listings print them, without what services have added to them."""

from dataclasses import replace

from papertrace.model import Entry, Identifiers, Span, Target
from papertrace.model.papers.paper import Added
from papertrace.pipeline.reading import split_added
from papertrace.resolve.papers.merging import merge_group

SERVICE = "openalex 2026-01-05"
DOI = "10.1000/tides"
PRINTED = Entry(
    title="Tides of Frost in Harbours",
    abstract="",
    span=Span("a.md", 3),
    end_line=4,
    targets=(Target(raw="https://example.org/tides", words="", span=Span("a.md", 3)),),
)
ADDED = Entry(
    title=PRINTED.title,
    abstract="We measure tides.",
    span=Span(SERVICE, 1),
    end_line=1,
    identifiers=Identifiers(doi=DOI),
    references=("doi:10.1000/salt",),
    added=Added(sources=(("abstract", SERVICE), ("doi", SERVICE)), urls=("https://example.org/tides.pdf",)),
)


def test_a_paper_to_which_nothing_was_added_is_itself() -> None:
    paper = merge_group([PRINTED])

    assert split_added([paper]) == [(paper, None)]


def test_a_paper_is_divided_into_what_is_printed_and_what_was_added() -> None:
    paper = merge_group([PRINTED, ADDED])
    assert (paper.identifiers.doi, paper.abstract) == (DOI, ADDED.abstract)

    ((printed, added),) = split_added([paper])

    assert printed.entries == (replace(PRINTED, references=("doi:10.1000/salt",)),)
    assert (printed.identifiers.doi, printed.abstract, printed.added) == (None, "", None)
    assert printed.id != paper.id
    assert added is not None
    assert (added.added, added.abstract) == (ADDED.added, ADDED.abstract)
    assert (added.identifiers.doi, added.references, added.aliases) == (DOI, (), (paper.id,))


def test_identifiers_that_a_listing_prints_remain() -> None:
    printed_doi = replace(PRINTED, identifiers=Identifiers(doi=DOI))
    added = replace(ADDED, added=Added(sources=(("abstract", SERVICE),)))
    paper = merge_group([printed_doi, added])

    ((printed, _),) = split_added([paper])

    assert (printed.id, printed.identifiers.doi, printed.abstract) == (paper.id, DOI, "")


def test_a_paper_keeps_its_id_where_another_has_the_one_that_it_would_get() -> None:
    paper, other = merge_group([PRINTED, ADDED]), merge_group([PRINTED])

    (printed, _), (same, nothing) = split_added([paper, other])

    assert (printed.id, same, nothing) == (paper.id, other, None)
