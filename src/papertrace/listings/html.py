"""Saved HTML: the page of one paper, or a page that lists many.

Machine-readable metadata takes precedence: `citation_*` meta tags (Highwire Press) describe the one paper of a page,
JSON-LD (schema.org) one or many. Without it the page is read as lists of any notation are, by the tagger
(`papertrace.listings.learned`).

The source of a page of a generator of sites begins with front matter and has tags of its template, which are no text of
the page.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urljoin

from papertrace.markup.tree import Element, build_tree, find_line_starts, find_tokens
from papertrace.model import Entry, Markup, Problem, Span, Target
from papertrace.records.people import invert_name
from papertrace.records.values import identify_first, make_date, make_identifiers

# A page of a thousand papers has some 5 MB; its tree takes about ten times the text.
_FRONT_MATTER = re.compile(r"-{3}\s*")
_MAX_FRONT_MATTER = 200
_TEMPLATE_TAG = re.compile(r"\{%.{0,1000}?%\}|\{\{.{0,1000}?\}\}")
_MAX_PAGE_LENGTH = 64 * 1024 * 1024
_MAX_NEEDLE_LENGTH = 200
_MAX_HEAD = 20_000
_SAVED_FROM = re.compile(r"<!--[^>]{0,200}saved from url=\(\d{1,6}\)(https?://\S+)")
_ABSOLUTE = re.compile(r"https?://[^\s/?#]+", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_BLOCKS = frozenset(["br", "p", "div", "li", "td", "tr", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6"])
_HIDDEN = frozenset(["script", "style", "svg", "template"])
_ARTICLES = frozenset(
    ["scholarlyarticle", "article", "techarticle", "medicalscholarlyarticle", "report", "thesis", "publicationissue"],
)
_URL_TAGS = ("citation_public_url", "citation_abstract_html_url", "citation_pdf_url", "citation_fulltext_html_url")
_ADDRESS_FIELDS = ("url", "codeRepository", "sameAs", "mainEntityOfPage", "@id", "contentUrl", "encoding")
_ABSTRACT_WORD = re.compile(r"abstract\s*[:.—-]?\s*", re.IGNORECASE)
_MAX_DEPTH = 12
_MAX_NODES = 20_000


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the papers of a page in order, with HTML markup, or one problem if there are none.

    Titles and abstracts have their entities decoded and their white space collapsed to one line; spans are those of
    the first word in the source. Relative addresses are resolved against the address of the page, and left out if the
    page does not state it. Links to logins, sharing, authors and other parts of the site are ignored. Of a page over
    64 MiB only the beginning is read.
    """
    from papertrace.listings.learned.entries import read_page

    kept: list[str] = []
    size = 0
    for number, line in enumerate(lines, start=1):
        size += len(line) + 1
        if size > _MAX_PAGE_LENGTH:
            fact = f"only the {_MAX_PAGE_LENGTH >> 20} MiB before this line are read; split the file"
            yield Problem(Span(source, number), fact)
            break
        kept.append(line)
    n_front = _count_front_matter(kept)
    kept[:n_front] = [""] * n_front
    if n_front:
        kept = [_blank_template_tags(line) for line in kept]
    page = Page("\n".join(kept).replace("\0", " ").replace("\r", " "), source)
    if not any(isinstance(one, Element) for one in page.root.children):
        yield Problem(Span(source, 1), "no HTML elements; left out", n_lines=max(len(kept), 1))
        return
    for read in (read_citation, read_linked_data):
        entries = list(read(page))
        if entries:
            yield from entries
            return
    found = list(read_page(page.root, kept, source, page.complete))
    yield from found
    if not any(isinstance(item, Entry) for item in found):
        yield Problem(Span(source, 1), "no paper on this page: no citation tags, no JSON-LD, no titles of papers")


def _count_front_matter(lines: list[str]) -> int:
    """Return the number of lines of the front matter of a page, from `---` to `---` with both; 0 without any."""
    if not lines or not _FRONT_MATTER.fullmatch(lines[0].lstrip("\ufeff")):
        return 0
    ends = (index for index, line in enumerate(lines[1:_MAX_FRONT_MATTER], start=1) if _FRONT_MATTER.fullmatch(line))
    return next(ends, -1) + 1


