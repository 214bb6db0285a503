"""What stands around a name in a text: signs that it names a system there, and signs that it does not."""

import re
from collections.abc import Sequence

from papertrace.extract.mentions.name_tokens import is_mixed, token_texts

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
_CUE_BEFORE = re.compile(
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
