"""The names that a paper gives its own work: in its title, "we introduce …", an acronym or a repository."""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache

from papertrace.extract.mentions.name_tokens import MAX_NAME_WORDS, is_mixed, token_texts
from papertrace.extract.text.acronyms import Acronym, find_acronyms
from papertrace.extract.text.folding import squash

_MAX_WORDS = 3  # A longer title is not a name.
_INTRODUCED = re.compile(
    r"\b(?:introduc(?:e|es|ed|ing)|present(?:s|ed|ing)?|propos(?:e|es|ed|ing)|develop(?:s|ed|ing)?|releas(?:e|es|ed|ing)|"
    r"call(?:ed)?|dub(?:bed)?|named?|describ(?:e|es)|design(?:ed)?|build|built|unveil|termed?)\s+(?:it\s+|the\s+|our\s+)?"
    r"(?P<name>(?:[^\W_]|[-.^{}+()])+(?:\s(?:[A-Z][^\W_]*(?:[-.][^\W_]+)*|\d+(?:\.\d+)*)){0,3})"
    r"(?P<after>\s?[,.:;(\u2014\u2013]|\s(?:an?|the|which|that|to|as|for)\b|\s-|\s*\Z)"
)
# Each verb of the rule begins with one of these: searching for them takes a third of the time of searching the rule.
_VERBS = (
    *("introduc", "present", "propos", "develop", "releas", "call", "dub", "name", "describ", "design", "build"),
    *("built", "unveil", "term"),
)
_USING = re.compile(r"\b(?:using|with|via)\s+(?P<name>\S+)\s*\Z", re.IGNORECASE)
_WE = re.compile(r"\b(?:we|our|us|this (?:paper|work|article|study|report))\b", re.IGNORECASE)
# For a text in lower case. It begins with a string that few texts contain, since finding a start is the main cost.
_REPOSITORY = re.compile(r"\.com/(?<=(?:github|gitlab)\.com/)[\w.-]{1,100}/([\w.-]{1,100})")


class NameEvidence(IntEnum):
    """Kinds of evidence that a name is a paper's own, strongest first."""

    TITLE = 0  # "X: …", or the whole title
    INTRODUCED = 1  # "we introduce X"
    TITLE_END = 2  # "… using X"
    ACRONYM = 3  # "… (X)", for what opens the title: as good as introduced if hardly another paper prints X


def find_own_names(title: str, abstract: str, acronyms: Iterable[Acronym] | None = None) -> frozenset[str]:
    """Return the names that a paper gives its own work, as printed, from its title and from what it introduces.

    `acronyms` are those that the abstract defines, if already computed. Ordinary words before the colon of a title
    ("Sequence Parallelism: …") are a topic, not the name of a system.

    >>> sorted(find_own_names("FastMM: Products on Slow Chips", "We introduce TileKit, a library of kernels."))
    ['FastMM', 'TileKit']
    """
    names = {name for name, _ in _stated_names(" ".join(title.split()), abstract)}
    if acronyms := find_acronyms(abstract) if acronyms is None else list(acronyms):
        squashed = squash(title)
        names.update(acronym.short for acronym in acronyms if squashed.startswith(squash(acronym.long)))
    return frozenset(name for name in names if name and (" " not in name or any(map(is_mixed, token_texts(name)))))


def find_name_evidence(title: str, abstract: str) -> list[tuple[str, NameEvidence]]:
    """Return the names that a paper gives its own work, each with its strongest evidence.

    A name is written as its tokens joined by spaces, so that one name is one string. A name with acronym evidence may
    appear a second time, with evidence that does not depend on what other papers print.

    >>> find_name_evidence("FastMM 2.0: Products", "We introduce TileKit, a library of kernels.")
    [('FastMM 2.0', <NameEvidence.TITLE: 0>), ('TileKit', <NameEvidence.INTRODUCED: 1>)]
    """
    strongest: dict[str, NameEvidence] = {}
    acronyms: dict[str, NameEvidence] = {}
    title = " ".join(title.split())
    for printed, evidence in _names_with_evidence(title, abstract):
        tokens = token_texts(printed)
        if not 0 < len(tokens) <= MAX_NAME_WORDS:
            continue
        name = " ".join(tokens)
        if evidence is not NameEvidence.ACRONYM:
            strongest[name] = min(evidence, strongest.get(name, evidence))
        elif printed.isascii() and printed.isalpha():
            acronyms[name] = evidence
        else:  # Only ASCII words are counted, so any other acronym cannot turn out to be common.
            strongest[name] = min(NameEvidence.INTRODUCED, strongest.get(name, evidence))
    uncertain = ((n, e) for n, e in acronyms.items() if strongest.get(n, e) > NameEvidence.INTRODUCED)
    return [*strongest.items(), *uncertain]


def _names_with_evidence(title: str, abstract: str) -> Iterator[tuple[str, NameEvidence]]:
    yield from _stated_names(title, abstract)
    if "(" in abstract and (squashed := squash(title)):
        # Both forms of an acronym begin with the same letter, so only those that begin like the title matter.
        for acronym in find_acronyms(abstract, squashed[0] if abstract.isascii() else ""):
            if squashed.startswith(squash(acronym.long)):
                yield acronym.short, NameEvidence.ACRONYM
    words = title.split(" ")
    if repositories := set(map(squash, _REPOSITORY.findall(abstract.lower()))):
        for word in title.replace(":", " ").split():
            if squash(word) in repositories:
                yield word, NameEvidence.TITLE_END
    if len(words) > 1 and any(map(str.isupper, words[-1][1:])) and (ending := _USING.search(title)):
        yield ending.group("name"), NameEvidence.TITLE_END


def _stated_names(title: str, abstract: str) -> Iterator[tuple[str, NameEvidence]]:
    head, colon, _ = title.partition(": ")
    if colon:
        yield from _title_names(head)
    elif title.count(" ") < _MAX_WORDS:
        yield title, NameEvidence.TITLE
    for name in _introduced_names(abstract):
        yield name, NameEvidence.INTRODUCED


@lru_cache(maxsize=4)  # Both functions above are called for each paper in turn.
def _introduced_names(abstract: str) -> tuple[str, ...]:
    """Return the names after "we introduce" and the like, in order; matches do not overlap."""
    names: list[str] = []
    end = 0
    for offset in sorted(_verb_offsets(abstract)):
        if offset < end or (match := _INTRODUCED.match(abstract, offset)) is None:
            continue
        end = match.end()
        name = match["name"].rstrip(".").removesuffix("()")
        if not name[:1].isalnum():
            continue
        if (name[0].isupper() or is_mixed(token_texts(name)[0])) and _is_about_authors(abstract, offset):
            names.append(name)
    return tuple(names)


def _verb_offsets(text: str) -> list[int]:
    offsets: list[int] = []
    for verb in _VERBS:
        if verb in text:
            offset = text.find(verb)
            while offset >= 0:
                offsets.append(offset)
                offset = text.find(verb, offset + 1)
    return offsets


def _is_about_authors(abstract: str, offset: int) -> bool:
    before = abstract[max(0, offset - 200) : offset]
    return bool(_WE.search(before[before.rfind(". ") + 1 :]))


def _title_names(head: str) -> Iterator[tuple[str, NameEvidence]]:
    yield head, NameEvidence.TITLE
    if " and " in head or " & " in head:
        parts = re.split(r" (?:and|&) ", head)
        if all(" " not in part for part in parts):
            for part in parts:
                yield part, NameEvidence.TITLE
