"""Which other papers of the corpus a text names, with the sentence that does."""

import re
from bisect import bisect_left, bisect_right
from operator import itemgetter

from papertrace.extract.acronyms import find_acronyms
from papertrace.extract.names import NamedText, NameTable, NameToken, is_mixed, name_tokens, token_texts
from papertrace.extract.sentences import split_sentences
from papertrace.model import Mention, Span, advance

_GOES_ON = re.compile(r"[-\u2010\u2011\u2013._^]\{?\Z")
_GOES_BEFORE = re.compile(r"[-\u2010\u2011\u2013._/]\Z")


def find_mentions(text: NamedText, names: NameTable) -> tuple[Mention, ...]:
    """Return the first mention of every other paper that the text names, in order of place, title first.

    Letter case must agree, hyphen and space are the same. At each place the longest name wins, also one that
    is the text's own or refused, so that "Monarch Mixer" hides no paper named "Monarch" but is no mention of
    it either. A name that goes on ("Matrix-Pano" for "Matrix") is another name, and so is one that the text
    defines as an acronym of its own.
    """
    mentions: dict[str, Mention] = {}
    fields: list[tuple[str, Span]] = [(text.title, text.title_span)]
    if text.abstract_span is not None:
        fields.append((text.abstract, text.abstract_span))
    own: set[str] | None = None
    for field, span in fields:
        sentences: list[tuple[int, int]] | None = None
        for key, first, last in _matches(field, names):
            owner = names.owners.get(key)
            if owner is None or owner == text.id or owner in mentions:
                continue
            if own is None:
                own = {acronym.short for part, _ in fields for acronym in find_acronyms(part)}
            if field[first:last] in own:
                continue
            if sentences is None:
                sentences = split_sentences(field)
            mentions[owner] = Mention(
                target=owner,
                surface=field[first:last],
                sentence=_sentence_at(field, sentences, first, last),
                span=advance(span, field, first),
            )
    return tuple(mentions.values())


def _sentence_at(text: str, sentences: list[tuple[int, int]], first: int, last: int) -> str:
    begun = bisect_right(sentences, first, key=itemgetter(0))
    ended = bisect_left(sentences, last, key=itemgetter(1))
    start = sentences[begun - 1][0] if begun else 0
    end = sentences[ended][1] if ended < len(sentences) else len(text)
    return text[start:end]


def _matches(text: str, names: NameTable) -> list[tuple[tuple[str, ...], int, int]]:
    """Return the names in a text, longest first at each place, as (key, start, end)."""
    found: list[tuple[tuple[str, ...], int, int]] = []
    starts = names.starts
    texts = token_texts(text)
    if not any(
        _is_known(tuple(texts[i : i + length]), names)
        for i, first in enumerate(texts)
        if first in starts
        for length in starts[first]
    ):
        return found  # Most texts name nobody, and places are dear.
    tokens = name_tokens(text)
    i = 0
    while i < len(tokens):
        lengths = starts.get(tokens[i].text)
        if lengths is None:
            i += 1
            continue
        for length in lengths:
            window = tokens[i : i + length]
            key = tuple(token.text for token in window)
            if len(key) == length and all(token.joins for token in window[1:]) and _is_known(key, names):
                if _is_whole(text, tokens, i, i + length, plain=key in names.plain):
                    found.append((key, window[0].start, window[-1].end))
                i += length - 1
                break
        i += 1
    return found


def _is_known(key: tuple[str, ...], names: NameTable) -> bool:
    return key in names.owners or key in names.hidden


def _is_whole(text: str, tokens: list[NameToken], first: int, last: int, *, plain: bool) -> bool:
    """Say whether a name ends where the match ends, rather than going on."""
    if last < len(tokens):
        after = tokens[last]
        gap = text[tokens[last - 1].end : after.start]
        marked = after.text[0].isupper() or after.text[0].isdigit()
        if _GOES_ON.match(gap) and (marked or is_mixed(after.text)):
            return False
        if plain and gap == " " and after.text[0].isupper():
            return False
    if first:
        before = tokens[first - 1]
        gap = text[before.end : tokens[first].start]
        if _GOES_BEFORE.match(gap) and (before.text[0].isupper() or is_mixed(before.text)):
            return gap == "/"
        opens = first == 1 or text[tokens[first - 2].end : before.start].strip().endswith((".", "!", "?"))
        if plain and gap == " " and before.text[0].isupper() and not opens:
            return False
    return True
