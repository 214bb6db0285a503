"""The words and short phrases of a text as the background table counts them, for comparing texts."""

from papertrace.extract.text.languages import demote_function_words
from papertrace.extract.text.tokens import Shape, Tokens, clean_text, tokenize
from papertrace.model.terms import PaperTerms

MAX_WORDS = 3
MAX_CHARACTERS = 40_000
_WITHIN = frozenset({" ", "-"})
_WITHIN_UNSPACED = _WITHIN | {""}


def count_terms(title: str, abstract: str) -> PaperTerms:
    """Count the words and the phrases of two or three words of a paper, without stop words but "of".

    >>> found = count_terms("Pruning of trees", "Trees need pruning.")
    >>> sorted(found.counts.items())
    [('pruning', 2), ('pruning of tree', 1), ('tree', 2)]
    >>> sorted(found.title)
    ['pruning', 'pruning of tree', 'tree']
    """
    counts: dict[str, int] = {}
    in_title, in_abstract = (tokenize(clean_text(text[:MAX_CHARACTERS])) for text in (title, abstract))
    demote_function_words(in_title, in_abstract)
    _count(in_title, counts)
    titled = frozenset(counts)
    _count(in_abstract, counts)
    return PaperTerms(counts, titled)


def _count(tokens: Tokens, counts: dict[str, int]) -> None:
    parts, shapes = tokens.parts, tokens.shapes
    within = _WITHIN_UNSPACED if Shape.CHARACTER in shapes else _WITHIN
    words = [fold if fold.islower() else fold.casefold() for fold in tokens.folds]
    n = len(words)
    get = counts.get
    for i, shape in enumerate(shapes):
        if shape in _OUTER:
            continue
        key = words[i]
        counts[key] = get(key, 0) + 1
        for j in range(i + 1, min(n, i + MAX_WORDS)):
            inner = shapes[j]
            if inner is _STOP or ((gap := parts[2 * j]) not in within and not gap.isspace()):
                break
            key = f"{key} {words[j]}"
            if inner is not _OF:
                counts[key] = get(key, 0) + 1


_STOP, _OF = Shape.STOP, Shape.OF
_OUTER = frozenset({Shape.STOP, Shape.OF, Shape.NUMBER})
