"""What one text may be about: every name, phrase and word that a corpus is then asked to judge.

This is the first of two passes. It looks at a single text, knows no corpus and throws hardly anything away;
`papertrace.resolve.concepts.vocabulary` counts its result over many texts and decides.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from papertrace.extract.concepts.terms import TermFinder
from papertrace.extract.mentions.own_names import find_own_names
from papertrace.extract.text.acronyms import find_acronyms
from papertrace.extract.text.folding import fold_word
from papertrace.extract.text.tokens import Shape, Tokens, clean_text, tokenize
from papertrace.model.candidate import Candidate, CandidateKind, Candidates, Definition, Words, join_plain

MAX_WORDS = 5
_NAME, _PROPER, _PHRASE, _WORD = CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.PHRASE, CandidateKind.WORD
_ORDINARY = f"{Shape.PLAIN}{Shape.CAPITAL}{Shape.SUFFIX}"

MAX_CHARACTERS = 40_000
"""Twenty times a long abstract. Phrases are compared with one another, so that more would cost its square."""


def find_candidates(title: str, abstract: str, finder: TermFinder | None = None) -> Candidates:
    """Return all that a paper may be about, in order of first place in title and abstract.

    Candidates are names (tokens of unusual shape and their compounds), capitalised words inside sentences,
    phrases of two to five words without a stop word inside ("of" and the inner words of a compound such as
    "text-to-image" are let through), and single words. Nothing is judged here. An empty text has no candidates, and
    of a text of over `MAX_CHARACTERS`, which is no abstract, the beginning is taken.
    The terms of `finder` are candidates wherever they stand, whatever they are made of.

    >>> found = find_candidates("A KV cache", "We shrink the key-value (KV) cache in FlashAttention-2.")
    >>> [item.key for item in found.items]
    ['KV', 'KV cache', 'key value', 'FlashAttention', 'FlashAttention 2']
    """
    clean_title, clean_abstract = clean_text(title[:MAX_CHARACTERS]), clean_text(abstract[:MAX_CHARACTERS])
    if clean_title.isupper():
        clean_title = clean_title.lower()
    in_title, in_abstract = tokenize(clean_title), tokenize(clean_abstract)
    _demote_gerunds(in_title)
    n_title = len(in_title.texts)
    found: dict[str, Candidate] = {}
    title_words = _gather(in_title, found, 0, in_title=True)
    abstract_words = _gather(in_abstract, found, n_title, in_title=False)
    words = Words((*title_words, *abstract_words), (*in_title.texts, *in_abstract.texts), n_title)
    _align_proper_names(found, words)
    if finder is not None:
        _gather_terms(finder, (in_title, in_abstract), found, words)
    acronyms = find_acronyms(clean_abstract)
    definitions = tuple(
        dict.fromkeys(
            Definition(short, long)
            for acronym in (*find_acronyms(clean_title), *acronyms)
            if (short := key_of(acronym.short)) and (long := key_of(acronym.long)) and short != long
        )
    )
    plain = Shape.PLAIN
    return Candidates(
        items=tuple(found.values()),
        definitions=definitions,
        words=words,
        lower_words=frozenset(
            [fold for fold, shape in zip(in_abstract.folds, in_abstract.shapes, strict=True) if shape is plain]
        ),
        n_words=len(words.keys),
        # A capitalised word is a candidate as printed: "Splitwise" must not become "Splitwize".
        own_names=frozenset([f for name in find_own_names(title, abstract, acronyms) for f in (key_of(name), name)]),
    )


def _demote_gerunds(title: Tokens) -> None:
    """Take "Serving" at the start of a title, or after its colon, for the verb that it is."""
    for i, text in enumerate(title.texts):
        if text.endswith("ing") and title.parts[2 * i + 2][:1] == " ":
            before = title.parts[2 * i].rstrip()
            if before.endswith(":") or (not before and not i):
                title.shapes[i] = Shape.STOP


def key_of(text: str) -> str:
    """Return the folded identity of a short text: the key that a candidate of this spelling has.

    >>> [key_of(text) for text in ("Key-Value caches", "SSMs", "Mixture of Experts", "FlashAttention-2")]
    ['key value cache', 'SSM', 'mixture of expert', 'FlashAttention 2']
    """
    return " ".join(tokenize(clean_text(text)).folds)


# A text is also written as two letters a token, that of the gap before it and that of its shape, so that one regular
# expression cuts it into runs, and a run's letters tell all that is to be known of the phrases in it.
_BLANK, _HYPHEN = "s", "h"
_OPENING_HYPHEN = "H"  # a hyphen before the first token of all
_ENDED_SUFFIX = "Z"  # a suffix after its hyphen: no part of any run
_OPENING = "ABCH"
_RUN = re.compile(
    r"(?:[a-zA-H][PKXN]|[^hH]U)"
    r"(?:[shwv][PKXN]|[swv]U"
    r"|hT(?=[hbB])"  # "text-to-image": what stands between two hyphens
    r"|[swv]O(?=[swaA])|hO(?=[swaAhbB]))+"  # "mixture of experts"
    r"|[a-zA-H][XK]"
)


class _Gaps(dict[str, str]):
    """Remember what the gaps before tokens mean for runs.

    Letters from s on let a run go on: a blank, a hyphen, other white space; those of the alphabet's beginning break
    it, as capitals where a sentence ends. Of each there are three, for what begins with a blank, a hyphen, or else.
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
        if len(self) < _MANY_GAPS:
            self[gap] = letter
        return letter


