"""The names that a paper gives its own work: in its title, "we introduce …", an acronym or a repository."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import IntFlag

from papertrace.background import load_background
from papertrace.extract.mentions.introductions import find_introductions, is_defined, is_introduced, is_new, is_proposed
from papertrace.extract.mentions.name_tokens import MAX_NAME_WORDS, MIN_LETTERS, is_mixed, plain_words, token_texts
from papertrace.extract.text.acronyms import Acronym, find_acronyms
from papertrace.extract.text.folding import fold_word, squash
from papertrace.extract.text.stopwords import STOP_WORDS

_MAX_WORDS = 3  # A longer title is not a name.
_LONG = 5  # letters of an acronym that is hardly that of something else
# "X: …", also with the colons and dashes of other scripts and languages, and without a space after a coined name.
_HEAD = re.compile(r"(?P<head>[^:\uff1a]{1,80}?)\s?(?:(?P<open>:\s|\uff1a|\s[-\u2013\u2014]\s)|:(?=\S))")
_MAY_END_HEAD = re.compile(r"[:\uff1a]|[-\u2013\u2014]\s")
# For a text in lower case. It begins with a string that few texts contain, since finding a start is the main cost.
_REPOSITORY = re.compile(r"\.com/(?<=(?:github|gitlab)\.com/)[\w.-]{1,100}/([\w.-]{1,100})")


class NameEvidence(IntFlag):
    """Kinds of evidence that a name is a paper's own."""

    TITLE = 1  # "X: …", or the whole title
    INTRODUCED = 2  # "we introduce X", "a new sorter called X"
    REPOSITORY = 4  # the paper's repository has the name of a word of the title
    ACRONYM = 8  # "we propose … (X)", for what opens the title: as good as introduced if hardly another paper prints X


def find_own_names(title: str, abstract: str, acronyms: Iterable[Acronym] | None = None) -> frozenset[str]:
    """Return what may be a name of a paper's own work, as printed: a wider set than that of `find_name_evidence`.

    `acronyms` are those that the abstract defines, if already computed. Ordinary words before the colon of a title
    ("Sequence Parallelism: …") are a topic, not the name of a system.

    >>> sorted(find_own_names("FastMM: Products on Slow Chips", "We introduce TileKit, a library of kernels."))
    ['FastMM', 'TileKit']
    """
    title = " ".join(title.split())
    names = set(find_title_names(title))
    names.update(introduction.name for introduction in find_introductions(abstract))
    if acronyms := find_acronyms(abstract) if acronyms is None else list(acronyms):
        squashed = squash(title)
        names.update(acronym.short for acronym in acronyms if squashed.startswith(squash(acronym.long)))
    return frozenset(name for name in names if name and (" " not in name or any(map(is_mixed, token_texts(name)))))


def find_name_evidence(title: str, abstract: str, addresses: str = "") -> list[tuple[str, NameEvidence]]:
    """Return the names that a paper gives its own work, each with its evidence.

    A name is written as its tokens joined by spaces, so that one name is one string. `addresses` are those that the
    entry links to, in addition to those that the abstract prints. A name that is a word, or several, needs more than
    its place in the title: the abstract must speak of it as the authors' work.

    >>> find_name_evidence("FastMM 2.0: Products", "We introduce TileKit, a library of kernels.")
    [('FastMM 2.0', <NameEvidence.TITLE: 1>), ('TileKit', <NameEvidence.INTRODUCED: 2>)]
    >>> find_name_evidence("Sorting on a GPU", "We sort on a GPU.")
    []
    >>> find_name_evidence("Fever: A Review", "Fever is hot.")
    []
    """
    found: dict[str, NameEvidence] = {}
    title = " ".join(title.split())
    for printed, evidence in _names_with_evidence(title, abstract, addresses):
        tokens = token_texts(printed)
        if 0 < len(tokens) <= MAX_NAME_WORDS:
            name = " ".join(tokens)
            found[name] = found.get(name, NameEvidence(0)) | evidence
    return list(found.items())


def _names_with_evidence(title: str, abstract: str, addresses: str) -> Iterator[tuple[str, NameEvidence]]:
    yield from _titled(title, abstract)
    yield from _introduced(title, abstract)
    if (acronyms := find_acronyms(abstract)) and (squashed := squash(title)):
        for acronym in acronyms:
            if squashed.startswith(squash(acronym.long)) and _is_own_acronym(acronym, abstract):
                yield acronym.short, NameEvidence.ACRONYM
    low = (f"{abstract} {addresses}" if addresses else abstract).lower()
    if ".com/" in low and (repositories := set(map(squash, _REPOSITORY.findall(low)))):
        for word in title.replace(":", " ").split():
            if squash(word) in repositories:
                yield word, NameEvidence.REPOSITORY
    if "/" in abstract:
        for name in find_title_names(title):
            if " " not in name and f"/{name.lower()}" in abstract.lower():
                yield name, NameEvidence.INTRODUCED


