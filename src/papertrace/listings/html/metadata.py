"""Machine-readable metadata of HTML pages: `citation_*` meta tags (Highwire Press) and JSON-LD (schema.org)."""

import json
import re
from collections.abc import Iterator, Mapping

from papertrace.listings.html.positions import Page, fold, read_text
from papertrace.markup.tree import Element
from papertrace.model import Entry, Markup, Target
from papertrace.records.dates import make_date
from papertrace.records.identifiers import identify_first, make_identifiers
from papertrace.records.people import invert_name

_ARTICLES = frozenset(
    ["scholarlyarticle", "article", "techarticle", "medicalscholarlyarticle", "report", "thesis", "publicationissue"],
)
_URL_TAGS = ("citation_public_url", "citation_abstract_html_url", "citation_pdf_url", "citation_fulltext_html_url")
_ADDRESS_FIELDS = ("url", "codeRepository", "sameAs", "mainEntityOfPage", "@id", "contentUrl", "encoding")
_ABSTRACT_WORD = re.compile(r"abstract\s*[:.—-]?\s*", re.IGNORECASE)
_MAX_DEPTH = 12
_MAX_NODES = 20_000


def read_citation(page: Page) -> Iterator[Entry]:
    """Yield the single paper that the citation tags of a page describe.

    The abstract is that of the element classed as the abstract, or else of a tag; the links inside that element are
    targets in addition to those of the tags.
    """
    tags: dict[str, list[tuple[str, Element]]] = {}
    for meta in (one for one in page.root.walk() if one.tag == "meta"):
        name = (meta.get("name") or meta.get("property")).lower()
        content = fold(meta.get("content"))
        if content:
            tags.setdefault(name, []).append((content, meta))

    def first(*names: str) -> str:
        return next((tags[name][0][0] for name in names if name in tags), "")

    title = first("citation_title", "dc.title", "dcterms.title", "prism.title")
    if not title:
        return
    element = next(
        tags[name][0][1] for name in ("citation_title", "dc.title", "dcterms.title", "prism.title") if name in tags
    )
    body = _find_abstract(page.root)
    described = ("citation_abstract", "dcterms.abstract", "dc.description")
    abstract, abstract_element = next((tags[name][0] for name in described if name in tags), ("", element))
    if body is not None:
        abstract, abstract_element = read_text(body), body
        if abstract.lower().startswith("abstract"):
            abstract = _ABSTRACT_WORD.sub("", abstract, count=1) or abstract
    targets = _find_targets(tags, body, page)
    names = [name for tag in ("citation_author", "dc.creator") for name, _ in tags.get(tag, [])]
    if not names:
        names = [name for listed, _ in tags.get("citation_authors", []) for name in listed.split(";")]
    authors = tuple(name for name in dict.fromkeys(invert_name(name) for name in names) if name)
    stated = make_identifiers(
        arxiv=(first("citation_arxiv_id"),),
        doi=(first("citation_doi", "dc.identifier", "prism.doi"),),
    )
    span = page.find(title, element)
    abstract_span = page.find(abstract, abstract_element) if abstract else None
    yield Entry(
        title=title,
        abstract=abstract,
        span=span,
        end_line=max(
            span.line,
            page.span(body.stop - 1).line if body is not None else 1,
            abstract_span.line if abstract_span else 1,
        ),
        abstract_span=abstract_span,
        authors=authors,
        n_authors=len(authors) or None,
        date=make_date(first("citation_date", "citation_publication_date", "citation_online_date", "dc.date")),
        identifiers=stated.or_else(identify_first(target.raw for target in targets)),
        targets=targets,
        markup=Markup.HTML,
    )


def _find_abstract(root: Element) -> Element | None:
    """Return the element that is classed as the abstract: a quotation, or else a section or paragraph."""
    others: list[Element] = []
    for one in root.walk():
        if one.tag == "blockquote" and "abstract" in one.get("class").split():
            return one
        if one.tag in ("section", "div", "p") and (
            one.get("id") in ("abstract", "Abs1") or "abstract" in one.get("class")
        ):
            others.append(one)
    return others[0] if others else None


