"""The links and identifiers that an entry prints."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from papertrace.errors import check_choice
from papertrace.extract.text.folding import squash
from papertrace.extract.urls.hosts import has_open_kind, kind_of_address, may_contain_url
from papertrace.extract.urls.kinds import (
    judge_field,
    judge_kind,
    judge_role,
    kind_of_file,
    kind_of_kept_file,
    kind_of_name,
)
from papertrace.extract.urls.repair import (
    Field,
    View,
    clean_address,
    find_structure,
    may_hide_url,
    repair_characters,
    url_identity,
)
from papertrace.extract.urls.repositories import parse_repository
from papertrace.extract.urls.scanner import FoundUrl, find_urls
from papertrace.model import Entry, Link, LinkKind, LinkRole, Markup, RepoRef, Span, Target, advance
from papertrace.model.addresses import comparable_host, split_at_host
from papertrace.model.identifiers import arxiv_of_doi, find_arxiv_ids, find_dois, may_contain_identifier

_START = Span("", 1, 1)
_CONTEXT = 320
_MIN_NAME_LENGTH = 3


def find_links(text: str, markup: Markup | str = Markup.TEXT, *, start: Span = _START) -> list[Link]:
    r"""Return the links of a text in order of appearance, each address once.

    `markup` names the notation: `text`, `md`, `html`, `tex` or `bib`. `start` is the position of the first character;
    each link's span is the position of its `raw` text, and `url` is absolute. Two spellings that differ only in
    scheme, `www.` or the trailing slash are one link, reported at its first occurrence; different paths are different
    links. The list is empty if the text contains no address.

    >>> [link.url for link in find_links("Code: github.com/acme/fast\\_mm.")]
    ['https://github.com/acme/fast_mm']

    Raises
    ------
    SettingsError
        If `markup` is no notation.
    """
    if not isinstance(markup, Markup):
        check_choice("markup", markup, Markup)
        markup = Markup(markup)
    if not may_contain_url(text) and not (may_hide_url(text) and may_contain_url(repair_characters(text, markup).text)):
        return []
    structure = find_structure(text, markup)
    found = [item for field in structure.fields for item in _read_field(text, field, markup)]
    found.extend(_read_running_text(text, structure.edits, markup))
    found.sort(key=lambda item: (item.start, item.end))
    return list(_to_links(text, _without_truncated(text, found), start))


def find_targets(targets: Iterable[Target], title: str = "") -> list[Link]:
    """Return the links of structured fields in order, each address once; relative addresses are left out.

    The words of a field decide the role: a field called `url` or `code` is the entry's own. They also decide the
    kind, unless they are the `title` of the entry: "A Compiler for Sparse Code" is not code.
    """
    links: list[Link] = []
    seen: set[str] = set()
    squashed = squash(title)
    for target in targets:
        url = _read_address(target.raw)
        if url is None or (key := url_identity(url)) in seen:
            continue
        seen.add(key)
        is_title = bool(title) and squash(target.words) == squashed
        role, stated_kind = _judge_words(target.words)
        stated_kind = None if is_title else stated_kind
        links.append(_make_link(target.raw, url, target.span, role, stated_kind))
    return links


@lru_cache(maxsize=1024)
def _judge_words(words: str) -> tuple[tuple[LinkRole, str], LinkKind | None]:
    """Return the role and the kind that the words of a field state; most fields have the same few names."""
    return judge_field(words), kind_of_name(words)


@lru_cache(maxsize=4096)
def _read_address(raw: str) -> str | None:
    return clean_address(repair_characters(raw).text, spaces=True)


def printed_links(entry: Entry) -> list[Link]:
    """Return the links in the fields, title and abstract of an entry, each address once per part."""
    links = find_targets(entry.targets, entry.title)
    links.extend(find_links(entry.title, entry.markup, start=entry.span))
    if entry.abstract:
        links.extend(find_links(entry.abstract, entry.markup, start=entry.abstract_span or entry.span))
    return links


def links_of_entry(entry: Entry, printed: Sequence[Link] | None = None) -> tuple[Link, ...]:
    """Return the links of an entry, each address once: those of its fields, then its title, then its abstract.

    They are merged by `merge_links` in that order; `printed` are the `printed_links` of the entry, if already
    computed. An address that the title is linked to is the paper's own, and so is a repository of unknown role whose
    name opens the title.
    """
    links = printed_links(entry) if printed is None else printed
    squashed = squash(entry.title)
    linked_titles = {(target.raw, target.span) for target in entry.targets if squash(target.words) == squashed}
    return tuple(
        replace(link, role=LinkRole.OWN, evidence=entry.title)
        if link.role is LinkRole.UNKNOWN and (link.raw, link.span) in linked_titles
        else _own_by_name(link, entry.title)
        for link in merge_links(links)
    )


def _own_by_name(link: Link, title: str) -> Link:
    """Mark a repository as the paper's own if its name opens the title: "Fold: …", acme/fold."""
    if link.role is not LinkRole.UNKNOWN or link.repository is None or ":" not in title:
        return link
    head = title.partition(":")[0].strip()
    if len(squash(head)) < _MIN_NAME_LENGTH or squash(head) != squash(link.repository.name):
        return link
    return replace(link, role=LinkRole.OWN, evidence=head)


