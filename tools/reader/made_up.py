"""Made-up lists of papers: known papers, each list printed in a layout that is drawn at random.

The layouts are drawn from `layouts.toml`: the order of fields, what stands between and around them, marks, containers,
notations, the sections and remarks that hold no papers. What a list prints is known, so its labels are free of error.

    python -m tools.reader.made_up [N] [SEED]

prints N lists, to look at.
"""

import json
import random
import re
import sys
import textwrap
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

TABLES: dict[str, Any] = tomllib.loads(Path(__file__).with_name("layouts.toml").read_text(encoding="utf-8"))

_NOT_PRINTABLE = re.compile(r"[*_\[\]<>`|\\$#~^{}\"“”»¦‘\n⟨⟩]|  |::|//|[Dd][Oo][Ii]: ?10")  # noqa: RUF001 - as printed
_FIELD = re.compile(r"\{([a-z-]+)(?::([abisc]+))?\}")
_GROUP = re.compile(r"⟨([abisc]+)\|([^⟨⟩]*)⟩")
_DOUBLE_STOP = re.compile(r"(?<=[.?!])[.,](?=\s|$)")
_LONG_WORD = re.compile(r"\b[A-Za-z]{6,}\b")
_CHINESE = re.compile("[\u4e00-\u9fff]")
_SMALL = frozenset(["of", "the", "and", "for", "in", "on", "de", "der", "für", "et", "la", "&"])
_ENDINGS = ("ation", "ic", "oid", "ity", "or", "ad", "s", "ing", "al", "ism", "ive", "y", "ed", "on", "us", "ness")
_CONSONANTS, _VOWELS = "bcdfgklmnprstv", "aeiou"
_MAX_NAME, _MAX_NAMES, _MANY, _MAX_SHORT = 40, 5, 3, 6
_SHARES = {"markdown": 58, "html": 18, "text": 15, "rst": 3, "org": 3, "asciidoc": 3}
_FORMED = frozenset(["venue-year", "year", "date", "pages", "org"])
_OF_TEMPLATES = frozenset(["under", "cells"])
_SPLIT = frozenset(["heading", "nested", "details", "definition"])
_CLASSED = frozenset(["classed", "archive"])
_IN_ITEMS = frozenset(["item", "number", "bracket", "nested", "under"])


class Paper(NamedTuple):
    """A known paper."""

    title: str
    authors: tuple[str, ...]
    venue: str
    year: int | None


@dataclass(slots=True)
class MadeUp:
    """A list as text, the suffix of its notation, its entries with their fields as printed, and the layout's name."""

    text: str
    suffix: str
    entries: list[dict[str, str]]
    layout: str


def find_printable(papers: Sequence[Paper]) -> list[Paper]:
    """Return the papers whose fields hold no sign that a notation would take for its own."""
    return [
        paper
        for paper in papers
        if not _NOT_PRINTABLE.search(paper.title + paper.venue)
        and not any(_NOT_PRINTABLE.search(name) or "," in name or len(name) > _MAX_NAME for name in paper.authors)
        and all(len(name.split()) <= _MAX_NAMES for name in paper.authors)
    ]


def make_lists(papers: Sequence[Paper], n: int, seed: int, held_out: str = "") -> Iterator[MadeUp]:
    """Yield made-up lists; `held_out` names what is drawn from what is never trained on: separators or orders."""
    rng, chances = random.Random(seed), TABLES["chances"]  # noqa: S311 - layouts, no secrets
    short = [paper for paper in papers if len(paper.title.split()) <= _MAX_SHORT]
    for _ in range(n):
        size = rng.choice([1, 2, 3, 4] if not held_out and rng.random() < chances["few_entries"] else [8, 14, 20, 40])
        pool = short if not held_out and rng.random() < chances["short_titles"] else papers
        drawn = [rng.choice(pool) for _ in range(size)]
        if not held_out and rng.random() < chances["chinese"]:
            words = TABLES[rng.choice(["chinese", "chinese", "japanese"])]
            drawn = [_make_chinese(rng, paper.year, words) for paper in drawn]
        some = list({paper.title: paper for paper in drawn}.values())
        if not held_out and rng.random() < chances["strange_words"]:
            some = _make_strange(rng, some)
        yield _List(rng, some, rng.sample(papers, 12), held_out).write()


def _make_strange(rng: random.Random, papers: Sequence[Paper]) -> list[Paper]:
    """Return the papers as of a subject whose words nobody has counted: some long words become made-up ones."""
    words = [_make_word(rng) + rng.choice(_ENDINGS) for _ in range(30)]
    share = rng.choice([0.2, 0.5, 0.8])

    def replace(found: re.Match[str]) -> str:
        word = rng.choice(words)
        if rng.random() > share:
            return found[0]
        return word.upper() if found[0].isupper() else word.capitalize() if found[0][0].isupper() else word

    return [paper._replace(title=_LONG_WORD.sub(replace, paper.title)) for paper in papers]


