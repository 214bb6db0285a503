"""The links of a paper and its claim about its code: one rule for all commands."""

from collections.abc import Sequence
from dataclasses import replace

from papertrace.model import Link, Paper


def link_paper(paper: Paper) -> Paper:
    """Return a paper with the links that its entries print, each URL once, and with its claim."""
    linked, _ = link_paper_and_entries(paper)
    return linked


def link_paper_and_entries(paper: Paper) -> tuple[Paper, Sequence[Link]]:
    """Return a paper with its links and its claim, and the links of all its entries, one per occurrence.

    Two entries may spell one URL differently. The paper has the first spelling; the claim is found with the spelling of
    the text, since the sentence around a URL shows what it links to.
    """
    from papertrace.extract.claims.claims import find_claim
    from papertrace.extract.links import links_of_entry, merge_links, printed_links, spell_as_in

    printed = [printed_links(entry) for entry in paper.entries]
    of_entries = [
        link for entry, own in zip(paper.entries, printed, strict=True) for link in links_of_entry(entry, own)
    ]
    links = merge_links(of_entries)
    text = f"{paper.title}\n{paper.abstract}"
    claim = find_claim(text, spell_as_in(text, links, [link for own in printed for link in own]))
    return replace(paper, links=links, claim=claim), of_entries
