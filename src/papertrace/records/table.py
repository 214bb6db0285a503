"""The table of names of fields, `names.toml`: which facts a name means in a notation or in the export of a service."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple
from unicodedata import normalize

_MAX_NAME_CHARS = 200
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PARTS = re.compile(r"[a-z0-9\u4e00-\u9fff]+")
_MARKS = dict.fromkeys(range(0x300, 0x370))


class Rule(NamedTuple):
    """What a name means: a fact, its rank among the names of that fact, and the form in which its value is printed."""

    fact: str
    rank: int
    form: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The names of one notation or service.

    `folds` says that names are compared as lower-case words; else they are as printed, and paths if the notation nests.
    `when` are beginnings of values by (folded) names, any of which says that a record is of this service; `marks` are
    names, of which it has at least `n_marks`. `unknown` says what fields of other names are: notes, or counted.
    """

    name: str
    rules: Mapping[str, tuple[Rule, ...]]
    folds: bool
    unknown: str
    scanned: frozenset[str]
    when: Mapping[str, str] = field(default_factory=dict)
    marks: frozenset[str] = frozenset()
    n_marks: int = 1
    wrappers: tuple[str, ...] = ()

    def rules_of(self, name: str) -> tuple[Rule, ...] | None:
        """Return what a name means, nothing if it is to be passed over, or None if it is not known."""
        return _rules_of(self.name, name) if self.folds else self.rules.get(name)

    def is_of(self, names: Iterable[str]) -> bool:
        """Return whether a record with these names is one of this service, by its marks."""
        return bool(self.marks) and len(self.marks.intersection(names)) >= self.n_marks


@cache
def load_table() -> Mapping[str, Any]:
    """Return the whole table as its file has it."""
    return tomllib.loads(files(__package__).joinpath("names.toml").read_text(encoding="utf-8"))


@cache
def section(name: str) -> Section:
    """Return the section of a notation or service, with what it inherits."""
    table = load_table()
    own: dict[str, Any] = dict(table[name])
    root, ignored = name, list(own.get("ignored", ()))
    while base := table[root].get("inherits"):
        own = {**{key: value for key, value in table[base].items() if key not in ("when", "marks")}, **own}
        ignored += table[base].get("ignored", ())
        root = base
    folds = root == "any"
    rules: dict[str, tuple[Rule, ...]] = {}
    for fact, names in own.items():
        if fact in _SETTINGS or not isinstance(names, list):
            continue
        for rank, spelled in enumerate(names):
            spelling, _, form = (part.strip() for part in spelled.partition("|"))
            is_path = "." in spelling or "[" in spelling
            key = fold_words(spelling) if folds and not is_path else spelling
            rules[key] = (*rules.get(key, ()), Rule(fact, rank, form))
    for passed in ignored:
        rules.setdefault(passed, ())
    for passed in table[name].get("ignored", ()):
        rules[passed] = ()
    return Section(
        name=name,
        rules=rules,
        folds=folds,
        unknown=own.get("unknown", "count"),
        scanned=frozenset(own.get("scanned", ("url", "link", "note"))),
        when=own.get("when", {}),
        marks=frozenset(own.get("marks", ())),
        n_marks=own.get("n_marks", 1),
        wrappers=tuple(own.get("wrappers", ())),
    )


_SETTINGS = frozenset({"ignored", "inherits", "unknown", "scanned", "when", "marks", "n_marks", "wrappers"})


@cache
def services_of(notation: str) -> tuple[Section, ...]:
    """Return the sections of the services that write a notation and are told apart by what their fields hold."""
    return tuple(
        section(name) for name, held in load_table().items() if held.get("inherits") == notation and "when" in held
    )


@lru_cache(maxsize=16_384)
def signs_of(notation: str, names: tuple[str, ...]) -> tuple[tuple[Section, str, str], ...]:
    """Return which of some names tell which service has written a record, with the beginnings of what it holds then."""
    return tuple(
        (service, name, service.when[folded])
        for service in services_of(notation)
        for name in names
        if (folded := fold_name(name)) in service.when
    )


def fold_words(name: str) -> str:
    """Return the words of a name in lower case, without accents and punctuation.

    >>> fold_words("Author(s) ID"), fold_words("primary_location.source.display_name"), fold_words("Année")
    ('author s id', 'primary location source display name', 'annee')
    """
    # Accents are removed as combining marks.
    return " ".join(_PARTS.findall(normalize("NFKD", name[:_MAX_NAME_CHARS].lower()).translate(_MARKS)))


