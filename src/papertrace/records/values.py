"""Keywords, pages, counts and journals: the values of single fields."""

from collections.abc import Iterable

from papertrace.late_imports import compile_on_use

_SEPARATOR = compile_on_use(r"\s*[;|]\s*")
_JOINING_COMMA = compile_on_use(r",(?=[^\s\d])")
_COMMA = compile_on_use(r"(?<!\d),\s*|,(?!\d)\s*")
_ROMAN = r"(?:[ivxlc]{1,8}|[IVXLC]{1,8})(?=\W|$)"
_PAGE = rf"(?:(?:[A-Za-z]{{1,8}}[.-]?)?\d{{1,20}}[A-Za-z]?(?:[.:][A-Za-z]?\d{{1,10}}(?!\d)){{0,3}}|{_ROMAN})"
_PAGES = compile_on_use(
    rf"\s*:?(?:pp?\.\s?|(?i:suppl)\.?[\s:]\s?)?(?P<first>{_PAGE})"
    rf"(?:\s?[-\u2010-\u2015]{{1,3}}\s?(?P<last>{_PAGE}))?"
)
_COUNT = compile_on_use(r"\s*(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.0+)?\s*")
# A volume, number or page, with the words before it; a year before a word with a capital is none.
_VOLUME_OF_REFERENCE = compile_on_use(
    r"(?:(?<=[\s,.;(])(?i:volume|vol|issue|no|pages|pp?)\b\.?\s?)?"
    r"(?<!\d)(?!(?:19|20)\d\d\s[^\W\d_a-z][^\W\d_]{3})\d+(?!\d|st\b|nd\b|rd\b|th\b)"
)
_LETTERS = compile_on_use(r"[^\W\d_]")
_MAX_REFERENCE_CHARS = 400
_MAX_KEYWORDS = 1_000
_MAX_KEYWORD_CHARS = 200
_NOTHING = frozenset({"", "n/a", "none", "nan", "null", "-"})
_MAX_OF_NOTHING = max(map(len, _NOTHING))


def split_keywords(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the keywords of some fields, each once, in order.

    Each of several fields is a keyword. One alone separates them by semicolons or bars; by commas only if it has none
    of these, or fewer than commas without a blank, by which managers of references join keywords with semicolons.

    >>> split_keywords(["sparse grids; tiles"]), split_keywords(["grids,tiles"]), split_keywords(["grids, old", "a; b"])
    (('sparse grids', 'tiles'), ('grids', 'tiles'), ('grids, old', 'a; b'))
    """
    texts = list(texts)
    found: dict[str, None] = {}
    for text in texts:
        parts = [text]
        if len(texts) == 1:
            parts = _SEPARATOR.split(text.strip()) if ";" in text or "|" in text else parts
            if len(parts) == 1 or len(_JOINING_COMMA.findall(text)) >= len(parts):
                parts = _COMMA.split(text)
        for part in parts:
            word = " ".join(part.split()).strip(",.")
            if len(word) <= _MAX_OF_NOTHING and word.lower() in _NOTHING:
                continue
            if len(word) <= _MAX_KEYWORD_CHARS and len(found) < _MAX_KEYWORDS:
                found.setdefault(word)
    return tuple(found)


def pages_of(text: str) -> tuple[str, ...]:
    """Return the first and the last page of a range, the first alone, or nothing.

    >>> pages_of("349--69"), pages_of("pp. e12-e20"), pages_of("100029"), pages_of("in press")
    (('349', '369'), ('e12', 'e20'), ('100029',), ())
    >>> pages_of("I-II"), pages_of("e-11937"), pages_of("RESEARCH0076"), pages_of("No-Specified")
    (('I', 'II'), ('e-11937',), ('RESEARCH0076',), ())
    """
    found = _PAGES.match(text[:80].removesuffix(".0"))
    if found is None:
        return ()
    first, last = found["first"], found["last"]
    if not last or last == first:
        return (first,)
    # A range may leave out the digits that both pages have in common: 349-69.
    is_short = first.isdigit() and last.isdigit() and len(last) < len(first)
    return first, first[: len(first) - len(last)] + last if is_short else last


def count_of_field(text: str) -> int | None:
    """Return a count, or None if the field has none.

    >>> count_of_field("1,204"), count_of_field("4.0"), count_of_field("N/A")
    (1204, 4, None)
    """
    found = _COUNT.fullmatch(text[:40])
    return int(found[1].replace(",", "")) if found else None


def journal_of_reference(text: str) -> str | None:
    """Return the journal or conference of a reference to a publication, which ends before the volume, or None.

    Ordinals, and a year with further words of the name after it, are parts of names.

    >>> journal_of_reference("Phys. Harb. D112 (2025) 112022"), journal_of_reference("Harbour Letters, vol. 3, 2019")
    ('Phys. Harb. D', 'Harbour Letters')
    >>> journal_of_reference("Proceedings of the 3rd Conference on Waves, pp. 1-9"), journal_of_reference("2019")
    ('Proceedings of the 3rd Conference on Waves', None)
    """
    text = " ".join(text[:_MAX_REFERENCE_CHARS].split())
    volume = _VOLUME_OF_REFERENCE.search(text)
    name = text[: volume.start() if volume else len(text)].strip(" ,;:([-–—")  # noqa: RUF001 - as printed
    return name if len(_LETTERS.findall(name)) > 1 else None