def _find_targets(
    tags: Mapping[str, list[tuple[str, Element]]],
    body: Element | None,
    page: Page,
) -> tuple[Target, ...]:
    found: dict[str, Target] = {}
    for name in _URL_TAGS:
        for content, element in tags.get(name, []):
            raw = page.complete(content)
            if raw:
                found.setdefault(raw, Target(raw=raw, words=name, span=page.find(content, element)))
    for link in (one for one in body.walk() if one.tag == "a") if body is not None else ():
        href = link.get("href")
        raw = page.complete(href)
        if raw:
            found.setdefault(raw, Target(raw=raw, words=read_text(link), span=page.find(href, link)))
    return tuple(found.values())


def read_linked_data(page: Page) -> Iterator[Entry]:
    """Yield the articles that the JSON-LD of a page describes, in order; damaged scripts are skipped."""
    for script in page.root.walk():
        if script.tag != "script" or "ld+json" not in script.get("type").lower():
            continue
        try:
            value = json.loads("".join(script.texts()))
        except (ValueError, RecursionError):
            continue
        for article in _find_articles(value):
            entry = _read_article(article, script, page)
            if entry is not None:
                yield entry


def _find_articles(value: object) -> Iterator[Mapping[str, object]]:
    """Yield the objects whose type is an article, however lists and graphs nest them, but not cited articles."""
    stack = [(value, 0)]
    for _ in range(_MAX_NODES):
        if not stack:
            return
        node, depth = stack.pop()
        if isinstance(node, list):
            stack.extend((item, depth + 1) for item in reversed(node) if depth < _MAX_DEPTH)
        elif isinstance(node, dict):
            kinds = node.get("@type")
            names = kinds if isinstance(kinds, list) else [kinds]
            if any(isinstance(name, str) and name.lower() in _ARTICLES for name in names):
                yield node
            elif depth < _MAX_DEPTH:
                inner = (node.get(key) for key in ("mainEntity", "itemListElement", "item", "hasPart", "@graph"))
                stack.extend((item, depth + 1) for item in inner if isinstance(item, dict | list))


def _read_article(article: Mapping[str, object], script: Element, page: Page) -> Entry | None:
    title = _text(article, "headline") or _text(article, "name")
    if not title:
        return None
    abstract = _text(article, "abstract") or _text(article, "description")
    found: dict[str, Target] = {}
    for field in _ADDRESS_FIELDS:
        for href in _addresses(article.get(field)):
            raw = page.complete(href)
            if raw:
                found.setdefault(raw, Target(raw=raw, words=field, span=page.find(href, script)))
    targets = tuple(found.values())
    names = [_name(author) for author in _listed(article.get("author") or article.get("creator"))]
    authors = tuple(name for name in names if name)
    identifiers = [_name(one) for one in _listed(article.get("identifier"))]
    span = page.find(title, script)
    abstract_span = page.find(abstract, script) if abstract else None
    return Entry(
        title=title,
        abstract=abstract,
        span=span,
        end_line=max(span.line, abstract_span.line if abstract_span else 1),
        abstract_span=abstract_span,
        authors=authors,
        n_authors=len(authors) or None,
        date=make_date(_text(article, "datePublished") or _text(article, "dateCreated")),
        identifiers=make_identifiers(arxiv=identifiers, doi=identifiers).or_else(
            identify_first(target.raw for target in targets)
        ),
        targets=targets,
        markup=Markup.HTML,
    )


def _text(article: Mapping[str, object], name: str) -> str:
    value = article.get(name)
    return fold(value) if isinstance(value, str) else ""


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _name(value: object) -> str:
    """Return the name of a person or the value of an identifier, given as a string or in an object."""
    if isinstance(value, str):
        return fold(value)
    if isinstance(value, dict):
        return (
            _text(value, "name")
            or _text(value, "value")
            or fold(f"{_text(value, 'givenName')} {_text(value, 'familyName')}")
        )
    return ""


def _addresses(value: object) -> Iterator[str]:
    for one in _listed(value):
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            yield from (_text(one, key) for key in ("@id", "url", "contentUrl") if _text(one, key))
