"""Candidate concepts of a text: every name, phrase and word that may be one.

This is the first of two passes. It considers a single text, without the corpus, and discards hardly anything;
`papertrace.resolve.concepts.vocabulary` counts the candidates over many texts and decides.
"""

import re
from collections.abc import Iterator
from itertools import compress
from operator import mul
from typing import NamedTuple

from papertrace.extract.concepts.terms import TermFinder
from papertrace.extract.mentions.own_names import find_own_names
from papertrace.extract.text.acronyms import find_acronyms
from papertrace.extract.text.folding import fold_word
from papertrace.extract.text.languages import demote_function_words
from papertrace.extract.text.scripts import find_word_starts, is_japanese, is_unspaced
from papertrace.extract.text.tokens import Shape, Tokens, clean_text, tokenize
from papertrace.model.papers.candidate import Candidate, CandidateKind, Candidates, Definition, Words, join_plain

MAX_WORDS = 5
_NAME, _PROPER, _PHRASE, _WORD = CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.PHRASE, CandidateKind.WORD


def _mark(letters: str) -> bytes:
    """Return a table for `bytes.translate` that maps these letters to 1 and all others to 0."""
    return bytes(chr(code) in letters for code in range(256))


_ORDINARY = _mark(f"{Shape.PLAIN}{Shape.CAPITAL}{Shape.SUFFIX}")
_PLAIN = _mark(Shape.PLAIN)

MAX_CHARACTERS = 40_000
"""Twenty times a long abstract. Phrases are compared pairwise, so that the cost grows with the square of the length."""

MAX_UNSPACED = 10_000
"""The same for a text in Chinese or Japanese, which says as much in a quarter of the characters."""

MAX_HALF_WORDS = 2 * MAX_WORDS - 2
"""The length of a phrase of Chinese characters, of which two count as a word: from two to eight."""


def find_candidates(title: str, abstract: str, finder: TermFinder | None = None) -> Candidates:
    """Return the candidate concepts of a paper, in order of first occurrence in title and abstract.

    Candidates are names (tokens of unusual shape and their compounds), capitalised words inside sentences,
    phrases of two to five words without a stop word inside (except "of" and the inner words of a compound such as
    "text-to-image"), and single words. They are not judged here. An empty text has no candidates; only the first
    `MAX_CHARACTERS` of a text are read, since anything longer is not an abstract. The terms of `finder` are
    candidates wherever they occur, whatever words they consist of.

    >>> found = find_candidates("A KV cache", "We shrink the key-value (KV) cache in FlashAttention-2.")
    >>> [item.key for item in found.items]
    ['KV', 'KV cache', 'key value', 'FlashAttention', 'FlashAttention 2']
    """
    limit = MAX_UNSPACED if is_unspaced(title) or is_unspaced(abstract) else MAX_CHARACTERS
    clean_title, clean_abstract = clean_text(title[:limit]), clean_text(abstract[:limit])
    if clean_title.isupper():
        clean_title = clean_title.lower()
    in_title, in_abstract = tokenize(clean_title), tokenize(clean_abstract)
    demote_function_words(in_title, in_abstract)
    _demote_gerunds(in_title)
    n_title = len(in_title.texts)
    found: dict[str, Candidate] = {}
    title_words = _gather(in_title, found, 0, in_title=True)
    abstract_words = _gather(in_abstract, found, n_title, in_title=False)
    keys = title_words + abstract_words
    words = Words.of(keys, in_title.texts + in_abstract.texts, n_title)
    _align_proper_names(found, keys, n_title)
    if finder:
        _gather_terms(finder, (in_title, in_abstract), found, words)
    acronyms = find_acronyms(clean_abstract)
    definitions = tuple(
        dict.fromkeys(
            Definition(short, long)
            for acronym in (*find_acronyms(clean_title), *acronyms)
            if (short := key_of(acronym.short)) and (long := key_of(acronym.long)) and short != long
        )
    )
    return Candidates(
        items=tuple(found.values()),
        definitions=definitions,
        words=words,
        lower_words=frozenset(compress(in_abstract.folds, "".join(in_abstract.shapes).encode().translate(_PLAIN))),
        n_words=len(keys),
        # A capitalised word is a candidate as printed: "Splitwise" must not become "Splitwize".
        own_names=frozenset([f for name in find_own_names(title, abstract, acronyms) for f in (key_of(name), name)]),
    )


