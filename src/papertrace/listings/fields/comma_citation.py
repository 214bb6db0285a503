"""Papers cited with commas only.

An example is `Ann Doe, Rob Roe, Tides of Frost in Harbours, ICLR, 2015.` Nothing marks where the names end: names of
two or more words with capitals precede the title, a venue, an arXiv number or a year follows it. A line of words with
capitals may have this form by chance, so that a reader asks first whether a document has several lines of it.
"""

import re

from papertrace.listings.fields.citation import MAX_LENGTH, Citation
from papertrace.records.people import parse_byline

_PART = re.compile(r"[^,]+")
# One letter alone begins a name only before an apostrophe: O'Roe, D'Oe.
_ONE_WORD = r"[^\W\d_a-z](?:[^\W\d_]{1,30}|(?=[’']))(?:[’'-][^\W\d_]{1,30})?"  # noqa: RUF001 - as printed
_SINGLE = re.compile(_ONE_WORD)
_TAIL = re.compile(
    r"(?:in\s+)?(?:arXiv\b|CoRR\b|(?:19|20)\d\d\b|Proc\b|Proceedings\b|International (?:Journal|Conference)\b"
    r"|Journal of\b|IEEE\b|ACM\b|Advances in\b|Springer\b|Nature\b"
    r"|(?=[A-Za-z]{0,10}[A-Z]{2})[A-Za-z&]{2,14}(?:[\s./'’-]{1,3}(?:[A-Z\d]{2,12}|Workshops?)){0,4}\.?\s*(?:\(.{0,200})?$)"  # noqa: RUF001 - as printed
)
_STOP = re.compile(r"(?<!\bvs)(?<!\b[A-Z])\.(?=\s+[^\W\d_a-z]|\s*$)")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NUMBER = re.compile(r"\s{0,4}(?:\[\d{1,4}\]|\d{1,4}[.)])\s")
# "Doe, Ann B and Roe, Rob": between commas stand a given name and the next family name.
_FAMILY = re.compile(rf"(?:(?:van|von|de|der|den|del|la|le|di|da|al)\s){{0,3}}(?:{_ONE_WORD}\s?){{1,2}}")
_GIVEN = r"[^\W\d_a-z][\w.’'-]{0,30}(?:\s[^\W\d_a-z][\w.’'-]{0,20}){0,2}"  # noqa: RUF001 - as printed
_GIVEN_AND_FAMILY = re.compile(rf"(?P<given>{_GIVEN})\s(?:and|&)\s(?P<family>{_FAMILY.pattern})")
_WORD = re.compile(r"[^\W\d_]{2,}")
_LONG_WORD = re.compile(r"[^\W\d_a-z][\w’'-]+")  # noqa: RUF001 - as printed
_QUOTES = re.compile(r"[\"“”]")
_MAX_PARTS = 400
_MIN_NAMES = 2
_MIN_WORDS = 2
_MIN_WORDS_OF_A_CERTAIN_TITLE = 3
_MIN_WORDS_WITHOUT_NAMES = 4


