"""Gerunds in titles that are verbs rather than parts of names: "Serving" in "Serving Tusk Tags on Ice"."""

from papertrace.background import load_background
from papertrace.extract.text.stopwords import ARTICLES, VERB_OPENERS
from papertrace.extract.text.tokens import Shape, Tokens

_DASHES = ("-", "\u2014")  # An en dash is a hyphen in a clean text.


def demote_gerunds(title: Tokens) -> None:
    """Treat the gerunds of a title that are verbs as stop words, so that no phrase contains them.

    A gerund is a verb at the beginning of the title or after a colon or dash, before an article or "its", and after a
    preposition
    such as "by", an adverb, or another verb with "and" between them. In the last three cases it is none if the
    background knows it with the next word ("for programming languages").
    """
    verbs: set[int] = set()
    for i, text in enumerate(title.texts):
        if text.endswith("ing") and title.parts[2 * i + 2][:1] == " " and _is_verb(title, i, verbs):
            title.shapes[i] = Shape.STOP
            verbs.add(i)


def _is_verb(title: Tokens, i: int, verbs: set[int]) -> bool:
    """Return whether the gerund at `i` is a verb; `verbs` are those before it."""
    _, folds, _, parts = title
    gap = parts[2 * i].rstrip()
    if gap.endswith(":") or (not gap and not i) or (gap in (f" {dash}" for dash in _DASHES)):
        return True
    if i + 1 == len(folds) or parts[2 * i + 2] != " ":
        return False
    is_part = not gap and i > 0 and title.shapes[i - 1] in _NOUNS  # of a name: "Load Balancing a Cluster"
    if folds[i + 1] in ARTICLES:
        return not is_part
    if gap or not i:
        return False
    before = folds[i - 1]
    if not (before in VERB_OPENERS or before.endswith("ly") or (before == "and" and i - 2 in verbs)):
        return False
    if folds[i + 1] == "and":
        return title.texts[i + 2 : i + 3] != [] and title.texts[i + 2].endswith("ing")
    return title.shapes[i + 1] in _NOUNS and f"{folds[i]} {folds[i + 1]}" not in load_background()


_NOUNS = (Shape.PLAIN, Shape.CAPITAL, Shape.SHAPED, Shape.NUMBER)
