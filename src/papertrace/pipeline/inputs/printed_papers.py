"""Papers as their listings print them: without the facts that services added in an earlier run."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from papertrace.model import Entry, Identifiers, Paper


def split_added(papers: Sequence[Paper]) -> list[tuple[Paper, Entry | None]]:
    """Return each paper as its listings print it, and the entry with all facts that services have added, or None.

    References and identifiers are not kept by entry. All references remain with the printed paper, the titles of cited
    works with what was added; a DOI or an arXiv id is an added one if its source is stated, the ids of services and
    other versions always are. A title that services added to a paper that is listed by an identifier alone stands in
    all of its entries.
    """
    taken = {paper.id for paper in papers}
    found = []
    for paper in papers:
        printed, former = _split(paper)
        if printed.id != paper.id:
            printed = replace(printed, id=paper.id) if printed.id in taken else printed
            taken.add(printed.id)
        found.append((printed, former))
    return found


def _split(paper: Paper) -> tuple[Paper, Entry | None]:
    from papertrace.enrich.carrying import carry_on
    from papertrace.listings.extracted import entries_of
    from papertrace.resolve.papers.merging import merge_group

    entries = list(entries_of(paper))
    own = [entry for entry in entries if entry.added is None]
    formers = [entry for entry in entries if entry.added is not None]
    if paper.added is None or not own or not formers:
        return paper, None
    identifiers = _printed_identifiers(paper)
    services = {entry.span.source for entry in formers}
    has_added_title = "title" in dict(paper.added.sources) and identifiers
    references = {*paper.references, *(reference for entry in entries for reference in entry.references)}
    own = [
        replace(
            entry,
            title=identifiers.names()[0] if has_added_title else entry.title,
            identifiers=identifiers,
            # Those of an added abstract are found in it again.
            targets=tuple(target for target in entry.targets if target.span.source not in services),
            references=() if number else tuple(sorted(references)),
            cited=(),
            cited_authors=(),
        )
        for number, entry in enumerate(own)
    ]
    printed = merge_group(own)
    is_same = identifiers.names() == paper.identifiers.names()
    links = tuple(link for link in paper.links if link.span.source not in services)
    printed = replace(printed, id=paper.id if is_same else printed.id, links=links, claim=paper.claim)
    former = reduce(lambda one, other: carry_on(one, other) or one, formers)
    former = replace(former, identifiers=paper.identifiers, references=())
    former = replace(former, cited=paper.cited, cited_authors=paper.cited_authors)
    former = replace(former, aliases=(*former.aliases, paper.id))
    return printed, former


def _printed_identifiers(paper: Paper) -> Identifiers:
    sources = dict(paper.added.sources) if paper.added else {}
    own = paper.identifiers
    return Identifiers(
        arxiv=None if "arxiv" in sources else own.arxiv,
        doi=None if "doi" in sources else own.doi,
    )
