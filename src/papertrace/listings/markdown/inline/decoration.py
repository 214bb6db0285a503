r"""What lists put around titles: emoji, tags, organisations, venues, citations, markup. It is set aside.

🔥🔥 [Fold] Fold: A Study of Paper (@Acme)    :star: **Fold: A Study of Paper** (ICML 2024)
"""

import re
from html import unescape

from papertrace.listings.fields.labels import begins_with_venue, is_label
from papertrace.model.latex import decode_latex

_SHORTCODE = r":[a-z0-9_+-]{2,40}:"
# Signs and pictures, but neither brackets nor quotes nor anything else that a title can begin with.
_PICTURES = (
    "\u00a9\u00ae\u200d\u203c\u2049\u20e3\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f"
    "\u2b00-\u2bff\ufe0e\ufe0f\ufffc\U0001f000-\U0001faff\U000e0020-\U000e007f"
)
_LEADING = re.compile(rf"(?:\s|[{_PICTURES}]|{_SHORTCODE})+")
_TRAILING = re.compile(rf"(?:\s|[{_PICTURES}]|{_SHORTCODE})+$")
_MARKS = re.compile(rf"[{_PICTURES}]|{_SHORTCODE}")
_LEADING_TAG = re.compile(r"(?:\[[^\[\]]{0,40}\]|【[^【】]{0,40}】)\s*(?=\S)")
# "[Submitted 3 May 2020]", "[WAVES 20]": what square brackets at the end say beside a year is no part of a title.
_TRAILING_TAG = re.compile(
    r"\s*[\[【](?=[^\[\]【】]{0,40}(?<!\d)(?:19|20)\d\d(?!\d)|[A-Z][A-Za-z&-]{1,12}[\s-]?['’]?\d\d\s?[\]】])[^\[\]【】]{3,60}[\]】]$"  # noqa: RUF001 - as printed
)
_LEADING_SYSTEM = re.compile(r"\((?P<name>[^\W\d_a-z][\w+-]{1,30}(?: [\w+-]{1,20})?)\)\s+(?=[^\W_])")
_TRAILING_BRACKET = re.compile(r"\s*[\[(（](?P<inside>[^()\[\]（）]{1,80})[\])）]$")  # noqa: RUF001 - brackets as printed
_CITATION = re.compile(r"(?P<names>[^()\d]{3,100}?),?\s*\(?(?P<year>(?:19|20)\d\d[a-z]?)\)?")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_MAX_WORDS_OF_NAMES = 80
_YEAR = re.compile(r"(?:19|20)\d\d")
_PERIOD = re.compile(r"(?:19|20)\d\d\s?[-–]\s?(?:19|20)\d\d$")  # noqa: RUF001 - dashes as printed
_YEAR_AFTER_DASH = re.compile(r"(?<=[^\d\s])\s{1,3}[-–—]\s{0,3}(?:19|20)\d\d$")  # noqa: RUF001 - dashes as printed
_YEAR_AT_END = re.compile(r"[ ,]+(?:19|20)\d\d[a-z]?$")
_SURNAME = (
    r"(?:(?:van|von|de|der|den|del|la|le|di|da|al) ){0,3}"
    r"[^\W\d_a-z](?!\w*[A-Z]{2})[^\W\d_]{1,20}(?:[-'’][^\W\d_]{1,20}){0,2}"  # noqa: RUF001 - as printed
)
_BETWEEN_SURNAMES = re.compile(r",\s(?:and\s|&\s)?|\s(?:and|&)\s")
_REFERENCE = re.compile(
    rf"(?P<names>{_SURNAME}(?:(?:,\s(?:and\s|&\s)?|\s(?:and|&)\s){_SURNAME}){{0,8}})(?:,?\set\sal\.?,?)?,?\s\(?(?P<year>(?:19|20)\d\d)[a-z]?\)?"
)
_NAME_WORDS = frozenset({"et", "al", "and", "&", "others", "van", "von", "de", "der", "den", "del", "la", "le"})
_MAX_NAME_WORDS = 14
_MARKED = re.compile(r"\\[A-Za-z]")
_SCRIPT = re.compile(r"(?<=\S)[_^]\{(?P<script>[^{}]{1,20})\}")
_TAGS = re.compile(r"</?(?:sub|sup|i|b|em|strong|u|span|small|br|font|code)\b[^<>]{0,200}>", re.IGNORECASE)
_STRONG = re.compile(r"\*\*|__(?=\S)|(?<=\S)__")
_WORD = re.compile(r"[^\W_]+")
_MIN_WORDS_BESIDE_A_TAG = 2
_MIN_WORDS_OF_A_TITLE = 3
_MAX_DECORATIONS = 8
_MAX_TRAILING = 200