def _titled(title: str, abstract: str) -> Iterator[tuple[str, NameEvidence]]:
    introduced = {one.name for one in find_introductions(abstract)}
    for name in find_title_names(title):
        if name in introduced or is_introduced(name, abstract) or (" " in name and is_defined(name, abstract)):
            yield name, NameEvidence.TITLE | NameEvidence.INTRODUCED
        elif _looks_coined(name) or _is_long_acronym(name):
            yield name, NameEvidence.TITLE


def _introduced(title: str, abstract: str) -> Iterator[tuple[str, NameEvidence]]:
    for name, explained in find_introductions(abstract):
        if not explained and _is_attribute(name) and name not in find_title_names(title):
            continue
        if explained or _looks_coined(name) or set(token_texts(title)).issuperset(token_texts(name)):
            yield name, NameEvidence.INTRODUCED
    for word in title.split() if " is a n" in abstract else ():
        if any(map(str.isupper, word[1:])) and f"{word} is a n" in abstract and is_new(word, abstract):
            yield word, NameEvidence.INTRODUCED


def _is_long_acronym(name: str) -> bool:
    letters = name.replace("-", "")
    return len(letters) >= _LONG and letters.isalpha() and letters.isupper()


def _is_attribute(name: str) -> bool:
    """Return whether a name may be an adjective: after its last hyphen stands an English word in lower case.

    >>> [_is_attribute(name) for name in ("LiDAR-based", "SOAP3-dp", "Matrix-Game", "FastMM")]
    [True, False, False, False]
    """
    _, hyphen, end = name.rpartition("-")
    if not hyphen or not end.islower() or not end.isalpha():
        return False
    statistics = load_background().find(fold_word(end))
    return end in STOP_WORDS or (statistics is not None and statistics.zipf > 0)


def _is_own_acronym(acronym: Acronym, abstract: str) -> bool:
    """Return whether the authors introduce what an acronym stands for, and it is not a term of science."""
    known = " ".join(map(fold_word, plain_words(acronym.long))) in load_background()
    return not known and is_proposed(acronym.long, abstract)


def is_coined(tokens: Sequence[str]) -> bool:
    """Return whether a name is coined: some token has the shape of no word, and no other is an ordinary word.

    >>> [is_coined(token_texts(name)) for name in ("FastMM 2.0", "Fast", "DDoS Attacks", "SOAP3-dp", "SCALE")]
    [True, False, False, True, False]
    """
    words = [token for token in tokens if not token[0].isdigit()]
    return any(map(is_mixed, words)) and all(is_mixed(t) or t.isupper() or len(t) <= MIN_LETTERS for t in words)


def _looks_coined(printed: str) -> bool:
    """Return whether a name is coined as printed, where a hyphen joins an ordinary word to a coined one."""
    chunks = [token_texts(chunk) for chunk in printed.split(" ")]
    words = [tokens for tokens in chunks if tokens and not tokens[0][0].isdigit()]
    return bool(words) and all(any(map(is_mixed, tokens)) for tokens in words)


def find_title_names(title: str) -> list[str]:
    """Return what the form of a title allows to be a name: what opens it, or a short title as a whole.

    >>> find_title_names("Eland and Gnu: Two Sorters"), find_title_names("A 3:2 Ratio")
    (['Eland and Gnu', 'Eland', 'Gnu'], ['A 3:2 Ratio'])
    """
    match = _HEAD.match(title) if _MAY_END_HEAD.search(title) else None  # Most titles have no such sign.
    if match is None:
        return [title] if title.count(" ") < _MAX_WORDS else []
    head = match["head"].strip()
    if not match["open"]:  # "FastMM:Products", but not "ratio 3:2"
        if " " not in head and is_coined(token_texts(head)):
            return [head] if head else []
        return [title] if title.count(" ") < _MAX_WORDS else []
    if " and " in head or " & " in head:
        parts = re.split(r" (?:and|&) ", head)
        if all(" " not in part for part in parts):
            return [head, *parts]
    return [head] if head else []