def _blank_template_tags(line: str) -> str:
    """Return a line with blanks in place of the tags of a template, so that columns stay."""
    if "{%" not in line and "{{" not in line:
        return line
    return _TEMPLATE_TAG.sub(lambda tag: " " * len(tag[0]), line)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a file is HTML: it begins with a tag and has the tags of a page.

    The tag may come after front matter and tags of a template.
    """
    n_front = _count_front_matter(head)
    below = map(_blank_template_tags, head[n_front:]) if n_front else head
    shown = [line.strip() for line in below if line.strip()]
    if not shown or not shown[0].startswith("<"):
        return 0.0
    start = " ".join(shown)[:100_000].lower()
    if start.startswith(("<!doctype html", "<html")):
        return 1.0
    if start.startswith("<?xml"):
        return 0.9 if "<html" in start else 0.0
    n_tags = sum(
        start.count(tag)
        for tag in ("<div", "<article", "<section", "<h1", "<h2", "<h3", "<ul", "<ol", "<li", "<dl", "<head")
    )
    n_ends = sum(start.count(tag) for tag in ("</div", "</article", "</section", "</h", "</ul", "</dl", "</li"))
    return 0.8 if n_tags and n_ends and "](http" not in start else 0.0


def fold(text: str | None) -> str:
    """Return a text with its white space collapsed to single spaces."""
    return " ".join((text or "").split())


def read_text(element: Element) -> str:
    """Return the text of an element and its descendants with collapsed white space, without scripts and styles.

    Blocks are apart from what is around them. A `span` may be a block for the style of a page, and is apart from what
    follows unless that is a text: `<span>Ann Doe</span><span>WAVES</span>`, but `<span>BERT</span>s`.
    """
    parts: list[str] = []
    stack: list[Element | str] = [element]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            parts.append(one)
        elif one.tag not in _HIDDEN:
            around = " " if one.tag in _BLOCKS else ""
            stack.append(around)
            followed: Element | str = ""
            for child in reversed(one.children):
                is_apart = (
                    isinstance(child, Element) and child.tag == "span" and not (followed and isinstance(followed, str))
                )
                stack += (" ", child) if is_apart else (child,)
                followed = child
            stack.append(around)
    return fold("".join(parts))


class Page:
    """The source of a page and its tree, and the address that it was saved from."""

    def __init__(self, text: str, source: str) -> None:
        self.text: str = text
        self._source = source
        self.root: Element = build_tree(find_tokens(text), text)
        self._starts = find_line_starts(text)
        self.base: str = self._find_base()

    def span(self, offset: int) -> Span:
        """Return the span of a character."""
        line = bisect_right(self._starts, offset)
        return Span(self._source, line, offset - self._starts[line - 1] + 1)

    def find(self, text: str, element: Element) -> Span:
        """Return the span of a text or of its first word in an element, or else that of the element."""
        printed = text[:_MAX_NEEDLE_LENGTH]
        for needle in dict.fromkeys((printed, printed.replace("&", "&amp;"), printed.split(" ", 1)[0])):
            at = self.text.find(needle, element.start, element.stop) if needle else -1
            if at >= 0:
                return self.span(at)
        return self.span(element.start)

    def complete(self, href: str) -> str:
        """Return an absolute address unchanged and a relative one resolved; empty if that is not possible."""
        href = href.strip()
        if href.startswith("//"):
            return f"https:{href}"
        if _ABSOLUTE.match(href):
            return href
        if not self.base or not href or href.startswith("#") or _SCHEME.match(href):
            return ""
        try:
            return urljoin(self.base, href)
        except ValueError:
            return ""

    def _find_base(self) -> str:
        """Return the address that a page states for itself, or an empty string."""
        found: dict[str, str] = {}
        for element in self.root.walk():
            kind, address = "", element.get("href")
            if element.tag == "base":
                kind = "base"
            elif element.tag == "link":
                kind = element.get("rel")
            elif element.tag == "meta":
                kind, address = element.get("property") or element.get("name"), element.get("content")
            if kind and _ABSOLUTE.match(address.strip()):
                found.setdefault(kind, address.strip())
        for kind in ("base", "canonical", "og:url", "citation_abstract_html_url"):
            if kind in found:
                return found[kind]
        # Browsers write the address of a saved page before its first tag.
        saved = _SAVED_FROM.search(self.text[:_MAX_HEAD])
        return saved[1] if saved else ""


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