def _make_chinese(rng: random.Random, year: int | None, words: dict[str, list[str]]) -> Paper:
    """Return a made-up paper in Chinese or Japanese."""
    title = "".join(rng.choice(words[part]) for part in ("lead", "topic", "middle", "topic", "end"))
    names = tuple(rng.choice(words["family"]) + rng.choice(words["given"]) for _ in range(rng.randint(1, 4)))
    return Paper(title, names, rng.choice(words["journal"]), year)


def _make_word(rng: random.Random) -> str:
    return "".join(rng.choice(_CONSONANTS) + rng.choice(_VOWELS) for _ in range(rng.randint(2, 4)))


def _make_acronym(rng: random.Random) -> str:
    """Return a name of a conference or journal as `DSKE`, `TaPP`, `MRV-ICDS`."""
    letters = "".join(rng.choice("ABCDEFGHILMNOPRSTUVW") for _ in range(rng.randint(3, 6)))
    form = rng.choice(["all", "all", "all", "one", "joined", "word"])
    if form == "one":
        return letters[0] + letters[1].lower() + letters[2:]
    if form == "joined":
        return f"{letters[:3]}-{letters[2:]}W"
    return letters if form == "all" else _make_word(rng).capitalize() + letters[0]


def _abbreviate(venue: str, *, has_stops: bool) -> str:
    """Return the name of a journal as references shorten it: `Geosci. Model Dev.`."""
    words = [word for word in venue.split(" ") if word.lower() not in _SMALL]
    stop = "." if has_stops else ""
    if len(words) == 1:
        return venue
    return " ".join(
        "J" + stop if word == "Journal" else word[: 3 + len(word) % 4] + stop if len(word) > _MAX_SHORT else word
        for word in words
    )


_NESTING = frozenset(["html", "markdown", "org"])  # notations with italics within other marks


class _Page:
    """The lines of a document in a notation; lists and tables of HTML are closed when something else follows."""

    def __init__(self, notation: str, rng: random.Random) -> None:
        self.notation = notation
        self.table: dict[str, str] = TABLES["notations"][notation]
        self.lines: list[str] = []
        self.bullet = {"asciidoc": "*", "org": "-"}.get(notation, rng.choice("-*-+" if notation != "rst" else "-*"))
        self.indent = " " * rng.choice([2, 4, 4]) if notation == "markdown" else "  "
        self.is_loose = rng.random() < (0.3 if notation != "html" else 0)
        self.is_wrapped = notation != "html" and rng.random() < (0.3 if notation == "text" else 0.07)
        self.width = rng.choice([60, 72, 90])
        self._open: list[str] = []
        self._depth = 0

    def mark(self, text: str, marks: str, url: str) -> str:
        """Return a text in bold, in italics, as code or as a link."""
        for letter in sorted(marks, key="cbia".index) if marks else "":
            form = self.table[letter].replace("{url}", url.replace("&", "&amp;") if self.notation == "html" else url)
            text = form.replace("{}", text.strip())
        return text

    def escape(self, text: str) -> str:
        """Return a text without the signs that would be markup in HTML."""
        return text.replace("&", "&amp;").replace("<", "&lt;") if self.notation == "html" else text

    def image(self, text: str, url: str) -> str:
        """Return an image, which plain texts do not have."""
        return self.table["image"].replace("{url}", url).replace("{}", text)

    def heading(self, level: int, text: str) -> None:
        """Add a heading."""
        self.close()
        text = text.replace("\n", " ")
        if self.notation == "html":
            self.lines.append(f"<h{level}>{text}</h{level}>")
        elif self.notation == "rst":
            self.lines += ["", text, "=-~^\"'"[level - 1] * len(text), ""]
        elif self.notation == "text":
            self.lines += ["", text, ""]
        else:
            self.lines += ["", {"markdown": "#", "org": "*", "asciidoc": "="}[self.notation] * level + " " + text, ""]

    def paragraph(self, text: str, *, tag: str = "p", wrap: bool = False) -> None:
        """Add a paragraph and a blank line."""
        self.close()
        if self.notation == "html":
            self.lines.append(f"<{tag}>{self._broken(text, '')}</{tag}>")
        elif (wrap or self.is_wrapped) and "\n" not in text:
            self.lines += [*self._wrap(text, ""), ""]
        else:
            self.lines += [self._broken(text, ""), ""]

    def define(self, term: str, text: str) -> None:
        """Add a term and what is said of it, in HTML."""
        self.close()
        self.lines.append(f"<dl><dt>{term}</dt><dd>{self._broken(text, '')}</dd></dl>")

    def line(self, text: str, *, is_broken: bool) -> None:
        """Add a line of a paragraph."""
        self.lines.append(self._broken(text, "") + ("  " if is_broken else ""))

    def quote(self, text: str, depth: int) -> None:
        """Add a quotation or a paragraph below an entry, in an item of a depth (0: in none)."""
        if self.notation == "html":
            self.lines.append(f"<blockquote>{text}</blockquote>")
        elif depth:
            self.lines += ["", self.indent * depth + text, ""]
        else:
            self.lines += ["", ("> " if self.notation == "markdown" and self.bullet != "+" else "") + text, ""]

    def item(self, text: str, depth: int = 0, mark: str = "") -> None:
        """Add an item of a list at a depth; `mark` is a number as `1.` or `[1]`."""
        if self.notation == "html":
            tag = "ol" if mark else "ul"
            if self._open and self._open[0] not in ("ol", "ul"):
                self.close()
            while len(self._open) > depth + 1:
                self.lines.append(f"</{self._open.pop()}>")
            while len(self._open) < depth + 1:
                self._open.append(tag)
                self.lines.append(f"<{tag}>")
            self.lines.append(f"<li>{self._broken(text, '')}</li>")
            return
        mark = (
            mark
            if mark and self.notation != "asciidoc"
            else "*" * (depth + 1)
            if self.notation == "asciidoc"
            else self.bullet
        )
        pad = "" if self.notation == "asciidoc" else self.indent * depth
        if self.notation == "rst" and depth != self._depth:
            self.lines.append("")
        self._depth = depth
        broken = self._broken(text, pad + " " * (len(mark) + 1))
        if self.is_wrapped and "\n" not in text:
            self.lines += self._wrap(f"{pad}{mark} {text}", pad + " " * (len(mark) + 1))
        else:
            self.lines.append(f"{pad}{mark} {broken}")
        if self.is_loose:
            self.lines.append("")

    def row(self, cells: Sequence[str], header: Sequence[str] | None) -> None:
        """Add a row of a table, with its header if it is the first (`header` given)."""
        cells = [cell.replace("\n", "<br>" if self.notation != "org" else " ") for cell in cells]
        if header is not None:
            self.close()
        if self.notation == "html":
            if header is not None:
                self._open.append("table")
                self.lines.append("<table>")
                if header:
                    self.lines.append("<tr>" + "".join(f"<th>{name}</th>" for name in header) + "</tr>")
            self.lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
            return
        if header is not None:
            names = list(header) or [""] * len(cells)
            rule = "|" + "+".join("---" for _ in names) + "|" if self.notation == "org" else "|" + "---|" * len(names)
            self.lines += ["", "| " + " | ".join(names) + " |", rule]
        self.lines.append("| " + " | ".join(cells) + " |")

    def _wrap(self, text: str, indent: str) -> list[str]:
        return textwrap.wrap(text, self.width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)

    def _broken(self, text: str, pad: str) -> str:
        return text.strip().replace("\n", self.table["line"] + (pad if self.table["line"].endswith("\n") else ""))

    def close(self) -> None:
        """End the open lists and tables."""
        while self._open:
            self.lines.append(f"</{self._open.pop()}>")
        self._depth = 0

    def text(self) -> str:
        """Return the document."""
        self.close()
        return "\n".join(self.lines) + "\n"


