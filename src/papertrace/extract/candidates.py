"""What one text may be about: every name, phrase and word that a corpus is then asked to judge.

This is the first of two passes. It looks at a single text, knows no corpus and throws hardly anything away;
`papertrace.resolve.vocabulary` counts its result over many texts and decides.
"""

from collections.abc import Iterator

from papertrace.extract.acronyms import find_acronyms
from papertrace.extract.tokens import Shape, Token, clean_text, tokenize
from papertrace.model.candidate import Candidate, CandidateKind, Candidates, Definition

MAX_WORDS = 5
_HYPHEN = "-"


class _Gathered:
    """Collect the occurrences of one key."""

    __slots__ = ("first", "in_title", "kind", "n", "surfaces")

    def __init__(self, kind: CandidateKind, first: int) -> None:
        self.kind = kind
        self.first = first
        self.n = 0
        self.in_title = False
        self.surfaces: dict[str, None] = {}


def find_candidates(title: str, abstract: str) -> Candidates:
    """Return all that a paper may be about, in order of first place in title and abstract.

    Candidates are names (tokens of unusual shape and their compounds), capitalised words inside sentences,
    phrases of two to five words without a stop word inside ("of" and the inner words of a compound such as
    "text-to-image" are let through), and single words. Nothing is judged here. An empty text has no candidates.

    >>> found = find_candidates("A KV cache", "We shrink the key-value (KV) cache in FlashAttention-2.")
    >>> [item.key for item in found.items if item.kind in ("name", "phrase")]
    ['KV', 'KV cache', 'key value', 'FlashAttention', 'FlashAttention 2']
    """
    clean_title, clean_abstract = clean_text(title), clean_text(abstract)
    if clean_title.isupper():
        clean_title = clean_title.lower()
    gathered: dict[str, _Gathered] = {}
    lower_words: set[str] = set()
    n_words = 0
    for text, in_title in ((clean_title, True), (clean_abstract, False)):
        tokens = tokenize(text)
        for run in _runs(text, tokens):
            _gather(run, text, gathered, n_words, in_title=in_title)
        if not in_title:
            lower_words.update(t.fold for t in tokens if t.shape is Shape.PLAIN)
        n_words += len(tokens)
    definitions = tuple(
        dict.fromkeys(
            Definition(short, long)
            for text in (clean_title, clean_abstract)
            for acronym in find_acronyms(text)
            if (short := key_of(acronym.short)) and (long := key_of(acronym.long)) and short != long
        )
    )
    items = tuple(Candidate(key, g.kind, tuple(g.surfaces), g.n, g.in_title, g.first) for key, g in gathered.items())
    return Candidates(items=items, definitions=definitions, lower_words=frozenset(lower_words), n_words=n_words)


def key_of(text: str) -> str:
    """Return the folded identity of a short text: the key that a candidate of this spelling has.

    >>> [key_of(text) for text in ("Key-Value caches", "SSMs", "Mixture of Experts", "FlashAttention-2")]
    ['key value cache', 'SSM', 'mixture of expert', 'FlashAttention 2']
    """
    return " ".join(token.fold for token in tokenize(clean_text(text)))


def _runs(text: str, tokens: list[Token]) -> Iterator[list[tuple[int, Token, bool, bool]]]:
    """Cut the tokens into runs that a phrase may lie in.

    Each element is (index, token, glued to the one before by a hyphen, opens a sentence).
    """
    run: list[tuple[int, Token, bool, bool]] = []
    end = 0
    opens = True
    for index, token in enumerate(tokens):
        gap = text[end : token.start]
        glued = gap == _HYPHEN
        connected = glued or gap == " " or (not gap.strip() and bool(gap))
        if index and not connected:
            opens = any(c in ".!?" for c in gap)
            if run:
                yield run
                run = []
        elif index:
            opens = False
        end = token.end
        shape = token.shape
        if shape is Shape.STOP or (shape is Shape.SUFFIX and glued):
            after = text[end : end + 1]
            bridge = run and ((glued and after == _HYPHEN) or (token.fold == "of" and after == " "))
            if bridge and shape is Shape.STOP:
                run.append((index, token, glued, opens))
            elif run:
                yield run
                run = []
            continue
        run.append((index, token, glued, opens))
    if run:
        yield run


def _gather(
    run: list[tuple[int, Token, bool, bool]],
    text: str,
    gathered: dict[str, _Gathered],
    offset: int,
    *,
    in_title: bool,
) -> None:
    n = len(run)
    folds = [element[1].fold for element in run]
    shapes = [element[1].shape for element in run]
    glued = [element[2] for element in run] + [False]

    def note(key: str, kind: CandidateKind, i: int, j: int) -> None:
        found = gathered.get(key)
        if found is None:
            found = gathered[key] = _Gathered(kind, offset + run[i][0])
        elif kind is CandidateKind.PROPER and found.kind is CandidateKind.WORD:
            found.kind = kind
        found.n += 1
        found.in_title |= in_title
        found.surfaces[text[run[i][1].start : run[j][1].end]] = None

    for i in range(n):
        shape = shapes[i]
        if shape is Shape.STOP:
            continue
        if shape is Shape.SHAPED:
            note(folds[i], CandidateKind.NAME, i, i)
        elif shape is Shape.CAPITAL and not in_title and not run[i][3] and not glued[i] and not glued[i + 1]:
            note(run[i][1].text.removesuffix("'s"), CandidateKind.PROPER, i, i)
            note(folds[i], CandidateKind.WORD, i, i)
        elif shape is not Shape.NUMBER:
            note(folds[i], CandidateKind.WORD, i, i)
        if glued[i] and shape is not Shape.SHAPED:
            continue  # "space model" is no part of "state-space model".
        bridges = 0
        for j in range(i + 1, min(n, i + MAX_WORDS)):
            if shapes[j] is Shape.STOP:
                bridges += 1
                continue
            if shapes[j] is Shape.NUMBER and not glued[j]:
                break
            if bridges > 1:
                break
            if glued[j + 1]:
                # A phrase ends inside a compound only where a version is cut off its name.
                continue
            kind = _kind_of(shapes, glued, i, j)
            if shape is Shape.NUMBER and kind is CandidateKind.PHRASE and not glued[i + 1]:
                break
            note(" ".join(folds[i : j + 1]), kind, i, j)


def _kind_of(shapes: list[Shape], glued: list[bool], i: int, j: int) -> CandidateKind:
    """Say whether a compound is one name (Mamba-2, DeepSeek-V3, Megatron-LM) rather than a phrase."""
    inside = shapes[i : j + 1]
    if not all(glued[i + 1 : j + 1]) or Shape.PLAIN in inside or Shape.STOP in inside:
        return CandidateKind.PHRASE
    if any(shape in (Shape.SHAPED, Shape.NUMBER) for shape in inside) and inside[0] is not Shape.NUMBER:
        return CandidateKind.NAME
    return CandidateKind.PHRASE
