"""Papers as JSON records of no known service: whoever keeps a list of papers as JSON has titles in it.

Keys are taken by their meaning, whatever their letter case. The readers of known services go first.
"""

from collections.abc import Iterable, Iterator

from papertrace.listings import arxiv_jsonl, hugging_face_json, openalex, semantic_scholar
from papertrace.listings.field_dates import make_date
from papertrace.listings.identifiers import make_identifiers
from papertrace.listings.json_records import JsonObject, get_objects, get_text, get_texts, keys_of_head, read_records
from papertrace.listings.people import split_names
from papertrace.listings.targets import find_targets, unique_targets
from papertrace.model import Entry, Problem, Span, Target

_TITLES = ("title", "paper_title", "papertitle")
_ABSTRACTS = ("abstract", "summary", "description", "tldr")
_AUTHORS = ("authors", "author")
_DATES = ("date", "published", "publication_date", "published_date", "publishedat", "year")
_ARXIV = ("arxiv", "arxiv_id", "arxivid", "id", "url", "link", "pdf")
_DOIS = ("doi", "id", "url", "link")
_ADDRESSES = (
    *("url", "link", "links", "paper_url", "abs", "pdf", "pdf_url", "code", "code_url", "github", "github_url", "repo"),
    *("repository", "repo_url", "project", "project_page", "website", "homepage", "data", "dataset", "demo", "video"),
)
_FACTS = frozenset((*_ABSTRACTS, *_AUTHORS, *_DATES, *_ADDRESSES, "doi", "arxiv", "arxiv_id"))
_KNOWN = (arxiv_jsonl, hugging_face_json, openalex, semantic_scholar)
_SURE, _HALF = 0.7, 0.5


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a listing in their order, and a problem for every record that holds no title."""
    for record in read_records(lines, source):
        if isinstance(record, Problem):
            yield record
            continue
        value, span = {key.lower(): item for key, item in record.value.items()}, record.span
        title = get_text(value, *_TITLES)
        if not title:
            yield Problem(span, "a record without a title; left out", n_lines=record.end_line - span.line + 1)
            continue
        abstract = get_text(value, *_ABSTRACTS)
        yield Entry(
            title=title,
            abstract=abstract,
            span=span,
            end_line=record.end_line,
            abstract_span=span if abstract else None,
            authors=_find_authors(value),
            organisation=get_text(value, "organisation", "organization", "affiliation") or None,
            date=make_date(get_text(value, *_DATES)),
            identifiers=make_identifiers(
                arxiv=[get_text(value, key) for key in _ARXIV], doi=[get_text(value, key) for key in _DOIS]
            ),
            targets=unique_targets(_find_targets(value, span)),
        )


def _find_authors(value: JsonObject) -> tuple[str, ...]:
    for key in _AUTHORS:
        names = [get_text(person, "name") for person in get_objects(value, key)] or get_texts(value, key)
        names = names or list(split_names(get_text(value, key)))
        if names:
            return tuple(name for name in names if any(character.isalpha() for character in name))
    return ()


def _find_targets(value: JsonObject, span: Span) -> Iterator[Target]:
    for key in _ADDRESSES:
        for text in get_texts(value, key) or [get_text(value, key)]:
            for target in find_targets(text, key, span):
                yield Target(raw=target.raw, words=key, span=span)


def recognise(head: list[str]) -> float:
    """Say from 0 to 1 how sure it is that a listing holds papers as JSON of no known service."""
    records = [frozenset(key.lower() for key in keys) for keys in keys_of_head(head)]
    fitting = [keys for keys in records if keys & set(_TITLES) and keys & _FACTS]
    if not fitting or any(reader.recognise(head) > _HALF for reader in _KNOWN):
        return 0.0
    return _SURE * len(fitting) / len(records)
