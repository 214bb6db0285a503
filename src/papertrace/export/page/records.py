"""What a page says of each paper, of its links, of the communities, and of the pairs that are linked."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from numbers import Integral, Real
from operator import attrgetter
from string import ascii_lowercase
from typing import Any

from papertrace.export.marks import is_colour, mark_code, mark_paper
from papertrace.export.page.embedding import JsonObject
from papertrace.model import EdgeKind, LinkKind, LinkRole, Outcome, Paper, Verdict, hide_userinfo, web_address
from papertrace.model.graphs import LIGHT, UNLINKED_COLOUR, GraphColumns, hue_on_dark, spread_colours
from papertrace.model.identifiers import address_of
from papertrace.model.mathematics import may_have_mathematics, show_mathematics
from papertrace.model.papers.facts import DEFINED, parts_for_bibtex, read_author
from papertrace.model.text import isolate
from papertrace.model.verdict import links_that_count, worst_outcome

# The values of a graph's attributes, whatever types the program that made the graph gave them.

_LAST_YEAR = 9999


def finite_number(value: object, default: float = 0.0) -> float:
    """Return a value rounded to four decimals; the default if it is not a finite number, of numpy or not."""
    try:
        number = float(value) if isinstance(value, Real) else default
    except OverflowError:  # an int beyond all floats
        number = default
    return round(number, 4) if math.isfinite(number) else default


def split_values(value: object) -> list[str]:
    """Return the values of a list that is joined with `|`, without the empty ones."""
    return [part.strip() for part in str(value or "").split("|") if part.strip()]


def count_of(value: object) -> int | None:
    """Return a number of things, of numpy too; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        return None
    number = int(value)
    return number if number >= 0 else None


