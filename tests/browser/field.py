"""A made-up field of papers with every kind of link, mark and community that a page can show."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import networkx as nx

from papertrace.model import (
    Claim,
    ClaimState,
    Concept,
    Identifiers,
    Link,
    LinkKind,
    LinkRole,
    Mention,
    Outcome,
    Paper,
    RepoRef,
    RepositoryState,
    Span,
    Verdict,
)

FIELDS = (
    ("tidal forecasting", "ocean model", "sea level", "harbour sensing"),
    ("manuscript imaging", "ink recovery", "layout analysis"),
    ("bird song", "acoustic monitoring", "species census"),
    ("bridge inspection", "crack detection", "drone survey", "sensor fusion"),
    ("weather archives", "rescue of records", "handwriting recognition"),
    ("crop disease", "leaf imaging", "field robots"),
    ("metro timetables", "delay propagation", "passenger flow"),
    ("glacier retreat", "snow line", "radar interferometry"),
    ("folk melody", "score alignment", "tune families"),
)
VERBS = ("Learning", "Mapping", "Reading", "Measuring", "Rethinking", "Explaining", "Scaling", "Recovering")
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a6761d", "#56b4e9", "#7b5ea7", "#5f6b73", "#b8860b")
PEOPLE = ("Ada Lindqvist", "Bram de Wit", "Chiara Örn", "Dele Okafor", "Emi Tanaka", "Farid Haddad", "Greta Nowak")
MENTION_STEP, MENTION_REACH = 23, 9  # which papers name which others


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The arguments of `write_html`."""

    graph: "nx.MultiGraph[str]"
    papers: tuple[Paper, ...]
    verdicts: tuple[Verdict, ...]


def make_field(n: int, seed: int = 7) -> Field:
    """Return `n` papers of nine topics; the same arguments give the same papers."""
    rng = random.Random(seed)  # noqa: S311 - made-up papers, nothing secret
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    papers: list[Paper] = []
    verdicts: list[Verdict] = []
    groups = [min(int(abs(rng.gauss(0, 3.6))), len(FIELDS) - 1) for _ in range(n)]
    sizes = Counter(groups)
    for i, group in enumerate(groups):
        paper, found = _paper(i, group, rng)
        papers.append(paper)
        verdicts += found
        angle, spread = 2 * math.pi * group / len(FIELDS), 0.5 * math.sqrt(sizes[group] / n)
        graph.add_node(
            paper.id,
            label=paper.title,
            kind="paper",
            year=paper.year or 0,
            community=group,
            community_label=", ".join(FIELDS[group][:2]),
            degree_weighted=0.0,
            betweenness=0.0,
            x=math.cos(angle) * 1.1 + rng.gauss(0, spread),
            y=-math.sin(angle) * 0.8 - rng.gauss(0, spread * 0.8),
            size=10.0,
            color=COLORS[group],
            url="",
            repositories="|".join(link.repository.url for link in paper.links if link.repository),
            concepts="|".join(concept.label for concept in paper.concepts),
            claim=str(paper.claim.state),
            outcome="",
        )
    _link(graph, papers, groups, rng)
    papers = [_with_abstract(paper, i, papers) for i, paper in enumerate(papers)]
    return Field(graph=graph, papers=tuple(papers), verdicts=tuple(verdicts))


def _with_abstract(paper: Paper, i: int, papers: list[Paper]) -> Paper:
    """Return a paper with an abstract that says its concepts, and names the paper that its mention edge leads to."""
    if i % 31 == 30:
        return paper  # some papers have no abstract
    first, second, third = (concept.label for concept in paper.concepts)
    sentences = [
        f"Records of {first} are kept, but hardly read.",
        f"We join {second} with {third}, and measure both on {40 + i} stations.",
    ]
    mentions: tuple[Mention, ...] = ()
    if i % MENTION_STEP == 0 and i + MENTION_REACH < len(papers):
        named = papers[i + MENTION_REACH]
        name = named.title.partition(":")[0]
        sentences.append(f"We compare with {name}, which reads the same records.")
        span = Span("made.txt", i + 1)
        mentions = (Mention(target=named.id, title=named.title, surface=name, sentence=sentences[-1], span=span),)
    return replace(paper, abstract=" ".join(sentences), mentions=mentions)


