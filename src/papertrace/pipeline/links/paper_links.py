"""The links of a paper and its claim about its code: one rule for all commands."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from papertrace.model import Claim, Link, Paper


class PaperLinks(NamedTuple):
    """The links of a paper, each URL once, its claim, and the links of all its entries, one per occurrence."""

    links: tuple[Link, ...]
    claim: Claim
    of_entries: Sequence[Link]


def link_paper_and_entries(paper: Paper) -> tuple[Paper, Sequence[Link]]:
    """Return a paper with its links and its claim, and the links of all its entries, one per occurrence."""
    found = find_paper_links(paper)
    return replace(paper, links=found.links, claim=found.claim), found.of_entries


def find_paper_links(paper: Paper) -> PaperLinks:
    """Return the links that the entries of a paper print, and the claim of the paper.

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
    entry = paper.main_entry
    text = f"{paper.title}\n{entry.abstract}"
    claim = find_claim(text, spell_as_in(text, links, [link for own in printed for link in own]))
    return PaperLinks(links, replace(claim, sentence=entry.as_shown(claim.sentence)), of_entries)
