"""Papers in the forms that other programs read: BibTeX, schema.org, Frictionless, Atom, shields.io, sitemaps.

Texts of a listing can neither end a field nor an element. Dates are those of the inputs, so that the same input gives
the same bytes.
"""

import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from urllib.parse import quote

from papertrace.export.page.json_objects import JsonObject
from papertrace.export.page.records.papers import ascii_word
from papertrace.model import Outcome
from papertrace.model.papers.people import parts_for_bibtex
from papertrace.model.text import escape_for_xml, fit_for_xml, quote_for_xml

REACHED = frozenset({Outcome.ALIVE, Outcome.MOVED})
"""The outcomes that a badge counts as alive."""

MAX_IN_SITEMAP = 50_000  # https://www.sitemaps.org/protocol.html

_IN_TEX = {
    "\\": "\\textbackslash{}",
    "{": "\\textbraceleft{}",
    "}": "\\textbraceright{}",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
} | {sign: f"\\{sign}" for sign in "$&#_%"}
_TEX_SIGNS = re.compile(r"[\\{}^~$&#_%<>]")
_VERBATIM = re.compile(r"[{}\\]")
# From kinds of publications as readers name them to types of BibTeX, and the field for where they are printed.
_TYPES = {
    **dict.fromkeys(("article", "review", "letter", "editorial", "erratum", "note"), ("article", "journal")),
    "conference paper": ("inproceedings", "booktitle"),
    "book": ("book", "series"),
    "chapter": ("incollection", "booktitle"),
    "thesis": ("phdthesis", "school"),
    "report": ("techreport", "institution"),
}
_MANY_DEAD = 0.05
_FULL_DATE = "0001-01-01T00:00:00Z"
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://www.w3.org/2005/Atom")


def own_address(record: JsonObject) -> str:
    """Return where the paper is: its page at a registry, else another link of its own; empty if there is none."""
    own = [link for link in record["links"] if link["safe"] and link["role"] != "other"]
    return next((link["url"] for link in sorted(own, key=lambda link: link["kind"] != "paper")), "")


