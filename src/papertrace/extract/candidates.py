"""What one text may be about: every name, phrase and word that a corpus is then asked to judge.

This is the first of two passes. It looks at a single text, knows no corpus and throws hardly anything away;
`papertrace.resolve.vocabulary` counts its result over many texts and decides.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from papertrace.extract.acronyms import find_acronyms
from papertrace.extract.folding import fold_word
from papertrace.extract.names import find_own_names
from papertrace.extract.terms import TermFinder
from papertrace.extract.tokens import Shape, Tokens, clean_text, tokenize
from papertrace.model.candidate import Candidate, CandidateKind, Candidates, Definition

MAX_WORDS = 5
_HYPHEN = "-"
_NAME, _PROPER, _PHRASE, _WORD = CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.PHRASE, CandidateKind.WORD
_STOP, _PLAIN, _CAPITAL = Shape.STOP, Shape.PLAIN, Shape.CAPITAL
_SHAPED, _NUMBER, _SUFFIX = Shape.SHAPED, Shape.NUMBER, Shape.SUFFIX


class _Occurrences:
    """Collect where one key stands."""

    __slots__ = ("final", "first", "in_title", "kind", "n", "surfaces")

    def __init__(self, kind: CandidateKind, first: int) -> None:
        self.kind = kind
        self.first = first
        self.n = 0
        self.in_title = False
        self.final = False
        self.surfaces: dict[str, None] = {}


_Note = Callable[[str, CandidateKind, int, str], _Occurrences]


class _Run(NamedTuple):
    """Hold tokens that a phrase may lie in, as the range from `start` to before `end`.

    `opens` says that the first token opens a sentence. `glued` says of each token of the text whether a hyphen
    glues it to the one before.
    """

    start: int
    end: int
    opens: bool
    glued: list[bool]

    def joins(self, i: int) -> bool:
        """Say whether a hyphen glues a token of the run to the one before, be that a stop word outside of it."""
        return i < self.end and self.glued[i]


MOST_CHARACTERS = 40_000
"""Twenty times a long abstract. Phrases are compared with one another, so that more would cost its square."""


def find_candidates(title: str, abstract: str, finder: TermFinder | None = None) -> Candidates:
    """Return all that a paper may be about, in order of first place in title and abstract.

    Candidates are names (tokens of unusual shape and their compounds), capitalised words inside sentences,
    phrases of two to five words without a stop word inside ("of" and the inner words of a compound such as
    "text-to-image" are let through), and single words. Nothing is judged here. An empty text has no candidates, and
    of a text of over `MOST_CHARACTERS`, which is no abstract, the beginning is taken.
    The terms of `finder` are candidates wherever they stand, whatever they are made of.

    >>> found = find_candidates("A KV cache", "We shrink the key-value (KV) cache in FlashAttention-2.")
    >>> [item.key for item in found.items if item.kind in ("name", "phrase")]
    ['KV', 'KV cache', 'key value', 'FlashAttention', 'FlashAttention 2']
    """
    clean_title, clean_abstract = clean_text(title[:MOST_CHARACTERS]), clean_text(abstract[:MOST_CHARACTERS])
    if clean_title.isupper():
        clean_title = clean_title.lower()
    in_title, in_abstract = tokenize(clean_title), tokenize(clean_abstract)
    _demote_gerunds(in_title)
    gatherer = _Gatherer()
    gatherer.gather(in_title, 0, in_title=True)
    gatherer.gather(in_abstract, len(in_title.texts), in_title=False)
    if finder is not None:
        gatherer.gather_terms(finder, in_title, in_abstract)
    lower_words = {fold for fold, shape in zip(in_abstract.folds, in_abstract.shapes, strict=True) if shape is _PLAIN}
    acronyms = find_acronyms(clean_abstract)
    definitions = tuple(
        dict.fromkeys(
            Definition(short, long)
            for acronym in (*find_acronyms(clean_title), *acronyms)
            if (short := key_of(acronym.short)) and (long := key_of(acronym.long)) and short != long
        )
    )
    return Candidates(
        items=gatherer.candidates(),
        definitions=definitions,
        lower_words=frozenset(lower_words),
        n_words=len(in_title.texts) + len(in_abstract.texts),
        # A capitalised word is a candidate as printed: "Splitwise" must not become "Splitwize".
        own_names=frozenset([f for name in find_own_names(title, abstract, acronyms) for f in (key_of(name), name)]),
    )


def _demote_gerunds(title: Tokens) -> None:
    """Take "Serving" at the start of a title, or after its colon, for the verb that it is."""
    for i, text in enumerate(title.texts):
        if text.endswith("ing") and title.parts[2 * i + 2][:1] == " ":
            before = title.parts[2 * i].rstrip()
            if before.endswith(":") or (not before and not i):
                title.shapes[i] = _STOP


def key_of(text: str) -> str:
    """Return the folded identity of a short text: the key that a candidate of this spelling has.

    >>> [key_of(text) for text in ("Key-Value caches", "SSMs", "Mixture of Experts", "FlashAttention-2")]
    ['key value cache', 'SSM', 'mixture of expert', 'FlashAttention 2']
    """
    return " ".join(tokenize(clean_text(text)).folds)


def _runs(tokens: Tokens) -> Iterator[_Run]:
    """Cut the tokens into runs without a stop word, save those that bridge two halves of a phrase."""
    _, folds, shapes, parts = tokens
    gaps = parts[::2]
    glued = [gap == _HYPHEN for gap in gaps]
    start, opens = 0, True
    for i, shape in enumerate(shapes):
        gap = gaps[i]
        if i and gap not in {" ", _HYPHEN} and (not gap or not gap.isspace()):
            if start < i:
                yield _Run(start, i, opens, glued)
            start, opens = i, "." in gap or "!" in gap or "?" in gap
        if shape is _STOP or (shape is _SUFFIX and glued[i]):
            if shape is _STOP and start < i:
                after = gaps[i + 1]
                if (glued[i] and after[:1] == _HYPHEN) or (folds[i] == "of" and after[:1] == " "):
                    continue
            if start < i:
                yield _Run(start, i, opens, glued)
            start, opens = i + 1, False
    if start < len(shapes):
        yield _Run(start, len(shapes), opens, glued)


class _Gatherer:
    """Gather the candidates of a paper's runs by key."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[str, _Occurrences] = {}

    def gather(self, tokens: Tokens, offset: int, *, in_title: bool) -> None:
        """Note every candidate of a text; `offset` is the number of words before it."""
        found = self._found

        def note(key: str, kind: CandidateKind, first: int, surface: str) -> _Occurrences:
            seen = found.get(key)
            if seen is None:
                seen = found[key] = _Occurrences(kind, offset + first)
            seen.n += 1
            if in_title:
                seen.in_title = True
            seen.surfaces[surface] = None
            return seen

        for run in _runs(tokens):
            _note_run(run, tokens, note, in_title=in_title)

    def gather_terms(self, finder: TermFinder, title: Tokens, abstract: Tokens) -> None:
        """Note those terms of a user that are no candidates already."""
        noted = frozenset(self._found)
        offset = 0
        for tokens in (title, abstract):
            for key, first, last in finder.find(tokens):
                if key in noted:
                    continue
                kind = _PHRASE if " " in key else _NAME if tokens.shapes[first] is _SHAPED else _WORD
                seen = self._found.setdefault(key, _Occurrences(kind, offset + first))
                seen.n += 1
                seen.in_title = seen.in_title or tokens is title
                seen.final = True
                seen.surfaces[tokens.surface(first, last)] = None
            offset += len(tokens.texts)

    def candidates(self) -> tuple[Candidate, ...]:
        """Return what was gathered, in order of first place."""
        found = self._found
        for key, seen in found.items():
            # Titles capitalise everything, so that only the abstract tells a name: it is in the title as a word.
            if seen.kind is _PROPER and (word := found.get(fold_word(key))) is not None:
                seen.in_title = word.in_title
                seen.n = max(seen.n, word.n)
        return tuple(
            [
                Candidate(key, o.kind, tuple(o.surfaces), o.n, o.in_title, o.first, o.final or o.kind is not _PHRASE)
                for key, o in found.items()
            ]
        )


