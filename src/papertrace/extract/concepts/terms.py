"""The terms that a user names: read from files of a line each, and found in texts whatever they are made of."""

import re
from collections.abc import Iterable, Iterator

from papertrace.errors import TermsError
from papertrace.extract.text.tokens import Tokens, clean_text, tokenize
from papertrace.model.concept import Form, Terms

_SEPARATOR = re.compile(r"\t+| = ")
_INSIDE = re.compile(r"[\s/-]*\Z")  # what may stand between two words of one term


def parse_synonyms(lines: Iterable[str], source: str) -> tuple[tuple[Form, ...], ...]:
    r"""Return the groups of a thesaurus: one a line, parted by tabs or ` = `, the preferred form first.

    Blank lines and those that begin with `#` are left out.

    >>> [[form.text for form in group] for group in parse_synonyms(["KV cache = key-value store\tKVC\n"], "s.txt")]
    [['KV cache', 'key-value store', 'KVC']]

    Raises
    ------
    TermsError
        If a line holds one form alone, a form holds no word, or a form is in two groups.
    """
    groups: list[tuple[Form, ...]] = []
    seen: dict[str, int] = {}
    for number, line in _lines(lines):
        forms = [_form(text, source, number) for text in _SEPARATOR.split(line) if text.strip()]
        if len(forms) == 1:
            message = f"{source}:{number}:1: '{line}' stands alone; write synonyms behind it, parted by ' = ' or tabs"
            raise TermsError(message)
        for form in forms:
            if seen.setdefault(form.key, number) != number:
                message = f"{source}:{number}:1: '{form.text}' is also in line {seen[form.key]}; a form has one group"
                raise TermsError(message)
        groups.append(tuple(dict.fromkeys(forms)))
    return tuple(groups)


def parse_terms(lines: Iterable[str], source: str) -> tuple[Form, ...]:
    """Return the terms of a list, one a line; blank lines and those that begin with `#` are left out.

    Raises
    ------
    TermsError
        If a line holds no word.
    """
    return tuple(dict.fromkeys(_form(line, source, number) for number, line in _lines(lines)))


def _lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, start=1):
        text = line.removeprefix("\ufeff").strip()
        if text and not text.startswith("#"):
            yield number, text


def _form(text: str, source: str, number: int) -> Form:
    text = " ".join(text.split())
    key = " ".join(tokenize(clean_text(text)).folds)
    if not any(character.isalnum() for character in key):
        message = f"{source}:{number}:1: '{text}' holds no word; write one term a line"
        raise TermsError(message)
    return Form(text, key)


class TermFinder:
    """Find the terms of a user in texts: also those that the search for candidates would not take for one."""

    __slots__ = ("_by_first",)

    def __init__(self, terms: Terms) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        keys = {form.key for group in (*terms.synonyms, terms.vocabulary) for form in group}
        for key in sorted(keys, key=lambda key: (-key.count(" "), key)):
            words = tuple(key.split(" "))
            self._by_first.setdefault(words[0], []).append(words)

    def find(self, tokens: Tokens) -> Iterator[tuple[str, int, int]]:
        """Yield the key and the first and last token of every place of a term, longest first at each token."""
        if not self._by_first:
            return
        folds, parts = tokens.folds, tokens.parts
        for i, fold in enumerate(folds):
            for words in self._by_first.get(fold, ()):
                last = i + len(words) - 1
                if tuple(folds[i : last + 1]) == words and all(
                    _INSIDE.match(parts[2 * k]) for k in range(i + 1, last + 1)
                ):
                    yield " ".join(words), i, last
