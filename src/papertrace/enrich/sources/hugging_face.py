"""Papers at Hugging Face: by arXiv id, with the repository that it names for a paper, and by title.

https://huggingface.co/docs/hub/api
"""

from collections.abc import Sequence

from papertrace.enrich.fields import (
    JsonObject,
    arxiv_names,
    as_objects,
    get_object,
    get_objects,
    get_text,
    get_texts,
    get_title,
    make_iso_date,
    unique,
    web_urls,
)
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources.source import (
    Answers,
    Query,
    Role,
    Source,
    answer_json,
    answer_object,
    by_names,
    get,
    in_query,
    is_not_found,
    search_words,
    value_of,
)
from papertrace.model import Observation
from papertrace.model.papers.work import Work


def accepts(key: str) -> bool:
    """Accept arXiv ids, which are the ids of papers there."""
    return key.startswith("arxiv:")


def plan(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one query per paper."""
    base = settings.endpoints["hugging-face"].base
    return [Query(ask=get(f"{base}/papers/{value_of(key)}"), keys=(key,)) for key in keys]


def plan_titles(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one search per title."""
    base = settings.endpoints["hugging-face"].base
    return [
        Query(ask=get(f"{base}/papers/search?q={in_query(words)}"), keys=(key,))
        for key in keys
        if (words := search_words(key))
    ]


def read(query: Query, seen: Observation) -> Answers:
    """Return the papers of each key."""
    if query.keys[0].startswith("title:"):
        answer = answer_json(seen)
        if not isinstance(answer, list):
            return {}
        found = (read_work(get_object(item, "paper") or item) for item in as_objects(answer))
        return dict.fromkeys(query.keys, tuple(work for work in found if work))
    if is_not_found(seen, '"error"'):
        return dict.fromkeys(query.keys, ())
    work = read_work(answer_object(seen))
    return by_names(query.keys, [work]) if work else {}


def read_work(value: JsonObject) -> Work | None:
    """Return the work of a record, or None if it has no arXiv id or no title."""
    names, title = unique(arxiv_names(get_text(value, "id"))), get_title(value, "title")
    if not names or not title:
        return None
    date = make_iso_date(get_text(value, "publishedAt"))
    return Work(
        names=names,
        title=title,
        year=int(date[:4]) if date else None,
        date=date,
        authors=tuple(name for one in get_objects(value, "authors") if (name := get_text(one, "name"))),
        index_keywords=unique(get_texts(value, "ai_keywords")),
        urls=web_urls((get_text(value, "projectPage"),)),
        code=web_urls((get_text(value, "githubRepo"),)),
    )


SOURCE = Source(
    name="hugging-face",
    label="Hugging Face",
    accepts=accepts,
    plan=plan,
    read=read,
    role=Role.FOR_CODE,
    plan_titles=plan_titles,
    titles_per_minute=90,
)
