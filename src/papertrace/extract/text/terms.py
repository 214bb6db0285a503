"""The words of a paper as the background table counts them, for comparing texts."""

from papertrace.extract.text.languages import demote_function_words
from papertrace.extract.text.tokens import Shape, Tokens, clean_text, tokenize
from papertrace.model.terms import BEGINS, CONTINUES, ENDS, TextWords

MAX_CHARACTERS = 40_000
ROLES = {
    shape: {Shape.STOP: 0, Shape.OF: CONTINUES, Shape.NUMBER: ENDS | CONTINUES}.get(shape, BEGINS | ENDS | CONTINUES)
    for shape in Shape
}
"""The roles of a word of each shape."""

_ROLES_BY_LETTER = bytes.maketrans("".join(ROLES).encode(), bytes(ROLES.values()))


class _Gaps(dict[str, bool]):
    """Whether a phrase may run across a gap between two words: a blank, a hyphen, and nothing between characters."""

    def __missing__(self, gap: str) -> bool:
        return gap.isspace()


_GAPS = _Gaps({" ": True, "-": True})
_GAPS_UNSPACED = _Gaps({" ": True, "-": True, "": True})


def read_words(title: str, abstract: str) -> tuple[TextWords, TextWords]:
    """Return the words of title and abstract, from which phrases are counted: without stop words but "of" inside.

    >>> title, abstract = read_words("Pruning of trees", "Trees need pruning.")
    >>> title.words, list(title.roles), list(title.joined)
    (['pruning', 'of', 'tree'], [7, 4, 7], [1, 1, 0])
    """
    in_title, in_abstract = (tokenize(clean_text(text[:MAX_CHARACTERS])) for text in (title, abstract))
    demote_function_words(in_title, in_abstract)
    return describe_tokens(in_title), describe_tokens(in_abstract)


def describe_tokens(tokens: Tokens) -> TextWords:
    """Return the words that tokens are, with the roles that follow from their shapes."""
    shapes = "".join(tokens.shapes)
    gaps = _GAPS_UNSPACED if Shape.CHARACTER in shapes else _GAPS
    joined = bytes(map(gaps.__getitem__, tokens.parts[2:-1:2])) + b"\0" if shapes else b""
    return TextWords(tokens.folds, shapes.encode().translate(_ROLES_BY_LETTER), joined)
