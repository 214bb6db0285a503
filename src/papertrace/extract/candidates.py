"""What one text may be about: every name, phrase and word that a corpus is then asked to judge.

This is the first of two passes. It looks at a single text, knows no corpus and throws hardly anything away;
`papertrace.resolve.vocabulary` counts its result over many texts and decides.
"""

from collections.abc import Iterator

from papertrace.extract.acronyms import find_acronyms
from papertrace.extract.folding import fold_word
from papertrace.extract.tokens import Shape, Token, clean_text, tokenize
from papertrace.model.candidate import Candidate, CandidateKind, Candidates, Definition

MAX_WORDS = 5
_HYPHEN = "-"


class _Occurrences:
    """Collect where one key stands."""

    __slots__ = ("first", "in_title", "kind", "n", "surfaces")

    def __init__(self, kind: CandidateKind, first: int) -> None:
        self.kind = kind
        self.first = first
        self.n = 0
        self.in_title = False
        self.surfaces: dict[str, None] = {}


class _Run:
    """Hold tokens that a phrase may lie in, for each whether a hyphen glues it to the one before.

    `glued` has one entry more than there are tokens, so that asking of the next is always possible.
    """

    __slots__ = ("glued", "offset", "opens", "shapes", "tokens")

    def __init__(self, offset: int, *, opens: bool) -> None:
        self.offset = offset
        self.opens = opens  # the first token opens a sentence
        self.tokens: list[Token] = []
        self.shapes: list[Shape] = []
        self.glued: list[bool] = [False]

    def append(self, token: Token, *, glued: bool) -> None:
        """Add a token."""
        self.tokens.append(token)
        self.shapes.append(token.shape)
        self.glued[-1] = glued
        self.glued.append(False)


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
    gatherer = _Gatherer()
    lower_words: set[str] = set()
    n_words = 0
    for text, in_title in ((clean_title, True), (clean_abstract, False)):
        tokens = tokenize(text)
        if in_title:
            tokens = [_demote_gerund(token, text) for token in tokens]
        for run in _runs(text, tokens, n_words):
            gatherer.gather(run, text, in_title=in_title)
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
    return Candidates(
        items=gatherer.candidates(), definitions=definitions, lower_words=frozenset(lower_words), n_words=n_words
    )


def _demote_gerund(token: Token, title: str) -> Token:
    """Take "Serving" at the start of a title, or after its colon, for the verb that it is."""
    if token.text.endswith("ing") and title[token.end : token.end + 1] == " ":
        before = title[: token.start].rstrip()
        if not before or before.endswith(":"):
            return token._replace(shape=Shape.STOP)
    return token


def key_of(text: str) -> str:
    """Return the folded identity of a short text: the key that a candidate of this spelling has.

    >>> [key_of(text) for text in ("Key-Value caches", "SSMs", "Mixture of Experts", "FlashAttention-2")]
    ['key value cache', 'SSM', 'mixture of expert', 'FlashAttention 2']
    """
    return " ".join(token.fold for token in tokenize(clean_text(text)))


def _runs(text: str, tokens: list[Token], offset: int) -> Iterator[_Run]:
    """Cut the tokens into runs without a stop word, save those that bridge two halves of a phrase."""
    run = _Run(offset, opens=True)
    end = 0
    for index, token in enumerate(tokens):
        gap = text[end : token.start]
        glued = gap == _HYPHEN
        end = token.end
        if index and not glued and gap != " " and (gap.strip() or not gap):
            if run.tokens:
                yield run
                run = _Run(0, opens=False)
            run.offset, run.opens = offset + index, any(c in ".!?" for c in gap)
        shape = token.shape
        if shape is Shape.STOP or (shape is Shape.SUFFIX and glued):
            after = text[end : end + 1]
            bridges = (glued and after == _HYPHEN) or (token.fold == "of" and after == " ")
            if run.tokens and bridges and shape is Shape.STOP:
                run.append(token, glued=glued)
                continue
            if run.tokens:
                yield run
                run = _Run(0, opens=False)
            run.offset, run.opens = offset + index + 1, False
            continue
        run.append(token, glued=glued)
    if run.tokens:
        yield run