def year_of(value: object) -> int | None:
    """Return a year from 1 to 9999, of numpy too; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    number = finite_number(value)
    return int(number) if 1 <= number <= _LAST_YEAR else None


# Papers with their formulas in plain characters, as a page shows them and searches in them.


def show_papers(papers: Iterable[Paper]) -> list[Paper]:
    """Return the papers with the formulas of titles, concepts, mentions and claims in plain characters.

    Abstracts stay as they are: most pages show few of them, so that they are converted when they are packed.
    """
    return list(map(_show, papers))


def _show(paper: Paper) -> Paper:
    texts = [paper.title, paper.claim.sentence]
    texts += [text for concept in paper.concepts for text in (concept.label, *concept.surfaces)]
    texts += [text for mention in paper.mentions for text in (mention.surface, mention.sentence)]
    if not any(map(may_have_mathematics, texts)):
        return paper
    return replace(
        paper,
        title=show_mathematics(paper.title),
        concepts=tuple(
            replace(one, label=show_mathematics(one.label), surfaces=tuple(map(show_mathematics, one.surfaces)))
            for one in paper.concepts
        ),
        mentions=tuple(
            replace(one, surface=show_mathematics(one.surface), sentence=show_mathematics(one.sentence))
            for one in paper.mentions
        ),
        claim=replace(paper.claim, sentence=show_mathematics(paper.claim.sentence)),
    )


# The links of a paper as the page shows them, and the repositories that papers link to.
#
# A repository is the same however it is linked: by its front page, by a file in it, in another letter case. Each link
# into a repository has its number, so that the page can list the other papers that link to it.

_SCHEME = "://"
_MIN_PARTS = 3  # host, owner, name


class Repositories:
    """The repositories of a page, numbered in order of first occurrence."""

    def __init__(self) -> None:
        """Start without repositories."""
        self.records: list[JsonObject] = []
        self._numbers: dict[str, int] = {}

    def number(self, host: str, name: str) -> int:
        """Return the number of the repository `name`, as `owner/name`, at `host`; letter case does not matter."""
        key = f"{host}/{name}".casefold()
        if key not in self._numbers:
            self._numbers[key] = len(self.records)
            url = f"https://{host}/{name}"
            self.records.append({"host": host, "name": name, "url": url, "safe": web_address(url) is not None})
        return self._numbers[key]


def paper_links(paper: Paper, by_url: Mapping[str, Verdict], repositories: Repositories) -> list[JsonObject]:
    """Return the links of a paper, its own code first, each once, with the verdict of an audit."""
    order = list(LinkKind)
    unique = {link.url: link for link in reversed(paper.links)}
    ranked = sorted(unique.values(), key=lambda link: (link.role is LinkRole.OTHER, order.index(link.kind), link.url))
    records = []
    for link in ranked:
        record: JsonObject = {"url": link.url, "kind": str(link.kind), "role": str(link.role)}
        if link.repository is not None:
            record["text"] = link.repository.slug
            record["repository"] = repositories.number(link.repository.host, link.repository.slug)
        if (verdict := by_url.get(link.url)) is not None:
            record |= {"outcome": str(verdict.outcome), "reason": verdict.reason}
            if verdict.new_url and web_address(verdict.new_url):
                record["new_url"] = verdict.new_url
            if verdict.repository_state:
                record["state"] = str(verdict.repository_state)
        records.append(record | {"safe": web_address(link.url) is not None})
    for name, url in zip(paper.identifiers.names(), paper.identifiers.addresses(), strict=True):
        if url not in unique:
            text = name.replace("arxiv:", "arXiv:", 1)
            records.append({"url": url, "kind": "paper", "role": "own", "text": text, "safe": True})
    known = {record["url"] for record in records}
    # The address of a PDF at arXiv is that of the abstract with `pdf` for `abs`.
    at_arxiv = [url for url in paper.identifiers.addresses() if "//arxiv.org/abs/" in url]
    for url in (*(paper.added.urls if paper.added else ()), *(url.replace("/abs/", "/pdf/", 1) for url in at_arxiv)):
        if url not in known and web_address(url) is not None:
            known.add(url)
            path = url.partition("?")[0].partition("#")[0]
            kind = "pdf" if path.endswith(".pdf") or "//arxiv.org/pdf/" in path else "page"
            records.append({"url": url, "kind": kind, "role": "own", "safe": True})
    return records


def outcome_of(attrs: Mapping[str, Any], paper: Paper | None, by_url: Mapping[str, Verdict]) -> str:
    """Return the outcome that the node of a paper has, else the worst of the links that count; empty if unknown."""
    outcome = str(attrs.get("outcome") or "")
    if not outcome and paper:
        outcome = worst_outcome(by_url[link.url].outcome for link in links_that_count(paper, by_url))
    return outcome if outcome in set(Outcome) else ""


def node_links(attrs: Mapping[str, Any], addresses: Sequence[str], repositories: Repositories) -> list[JsonObject]:
    """Return the links in the attributes of a node: its `repositories`, given as `addresses`, and its `url`."""
    records = []
    for address in addresses:
        url = address if _SCHEME in address else f"https://{address}"
        host, *path = url.partition(_SCHEME)[2].split("/")
        name = "/".join(part for part in path if part)
        record: JsonObject = {"url": url, "kind": "repository", "role": "unknown", "text": "/".join(path[:2]) or url}
        if len([host, *name.split("/")]) >= _MIN_PARTS:
            record["repository"] = repositories.number(host, name)
        records.append(record | {"safe": web_address(url) is not None})
    url = hide_userinfo(str(attrs.get("url") or ""))
    if url and url not in {record["url"] for record in records}:
        records.append({"url": url, "kind": "page", "role": "unknown", "safe": web_address(url) is not None})
    return records


# What the page says of each paper: its names, publication, links, and the mark of its code.

_SHOWN = [fact for fact in DEFINED if fact.page]
_read_shown = attrgetter(*(fact.name for fact in _SHOWN))
_MAX_SHORT_NAME = 30  # characters of a label on the map
_MAX_OF_KEY = 30  # letters of the family name and of the title in a key
_LITTLE_WORDS = frozenset({"a", "an", "the", "on", "of", "for"})
_MAX_NAME_WORDS = 3  # of a system
_MAX_FAMILY_NAME = 18  # characters; longer ones are cut
_MAX_BY = _MAX_SHORT_NAME - len(" 2000")  # of two family names
# A colon, as group 1; one between two letters or numbers that stand alone, as in N:M or 2:4, is read over.
_COLON = re.compile(r"\b(?:[^\W\d]|\d+):(?:[^\W\d]|\d+)\b|(:|：)")  # noqa: RUF001 - the colon of Chinese titles


# What stands before a colon and says of what kind a paper is, not how its system is called.
_GENRES = frozenset(
    (
        *("abstract", "commentary", "correction", "demo", "demonstration", "editorial", "erratum", "introduction"),
        *("keynote", "opinion", "overview", "panel", "poster", "preface", "review", "survey", "tutorial", "viewpoint"),
        "workshop",
    )
)


def short_name(title: str, authors: Sequence[str] = (), year: int | None = None) -> str:
    """Return a name for the map: that of the paper's system, else author and year, else the first words of its title.

    >>> short_name("TopoNet: Learning the Shape of Sparse Scenes", ["Ada Lindqvist"], 2021)
    'TopoNet'
    >>> short_name("Poster: Efficient N:M Sparse Training", ["Ada Lindqvist", "Bram de Wit"], 2021)
    'Lindqvist & de Wit 2021'
    >>> short_name("A Survey of Methods for Reading Very Old Weather Maps")
    'A Survey of Methods for…'
    """
    colon = next((found for found in _COLON.finditer(title) if found[1]), None)
    name = title[: colon.start()].strip() if colon else title
    if colon and 1 < len(name) <= _MAX_SHORT_NAME and (not authors or _is_of_system(name, title)):
        return name
    if authors:
        return _author_and_year(authors, year)
    if len(title) <= _MAX_SHORT_NAME:
        return name or title
    kept: list[str] = []
    for word in title[: 4 * _MAX_SHORT_NAME].split():
        if kept and len(" ".join((*kept, word))) > _MAX_SHORT_NAME - 1:
            break
        kept.append(word[:_MAX_SHORT_NAME])
    name = " ".join(kept)
    while kept and kept[-1].casefold() in {"a", "an", "and", "the", "of", "in", "on", "to", "with", "via"}:
        kept.pop()
    return name if len(name) == len(title) else (" ".join(kept) or name) + "…"


def _is_of_system(name: str, title: str) -> bool:
    """Return whether what stands before the colon of a title names a system: a word, or some of which one is coined."""
    words = name.split()
    if len(words) == 1:
        return name.casefold() not in _GENRES
    is_coined = any(sign.isupper() or sign.isdigit() for word in words for sign in word[1:])
    return len(words) <= _MAX_NAME_WORDS and is_coined and not title.isupper()


def _author_and_year(authors: Sequence[str], year: int | None) -> str:
    """Return the family names of two authors, or of the first of more, and the year.

    >>> _author_and_year(["Ito A.", "TIGER Collaboration"], 2021), _author_and_year(["Ada Örn"] * 3, None)
    ('Ito & TIGER Collaboration 2021', 'Örn et al.')
    """
    families = [read_author(name).family for name in authors]
    if len(families) > 2:  # noqa: PLR2004 - two are both named
        by = f"{_cut(families[0], _MAX_FAMILY_NAME)} et al."
    elif len(by := " & ".join(families)) > _MAX_BY:
        by = " & ".join(
            _cut(family, (_MAX_BY - len(" & ")) // 2 if families[1:] else _MAX_FAMILY_NAME) for family in families
        )
    return f"{by} {year}" if year else by


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def add_keys(records: Sequence[JsonObject]) -> None:
    """Add to each paper its key as a reference: first author, year, first word of the title; a second gets a number.

    >>> records = [{"title": "The Deep Sea", "authors": ["Örn A."], "year": 2020} for _ in range(2)]
    >>> add_keys(records)
    >>> [record["key"] for record in records]
    ['orn2020deep', 'orn2020deep-2']
    """
    counts: Counter[str] = Counter()
    for record in records:
        first = next(iter(record.get("authors", ())), "")
        words = (ascii_word(word) for word in record["title"].split())
        word = next((word for word in words if word[:1].isalpha() and word not in _LITTLE_WORDS), "")
        family = ascii_word(read_author(first).family) if first else ""
        key = f"{family[:_MAX_OF_KEY]}{record.get('year', '')}{word[:_MAX_OF_KEY]}" or "paper"
        counts[key] += 1
        record["key"] = key if counts[key] == 1 else f"{key}-{counts[key]}"


def ascii_word(text: str) -> str:
    """Return the ASCII letters and digits of a text in lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]", "", plain)


