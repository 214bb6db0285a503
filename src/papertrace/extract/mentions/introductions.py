"""Sentences in which authors introduce their work by name: "we introduce X", "a tool called X", "我们提出X"."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from papertrace.extract.mentions.name_tokens import is_mixed, token_texts

_VERB = (
    r"(?:introduc(?:e|es|ed|ing)|present(?:s|ed|ing)?|propos(?:e|es|ed|ing)|develop(?:s|ed|ing)?|releas(?:e|es|ed)|"
    r"describ(?:e|es|ed)|design(?:ed)?|build|built|unveil(?:s|ed)?|implement(?:s|ed)?)"
)
_NAMING = r"(?:call(?:ed)?|dub(?:bed)?|named?|termed?)"
# The kinds of thing that a name may be put before: "we introduce the X benchmark".
_KIND = (
    r"(?:algorithm|architecture|approach|assembler|benchmark|corpus|data ?set|framework|language|library|method|model|"
    r"package|pipeline|platform|protocol|simulator|software|system|tool(?:box|kit)?)"
)
_NAME = (
    r"(?P<name>(?:[^\W_]|[-.^{}+()])+(?:\s(?:[A-Z][^\W_]*(?:[-.][^\W_]+)*|\d+(?:\.\d+)*)){0,3})"
    rf"(?P<after>\s?[,.:;(\u2014\u2013]|\s(?:an?|the|which|that|to|as|for)\b|\s-|\s{_KIND}\b|\s*\Z)"
)
_INTRODUCED = re.compile(
    rf"\b(?:{_VERB}|(?P<naming>{_NAMING}))\s+(?:(?:it|the|our|an?)\s+)?(?:(?:new|novel)\s+)?{_NAME}"
)
# What may follow a name that is explained: "X, a sorter", "X (Fast Sorting)", "X: a sorter".
_APPOSITION = re.compile(
    r"\s?(?:[(:\u2014\u2013]|,\s(?:an?|the|our|one|which|whose|that|where)\b|-\s)|\s(?:as|which)\b"
)
_VERBS = (
    *("introduc", "present", "propos", "develop", "releas", "call", "dub", "name", "describ", "design", "build"),
    *("built", "unveil", "term", "implement"),
)
_WE = re.compile(
    r"\b(?:we|our|us|I|this (?:paper|work|article|study|report|thesis|note|book|chapter|manuscript))\b", re.IGNORECASE
)
_WE_JUST = re.compile(r"\b(?:we|I)\s\Z", re.IGNORECASE)
_OUR_WORK = re.compile(r"\bour\s(?:[\w-]+\s){0,3}[\w-]+,?\s\Z", re.IGNORECASE)
_CREATED = re.compile(
    rf"\b(?:{_VERB}|creat(?:e|es|ed)|construct(?:s|ed)?|provid(?:e|es|ed)|novel|new)\b", re.IGNORECASE
)

# Verbs of other languages before a name.
_IDEOGRAPHIC = re.compile(
    r"(?:\u63d0\u51fa|\u4ecb\u7ecd|\u63a8\u51fa|\u53d1\u5e03|\u6784\u5efa|\u5f00\u53d1|\u8bbe\u8ba1|\u79f0\u4e3a|\u540d\u4e3a|\u547d\u540d\u4e3a)"
    r"\u4e86?\s?(?P<name>[A-Za-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*)"
)
_ALPHABETIC = re.compile(
    r"\b(?:[Pp]r\u00e4sentieren wir|[Ww]ir (?:pr\u00e4sentieren|stellen|entwickeln|entwickelten)|"
    r"[Nn]ous (?:pr\u00e9sentons|proposons|introduisons|d\u00e9veloppons)|"
    r"(?:[Pp]resentamos|[Pp]roponemos|[Ii]ntroducimos|[Aa]presentamos|[Pp]ropomos))\s"
    r"(?P<name>[A-Za-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*)(?=[\s,.:;(])"
)
_OTHER_WE = ("Wir ", "wir ", "Nous ", "nous ", "amos ", "omos ")
_IDEOGRAPHIC_WE = re.compile("\u6211\u4eec|\u672c\u6587|\u672c\u7814\u7a76|\u672c\u8bba\u6587|\u4f5c\u8005")
_BEFORE = 200  # characters

# "of X", "for the X": the sentence is about a thing that exists already.
_GOVERNED = re.compile(
    r"\b(?:of|for|in|on|with|using|from|to|between|by|via|against|about|into|like|as|than|and|or)\s(?:an?\s|the\s)?\Z",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r"\s(?:achiev|outperform|surpass|reduc|improv|enabl|introduc|extend|combin|leverag|consists|provid|offers|supports|"
    r"allows|employs|adopts|exceeds|beats|is\s(?:an?|the)\s(?:new|novel|first)\b)"
)
_VERSION = re.compile(r"-\d")  # "our model X-7B"
_OUR = re.compile(r"\b[Oo]ur\s\Z")
_RESULTING = re.compile(r"\b(?:resulting|proposed|novel)\s\Z")
_PROPOSING = re.compile(rf"\b{_VERB}\s(?:[\w,-]+\s){{0,3}}?\Z", re.IGNORECASE)
_IS_NEW = re.compile(rf"\sis\sa\s(?:new|novel)\s(?:[\w-]+\s){{0,4}}?{_KIND}\b")
_IS = re.compile(r"\sis\san?\s")


class Introduction(NamedTuple):
    """A name after a verb of introduction, and whether what follows explains it."""

    name: str
    explained: bool


@lru_cache(maxsize=4)  # The names of a paper are asked for twice in turn.
def find_introductions(abstract: str) -> tuple[Introduction, ...]:
    """Return the names that the authors introduce, in order of position.

    >>> find_introductions("We introduce TileKit, a library. Doe et al. present Other.")
    (Introduction(name='TileKit', explained=True),)
    """
    found: list[Introduction] = []
    end = 0
    for offset in sorted(_find_verbs(abstract)):
        if offset < end or (match := _INTRODUCED.match(abstract, offset)) is None:
            continue
        end = match.end()
        name = match["name"].rstrip(".").removesuffix("()")
        if not name[:1].isalnum() or not (name[0].isupper() or is_mixed(token_texts(name)[0])):
            continue
        naming = match["naming"] is not None
        if _is_by_authors(abstract, offset, naming=naming):
            explained = naming or _APPOSITION.match(abstract, match.start("after")) is not None
            found.append(Introduction(name, explained))
    if not abstract.isascii() or any(word in abstract for word in _OTHER_WE):
        found += _find_others(abstract)
    return tuple(found)


def is_introduced(name: str, abstract: str) -> bool:
    """Return whether the authors speak of a name of their title as theirs: "we propose a class of sorters (X)".

    >>> text = "We propose a class of sorters (Walrus). A study of Seal was made."
    >>> is_introduced("Walrus", text), is_introduced("Seal", text)
    (True, False)
    """
    at = abstract.find(name) if name else -1
    while at >= 0:
        end = at + len(name)
        if not abstract[at - 1 : at].isalnum() and not abstract[end : end + 1].isalnum():
            before = _sentence_before(abstract, at)
            if _ACTS.match(abstract, end) and not before.strip():
                return True
            if _VERSION.match(abstract, end) and not _GOVERNED.search(before):
                return True
            verb = next(_CREATED.finditer(before), None)
            if _OUR.search(before) or (verb and _WE.search(before) and not _GOVERNED.search(before)):
                return True
        at = abstract.find(name, end)
    return False


def is_proposed(long_form: str, abstract: str) -> bool:
    """Return whether a phrase is the object of a verb with which the authors introduce something.

    >>> is_proposed("fast sorting", "We propose the fast sorting (FS).")
    True
    """
    at = abstract.find(long_form)
    before = _sentence_before(abstract, at) if at > 0 else ""
    if _RESULTING.search(before):
        return True
    return _WE.search(before) is not None and _PROPOSING.search(before) is not None


def is_new(name: str, abstract: str) -> bool:
    """Return whether an abstract begins a sentence with "X is a new …" and a kind of system."""
    at = abstract.find(f"{name} is a n")
    return (
        at >= 0 and not _sentence_before(abstract, at).strip() and _IS_NEW.match(abstract, at + len(name)) is not None
    )


def is_defined(name: str, abstract: str) -> bool:
    """Return whether an abstract begins a sentence with "X is a …" for a name of several words."""
    at = abstract.find(name)
    return at >= 0 and not _sentence_before(abstract, at).strip() and _IS.match(abstract, at + len(name)) is not None


def _find_verbs(text: str) -> list[int]:
    offsets: list[int] = []
    for verb in _VERBS:
        if verb in text:
            offset = text.find(verb)
            while offset >= 0:
                offsets.append(offset)
                offset = text.find(verb, offset + 1)
    return offsets


def _sentence_before(text: str, offset: int) -> str:
    before = text[max(0, offset - _BEFORE) : offset]
    return before[max(before.rfind(". "), before.rfind(".\n"), before.rfind(": ")) + 1 :].lstrip(": .")


def _is_by_authors(abstract: str, offset: int, *, naming: bool) -> bool:
    before = abstract[max(0, offset - _BEFORE) : offset]
    before = before[before.rfind(". ") + 1 :]
    if not _WE.search(before):
        return False
    # "We use a tool called X" names the work of others, "our network, named X" that of the authors.
    return not naming or any(rule.search(before) is not None for rule in (_WE_JUST, _CREATED, _OUR_WORK))


def _find_others(abstract: str) -> Iterator[Introduction]:
    if _IDEOGRAPHIC_WE.search(abstract):
        yield from (Introduction(m["name"], explained=False) for m in _IDEOGRAPHIC.finditer(abstract))
    yield from (Introduction(m["name"], explained=False) for m in _ALPHABETIC.finditer(abstract))
