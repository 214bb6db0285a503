"""Names of works without an identifier: by first author and year, with title, volume and page, or what they were in.

Reference lists print such facts in many ways; two spellings of one work should have the same name.
"""

import re
import unicodedata

from papertrace.model.html_text import strip_tags
from papertrace.model.latex import decode_latex, find_symbol

_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?-?){1,4}|(?:[^\W\d_]{1,2}\.-?){1,4}")
_COMMAND = re.compile(r"\\([A-Za-z]{1,40})")
_PARTICLES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d")
MIN_TITLE_CHARS = 10
_MAX_TITLE_CHARS = 80
_MAX_CHARS = 1000


# Letters that Unicode does not decompose, though databases print them without their strokes.
_STROKES = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "\N{LATIN SMALL LETTER DOTLESS I}": "i", "æ": "ae", "œ": "oe", "&": "and"}
)


def fold(text: str) -> str:
    """Return the letters and digits of a text alone, without case and diacritics.

    >>> fold("The Łódź-Project: R&D…"), fold("NAIVE Bayes")
    ('thelodzprojectrandd', 'naivebayes')
    """
    plain = unicodedata.normalize("NFKD", text[:_MAX_CHARS]).casefold().translate(_STROKES)
    return plain if plain.isascii() and plain.isalnum() else "".join(filter(str.isalnum, plain))


def fold_title(title: str) -> str:
    r"""Return the letters and digits of a title, as `fold`, without what is left of LaTeX and HTML.

    >>> fold_title(r"\emph{Caf\'e} $\beta$-Decay") == fold_title("CAFÉ β-decay") == fold_title("<i>Cafe</i> β decay")
    True
    """
    if "\\" in title:
        title = _COMMAND.sub(lambda match: find_symbol(match[1]), decode_latex(title[:_MAX_CHARS]))
    return fold(strip_tags(title[:_MAX_CHARS]) if "<" in title else title)


def family_name(name: str) -> str:
    """Return the last name of a person without accents, in lower case, from the usual forms of names.

    >>> family_name("Laxmikant V. Kalé"), family_name("Kalé, L."), family_name("Phillips J.C."), family_name("ASHKIN A")
    ('kale', 'kale', 'phillips', 'ashkin')
    """
    last, comma, _ = name[:300].partition(",")
    words = [word for word in last.split() if word.lower().rstrip(".") not in _PARTICLES]
    if comma or not words:
        return fold(words[-1]) if words else ""
    whole = [word for word in words if not _INITIALS.fullmatch(word)]
    return fold(whole[-1] if whole else words[0])


def name_work(
    author: str, year: str, *, title: str = "", volume: str = "", page: str = "", source: str = ""
) -> str | None:
    """Return the name of a work by its title, else by its volume and first page, else by what it was printed in.

    `source` is a journal, a book, or what a thesis or report is called, and needs neither volume nor page. None if too
    little is known.

    >>> name_work("Kalé, L.", "1999", volume="151", page="283")
    'work:kale-1999-v151-p283'
    >>> name_work("Petri, C.A.", "1963", title="Fundamentals of a Theory: Flow")
    'work:petri-1963-fundamentalsofatheoryflow'
    >>> name_work("Griffin M.", "2022", source="Harbour Policy Brief", page="22")
    'work:griffin-2022-harbourpolicybrief-p22'
    """
    family = family_name(author)
    if not family or not _YEAR.fullmatch(year):
        return None
    folded = fold_title(title)
    if len(folded) >= MIN_TITLE_CHARS:
        return f"work:{family}-{year}-{folded[:_MAX_TITLE_CHARS]}"
    volume, page, printed = fold(volume), fold(page), fold(source)[:_MAX_TITLE_CHARS]
    if volume and page:
        return f"work:{family}-{year}-v{volume}-p{page}"
    if not printed:
        return None
    place = f"-p{page}" if page else f"-v{volume}" if volume else ""
    return f"work:{family}-{year}-{printed}{place}"