class _Place(NamedTuple):
    """Say that the tokens of a run from `start` to before `end` are a candidate."""

    start: int
    end: int
    kind: CandidateKind
    final: bool


class _Plans(dict[str, tuple[_Place, ...]]):
    """Remember where the candidates of runs stand: of the runs of a text, hardly one has letters never seen."""

    def __init__(self, *, in_title: bool) -> None:
        super().__init__()
        self._in_title = in_title

    def __missing__(self, run: str) -> tuple[_Place, ...]:
        places = tuple(_find_places(run, in_title=self._in_title))
        if len(run) <= _LONG_RUN:
            if len(self) >= _MANY_RUNS:
                self.clear()
            self[run] = places
        return places


_MANY_GAPS, _MANY_RUNS, _LONG_RUN = 1 << 12, 1 << 14, 40
_GAPS = _Gaps()
_TITLE_PLANS, _PLANS = _Plans(in_title=True), _Plans(in_title=False)


def _gather(tokens: Tokens, found: dict[str, Candidate], offset: int, *, in_title: bool) -> list[str]:
    """Add the candidates of a text to those found; return the key of each token that is an ordinary word, else "".

    `offset` is the number of words before the text.
    """
    texts, folds, shapes, parts = tokens
    if not texts:
        return []
    gaps = [_GAPS[gap] for gap in parts[:-1:2]]
    gaps[0] = _OPENING_HYPHEN if gaps[0] == _HYPHEN else _OPENING[0]
    letters = "".join(shapes)
    if Shape.SUFFIX in letters:
        both = zip(letters, gaps, strict=True)
        letters = "".join([_ENDED_SUFFIX if one == Shape.SUFFIX and gap in "hH" else one for one, gap in both])
    pairs = [""] * (2 * len(texts))
    pairs[::2] = gaps
    pairs[1::2] = letters
    make = tuple.__new__  # A third of the cost of the same by keywords, and there are very many.
    plans = _TITLE_PLANS if in_title else _PLANS
    for run in _RUN.finditer("".join(pairs)):
        begin = run.start() // 2
        for start, end, kind, final in plans[run.group()]:
            i, j = begin + start, begin + end
            surface = "".join(parts[2 * i + 1 : 2 * j])
            if kind is _PHRASE:
                key = " ".join(folds[i:j])
            elif kind is _NAME:
                key = " ".join(texts[i:j]) if j > i + 1 else folds[i]
            else:
                key = surface
            seen = found.get(key)
            if seen is None:
                # Acronyms have capitals.
                identity = join_plain(key) if kind is _PHRASE and key.islower() else ""
                found[key] = make(Candidate, (key, kind, (surface,), 1, in_title, offset + i, final, identity))
            else:
                found[key] = _seen_again(seen, surface, final=final)
    return [fold if letter in _ORDINARY else "" for fold, letter in zip(folds, letters, strict=True)]


