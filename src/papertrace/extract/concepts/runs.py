"""Runs of tokens, and the candidates in them.

A text is encoded as two letters per token, one for the gap before it and one for its shape, so that one regular
expression splits it into runs, and the letters of a run determine the candidates in it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from papertrace.extract.text.scripts import find_word_starts, is_japanese, is_unspaced
from papertrace.extract.text.stopwords import SUFFIXES
from papertrace.extract.text.tokens import Shape, Tokens
from papertrace.model.papers.candidate import CandidateKind

MAX_WORDS = 5

MAX_HALF_WORDS = 2 * MAX_WORDS - 2
"""The length of a phrase of Chinese characters, of which two count as a word: from two to eight."""

_NAME, _PROPER, _PHRASE = CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.PHRASE

_BLANK, _HYPHEN = "s", "h"
_OPENING_HYPHEN = "H"  # a hyphen before the first token
_ENDED_SUFFIX = "Z"  # a suffix after its hyphen: ends a run, whose last phrase is not final before it
_OPENING = "ABCH"
RUN = re.compile(
    r"(?:[a-zA-H][PKXNY]|[^hH]U)"
    r"(?:[shwv][PKXNY]|[swv]U"
    r"|hT(?=[hbB])"  # "text-to-image": a stop word between two hyphens
    r"|[swv]O(?=[swaA])|hO(?=[swaAhbB]))+"  # "mixture of experts"
    rf"(?:h[T{_ENDED_SUFFIX}])?"  # "making" in "tangible sense-making", "based" in "gaze tracking-based"
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
TITLE_SPANS, ABSTRACT_SPANS = _RunSpans(in_title=True), _RunSpans(in_title=False)


def encode(tokens: Tokens) -> str:
    """Return a text, which has tokens, as two letters for each: one for the gap before it and one for its shape."""
    texts, _, shapes, parts = tokens
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
    if _HYPHEN + Shape.STOP in encoded:
        # "Based" is a stop word as well as a suffix.
        is_suffix = [gap == _HYPHEN and fold in SUFFIXES for gap, fold in zip(gaps, tokens.folds, strict=True)]
        letters = [_ENDED_SUFFIX if ends else letter for ends, letter in zip(is_suffix, encoded[1::2], strict=True)]
        pairs[::2], pairs[1::2] = encoded[::2], letters
        encoded = "".join(pairs)
    return encoded


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


def _find_run_spans(run: str, *, in_title: bool) -> Iterator[_RunSpan]:
    """Yield the candidates in a run, given its letters: for each token itself, then the phrases that begin with it."""
    is_before_suffix = run[-1] == _ENDED_SUFFIX
    if is_before_suffix:
        run = run[:-2]
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
            at_end = not is_before_suffix if j == end else shapes[j] in (Shape.STOP, Shape.OF)
            final = kind is _NAME or at_end
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
