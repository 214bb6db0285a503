"""Candidate concepts of a text: every name, phrase and word that may be one.

This is the first of two passes. It considers a single text, without the corpus, and discards hardly anything;
`papertrace.resolve.concepts.vocabulary` counts the candidates over many texts and decides.
"""

from itertools import compress
from operator import mul

from papertrace.extract.concepts.gerunds import demote_gerunds
from papertrace.extract.concepts.runs import ABSTRACT_SPANS, RUN, TITLE_SPANS, encode
from papertrace.extract.concepts.terms import TermFinder
from papertrace.extract.mentions.own_names import find_own_names
from papertrace.extract.text.acronyms import find_acronyms
from papertrace.extract.text.folding import fold_word
from papertrace.extract.text.languages import demote_function_words
from papertrace.extract.text.scripts import is_unspaced
from papertrace.extract.text.tokens import Shape, Tokens, clean_text, tokenize
from papertrace.model.papers.candidate import Candidate, CandidateKind, Candidates, Definition, Words, join_plain

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
    demote_gerunds(in_title)
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
        lower_words=_find_lower(in_abstract if in_abstract.texts else in_title),
        undecided_words=frozenset() if in_abstract.texts else _find_undecided(in_title),
        n_words=len(keys),
        # A capitalised word is a candidate as printed: "Splitwise" must not become "Splitwize".
        own_names=frozenset([f for name in find_own_names(title, abstract, acronyms) for f in (key_of(name), name)]),
    )


def _find_lower(tokens: Tokens) -> frozenset[str]:
    """Return the plain words in lower case."""
    return frozenset(compress(tokens.folds, "".join(tokens.shapes).encode().translate(_PLAIN)))


def _find_undecided(title: Tokens) -> frozenset[str]:
    """Return the words that a title would print with a capital whether they are names or not.

    These are all words of a title that capitalises most of them, otherwise the first one and those after a colon.
    """
    _, folds, shapes, parts = title
    capitals = [i for i, shape in enumerate(shapes) if shape is Shape.CAPITAL]
    first = [i for i in capitals if not i or not parts[2 * i].isspace()]
    capitalises_most = len(capitals) - len(first) > shapes.count(Shape.PLAIN)
    return frozenset([folds[i] for i in (capitals if capitalises_most else first)])


def key_of(text: str) -> str:
    """Return the key of a candidate with this spelling: its tokens in normal form.

    >>> [key_of(text) for text in ("Key-Value caches", "SSMs", "Mixture of Experts", "FlashAttention-2")]
    ['key value cache', 'SSM', 'mixture of expert', 'FlashAttention 2']
    """
    return " ".join(tokenize(clean_text(text)).folds)


def _gather(tokens: Tokens, found: dict[str, Candidate], offset: int, *, in_title: bool) -> list[str]:
    """Add the candidates of a text to `found` and return its keys: the normal form of each ordinary word, else "".

    `offset` is the number of words before the text.
    """
    _, folds, _, parts = tokens
    if not folds:
        return []
    encoded = encode(tokens)
    make = tuple.__new__  # This takes a third of the time of a call with keywords, and there are very many.
    run_spans = TITLE_SPANS if in_title else ABSTRACT_SPANS
    for run in RUN.finditer(encoded):
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