def _seen_again(seen: Candidate, surface: str, *, final: bool) -> Candidate:
    key, kind, surfaces, n, in_title, first, was_final, identity = seen
    if surface not in surfaces:
        surfaces = (*surfaces, surface)
    return Candidate(key, kind, surfaces, n + 1, in_title, first, final or was_final, identity)


def _align_proper_names(found: dict[str, Candidate], words: Words) -> None:
    """Let a capitalised word be in the title as a word: titles capitalise everything, so that it is no name there."""
    for key, seen in found.items():
        if seen.kind is _PROPER and (fold := fold_word(key)) in words.keys:
            n = max(seen.n, words.keys.count(fold))
            found[key] = seen._replace(in_title=words.keys.index(fold) < words.n_title, n=n)


def _gather_terms(finder: TermFinder, texts: tuple[Tokens, Tokens], found: dict[str, Candidate], words: Words) -> None:
    """Add those terms of a user that are no candidates already."""
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


def _find_places(run: str, *, in_title: bool) -> Iterator[_Place]:
    """Yield the candidates in a run, given its letters: at each token its own, then the phrases that begin there."""
    shapes, glued = run[1::2], [gap in "hH" for gap in run[::2]]
    opens = run[0] in _OPENING
    end = len(shapes)
    for i, shape in enumerate(shapes):
        if shape in (Shape.STOP, Shape.OF):
            continue
        if shape == Shape.SHAPED:
            yield _Place(i, i + 1, _NAME, final=True)
        elif shape == Shape.CAPITAL and not in_title and (i or not opens) and _stands_apart(shapes, glued, i):
            yield _Place(i, i + 1, _PROPER, final=True)
        # "Space model" is no part of "state-space model"; "MoE model" is one of "non-MoE model".
        if i + 1 == end or (shape != Shape.SHAPED and glued[i]):
            continue
        for j in _phrase_ends(shapes, glued, i):
            kind = _kind_of(shapes, glued, i, j)
            yield _Place(i, j, kind, final=kind is _NAME or j == end or shapes[j] in (Shape.STOP, Shape.OF))


def _phrase_ends(shapes: str, glued: list[bool], i: int) -> Iterator[int]:
    """Yield the number of the token behind each phrase that begins at token `i`."""
    bridges = 0
    end = len(shapes)
    if shapes[i] == Shape.NUMBER and not glued[i + 1]:
        return  # "8-bit" is a word, "8 bits" is a count.
    for j in range(i + 1, min(end, i + MAX_WORDS)):
        shape = shapes[j]
        if shape in (Shape.STOP, Shape.OF):
            bridges += 1
            continue
        if bridges > 1 or (shape == Shape.NUMBER and not glued[j]):
            return
        if j + 1 == end or not glued[j + 1]:
            yield j + 1


def _stands_apart(shapes: str, glued: list[bool], i: int) -> bool:
    """Say whether a capitalised word is a name by itself rather than a part of one ("Ladder Residual")."""
    after = shapes[i + 1 : i + 2]
    if glued[i] or (after and glued[i + 1] and after not in (Shape.NUMBER, Shape.SHAPED)):
        return False
    return after != Shape.CAPITAL and not (i and shapes[i - 1] == Shape.CAPITAL)


def _kind_of(shapes: str, glued: list[bool], i: int, j: int) -> CandidateKind:
    """Say whether a compound is one name (Mamba-2, DeepSeek-V3, Megatron-LM) rather than a phrase."""
    inside = shapes[i:j]
    if shapes[i] == Shape.NUMBER or not all(glued[i + 1 : j]) or any(shape in inside for shape in "PTO"):
        return _PHRASE
    return _NAME if Shape.SHAPED in inside or Shape.NUMBER in inside else _PHRASE
