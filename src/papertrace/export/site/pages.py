"""The pages of a site, and what it exchanges with other programs.

Texts of a listing can neither end a field nor an element. Dates are those of the inputs, so that the same input gives
the same bytes.

Text from listings and servers is hostile: the templates escape all of it, only http and https addresses become links,
names of files are made of ASCII letters and digits, and a Content-Security-Policy allows only files of the site.
"""

import hashlib
import re
import unicodedata
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from papertrace.export.marks import NAMES, WITH_CODE
from papertrace.export.page.data import summary
from papertrace.export.page.embedding import JsonObject, to_json
from papertrace.export.page.records import ascii_word
from papertrace.model import AuditResult, Change, ChangeKind, Finding, Outcome, Paper, RepositoryState, web_address
from papertrace.model.mathematics import show_mathematics
from papertrace.model.papers.facts import parts_for_bibtex
from papertrace.model.text import escape_for_xml, fit_for_xml, format_count, quote_for_xml

if TYPE_CHECKING:
    from jinja2 import Environment

MAX_IN_SITEMAP = 50_000  # https://www.sitemaps.org/protocol.html

_TEX_NAMES = ["backslash", "braceleft", "braceright", "asciicircum", "asciitilde", "less", "greater"]
_IN_TEX = str.maketrans(
    {sign: f"\\text{name}{{}}" for sign, name in zip("\\{}^~<>", _TEX_NAMES, strict=True)}
    | {sign: f"\\{sign}" for sign in "$&#_%"}
)
_IN_IDENTIFIER = str.maketrans({sign: quote(sign) for sign in "{}\\"})
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
    fields = {
        "title": f"{{{_tex(record['title'])}}}",
        "author": " and ".join(map(_bibtex_name, record.get("authors", ()))),
        "year": str(record.get("year", "")),
        container: _tex(record.get("venue", "")),
        "volume": _tex(record.get("volume", "")),
        "number": _tex(record.get("issue", "")),
        "pages": "--".join(_tex(record[end]) for end in ("first_page", "last_page") if end in record),
        "publisher": _tex(record.get("publisher", "")),
        "doi": _one_line(record.get("doi", "")).translate(_IN_IDENTIFIER),
        "eprint": _tex(record.get("arxiv", "")),
        "archiveprefix": "arXiv" if "arxiv" in record else "",
        "url": quote(own_address(record), safe="%:/?#[]@!$&*+,;=~"),
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@{kind}{{{record['key']},\n{lines}}}\n"


def _bibtex_name(name: str) -> str:
    parts = [_tex(part) for part in parts_for_bibtex(name)]
    return f"{{{parts[0]}}}" if len(parts) == 1 else ", ".join(parts) or _tex(name)


def _one_line(text: object) -> str:
    return " ".join(fit_for_xml(str(text)).split())


def _tex(text: object) -> str:
    return _one_line(text).translate(_IN_TEX)


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


def describe_data(title: str, description: str, licence: str, resources: Sequence[JsonObject]) -> JsonObject:
    """Return the description of the downloads as a Data Package of Frictionless Data (version 1)."""
    licences = [{"path" if web_address(licence) else "name": licence}] if licence else None
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
    n_alive = outcomes.get(Outcome.ALIVE, 0) + outcomes.get(Outcome.MOVED, 0)
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
    yield f"<title>{_xml(title)}</title>\n<id>{uuid.uuid5(_NAMESPACE, fit_for_xml(title)).urn}</id>\n"
    yield f"<updated>{dated[0][3] if dated else _full_time(as_of)}</updated>\n"
    yield f"<author><name>{_xml(title)}</name></author>\n<link href={quote_for_xml(home or 'index.html')}/>\n"
    if home:
        yield f'<link rel="self" href={quote_for_xml(address("feed.xml"))}/>\n'
    for heading, path, text, time in dated:
        identity = uuid.uuid5(_NAMESPACE, fit_for_xml(f"{title}\n{heading}\n{path}\n{text}\n{time}")).urn
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


def _xml(text: str) -> str:
    return escape_for_xml(fit_for_xml(text))


MIN_PAPERS = 3  # from which an author or a venue has a page
ASSETS = ("site.css", "site.js")
_TEMPLATES = resources.files("papertrace.export.site") / "templates"
_CHANGES = {
    ChangeKind.DIED: "Links that died",
    ChangeKind.RECOVERED: "Links that came back",
    ChangeKind.ARCHIVED: "Repositories archived",
    ChangeKind.MOVED: "Links that moved",
}
_STABLE_KEY = re.compile(r"arxiv:\d{4}\.\d{4,5}|[a-z0-9-]{0,60}-[0-9a-f]{8}")
_MAX_SLUG, _DIGEST = 60, 8
_MAX_ON_FIRST = 6  # items of a kind on the first page
_MAX_LISTED = 12  # communities there, and concepts of a page
_MAX_BEST = 3  # papers of a community there
_MAX_NEIGHBOURS = 12
_MAX_MEMBERS = 500
_MAX_IN_FEED = 100
_ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
_UNDECIDED = frozenset(Outcome) - {Outcome.ALIVE, Outcome.MOVED, Outcome.DEAD, Outcome.SKIPPED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Papers that have a page together: a community, or those of an author or venue.

    `kind` is the folder of its page, `members` are the numbers of its papers, the best linked first; `note` says what
    holds them together.
    """

    kind: str
    key: str
    label: str
    members: tuple[int, ...]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What a site is made of.

    `data` are those of the map (`page_data`), `groups` the authors and venues with pages. `audit` is the latest state
    of the links, None if they were never audited, `report` their page as it is without a site, `changes` those of all
    runs. `base_url` is where the site will be, or empty. `downloads` are described as resources of a Data Package;
    `picture` is the file for previews of links.
    """

    title: str
    data: JsonObject
    groups: Sequence[Group] = ()
    audit: AuditResult | None = None
    report: str = ""
    changes: Sequence[Change] = ()
    base_url: str = ""
    licence: str = ""
    downloads: Sequence[JsonObject] = ()
    picture: str = "map.svg"
    shows_picture: bool = True
    paths: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Name the pages of papers."""
        slugs = make_slugs(record["id"] for record in self.data["papers"])
        object.__setattr__(self, "paths", {key: f"papers/{slug}.html" for key, slug in slugs.items()})

    @property
    def checked_at(self) -> str:
        """When a link was last checked, or an empty text."""
        return max((one.verdict.checked_at or "" for one in self.audit.findings), default="") if self.audit else ""

    def address(self, path: str) -> str:
        """Return the address of a file of the site, or an empty text where that is not known."""
        return f"{self.base_url.rstrip('/')}/{path}" if self.base_url else ""


def make_slugs(keys: Iterable[str]) -> dict[str, str]:
    """Return a name for each key, of `a-z`, `0-9`, `-` and `.`: ids of papers as they are, else words and a digest.

    A name depends on its key alone, unless two are equal: then that of the later key, in alphabetical order, is longer.

    >>> make_slugs(["arxiv:1706.03762", "Über Netze", "深度学习"])["Über Netze"]
    'uber-netze-e5009e97'
    """
    slugs: dict[str, str] = {}
    taken: set[str] = set()
    for key in sorted(set(keys)):
        digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
        plain = unicodedata.normalize("NFKD", key).encode("ascii", "ignore").decode().lower()
        words = re.sub(r"[^a-z0-9]+", "-", plain)[:_MAX_SLUG].strip("-")
        slug = key.replace(":", "-") if _STABLE_KEY.fullmatch(key) else f"{words}-{digest[:_DIGEST]}".lstrip("-")
        slugs[key] = slug if slug not in taken else f"{words}-{digest}"
        taken.add(slugs[key])
    return slugs


def generate_pages(site: Site, papers: Iterable[Paper]) -> Iterator[tuple[str, str]]:
    """Yield each file of the site that is text, by its path; `papers`, in any order, have abstracts and places."""
    records = site.data["papers"]
    groups = [*_communities(site.data), *site.groups]
    slugs = {kind: make_slugs(one.key for one in groups if one.kind == kind) for kind in {one.kind for one in groups}}
    pages = [(f"{one.kind}/{slugs[one.kind][one.key]}.html", one) for one in groups]
    view = _View(site, pages)
    for name in ASSETS:
        yield name, read_template(name)
    found = [
        [site.paths[one["id"]], one["title"], ", ".join(one.get("authors", ())[:6]), one.get("year", "")]
        for one in records
    ]
    yield "search.js", f"papertraceFound({to_json(found)});\n"
    yield "index.html", view.render("index.html", "index.html", **_overview(site, view))
    if site.audit:
        head, header, rest = site.report.partition("<header>\n")
        yield "links.html", f"{head}{header}{view.render('nav.html', 'links.html')}{rest}"
    yield "table.html", view.render("table.html", "table.html", heading=f"Papers of {site.title}")
    for kind in dict.fromkeys(one.kind for one in groups):
        rows = [(path, one) for path, one in pages if one.kind == kind]
        yield f"{kind}.html", view.render("groups.html", f"{kind}.html", heading=kind.capitalize(), rows=rows)
    for path, group in pages:
        yield path, view.render("group.html", path, heading=group.label, group=group, concepts=view.concepts_of(group))
    references = [format_bibtex(record) for record in records]
    yield "papers.bib", "\n".join(references)
    numbers = {record["id"]: number for number, record in enumerate(records)}
    for paper in papers:
        if (number := numbers.get(paper.id)) is not None:
            path = site.paths[paper.id]
            yield path, view.render("paper.html", path, **view.details(number, paper), reference=references[number])
    outcomes = site.audit.counts if site.audit else {}
    yield "badge.json", f"{to_json(make_badge(outcomes, len(records)))}\n"
    as_of = site.checked_at or max((record.get("date") or "" for record in records), default="")
    yield "feed.xml", "".join(generate_feed(site.title, _news(site), site.address, as_of))
    package = describe_data(site.title, summary(site.data), site.licence, site.downloads)
    yield "datapackage.json", f"{to_json(package)}\n"
    if site.base_url:
        fixed = ["", "map.html", "table.html", *(["links.html"] if site.audit else [])]
        listed = [*fixed, *(f"{kind}.html" for kind in slugs), *(path for path, _ in pages), *site.paths.values()]
        yield "sitemap.xml", "".join(generate_sitemap([site.address(path) for path in listed]))


class _View:
    """What the templates ask for: pages by what they are about, neighbours on the map."""

    def __init__(self, site: Site, pages: Sequence[tuple[str, Group]]) -> None:
        self._site = site
        self._records = site.data["papers"]
        self._communities: dict[int, tuple[str, Group]] = {}
        self._named: list[dict[str, str]] = [{} for _ in self._records]
        self._kinds = list(dict.fromkeys(group.kind for _, group in pages))
        self._template = _environment().get_template
        self.pages = pages
        for path, group in pages:
            for number in group.members:
                if group.kind == "communities":
                    self._communities[number] = path, group
                else:
                    self._named[number][group.label] = path
        self._neighbours: list[list[tuple[float, int, JsonObject]]] = [[] for _ in self._records]
        for edge in site.data["edges"]:
            weight = sum(reason["weight"] for reason in edge["reasons"])
            self._neighbours[edge["from"]].append((-weight, edge["to"], edge))
            self._neighbours[edge["to"]].append((-weight, edge["from"], edge))

    def render(self, template: str, path: str, **values: Any) -> str:  # noqa: ANN401 - whatever a template needs
        """Return a page of the site."""
        described = values.pop("described", None)
        page = self._template(template).render(
            site=self._site,
            records=self._records,
            path=path,
            root="../" * path.count("/"),
            kinds=self._kinds,
            described=to_json(described) if described else "",
            marks=NAMES,
            **values,
        )
        return fit_for_xml(page)

    def details(self, number: int, paper: Paper) -> dict[str, Any]:
        """Return what the page of a paper shows."""
        record = self._records[number]
        nearest = sorted(self._neighbours[number], key=lambda one: one[:2])[:_MAX_NEIGHBOURS]
        printed = (f"{one.span.source}, line {one.span.line}" for one in paper.entries if one.added is None)
        return {
            "heading": record["title"],
            "paper": record,
            "abstract": show_mathematics(paper.abstract),
            "authors": [(name, self._page_of(number, name)) for name in record.get("authors", ())],
            "venue": self._page_of(number, record.get("venue", "")),
            "community": self._communities.get(number),
            "concepts": [self._site.data["concepts"][concept] for concept in record["concepts"]],
            "neighbours": [(self._records[other], edge["reasons"]) for _, other, edge in nearest],
            "printed": list(dict.fromkeys(printed)),
            "described": describe_paper(record, self._site.address(self._site.paths[record["id"]])),
        }

    def _page_of(self, number: int, name: str) -> str:
        return self._named[number].get(" ".join(name.split()), "")

    def concepts_of(self, group: Group) -> list[tuple[str, int]]:
        """Return the concepts of most papers of a group."""
        counts = Counter(concept for number in group.members for concept in self._records[number]["concepts"])
        ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        return [(self._site.data["concepts"][concept], n) for concept, n in ranked[:_MAX_LISTED] if n > 1]


def _communities(data: JsonObject) -> list[Group]:
    """Return the communities of the map, largest first."""
    found: list[list[int]] = [[] for _ in data["communities"]]
    for number, record in enumerate(data["papers"]):
        found[record["community"]].append(number)
    labels = Counter(community["label"] for community in data["communities"])
    groups = []
    for community, members in zip(data["communities"], found, strict=True):
        members.sort(key=lambda number: (-data["papers"][number]["weight"], number))
        label = community["label"].translate(_ISOLATES)
        key = label if labels[community["label"]] == 1 else f"{label} {community['id']}"
        if community["linked"]:
            groups.append(Group(kind="communities", key=key, label=label, members=tuple(members)))
    return groups


def _overview(site: Site, view: _View) -> dict[str, Any]:
    """Return what the first page shows."""
    records = site.data["papers"]
    with_code = sum(record["mark"] in WITH_CODE for record in records)
    facts = [format_count(len(records), "paper"), span_years(records), f"{with_code:,} with code" if with_code else ""]
    findings = site.audit.findings if site.audit else ()
    dead = [one for one in findings if one.verdict.outcome is Outcome.DEAD]
    archived = [one for one in findings if one.verdict.repository_state is RepositoryState.ARCHIVED]
    counts = site.audit.counts if site.audit else {}
    health = [
        ("alive", counts.get(Outcome.ALIVE, 0), "alive", "links.html#alive"),
        ("moved", counts.get(Outcome.MOVED, 0), "moved", "links.html#moved"),
        ("dead", len(dead), "dead", "links.html#dead"),
        ("unknown", sum(counts.get(outcome, 0) for outcome in _UNDECIDED), "undecided", "links.html"),
    ]
    comparison = site.audit.comparison if site.audit else None
    changes = comparison.changes if comparison else ()
    communities = [
        (path, group, span_years(own), own[:_MAX_BEST])
        for path, group in view.pages
        if group.kind == "communities"
        for own in [[records[number] for number in group.members]]
    ]
    return {
        "heading": site.title,
        "facts": [fact for fact in facts if fact],
        "health": health,
        "n_links": sum(n for _, n, _, _ in health),
        "checked": site.checked_at[:10],
        "dead": dead,
        "archived": archived,
        "promised": [record for record in records if record["mark"] == "promised"],
        "limit": _MAX_ON_FIRST,
        "comparison": comparison,
        "changes": [(words, [one.finding for one in changes if one.kind is kind]) for kind, words in _CHANGES.items()],
        "fresh": [record for record in records if "is_new" in record],
        "communities": communities[:_MAX_LISTED],
        "n_communities": len(communities),
        "described": {
            "@context": "https://schema.org",
            "@type": "Dataset",
            "name": site.title,
            "description": f"{site.title}: {summary(site.data)}",
            **({"url": site.address("")} if site.base_url else {}),
            **({"license": site.licence} if site.licence else {}),
            "distribution": [
                {"@type": "DataDownload", "name": one["path"], "encodingFormat": one["mediatype"]}
                | ({"contentUrl": site.address(one["path"])} if site.base_url else {})
                for one in site.downloads
            ],
        },
    }


def span_years(records: Iterable[JsonObject]) -> str:
    """Return the first and the last year of some papers, or an empty text.

    >>> span_years([{"year": 2020}, {}, {"year": 2018}]), span_years([{"year": 2020}]), span_years([])
    ('2018 to 2020', '2020', '')
    """
    years = sorted(record["year"] for record in records if "year" in record)
    return " to ".join(map(str, dict.fromkeys([*years[:1], *years[-1:]])))


def _news(site: Site) -> list[tuple[str, str, str, str]]:
    """Return the entries of the feed: changes of links, and papers that an earlier graph lacks."""
    entries = []
    for change in site.changes[:_MAX_IN_FEED]:
        verdict = change.finding.verdict
        heading = f"{_CHANGES[change.kind]}: {verdict.link.url}"
        path = next(filter(None, (site.paths.get(one.id) for one in change.finding.occurrences)), "links.html")
        text = f"was {change.before}, now {verdict.outcome}: {verdict.reason}"
        entries.append((heading, path, text, verdict.checked_at or ""))
    checked_at = site.checked_at
    for record in [record for record in site.data["papers"] if "is_new" in record][:_MAX_IN_FEED]:
        text = ", ".join(record.get("authors", ()))
        time = checked_at or record.get("date") or str(record.get("year", ""))
        entries.append((f"New paper: {record['title']}", site.paths[record["id"]], text, time))
    return entries


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FunctionLoader

    environment = Environment(
        autoescape=True,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=FunctionLoader(read_template),
    )
    environment.filters |= {"web": web_address, "count": format_count}
    environment.globals |= {"max_members": _MAX_MEMBERS, "title_of": _title_of}
    return environment


def _title_of(finding: Finding) -> str:
    return next((one.title for one in finding.occurrences if one.title), "")


@cache
def read_template(name: str) -> str:
    """Return a template, a style sheet or a script of the site."""
    return _TEMPLATES.joinpath(name).read_text("utf-8")