def _demote_gerunds(title: Tokens) -> None:
    """Treat a gerund such as "Serving" at the start of a title, or after its colon, as a verb."""
    for i, text in enumerate(title.texts):
        if text.endswith("ing") and title.parts[2 * i + 2][:1] == " ":
            before = title.parts[2 * i].rstrip()
            if before.endswith(":") or (not before and not i):
                title.shapes[i] = Shape.STOP


def key_of(text: str) -> str:
    """Return the key of a candidate with this spelling: its tokens in normal form.

    >>> [key_of(text) for text in ("Key-Value caches", "SSMs", "Mixture of Experts", "FlashAttention-2")]
    ['key value cache', 'SSM', 'mixture of expert', 'FlashAttention 2']
    """
    return " ".join(tokenize(clean_text(text)).folds)


# A text is also encoded as two letters per token, one for the gap before it and one for its shape, so that one regular
# expression splits it into runs, and the letters of a run determine the candidates in it.
_BLANK, _HYPHEN = "s", "h"
_OPENING_HYPHEN = "H"  # a hyphen before the first token
_ENDED_SUFFIX = "Z"  # a suffix after its hyphen: not part of any run
_OPENING = "ABCH"
_RUN = re.compile(
    r"(?:[a-zA-H][PKXNY]|[^hH]U)"
    r"(?:[shwv][PKXNY]|[swv]U"
    r"|hT(?=[hbB])"  # "text-to-image": a stop word between two hyphens
    r"|[swv]O(?=[swaA])|hO(?=[swaAhbB]))+"  # "mixture of experts"
    r"|[a-zA-H][XK]"
)


class _Gaps(dict[str, str]):
    """A cache of the letters that encode the gaps before tokens.

    The letters from s on continue a run: a blank, a hyphen, other white space. The letters a, b and c break it, in
    upper case if a sentence ends there; one each for a gap that begins with a blank, a hyphen, or anything else.
    """

    def __missing__(self, gap: str) -> str:
        start = 0 if gap[:1] == " " else 1 if gap[:1] == "-" else 2
        if gap == " ":
            letter = _BLANK
        elif gap == "-":
            letter = _HYPHEN
        elif gap.isspace():
            letter = "wwv"[start]
        else:
            letter = ("ABC" if "." in gap or "!" in gap or "?" in gap else "abc")[start]
        if len(self) < _MAX_CACHED_GAPS:
            self[gap] = letter
        return letter


class _RunSpan(NamedTuple):
    """A candidate in a run: its tokens from `start` to before `end`, and whether it ends at a boundary of the run."""

    start: int
    end: int
    kind: CandidateKind
    final: bool


class _RunSpans(dict[str, tuple[_RunSpan, ...]]):
    """A cache of the candidates in runs: hardly any run of a text has letters not seen before."""

    def __init__(self, *, in_title: bool) -> None:
        super().__init__()
        self._in_title = in_title

    def __missing__(self, run: str) -> tuple[_RunSpan, ...]:
        spans = tuple(_find_run_spans(run, in_title=self._in_title))
        if len(run) <= _MAX_CACHED_RUN_LENGTH:
            if len(self) >= _MAX_CACHED_RUNS:
                self.clear()
            self[run] = spans
        return spans


_MAX_CACHED_GAPS, _MAX_CACHED_RUNS, _MAX_CACHED_RUN_LENGTH = 1 << 12, 1 << 14, 40
_GAPS = _Gaps()
_TITLE_SPANS, _ABSTRACT_SPANS = _RunSpans(in_title=True), _RunSpans(in_title=False)