def strip_marks(text: str) -> str:
    """Return a text without emoji and their names: `:star:`."""
    return _MARKS.sub(" ", text)


def strip_decoration(title: str) -> str:
    r"""Return a title without the decoration around it and with its markup decoded.

    >>> strip_decoration("🔥[Fold] Fold: A Study of Paper(@Acme) ⭐")
    'Fold: A Study of Paper'
    >>> strip_decoration("**Heavy** χ_{0} in \\textit{vivo} (ICML 2024)"), strip_decoration("CO<sub>2</sub> Sinks")
    ('Heavy χ0 in vivo', 'CO2 Sinks')
    >>> strip_decoration("(FoldX) A Study of Paper with Plans"), strip_decoration("(How) Do the Ropes Hold?")
    ('A Study of Paper with Plans', '(How) Do the Ropes Hold?')
    >>> strip_decoration("A Study of Paper — 1961"), strip_decoration("Papers of Harbours 1990 - 2010")
    ('A Study of Paper', 'Papers of Harbours 1990 - 2010')
    >>> strip_decoration("A Study of Paper [WAVES 20]"), strip_decoration("A Study of [MASK]: Learning vs. [Recall]")
    ('A Study of Paper', 'A Study of [MASK]: Learning vs. [Recall]')
    """
    text = title
    if "<" in text:
        text = _TAGS.sub("", text)
    if "&" in text:
        text = unescape(text)
    if "**" in text or "__" in text:
        text = _STRONG.sub("", text)
    if "{" in text and "$" not in text:
        text = _SCRIPT.sub(lambda match: match["script"], text)
    if "\\" in text and _MARKED.search(text):
        text = decode_latex(text)
    for _ in range(_MAX_DECORATIONS):
        shorter = _strip_once(text)
        if shorter == text or not _WORD.search(shorter):
            break
        text = shorter
    return text


def _strip_once(text: str) -> str:
    if leading := _LEADING.match(text):
        return text[leading.end() :]
    last = text[-1:]
    may_trail = last in {":", " "} or not last.isascii()
    if may_trail and (trailing := _TRAILING.search(text, max(0, len(text) - _MAX_TRAILING))):
        return text[: trailing.start()]
    if start := _end_of_tag(text):
        return text[start:]
    year = _find_year_at_end(text)
    if year and len(_WORD.findall(text, 0, year.start())) >= _MIN_WORDS_OF_A_TITLE:
        return text[: year.start()]
    bracket = _TRAILING_BRACKET.search(text, max(0, len(text) - 100)) if last in ")]）" and last else None  # noqa: RUF001
    if bracket and _is_decoration(bracket["inside"], text[: bracket.start()]):
        return text[: bracket.start()]
    return text


def _find_year_at_end(text: str) -> re.Match[str] | None:
    """Return the tag in square brackets with a year, or the dash and the year, that ends a text."""
    if text.endswith(("]", "】")):
        return _TRAILING_TAG.search(text, max(0, len(text) - 100))
    return _YEAR_AFTER_DASH.search(text, max(0, len(text) - 20)) if text[-1:].isdigit() else None


def _end_of_tag(text: str) -> int:
    """Return where a title begins after a tag in square brackets or the name of a system in round ones, or 0."""
    tag = _LEADING_TAG.match(text)
    if tag and len(_WORD.findall(text, tag.end())) >= _MIN_WORDS_BESIDE_A_TAG:
        return tag.end()
    system = _LEADING_SYSTEM.match(text)
    return system.end() if system and _is_system(system["name"], text[system.end() :]) else 0


