"""Terms given by the user: parsed from files with one entry per line, and found in texts whatever their words."""

import re
from collections.abc import Iterable, Iterator

from papertrace.errors import TermsError
from papertrace.extract.text.tokens import Tokens, clean_text, tokenize
from papertrace.model.papers.concept import Form, Terms

_SEPARATOR = re.compile(r"\t+| = ")
_INSIDE = re.compile(r"[\s/-]*\Z")  # the possible gaps between two words of one term


def parse_synonyms(lines: Iterable[str], source: str) -> tuple[tuple[Form, ...], ...]:
    r"""Parse the groups of a thesaurus: one per line, forms separated by tabs or ` = `, the preferred form first.

    Blank lines and lines that begin with `#` are ignored.

    >>> [[form.text for form in group] for group in parse_synonyms(["KV cache = key-value store\tKVC\n"], "s.txt")]
    [['KV cache', 'key-value store', 'KVC']]

    Raises
    ------
    TermsError
        If a line has only one form, a form contains no word, or a form is in two groups.
    """
    groups: list[tuple[Form, ...]] = []
    seen: dict[str, int] = {}
    for number, line in _lines(lines):
        forms = [_form(text, source, number) for text in _SEPARATOR.split(line) if text.strip()]
        if len(forms) == 1:
            message = f"{source}:{number}:1: '{line}' has no synonym; add one after it, separated by ' = ' or a tab"
            raise TermsError(message)
        for form in forms:
            if seen.setdefault(form.key, number) != number:
                message = (
                    f"{source}:{number}:1: '{form.text}' is already in line {seen[form.key]}; keep it in one group only"
                )
                raise TermsError(message)
        groups.append(tuple(dict.fromkeys(forms)))
    return tuple(groups)


def parse_terms(lines: Iterable[str], source: str) -> tuple[Form, ...]:
    """Parse the terms of a list, one per line; blank lines and lines that begin with `#` are ignored.

    Raises
    ------
    TermsError
        If a line contains no word.
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
        message = f"{source}:{number}:1: '{text}' contains no word; write one term per line"
        raise TermsError(message)
    return Form(text, key)


class TermFinder:
    """A finder of the user's terms in texts, including those that the search for candidates would reject."""

    __slots__ = ("_by_first",)

    def __init__(self, terms: Terms) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        keys = {form.key for group in (*terms.synonyms, terms.vocabulary) for form in group}
        for key in sorted(keys, key=lambda key: (-key.count(" "), key)):
            words = tuple(key.split(" "))
            self._by_first.setdefault(words[0], []).append(words)

    def __bool__(self) -> bool:
        """Return whether there is anything to find."""
        return bool(self._by_first)

    def find(self, tokens: Tokens) -> Iterator[tuple[str, int, int]]:
        """Yield the key and the first and last token index of every occurrence, longest first at each token."""
        folds, parts = tokens.folds, tokens.parts
        for i, fold in enumerate(folds):
            for words in self._by_first.get(fold, ()):
                last = i + len(words) - 1
                if tuple(folds[i : last + 1]) == words and all(
                    _INSIDE.match(parts[2 * k]) for k in range(i + 1, last + 1)
                ):
                    yield " ".join(words), i, last