def _gather(tokens: Tokens, found: dict[str, Candidate], offset: int, *, in_title: bool) -> list[str]:
    """Add the candidates of a text to `found` and return its keys: the normal form of each ordinary word, else "".

    `offset` is the number of words before the text.
    """
    texts, folds, shapes, parts = tokens
    if not texts:
        return []
    gaps = list(map(_GAPS.__getitem__, parts[:-1:2]))
    if "" in parts[2:-1:2]:
        _join_characters(gaps, tokens)
    gaps[0] = _OPENING_HYPHEN if gaps[0] == _HYPHEN else _OPENING[0]
    pairs = [""] * (2 * len(texts))
    pairs[::2] = gaps
    pairs[1::2] = shapes
    encoded = "".join(pairs)
    for hyphen in (_HYPHEN, _OPENING_HYPHEN):
        encoded = encoded.replace(hyphen + Shape.SUFFIX, hyphen + _ENDED_SUFFIX)
    make = tuple.__new__  # This takes a third of the time of a call with keywords, and there are very many.
    run_spans = _TITLE_SPANS if in_title else _ABSTRACT_SPANS
    for run in _RUN.finditer(encoded):
        begin = run.start() // 2
        for start, end, kind, final in run_spans[run.group()]:
            i, j = begin + start, begin + end
            surface = "".join(parts[2 * i + 1 : 2 * j])
            if kind is _PHRASE:
                key = " ".join(folds[i:j])
            elif kind is _NAME:
                key = " ".join(_names_of(tokens, i, j)) if j > i + 1 else folds[i]
            else:
                key = surface
            seen = found.get(key)
            if seen is None:
                # A key with capitals contains an acronym.
                identity = join_plain(key) if kind is _PHRASE and key.islower() else ""
                found[key] = make(Candidate, (key, kind, (surface,), 1, in_title, offset + i, final, identity))
            else:
                found[key] = _seen_again(seen, surface, final=final)
    # A text times 1 is the text itself, and times 0 it is empty.
    return list(map(mul, folds, encoded[1::2].encode().translate(_ORDINARY)))


def _names_of(tokens: Tokens, i: int, j: int) -> list[str]:
    """Return the tokens of a name as printed, but acronyms in the singular."""
    return [tokens.folds[k] if tokens.shapes[k] is Shape.SHAPED else tokens.texts[k] for k in range(i, j)]


def _join_characters(gaps: list[str], tokens: Tokens) -> None:
    """Encode the gaps of no width around Chinese characters: a hyphen within a word, a blank where words may meet."""
    texts, _, shapes, parts = tokens
    n = len(texts)
    japanese = is_japanese("".join(texts))
    is_quoted = 2 * sum(map(is_unspaced, texts)) < n  # A library is not loaded for a few characters in another text.
    i = 0
    while i < n:
        j = i + 1
        while j < n and not parts[2 * j] and is_unspaced(texts[j]) and is_unspaced(texts[j - 1]):
            j += 1
        is_cut = j > i + 1 and not is_quoted
        starts = find_word_starts("".join(texts[i:j]), japanese=japanese) if is_cut else None
        offset = len(texts[i])
        for k in range(i + 1, j):
            gaps[k] = _BLANK if starts is None or offset in starts else _HYPHEN
            offset += len(texts[k])
        if j < n and not parts[2 * j] and Shape.CHARACTER in (shapes[j - 1], shapes[j]):
            gaps[j] = _BLANK  # between a character and a word of another script
        i = j


def _seen_again(seen: Candidate, surface: str, *, final: bool) -> Candidate:
    key, kind, surfaces, n, in_title, first, was_final, identity = seen
    if surface not in surfaces:
        surfaces = (*surfaces, surface)
    make = tuple.__new__  # as in `_gather`
    return make(Candidate, (key, kind, surfaces, n + 1, in_title, first, final or was_final, identity))


def _align_proper_names(found: dict[str, Candidate], words: list[str], n_title: int) -> None:
    """Count a capitalised word in the title as a word: titles capitalise everything, so it is not a name there."""
    proper = [(key, seen) for key, seen in found.items() if seen.kind is _PROPER]
    for key, seen in proper:
        fold = fold_word(key)
        found[key] = seen._replace(in_title=words.index(fold) < n_title, n=max(seen.n, words.count(fold)))


