"""Mentions of the systems of other papers."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import compress, filterfalse
from operator import itemgetter
from typing import NamedTuple

from papertrace.extract.mentions.names import (
    NO_OWNER,
    NamedText,
    NameTable,
    Proof,
    Topic,
    find_standing,
    fold_words,
    measure_topic,
)
from papertrace.extract.mentions.own_names import (
    NameToken,
    find_introductions,
    find_title_names,
    is_mixed,
    is_plural_acronym,
    name_tokens,
    plain_words,
    token_texts,
)
from papertrace.extract.text.folding import squash
from papertrace.extract.text.tokens import find_acronyms, split_sentences
from papertrace.late_imports import compile_on_use
from papertrace.model import Mention, Span, advance

_WINDOW = 60  # characters on each side
_ADDRESS = re.compile(r"(?:https?:|www\.|\w\.(?:com|org|io|net|edu|gov|de|cn|uk)/)", re.IGNORECASE)
_YEAR_AFTER = re.compile(r"\]?[\s'\u2019~-]{0,2}(?:(?:19|20)\d\d|'\d\d|\u2019\d\d)(?![\w.%])")
# "Walrus 2.0" is another system than Walrus, but in "beats Walrus 2.5 times" it is Walrus.
# So is "Walrus 2", also in "Walrus 2 is", but not in "beats Walrus 2 times" and "Walrus 2 points better".
_VERSION_AFTER = re.compile(
    r"\s(?:\d{1,3}\.\d{1,3}(?![\d%]|\s?(?:times|percent|[x%\u00d7\\]))"
    r"|[2-9](?![\w.%]|[,-]\d|\s?[x%\u00d7\\]|\s(?:to|or|percent|(?!(?:is|was|has|does)\b)[a-z]+s)\b))"
)
_GENERIC_BEFORE = re.compile(r"\b(?:an?|each|every|any|some|many|several|multiple|no)\s\Z", re.IGNORECASE)
_NOUN_AFTER = re.compile(r"[\s-][a-z]")
_CUE_BEFORE = compile_on_use(
    r"\b(?:such as|like|unlike|including|include|includes|e\.g\.,?|namely|compar(?:ed|ing|able|ison|isons|es) (?:to|with|against)|than|"  # noqa: E501
    r"over|versus|vs\.?|outperform\w*|beats?|surpass\w*|exceed\w*|match(?:es|ed|ing)?|extend(?:s|ed|ing)?|extensions? of|"  # noqa: E501
    r"based (?:up)?on|(?:build|builds|built|building) (?:up)?on|atop|on top of|inspired by|(?:version|variant|successor|"  # noqa: E501
    r"generalization|improvement|implementation|release)s? of|against|use of|using|improv(?:e|es|ed|ing)|"
    r"accelerat(?:e|es|ed|ing)|adopt(?:s|ed|ing)?|appl(?:y|ies|ied|ying)|integrat(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|"
    r"state-of-the-art|baselines?|methods?|tools?|algorithms?|systems?|frameworks?|models?)"
    r"[\s:(]{1,2}(?:the\s|both\s|recent\s|popular\s)?(?:[\w-]+['\u2019]s\s)?\Z",
    re.IGNORECASE,
)
_CITED_AFTER = re.compile(
    r"\s?(?:\(\s?[A-Z][^()]{0,60}\b(?:19|20)\d\d|\[\d|\\cite|~\\cite|et al|\([^()]{0,40}et al|\s?\[[A-Z][^\[\]]{0,40}\d\d\])"  # noqa: E501
)
_KIND_AFTER = re.compile(
    r"\s(?:algorithms?|architecture|approach|assembler|benchmarks?|compiler|corpus|data ?sets?|databases?|engine|frameworks?|"  # noqa: E501
    r"language|library|matri(?:x|ces)|methods?|models?|optimi[sz]er|packages?|pipelines?|platforms?|protocols?|schem[ae]s?|"
    r"simulators?|software|suites?|systems?|tool(?:box|kit)?s?|toolkits?)\b"
)
_POSSESSIVE_AFTER = re.compile(r"['\u2019]s\s")
_LISTED_AFTER = re.compile(r"(?:,|,? (?:and|or))\s(?P<next>[^\W_][\w.+-]*)")
_LISTED_BEFORE = re.compile(r"(?P<last>[^\W_][\w.+-]*)(?:,|,? (?:and|or))\s(?:the\s)?\Z")


def is_excluded(text: str, first: int, last: int) -> bool:
    """Return whether a name at an offset names no system: in an address, before a year or version, or as a kind of thing.

    >>> [is_excluded(text, text.index("ACE"), text.index("ACE") + 3) for text in ("on ACE 2005", "an ACE device", "ACE")]
    [True, True, False]
    """  # noqa: E501
    if _YEAR_AFTER.match(text, last) or _VERSION_AFTER.match(text, last):
        return True
    if _GENERIC_BEFORE.search(text, max(0, first - 12), first) and _NOUN_AFTER.match(text, last):
        return True
    return _ADDRESS.search(_chunk(text, first, last)) is not None


def has_cue(text: str, first: int, last: int) -> bool:
    """Return whether what surrounds a name shows that a system is named: a comparison, a citation, a list, a kind.

    >>> [has_cue(text, text.index("Seal"), text.index("Seal") + 4) for text in (
    ...     "faster than Seal", "Seal (Doe, 2020)", "FlexGen, Seal and Lily", "the Seal library", "the Seal swims")]
    [True, True, True, True, False]
    """
    before = text[max(0, first - _WINDOW) : first]
    if _CUE_BEFORE.search(before):
        return True
    if any(rule.match(text, last) for rule in (_CITED_AFTER, _KIND_AFTER, _POSSESSIVE_AFTER)):
        return True
    listed = (_LISTED_AFTER.match(text, last), _LISTED_BEFORE.search(before))
    neighbours = [match[1] for match in listed if match]
    both = len(neighbours) == len(listed) and all(word[0].isupper() for word in neighbours)
    return both or any(map(_is_name_like, neighbours))


def _is_name_like(word: str) -> bool:
    return any(map(is_mixed, token_texts(word)))


def _chunk(text: str, first: int, last: int) -> str:
    """Return the characters around an offset up to the next white space, at most some hundred."""
    before = text[max(0, first - 200) : first]
    after = text[last : last + 40]
    return _last_chunk(before.split()) * (not before[-1:].isspace()) + text[first:last] + after.split(" ")[0]


def _last_chunk(chunks: Sequence[str]) -> str:
    return chunks[-1] if chunks else ""


_IsOwn = Callable[[int], bool]

# How specific the words must be that a text shares with the title of the paper that it names, see `measure_topic`.
_TOPIC = 6
_SAME_TOPIC = 10

_CONTINUES = re.compile(r"[-\u2010\u2011\u2013._^]\{?\Z")
_PRECEDES = re.compile(r"[-\u2010\u2011\u2013._/]\Z")


class NumberedMention(NamedTuple):
    """A mention as in `Mention`, of a paper given by its number."""

    number: int
    surface: str
    sentence: str
    span: Span

    def name(self, ids: Sequence[str], titles: Sequence[str]) -> Mention:
        """Return the mention with the id and the title of the paper; both are by number."""
        return Mention(
            target=ids[self.number],
            title=titles[self.number],
            surface=self.surface,
            sentence=self.sentence,
            span=self.span,
        )


def find_mentions(text: NamedText, names: NameTable, is_own: _IsOwn) -> tuple[NumberedMention, ...]:
    """Return the first mention of every other paper that the text names, in order of position, title first.

    Letter case must agree; hyphen and space are equivalent. At each position the longest name wins, even one that is
    the text's own or refused, so that "Monarch Mixer" is not a mention of a paper named "Monarch". A name that
    continues ("Matrix-Pano" for "Matrix") is a different name, and an acronym that the text itself defines is not a
    mention. A name that might be something else, such as a word or a known term, is a mention only beside a sign that
    it is one (a comparison, a citation, a list of systems) or where the text shares the subject of the paper's title.

    `is_own` returns whether a number is that of the paper itself.
    """
    if not _may_name_another(text, names, is_own):
        return ()  # Most texts name no other paper, and positions are expensive to compute.
    mentions: dict[int, NumberedMention] = {}
    fields: list[tuple[str, Span]] = [(text.title, text.title_span)]
    if text.abstract_span is not None:
        fields.append((text.abstract, text.abstract_span))
    judge = _Judge(text, names)
    for field, span in fields:
        sentences: list[tuple[int, int]] | None = None
        for owner_number, first, last in _matches(field, names, is_own):
            if is_own(owner_number) or owner_number in mentions:
                continue
            if not judge.admits(field, first, last, owner_number):
                continue
            if sentences is None:
                sentences = split_sentences(field)
            sentence = _sentence_at(field, sentences, first, last)
            if names.recurs(sentence):
                continue
            mentions[owner_number] = NumberedMention(
                owner_number, field[first:last], sentence, advance(span, field, first)
            )
    return tuple(mentions.values())


class _Judge:
    """A judge of the names in one text: whether a name is the other paper's system there."""

    def __init__(self, text: NamedText, names: NameTable) -> None:
        self._text = text
        self._names = names
        self._topics: dict[str, Topic] = {}

    def admits(self, field: str, first: int, last: int, owner_number: int) -> bool:
        """Return whether a name at an offset of a field is a mention of its owner."""
        surface = field[first:last]
        if is_excluded(field, first, last) or self._is_defined(surface, owner_number):
            return False
        name = " ".join(token_texts(surface))
        standing = find_standing(tuple(name.split(" ")))
        if name in self._introduced:
            # Two papers introduce one name: the same system if it is coined and the subjects agree.
            return standing.coined and self._topic(owner_number, name) >= _SAME_TOPIC
        if standing.proof is Proof.NONE:
            return self._is_titled(name, owner_number) or self._shares_words(owner_number, name)
        cued = has_cue(field, first, last)
        if standing.proof is Proof.CUE_OR_TOPIC:
            return cued or self._topic(owner_number, name) >= _TOPIC
        enough = _TOPIC if standing.proof is Proof.CUE_AND_TOPIC else _SAME_TOPIC
        return cued and self._topic(owner_number, name) >= enough

    def _is_defined(self, surface: str, owner_number: int) -> bool:
        """Return whether the text defines a name as an acronym of something else than the title that it opens says."""
        long = self._acronyms.get(surface)
        if long is None:
            return False
        title = self._title_of(owner_number)
        return surface not in find_title_names(title) or squash(long) not in squash(title)

    def _is_titled(self, name: str, owner_number: int) -> bool:
        """Return whether the title of its owner has a name, as far as titles are known."""
        title = self._title_of(owner_number)
        return not title or f" {name} " in f" {' '.join(token_texts(title))} "

    def _title_of(self, owner_number: int) -> str:
        return self._names.titles[owner_number] if self._names.titles else ""

    @cached_property
    def _acronyms(self) -> dict[str, str]:
        """What the acronyms that the text itself defines stand for; a plural defines the singular as well."""
        found: dict[str, str] = {}
        for part in (self._text.title, self._text.abstract):
            for short, long in find_acronyms(part):
                found.setdefault(short, long)
                if is_plural_acronym(short):
                    found.setdefault(short[:-1], long)
        return found

    @cached_property
    def _introduced(self) -> frozenset[str]:
        """The names that the text itself introduces or is titled with."""
        names = [one.name for one in find_introductions(self._text.abstract)]
        names += find_title_names(self._text.title)
        return frozenset(" ".join(token_texts(name)) for name in names)

    @cached_property
    def _words(self) -> frozenset[str]:
        return fold_words(plain_words(f"{self._text.title}\n{self._text.abstract}"))

    def _shares_words(self, owner_number: int, name: str) -> bool:
        """Return whether the text shares several words with the title, so not only the subject of the whole listing."""
        n_words, bits = self._find_topic(owner_number, name)
        return n_words > 1 and bits >= _TOPIC

    def _topic(self, owner_number: int, name: str) -> int:
        return self._find_topic(owner_number, name).bits

    def _find_topic(self, owner_number: int, name: str) -> Topic:
        if name not in self._topics:
            self._topics[name] = measure_topic(self._title_of(owner_number), name, self._words)
        return self._topics[name]


