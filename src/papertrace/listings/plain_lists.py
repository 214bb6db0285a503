"""Lists with one thing a line and nothing else: identifiers and addresses of papers, bare titles, or URLs to audit.

Blank lines and lines that begin with `#` are set aside. A paper without a printed title is named by its identifier.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from papertrace.listings.fields import is_title
from papertrace.model import Entry, Identifiers, Problem, Span, Target
from papertrace.model.identifiers import identify_address, normalise_identifiers, parse_arxiv, parse_doi

_MARK = re.compile(r"(?:[-*+\u2022]|\d{1,5}[.)])\s{1,4}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE = re.compile(r"[.!?]\s+[A-Z]|[.;:,]$")
_SMALL = 4
_MIN_LINES = 3
_MIN_WORDS, _MAX_WORDS = 3, 40
_MIN_PHRASES = 5
_MIN_WORDS_IN_LOWER_CASE = 7
_MARKED_ONE_IN = 4
_MAX_LINE_CHARS = 400
_MOST = 0.9
_UNSURE = 0.55  # any reader with a mark of its own is more certain


def _printed(lines: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the number, the column and the text of each line that is not blank or a comment."""
    for number, line in enumerate(lines, start=1):
        text = line.strip("\ufeff \t\r")
        if text and not text.startswith("#"):
            mark = _MARK.match(text)
            text = text[mark.end() :] if mark else text
            yield number, line.find(text) + 1, text


def _identify(text: str) -> Identifiers:
    """Return the identifiers that a whole line is, bare or as an address of a paper."""
    if len(text) > _MAX_LINE_CHARS or " " in text.replace("arXiv: ", "arXiv:").replace("doi: ", "doi:"):
        return Identifiers()
    found = identify_address(text) if "://" in text or text.startswith("www.") else Identifiers()
    return found.or_else(normalise_identifiers(parse_arxiv(text), parse_doi(text)))


def parse_identifiers(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield an entry for each line that is an identifier or an address of a paper, and a problem for any other."""
    for number, column, text in _printed(lines):
        span = Span(source, number, column)
        identifiers = _identify(text)
        names = identifiers.names()
        if not names:
            yield Problem(span, "neither a DOI nor an arXiv id nor an address with one; left out")
            continue
        targets = (Target(raw=text, words="url", span=span),) if "://" in text else ()
        yield Entry(title=names[0], abstract="", span=span, end_line=number, identifiers=identifiers, targets=targets)


def recognise_identifiers(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that nearly every line is an identifier of a paper."""
    printed = [text for _, _, text in _printed(head)]
    return 0.95 if printed and _nearly_all(printed, lambda text: bool(_identify(text).names())) else 0.0


def _nearly_all(texts: Sequence[str], is_fitting: Callable[[str], bool]) -> bool:
    """Return whether nearly all texts are fitting; as soon as too many are not, the rest is not looked at."""
    n_left = len(texts)
    for text in texts:
        n_left -= not is_fitting(text)
        if n_left < _MOST * len(texts):
            return False
    return True


def parse_titles(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield an entry for each line that can be a title, and a problem for any other."""
    for number, column, text in _printed(lines):
        span = Span(source, number, column)
        if is_title(text):
            yield Entry(title=text.rstrip("."), abstract="", span=span, end_line=number)
        else:
            yield Problem(span, "not a title; left out")


def recognise_titles(head: list[str]) -> float:
    """Return a low confidence that nearly every line is a title: several words, no sentence.

    Titles have capitals in most of their long words, or else are as long as titles that are printed like sentences
    are, while some of them have a colon or capitals.
    """
    counts = Counter(text for _, _, text in _printed(head))
    # A list may be repeated whole; labels and buttons recur among other lines.
    is_repeated = len(set(counts.values())) == 1
    printed = list(counts) if is_repeated else list(counts.elements())
    if len(printed) < _MIN_LINES or len(counts) < _MOST * len(printed):
        return 0.0
    if sum("\t" in text for text in printed) * 2 > len(printed):  # rows of a table
        return 0.0
    if not _nearly_all(printed, _is_phrase):
        return 0.0
    phrases = [text for text in printed if _is_phrase(text)]
    n_headlines = sum(map(_is_headline, phrases))
    if n_headlines >= _MOST * len(printed):
        return _UNSURE
    if len(phrases) < _MIN_PHRASES:
        return 0.0
    n_long = sum(len(_WORD.findall(text[:_MAX_LINE_CHARS])) >= _MIN_WORDS_IN_LOWER_CASE for text in phrases)
    n_marked = sum(": " in text or _is_headline(text) for text in phrases)
    return _UNSURE if n_long * 2 > len(phrases) and n_marked * _MARKED_ONE_IN >= len(phrases) else 0.0


def may_be_titles(lines: Iterable[str]) -> bool:
    """Return whether most lines could be titles, though too few are for a list of titles to be recognised."""
    printed = [text for _, _, text in _printed(lines)]
    return len(printed) >= _MIN_LINES and sum(map(_is_phrase, printed)) * 2 > len(printed)


def _is_phrase(text: str) -> bool:
    words = _WORD.findall(text[:_MAX_LINE_CHARS])
    if not is_title(text) or _SENTENCE.search(text) or "://" in text or not _MIN_WORDS <= len(words) <= _MAX_WORDS:
        return False
    return not text[0].islower()


def _is_headline(text: str) -> bool:
    long = [word for word in _WORD.findall(text[:_MAX_LINE_CHARS]) if len(word) >= _SMALL]
    return text[0].isupper() and sum(not word.islower() for word in long) * 2 > len(long)


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


def parse_urls(lines: Iterable[str], source: str) -> Iterator[Target | Problem]:
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