def _is_system(name: str, title: str) -> bool:
    """Return whether words in brackets before a title are the name of its system: it is shaped so, or the title has it.

    `(How) Do Ropes Hold?` begins with a word of the title.
    """
    if len(_WORD.findall(title)) < _MIN_WORDS_OF_A_TITLE:
        return False
    is_shaped = sum(sign.isupper() or sign.isdigit() for sign in name) > 1
    return is_shaped or re.search(rf"\b{re.escape(name)}\b", title) is not None


def _is_decoration(inside: str, before: str) -> bool:
    """Return whether text in brackets after a title names an organisation, a venue, a year, a link or authors."""
    words = inside.strip()
    if _YEAR.fullmatch(words):
        return len(_WORD.findall(before)) >= _MIN_WORDS_OF_A_TITLE
    if (
        words.startswith("@")
        or (_YEAR_AT_END.search(words) and begins_with_venue(words))
        or (any(c.isdigit() for c in words) and not words.isdigit() and is_label(words))
        or _PERIOD.search(words) is not None
        or words.lower() == before.partition(":")[0].strip().lower()  # "Fold: A Study of Paper (Fold)"
    ):
        return True
    return len(_WORD.findall(before)) >= _MIN_WORDS_OF_A_TITLE and _is_citation(words)


def _is_citation(words: str) -> bool:
    """Return whether words are names and a year: `Doe et al., 2020`."""
    year = _YEAR_AT_END.search(words)
    names = words[: year.start()].rpartition(";")[2].replace(",", " ").split() if year else []
    people = [name.strip(".") for name in names]
    return 0 < len(people) <= _MAX_NAME_WORDS and all(
        name.lower() in _NAME_WORDS or name[:1].isupper() for name in people
    )


def are_names(text: str) -> bool:
    """Return whether a text before a title names its authors, whatever their form.

    >>> are_names("Doe, Ada, et al. "), are_names("[3] A. Doe, B. Roe: "), are_names("See the slides of ")
    (True, True, False)
    """
    words = _LETTERS.findall(text)
    if not 0 < len(words) <= _MAX_WORDS_OF_NAMES:
        return False
    n_names = sum(word[0].isupper() or word.lower() in _NAME_WORDS for word in words)
    return n_names * 4 > len(words) * 3 and text.rstrip(' *_"“').endswith((".", ",", ":", ")"))


def is_citation(text: str) -> bool:
    """Return whether a text is only a citation by names and year.

    >>> is_citation("Doe et al., (2003)"), is_citation("[Doe and Roe, 2003]"), is_citation("Fold (2003)")
    (True, True, False)
    """
    found = _CITATION.fullmatch(text.strip().strip("[]"))
    return (
        found is not None
        and (" et al" in text or " and " in text or " & " in text or "," in text)
        and _is_citation(f"{found['names']} {found['year']}")
    )


def read_reference(words: str) -> tuple[tuple[str, ...], str] | None:
    """Return the surnames and the year of the words of a link to a cited paper, or None for other words.

    >>> read_reference("Doe, Roe (2020)"), read_reference("van der Doe et al (2020)")
    ((('Doe', 'Roe'), '2020'), (('van der Doe',), '2020'))
    >>> read_reference("Øre and Şen (2020)"), read_reference("Study of Fold (2020)")
    ((('Øre', 'Şen'), '2020'), None)
    """
    found = _REFERENCE.fullmatch(words.strip())
    if found is None or begins_with_venue(words) or is_label(words):
        return None
    names = _BETWEEN_SURNAMES.split(found["names"])
    return tuple(name.strip() for name in names if name.strip()), found["year"]


def is_cited_name(text: str) -> bool:
    """Return whether a text is a name with authors and year, as a row of results has it, and no title.

    >>> is_cited_name("Fold (Doe et al., 2020)"), is_cited_name("Fold: A Study of Paper")
    (True, False)
    """
    stripped = text.rstrip("*;,. ♡♥♠♣♦♢†‡")
    bracket = _TRAILING_BRACKET.search(stripped, max(0, len(stripped) - 100)) if stripped.endswith(")") else None
    if bracket is None or not _YEAR_AT_END.search(bracket["inside"].strip()):
        return False
    # "Fold (A Study of Paper, Doe et al., 2020)": the title may precede the names.
    inside = bracket["inside"].strip()
    return _is_citation(inside) or " et al" in inside or _is_citation(inside.partition(", ")[2])
