"""The names by which a paper introduces its own system."""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from enum import IntFlag, StrEnum
from functools import lru_cache
from typing import NamedTuple

from papertrace.background import load_background
from papertrace.extract.text.folding import STOP_WORDS, fold_word, squash
from papertrace.extract.text.tokens import Acronym, find_acronyms
from papertrace.late_imports import compile_on_use

MAX_NAME_WORDS = 5
MIN_LETTERS = 3

# Chinese, Japanese and Korean are written without spaces, also around a name in Latin letters.
_IDEOGRAPHS = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_LETTERS = rf"[^\W_{_IDEOGRAPHS}]"
_TOKEN = re.compile(rf"\d+(?:\.\d+)+|{_LETTERS}+(?:\+\+|\+(?![^\W_])|#)?|[{_IDEOGRAPHS}]+")
_GAP = re.compile(r"[ \n]?[-\u2010\u2011\u2013.^_{}/]{0,2}[ \n]?\Z")

# For ASCII, a translation table does the work of these expressions in a third of the time.
_WORD = compile_on_use(rf"{_LETTERS}+|[{_IDEOGRAPHS}]+")
_SEPARATED = "".join(c if c.isalnum() else " " for c in map(chr, range(128)))
_FOLDED = _SEPARATED.lower()
# A number with points is a token by itself ("2.5Walrus" is two tokens), a number without is part of one.
_GLUED_NUMBER = re.compile(r"\.\d++[^\W_]")
_NUMBER = re.compile(r"(\d(?<![^\W_]\d)\d*+(?:\.\d++)+)")


class Refusal(StrEnum):
    """The reason why a name is not used."""

    SHORT = "too short to be distinguished from other uses"
    WORD = "also an ordinary word"
    SHARED = "used by more than one paper for its own work"
    PLAIN = "does not have the shape of a name"
    KIND = "the plural of an acronym, which is a kind of thing"
    TERM = "a term of science"
    COMMON = "printed by many papers"


class NameToken(NamedTuple):
    """One token of a text with its offsets, and whether it could continue a name."""

    text: str
    start: int
    end: int
    joins: bool


def name_tokens(text: str) -> list[NameToken]:
    """Tokenize a text as names are: split at spaces, hyphens and points, keeping numbers with points together.

    >>> [token.text for token in name_tokens("Matrix-Game 2.0, LLM.int8()")]
    ['Matrix', 'Game', '2.0', 'LLM', 'int8']
    """
    tokens: list[NameToken] = []
    end = 0
    for m in _TOKEN.finditer(text):
        gap = text[end : m.start()]
        joins = bool(tokens) and len(gap) <= 3 and bool(_GAP.match(gap)) and gap != ". "  # noqa: PLR2004
        tokens.append(NameToken(m.group(), m.start(), m.end(), joins))
        end = m.end()
    return tokens


def token_texts(text: str) -> list[str]:
    """Return only the texts of the tokens of `name_tokens`, at a tenth of the cost.

    >>> token_texts("Matrix-Game 2.0")
    ['Matrix', 'Game', '2.0']
    """
    return _TOKEN.findall(text)


def plain_words(text: str) -> list[str]:
    """Return the letters and digits of a text's tokens, at a quarter of the cost of the tokens, for a prefilter.

    A token gives one word, or several if it contains points; signs at its end are dropped. The words of a name are
    therefore adjacent among the words of a text that prints it.

    >>> plain_words("Matrix-Game 2.0 in C++")
    ['Matrix', 'Game', '2', '0', 'in', 'C']
    """
    if _GLUED_NUMBER.search(text):
        text = " ".join(_NUMBER.split(text))
    return text.translate(_SEPARATED).split() if text.isascii() else _WORD.findall(text)


def folded_words(text: str) -> list[str]:
    """Return the words of `plain_words` in lower case, each without one final s unless it is a lone s.

    >>> folded_words("Matrices of KV caches, the model's")
    ['matrice', 'of', 'kv', 'cache', 'the', 'model', 's']
    """
    if _GLUED_NUMBER.search(text):
        text = " ".join(_NUMBER.split(text))
    if text.isascii():
        text = f" {text.translate(_FOLDED)} "
        if " s " in text:  # Replaced twice, since adjacent ones share a space.
            text = text.replace(" s ", " ss ").replace(" s ", " ss ")
        return text.replace("s ", " ").split()
    return [word.removesuffix("s") or word for word in _WORD.findall(text.casefold())]