def bibtex_names(records: Iterable[JsonObject]) -> dict[str, Sequence[str]]:
    """Return the parts of the names that BibTeX would not read as they are printed, by name."""
    names = sorted({name for record in records for name in record.get("authors", ())})
    return {name: parts for name in names if (parts := parts_for_bibtex(name))}


def tell_apart(records: Sequence[JsonObject]) -> None:
    """Add letters to the names of papers that have the same author and year, as references do: Chen 2014a."""
    dated = [one for one in records if one.get("authors") and one["short"].endswith(f" {one.get('year')}")]
    counts, numbers = Counter(one["short"] for one in dated), Counter[str]()
    for record in dated:
        if counts[short := record["short"]] > 1:
            record["short"] += _letters(numbers[short])
            numbers[short] += 1


def _letters(number: int) -> str:
    """Return a, b, … z, aa, ab and so on."""
    rest, last = divmod(number, len(ascii_lowercase))
    return (_letters(rest - 1) if rest else "") + ascii_lowercase[last]


def paper_record(
    node: str,
    attrs: Mapping[str, Any],
    paper: Paper | None,
    by_url: Mapping[str, Verdict],
    *,
    found: tuple[dict[str, int], Repositories],
) -> JsonObject:
    """Return the data of one paper; its concepts and repositories are added to those `found` so far."""
    concepts, known_repositories = found
    title = (paper.title if paper else "") or str(attrs.get("title") or attrs.get("label") or node)
    title = " ".join(title.split()) or node
    repositories = split_values(attrs.get("repositories"))
    labels = split_values(attrs.get("concepts"))
    if paper:
        best = [concept.label for concept in paper.concepts]
        shown = {" ".join(label.replace("|", "/").split()) for label in best}
        labels = best + [label for label in labels if label not in shown]
    links = (
        paper_links(paper, by_url, known_repositories) if paper else node_links(attrs, repositories, known_repositories)
    )
    claim = str(paper.claim.state if paper else attrs.get("claim") or "")
    facts = _facts_of_paper(paper) if paper else _facts_of_node(attrs)
    authors, year = facts.get("authors") or (), facts.get("year")
    short = short_name(title, authors, year)
    by = _author_and_year(authors, year) if authors else ""
    record: JsonObject = {
        "id": node,
        "title": title,
        "short": short,
        "by": by if by != short else "",
        **facts,
        "repositories": repositories,
        "links": links,
        "outcome": outcome_of(attrs, paper, by_url),
        "change": attrs.get("change"),
        "main": count_of(attrs.get("main_path")),
        "is_new": attrs.get("new") == "yes" or None,
        "claim": claim,
        "sentence": paper.claim.sentence if paper else "",
        "mark": mark_paper(paper, by_url) if paper else mark_code(claim, [""] * len(repositories)),
        "concepts": list(dict.fromkeys(concepts.setdefault(label, len(concepts)) for label in labels)),
    }
    always = {key: record[key] for key in ("id", "title", "short", "concepts", "links")}
    return {key: value for key, value in record.items() if value not in (None, "", [])} | always