def merge_links(links: Sequence[Link]) -> tuple[Link, ...]:
    """Return the first occurrence of each address, with the first known role and kind among its occurrences.

    The words around a later occurrence may decide the kind of an address that its host leaves open.
    """
    merged: dict[str, Link] = {}
    for link in links:
        key = url_identity(link.url)
        kept = merged.setdefault(key, link)
        if kept is link:
            continue
        if kept.role is LinkRole.UNKNOWN and link.role is not LinkRole.UNKNOWN:
            kept = replace(kept, role=link.role, evidence=link.evidence)
        if kept.kind is LinkKind.PAGE and link.kind is not LinkKind.PAGE:
            kept = replace(kept, kind=link.kind)
        merged[key] = kept
    return tuple(merged.values())


def spell_as_in(text: str, links: Sequence[Link], printed: Sequence[Link]) -> tuple[Link, ...]:
    """Return merged links, each as the text spells it if one of `printed` with its address occurs in the text."""
    elsewhere = [link for link in links if link.raw not in text]
    there = [link for link in printed if link.raw in text] if elsewhere else []
    if not there:
        return tuple(links)
    spellings = {url_identity(link.url): link.raw for link in reversed(there)}
    return tuple(
        replace(link, raw=spellings.get(url_identity(link.url), link.raw)) if link in elsewhere else link
        for link in links
    )


def _read_field(text: str, field: Field, markup: Markup) -> Iterator[FoundUrl]:
    """Yield the address in a marked field; an attribute of free text is searched like running text."""
    value = text[field.start : field.end]
    view = repair_characters(value, markup)
    if not field.exact:
        for item in find_urls(view.text):
            yield FoundUrl(field.start + view.start_of(item.start), field.start + view.end_of(item.end), item.url)
        return
    url = clean_address(view.text, spaces=markup in (Markup.HTML, Markup.MARKDOWN))
    if url is not None:
        lead = len(value) - len(value.lstrip())
        yield FoundUrl(field.start + lead, field.start + len(value.rstrip()), url)


def _read_running_text(text: str, edits: Sequence[tuple[int, int, str]], markup: Markup) -> Iterator[FoundUrl]:
    """Yield the addresses outside marked fields, with offsets in the original text."""
    outer = View.of(text, edits)
    inner = repair_characters(outer.text, markup)
    for item in find_urls(inner.text):
        begin = outer.start_of(inner.start_of(item.start))
        end = outer.end_of(inner.end_of(item.end))
        yield FoundUrl(begin, max(begin, end), item.url)


def _without_truncated(text: str, found: list[FoundUrl]) -> Iterator[FoundUrl]:
    """Drop addresses truncated for display (`github.com/acme/fa…`) if the text also contains the full address."""
    shortened = {item for item in found if text.startswith(("\u2026", "..."), item.end)}
    if not shortened:
        yield from found
        return
    keys = sorted({url_identity(item.url) for item in found})
    for item in found:
        if item in shortened and _is_proper_prefix(url_identity(item.url), keys):
            continue
        yield item


def _is_proper_prefix(key: str, keys: Sequence[str]) -> bool:
    """Return whether a sorted list contains a longer key that begins with this one."""
    index = bisect_right(keys, key)
    return index < len(keys) and keys[index].startswith(key)