def _gather_terms(finder: TermFinder, texts: tuple[Tokens, Tokens], found: dict[str, Candidate], words: Words) -> None:
    """Add those terms of a user that are not candidates already."""
    noted = {*found, *words.keys}
    offset = 0
    for tokens in texts:
        in_title = tokens is texts[0]
        for key, first, last in finder.find(tokens):
            if key in noted:
                continue
            surface = tokens.surface(first, last)
            seen = found.get(key)
            if seen is not None:
                found[key] = _seen_again(seen, surface, final=True)
            else:
                kind = _PHRASE if " " in key else _NAME if tokens.shapes[first] is Shape.SHAPED else _WORD
                found[key] = Candidate(key, kind, (surface,), 1, in_title, offset + first)
        offset += len(tokens.texts)


def _find_run_spans(run: str, *, in_title: bool) -> Iterator[_RunSpan]:
    """Yield the candidates in a run, given its letters: for each token itself, then the phrases that begin with it."""
    shapes, hyphenated = run[1::2], [gap in "hH" for gap in run[::2]]
    opens = run[0] in _OPENING
    end = len(shapes)
    # Without a library that cuts words, characters form phrases anywhere; only a whole run is one by itself.
    is_uncut = Shape.CHARACTER in shapes and not any(hyphenated)
    for i, shape in enumerate(shapes):
        if shape in (Shape.STOP, Shape.OF):
            continue
        if shape == Shape.SHAPED:
            yield _RunSpan(i, i + 1, _NAME, final=True)
        elif shape == Shape.CAPITAL and not in_title and (i or not opens) and _is_separate(shapes, hyphenated, i):
            yield _RunSpan(i, i + 1, _PROPER, final=True)
        # "Space model" is not a part of "state-space model", but "MoE model" is a part of "non-MoE model".
        if i + 1 == end or (shape != Shape.SHAPED and hyphenated[i]):
            continue
        for j in _phrase_ends(shapes, hyphenated, i):
            kind = _kind_of(shapes, hyphenated, i, j)
            final = kind is _NAME or j == end or shapes[j] in (Shape.STOP, Shape.OF)
            yield _RunSpan(i, j, kind, final=final and not (i and is_uncut))


def _phrase_ends(shapes: str, hyphenated: list[bool], i: int) -> Iterator[int]:
    """Yield the exclusive end of each phrase that begins at token `i`."""
    bridges = 0
    end = len(shapes)
    half_words = 1 if shapes[i] == Shape.CHARACTER else 2
    if shapes[i] == Shape.NUMBER and not hyphenated[i + 1]:
        return  # "8-bit" is a word, "8 bits" is a count.
    for j in range(i + 1, min(end, i + 2 * MAX_WORDS)):
        shape = shapes[j]
        half_words += 1 if shape == Shape.CHARACTER else 2
        if half_words > (MAX_HALF_WORDS if shape == Shape.CHARACTER else 2 * MAX_WORDS):
            return
        if shape in (Shape.STOP, Shape.OF):
            bridges += 1
            continue
        if bridges > 1 or (shape == Shape.NUMBER and not hyphenated[j]):
            return
        if j + 1 == end or not hyphenated[j + 1]:
            yield j + 1


def _is_separate(shapes: str, hyphenated: list[bool], i: int) -> bool:
    """Return whether a capitalised word is a name by itself rather than a part of one ("Ladder Residual")."""
    after = shapes[i + 1 : i + 2]
    if hyphenated[i] or (after and hyphenated[i + 1] and after not in (Shape.NUMBER, Shape.SHAPED)):
        return False
    return after != Shape.CAPITAL and not (i and shapes[i - 1] == Shape.CAPITAL)


def _kind_of(shapes: str, hyphenated: list[bool], i: int, j: int) -> CandidateKind:
    """Return whether a compound is one name (Mamba-2, DeepSeek-V3, Megatron-LM) or a phrase."""
    inside = shapes[i:j]
    if shapes[i] == Shape.NUMBER or not all(hyphenated[i + 1 : j]) or any(shape in inside for shape in "PTO"):
        return _PHRASE
    return _NAME if Shape.SHAPED in inside or Shape.NUMBER in inside else _PHRASE