def _facts_of_paper(paper: Paper) -> JsonObject:
    """Return the facts that the page shows; lists as lists of texts."""
    values = zip(_SHOWN, _read_shown(paper), strict=True)
    return {fact.page: list(map(str, value)) if fact.kind is tuple else value for fact, value in values}


def _facts_of_node(attrs: Mapping[str, Any]) -> JsonObject:
    """Return those of the facts that the node of a graph has."""
    facts: JsonObject = {}
    for fact in _SHOWN:
        value = attrs.get(fact.attribute)
        if fact.kind is int:
            facts[fact.page] = year_of(value) if fact.name == "year" else count_of(value)
        else:
            facts[fact.page] = split_values(value) if fact.kind is tuple else str(value or "")
    return facts


# The communities of a page: their names, and how they look, in a colour for light and for dark paper.
#
# No more than a dozen colours can be told apart. Where there are more communities, a colour is used again, and the
# marks of the second community have a ring, those of the third a broken one, those of the fourth a dotted one; from the
# fifth on the rings recur.

#: The number of rings: whole, broken, dotted.
N_RINGS = 3

_UNLINKED = "-1"  # the community number of papers without edges
_MAX_COMMUNITY_NAME = 36


def community_records(
    attributes: Sequence[Mapping[str, Any]], positions: Sequence[tuple[float, float]]
) -> tuple[list[JsonObject], list[int]]:
    """Return the communities, largest first, and for each node the index of its community."""
    keys = [str(attrs.get("community", "")) for attrs in attributes]
    count = Counter(keys)
    ranked = sorted(count, key=lambda key: (key == _UNLINKED, -count[key], len(key), key))
    index = {key: i for i, key in enumerate(ranked)}
    of_paper = [index[key] for key in keys]
    labels = [""] * len(ranked)
    colours: list[str | None] = [None] * len(ranked)
    for attrs, i in zip(attributes, of_paper, strict=True):
        labels[i] = labels[i] or str(attrs.get("community_label") or "")
        if colours[i] is None and is_colour(attrs.get("color")):
            colours[i] = str(attrs["color"])
    looks = _looks(colours, [key != _UNLINKED for key in ranked], positions, of_paper)
    records: list[JsonObject] = []
    for i, key in enumerate(ranked):
        label = ", ".join(split_values(labels[i])) or (f"Group {i + 1}" if len(ranked) > 1 else "All papers")
        terms = label.split(", ")
        label, short = (", ".join(isolate(term) for term in some) for some in (terms, _first_terms(terms)))
        record = {"id": key, "label": label, "short": short, **looks[i], "size": count[key]}
        records.append(record | {"linked": key != _UNLINKED})
    return records, of_paper


