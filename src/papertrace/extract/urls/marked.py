r"""Addresses that markup delimits: an `href`, a Markdown target, `\url{…}`, a BibTeX `url` field.

Such a field contains the address and nothing else, so the heuristics for running text do not apply: a full stop
does not end a sentence, and a line break comes from the editor. The functions here find the fields in linear scans;
the fields are cut out of the text before the running text is searched.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from papertrace.extract.urls.repair import BARRIER, Edit
from papertrace.model import Markup


@dataclass(frozen=True, slots=True)
class Field:
    """A span `text[start:end]` marked as an address; `exact` is False for an attribute that may only contain one."""

    start: int
    end: int
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Structure:
    """The marked addresses of a text in order, and the edits that reduce it to its running text."""

    fields: tuple[Field, ...]
    edits: tuple[Edit, ...]


def find_structure(text: str, markup: Markup) -> Structure:
    """Return the addresses that the markup of a text delimits.

    TeX commands are recognised in every notation, because abstracts contain them everywhere; tags in HTML and
    Markdown; link targets and definitions in Markdown; fields in BibTeX.
    """
    parts: list[Structure] = []
    if markup in (Markup.HTML, Markup.MARKDOWN) and "<" in text:
        parts.extend(_find_tags(text))
    if markup is Markup.MARKDOWN and "](" in text:
        parts.extend(_marked(_TARGET.finditer(text)))
    if markup is Markup.MARKDOWN and "]:" in text:
        parts.extend(_marked(_DEFINITION.finditer(text)))
    if "\\" in text:
        parts.extend(_marked(_COMMAND.finditer(text)))
        parts.extend(_marked(_BETWEEN_SIGNS.finditer(text)))
    if markup is Markup.BIBTEX:
        parts.extend(_marked(_BIB_FIELD.finditer(text)))
    if markup is Markup.TEX and "%" in text:
        parts.extend(Structure((), ((match.start(), match.end(), "\n"),)) for match in _TEX_COMMENT.finditer(text))
    parts.sort(key=lambda part: part.edits[0][:2])
    fields: list[Field] = []
    edits: list[Edit] = []
    end = 0
    for part in parts:  # A part inside a comment or another marked field is dropped with it.
        if part.edits[0][0] >= end:
            fields.extend(part.fields)
            edits.extend(part.edits)
            end = part.edits[0][1]
    return Structure(tuple(fields), tuple(edits))


# \url{…}, \href{…}, with one level of braces inside for \~{} and {\_}.
_COMMAND = re.compile(
    r"\\{1,2}(?:url|href|nolinkurl|path|link|hyperlink|urlprefix)\s{0,3}(?:\[[^\[\]{}]{0,200}\]\s{0,3})?"
    r"\{(?P<value>[^{}]{0,4096}+(?>(?:\{[^{}]{0,64}+\}[^{}]{0,4096}+){0,8}))\}"
)
# [words](target), [words](<target>), with a title; one level of parentheses inside the target.
_TARGET = re.compile(
    r"\]\(\s{0,3}(?:<(?P<angle>[^<>\n]{1,2048}+)>"
    r"|(?P<value>[^\s()<>]{1,2048}+(?>(?:\([^\s()]{0,256}+\)[^\s()]{0,2048}+){0,4})(?:\n[ \t]{0,8}[^\s()<>]{1,512})?))"
    r"(?:\s{1,3}(?:\"[^\"\n]{0,500}+\"|'[^'\n]{0,500}+'|\([^()\n]{0,500}+\)))?\s{0,3}\)"
)
# \url+…+, \verb|…|: any sign may be the delimiter.
_BETWEEN_SIGNS = re.compile(
    r"\\(?:url|path|nolinkurl|verb\*?|lstinline)(?P<sign>[|+!@=;^])(?P<value>(?>(?:(?!(?P=sign))[^\s{}\\]){4,1024}))(?P=sign)"
)
_DEFINITION = re.compile(
    r"^ {0,3}\[[^\[\]\n]{1,300}+\]:[ \t]{0,3}\n?[ \t]{0,3}(?:<(?P<angle>[^<>\n]{1,2048}+)>|(?P<value>[^\s<>]{1,2048}))",
    re.MULTILINE,
)
_BIB_FIELD = re.compile(
    r"\b(?:url|pdf|code|software|html|link|video|website|homepage|project|ee|bdsk-url-\d|conference_url|github|repository)"
    r"\s{0,8}=\s{0,8}(?:\{\s{0,8}(?P<value>[^{}\s][^{}]{0,4096}+(?>(?:\{[^{}]{0,64}+\}[^{}]{0,1024}+){0,8}))\}|\"\s{0,8}(?P<angle>[^\"{}\\]{1,4096}+)\")",
    re.IGNORECASE,
)
# Only whole lines: in abstracts that were never compiled a bare `%` is a percent sign.
_TEX_COMMENT = re.compile(r"^[ \t]{0,64}%.*$\n?", re.MULTILINE)


def _marked(matches: Iterator[re.Match[str]]) -> Iterator[Structure]:
    """Yield the value of each match as an address, and the edit that removes the match from the running text."""
    for match in matches:
        group = "value" if match["value"] is not None else "angle"
        if "\\url" not in match[group] and "\\href" not in match[group]:  # Otherwise it is found as a command.
            yield Structure((Field(match.start(group), match.end(group)),), ((match.start(), match.end(), BARRIER),))


# A tag, from the character after `<`: quoted values may contain `<` and `>`.
_TAG = re.compile(r"[a-zA-Z/!?][^<>\"']*+(?:(?:\"[^\"]*+\"|'[^']*+')[^<>\"']*+)*")
_NAME = re.compile(r"[a-zA-Z][\w:-]*+")
_ATTRIBUTE = re.compile(r"([^\s\"'>/=]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>][^\s>]*+))")
# Attributes whose whole value is an address; any other may contain an address among words.
_URL_ATTRIBUTES = frozenset(
    "href src data-href data-url data-src data-link cite action formaction poster longdesc background data xlink:href "  # noqa: SIM905 - words read best so
    "data-clipboard-text".split()
)
_RAW_TEXT = ("script", "style")
_VANISHING = frozenset(("wbr",))
# Tags that style part of an address: https://github.com/<b>acme</b>/fold.
_INLINE = frozenset(("b", "i", "u", "em", "strong", "span", "font", "mark", "small", "tt", "code", "kbd"))
_OPEN_ADDRESS = re.compile(r"(?:://|www\.|\.[a-z]{2,10}/)[^\s<>\"']*[/._=?&-]$", re.IGNORECASE)
_MAX_LENGTH_BEFORE_TAG = 200


def _find_tags(text: str) -> Iterator[Structure]:
    """Yield, for each tag and comment, the addresses in its attributes and the edit that removes it.

    An inline tag in the middle of an address vanishes together with its closing tag; any other tag ends an address.
    """
    position = text.find("<")
    inline = _InlineTags()
    while position >= 0:
        if text.startswith("<!--", position):
            end = text.find("-->", position)
            end = len(text) if end < 0 else end + len("-->")
            yield Structure((), ((position, end, BARRIER),))
            position = text.find("<", end)
            continue
        match = _TAG.match(text, position + 1)
        if match is None:
            position = text.find("<", position + 1)
            continue
        end = match.end()
        name_match = _NAME.match(text, position + 1)
        name = name_match[0].lower() if name_match else ""
        if end >= len(text) or text[end] != ">" or name in ("http", "https", "ftp", "www") or name.startswith("http"):
            # An autolink, or a less-than sign: running text. Resuming after what was read keeps this linear.
            position = text.find("<", end)
            continue
        end += 1
        vanishes = name in _VANISHING or inline.vanishes(text, position, end, name)
        yield Structure(
            tuple(_fields_of_tag(text, position, end)) if name and not name.startswith("xmlns") else (),
            ((position, end, "" if vanishes else BARRIER),),
        )
        if name in _RAW_TEXT:
            closing = _find_closing(text, name, end)
            if closing > end:
                yield Structure((), ((end, closing, BARRIER),))
                end = closing
        position = text.find("<", end)


@dataclass(slots=True)
class _InlineTags:
    """The inline tags within addresses: those not closed yet, and where the last one ends."""

    _open: list[str] = field(default_factory=list)
    _end: int = -1

    def vanishes(self, text: str, position: int, end: int, name: str) -> bool:
        """Return whether a tag is within an address: after a part that cannot end there, or closing such a tag."""
        if name in _INLINE:
            before = text[max(0, position - _MAX_LENGTH_BEFORE_TAG) : position]
            if position != self._end and _OPEN_ADDRESS.search(before) is None:
                return False
            self._open.append(name)
        elif self._open and text[position + 1 : end - 1].strip("/ \t\n").lower() == self._open[-1]:
            self._open.pop()
        else:
            return False
        self._end = end
        return True


def _find_closing(text: str, name: str, start: int) -> int:
    """Return where an element of raw text ends, ignoring letter case."""
    match = re.compile(f"</{name}", re.IGNORECASE).search(text, start)
    return match.start() if match else len(text)


def _fields_of_tag(text: str, start: int, end: int) -> Iterator[Field]:
    """Yield the attribute values of one tag that are or may contain addresses; namespaces are not links."""
    for match in _ATTRIBUTE.finditer(text, start + 1, end - 1):
        name = match[1].lower()
        group = match.lastindex or 4
        value = match[group]
        if name.startswith("xmlns") or ("/" not in value and "." not in value):
            continue
        yield Field(match.start(group), match.end(group), name in _URL_ATTRIBUTES)
