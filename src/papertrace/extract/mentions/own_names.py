"""What a paper calls itself: by its title, by what it says it introduces, by an acronym or a repository."""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache

from papertrace.extract.mentions.name_tokens import MAX_NAME_WORDS, is_mixed, token_texts
from papertrace.extract.text.acronyms import Acronym, find_acronyms
from papertrace.extract.text.folding import squash

_MAX_WORDS = 3  # A title of more words is no name.
_INTRODUCED = re.compile(
    r"\b(?:introduc(?:e|es|ed|ing)|present(?:s|ed|ing)?|propos(?:e|es|ed|ing)|develop(?:s|ed|ing)?|releas(?:e|es|ed|ing)|"
    r"call(?:ed)?|dub(?:bed)?|named?|describ(?:e|es)|design(?:ed)?|build|built|unveil|termed?)\s+(?:it\s+|the\s+|our\s+)?"
    r"(?P<name>(?:[^\W_]|[-.^{}+()])+(?:\s(?:[A-Z][^\W_]*(?:[-.][^\W_]+)*|\d+(?:\.\d+)*)){0,3})"
    r"(?P<after>\s?[,.:;(\u2014\u2013]|\s(?:an?|the|which|that|to|as|for)\b|\s-|\s*\Z)"
)
# Each verb of the rule begins with one of these: looking for them takes a third of the time of looking for the rule.
_VERBS = (
    *("introduc", "present", "propos", "develop", "releas", "call", "dub", "name", "describ", "design", "build"),
    *("built", "unveil", "term"),
)
_USING = re.compile(r"\b(?:using|with|via)\s+(?P<name>\S+)\s*\Z", re.IGNORECASE)
_WE = re.compile(r"\b(?:we|our|us|this (?:paper|work|article|study|report))\b", re.IGNORECASE)
# Of a text in lower case. It begins with letters that few texts hold, since most of the time goes into finding a start.
_REPOSITORY = re.compile(r"\.com/(?<=(?:github|gitlab)\.com/)[\w.-]{1,100}/([\w.-]{1,100})")


class Claim(IntEnum):
    """Rank the ways in which a paper claims a name; a stronger claim beats a weaker one."""

    TITLE = 0  # "X: …", or the whole title
    INTRODUCED = 1  # "we introduce X"
    TITLE_END = 2  # "… using X"
    ACRONYM = 3  # "… (X)", for what opens the title: as good as introduced if hardly another paper prints X


def find_own_names(title: str, abstract: str, acronyms: Iterable[Acronym] | None = None) -> frozenset[str]:
    """Return the names that a paper gives to its own system, as printed: what it is called, and what it introduces.

    `acronyms` are those that the abstract defines, for callers that have looked already.

    A title that opens with words before its colon ("Sequence Parallelism: …") names a topic, no system.

    >>> sorted(find_own_names("FastMM: Products on Slow Chips", "We introduce TileKit, a library of kernels."))
    ['FastMM', 'TileKit']
    """
    claimed = {name for name, _ in _stated_names(" ".join(title.split()), abstract)}
    if acronyms := find_acronyms(abstract) if acronyms is None else list(acronyms):
        squashed = squash(title)
        claimed.update(acronym.short for acronym in acronyms if squashed.startswith(squash(acronym.long)))
    return frozenset(name for name in claimed if name and (" " not in name or any(map(is_mixed, token_texts(name)))))


def find_claimed_names(title: str, abstract: str) -> list[tuple[str, Claim]]:
    """Return the names that a paper claims, each with its strongest claim.

    A name is given by its tokens with spaces between, so that one name is one string. One that is claimed as an
    acronym may stand there a second time, with a claim that does not depend on what other papers print.

    >>> find_claimed_names("FastMM 2.0: Products", "We introduce TileKit, a library of kernels.")
    [('FastMM 2.0', <Claim.TITLE: 0>), ('TileKit', <Claim.INTRODUCED: 1>)]
    """
    claims: dict[str, Claim] = {}
    asked: dict[str, Claim] = {}
    title = " ".join(title.split())
    for printed, claim in _claimed_names(title, abstract):
        tokens = token_texts(printed)
        if not 0 < len(tokens) <= MAX_NAME_WORDS:
            continue
        name = " ".join(tokens)
        if claim is not Claim.ACRONYM:
            claims[name] = min(claim, claims.get(name, claim))
        elif printed.isascii() and printed.isalpha():
            asked[name] = claim
        else:  # The count is of words in capitals: what is none, no paper prints.
            claims[name] = min(Claim.INTRODUCED, claims.get(name, claim))
    return [*claims.items(), *((n, c) for n, c in asked.items() if claims.get(n, c) > Claim.INTRODUCED)]


def _claimed_names(title: str, abstract: str) -> Iterator[tuple[str, Claim]]:
    yield from _stated_names(title, abstract)
    if "(" in abstract and (squashed := squash(title)):
        # Both forms of an acronym begin with one letter, so that only those matter that begin as the title does.
        for acronym in find_acronyms(abstract, squashed[0] if abstract.isascii() else ""):
            if squashed.startswith(squash(acronym.long)):
                yield acronym.short, Claim.ACRONYM
    words = title.split(" ")
    if repositories := set(map(squash, _REPOSITORY.findall(abstract.lower()))):
        for word in title.replace(":", " ").split():
            if squash(word) in repositories:
                yield word, Claim.TITLE_END
    if len(words) > 1 and any(map(str.isupper, words[-1][1:])) and (ending := _USING.search(title)):
        yield ending.group("name"), Claim.TITLE_END


def _stated_names(title: str, abstract: str) -> Iterator[tuple[str, Claim]]:
    head, colon, _ = title.partition(": ")
    if colon:
        yield from _title_names(head)
    elif title.count(" ") < _MAX_WORDS:
        yield title, Claim.TITLE
    for name in _introduced_names(abstract):
        yield name, Claim.INTRODUCED


@lru_cache(maxsize=4)  # One paper after the other is asked for its own names, and then for those that it claims.
def _introduced_names(abstract: str) -> tuple[str, ...]:
    """Return what stands after "we introduce" and the like, in order; no part of one is sought in another."""
    names: list[str] = []
    end = 0
    for place in sorted(_places_of_verbs(abstract)):
        if place < end or (match := _INTRODUCED.match(abstract, place)) is None:
            continue
        end = match.end()
        name = match["name"].rstrip(".").removesuffix("()")
        if not name[:1].isalnum():
            continue
        if (name[0].isupper() or is_mixed(token_texts(name)[0])) and _speaks_of_itself(abstract, place):
            names.append(name)
    return tuple(names)


def _places_of_verbs(text: str) -> list[int]:
    places: list[int] = []
    for verb in _VERBS:
        if verb in text:
            place = text.find(verb)
            while place >= 0:
                places.append(place)
                place = text.find(verb, place + 1)
    return places


def _speaks_of_itself(abstract: str, offset: int) -> bool:
    before = abstract[max(0, offset - 200) : offset]
    return bool(_WE.search(before[before.rfind(". ") + 1 :]))


def _title_names(head: str) -> Iterator[tuple[str, Claim]]:
    yield head, Claim.TITLE
    if " and " in head or " & " in head:
        parts = re.split(r" (?:and|&) ", head)
        if all(" " not in part for part in parts):
            for part in parts:
                yield part, Claim.TITLE
