"""Gerunds in titles that are verbs rather than parts of names: "Serving" in "Serving Tusk Tags on Ice"."""

from papertrace.background import load_background
from papertrace.extract.text.stopwords import ARTICLES, VERB_OPENERS
from papertrace.extract.text.tokens import Shape, Tokens

_DASHES = (" -", " \u2014")  # An en dash is a hyphen in a clean text.
_NOUNS = (Shape.PLAIN, Shape.CAPITAL, Shape.SHAPED, Shape.NUMBER)


def demote_gerunds(title: Tokens) -> None:
    """Treat the gerunds of a title that are verbs as stop words, so that no phrase contains them.

    A gerund is a verb at the beginning of the title or after a colon or dash, before an article or "its", and after a
    preposition such as "by", an adverb, or another verb with "and" between them. In the last three cases it is none if
    the background knows it with the next word ("for programming languages").
    """
    verbs: set[int] = set()
    for i, text in enumerate(title.texts):
        if text.endswith("ing") and title.parts[2 * i + 2][:1] == " " and _is_verb(title, i, verbs):
            title.shapes[i] = Shape.STOP
            verbs.add(i)


def _is_verb(title: Tokens, i: int, verbs: set[int]) -> bool:
    """Return whether the gerund at `i`, before a blank, is a verb; `verbs` are those before it."""
    _, folds, _, parts = title
    gap = parts[2 * i].rstrip()
    if gap.endswith(":") or (not gap and not i) or gap in _DASHES:
        return True
    if i + 1 == len(folds) or parts[2 * i + 2] != " ":
        return False
    if folds[i + 1] in ARTICLES:
        return bool(gap) or title.shapes[i - 1] not in _NOUNS  # "Load Balancing a Cluster" has a name
    return not gap and _opens_verb(title, i - 1, verbs) and _has_object(title, i)


def _opens_verb(title: Tokens, i: int, verbs: set[int]) -> bool:
    """Return whether a gerund after the word at `i` may be a verb."""
    word = title.folds[i]
    return word in VERB_OPENERS or word.endswith("ly") or (word == "and" and i - 1 in verbs)


def _has_object(title: Tokens, i: int) -> bool:
    """Return whether the gerund at `i` is before a noun that is no part of the same name, or before another gerund."""
    texts, folds, shapes, _ = title
    if folds[i + 1] == "and":
        return any(text.endswith("ing") for text in texts[i + 2 : i + 3])
    return shapes[i + 1] in _NOUNS and f"{folds[i]} {folds[i + 1]}" not in load_background()
