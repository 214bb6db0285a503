"""What data files in YAML and TOML share: they are read whole, may head a page, and have papers among others."""

from collections.abc import Iterable, Sequence

from papertrace.listings.json.field_names import name_fields
from papertrace.listings.json.plain import PAPER_KEYS, VENUES
from papertrace.listings.markdown.inline.addresses import is_document, leads_out, leads_to_paper
from papertrace.model import Problem, Span

_NAMES_OF_TITLES = frozenset(["title", "paper_title"])
_AUTHORS = frozenset(["authors", "author"])
_ANY_ADDRESS = frozenset(["url", "urls", "link", "links", "href", "homepage", "html", "page", "website"])
_FACTS = PAPER_KEYS | frozenset(VENUES) | {"url_pdf", "url_code", "publication"}


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
    return Problem(Span(source, shown[0]), fact, n_lines=len(shown), harmless=True) if shown else None


def title_of(paper: dict[str, object]) -> str:
    """Return the title of a paper as it is printed, on one line."""
    return " ".join(str(name_fields(paper).get("title") or "").split())


def find_paper(value: dict[str, object], *, may_be_named: bool) -> dict[str, object] | None:
    """Return the mapping of a paper with its title as such, or None for any other mapping.

    A file that is one mapping with a name and authors describes software.
    """
    fields = name_fields(value)
    keys = {key.lower() for key in value} | fields.keys()
    named = next((key for key in value if key.lower() == "name"), None)
    is_named = named is not None and not keys & _NAMES_OF_TITLES and bool(keys & _AUTHORS)
    if may_be_named and is_named and isinstance(value[named or ""], str):
        value = {"title" if key == named else key: held for key, held in value.items()}
        keys = keys | {"title"}
    if not keys & _NAMES_OF_TITLES or not keys & _FACTS:
        return None
    facts = {key: held for key, held in {**value, **fields}.items() if key.lower() in _FACTS}
    is_known = any(key.lower() not in _ANY_ADDRESS for key in facts)
    return value if is_known or any(map(_has_address_of_paper, facts.values())) else None


def _has_address_of_paper(value: object) -> bool:
    if isinstance(value, str):
        return is_document(value) or (leads_out(value) and leads_to_paper(value))
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_has_address_of_paper, inner))