def _may_name_another(text: NamedText, names: NameTable, is_own: _IsOwn) -> bool:
    """Return whether a text may contain another paper's name, by a cheap test; False is certain."""
    words = plain_words(text.title if text.abstract_span is None else f"{text.title}\n{text.abstract}")
    known = names.starts.keys() & words
    return bool(known) and (any(names.starts[word] & 1 for word in known) or _name_another(words, known, names, is_own))


def _name_another(words: list[str], known: AbstractSet[str], names: NameTable, is_own: _IsOwn) -> bool:
    """Return whether adjacent words are the name of another paper; a name begins with one of `known`."""
    for i in compress(range(len(words)), map(known.__contains__, words)):
        for length in _lengths(words[i], names):
            owner_number = names.owner_numbers.get(" ".join(words[i : i + length]))
            if owner_number is not None and owner_number != NO_OWNER and not is_own(owner_number):
                return True
    return False


def _lengths(token: str, names: NameTable) -> list[int]:
    """Return the possible lengths, in tokens, of names that begin with a token, longest first."""
    bits = names.starts.get(token if token.isalnum() else plain_words(token)[0], 0)
    return [length for length in range(bits.bit_length() - 1, 0, -1) if bits >> length & 1]


def _sentence_at(text: str, sentences: list[tuple[int, int]], first: int, last: int) -> str:
    begun = bisect_right(sentences, first, key=itemgetter(0))
    ended = bisect_left(sentences, last, key=itemgetter(1))
    start = sentences[begun - 1][0] if begun else 0
    end = sentences[ended][1] if ended < len(sentences) else len(text)
    return text[start:end]