def format_bibtex(record: JsonObject) -> str:
    r"""Return a paper as an entry of BibTeX.

    >>> format_bibtex({"title": "Tides & {Ice}", "key": "paper", "links": []})
    '@misc{paper,\n  title = {{Tides \\& \\textbraceleft{}Ice\\textbraceright{}}},\n}\n'
    """
    default = ("article", "journal") if record.get("venue") else ("misc", "howpublished")
    kind, container = _TYPES.get(record.get("type", ""), default)
    pages = (_tex(record[end]) for end in ("first_page", "last_page") if end in record)
    fields = {
        "title": f"{{{_tex(record['title'])}}}",
        "author": " and ".join(map(_bibtex_name, record.get("authors", ()))),
        "year": str(record.get("year", "")),
        container: _tex(record.get("venue", "")),
        "volume": _tex(record.get("volume", "")),
        "number": _tex(record.get("issue", "")),
        "pages": "--".join(pages),
        "publisher": _tex(record.get("publisher", "")),
        "doi": _VERBATIM.sub(lambda found: quote(found[0]), _one_line(record.get("doi", ""))),
        "eprint": _tex(record.get("arxiv", "")),
        "archiveprefix": "arXiv" if "arxiv" in record else "",
        "url": quote(own_address(record), safe="%:/?#[]@!$&*+,;=~"),
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@{kind}{{{record['key']},\n{lines}}}\n"


def _bibtex_name(name: str) -> str:
    match parts_for_bibtex(name):
        case []:
            return _tex(name)
        case [organisation]:
            return f"{{{_tex(organisation)}}}"
        case parts:
            return ", ".join(map(_tex, parts))


def _one_line(text: object) -> str:
    return " ".join(fit_for_xml(str(text)).split())


def _tex(text: object) -> str:
    return _TEX_SIGNS.sub(lambda found: _IN_TEX[found[0]], _one_line(text))


def describe_paper(record: JsonObject, url: str) -> JsonObject:
    """Return a paper as a `ScholarlyArticle` of schema.org; `url` is its page, empty where that has no address yet."""
    addresses = [link["url"] for link in record["links"] if link["safe"] and link["kind"] in {"paper", "pdf"}]
    described = {
        "@context": "https://schema.org",
        "@type": "ScholarlyArticle",
        "name": record["title"],
        "url": url,
        "author": [{"@type": "Person", "name": name} for name in record.get("authors", ())],
        "datePublished": record.get("date") or str(record.get("year", "")),
        "isPartOf": {"@type": "Periodical", "name": record["venue"]} if "venue" in record else None,
        "sameAs": addresses,
    }
    return {key: value for key, value in described.items() if value}


def describe_data(
    title: str,
    description: str,
    licence: str,
    resources: Sequence[JsonObject],
) -> JsonObject:
    """Return the description of the downloads as a Data Package of Frictionless Data (version 1)."""
    is_address = licence.startswith(("https://", "http://"))
    licences = [{"path" if is_address else "name": licence}] if licence else None
    package = {
        "profile": "data-package",
        "name": ascii_word(title) or "papers",
        "title": title,
        "description": description,
        "licenses": licences,
        "resources": list(resources),
    }
    return {key: value for key, value in package.items() if value}


def make_badge(outcomes: Mapping[Outcome, int], n_papers: int) -> JsonObject:
    """Return a badge in the form that shields.io reads: how many links are alive, else how many papers there are.

    >>> make_badge({Outcome.ALIVE: 9, Outcome.DEAD: 1}, 5)
    {'schemaVersion': 1, 'label': 'links', 'message': '9 of 10 alive', 'color': 'orange'}
    """
    n_links = sum(n for outcome, n in outcomes.items() if outcome is not Outcome.SKIPPED)
    if not n_links:
        return {"schemaVersion": 1, "label": "papers", "message": f"{n_papers:,}", "color": "blue"}
    n_alive = sum(outcomes.get(outcome, 0) for outcome in REACHED)
    n_dead = outcomes.get(Outcome.DEAD, 0)
    color = "orange" if n_dead > _MANY_DEAD * n_links else "yellow" if n_dead else "brightgreen"
    return {"schemaVersion": 1, "label": "links", "message": f"{n_alive:,} of {n_links:,} alive", "color": color}


def generate_feed(
    title: str, entries: Iterable[tuple[str, str, str, str]], address: Callable[[str], str], as_of: str = ""
) -> Iterator[str]:
    """Yield an Atom feed (RFC 4287) of changes.

    An entry has a title, the path of its page, a text, and its time: a date or a time of ISO 8601, or empty. `address`
    makes the address of a path, and `as_of` is the time of a feed without entries; the ids do not depend on it, so that
    readers show nothing twice if a site moves.
    """
    dated = [(heading, path, text, _full_time(time)) for heading, path, text, time in entries]
    dated.sort(key=lambda entry: entry[3], reverse=True)
    home = address("")
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
    yield f"<title>{_xml(title)}</title>\n<id>{uuid.uuid5(_NAMESPACE, _plain(title)).urn}</id>\n"
    updated = dated[0][3] if dated else _full_time(as_of)
    yield f"<updated>{updated}</updated>\n<author><name>{_xml(title)}</name></author>\n"
    yield f"<link href={quote_for_xml(home or 'index.html')}/>\n"
    if home:
        yield f'<link rel="self" href={quote_for_xml(address("feed.xml"))}/>\n'
    for heading, path, text, time in dated:
        identity = uuid.uuid5(_NAMESPACE, _plain(f"{title}\n{heading}\n{path}\n{text}\n{time}")).urn
        yield f"<entry><title>{_xml(heading)}</title><id>{identity}</id><updated>{time}</updated>"
        yield f"<link href={quote_for_xml(address(path) or path)}/><summary>{_xml(text)}</summary></entry>\n"
    yield "</feed>\n"


def _full_time(text: str) -> str:
    """Return a date, or a time of UTC, as RFC 3339 has it; of what is unknown, the beginning.

    >>> _full_time("2024-05"), _full_time("2026-11-27T10:00:00Z"), _full_time("--05-01")
    ('2024-05-01T00:00:00Z', '2026-11-27T10:00:00Z', '0001-01-01T00:00:00Z')
    """
    found = re.match(r"\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d:\d\d)?)?)?", text)
    return found[0] + _FULL_DATE[len(found[0]) :] if found else _FULL_DATE


def generate_sitemap(addresses: Sequence[str]) -> Iterator[str]:
    """Yield a sitemap (sitemaps.org) of the first 50,000 addresses."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    yield from (f"<url><loc>{_xml(address)}</loc></url>\n" for address in addresses[:MAX_IN_SITEMAP])
    yield "</urlset>\n"


def _plain(text: str) -> str:
    return fit_for_xml(text)


def _xml(text: str) -> str:
    return escape_for_xml(fit_for_xml(text))
