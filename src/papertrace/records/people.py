"""Names of people, converted from the forms of bibliographic formats to `First Last`."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from papertrace.late_imports import compile_on_use
from papertrace.model.latex import decode_latex
from papertrace.model.text import strip_tags
from papertrace.records.rows import find_values, text_of
from papertrace.records.table import load_table
from papertrace.records.values import decode_literal

# "And" before the last name, in the languages in which no part of a name is spelt so; "et al." is another word.
AND = r"(?:and|et(?!\.?\s?al\b)|und|och|og)"
_AND = compile_on_use(r" and | & ")
_AMPERSAND = " & "
_SEPARATING_AND = compile_on_use(r" and(?= )")
_BRACES_AND_AND = compile_on_use(r"\\.|[{}]| and(?= )")
_BRACKETED = compile_on_use(r"\([^()]{0,300}\)")
_AFTER_NAME = compile_on_use(r"(?<!\s)\s{0,8}\([^()]{0,300}\)\s{0,8}(?=[,;&|]|and\b|$)")
_INITIALS = compile_on_use(r"(?:[^\W\d_]\.?[ -]?){1,4}")
# One name as printed below a title: "Ada M. Lovelace*", "Ludwig van der Berg", "J.-P. Doe 1,2".
_PART = r"(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|bin|ibn|al|el|ter|ten|zu|y)|[^\W\d_a-z][^\W\d_]{0,30}(?:['’\u2011-][^\W\d_]{1,30}){0,3}\.?|(?:[^\W\d_a-z]\.-?){1,4})"  # noqa: E501, RUF001 - one name as printed
_MARKS = r"[\d*\u2217†‡§¶#^,]{0,8}"
_CALLED = r"(?:\s[(\"“][^\W\d_a-z][^\W\d_]{1,20}[)\"”])?"  # what a person is called, within the name
_PRINTED_NAME = compile_on_use(rf"{_PART}{_CALLED}(?:\s{_PART}){{1,5}}\s?{_MARKS}")
# A run of white space is tried once, from its beginning.
_NAME_SEPARATOR = compile_on_use(rf"(?:(?<!\s)\s+)?(?:[;|·•&]|,\s*(?:{AND}\b)?|\b{AND}\b)\s*")
# Scripts without capitals: family name and given name with a blank between them, and nothing else looks like that only
# where several stand in a line.
_EAST_ASIAN = compile_on_use(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]")
_MAX_LENGTH_OF_EAST_ASIAN_PART = 3  # of a family name or a given name
_EAST_ASIAN_NAME = compile_on_use(
    r"[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]{1,3}\s[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]{1,3}"
)
_EAST_ASIAN_WORD = compile_on_use(r"[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]{2,4}")
_EAST_ASIAN_COMMA = compile_on_use(r"[,，、;；]")  # noqa: RUF001 - as printed
_FAMILY_AND_GIVEN = compile_on_use(
    r"(?:[^\W\d_][\w'’-]{0,15}\s){0,3}[^\W\d_a-z][^\s,]{1,40},\s?[^\W\d_a-z][^\s,]{0,40}(?:\s[^\W\d_][^\s,]{0,40}){0,3}"  # noqa: RUF001 - as printed
)
_MAX_BYLINE_LENGTH = 4000
_PARTICLES = r"(?:(?i:van|von|der|den|de|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ter|ten)\s+)"
# One letter alone begins a name only before an apostrophe: O'Roe, D'Oe.
_FAMILY = r"[^\W\d_a-z](?:[^\W\d_]{1,30}|(?=['’]))(?:['’-][^\W\d_]{1,30}){0,3}"  # noqa: RUF001 - as printed
# "Doe, Ann M.": initials alone are no given name here, since lists of them have a form of their own.
_INVERTED = compile_on_use(
    rf"(?P<family>{_PARTICLES}{{0,3}}{_FAMILY}(?:\s{_PARTICLES}{{1,3}}{_FAMILY})?),\s+"
    r"(?P<given>(?:[^\W\d_a-z]\.\s?)?[^\W\d_a-z][^\W\d_]{1,30}(?:-[^\W\d_]{1,30})?(?:\s[^\W\d_a-z]\.?){0,3})"
    rf"(?=\s*(?:$|[,;&]|\b{AND}\b))"
)
# In an even number of parts between commas, "Doe, Ann M., Roe, Rob": each second part is a given name, and at least one
# of them has an initial, without which "Doe, Roe" are two surnames.
_FAMILY_PART = compile_on_use(rf"{_PARTICLES}{{0,3}}{_FAMILY}(?:\s{_PARTICLES}{{0,3}}{_FAMILY})?")
_GIVEN_PART = compile_on_use(r"[^\W\d_a-z][^\W\d_]{1,30}(?:-[^\W\d_]{1,30})?(?P<initials>(?:\s[^\W\d_a-z]\.?){0,3})")
_MIN_PARTS_OF_PAIRS = 4
_BETWEEN_INVERTED = compile_on_use(rf"(?:(?<!\s)\s+)?(?:;|(?:,\s*)?(?:&|\b{AND}\b))\s*")
_BEFORE_LAST = compile_on_use(rf"(?:(?<!\s)\s+|,\s*)(?:&|{AND})\s+")
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_NAMED_PIECE = compile_on_use(r"(?:family|given|prefix|suffix)(?:-i)?\s?=")
_ET_AL = compile_on_use(r"(?:,|\s)\s?et\.?\s?al\b\.?$", re.IGNORECASE)
_OTHERS = frozenset({"others", "et al", "et al.", "...", "…"})
_MAX_NAMES = 20_000  # the longest author lists known have about 5,000
# "Doe, Jane (57190000000)": the number is the database's name of the person.
_PERSON_NUMBER = compile_on_use(r"\(\d{5,15}\)")
_FAMILY_AND_INITIALS = compile_on_use(
    r"(?:[^\W\d_][\w'’-]{0,30} ){1,4}(?:[^\W\d_a-z]{1,4}|(?:[^\W\d_a-z]\.-?){1,5})"  # noqa: RUF001 - as printed
)
_FOOTNOTES = compile_on_use(r"\\?[*†‡§#]+")
_BEGINS_WITH_FAMILY = compile_on_use(r"\s*(?:[^\W\d_A-Z][^\s,]*\s+){0,3}[^\s,]+\s*,")
# "Ann DoeRob Roe": Springer prints names without anything between them.
_GLUED = compile_on_use(
    r"(?<=[^\W\d_A-Z.])(?<!\bMc)(?<!\bMac)(?<!\b[DLV]e)(?<!\bD[ai])(?<!\bLa)(?<!\bVan)"
    r"(?=[A-ZÀ-ÖØ-Þ][^\W\d_A-Z]*[.\s-])"
)
_HONORIFICS = compile_on_use(r"^(?:(?:Dr|Prof|Professor|Mr|Mrs|Ms)\b\.?\s*)+")
_NUMBER_OF_A_HOMONYM = compile_on_use(r"\s\d{4}$")  # dblp: "Ann Doe 0001"
_ORCID = compile_on_use(r"(?:https?://orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])")


def without_affiliations(text: str) -> str:
    """Return a list of names without bracketed text: "Jane Doe (1), Rob Roe (2) ((1) Some University)".

    >>> without_affiliations("Jane Doe (1) ((1) Some University)").split()
    ['Jane', 'Doe']
    """
    return _BRACKETED.sub(" ", _BRACKETED.sub(" ", text))


def without_brackets(text: str) -> str:
    """Return a list of names without what is in brackets after a name, which is where a person works.

    >>> without_brackets("Jane Doe (Harbour Institute, Bay), Rob (Bob) Roe (Sea Lab)")
    'Jane Doe, Rob (Bob) Roe'
    """
    return _AFTER_NAME.sub("", text)


@lru_cache(maxsize=16_384)
def invert_name(name: str) -> str:
    """Return a name in its natural order.

    >>> invert_name("van Jaarsveld, Willem"), invert_name("King, Jr., Martin Luther"), invert_name("Ada Lovelace")
    ('Willem van Jaarsveld', 'Martin Luther King, Jr.', 'Ada Lovelace')
    """
    name = _ET_AL.sub("", name.rstrip())
    parts = [" ".join(part.split()) for part in name.split(",")]
    if _NAMED_PIECE.match(name.lstrip()):  # BibLaTeX: given=Rob, family=Roe
        pieces = {key.strip(): piece for key, _, piece in (part.partition("=") for part in parts)}
        order = (pieces.get(key, "").strip(' "{}') for key in ("given", "prefix", "family", "suffix"))
        return " ".join(piece for piece in order if piece)
    match [part for part in parts if part]:
        case [last, first, suffix] if suffix.lower().rstrip(".") in _SUFFIXES:
            return f"{first} {last}, {suffix}"
        case [last, suffix, *first] if first and suffix.lower().rstrip(".") in _SUFFIXES:
            return f"{' '.join(first)} {last}, {suffix}"
        case [last, *first] if first:
            return f"{' '.join(first)} {last}"
        case [only]:
            return only
        case _:
            return ""


def order_inverted_names(text: str) -> str:
    """Return a list of names with those that are printed "Last, First" in their natural order.

    Some customs invert only the first name, others all, which then are separated by more than commas.

    >>> order_inverted_names("Doe, Ann, Rob Roe, and Al Poe"), order_inverted_names("Doe, Ann M. and Roe, Rob")
    ('Ann Doe, Rob Roe, and Al Poe', 'Ann M. Doe; Rob Roe')
    >>> order_inverted_names("Doe, Ann M., Roe, Rob, & Poe, Al")
    'Ann M. Doe; Rob Roe; Al Poe'
    >>> order_inverted_names("Ann Doe, Rob Roe"), order_inverted_names("Doe, Roe, Poe"), order_inverted_names("Doe, A.")
    ('Ann Doe, Rob Roe', 'Doe, Roe, Poe', 'Doe, A.')
    """
    text = text.strip()
    first = _INVERTED.match(text)
    if first is None:
        return text
    all_of_them = [_INVERTED.fullmatch(name.rstrip(" ,")) for name in _BETWEEN_INVERTED.split(text)[:_MAX_NAMES]]
    if all(all_of_them):
        return "; ".join(f"{name['given']} {name['family']}" for name in all_of_them if name)
    if pairs := _pair_parts(text):
        return "; ".join(pairs)
    others = [name for name in _NAME_SEPARATOR.split(text[first.end() :]) if name]
    if not all(" " in name for name in others):
        return text
    return f"{first['given']} {first['family']}{text[first.end() :]}"


def _pair_parts(text: str) -> list[str]:
    """Return the names of a list in which commas separate families and given names as well as persons, or none."""
    parts = [part.strip() for part in _BEFORE_LAST.sub(", ", text).split(",")][:_MAX_NAMES]
    if len(parts) < _MIN_PARTS_OF_PAIRS or len(parts) % 2:
        return []
    if not all(map(_FAMILY_PART.fullmatch, parts[::2])):
        return []
    given = [_GIVEN_PART.fullmatch(part) for part in parts[1::2]]
    if not all(given):
        return []
    names = [f"{first} {family}" for family, first in zip(parts[::2], parts[1::2], strict=True)]
    return names if any(found["initials"] for found in given if found) else []


def read_inverted_names(text: str, *, accepts_one: bool = False) -> tuple[str, ...]:
    """Return the names of a text in which "and" separates inverted names, as BibTeX has them; empty for any other text.

    >>> read_inverted_names("Doe, Ann B. and van der Roe, Rob"), read_inverted_names("Ropes, Salt and Frost")
    (('Ann B. Doe', 'Rob van der Roe'), ())
    """
    if len(text) > _MAX_BYLINE_LENGTH:
        return ()
    parts = [part for part in " ".join(text.split()).split(" and ") if part != "others"]
    if len(parts) < (1 if accepts_one else 2) or not all(map(_FAMILY_AND_GIVEN.fullmatch, parts)):
        return ()
    return _clean(map(invert_name, parts))


def split_and(text: str) -> tuple[str, ...]:
    """Return the names of a BibTeX field, separated by `and` outside braces; `others` is not a name.

    >>> split_and("{Simon and Sons} and Last, First and others")
    ('{Simon and Sons}', 'Last, First')
    """
    text = " ".join(text.split())
    names: list[str] = []
    if "{" in text or "\\" in text:
        depth = start = 0
        for mark in _BRACES_AND_AND.finditer(text):
            if mark[0] == "{":
                depth += 1
            elif mark[0] == "}":
                depth = max(depth - 1, 0)
            elif depth == 0 and mark[0][0] != "\\":
                names.append(text[start : mark.start()])
                start = mark.end()
        names.append(text[start:])
    else:
        names = _SEPARATING_AND.split(text)
    return tuple(name for one in names[:_MAX_NAMES] if (name := one.strip()) and name.lower() not in _OTHERS)


def split_names(text: str) -> tuple[str, ...]:
    """Return the names of a field with all authors, whatever separates them.

    >>> split_names("Doe, J.; Roe, R."), split_names("Doe, J., Roe, R.B."), split_names("Ann Doe, Rob Roe and Al Poe")
    (('J. Doe', 'R. Roe'), ('J. Doe', 'R.B. Roe'), ('Ann Doe', 'Rob Roe', 'Al Poe'))
    >>> split_names("Ann Doe, Rob Roe & Al Poe"), split_names("Doe, Ann M., Roe, Rob")
    (('Ann Doe', 'Rob Roe', 'Al Poe'), ('Ann M. Doe', 'Rob Roe'))
    >>> split_names("Doe, Roe and Poe"), split_names("Doe, Ann and Roe, Rob")
    (('Doe', 'Roe', 'Poe'), ('Ann Doe', 'Rob Roe'))
    >>> split_names("김하나, 이두리"), split_names("王一, 李二三")
    (('김하나', '이두리'), ('王一', '李二三'))
    """
    return (_split_kept if len(text) <= _MAX_KEPT else _split)(text)


def _split(text: str) -> tuple[str, ...]:
    text = " ".join(text.split())
    for separator in (";", "|"):
        if separator in text:
            return _clean(invert_name(name) for name in text.split(separator))
    if found := (not text.isascii() and read_east_asian_names(text)) or _pair_parts(text.replace(_AMPERSAND, " and ")):
        return _clean(found)
    names = [name.strip(" ,") for name in _AND.split(text)]
    # "Sand & Sea" may be one organisation; "Ann Doe & Rob Roe" are two names.
    if _AMPERSAND in text and not all(" " in name for name in names):
        names = [name.strip(" ,") for name in text.split(" and ")]
    if len(names) == 1:
        return _clean(_split_at_commas(text))
    if all(name.count(",") == 1 for name in names) and not any(_is_list(name) for name in names):
        return _clean(invert_name(name) for name in names)
    parts = [part.strip() for name in names for part in name.split(",") if part.strip()]
    # "Doe, Roe and Poe" are surnames, "Plato and Doe, Ann" are not.
    if "," not in names[-1] and not any(" " in part or part == part.upper() for part in parts):
        return _clean(parts)
    return _clean(one for name in names for one in _split_at_commas(name))


_split_kept = lru_cache(maxsize=4096)(_split)
_MAX_KEPT = 300  # characters: longer lists hardly recur


def parse_byline(line: str) -> tuple[str, ...]:
    """Return the names of a line that consists only of names of people; empty for any other line.

    >>> parse_byline("Jane Doe*, Rob van der Roe and Al Poe"), parse_byline("Sparse Tiles, Fast")
    (('Jane Doe', 'Rob van der Roe', 'Al Poe'), ())
    """
    if len(line) > _MAX_BYLINE_LENGTH or ":" in line:
        return ()
    text = re.sub(
        r",?(?:(?<!\s)\s+)?\(?et\.? ?al\.?\)?$",
        "",
        unicodedata.normalize("NFC", line).strip().removeprefix("by ").removeprefix("By "),
    )
    parts = [part for part in _NAME_SEPARATOR.split(text) if part and not re.fullmatch(r"[\d*\u2217†‡§¶#^\s]+", part)]
    if not parts or not all(_PRINTED_NAME.fullmatch(part) for part in parts):
        return ()
    if _EAST_ASIAN.search(text) and not (len(parts) > 1 and all(map(_is_name_in_its_script, parts))):
        return ()
    return _clean(part.rstrip("0123456789*\u2217†‡§¶#^, ") for part in parts)


def read_east_asian_names(text: str) -> tuple[str, ...]:
    """Return the names of a text that consists of Chinese, Japanese or Korean names without blanks; several are needed.

    >>> read_east_asian_names("王一, 李二三, 等."), read_east_asian_names("潮汐, 北海港口的霜")
    (('王一', '李二三'), ())
    """
    parts = [part.strip(" .。") for part in _EAST_ASIAN_COMMA.split(text[:_MAX_BYLINE_LENGTH])]
    names = [part.removesuffix("等") for part in parts if part not in {"", "等"}]
    return tuple(names) if len(parts) > 1 and names and all(map(_EAST_ASIAN_WORD.fullmatch, names)) else ()


def _is_name_in_its_script(name: str) -> bool:
    return _EAST_ASIAN.search(name) is None or _EAST_ASIAN_NAME.fullmatch(name) is not None


def _is_list(name: str) -> bool:
    """Return whether commas separate whole names rather than the two halves of one."""
    return all(" " in part.strip() for part in name.split(","))


def _split_at_commas(text: str) -> list[str]:
    parts = [part for one in text.split(",") if (part := one.strip()) and part.lower() not in _OTHERS]
    if len(parts) < 2:  # noqa: PLR2004 - nothing to take apart
        return parts
    if _EAST_ASIAN.search(text) and max(map(len, parts)) > _MAX_LENGTH_OF_EAST_ASIAN_PART:
        return parts
    seconds = parts[1::2]
    halves = len(parts) % 2 == 0 and all(_INITIALS.fullmatch(part) and part == part.upper() for part in seconds)
    if not halves and len(parts) > 2:  # noqa: PLR2004 - more than one name
        parts = [part.strip() for part in order_inverted_names(", ".join(parts)).split(",")]
    if halves or (len(parts) == 2 and not _is_list(",".join(parts))):  # noqa: PLR2004 - last and first name
        return [f"{first} {last}" for last, first in zip(parts[::2], seconds, strict=False)]
    return parts


def _clean(names: Iterable[str]) -> tuple[str, ...]:
    cleaned = (
        (_ET_AL.sub("", name) if "al" in name[-4:].lower() else name).strip() for name in islice(names, _MAX_NAMES)
    )
    return tuple(name for name in cleaned if name and name.lower() not in _OTHERS)


def names_of(printed: Sequence[object], form: str, plain: Callable[[object], str]) -> tuple[str, ...]:
    """Return the names of people in the values of a field, in their natural order.

    A value is a text with one name or all, a list, or a mapping with the parts of one name. `form` says how texts print
    names: `and`, as BibTeX; `inverted`, one a value; `glued`, without anything between; `affiliated`, with brackets of
    affiliations among them; `sentence`, with a stop at the end; `parts`, lists of the parts of each name; else by what
    separates them.
    """
    match form:
        case "and":
            # Only one alone can be what stands where names are missing.
            texts = (text for one in printed if " and " in (text := str(one)) or plain(text))
            parts = islice((part for text in texts for part in split_and(text)), _MAX_NAMES)
            return tuple(name for part in parts for name in _names_of_bibtex(part))
        case "inverted":
            each = (name for one in printed[:_MAX_NAMES] for name in _split_initialled(plain(one)))
            return tuple(name for one in each if (name := invert_name(one)))
        case "parts":
            return tuple(filter(None, map(_join_parts, _lists_in(printed))))
        case "glued":
            glued = (part for one in printed for part in _GLUED.sub("; ", plain(one)).split("; "))
            return tuple(name for part in glued if (name := _HONORIFICS.sub("", part)))
        case "sentence":
            printed = [plain(one).removesuffix(".") for one in printed]
        case "affiliated":
            text = plain(printed[0]) if len(printed) == 1 and isinstance(printed[0], str) else ""
            names = split_names(without_affiliations(text)) if not text.startswith("[") else ()
            return tuple(filter(None, map(decode_latex, names))) or names_of(printed, "", plain)
    people = [person for one in printed for person in (one if isinstance(one, list) else (one,))]
    if len(printed) == 1 and isinstance(printed[0], str):
        found: Sequence[str] = _split_text(plain(printed[0]))
    else:
        found = [
            name
            for one in people[:_MAX_NAMES]
            if (name := person_of(one) if isinstance(one, Mapping) else _clean_name(plain(one)))
        ]
    # "Ann Doe, MIT" has no family name before the comma, unless that is the custom of the others.
    are_inverted = all(name.count(",") == 1 for name in found) and any(map(_BEGINS_WITH_FAMILY.match, found))
    found = [
        invert_name(name) if are_inverted or (name.count(",") == 1 and _BEGINS_WITH_FAMILY.match(name)) else name
        for name in found
    ]
    return tuple(name for name in found if any(character.isalpha() for character in name))


def _split_initialled(text: str) -> Sequence[str]:
    """Return the names of a value that has several of them with initials behind, "Doe J, Roe R.B.", or the value."""
    if ", " not in text:
        return (text,)
    parts = [part.strip() for part in text.split(",")]
    return parts if len(parts) > 1 and all(map(_FAMILY_AND_INITIALS.fullmatch, parts)) else (text,)


@lru_cache(maxsize=16_384)
def _names_of_bibtex(printed: str) -> tuple[str, ...]:
    """Return the names between two "and" of BibTeX, which are one unless they are initialled."""
    names = (one if one.startswith("{") else invert_name(one) for one in _split_initialled(printed))
    return tuple(filter(None, map(decode_latex, names)))


def person_of(person: Mapping[str, object]) -> str:
    """Return the name of a person whose parts have names of their own.

    >>> person_of({"family": "Roe", "given": "Rob"}), person_of({"author": {"display_name": "Ann Doe"}}), person_of({})
    ('Rob Roe', 'Ann Doe', '')
    """
    names = load_table()["person"]
    person = {key.lower(): held for key, held in person.items()}
    parts = {part: _text_at(person, names[part]) for part in ("given", "particles", "family", "suffix", "whole")}
    if not parts["family"]:
        return _NUMBER_OF_A_HOMONYM.sub("", parts["whole"] or parts["given"] or text_of(person.get("#")))
    suffix = f", {parts['suffix']}" if parts["suffix"] else ""
    return " ".join(filter(None, (parts["given"], parts["particles"], parts["family"]))) + suffix


def with_affiliations(printed: Iterable[object]) -> list[tuple[str, list[object]]]:
    """Return the names of people with their affiliations, as nested records have them."""
    people = (
        one for item in printed for one in (item if isinstance(item, list) else (item,)) if isinstance(one, Mapping)
    )
    paths = load_table()["person"]["affiliation"]
    return [
        (person_of(one), next((found for path in paths if (found := find_values(one, path))), []))
        for one in islice(people, _MAX_NAMES)
    ]


def orcid_of(person: object) -> str | None:
    """Return the ORCID iD of a person in a nested record, or None."""
    ids = (text_of(one) for path in load_table()["person"]["orcid"] for one in find_values(person, path))
    return next((found[1] for text in ids if (found := _ORCID.fullmatch(text))), None)


def _text_at(person: Mapping[str, object], paths: Sequence[str]) -> str:
    found = (text for path in paths for one in find_values(person, path.lower()) if (text := text_of(one)))
    text = next(found, "")
    return strip_tags(text) if "<" in text or "&" in text else text


def _lists_in(printed: Sequence[object]) -> Iterator[Sequence[object]]:
    """Yield the lists of parts, of which a path may have opened the one around them."""
    for one in printed:
        if isinstance(one, list):
            yield one


def _join_parts(parts: Sequence[object]) -> str:
    """Return a name from a list of last name, first name, suffix and perhaps an affiliation."""
    last, first, suffix = ([part if isinstance(part, str) else "" for part in parts] + [""] * 3)[:3]
    return decode_latex(" ".join(part for part in (first, last, suffix) if part.strip()))


def _split_text(text: str) -> tuple[str, ...]:
    """Return the names of a text, which may be a list as Python prints it: `['Doe, A.', 'Roe, R.']`."""
    listed = decode_literal(text) if text.startswith("[") else None
    if isinstance(listed, list):
        return tuple(name for name in listed if isinstance(name, str) and name)
    return split_names(_clean_name(text))


def _clean_name(text: str) -> str:
    """Return printed names without tags, numbers of people, places of work and the marks of footnotes."""
    text = strip_tags(text) if "<" in text else text
    text = without_brackets(_PERSON_NUMBER.sub("", text)) if "(" in text else text
    return _NUMBER_OF_A_HOMONYM.sub("", _FOOTNOTES.sub("", text).strip())
