"""Papers at Hugging Face: by arXiv id, with the repository that it names for a paper, and by title.

https://huggingface.co/docs/hub/api
"""

from papertrace.enrich.sources.source import (
    Answers,
    Query,
    Role,
    Source,
    answer_json,
    answer_object,
    ask_each,
    by_names,
    is_not_found,
    read_works,
    search_each,
)
from papertrace.model import Observation
from papertrace.records.rows import find_values


def read(query: Query, seen: Observation) -> Answers:
    """Return the papers of each key."""
    if query.keys[0].startswith("title:"):
        answer = answer_json(seen)
        if not isinstance(answer, list):
            return {}
        papers = find_values(answer, "paper") or answer
        return dict.fromkeys(query.keys, tuple(read_works("hugging-face", papers)))
    if is_not_found(seen, '"error"'):
        return dict.fromkeys(query.keys, ())
    works = read_works("hugging-face", [answer_object(seen)])
    return by_names(query.keys, works) if works else {}


SOURCE = Source(
    name="hugging-face",
    label="Hugging Face",
    registries=frozenset({"arxiv"}),
    plan=ask_each("/papers/{}"),
    read=read,
    role=Role.FOR_CODE,
    plan_titles=search_each("/papers/search?q={}"),
    titles_per_minute=90,
)
