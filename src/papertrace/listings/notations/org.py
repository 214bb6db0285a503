"""Reading lists of Org mode."""

import re
from collections.abc import Iterable, Iterator

from papertrace.listings.learned.entries import parse_org
from papertrace.markup.org import CITATION, HEADLINE, PROPERTY, find_states, is_address
from papertrace.model import Entry, Problem

_LINK = re.compile(r"\[\[[^\[\]]{1,2000}\](?:(\[[^\[\]]{1,500}\]))?\]")
_MIN_SHARE = 0.1


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a reading list of Org mode in order, and what could not be read."""
    return parse_org(lines, source)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is a document of Org mode: headlines, links or keywords."""
    shown = [line[:2000] for line in head if line.strip()]
    n_links = sum(_LINK.search(line) is not None and "](" not in line for line in shown)
    n_links += sum(CITATION.search(line) is not None for line in shown)
    n_links += sum(bool((found := PROPERTY.match(line)) and is_address(found["value"])) for line in shown)
    n_headlines = sum(HEADLINE.match(line) is not None for line in shown)
    states = find_states(shown)
    is_org = any(
        line.lower().startswith(("#+title", "#+author", "#+startup", "#+options", "#+todo"))
        or ((found := HEADLINE.match(line)) is not None and found["state"] in states)
        or ((link := _LINK.search(line)) is not None and link[1] and "](" not in line)
        for line in shown
    )
    share = (n_links + n_headlines) / len(shown) if shown else 0.0
    return min(1.0, 0.7 + share) if is_org and n_links and share >= _MIN_SHARE else 0.0