@lru_cache(maxsize=8192)
def fold_name(name: str) -> str:
    """Return the words of a name, as `fold_words` does; names recur in every record."""
    return fold_words(name)


@lru_cache(maxsize=8192)
def _rules_of(section_name: str, name: str) -> tuple[Rule, ...] | None:
    """Return the rules of a name in a section that folds names: by its words, glued or apart, or by what they say."""
    known = section(section_name).rules
    if name in known:
        return known[name]
    folded = fold_words(name)
    for words in (folded, fold_words(_HUMPS.sub(" ", name)), _glued(section_name).get(folded, "")):
        if words in known:
            return known[words]
    fact = _compose(folded, known) or _compose(fold_words(_HUMPS.sub(" ", name)), known)
    return (Rule(fact, len(known)),) if fact else None


@cache
def _glued(section_name: str) -> Mapping[str, str]:
    """Return the names of several words by their words without blanks: "papertitle"."""
    return {words.replace(" ", ""): words for words in reversed(list(section(section_name).rules)) if " " in words}


def _compose(folded: str, known: Mapping[str, Sequence[Rule]]) -> str:
    """Return the fact that words say, and of what they say it: "title of review", "thesis author", "lead authors"."""
    vocabulary = load_table()["words"]
    words = folded.split()
    if (at := next((i for i, word in enumerate(words) if word in vocabulary["people"]), None)) is not None and (
        set(words[:at]) <= {*vocabulary["before_people"]} and set(words[at + 1 :]) <= {*vocabulary["after_people"]}
    ):
        return "authors"
    fact, is_turned, owner = folded.partition(" of ")
    if is_turned:
        owner = " ".join(word for word in owner.split() if word not in {"the", "a", "an"})
    else:
        owner, _, fact = folded.partition(" ")
    if rules := known.get(f"{owner} {fact}"):
        return rules[0].fact
    if owner in vocabulary["containers"]:
        return "venue" if fact in {"title", "name"} else ""
    if owner not in vocabulary["documents"] or not known.get(fact):
        return ""
    meant = known[fact][0].fact
    return meant if meant in vocabulary["of_documents"] else ""


@lru_cache(maxsize=8192)
def has_addresses(name: str) -> bool:
    """Return whether a field has addresses of the paper, by the words of its name.

    >>> has_addresses("projectPage"), has_addresses("pageThumbnail"), has_addresses("title")
    (True, False, False)
    """
    words = {word.lower() for word in _WORDS.findall(name)}
    vocabulary = load_table()["words"]
    return not words.isdisjoint(vocabulary["addresses"]) and words.isdisjoint(vocabulary["boilerplate"])


class Plan(NamedTuple):
    """What the names of a record mean: for each fact the names and their forms, the best first.

    `scanned` are the names whose values may have addresses of the paper, and whether the name says that they are such.
    """

    facts: Mapping[str, Sequence[tuple[str, str]]]
    unknown: tuple[str, ...]
    scanned: Mapping[str, bool]


@lru_cache(maxsize=16_384)
def plan_of(section_name: str, names: tuple[str, ...]) -> Plan:
    """Return what the names of a record mean; the records of one file mostly have the same few sets of names."""
    of = section(section_name)
    ranked: dict[str, list[tuple[int, int, str, str]]] = {}
    unknown: list[str] = []
    scanned: dict[str, bool] = {}
    for number, name in enumerate(names):
        rules = of.rules_of(name)
        facts = {rule.fact for rule in rules} if rules is not None else {of.unknown}
        by_words = of.unknown == "address" and has_addresses(name)
        if by_words or not of.scanned.isdisjoint(facts):
            scanned[name] = by_words or not facts.isdisjoint({"url", "link"})
        if rules is None:
            unknown.append(name)
        for rule in rules or ():
            ranked.setdefault(rule.fact, []).append((rule.rank, number, name, rule.form))
    facts_of = {fact: tuple((name, form) for _, _, name, form in sorted(each)) for fact, each in ranked.items()}
    return Plan(facts_of, tuple(unknown), scanned)


def fact_of(name: str, section_name: str = "any") -> str:
    """Return the first fact that a name means in a section, or an empty string.

    >>> [fact_of(name) for name in ("paperTitle", "authorLine", "Autores", "author_id", "title of review", "site")]
    ['title', 'authors', 'authors', '', 'title', '']
    """
    rules = section(section_name).rules_of(name)
    return rules[0].fact if rules else ""
