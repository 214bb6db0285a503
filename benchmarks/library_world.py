"""A made-up library of four hundred works: four listings of some of them, forty traps, and who knows which citation.

Everything is generated from a seed, with words of a vocabulary; another seed and another vocabulary make a library that
shares no title with the first. Services know works and citations as they do in reality: some only by DOI, some only by
their own ids, some only as the text of a reference.
"""

# ruff: noqa: PLR2004 - the shares of made-up works are what they are

import random
from dataclasses import dataclass, field
from pathlib import Path

from tests.services.world import MadeUpWork, World

ALPHA = "\N{GREEK SMALL LETTER ALPHA}"
N_WORKS, N_CITATIONS = 400, 1272
N_IDS, N_BIB, N_TITLES, N_SHARED, N_ACRONYMS = 60, 61, 80, 7, 30
VOCABULARIES = {
    "engineering": (
        (
            "adaptive sparse robust neural causal modular latent discrete hybrid spectral recursive convex tropical"
            " quantum bounded stable greedy dynamic fuzzy parallel"
        ),
        (
            "lattice kernel tensor protein market climate speech graph turbine polymer enzyme bridge reactor crystal"
            " muscle antenna sediment glacier circuit vaccine"
        ),
        "pruning matching sampling ranking folding planning routing welding coding tracing scheduling imaging",
        "基于深度学习的图像分割方法研究及其在桥梁检测中的应用",
    ),
    "society": (
        (
            "rural digital urban colonial ethical fiscal gendered informal seasonal maritime secular regional nomadic"
            " civic contested early late comparative everyday silent"
        ),
        (
            "household archive teacher harvest border museum ballot dialect ritual pension orchard migrant court novel"
            " theatre monastery guild railway kitchen garden"
        ),
        "reading mapping voting teaching trading mourning farming painting lending weaving printing walking",
        "城乡居民医疗保险制度改革对农村家庭消费结构的影响分析",
    ),
}
_GIVEN = ("Ada", "Béla", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Inés", "Jonas", "Kaoru", "Lin")
_SYLLABLES = {
    "engineering": ("ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se"),
    "society": ("ti", "vo", "zu", "ha", "je", "ko", "ly", "mu", "ner", "wi"),
}
_VENUES = (
    "Journal of Made-up Things",
    "Made-up Letters",
    "Annals of Invention",
    "Proceedings of the Made-up Conference",
)


@dataclass(slots=True, kw_only=True)
class Item:
    """A line or an entry of a listing, the work that it is of, and what is to be found: that work, or none at all."""

    text: str
    kind: str
    work: MadeUpWork | None
    is_open: bool = False  # whether finding nothing is right, too
    not_these: tuple[str, ...] = ()


@dataclass(slots=True)
class Listings:
    """The items of each listing by the name of its file."""

    items: dict[str, list[Item]] = field(default_factory=dict)

    def write(self, folder: Path) -> dict[str, Path]:
        """Write the listings into a folder, each item on lines of its own."""
        paths = {}
        for name, items in self.items.items():
            paths[name] = folder / name
            head = "# Made-up papers\n\n" if name.endswith(".md") else ""
            paths[name].write_text(head + "".join(f"{item.text}\n" for item in items), "utf-8")
        return paths


class Library(World):
    """The works, what services know of them, and the listings."""

    def __init__(self, seed: int = 1, vocabulary: str = "engineering") -> None:
        self._random = random.Random(seed)  # noqa: S311 - a made-up library
        adjectives, nouns, verbs, self._chinese = VOCABULARIES[vocabulary]
        self._words = adjectives.split(), nouns.split(), verbs.split()
        self._syllables = _SYLLABLES[vocabulary]
        self._titles: set[str] = set()
        self.works: list[MadeUpWork] = []
        self.listed = []
        self.knows = {service: set() for service in ("openalex", "semantic-scholar", "crossref", "arxiv", "datacite")}
        self.cites = {service: set() for service in ("openalex", "semantic-scholar", "crossref", "opencitations")}
        self.styles: dict[tuple[int, int], str] = {}
        self.listings = Listings()
        self._ids, self._bib = self._make_ids(), self._make_bib()
        self._make_titles()
        self.own = [work for work in self.works if work.is_listed]
        self._make_traps()
        while sum(not work.trap for work in self.works) < N_WORKS:
            self._make()
        self._make_references()

    # The works

    def _title(self) -> str:
        chance, (adjectives, nouns, verbs) = self._random, self._words
        forms = (
            lambda: (
                f"{chance.choice(adjectives)} {chance.choice(verbs)} of {chance.choice(adjectives)} "
                f"{chance.choice(nouns)}s for {chance.choice(nouns)} {chance.choice(verbs)}"
            ),
            lambda: (
                f"on the {chance.choice(verbs)} of {chance.choice(nouns)} and {chance.choice(nouns)} in "
                f"{chance.choice(adjectives)} {chance.choice(nouns)} systems"
            ),
            lambda: (
                f"{chance.choice(nouns)}-level {chance.choice(verbs)} with {chance.choice(adjectives)}, "
                f"{chance.choice(adjectives)} {chance.choice(nouns)} models"
            ),
            lambda: (
                f"do {chance.choice(nouns)}s need {chance.choice(adjectives)} {chance.choice(verbs)}? A study of "
                f"{chance.choice(nouns)} {chance.choice(verbs)}"
            ),
        )
        while True:
            title = chance.choice(forms)()
            title = title[0].upper() + title[1:]
            if title not in self._titles:
                self._titles.add(title)
                return title

    def _name(self) -> str:
        return f"{self._random.choice(_GIVEN)} {''.join(self._random.sample(self._syllables, 3)).title()}"

    def _acronym(self) -> str:
        return "".join(self._random.sample(self._syllables, 2)).upper()

    def _make(self, title: str | None = None, **changes: object) -> MadeUpWork:
        """Make a work that services know, most of them at least."""
        number, chance = len(self.works), self._random
        year = chance.randint(2008, 2024)
        work = MadeUpWork(
            number=number,
            title=title or self._title(),
            authors=tuple(dict.fromkeys(self._name() for _ in range(chance.randint(2, 5)))),
            year=year,
            doi=f"10.5555/lib.{number}",
            arxiv=None,
        )
        work.venue, work.volume, work.page = chance.choice(_VENUES), str(chance.randint(1, 60)), str(number * 7 + 3)
        for name, value in changes.items():
            setattr(work, name, value)
        if work.arxiv == "new":
            work.arxiv = f"{work.year % 100:02}{number % 12 + 1:02}.{number:05}"
        self.works.append(work)
        missing = chance.choice((None, None, None, "openalex", "semantic-scholar", "crossref"))
        for service in ("openalex", "semantic-scholar", "crossref"):
            if service != missing and (service != "crossref" or work.doi):
                self.knows[service].add(number)
        if work.arxiv:
            self.knows["arxiv"].add(number)
        return work

    def _list(self, name: str, item: Item) -> None:
        self.listings.items.setdefault(name, []).append(item)
        if item.work is not None:
            item.work.is_listed = True

    # The listings

    def _make_ids(self) -> list[MadeUpWork]:
        works = []
        for n in range(N_IDS):
            work = self._make(year=2010 + n % 14, arxiv="new", doi=None if n % 2 else f"10.5555/lib.{len(self.works)}")
            forms = (work.arxiv, f"https://arxiv.org/abs/{work.arxiv}v{n % 3 + 1}", f"arXiv:{work.arxiv}")
            self._list("ids.txt", Item(text=str(forms[n % 3]), kind=("bare", "address", "prefixed")[n % 3], work=work))
            if n % 10 == 5:  # the article is titled otherwise than the preprint, and all but arXiv name the article
                work.titles = dict.fromkeys(("openalex", "semantic-scholar", "crossref"), self._title())
                work.doi = f"10.5555/lib.{work.number}"
            works.append(work)
        return works

    def _make_bib(self) -> list[MadeUpWork]:  # noqa: C901 - one kind of entry each
        works = []
        kinds = (
            "doi",
            "plain",
            "latex",
            "subtitle",
            "cut subtitle",
            "wrong year",
            "eprint",
            "initials",
            "formula",
            "article of a preprint",
        )
        for n in range(N_BIB):
            kind, work = kinds[n % len(kinds)], self._make()
            title, year, doi, more = work.title, work.year, "", ""
            names = " and ".join(work.authors)
            match kind:
                case "doi":
                    doi = work.doi or ""
                case "latex":
                    work.title = f"{work.title} after Müller and Gödel's theory"
                    title = work.title.replace("ü", '{\\"u}').replace("ö", '{\\"o}')
                    title = title.replace("theory", "{T}heory")
                case "subtitle":
                    work.title = f"{work.title}: {self._title()}"
                    head, tail = work.title.split(": ", 1)
                    title, more = head, f"  subtitle = {{{tail}}},\n"
                case "cut subtitle":
                    title, work.title = work.title, f"{work.title}: {self._title()}"
                case "wrong year":
                    year, doi = year + 4, (work.doi or "") if n % 20 < 10 else ""
                case "eprint":
                    work.year, work.arxiv = 2016, f"1603.{work.number:05}"
                    self.knows["arxiv"].add(work.number)
                    more, year = f"  eprint = {{{work.arxiv}}},\n  archiveprefix = {{arXiv}},\n", 2016
                case "initials":
                    names = " and ".join(f"{name.split()[-1]}, {name[0]}." for name in work.authors[:1]) + " and others"
                case "formula":
                    work.title = f"{work.title} in O(n log n) with {ALPHA}-stable H2O noise"
                    title = work.title.replace("O(n log n)", "$\\mathcal{O}(n \\log n)$").replace(ALPHA, "$\\alpha$")
                    title = title.replace("H2O", "H$_2$O")
                case "article of a preprint":
                    work.year, work.arxiv = 2016, f"1604.{work.number:05}"
                    self.knows["arxiv"].add(work.number)
                    year = 2017
            text = (
                f"@article{{k{work.number},\n  title = {{{title}}},\n{more}  author = {{{names}}},\n"
                f"  year = {{{year}}},\n" + (f"  doi = {{{doi}}},\n" if doi else "") + "}"
            )
            self._list("papers.bib", Item(text=text, kind=kind, work=work))
            works.append(work)
        return works

    def _make_titles(self) -> None:
        kinds = (
            "plain", "acronym", "full stop", "best paper", "bold", "quoted", "title case", "cut", "chinese", "accents",
            "formula", "own acronym", "subtitle",
        )  # fmt: skip
        n_own = N_TITLES - N_SHARED - N_ACRONYMS
        for n in range(n_own):
            work = self._make()
            if n % 3 == 0:
                work.year, work.arxiv = 2018, f"1805.{work.number:05}"
                self.knows["arxiv"].add(work.number)
            kind = kinds[n % len(kinds)]
            self._list("titles.txt", Item(text=self._as_listed(work, kind, n), kind=kind, work=work))
        for item in self.listings.items["papers.bib"][1::8][:N_SHARED]:
            self._list("titles.txt", Item(text=item.work.title if item.work else "", kind="shared", work=item.work))
        for n in range(N_ACRONYMS):
            work, acronym = self._make(), self._acronym()
            if n % 3 == 2:
                work.title = f"{acronym}: {work.title}"
            bare = work.title.removeprefix(f"{acronym}: ")
            text = f'- **{acronym}**: "{bare}", *{work.venue}*, {work.year}'
            kind = "acronym of its title" if n % 3 == 2 else "acronym of a system"
            linked = f"{text}. [[paper](https://example.org/{work.number})]"
            self._list("systems.md", Item(text=linked, kind=kind, work=work))
            self._list("systems.txt", Item(text=text, kind=kind, work=work))
            self._list("titles.txt", Item(text=bare, kind=f"without {kind}", work=work))

    def _as_listed(self, work: MadeUpWork, kind: str, n: int) -> str:  # noqa: C901, PLR0911 - one kind of line each
        match kind:
            case "acronym":
                return f"{self._acronym()}: {work.title}"
            case "own acronym":
                work.title = f"{self._acronym().title()}-{n}: {work.title}"
            case "subtitle":
                work.title = f"{work.title}: {self._title()}"
            case "full stop":
                return f"{work.title}."
            case "best paper":
                return f"{work.title} (Best paper)"
            case "bold":
                return f"**{work.title}**"
            case "quoted":
                return f"“{work.title}”"
            case "title case":
                return work.title.title()
            case "cut":
                work.title = f"{work.title} under {self._title().lower()}"
                return f"{work.title[: len(work.title) * 3 // 4]}…"
            case "chinese":
                start = self._random.randint(0, 3)
                tail = "图" if n % 2 else "表"
                work.title = f"{self._chinese[start : start + 14 + n % 5]}{tail}{'甲乙丙丁'[n % 4]}"
            case "accents":
                work.title = f"{work.title} zur Größe früher Übergänge"
                return work.title.replace("ü", "ü") if n % 2 else work.title.upper().replace("GRÖSSE", "GRÖßE")
            case "formula":
                work.title = f"{work.title} with β-decay in x² + y²"
                return work.title.replace("β", "$\\beta$").replace("x² + y²", "$x^2 + y^2$")
        return work.title

    # The traps

    def _trap_bib(
        self,
        kind: str,
        work: MadeUpWork | None,
        title: str,
        *,
        is_open: bool = False,
        not_these: tuple[str, ...] = (),
        **fields: object,
    ) -> None:
        shown = {"title": title} | fields
        if work is not None and "author" not in fields:
            shown |= {"author": " and ".join(work.authors), "year": work.year}
        key = f"t{len(self.listings.items.get('traps.bib', ()))}"
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in shown.items() if value)
        text = f"@article{{{key},\n{lines}}}"
        self._list("traps.bib", Item(text=text, kind=kind, work=work, is_open=is_open, not_these=not_these))

    def _trap_title(self, kind: str, work: MadeUpWork | None, title: str, *, is_open: bool = False) -> None:
        self._list("traps.txt", Item(text=title, kind=kind, work=work, is_open=is_open))

    def _known_to_all(self, work: MadeUpWork) -> MadeUpWork:
        for service in ("openalex", "semantic-scholar", "crossref"):
            self.knows[service].add(work.number)
        return work

    def _stranger(self, title: str | None = None, **changes: object) -> MadeUpWork:
        return self._known_to_all(self._make(title, trap="stranger", **changes))

    def _make_traps(self) -> None:  # noqa: PLR0915 - twenty kinds of traps
        for n in range(2):
            work = self._known_to_all(self._make())
            self._stranger(work.title, year=work.year - 6)
            self._trap_bib("same title, other authors", work, work.title)

            work = self._stranger(year=2012)
            self._stranger(work.title, year=2019)
            self._trap_title("same title, nothing else printed", None, work.title)

            work = self._known_to_all(self._make(year=2019))
            doi = f"10.1101/2019.01.01.{work.number:06}"
            self._known_to_all(
                self._make(
                    work.title, trap="preprint", authors=work.authors, year=2019, doi=doi, preprint_of=work.number
                )
            )
            self._trap_bib("preprint and article", work, work.title, doi=doi if n else work.doi)

            title = self._title()
            first = self._known_to_all(self._make(f"{title}: Part I"))
            second = self._known_to_all(self._make(f"{title}: Part II", authors=first.authors, year=first.year))
            self._trap_bib("part two", second, second.title) if n else self._trap_title(
                "part two", second, second.title
            )

            title = self._title()
            self._stranger(f"{title}: Part I")
            self._trap_title("part two, of which services know part one", None, f"{title}: Part II")

            work = self._known_to_all(self._make())
            reply = f"Reply to “{work.title}”" if n else f"{work.title}: Reply"
            self._stranger(reply, year=work.year)
            self._trap_title("a work and a reply to it", work, work.title)

            work = self._known_to_all(self._make())
            self._stranger(f"Correction: {work.title}", authors=work.authors, year=work.year)
            self._trap_bib("a work and its correction", work, work.title)

            title = self._title()
            self._stranger(f"Erratum: {title}", year=2015)
            self._trap_title("a work of which services know the erratum", None, title)

            work, other = self._known_to_all(self._make()), self._stranger()
            names = (f"doi:{other.doi}", f"openalex:{other.openalex}", f"s2:{other.s2}")
            self._trap_bib(
                "identifier of another work", work, work.title, doi=other.doi, is_open=True, not_these=names[1:]
            )

            work = self._known_to_all(self._make(year=2017))
            work.arxiv = f"1701.{work.number:05}"
            self.knows["arxiv"].add(work.number)
            title, work.titles = work.title, dict.fromkeys(("openalex", "semantic-scholar", "crossref"), self._title())
            self._trap_bib(
                "preprint with another title than its article", work, title, eprint=work.arxiv, archiveprefix="arXiv"
            )

            work = self._known_to_all(self._make())
            work.is_deleted = True
            self._trap_bib(
                "deleted by OpenAlex", work, work.title, doi=work.doi, not_these=(f"openalex:{work.openalex}",)
            )

            work = self._known_to_all(self._make())
            work.merged = (8_000_000_000 + work.number,)
            self._trap_bib("merged by OpenAlex", work, work.title)

            title = f"Handbook of {self._words[0][n]} {self._words[1][n]}s and {self._words[1][n + 4]}s"
            work = self._known_to_all(self._make(title, type="book", year=2011))
            self._stranger(title, type="book", year=2012)
            self._trap_bib("books with one title", work, title)

            work = self._known_to_all(self._make(self._words[1][n + 5].title()))
            self._stranger(work.title, year=work.year)
            self._trap_bib("a title of one word", work, work.title, doi=work.doi if n else "", is_open=not n)

            work = self._known_to_all(self._make())
            self._stranger(work.title, year=2025, type="preprint", doi=f"10.20944/preprints2025.{work.number}")
            self._trap_bib("a stranger's preprint with its title", work, work.title)

            work = self._known_to_all(self._make())
            doi = f"10.5281/zenodo.{work.number}"
            data = self._make(
                work.title, trap="stranger", authors=work.authors, year=work.year, type="dataset", doi=doi
            )
            self.knows["openalex"].add(data.number)
            self.knows["datacite"].add(data.number)
            self.knows["crossref"].discard(data.number)
            self.knows["semantic-scholar"].discard(data.number)
            if n:
                self._trap_title("a data set with its title", work, work.title)
            else:
                self._trap_bib("a data set with its title", work, work.title)

            work = self._known_to_all(self._make())
            other = self._stranger(doi=work.doi)
            self.knows["crossref"].discard(other.number)
            self.knows["semantic-scholar"].discard(other.number)
            work.trap = "polluted"
            self._trap_bib(
                "a record of OpenAlex with its identifier",
                work,
                work.title,
                doi=work.doi,
                not_these=(f"openalex:{other.openalex}",),
            )

            title = self._title()
            self._stranger(f"{title} in {self._words[0][n]} {self._words[1][n + 9]}s")
            self._trap_title("a title that another one continues", None, title)

            work = self._known_to_all(self._make(year=2010))
            self._stranger(work.title, year=2020, authors=work.authors, doi=f"10.5555/second.{work.number}")
            self._trap_bib("editions of ten years apart", work, work.title)

            title = self._title()
            self._stranger(f"{self._acronym()}: {title}")
            self._stranger(f"{self._acronym()}: {title}")
            self._trap_title("systems of one description", None, f"{self._acronym()}: {title}")

    # The citations

    def _make_references(self) -> None:
        chance = self._random
        pairs = [(one.number, other.number) for one in self.own for other in self.own if one is not other]
        wanted = set(chance.sample(pairs, N_CITATIONS))
        outside = [work for work in self.works if not work.is_listed and not work.trap]
        deleted = self._make(trap="stranger", doi=None)
        self.knows["semantic-scholar"].discard(deleted.number)
        self.knows["openalex"].add(deleted.number)
        deleted.is_deleted = True
        popular = [*outside[:20], deleted]
        for work in self.own:
            wanted |= {(work.number, other.number) for other in chance.sample(popular, 4)}
            wanted |= {(work.number, other.number) for other in chance.sample(outside, 3)}
        for work in outside[20:70]:
            wanted |= {(work.number, other.number) for other in chance.sample(self.own, 4)}
        for n, work in enumerate(outside[:10] + self.own[5::20]):
            work.merged = (8_000_000_000 + work.number,) if n % 2 else ()
        for pair in sorted(wanted):
            self._tell(*pair)
        self.true_pairs = wanted

    def _tell(self, citing: int, cited: int) -> None:
        """Let one to three services tell a citation, each in a form in which it can."""
        work, other = self.works[citing], self.works[cited]
        work.references.append(cited)
        ways = []
        if {citing, cited} <= self.knows["openalex"]:
            ways += ["openalex", "openalex"]
        if citing in self.knows["semantic-scholar"]:
            ways += ["semantic-scholar"]
        if citing in self.knows["crossref"] and not other.is_deleted:
            ways += ["crossref"]
        if work.doi and other.doi and not {citing} & self.knows["openalex"]:
            ways += ["opencitations"]
        for service in self._random.sample(ways, min(len(ways), self._random.choice((1, 1, 2)))):
            self.cites[service].add((citing, cited))
        forms = ["text", "pages", "title", "text with numbers"] + (
            ["doi", "doi", "doi", "text with a DOI"] if other.doi else []
        )
        self.styles[citing, cited] = self._random.choice(forms)

    def crossref_reference(self, citing: MadeUpWork, cited: MadeUpWork, n: int) -> dict[str, object]:
        """Return a reference as publishers deposit it."""
        first = cited.authors[0]
        initials = f"{first.split()[-1]}, {first[0]}."
        title = cited.title_at("crossref")
        match self.styles[citing.number, cited.number]:
            case "doi":
                return {"key": f"ref{n}", "DOI": cited.doi, "doi-asserted-by": "publisher"}
            case "text with a DOI":
                return {"key": f"ref{n}", "unstructured": f"{initials}: {title}. https://doi.org/{cited.doi}"}
            case "text":
                text = f"{initials} et al. ({cited.year}). {title}. {cited.venue}, {cited.volume}, {cited.page}."
                return {"key": f"ref{n}", "unstructured": text}
            case "text with numbers":
                others = ", ".join(f"{name[0]}. {name.split()[-1]}" for name in cited.authors)
                text = (
                    f"[{n}] {others}, “{title},” {cited.venue}, vol. {cited.volume}, pp. {cited.page}-9, {cited.year}."
                )
                return {"key": f"ref{n}", "unstructured": text}
            case "title":
                return {"key": f"ref{n}", "author": initials, "year": str(cited.year), "article-title": title}
        return {
            "key": f"ref{n}",
            "author": first.split()[-1],
            "year": f"{cited.year}",
            "volume": cited.volume,
            "first-page": cited.page,
            "journal-title": cited.venue,
        }

    def names_of(self, work: MadeUpWork) -> set[str]:
        """Return all names of a work and of its other versions."""
        works = [work, *(one for one in self.works if one.preprint_of == work.number)]
        return {
            name
            for one in works
            for name in (
                f"doi:{one.doi}" if one.doi else "",
                f"arxiv:{one.arxiv}" if one.arxiv else "",
                f"openalex:{one.openalex}",
                f"s2:{one.s2}",
                f"s2:{one.number}",
                *(f"openalex:W{number}" for number in one.merged),
            )
            if name
        }