def _looks(
    colours: Sequence[str | None],
    linked: Sequence[bool],
    positions: Sequence[tuple[float, float]],
    of_paper: Sequence[int],
) -> list[dict[str, Any]]:
    """Return the look of each community.

    A look has a `color`; `dark`, the colour on dark paper, if it is one of ours; and `ring`, 1 to 3, if an earlier
    community has the same colour of ours. Those without a colour get one that differs most from those of their
    neighbours. The unlinked papers, which are no community (`linked`), have a look too.

    >>> _looks(["#2d96f0", "#2d96f0"], [True, True], [(0.0, 0.0), (1.0, 0.0)], [0, 1])[1]
    {'color': '#2d96f0', 'dark': '#1eb4ff', 'ring': 1}
    """
    if None in colours:
        chosen = iter(
            spread_colours(
                [place for place, one in zip(_places(positions, of_paper, len(colours)), linked, strict=True) if one]
            )
        )
        ours = [LIGHT[next(chosen)] if one else UNLINKED_COLOUR for one in linked]
        colours = [colour or own for colour, own in zip(colours, ours, strict=True)]
    looks: list[dict[str, Any]] = []
    times: Counter[str] = Counter()
    for colour, is_linked in zip(map(str, colours), linked, strict=True):
        look: dict[str, Any] = {"color": colour}
        if dark := hue_on_dark(colour):
            look["dark"] = dark
        if is_linked and colour in LIGHT:
            if times[colour]:
                look["ring"] = 1 + (times[colour] - 1) % N_RINGS
            times[colour] += 1
        looks.append(look)
    return looks


def _places(
    positions: Sequence[tuple[float, float]], of_paper: Sequence[int], n_communities: int
) -> list[tuple[float, float, float]]:
    """Return the middle and the radius of each community; each has a paper."""
    members: list[list[tuple[float, float]]] = [[] for _ in range(n_communities)]
    for place, community in zip(positions, of_paper, strict=True):
        members[community].append(place)
    found = []
    for own in members:
        x, y = (math.fsum(part) / len(own) for part in zip(*own, strict=True))
        spread = math.fsum((a - x) ** 2 + (b - y) ** 2 for a, b in own) / len(own)
        found.append((x, y, max(1.0, math.sqrt(spread))))
    return found