def _paper(i: int, group: int, rng: random.Random) -> tuple[Paper, list[Verdict]]:
    topics = rng.sample(FIELDS[group], 2)
    other = rng.choice(FIELDS[rng.randrange(len(FIELDS))])
    name = "".join(rng.choice(("Lo", "Mi", "Ta", "Ren", "Vo", "Sa", "Quil")) for _ in range(2)) + str(i)
    title = f"{rng.choice(VERBS)} {topics[0].title()} from {other.title()}"
    title = f"{name}: {title}" if i % 3 else f"{title} at Scale and without Labels, Part {i}"
    span = Span("made.txt", i + 1)
    links: tuple[Link, ...] = ()
    verdicts: list[Verdict] = []
    claim = Claim()
    chance = rng.random()
    if chance < 0.35:
        repository = RepoRef("github.com", "acme", name.lower())
        link = Link(
            raw=repository.url,
            url=repository.url,
            span=span,
            kind=LinkKind.REPOSITORY,
            role=LinkRole.OWN,
            repository=repository,
        )
        page = Link(raw="", url=f"https://{name.lower()}.example.org/", span=span, kind=LinkKind.PROJECT_PAGE)
        links = (page, link)
        claim = Claim(state=ClaimState.LINKED, sentence=f"Our code is available at {repository.url}.")
        if i % 5 == 0:
            verdicts.append(Verdict(link=link, outcome=Outcome.DEAD, reason="404 twice, a day apart"))
        elif i % 5 == 1:
            verdicts.append(
                Verdict(
                    link=link,
                    outcome=Outcome.MOVED,
                    reason="301",
                    new_url=repository.url + "-2",
                    repository_state=RepositoryState.RENAMED,
                )
            )
        elif i % 5 == 2:
            verdicts.append(
                Verdict(link=link, outcome=Outcome.ALIVE, reason="200", repository_state=RepositoryState.ARCHIVED)
            )
        else:
            verdicts.append(Verdict(link=link, outcome=Outcome.ALIVE, reason="200"))
    elif chance < 0.5:
        claim = Claim(state=ClaimState.PROMISED, sentence="Code and data will be released upon acceptance.")
    elif chance < 0.6:
        claim = Claim(state=ClaimState.CLAIMED, sentence="We release all our code.")
    paper = Paper(
        id=f"p{i:05}",
        title=title,
        abstract="",
        entries=(),
        authors=tuple(rng.sample(PEOPLE, rng.randint(0, 5))),
        n_authors=rng.randint(5, 12),
        organisation="Acme Institute" if i % 4 == 0 else None,
        date=f"{rng.randint(2021, 2025)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
        identifiers=Identifiers(arxiv=f"2501.{i:05}" if i % 2 else None),
        links=links,
        concepts=tuple(Concept(key=label, label=label) for label in (*topics, other)),
        claim=claim,
    )
    return paper, verdicts


def _link(graph: "nx.MultiGraph[str]", papers: list[Paper], groups: list[int], rng: random.Random) -> None:
    members: dict[int, list[int]] = {}
    for i, group in enumerate(groups):
        members.setdefault(group, []).append(i)
    numbers = itertools.count()  # networkx counts its edges anew on each call

    def add(a: int, b: int, kind: str, weight: float, evidence: str) -> None:
        if a == b:
            return
        key = f"e{next(numbers)}"
        one, other = papers[min(a, b)].id, papers[max(a, b)].id
        graph.add_edge(
            one,
            other,
            key=key,
            kind=kind,
            weight=weight,
            label=evidence,
            interaction=kind,
            evidence=evidence,
            edge_key=key,
        )
        for end in (one, other):
            graph.nodes[end]["degree_weighted"] += weight

    for i, group in enumerate(groups):
        if i % 29 == 28:
            continue  # some papers are unlinked
        for _ in range(3):
            near = rng.choice(members[group]) if rng.random() < 0.85 else rng.randrange(len(papers))
            shared = [c.label for c in papers[i].concepts if c in papers[near].concepts]
            if shared:
                add(i, near, "concept", round(rng.uniform(2, 19), 3), "|".join(shared))
    _link_by_code(papers, add)


def _link_by_code(papers: list[Paper], add: Callable[[int, int, str, float, str], None]) -> None:
    for i in range(0, len(papers) - MENTION_REACH, MENTION_STEP):
        name = papers[i + MENTION_REACH].title.partition(":")[0]
        add(i, i + MENTION_REACH, "mention", 4.0, f"We compare with {name}, which reads the same records.")
        add(i, i + MENTION_REACH, "owner", 1.0, "github.com/acme")
    for i in range(5, len(papers) - 3, 61):
        add(i, i + 3, "repository", 9.5, "github.com/acme/shared-toolkit")