def _to_links(text: str, found: Iterable[FoundUrl], start: Span) -> Iterator[Link]:
    """Convert addresses to links; each position is counted from the previous one, which keeps this linear."""
    seen: set[str] = set()
    span, offset = start, 0
    for item in found:
        key = url_identity(item.url)
        if key in seen:
            continue
        seen.add(key)
        span, offset = advance(span, text[offset : item.start], item.start - offset), item.start
        before, after = text[max(0, item.start - _CONTEXT) : item.start], text[item.end : item.end + _CONTEXT]
        role = judge_role(before, after)
        stated_kind = judge_kind(before, after) if has_open_kind(_host_and_path(item.url)[0]) else None
        yield _make_link(text[item.start : item.end], item.url, span, role, stated_kind)


def _make_link(raw: str, url: str, span: Span, role: tuple[LinkRole, str], stated_kind: LinkKind | None) -> Link:
    """Build a link, deriving its repository from the address, and its kind unless the host leaves the kind open."""
    kind, repository = _judge_address(url, stated_kind)
    return Link(raw=raw, url=url, span=span, kind=kind, role=role[0], repository=repository, evidence=role[1])


@lru_cache(maxsize=16_384)
def _judge_address(url: str, stated_kind: LinkKind | None) -> tuple[LinkKind, RepoRef | None]:
    """Return the kind of an address, and the repository that it stands for.

    A document, picture or video that is kept in a repository is not code, and does not stand for the repository.
    """
    host, path = _host_and_path(url)
    repository = parse_repository(url)
    kind = kind_of_address(host, path)
    if has_open_kind(host):
        kind = kind_of_file(path) or stated_kind or kind
    if kind is LinkKind.REPOSITORY and repository is None:
        kind = LinkKind.PAGE
    elif kind is LinkKind.PAGE and repository is not None:
        kind = LinkKind.REPOSITORY
    if repository is not None and kind is not LinkKind.ARCHIVE and (kept := kind_of_kept_file(host, path)) is not None:
        kind, repository = kept, None
    return kind, repository


def _host_and_path(url: str) -> tuple[str, str]:
    """Split an absolute URL from `clean_address` or `find_urls` into the bare host and the rest."""
    _, slash, path = url.partition("://")[2].partition("/")
    return comparable_host(split_at_host(url)[1]), slash + path


# How a text refers to its own paper: "Paper: …", "the full version of this article is at …".
_THE_PAPER_ITSELF = re.compile(
    r"(?:(?:\bour|\bthis|\bthe\s(?:full|extended|long|longer|journal|final|published|present|accepted)|(?:^|[.;|\n(])[\s*_]{0,4})\s?"
    r"(?:paper|preprint|pre-print|version|article|manuscript|arxiv(?:\spreprint)?|doi)\b)[^.;]{0,60}$",
    re.IGNORECASE,
)
_WINDOW = 300
# The part of a printed address that precedes its identifier.
_PREFIX = re.compile(r"(?:(?:https?://)?[\w.-]{0,60}(?:\.org|\.com)/\S{0,60}|\bdoi\s?:\s?)$", re.IGNORECASE)


def find_citations(text: str) -> tuple[str, ...]:
    """Return the papers that a text cites by identifier, as `arxiv:…` and `doi:…`, in order of appearance.

    Identifiers inside addresses count too. An identifier of the paper itself ("this paper: …", "the full version
    is at …") or of the authors' own data and code ("our code is archived at …") is not a citation.

    >>> find_citations("We extend arXiv:1706.03762v5. Our code is archived at https://doi.org/10.5281/zenodo.42.")
    ('arxiv:1706.03762',)
    """
    if not may_contain_identifier(text):
        return ()
    plain = repair_characters(text).text
    found = [(one.start, f"arxiv:{one.name}", one.end) for one in find_arxiv_ids(plain)]
    found += [(one.start, f"doi:{one.name}", one.end) for one in find_dois(plain) if not arxiv_of_doi(one.name)]
    cited: dict[str, None] = {}
    for start, name, end in sorted(found, key=lambda one: one[0]):
        before = plain[max(0, start - _WINDOW) : start]
        before = before[: prefix.start()] if (prefix := _PREFIX.search(before, max(0, len(before) - 130))) else before
        role, _ = judge_role(before, plain[end : end + _WINDOW])
        if role is not LinkRole.OWN and _THE_PAPER_ITSELF.search(before) is None:
            cited[name] = None
    return tuple(cited)
