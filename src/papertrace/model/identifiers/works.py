"""Names of works without an identifier: by first author and year, with title, volume and page, or what they were in.

Reference lists print such facts in many ways; two spellings of one work should have the same name.
"""

import re
import unicodedata
from functools import lru_cache

from papertrace.model.html_text import strip_tags
from papertrace.model.latex import decode_latex, find_symbol

_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?-?){1,4}|(?:[^\W\d_]{1,2}\.-?){1,4}")
_FAMILY_FIRST = re.compile(r"([^\W\d_][\w'-]{1,60})(?: [A-Z]{1,3})?")  # the form of most references
_COMMAND = re.compile(r"\\([A-Za-z]{1,40})")
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d")
_NO_WORDS = bytes(code for code in range(128) if not chr(code).isalnum())
MIN_TITLE_CHARS = 10
_MAX_TITLE_CHARS = 80
_MAX_SOURCE_CHARS = 60
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
    text = text[:_MAX_CHARS]
    if text.isascii():
        return text.lower().replace("&", "and").encode().translate(None, _NO_WORDS).decode()
    plain = unicodedata.normalize("NFKD", text).casefold().translate(_STROKES)
    return "".join(filter(str.isalnum, plain))


def fold_title(title: str) -> str:
    r"""Return the letters and digits of a title, as `fold`, without what is left of LaTeX and HTML.

    >>> fold_title(r"\emph{Caf\'e} $\beta$-Decay") == fold_title("CAFÉ β-decay") == fold_title("<i>Cafe</i> β decay")
    True
    """
    if "\\" in title:
        title = _COMMAND.sub(lambda match: find_symbol(match[1]), decode_latex(title[:_MAX_CHARS]))
    return fold(strip_tags(title[:_MAX_CHARS]) if "<" in title else title)


@lru_cache(maxsize=4096)
def family_name(name: str) -> str:
    """Return the last name of a person without accents, in lower case, from the usual forms of names.

    >>> family_name("Laxmikant V. Kalé"), family_name("Kalé, L."), family_name("Phillips J.C."), family_name("ASHKIN A")
    ('kale', 'kale', 'phillips', 'ashkin')
    >>> family_name("VAN DER MARK M"), family_name("J.Goodman")
    ('mark', 'goodman')
    """
    if (plain := _FAMILY_FIRST.fullmatch(name)) and plain[1].lower() not in _SUFFIXES:
        return fold(plain[1])
    last, comma, _ = name[:300].partition(",")
    spaced = last.replace(".-", ". ").replace(".", ". ")
    words = [word for word in spaced.split() if word.lower().rstrip(".") not in _SUFFIXES]
    if comma:
        return fold(words[-1]) if words else ""
    # In capitals a short name looks like initials, so that only the last word may be initials of several letters.
    end = len(words)
    while end > 1 and _INITIALS.fullmatch(words[end - 1]) and (end == len(words) or len(fold(words[end - 1])) == 1):
        end -= 1
    return fold(words[end - 1]) if words else ""


def name_work(
    author: str, year: str, *, title: str = "", volume: str = "", page: str = "", source: str = ""
) -> str | None:
    """Return the name of a work by its title, else by its volume and first page, or None if too little is known.

    With a `source` (where it appeared, or whatever else is printed), a work of which less is known has a name as well.
    Without author or year it needs ten letters there, or a page: shorter texts stand for many works.

    >>> name_work("Kalé, L.", "1999", volume="151", page="283")
    'work:kale-1999-v151-p283'
    >>> name_work("Petri, C.A.", "1963", title="Fundamentals of a Theory: Flow")
    'work:petri-1963-fundamentalsofatheoryflow'
    >>> name_work("Kalé, L.", "1999", source="J COMPUT PHYS", volume="151")
    'work:kale-1999-jcomputphys-v151'
    >>> name_work("", "2017", source="TIDES OF FUNDY"), name_work("", "2017", source="TIDES")
    ('work:-2017-tidesoffundy', None)
    """
    family = family_name(author)
    if not _YEAR.fullmatch(year):
        year = ""
    if title and family and year and len(folded := fold_title(title)) >= MIN_TITLE_CHARS:
        return f"work:{family}-{year}-{folded[:_MAX_TITLE_CHARS]}"
    volume, page = fold(volume), fold(page)
    if volume and page and family and year:
        return f"work:{family}-{year}-v{volume}-p{page}"
    place = fold(source)[:_MAX_SOURCE_CHARS]
    is_certain = len(place) >= MIN_TITLE_CHARS or (family and year) or page
    if not place or not is_certain:
        return None
    within = f"-p{page}" if page else f"-v{volume}" if volume else ""
    return f"work:{family}-{year}-{place}{within}"