def parse_comma_citation(text: str, *, is_custom: bool = False, needs_names: bool = True) -> Citation | None:
    """Return the paper that a line cites with commas only, or None.

    Two names and a venue, a number or a year are needed. Where the document has this custom, one name or a title
    without a venue will do, and no name at all if `needs_names` is false.

    >>> found = parse_comma_citation("Ann Doe and Rob Roe, Tides of Frost in Harbours, ICLR, 2015.")
    >>> found.title, found.authors, found.year
    ('Tides of Frost in Harbours', ('Ann Doe', 'Rob Roe'), '2015')
    >>> parse_comma_citation("Boats, ropes and salt, 2015")
    """
    if len(text) > MAX_LENGTH or "," not in text:
        return None
    number = _NUMBER.match(text)
    text = " " * number.end() + text[number.end() :] if number else text
    parts = list(_PART.finditer(text))[:_MAX_PARTS]
    if not parts:
        return None
    printed = [part[0].strip() for part in parts]
    n_names = _count_parts_of_names(printed)
    n_before = next((index for index in range(n_names, len(parts)) if _TAIL.match(printed[index])), len(parts))
    has_tail = n_before < len(parts)
    if n_before == n_names and n_names > 1 and has_tail and _is_rather_title(printed[n_names - 1], is_custom=is_custom):
        n_names -= 1
    if n_names >= n_before or (n_names and printed[n_names].startswith(("and ", "& "))):
        return None
    inverted = _read_inverted(printed)
    authors = inverted or tuple(name for name in map(str.strip, _names_of(printed[:n_names])) if name)
    start, end = parts[n_names].start(), parts[n_before - 1].end()
    stop = _STOP.search(text, start, end)
    if stop is not None:
        end, has_tail = stop.start(), has_tail or _YEAR.search(text, stop.end()) is not None
    title = text[start:end].strip()
    # "Ann Doe, Rob Roe. Tides of Frost. ICLR 2015": what ends at the stop may be the last name.
    if stop is not None and _is_names(title):
        return None
    n_words = len(_WORD.findall(title))
    is_certain = has_tail and len(authors) >= _MIN_NAMES and n_words >= _MIN_WORDS_OF_A_CERTAIN_TITLE
    fits = n_words >= _MIN_WORDS and (bool(authors) and (has_tail or len(authors) >= _MIN_NAMES))
    fits = fits or (not needs_names and has_tail and not authors and n_words >= _MIN_WORDS_WITHOUT_NAMES)
    if not (is_certain or (is_custom and fits)) or title[:1].islower() or _QUOTES.search(title):
        return None
    start = text.index(title, start)
    years = _YEAR.findall(text[start + len(title) :])
    return Citation(title=title, authors=authors, year=years[-1] if years else "", start=start, end=start + len(title))


def _count_parts_of_names(printed: list[str]) -> int:
    """Return how many parts are names; the first name may be inverted, "Doe, Ann, Rob Roe"."""
    if inverted := _read_inverted(printed):
        return len(inverted) + 1
    count = 0
    if len(printed) > _MIN_NAMES and all(map(_SINGLE.fullmatch, printed[:2])) and _is_names(printed[2]):
        count = 2
    while count < len(printed) and _is_names(printed[count]) and not _TAIL.match(printed[count]):
        count += 1
    return count


def _read_inverted(printed: list[str]) -> tuple[str, ...]:
    """Return the names of the first parts if "and" separates inverted ones: `Doe, Ann and Roe, Rob, Tides of Frost`."""
    if not _FAMILY.fullmatch(printed[0]):
        return ()
    names: list[str] = []
    family = printed[0]
    for part in printed[1:]:
        found = _GIVEN_AND_FAMILY.fullmatch(part)
        if found is None:
            is_last = bool(names) and re.fullmatch(_GIVEN, part) is not None
            return (*names, f"{part} {family}") if is_last else ()
        # "Ann Doe, Rob Roe and Al Poe" has full names, which are not inverted.
        if family[0].isupper() and all(" " in words.strip() for words in (family, found["given"], found["family"])):
            return ()
        names.append(f"{found['given']} {family}")
        family = found["family"].strip()
    return ()


def _is_names(part: str) -> bool:
    """Return whether a part between commas is one name, or two joined by "and", which may stand before it, too."""
    return bool(parse_byline(part))


def _is_rather_title(part: str, *, is_custom: bool) -> bool:
    """Return whether words with capitals are too many for a name, or end in an acronym."""
    words = _LONG_WORD.findall(part)
    n_most = _MIN_NAMES if is_custom else _MIN_WORDS_OF_A_CERTAIN_TITLE
    return len(words) > n_most or (
        bool(words) and len(words[-1]) > _MIN_WORDS and words[-1].rpartition("-")[2].isupper()
    )


def _names_of(printed: list[str]) -> list[str]:
    if len(printed) > 1 and all(map(_SINGLE.fullmatch, printed[:2])):
        printed = [f"{printed[1]} {printed[0]}", *printed[2:]]
    return [name for part in printed for name in parse_byline(part)]