def _note_run(run: _Run, tokens: Tokens, note: _Note, *, in_title: bool) -> None:
    """Note the candidates of a run: at each token its own, then the phrases that begin there."""
    texts, folds, shapes, parts = tokens
    start, end, opens, _ = run
    for i in range(start, end):
        shape = shapes[i]
        if shape is _STOP:
            continue
        if shape is _SHAPED:
            note(folds[i], _NAME, i, texts[i])
        elif shape is not _NUMBER:
            if shape is _CAPITAL and not in_title and (i > start or not opens) and _stands_apart(run, shapes, i):
                note(texts[i], _PROPER, i, texts[i])
            note(folds[i], _WORD, i, texts[i])
        # "Space model" is no part of "state-space model"; "MoE model" is one of "non-MoE model".
        if i + 1 == end or (shape is not _SHAPED and run.joins(i)):
            continue
        for j in _phrase_ends(run, shapes, i):
            kind = _kind_of(run, shapes, i, j)
            key = " ".join((texts if kind is _NAME else folds)[i : j + 1])
            seen = note(key, kind, i, "".join(parts[2 * i + 1 : 2 * j + 2]))
            if j + 1 == end or shapes[j + 1] is _STOP:
                seen.final = True


def _phrase_ends(run: _Run, shapes: list[Shape], i: int) -> Iterator[int]:
    bridges = 0
    _, end, _, glued = run
    if shapes[i] is _NUMBER and not run.joins(i + 1):
        return  # "8-bit" is a word, "8 bits" is a count.
    for j in range(i + 1, min(end, i + MAX_WORDS)):
        shape = shapes[j]
        if shape is _STOP:
            bridges += 1
            continue
        if bridges > 1 or (shape is _NUMBER and not glued[j]):
            return
        if j + 1 == end or not glued[j + 1]:
            yield j


def _stands_apart(run: _Run, shapes: list[Shape], i: int) -> bool:
    """Say whether a capitalised word is a name by itself rather than a part of one ("Ladder Residual")."""
    after = shapes[i + 1] if i + 1 < run.end else None
    if run.joins(i) or (run.joins(i + 1) and after not in {_NUMBER, _SHAPED}):
        return False
    return after is not _CAPITAL and not (i > run.start and shapes[i - 1] is _CAPITAL)


def _kind_of(run: _Run, shapes: list[Shape], i: int, j: int) -> CandidateKind:
    """Say whether a compound is one name (Mamba-2, DeepSeek-V3, Megatron-LM) rather than a phrase."""
    if not run.glued[i + 1] or shapes[i] is _NUMBER:
        return _PHRASE
    inside = shapes[i : j + 1]
    if _PLAIN in inside or _STOP in inside:
        return _PHRASE
    return _NAME if all(run.glued[i + 1 : j + 1]) and (_SHAPED in inside or _NUMBER in inside) else _PHRASE
