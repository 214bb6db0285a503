"""The authors of a record: a list of records or of names, with affiliations or without, or all names in one text."""

import re

from papertrace.listings.fields.html_text import strip_tags
from papertrace.listings.fields.literals import decode_literal
from papertrace.listings.fields.people import invert_name, split_names, without_brackets
from papertrace.listings.json.pages import JsonObject
from papertrace.listings.json.records import get_object, get_objects, get_text, get_texts

AUTHORS = ("authors", "author", "creators", "author_names")
_BEGINS_WITH_FAMILY = re.compile(r"\s*(?:[^\W\d_A-Z][^\s,]*\s+){0,3}[^\s,]+\s*,")
_FOOTNOTES = re.compile(r"\\?[*†‡§#]+")


def find_authors(value: JsonObject) -> tuple[str, ...]:
    """Return the names of the authors of a record, in their natural order."""
    for key in AUTHORS:
        people = get_objects(value, key) or ([one] if (one := get_object(value, key)) else [])
        names = [name for person in people if (name := _name(person))] or [*map(_clean, get_texts(value, key))]
        # "Ann Doe, MIT" has no family name before the comma.
        if all(name.count(",") == 1 for name in names) and any(map(_BEGINS_WITH_FAMILY.match, names)):
            names = [invert_name(name) for name in names]
        names = names or list(_split(get_text(value, key)))
        if names:
            return tuple(name for name in names if any(character.isalpha() for character in name))
    return ()


def _split(text: str) -> tuple[str, ...]:
    """Return the names of a text, which may be a list as Python prints it: `['Doe, A.', 'Roe, R.']`."""
    listed = decode_literal(text) if text.startswith("[") else None
    if isinstance(listed, list):
        return tuple(invert_name(name) if name.count(",") == 1 else name for name in listed if isinstance(name, str))
    return split_names(_clean(text))


def _clean(names: str) -> str:
    """Return printed names without tags and the marks of footnotes: `<b>Ann Doe</b>*`, `Ann Doe (MIT)`."""
    names = strip_tags(names) if "<" in names else names
    return _FOOTNOTES.sub("", without_brackets(names) if "(" in names else names)


def _name(person: JsonObject) -> str:
    whole = get_text(person, "name", "fullname", "full_name", "display_name", "text", "literal")
    given = ("given", "first", "first_name", "given-names")
    family = ("family", "last", "last_name", "family-names")
    particles = ("dropping-particle", "non-dropping-particle")  # of names in CSL
    parts = (get_text(person, *given), *(get_text(person, key) for key in particles), get_text(person, *family))
    return whole or " ".join(part for part in parts if part)