def _matches(text: str, names: NameTable, is_own: _IsOwn) -> list[tuple[int, int, int]]:
    """Return the names in a text, the longest at each position, as (number of the owner, start, end).

    The list is empty for a text that names no other paper.
    """
    found: list[tuple[int, int, int]] = []
    texts = token_texts(text)
    known = (names.starts.keys() & texts) | set(filterfalse(str.isalnum, texts))
    if not known or not _name_another(texts, known, names, is_own):
        return found
    tokens = name_tokens(text)
    i = 0
    while i < len(tokens):
        for length in _lengths(texts[i], names) if texts[i] in known else ():
            window = tokens[i : i + length]
            owner_number = names.owner_numbers.get(" ".join(texts[i : i + length]))
            if owner_number is not None and len(window) == length and all(token.joins for token in window[1:]):
                if owner_number != NO_OWNER and _is_whole(text, tokens, i, i + length):
                    found.append((owner_number, window[0].start, window[-1].end))
                i += length - 1
                break
        i += 1
    return found


def _is_whole(text: str, tokens: list[NameToken], first: int, last: int) -> bool:
    """Return whether a match is a whole name rather than part of a longer one."""
    plain = not any(is_mixed(token.text) for token in tokens[first:last])
    if last < len(tokens):
        after = tokens[last]
        gap = text[tokens[last - 1].end : after.start]
        marked = after.text[0].isupper() or after.text[0].isdigit()
        if _CONTINUES.match(gap) and (marked or is_mixed(after.text)):
            return False
        if plain and gap in {" ", "/"} and after.text[0].isupper():
            return False  # "PET/CT" is not PET, but "FlexGen/vLLM" are two names.
    if first:
        before = tokens[first - 1]
        gap = text[before.end : tokens[first].start]
        if _PRECEDES.match(gap) and (before.text[0].isupper() or is_mixed(before.text)):
            return gap == "/" and not plain
        opens = first == 1 or text[tokens[first - 2].end : before.start].strip().endswith((".", "!", "?"))
        if plain and gap == " " and before.text[0].isupper() and not opens:
            return False
    return True