def _first_terms(terms: Sequence[str]) -> list[str]:
    """Return as many whole terms of a community's name as fit on the map; a long first term is truncated."""
    first, *rest = terms
    kept = [first if len(first) <= _MAX_COMMUNITY_NAME else first[: _MAX_COMMUNITY_NAME - 1] + "…"]
    for term in rest:
        if len(", ".join([*kept, term])) > _MAX_COMMUNITY_NAME:
            break
        kept.append(term)
    return kept


# The linked pairs of papers on the page, with the reasons for each.

LINKS_AT_REST = 2
"""The number of links of each paper, the strongest, that page and picture draw where there are many."""

_WORK_KINDS = {EdgeKind.COUPLING, EdgeKind.CO_CITATION}  # kinds of edges whose evidence is works


def linked_pairs(columns: GraphColumns, positions: Mapping[int, int], index: Mapping[str, int]) -> list[JsonObject]:
    """Return one item per linked pair, in the order of the papers, with every reason and their weight.

    `positions` are those of the papers by the numbers of their nodes, `index` by their ids.
    """
    kinds = list(EdgeKind)
    pairs: dict[tuple[int, int], list[JsonObject]] = {}
    known: dict[str, list[str]] = {}  # All that cite a paper say the same of it.
    for first, second, attrs in zip(columns.first, columns.second, columns.edges.rows(), strict=True):
        if first not in positions or second not in positions:
            continue
        start, end = positions[first], positions[second]
        kind = str(attrs.get("kind", "link"))
        evidence = split_values(attrs.get("evidence")) or split_values(attrs.get("label"))
        if len(evidence) == 1:
            evidence = known.setdefault(evidence[0], evidence)
        reason = {"kind": kind, "weight": finite_number(attrs.get("weight"), 1.0), "evidence": evidence}
        if "tail" in attrs and (tail := index.get(str(attrs["tail"]))) is not None:
            reason["tail"] = tail  # the paper that names or cites the other
        if start != end:
            pairs.setdefault((min(start, end), max(start, end)), []).append(reason)

    def rank(reason: JsonObject) -> tuple[float, int, str]:
        kind = reason["kind"]
        return (-reason["weight"], kinds.index(kind) if kind in kinds else len(kinds), kind)

    for reasons in pairs.values():
        reasons.sort(key=rank)
    return [
        {"from": start, "to": end, "weight": round(math.fsum(one["weight"] for one in reasons), 4), "reasons": reasons}
        for (start, end), reasons in sorted(pairs.items(), key=lambda item: item[0])
    ]


def resting_pairs(pairs: Sequence[JsonObject], papers: Sequence[JsonObject]) -> list[JsonObject]:
    """Return the linked pairs that a map draws while nothing is selected, strongest first.

    These are all pairs where they are few, else the strongest of each paper. Of equally strong ones, as all citations
    are, the one with the paper of the strongest links comes first. `map.js` chooses in the same way among what
    filters leave.
    """

    def rank(pair: JsonObject) -> tuple[float, float]:
        return -pair["weight"], -max(papers[pair[end]].get("weight", 0.0) for end in ("from", "to"))

    ranked = sorted(pairs, key=rank)
    if len(pairs) <= LINKS_AT_REST * len(papers):
        return ranked
    counts: Counter[int] = Counter()
    kept: list[JsonObject] = []
    for pair in ranked:
        if min(counts[pair["from"]], counts[pair["to"]]) < LINKS_AT_REST:
            kept.append(pair)
        counts.update((pair["from"], pair["to"]))
    return kept


def addresses_of_works(edges: Iterable[JsonObject]) -> dict[str, str]:
    """Return the addresses of the shared works that are known by an identifier alone, by their names."""
    reasons = (reason for edge in edges for reason in edge["reasons"] if reason["kind"] in _WORK_KINDS)
    names = sorted({name for reason in reasons for name in reason["evidence"]})
    return {name: address for name in names if (address := address_of(name))}
