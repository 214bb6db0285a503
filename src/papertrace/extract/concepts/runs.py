"""Runs of tokens, and the candidates in them.

A text is encoded as two letters per token, one for the gap before it and one for its shape, so that one regular
expression splits it into runs, and the letters of a run determine the candidates in it.
"""

import re
from array import array
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from papertrace.extract.text.columns import BLANK, HYPHEN, NO_GAP, TextColumns
from papertrace.extract.text.scripts import find_word_starts, is_japanese, is_unspaced
from papertrace.extract.text.stopwords import SUFFIXES
from papertrace.extract.text.tokens import Shape, Tokens
from papertrace.model.papers.candidate import KINDS, CandidateKind

MAX_WORDS = 5

MAX_HALF_WORDS = 2 * MAX_WORDS - 2
"""The length of a phrase of Chinese characters, of which two count as a word: from two to eight."""

_NAME, _PROPER, _PHRASE = CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.PHRASE

_TEXT, _OPENING_HYPHEN = "D", "H"  # before the first token of a text
_NOTHING = "c"  # for tokens that nothing divides, though they are no characters of one word
_ENDED_SUFFIX = "Z"  # a suffix after its hyphen: ends a run, whose last phrase is not final before it
_OPENING = "ABCDH"
# With one group, `split` returns what is between the runs, and these, alternately.
RUN = re.compile(
    r"((?:[a-zA-H][PKXNY]|[^hH]U)"
    r"(?:[shwv][PKXNY]|[swv]U"
    r"|hT(?=[hbB])"  # "text-to-image": a stop word between two hyphens
    r"|[swv]O(?=[swaA])|hO(?=[swaAhbB]))+"  # "mixture of experts"
    rf"(?:h[T{_ENDED_SUFFIX}])?"  # "making" in "tangible sense-making", "based" in "gaze tracking-based"
    r"|[a-zA-H][XK])"
)


class _RunSpan(NamedTuple):
    """A candidate in a run: its tokens from `start` to before `end`, and whether it ends at a boundary of the run."""

    start: int
    end: int
    kind: CandidateKind
    final: bool


class RunTable(dict[str, int]):
    """The candidates in runs, numbered by their letters: hardly any run of a text has letters not seen before.

    The candidates in run `number` are the rows from `ends[number]` to before `ends[number + 1]` of the other columns.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ends: array[int] = array("q", [0])
        self.begins: array[int] = array("q")
        self.lasts: array[int] = array("q")
        self.kinds: bytearray = bytearray()
        self.finals: bytearray = bytearray()

    def __missing__(self, run: str) -> int:
        """Find the candidates in a run with new letters."""
        for span in _find_run_spans(run):
            self.begins.append(span.start)
            self.lasts.append(span.end)
            self.kinds.append(KINDS.index(span.kind))
            self.finals.append(span.final)
        self.ends.append(len(self.begins))
        number = self[run] = len(self.ends) - 2
        return number

    @property
    def is_full(self) -> bool:
        """Whether there is so much in the table that another one is to be begun."""
        return len(self.begins) > _MAX_SPANS


_MAX_SPANS = 1 << 18


def encode(columns: TextColumns) -> str:
    """Return texts as two letters for each token: one for the gap before it and one for its shape."""
    gaps, shapes = columns.gaps.copy(), columns.shapes.copy()
    is_opening = np.zeros(gaps.size + 1, dtype=np.bool_)
    is_opening[columns.ends[:-1]] = True
    is_opening = is_opening[:-1]
    is_divided = (gaps == ord(NO_GAP)) & ~is_opening
    for number in np.unique(np.searchsorted(columns.ends, np.flatnonzero(is_divided), side="right") - 1).tolist():
        low, high = columns.ends[number : number + 2].tolist()
        letters = list(map(chr, gaps[low:high].tolist()))
        _join_characters(letters, columns.take(number))
        gaps[low:high] = np.frombuffer("".join(letters).encode(), dtype=np.uint8)
    gaps[gaps == ord(NO_GAP)] = ord(_NOTHING)
    gaps[is_opening] = np.where(gaps[is_opening] == ord(HYPHEN), ord(_OPENING_HYPHEN), ord(_TEXT))
    is_hyphen = (gaps == ord(HYPHEN)) | (gaps == ord(_OPENING_HYPHEN))
    is_suffix = shapes == ord(Shape.SUFFIX)
    # "Based" is a stop word as well as a suffix.
    stops = np.flatnonzero((gaps == ord(HYPHEN)) & (shapes == ord(Shape.STOP)))
    folds = columns.lexicon.folds
    is_suffix[stops] = [folds[number] in SUFFIXES for number in columns.ids[stops].tolist()]
    shapes[is_hyphen & is_suffix] = ord(_ENDED_SUFFIX)
    encoded = np.empty(2 * gaps.size, dtype=np.uint8)
    encoded[::2], encoded[1::2] = gaps, shapes
    return encoded.tobytes().decode("ascii")


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
            gaps[k] = BLANK if starts is None or offset in starts else HYPHEN
            offset += len(texts[k])
        if j < n and not parts[2 * j] and Shape.CHARACTER in (shapes[j - 1], shapes[j]):
            gaps[j] = BLANK  # between a character and a word of another script
        i = j


def _find_run_spans(run: str) -> Iterator[_RunSpan]:
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
        elif shape == Shape.CAPITAL and (i or not opens) and _is_separate(shapes, hyphenated, i):
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
