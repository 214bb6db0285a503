"""What data files in YAML and TOML share: they are read whole, may head a page, and have papers among others."""

from collections.abc import Iterable, Sequence

from papertrace.listings.keyed.nested import SAYING_PAPER, is_paper, title_in
from papertrace.listings.keyed.addresses import is_document, leads_out, leads_to_paper
from papertrace.model import Problem, Span
from papertrace.records.table import fact_of, has_addresses


def take_all(lines: Iterable[str], source: str, notation: str, n_chars: int) -> list[str] | Problem:
    """Return all lines of a text, or a problem if it has more characters than may be read whole."""
    kept: list[str] = []
    n_taken = 0
    for line in lines:
        kept.append(line)
        n_taken += len(line) + 1
        if n_taken > n_chars:
            fact = f"{notation} of more than {n_chars >> 20} MiB; left out; divide it into several files"
            return Problem(Span(source, 1), fact)
    return kept


def describe_page(lines: Sequence[str], start: int, source: str) -> Problem | None:
    """Return the harmless problem that the text of a page below its front matter is left out; None if it has none."""
    shown = [number for number, line in enumerate(lines[start:], start=start + 1) if line.strip()]
    fact = "text of the page below its front matter; left out"
    if not shown:
        return None
    return Problem(Span(source, shown[0]), fact, n_lines=len(shown), harmless=True, outside=True)


def find_paper(value: dict[str, object], *, may_be_named: bool) -> dict[str, object] | None:
    """Return the mapping of a paper with its title as such, or None for any other mapping.

    A file that is one mapping with a name and authors describes software. Menus of sites have titles and addresses:
    where nothing else is known of a title, an address has to be that of a paper.
    """
    facts = {fact_of(key, "json") for key, held in value.items() if held}
    named = next((key for key in value if key.lower() == "name"), None)
    if (
        named is not None
        and may_be_named
        and "title" not in facts
        and "authors" in facts
        and isinstance(value[named], str)
    ):
        value = {"title" if key == named else key: held for key, held in value.items()}
    if not title_in(value) or not is_paper(value):
        return None
    known = {key: held for key, held in value.items() if fact_of(key, "json") in SAYING_PAPER or has_addresses(key)}
    says_more = any(fact_of(key, "json") not in {"url", "link", ""} for key in known)
    return value if says_more or any(map(_has_address_of_paper, known.values())) else None


def _has_address_of_paper(value: object) -> bool:
    if isinstance(value, str):
        return is_document(value) or (leads_out(value) and leads_to_paper(value))
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_has_address_of_paper, inner))
