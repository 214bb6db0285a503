"""Plain lists of URLs, one per line, with blank lines and `#` comments."""

import re
from collections.abc import Iterable, Iterator, Sequence

from papertrace.model import Problem, Span, Target

# The share is lower in captures of paper pages with every link on a line of its own.
_MIN_SHARE = 0.6
_BARE = re.compile(r"(?:[a-z0-9-]{1,63}\.){1,9}[a-z]{2,24}/\S*", re.IGNORECASE)
_SEPARATORS = (",", ";", "\t", "|")
_SCHEMES = ("http://", "https://", "www.", "github.com/", "doi.org/", "arxiv.org/")


def is_url_list(head: list[str]) -> bool:
    """Return whether most of the first lines of a file are single URLs; the rows of a table are not.

    >>> is_url_list(["# mine", "https://example.org/a", "", "www.example.org"]), is_url_list(["A Title"])
    (True, False)
    >>> is_url_list(["url,year", "https://example.org/a,2019", "https://example.org/b,2021"])
    False
    """
    shown = [line.strip() for line in head]
    shown = [line for line in shown if line and not line.startswith("#")]
    if len(shown) > 1 and any(len(counts) == 1 and 0 not in counts for counts in _count_separators(shown)):
        return False
    has_scheme = [len(line.split()) == 1 and line.lower().startswith(_SCHEMES) for line in shown]
    n_urls = sum(one or _BARE.fullmatch(line) is not None for one, line in zip(has_scheme, shown, strict=True))
    return any(has_scheme) and n_urls > _MIN_SHARE * len(shown)


def _count_separators(lines: Sequence[str]) -> Iterator[set[int]]:
    """Yield, for each separator of tables, its different counts in lines."""
    for separator in _SEPARATORS:
        yield {line.count(separator) for line in lines}


def parse(lines: Iterable[str], source: str) -> Iterator[Target | Problem]:
    """Yield every line of one word that may be meant as a URL, as printed, and a problem for every other line."""
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        span = Span(source, number, len(line) - len(line.lstrip()) + 1)
        if len(text.split()) == 1 and ("/" in text or "." in text):
            yield Target(raw=text, words="", span=span)
        else:
            yield Problem(span, "not a single URL; left out")