class _Gatherer:
    """Gather the candidates of a paper's runs by key."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[str, _Occurrences] = {}

    def gather(self, run: _Run, text: str, *, in_title: bool) -> None:
        """Note every candidate in a run: at each token its own, then the phrases that begin there."""
        for i, shape in enumerate(run.shapes):
            if shape is Shape.STOP:
                continue
            token = run.tokens[i]
            if shape is Shape.SHAPED:
                self._note(token.fold, CandidateKind.NAME, run, i, i, text, in_title)
            elif shape is not Shape.NUMBER:
                if shape is Shape.CAPITAL and not in_title and (i or not run.opens) and _stands_apart(run, i):
                    self._note(token.text.removesuffix("'s"), CandidateKind.PROPER, run, i, i, text, in_title)
                self._note(token.fold, CandidateKind.WORD, run, i, i, text, in_title)
            # "Space model" is no part of "state-space model"; "MoE model" is one of "non-MoE model".
            if not run.glued[i] or shape is Shape.SHAPED:
                for j in _phrase_ends(run, i):
                    kind = _kind_of(run, i, j)
                    part = run.tokens[i : j + 1]
                    key = " ".join([t.text if kind is CandidateKind.NAME else t.fold for t in part])
                    self._note(key, kind, run, i, j, text, in_title)

    def _note(  # noqa: PLR0917 - one call a candidate: this is the innermost loop
        self,
        key: str,
        kind: CandidateKind,
        run: _Run,
        i: int,
        j: int,
        text: str,
        in_title: bool,  # noqa: FBT001
        /,
    ) -> None:
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = _Occurrences(kind, run.offset + i)
        found.n += 1
        if in_title:
            found.in_title = True
        found.surfaces[text[run.tokens[i].start : run.tokens[j].end]] = None

    def candidates(self) -> tuple[Candidate, ...]:
        """Return what was gathered, in order of first place."""
        for key, found in self._found.items():
            # Titles capitalise everything, so that only the abstract tells a name: it is in the title as a word.
            if found.kind is CandidateKind.PROPER and (word := self._found.get(fold_word(key))) is not None:
                found.in_title = word.in_title
                found.n = max(found.n, word.n)
        return tuple(
            Candidate(key, o.kind, tuple(o.surfaces), o.n, o.in_title, o.first) for key, o in self._found.items()
        )


def _phrase_ends(run: _Run, i: int) -> Iterator[int]:
    bridges = 0
    shapes, glued = run.shapes, run.glued
    if shapes[i] is Shape.NUMBER and not glued[i + 1]:
        return  # "8-bit" is a word, "8 bits" is a count.
    for j in range(i + 1, min(len(shapes), i + MAX_WORDS)):
        if shapes[j] is Shape.STOP:
            bridges += 1
            continue
        if bridges > 1 or (shapes[j] is Shape.NUMBER and not glued[j]):
            return
        if not glued[j + 1]:
            yield j


def _stands_apart(run: _Run, i: int) -> bool:
    """Say whether a capitalised word is a name by itself rather than a part of one ("Ladder Residual")."""
    shapes, glued = run.shapes, run.glued
    after = shapes[i + 1] if i + 1 < len(shapes) else None
    if glued[i] or (glued[i + 1] and after not in (Shape.NUMBER, Shape.SHAPED)):
        return False
    return after is not Shape.CAPITAL and not (i and shapes[i - 1] is Shape.CAPITAL)


def _kind_of(run: _Run, i: int, j: int) -> CandidateKind:
    """Say whether a compound is one name (Mamba-2, DeepSeek-V3, Megatron-LM) rather than a phrase."""
    inside = run.shapes[i : j + 1]
    if inside[0] is Shape.NUMBER or Shape.PLAIN in inside or Shape.STOP in inside:
        return CandidateKind.PHRASE
    if all(run.glued[i + 1 : j + 1]) and (Shape.SHAPED in inside or Shape.NUMBER in inside):
        return CandidateKind.NAME
    return CandidateKind.PHRASE