class _List:
    """One list: what is drawn once for all of its entries, and how it is written."""

    def __init__(self, rng: random.Random, papers: Sequence[Paper], others: Sequence[Paper], held_out: str) -> None:
        self.rng, self.papers, self.others, self.held_out = rng, papers, others, held_out
        choice, forms = rng.choice, TABLES["forms"]
        self.are_chinese = any(_CHINESE.search(paper.title) for paper in papers)
        self.is_chinese = self._is("most" if self.are_chinese else "in_chinese") and not held_out
        notation = rng.choices(list(_SHARES), list(_SHARES.values()))[0]
        self.page, self.is_plain = _Page(notation, rng), notation == "text"
        containers = TABLES["containers"][notation]
        self.container: str = choice([one for one in containers if not (held_out and one in _OF_TEMPLATES)])
        self.order = self._draw_order()
        self.separators = self._draw_separators()
        self.marks = dict.fromkeys(("authors", "venue", "year", "date", "venue-year", "note", "nick", "org"), "")
        if not self.is_plain:
            self.marks = {
                name: choice(["", "", "", "i", "b", "c"]) if self._is("marked") else "" for name in self.marks
            }
            self.marks["title"] = choice(["", "", "", "b", "i", "a", "a", "a", "ab", "ai"])
        self.wraps = {name: self._draw_wrap(**wrap) for name, wrap in TABLES["wraps"].items()}
        self.forms: dict[str, str] = {name: choice(pool) for name, pool in forms.items() if isinstance(pool[0], str)}
        self.links: list[str] = choice(forms["links"])
        if self.are_chinese:
            self.forms |= {name: choice(TABLES["chinese"][name]) for name in ("joints", "last_joints")}
        self.hosts = rng.sample(TABLES["urls"]["paper"], choice([1, 1, 2, 4, 24]))
        self.marks_wraps, self.has_items, self.has_stops = self._is("half"), self._is("half"), self._is("most")
        self.venues: str = choice(TABLES["words"]["kind_of_venue"])
        self.acronyms = [_make_acronym(rng) for _ in range(6)]
        self.missing = choice([0, 0, 0.1, 0.3])
        self.end = choice(["", ".", "."])
        self.grouped = choice(
            [0, 0, 0, 0, 1, 2, 3]
        )  # whether the mark of the title holds the field before (1), after (2)
        self.case = choice([""] * 18 + ["lower", "upper", "mixed", "mixed"])
        self.has_subtitles = not self.are_chinese and self._is("subtitles")
        self.subtitled = choice([". ", ". ", " by ", " by ", " by "])
        self.has_names = not self.is_plain and self._is("names_in_titles")
        self.templates, self.tails = self._draw_templates()
        self.stray = choice([0, 0, 0, 0.1, 0.3]) if self.container in (*_IN_ITEMS, "paragraph") and not held_out else 0
        self.below = choice([0, 0, 0, 0, 0.3, 1]) if not held_out else 0
        self.header: list[str] = []
        self.cell: list[str] = []
        self.classes: dict[str, str] = {}
        self.entries: list[dict[str, str]] = []

    def _is(self, name: str) -> bool:
        return self.rng.random() < float(TABLES["chances"][name])

    def _draw_order(self) -> list[str]:
        rng = self.rng
        names = rng.choice((TABLES["held_out"] if self.held_out == "orders" else TABLES)["orders"]).split(" ")
        if not self.held_out and self._is("shuffled"):
            names = ["title", *(name for name, chance in TABLES["fields"].items() if rng.random() < chance)]
            rng.shuffle(names)
            names = names if " ".join(names) not in TABLES["held_out"]["orders"] else ["title"]
        if self._is("linked_plain" if self.is_plain else "linked"):
            names.insert(0 if self._is("links_first") else len(names), "url" if self.is_plain else "links")
        if self._is("noted"):
            names.append("note")
        return sorted(names, key=lambda name: name != "title") if self.container in _SPLIT else names

    def _draw_separators(self) -> list[str]:
        rng = self.rng
        pool = [one for one in TABLES["separators"] if not (self.is_plain and "\n" in one)]
        pool = pool if self._is("half") else TABLES["plain_separators"]
        main = rng.choice(pool)
        if self.held_out == "separators":
            main = rng.choice(TABLES["held_out"]["separators"])
            pool = [main, main, main, main, rng.choice(pool)]
        found = [main if self._is("half") else rng.choice(pool) for _ in self.order]
        has_lines = self.page.table["line"] != " " or self.container == "broken"
        if has_lines and not self.held_out and self._is("most" if self.container == "broken" else "broken_lines"):
            found = [rng.choice(["\n", "\n", one]) for one in found]
        return found

    def _draw_wrap(self, none: int, wraps: list[str]) -> tuple[str, str]:
        before, _, after = self.rng.choice([""] * none + wraps).partition("|")
        return before, after

    def _draw_templates(self) -> tuple[list[str], list[str]]:
        """Return the templates of whole entries and what may follow them; none for lists of fields in an order."""
        rng = self.rng
        kind = rng.choices(["", "cited", "listed", "noted"], [50, 16, 18, 16])[0]
        kind = "under" if self.container in _OF_TEMPLATES else kind
        if not kind or self.held_out or self.container in ("table", "definition"):
            return [], []
        pool = [one for one in TABLES["entries"][kind] if not (self.is_plain and ("{links}" in one or "⟨" in one))]
        tails = rng.sample(TABLES["entries"]["tails"], rng.choice([1, 2, 4])) if self._is("tailed") else []
        return rng.sample(pool, rng.choice([2, 4, 6]) if kind in ("noted", "under") else 1), tails

    def draw(self, name: str) -> str:
        """Return the text of a field of no paper: words, numbers, addresses, remarks."""
        rng, words, urls = self.rng, TABLES["words"], TABLES["urls"]
        if name in words and name != "note":
            return str(rng.choice(words[name]))
        if name in ("date", "pages", "emoji"):
            return self.fill(self.forms[name])
        kinds: dict[str, Callable[[], str]] = {
            "topic": self._topic,
            "prose": lambda: self._capitalise(". ".join(self._remark() for _ in range(rng.choice([1, 1, 2, 3])))),
            "note": lambda: str(rng.choice(words["note"])) if self._is("half") else self._remark(),
            "post": lambda: self.fill(rng.choice(TABLES["posts"]["forms"])),
            "tool": lambda: "".join(rng.sample(words["syllable"], 2)),
            "word": lambda: _make_word(rng),
            "n": lambda: str(rng.randint(10, 900)),
            "m": lambda: str(rng.randint(10, 900)),
            "d": lambda: str(rng.randint(1, 9)),
            "v": lambda: str(rng.randint(1, rng.choice([9, 99, 99, 500]))),
            "nick": lambda: "".join(rng.sample("ABCDEGLMNPRST", rng.randint(3, 5))) + rng.choice(["", "Net", "-2"]),
            "yy": lambda: f"{rng.randint(0, 26):02}",
            "year": lambda: str(rng.randint(1985, 2026)),
            "site": lambda: self.address(urls["post"]),
            "git": lambda: self.address(urls["git"]),
        }
        return kinds[name]()

    def _topic(self) -> str:
        if self.is_chinese:
            return str(self.rng.choice(TABLES["chinese"]["topic"]))
        words = self.rng.choice(self.others).title.split()
        at = self.rng.randint(0, max(0, len(words) - 3))
        text = " ".join(words[at : at + self.rng.randint(1, 5)]).strip(",.:;?!")
        return text if self._is("half") else text.lower()

    def _remark(self) -> str:
        if self.is_chinese:
            form: str = self.rng.choice(TABLES["chinese"]["sentences"])
            return _FIELD.sub(lambda found: str(self.rng.choice(TABLES["chinese"][found[1]])), form)
        words = self.rng.choice(self.others).title.lower().split()
        at = self.rng.randint(0, max(0, len(words) - 4))
        return str(self.rng.choice(TABLES["words"]["lead"])) + " ".join(words[at : at + self.rng.randint(3, 9)])

    def _capitalise(self, text: str) -> str:
        return text[:1].upper() + text[1:] if self._is("most") else text

    def address(self, forms: Sequence[str]) -> str:
        """Return an address of one of the forms: # stands for a number, @ for a word, § for the sign of an anchor."""
        rng = self.rng
        form = rng.choice(forms)
        filled = re.sub("[#@]", lambda at: str(rng.randint(901, 29999)) if at[0] == "#" else _make_word(rng), form)
        return filled.replace("§", "#")

    def fill(self, template: str) -> str:
        """Return a template of fields of no paper."""
        return _FIELD.sub(lambda found: self.draw(found[1]), template)

    def render(self, template: str, fields: dict[str, str], url: str, used: dict[str, str] | None = None) -> str:
        """Return a template with its fields and marks; what it printed of the paper is added to `used`."""
        page = self.page

        def put(found: re.Match[str]) -> str:
            name, marks = found[1], found[2] or ""
            if name == "links":
                return self._links(url)
            if name in ("badge", "image"):
                words = fields.get("venue", "b").split(" ")[0] if name == "image" else "b"
                image = page.image(words, self.address(TABLES["urls"]["badge"]))
                return page.mark(image, "a", url) if image and name == "badge" else image
            if name in ("url", "linked-url"):
                return page.mark(url, "a" if name != "url" else "", url)
            text = fields.get(name) or self.draw(name)
            if used is not None and name in fields:
                used[name] = text
            text = page.escape(text)
            if name == "title" and self.has_names and "i" not in marks and (not marks or page.notation in _NESTING):
                text = self._slant(text)
            return page.mark(text, marks, url)

        template = _FIELD.sub(
            lambda found: self.forms[found[1]] if found[1] in _FORMED - {"year"} else found[0], template
        )
        literals = _FIELD.split(template)[::3]
        text = page.escape(literals[0])
        for found, literal in zip(_FIELD.finditer(template), literals[1:], strict=True):
            text += put(found) + page.escape(literal)
        while (again := _GROUP.sub(lambda at: page.mark(at[2], at[1].replace("s", "a"), url), text)) != text:
            text = again
        return _DOUBLE_STOP.sub("", text)

    def _slant(self, title: str) -> str:
        """Return a title in which a word or two, as the name of a species, are in italics."""
        words = title.split()
        first, n = self.rng.randrange(1, 8), self.rng.randint(1, 2)
        if len(words) > first + n and all(map(str.isalpha, words[first : first + n])):
            words[first : first + n] = [self.page.mark(" ".join(words[first : first + n]), "i", "")]
        return " ".join(words)

    def _links(self, url: str) -> str:
        before, _, after = self.forms["link_wraps"].partition("|")
        found = []
        for label in self.links:
            where = self.address(TABLES["urls"]["git"]) if label.lower() in ("code", "代码", "💻") else url
            text = self.page.image("b", self.address(TABLES["urls"]["badge"])) if label == "badge" else label
            text = self.address([text]) if "#" in text else text
            found.append(self.page.escape(before) + (self.page.mark(text, "a", where) if text else "") + after)
        return " ".join(found)

    def people(self, names: Sequence[str]) -> str:
        """Return the names of a paper as this list prints them."""
        rng, style = self.rng, self.forms["names"]
        found = []
        for index, name in enumerate(names[: rng.choice([1, 2, 3, 4, 6, 12])]):
            first, _, last = name.rpartition(" ")
            dotted = " ".join(f"{part[0]}." for part in re.split(r"[ -]+", first) if part)
            bare = dotted.replace(".", "").replace(" ", "")
            turned = f"{last}, {first}"
            styles = {
                "full": name, "initials": f"{dotted} {last}", "initials-bare": f"{bare} {last}", "last": last,
                "last-initials": f"{last}, {dotted}", "last-bare": f"{last} {bare}", "last-full": turned,
                "first-turned": turned if index == 0 else name, "last-upper": f"{last.upper()}, {dotted}",
                "et-al": last, "et-al-full": name,
            }  # fmt: skip
            found.append(styles[style] if first else name)
        joint, last_joint = self.forms["joints"], self.forms["last_joints"]
        if style.startswith("et-al") or (len(found) >= _MANY and self._is("et_al")):
            return found[0] + self.forms["et_al"]
        if joint.strip().isalpha() or joint == " & ":
            joint = ", " if len(found) >= _MANY else joint
        return joint.join(found[:-1]) + (last_joint or joint) + found[-1] if found[1:] else found[0]

    def _describe(self, paper: Paper) -> dict[str, str]:
        """Return the fields of a paper as printed here."""
        title, year = paper.title, str(paper.year or self.rng.randint(1975, 2026))
        case = self.case if self.case != "mixed" else self.rng.choice(["", "", "", "upper", "lower"])
        title = title.upper() if case == "upper" else title[:1] + title[1:].lower() if case == "lower" else title
        if self.has_subtitles and self._is("half"):
            title = f"{title.rstrip('.?!: ')}{self.subtitled}{self._topic().title()}"
        fields = {"title": title, "venue": self._venue(paper), "year": year, "yy": year[2:]}
        if paper.authors:
            fields |= {"authors": self.people(paper.authors), "first": paper.authors[0].rpartition(" ")[2]}
        return fields

    def _venue(self, paper: Paper) -> str:
        """Return where a paper was published, as this list prints it: a name, short or long, or the title of a book."""
        if self.venues == "acronym":
            return self.rng.choice(self.acronyms)
        if self.venues == "book":
            book = self.rng.choice(self.others).title.strip(".?!")
            return book.title() if self.marks_wraps else book
        if not paper.venue or self.venues == "known":
            return str(self.rng.choice(TABLES["words"]["venue"]))
        is_short = self.venues == "short" and not self.are_chinese
        return _abbreviate(paper.venue, has_stops=self.has_stops) if is_short else paper.venue

    def _piece(self, name: str) -> str:
        """Return the template of a field with its mark and what stands around it."""
        before, after = self.wraps.get(name, ("", ""))
        form, marks = self.forms[name] if name in _FORMED else f"{{{name}}}", self.marks.get(name, "")
        if not marks:
            return before + form + after
        return f"⟨{marks}|{before}{form}{after}⟩" if self.marks_wraps else f"{before}⟨{marks}|{form}⟩{after}"

    def _pieces(self, fields: dict[str, str]) -> list[tuple[str, str]]:
        """Return the templates of the fields that this entry has, each with what stands before it."""
        found = [
            (separator, self._piece(name))
            for name, separator in zip(self.order, self.separators, strict=True)
            if name == "title" or (self.rng.random() >= self.missing and (name != "authors" or name in fields))
        ]
        if self.grouped and self.marks.get("title") and self.container not in _SPLIT:
            title = next(index for index, (_, text) in enumerate(found) if "{title}" in text)
            first, end = max(0, title - (self.grouped != 2)), title + 1 + (self.grouped != 1)  # noqa: PLR2004 - see there
            bare = [(one.replace("\n", " "), _GROUP.sub(r"\2", text)) for one, text in found[first:end]]
            if not any("{links}" in text for _, text in bare):
                joined = bare[0][1] + "".join(separator + text for separator, text in bare[1:])
                found[first:end] = [(found[first][0], f"⟨{self.marks['title']}|{joined}⟩")]
        return found

    def write(self) -> MadeUp:
        """Return the list."""
        rng, page = self.rng, self.page
        has_headings = not (self.is_plain and self._is("bare"))
        if has_headings:
            self._begin()
            if self._is("no_papers") and not self.held_out:
                for _ in range(rng.randint(1, 5)):
                    self._write_others()
                return MadeUp(page.text(), page.table["suffix"], [], "none")
        self._write_entries(has_headings=has_headings)
        if has_headings and self._is("others_after"):
            for _ in range(rng.randint(1, 3)):
                self._write_others()
        layout = f"{page.notation} {self.container} {' '.join(self.order)} {self.templates[:2]}"
        return MadeUp(page.text(), page.table["suffix"], self.entries, layout)

    def _write_entries(self, *, has_headings: bool) -> None:
        rng, page = self.rng, self.page
        step, level, subject = rng.choice([5, 8, 15, 99]), rng.choice([2, 2, 3, 1]), 0
        for index, paper in enumerate(self.papers):
            is_first = index == 0 if self.container == "cells" else index % step == 0
            if is_first and has_headings and (index or self._is("most")):
                page.heading(level, page.escape(self.draw("section" if self._is("half") else "topic")))
                if self._is("explained"):
                    page.paragraph(page.escape(self.draw("prose")) + ".")
            if self.container == "under" and subject == 0:
                subject = rng.choice([1, 1, 2, 4])
                page.item(
                    self.render(rng.choice(TABLES["entries"]["subjects"]), {}, self.address(TABLES["urls"]["git"]))
                )
            subject -= 1
            if rng.random() < self.stray:
                url = self.address(TABLES["urls"]["post" if self._is("most") else "git"])
                self._put(self.render(rng.choice(TABLES["entries"]["strays"]), {}, url), index)
            self._write_entry(paper, index, level, is_first=is_first)

    def _begin(self) -> None:
        rng, page = self.rng, self.page
        if self._is("most"):
            page.heading(1, page.escape(self.draw("heading" if self._is("half") else "topic")))
        if self._is("badges") and page.table["image"]:
            badges = (page.image("b", self.address(TABLES["urls"]["badge"])) for _ in range(rng.randint(1, 4)))
            page.paragraph(" ".join(badges))
        for _ in range(rng.randint(0, 2)):
            page.paragraph(self.draw("intro") if self._is("half") else page.escape(self.draw("prose")) + ".")
        if self._is("contents"):
            self._write_others("Contents")
        if self._is("others_before"):
            self._write_others()

    def _put(self, text: str, index: int) -> None:
        """Add a text where entries stand."""
        page, container = self.page, self.container
        mark = {"number": f"{index + 1}.", "bracket": f"[{index + 1}]"}.get(container, "")
        if container == "bracket" and page.notation == "markdown":
            page.paragraph(f"{mark} {text}")
        elif container in _IN_ITEMS:
            page.item(text, int(container == "under"), mark)
        elif container == "broken":
            page.lines += [line for part in text.split("\n") for line in textwrap.wrap(part, page.width)] + [""]
        elif container == "lines":
            page.line(text, is_broken=page.is_loose)
        else:
            page.paragraph(text, tag="div" if container == "div" else "p", wrap=container == "wrapped")

    def _write_entry(self, paper: Paper, index: int, level: int, *, is_first: bool) -> None:
        fields, url = self._describe(paper), self.address(self.hosts)
        used: dict[str, str] = {}
        if self.container == "table":
            self._write_row(fields, used, url, is_first=is_first)
        elif self.container in _CLASSED:
            self._write_classed(fields, used, url, index)
        elif self.templates:
            self._write_template(fields, used, url, index)
        elif self.container in _SPLIT:
            self._write_split(fields, used, url, level)
        else:
            text = ""
            for separator, piece in self._pieces(fields):
                text += (separator if text else "") + piece
            self._put(self.render(text + (self.end if text[-1] not in ".?!" else ""), fields, url, used), index)
        if self.rng.random() < self.below and self.container not in ("table", "lines", "definition", "cells"):
            text, is_item = self.page.escape(self.draw("prose")) + ".", self.container in _IN_ITEMS
            if is_item and self.has_items and not self.is_plain:
                self.page.item(text, 1 + (self.container == "under"))
            elif not self.is_plain:
                self.page.quote(text, int(is_item))
        printed = (("title", "title"), ("byline", "authors"), ("venue", "venue"), ("year", "yy"), ("year", "year"))
        self.entries.append({name: used[key] for name, key in printed if key in used})

    def _write_template(self, fields: dict[str, str], used: dict[str, str], url: str, index: int) -> None:
        rng = self.rng
        template = rng.choice(self.templates) + (rng.choice(self.tails) if self.tails and self._is("half") else "")
        if "{authors" in template or "{first}" in template:
            fields = {"authors": self.draw("person"), "first": "Brook"} | fields
        text = self.render(template, fields, url, used)
        if self.container != "cells":
            self._put(text, index)
            return
        self.cell.append(text.replace("\n", " ").replace("|", "/"))
        if self._is("half") or index == len(self.papers) - 1:
            cells = [self.page.escape(self.draw("topic")), self.forms["cell_joints"].join(self.cell)]
            self.page.row(cells, None if self.header else ["Topic", "Papers"])
            self.header, self.cell = ["Topic"], []

    def _write_row(self, fields: dict[str, str], used: dict[str, str], url: str, *, is_first: bool) -> None:
        columns = TABLES["words"]["column"]
        self.header = self.header or [self.rng.choice(columns.get(name, columns["other"])) for name in self.order]
        cells = [
            ""
            if (name == "authors" and name not in fields) or (name != "title" and self.rng.random() < self.missing)
            else self.render(self._piece(name), fields, url, used)
            for name in self.order
        ]
        self.page.row(cells, self.header if is_first else None)

    def _write_classed(self, fields: dict[str, str], used: dict[str, str], url: str, index: int) -> None:
        """Write an entry whose fields are elements of their own, as pages of archives and groups print them."""
        page, table = self.page, TABLES["classed"]
        is_archive = self.container == "archive"
        if not self.cell:
            own = {name: self.rng.choice(table["classes"].get(name, table["classes"]["other"])) for name in self.order}
            self.cell = [self.rng.choice(table[part]) for part in ("around", "inner", "head")]
            self.classes = own
        around, inner = ("dd", "div") if is_archive else self.cell[:2]
        parts = []
        for name in ["title", "authors", "venue", "prose"] if is_archive else self.order:
            if name == "authors" and name not in fields:
                continue
            template = f"{{{name}}}" if is_archive else self._piece(name)
            text = self.render(("" if is_archive else self._tag(template)) + template, fields, url, used)
            told = f'<span class="descriptor">{name.capitalize()}:</span> ' if is_archive and name != "prose" else ""
            kind = f"list-{name} mathjax" if is_archive else self.classes.get(name, "")
            element = "p" if is_archive and name == "prose" else inner
            if name == "title" and not is_archive:
                element = self.cell[2] or inner
            parts.append(f'<{element} class="{kind}">{told}{text}</{element}>')
        if is_archive:
            number = self.address(["#.0#"])
            links = f'[<a href="/pdf/{number}">pdf</a>, <a href="/format/{number}">other</a>]'
            page.lines.append(f'<dt>[{index + 1}] <a href="/abs/{number}">arXiv:{number}</a> {links}</dt>')
        page.lines.append(f"<{around}>" + "\n".join(parts) + f"</{around}>")

    def _write_split(self, fields: dict[str, str], used: dict[str, str], url: str, level: int) -> None:
        """Write an entry whose title stands above its other fields."""
        page = self.page
        (_, head), *rest = self._pieces(fields)
        if rest and self.grouped == 1:
            head, rest = head + rest[0][0].replace("\n", " ") + rest[0][1], rest[1:]
        title = self.render(head, fields, url, used)
        below = [(separator, self.render(self._tag(text) + text, fields, url, used)) for separator, text in rest]
        if self.container == "nested":
            page.item(title)
        elif self.container == "definition":
            page.define(title, " ".join(text for _, text in below))
            return
        elif self.container == "details":
            plain = _FIELD.sub(lambda found: f"{{{found[1]}}}", _GROUP.sub(r"\2", head))
            page.lines += [f"<details><summary>{self.render(plain, fields, url, used)}</summary>", ""]
        else:
            page.heading(min(level + 1, 5), title)
        self._write_below(below)
        if self.container == "details":
            page.lines += ["", "</details>", ""]

    def _write_below(self, below: Sequence[tuple[str, str]]) -> None:
        """Write the fields below a title: as items, as paragraphs, or in one paragraph."""
        is_nested = self.container == "nested"
        if is_nested or (self.has_items and self.marks_wraps):
            for _, text in below:
                self.page.item(text, int(is_nested))
        elif self.has_items:
            for _, text in below:
                self.page.paragraph(text)
        elif below:
            self.page.paragraph(below[0][1] + "".join(separator + text for separator, text in below[1:]))

    def _tag(self, text: str) -> str:
        """Return the name of a field that stands before it in some lists: `Authors:`."""
        found = _FIELD.search(text)
        tags = TABLES["words"]["tag"]
        name = tags.get(found[1] if found else "", tags["other"])[0]
        tag = self.forms["tags"].replace("{b}", f"⟨b|{name}⟩").replace("{i}", f"⟨i|{name}:⟩")
        return tag.replace("{}", name)

    def _write_others(self, head: str = "") -> None:
        """Write a section that holds no papers."""
        rng, page = self.rng, self.page
        kind = next((one for one in TABLES["others"] if head in one["heads"]), None) or rng.choice(TABLES["others"])
        head = head or (rng.choice(kind["heads"]) if self._is("most") else page.escape(self.draw("topic")))
        page.heading(rng.choice([2, 2, 3]), head)
        urls = TABLES["urls"].get(kind["url"], ["§@"])
        urls = rng.sample(urls, min(len(urls), rng.choice([1, 3, 40])))
        templates = rng.sample(kind["items"], min(len(kind["items"]), rng.choice([1, 1, 2, 4])))
        is_paragraphs, is_nested = self._is("paragraphs"), self._is("nested")
        is_table = bool(page.table["image"]) and self._is("table")
        for index in range(rng.choice([2, 4, 8, 16])):
            text = self.render(rng.choice(templates), {}, self.address(urls))
            if is_table:
                cells = [text.replace("\n", " "), page.escape(self.draw("topic")), self.draw("d")]
                page.row(cells, ["Name", "Topic", "Level"] if index == 0 else None)
            elif is_paragraphs:
                page.paragraph(text)
            else:
                page.item(text, int(is_nested and index > 0 and self._is("most")))
        page.lines.append("")


def read_papers(path: Path) -> list[Paper]:
    """Return the papers of a file of JSON lines: title, names of authors, venue, year."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [Paper(title, tuple(authors), venue or "", year) for title, authors, venue, year, *_ in rows]


if __name__ == "__main__":
    from tools.reader.train import read_facts

    n_lists, first_seed = (int(argument) for argument in [*sys.argv[1:], "5", "1"][:2])
    for one in make_lists(find_printable(read_facts()), n_lists, first_seed):
        print("-----", one.layout, one.suffix)
        print(one.text[:1200])
        print(one.entries[:1])