def is_mixed(token: str) -> bool:
    """Return whether a token has an inner capital next to a small letter, or both letters and digits.

    The s of a plural is no such letter.

    >>> [is_mixed(token) for token in ("FlexGen", "SN40L", "vLLM", "SCALE", "Monarch", "2.0", "GPUs")]
    [True, True, True, False, False, False, False]
    """
    if token.isascii() and token.isalpha():
        tail = token[1:]
        return not tail.islower() and tail != "" and not token.isupper() and not is_plural_acronym(token)
    letters = [c for c in token if c.isalpha()]
    if not letters:
        return False
    if len(letters) < len(token) and any(c.isdigit() for c in token):
        return True
    return any(c.isupper() for c in letters[1:]) and any(c.islower() for c in letters)


def is_plural_acronym(token: str) -> bool:
    """Return whether a token is several capitals and the s of a plural.

    >>> [is_plural_acronym(token) for token in ("GPUs", "GPUS", "As", "vLLMs")]
    [True, False, False, False]
    """
    return token.endswith("s") and len(token) > MIN_LETTERS - 1 and token[:-1].isupper()


def judge_shape(key: tuple[str, ...]) -> Refusal | None:
    """Return why the shape of a name rules it out, whatever the corpus prints, or None.

    >>> judge_shape(("C4",)).name, judge_shape(("sequence",)).name, judge_shape(("SCALE",))
    ('SHORT', 'PLAIN', None)
    """
    if sum(map(len, key)) < MIN_LETTERS or not any(c.isalpha() for token in key for c in token):
        return Refusal.SHORT
    if is_plural_acronym(key[-1]):
        return Refusal.KIND
    if is_unmistakable(key):
        return None
    return None if key[0][0].isupper() and _marked(key) else Refusal.PLAIN


def judge_name(
    key: tuple[str, ...], lower_words: AbstractSet[str], lower_phrases: AbstractSet[str] = frozenset()
) -> Refusal | None:
    """Return why a name cannot be distinguished from other words, or None if it can.

    `lower_words` are words that a corpus prints in lower case; `lower_phrases` are the names, as tokens joined by
    spaces, that it also prints without their capitals.

    >>> words = {"frontier", "scale", "matrix", "game", "sequence", "parallelism", "net"}
    >>> [judge_name(key, words) for key in (("FlexGen",), ("SO", "Net"), ("Monarch",), ("Matrix", "Game"))]
    [None, None, None, None]
    >>> [judge_name(key, words).name for key in (("C4",), ("SCALE",), ("Frontier",), ("sequence",))]
    ['SHORT', 'WORD', 'WORD', 'PLAIN']
    >>> judge_name(("Sequence", "Parallelism"), words, {"Sequence Parallelism"}).name
    'WORD'
    """
    if (refusal := judge_shape(key)) or is_unmistakable(key):
        return refusal
    if " ".join(key) in lower_phrases:
        return Refusal.WORD
    if _depends_on_words(key) and all(not lower_words.isdisjoint(forms) for forms in _forms_of_marked(key)):
        return Refusal.WORD
    return None


def is_unmistakable(key: tuple[str, ...]) -> bool:
    """Return whether the shape alone of some token of a name shows that it is not a word."""
    return any(len(token) >= MIN_LETTERS and is_mixed(token) for token in key)


def words_to_look_for(key: tuple[str, ...]) -> frozenset[str]:
    """Return the lower-case words that `judge_name` looks up in `lower_words`.

    >>> sorted(words_to_look_for(("Walruses",)))
    ['walruse', 'walruses', 'walrusess']
    """
    return frozenset().union(*_forms_of_marked(key)) if _depends_on_words(key) else frozenset()


def _marked(key: tuple[str, ...]) -> list[str]:
    return [token for token in key if token[0].isupper() and len(token) >= MIN_LETTERS]


def _depends_on_words(key: tuple[str, ...]) -> bool:
    """Return whether a name has at most one marked token or opens with a stop word, so that plain words decide."""
    named = len([token for token in key if token[0].isupper() or token[0].isdigit()])
    # "SO-Net" opens with an acronym, not with a stop word.
    opens_with_word = key[0].casefold() in STOP_WORDS and not (len(key[0]) > 1 and key[0].isupper())
    return named < 2 or opens_with_word  # noqa: PLR2004


def _forms_of_marked(key: tuple[str, ...]) -> list[frozenset[str]]:
    """Return for each marked token that is not a stop word the words that would make it an ordinary word."""
    words = [word for token in _marked(key) if (word := token.casefold()) not in STOP_WORDS]
    return [frozenset((word, word + "s", word.rstrip("s"))) for word in words]


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
