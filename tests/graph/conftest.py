"""Made-up papers with the statistics of real ones: Zipf-distributed concepts in topics, few shared repositories."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from papertrace.model import (
    Claim,
    ClaimState,
    Concept,
    Identifiers,
    Link,
    LinkKind,
    LinkRole,
    Mention,
    Paper,
    RepoRef,
    Span,
)

MakePapers = Callable[..., list[Paper]]


def _make_papers(n_papers: int, *, seed: int = 7, n_references: int = 0) -> list[Paper]:
    """Return papers with some seven concepts each: most of their own topic, some that all topics share."""
    rng = random.Random(seed)  # noqa: S311 - test data
    n_topics = max(2, round(n_papers**0.5 / 2))
    own_words, common_words = 10 + n_papers // n_topics // 2, 20 + n_papers // 4
    papers = []
    for number in range(n_papers):
        topic = rng.randrange(n_topics)
        keys = {f"topic{topic} idea{int(own_words * rng.random() ** 2.5)}" for _ in range(rng.randint(2, 6))}
        keys |= {f"common{int(common_words * rng.random() ** 3)}" for _ in range(rng.randint(1, 3))}
        where = Span("made-up.txt", number + 1)
        links: tuple[Link, ...] = ()
        if rng.random() < 0.5:
            owner = f"owner{rng.randrange(n_papers)}"
            ref = RepoRef("github.com", owner, f"tool{rng.randrange(3)}")
            links = (
                Link(
                    raw=ref.url,
                    url=ref.url,
                    span=where,
                    kind=LinkKind.REPOSITORY,
                    role=LinkRole.OWN,
                    repository=ref,
                ),
            )
        mentions: tuple[Mention, ...] = ()
        if number and rng.random() < 0.05:
            target = rng.randrange(number)
            mentions = (
                Mention(
                    target=f"arxiv:2501.{target:05d}",
                    surface=f"System{target}",
                    sentence=f"We build on System{target}.",
                    span=where,
                ),
            )
        papers.append(
            Paper(
                id=f"arxiv:2501.{number:05d}",
                title=f"System{number}: Made-up Results on Topic {topic}",
                abstract="Made-up words.",
                entries=(),
                date=f"{2015 + number % 10}-05-19" if number % 7 else "--05-19",
                identifiers=Identifiers(arxiv=f"2501.{number:05d}"),
                links=links,
                concepts=tuple(map(_make_concept, sorted(keys))),
                mentions=mentions,
                references=tuple(
                    f"arxiv:2501.{rng.randrange(2 * n_papers):05d}" for _ in range(rng.randint(0, n_references))
                ),
                claim=Claim(state=ClaimState.LINKED, sentence="Code is linked.") if links else Claim(),
            )
        )
    return papers


@pytest.fixture(scope="session")
def make_papers() -> MakePapers:
    """Return the function that makes papers, so that a test says how many."""
    return _make_papers


def _make_concept(key: str) -> Concept:
    """Return a concept that the paper is about if it is one of its topic's, and only mentions otherwise."""
    is_own = key.startswith("topic")
    score, n = (0.6, 2) if is_own else (0.15, 1)
    return Concept(key=key, label=key.title(), surfaces=(key,), score=score, n=n)


def _make_paper(paper_id: str, *concepts: str, **facts: Any) -> Paper:  # noqa: ANN401 - facts of any field
    """Return a paper with concepts whose labels are their keys in title case."""
    given = {"title": f"Title of {paper_id}", "abstract": "", "entries": (), **facts}
    return Paper(
        id=paper_id,
        concepts=tuple(Concept(key=key, label=key.title(), surfaces=(key,)) for key in concepts),
        **given,
    )


@pytest.fixture(scope="session")
def make_paper() -> Callable[..., Paper]:
    """Return the function that makes one paper: its id, its concepts, any other fact by name."""
    return _make_paper


def _make_link(url: str, role: LinkRole = LinkRole.OWN, kind: LinkKind = LinkKind.REPOSITORY) -> Link:
    """Return a link; the owner and name of a repository are the last parts of its address."""
    _, _, host, *parts = url.split("/")
    repository = RepoRef(host, "/".join(parts[:-1]), parts[-1]) if kind is LinkKind.REPOSITORY else None
    return Link(raw=url, url=url, span=Span("made-up.txt", 1), kind=kind, role=role, repository=repository)


@pytest.fixture(scope="session")
def make_link() -> Callable[..., Link]:
    """Return the function that makes one link: its URL, whose it is, what it leads to."""
    return _make_link
