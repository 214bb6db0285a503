"""URLs as printed and as a notation marks them, repaired.

A `View` is the repaired text with a map back to the printed one, so that a link can be reported as printed. The
repairs never change the meaning of a sentence: invisible characters vanish, entities and LaTeX escapes become the
characters they represent, full-width and ligature forms become plain ones, `[.]` becomes a dot. Line breaks and stray
spaces need context and are handled by `papertrace.extract.urls.scanner`.

Such a field contains the address and nothing else, so the heuristics for running text do not apply: a full stop
does not end a sentence, and a line break comes from the editor. The functions here find the fields in linear scans;
the fields are cut out of the text before the running text is searched.
"""

import re
import string
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape

from papertrace.extract.urls.hosts import SCP, find_host, is_known_host
from papertrace.extract.urls.scanner import HOST, MAX_LENGTH, TEMPLATE, USER, is_host
from papertrace.late_imports import compile_on_use
from papertrace.model import Markup
from papertrace.model.addresses import comparable_host, lower_host, split_netloc, unwrap_address

_ABSOLUTE = compile_on_use(r"(?:git\+)?(h(?:tt|xx)ps?|ftps?|ssh|git|svn)\s*:\s*/\s*/\s*(.+)", re.IGNORECASE | re.DOTALL)
_MAX_BLANKS_PER_CHARACTER = 4
_WIDE_GAP = compile_on_use(r"\s*[\n\t]\s*")


def clean_address(value: str, *, spaces: bool = False) -> str | None:  # noqa: PLR0911 - one for each reason to refuse
    """Return a marked address as an absolute URL, or None if it is relative or not a web address.

    The characters of `value` must already be repaired. Line breaks are removed; blanks are removed too, or escaped if
    `spaces` is true because they belong to the address, as in an `href`. A host without a scheme must be a known one
    or begin with `www.`; otherwise the value is a relative path.
    """
    value = value.strip().strip("\x00")
    if len(value) > MAX_LENGTH * _MAX_BLANKS_PER_CHARACTER:
        return None  # a run of blanks would otherwise be searched from each of them, in quadratic time
    value = _WIDE_GAP.sub("", value)
    value = value.replace(" ", "%20") if spaces else re.sub(r"\s+", "", value)
    value = value.rstrip(".,;").strip('<>"').rstrip(".,;")
    if not value or len(value) > MAX_LENGTH:
        return None
    match = _ABSOLUTE.fullmatch(value)
    scheme, rest = match.groups() if match else ("https", value.removeprefix("//"))
    if match is None:
        if scp := SCP.match(value.lower()):
            return f"ssh://git@{scp[1]}/{value[scp.end() :]}"
        host = HOST.match(rest)
        if host is None or rest[host.end() : host.end() + 1] not in ("", "/", "?", "#", ":"):
            return None
        known = is_known_host(host[0]) and ("/" in rest or find_host(host[0]) is not None)
        if not (known or host[0].lower().startswith("www.") or rest != value) or not is_host(host[0]):
            return None
    user = USER.match(rest)
    start = user.end() if user else 0
    host = HOST.match(rest, start)
    if host is None or not is_host(host[0]) or rest[host.end() : host.end() + 1] not in ("", "/", "?", "#", ":"):
        return None
    if re.search(r"[\x00-\x20<>{}|\\^`\"]", rest[host.end() :]) and TEMPLATE.search(rest):
        return None
    url = f"{scheme.lower().replace('xx', 'tt')}://{rest[:start]}{lower_host(host[0])}{rest[host.end() :]}"
    inside = unwrap_address(url)
    # What is inside is as hostile as what is printed; it is shorter, so that this ends.
    return url if inside == url else clean_address(inside, spaces=True) or url


_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_HOSTS_OF_DOIS = frozenset(["doi.org", "dx.doi.org"])
_ESCAPE = compile_on_use(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = {f"%{ord(char):02X}": char for char in f"{string.ascii_letters}{string.digits}._~-"}
_END_OF_HOST, _END_OF_PATH = compile_on_use(r"[/?#]"), compile_on_use(r"[?#]")


@lru_cache(maxsize=16_384)
def url_identity(url: str) -> str:
    """Return the key that all spellings of one address share.

    The scheme (http or https), `www.`, letter case of the host, a default port, trailing slashes, escapes of
    unreserved characters, and the script of an international host name make no difference; path, query and fragment
    do. The resolver of DOIs has two hosts, and letter case makes no difference to a DOI.

    >>> url_identity("http://www.GitHub.com/acme/x/") == url_identity("https://github.com/acme/x")
    True
    >>> url_identity("http://dx.doi.org/10.1000/ABC") == url_identity("https://doi.org/10.1000/abc")
    True
    """
    scheme, _, rest = url.partition("://")
    scheme = scheme.lower()
    cut = _END_OF_HOST.search(rest)
    netloc, path = (rest[: cut.start()], rest[cut.start() :]) if cut else (rest, "")
    user, host, port = split_netloc(netloc)
    if port == _DEFAULT_PORTS.get(scheme):
        port = ""
    path = _ESCAPE.sub(_unescape_unreserved, path)
    plain, mark, tail = _partition_first(path)
    bare_host = comparable_host(host).removeprefix("www.")
    if bare_host in _HOSTS_OF_DOIS:
        bare_host, plain = "doi.org", plain.lower()
    key = user.lower() + bare_host + port + plain.rstrip("/") + (mark + tail if tail else "")
    return key if scheme in _DEFAULT_PORTS else f"{scheme}://{key}"


def _unescape_unreserved(match: re.Match[str]) -> str:
    escape = match[0].upper()
    return _UNRESERVED.get(escape, escape)


def _partition_first(path: str) -> tuple[str, str, str]:
    """Split a path at its query or fragment."""
    cut = _END_OF_PATH.search(path)
    return (path[: cut.start()], path[cut.start()], path[cut.start() + 1 :]) if cut else (path, "", "")


# Replaces markup: ends an address, and no line is joined across it.
BARRIER = "\x00"

Edit = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class View:
    """A text made from a source text by edits, with the origin of each of its pieces.

    `pieces` are (offset in `text`, offset in the source, length in the source) in order; a piece whose length differs
    from that of its source was rewritten and is mapped as a whole. `offsets` are the first items of `pieces`.
    """

    text: str
    pieces: tuple[tuple[int, int, int], ...]
    offsets: tuple[int, ...]

    @classmethod
    def of(cls, text: str, edits: Iterable[Edit] = ()) -> "View":
        """Apply sorted, non-overlapping edits (start, end, replacement) to a text."""
        out: list[str] = []
        pieces: list[tuple[int, int, int]] = []
        done = length = 0
        for start, end, new in edits:
            if start > done:
                pieces.append((length, done, start - done))
                out.append(text[done:start])
                length += start - done
            if new:
                pieces.append((length, start, end - start))
                out.append(new)
                length += len(new)
            done = end
        pieces.append((length, done, len(text) - done))
        out.append(text[done:])
        return cls("".join(out), tuple(pieces), tuple(piece[0] for piece in pieces))

    def start_of(self, offset: int) -> int:
        """Return where the character at `offset` begins in the source."""
        index = bisect_right(self.offsets, offset) - 1
        here, there, length = self.pieces[index]
        return there if self._rewritten(index) else there + min(offset - here, length)

    def end_of(self, offset: int) -> int:
        """Return where the character before `offset` ends in the source."""
        if offset <= 0:
            return 0
        index = bisect_right(self.offsets, offset - 1) - 1
        here, there, length = self.pieces[index]
        return there + length if self._rewritten(index) else there + min(offset - here, length)

    def _rewritten(self, index: int) -> bool:
        """Return whether a piece differs in length from its source; equal lengths map character by character."""
        here, _, length = self.pieces[index]
        after = self.offsets[index + 1] if index + 1 < len(self.offsets) else len(self.text)
        return after - here != length


_INVISIBLE = "\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
# Forms of `/`, `.`, `:`, `~`, `-` and of letters that typesetting, PDF readers and input methods produce.
_PLAIN = {
    "\u2010": "-", "\u2011": "-", "\u2212": "-", "\uff0d": "-",
    "\u2044": "/", "\u2215": "/", "\u29f8": "/", "\uff0f": "/",
    "\uff0e": ".", "\u2024": ".",
    "\uff3f": "_", "\u223c": "~", "\u02dc": "~", "\uff5e": "~",
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st",
}  # fmt: skip
_PLAIN_CLASS = "".join(_PLAIN)

_PATTERN = compile_on_use(
    rf"""
      (?P<gone>\u00ad[ \t]{{0,8}}\n[ \t]{{0,12}} | [{_INVISIBLE}] | <wbr\s*/?>
        | \\(?:hspace\{{0pt\}}|discretionary\{{\}}\{{\}}\{{\}})
        | \\(?:allowbreak|linebreak|penalty0|string|protect)(?![A-Za-z])(?:\[\d\])?\s?(?:\{{\}})? )
    | (?P<entity> &(?:amp;)*(?:\#[0-9]{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,31}}); )
    | (?P<tilde> \{{?\$\s?\\{{1,2}}(?:thick)?sim\s?\$\}}? | \\symbol\{{126\}} | \{{(?:\\tt\s?)?\\char(?:`\\~|126)\}}
        | \{{?\$\s?\\{{1,2}}tilde\s?(?:\{{\s?\}})?\s?\$\}}? | \{{\\{{1,2}}(?:textasciitilde|texttildelow)\s?(?:\{{\}})?\}}
        | \\{{1,2}}(?:textasciitilde|texttildelow|urltilde|sim)(?![A-Za-z])(?:\{{\}}|\s(?=\w))? | \{{?\\{{0,2}}~\{{\s?\}}\}}? | \\{{1,2}}~ )
    | (?P<underscore> \{{?\\{{1,2}}textunderscore(?![A-Za-z])(?:\{{\}}|\s(?=\w))?\}}? | \$\\{{0,2}}_\$ )
    | (?P<slash> \\{{1,2}}(?:slash|textslash)(?![A-Za-z])(?:\{{\}}|\s(?=\w))? | \\{{1,2}}/ )
    | (?P<escape> \{{\\{{1,2}}[_%\#&$]\}} | \\{{1,2}}[_%\#&$=?@:.+!] )
    | (?P<bracket> \\[()] )
    | (?P<hyphen> \\- )
    | (?P<comment> %(?<=[^\s\\]%)\n[ \t]* )
    | (?P<dot> (?:\[[ ]?(?:\.|dot)[ ]?\]|\([ ]?(?:\.|dot)[ ]?\)|\{{[ ]?(?:\.|dot)[ ]?\}})[ ]? )
    | (?P<colon> \[:\] | \uff1a(?=\s?[/\uff0f]) | \(:\) )
    | (?P<scheme> \[://\] | \[:/\]/ )
    | (?P<bracket_slash> \[/\] | [\[(]slash[\])][ ]? )
    | (?P<stop> [\u3002\uff61](?<=[A-Za-z0-9][\u3002\uff61])(?=(?:com|org|io|net|co|cn)\b) )
    | (?P<plain> [{_PLAIN_CLASS}] | [\uff10-\uff19\uff21-\uff3a\uff41-\uff5a] )
    """,  # noqa: E501 - one alternative a line
    re.VERBOSE | re.IGNORECASE,
)

# The characters that a repair can begin with: searching for them first is many times faster than trying every rule.
# In a run of one ASCII character only the last two can begin a rule.
_RUNS = "|".join(re.escape(char) * 2 + f"(?<={re.escape(char) * 3})" for char in "\\&<{$[(%~")
_OPENER = compile_on_use(
    rf"[\\&<{{$\[(%~\u3002\uff61\uff1a{_INVISIBLE}{_PLAIN_CLASS}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a](?!{_RUNS})"
)
_SPACED = frozenset(("dot", "bracket_slash"))

_TRIGGERS = (
    "\\",
    "&",
    "<wbr",
    "<WBR",
    "~{",
    "$",
    "[.",
    "(.",
    "{.",
    "[:",
    "(:",
    "[/",
    "%\n",
    "dot",
    "DOT",
    "Dot",
    "slash",
)
# "github dot com slash acme slash name": the name of a known host must come first, since "dot product" is not an
# address.
_SPELLED_OUT = compile_on_use(
    r"\b(github|gitlab|bitbucket|codeberg|huggingface|zenodo|arxiv|doi)\s{1,2}dot\s{1,2}(com|org|co)\b(?=\s{0,2}/|\s{1,2}slash\b)",
    re.IGNORECASE,
)
_SPELLED_SLASH = compile_on_use(r"\s{1,2}slash\s{1,2}([\w.~-]+)", re.IGNORECASE)


def needs_repair(text: str) -> bool:
    """Return whether a text contains anything that `repair_characters` may change, by substring tests alone."""
    return not text.isascii() or any(trigger in text for trigger in _TRIGGERS)


_HIDING = compile_on_use(f"[{_INVISIBLE}\uff0e\u2024\u3002\ufb00-\ufb06\uff41-\uff5a]")


def may_hide_url(text: str) -> bool:
    """Return whether the name of a host may be printed so that no plain substring test finds it."""
    if "[." in text or "(." in text or "{." in text:
        return True
    low = text.lower()
    if "dot" in low and any(sign in low for sign in ("(dot", "[dot", "{dot", "( dot", "[ dot", " dot com", " dot org")):
        return True
    return (not text.isascii()) and _HIDING.search(text) is not None


def repair_characters(text: str, markup: Markup = Markup.TEXT) -> View:
    r"""Undo what printing or typesetting did to the characters of an address.

    >>> repair_characters(r"https://example.org/\_a&amp;b").text
    'https://example.org/_a&b'
    """
    if not needs_repair(text):
        return View.of(text)
    edits: list[Edit] = []
    done = 0
    for opener in _OPENER.finditer(text):
        start = opener.start()
        match = _PATTERN.match(text, start) if start >= done else None
        if match is None:
            continue
        kind = match.lastgroup or ""
        new = _RULES[kind](match[0], markup)
        if new is None:
            continue
        done = match.end()
        if kind in _SPACED and text[start - 1 : start] == " ":
            start -= 1
        edits.append((start, done, new))
    for match in _SPELLED_OUT.finditer(text):
        _add_spoken_edits(text, match, edits)
    edits.sort()
    return View.of(text, _drop_overlaps(edits))


def _add_spoken_edits(text: str, match: re.Match[str], edits: list[Edit]) -> None:
    """Add the edits that restore a spelled-out address: its dot, and each `slash` that follows."""
    edits.append((match.end(1), match.start(2), "."))
    position = match.end()
    while slash := _SPELLED_SLASH.match(text, position):
        edits.append((slash.start(), slash.start(1), "/"))
        position = slash.end()


def _drop_overlaps(edits: list[Edit]) -> list[Edit]:
    """Drop edits that overlap an earlier one."""
    kept: list[Edit] = []
    end = 0
    for edit in edits:
        if edit[0] >= end:
            kept.append(edit)
            end = edit[1]
    return kept


def _entity(raw: str, _markup: Markup) -> str | None:
    """Decode an entity, however often its ampersand was escaped; an unknown entity stays as it is."""
    inner = raw[1:]
    while inner.lower().startswith("amp;") and len(inner) > len("amp;"):
        inner = inner[4:]
    if inner.lower() == "shy;":
        return ""
    decoded = unescape(f"&{inner}")
    if decoded == f"&{inner}":
        return None
    return "".join(_PLAIN.get(char, "" if re.match(f"[{_INVISIBLE}]", char) else char) for char in decoded)


def _plain(raw: str, _markup: Markup) -> str:
    """Return the plain form of a look-alike; full-width letters and digits have a fixed distance from ASCII."""
    return _PLAIN.get(raw) or chr(ord(raw) - 0xFEE0)


def _always(new: str) -> Callable[[str, Markup], str | None]:
    """Return a rule that replaces any match with the same text."""
    return lambda _raw, _markup: new


_RULES: dict[str, Callable[[str, Markup], str | None]] = {
    "gone": _always(""),
    "entity": _entity,
    "tilde": _always("~"),
    "underscore": _always("_"),
    "slash": _always("/"),
    "escape": lambda raw, _markup: raw.strip("{}\\"),
    # In TeX, escaped parentheses begin and end a formula.
    "bracket": lambda raw, markup: raw[1] if markup is Markup.MARKDOWN else None,
    # A discretionary hyphen in TeX, which is invisible; an escaped hyphen in Markdown.
    "hyphen": lambda _raw, markup: "-" if markup is Markup.MARKDOWN else "",
    "comment": lambda _raw, markup: "" if markup in (Markup.TEX, Markup.BIBTEX) else None,
    "dot": _always("."),
    "colon": _always(":"),
    "scheme": _always("://"),
    "bracket_slash": _always("/"),
    "stop": _always("."),
    "plain": _plain,
}


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
_COMMAND = compile_on_use(
    r"\\{1,2}(?:url|href|nolinkurl|path|link|hyperlink|urlprefix)\s{0,3}(?:\[[^\[\]{}]{0,200}\]\s{0,3})?"
    r"\{(?P<value>[^{}]{0,4096}+(?>(?:\{[^{}]{0,64}+\}[^{}]{0,4096}+){0,8}))\}"
)
# [words](target), [words](<target>), with a title; one level of parentheses inside the target.
_TARGET = compile_on_use(
    r"\]\(\s{0,3}(?:<(?P<angle>[^<>\n]{1,2048}+)>"
    r"|(?P<value>[^\s()<>]{1,2048}+(?>(?:\([^\s()]{0,256}+\)[^\s()]{0,2048}+){0,4})(?:\n[ \t]{0,8}[^\s()<>]{1,512})?))"
    r"(?:\s{1,3}(?:\"[^\"\n]{0,500}+\"|'[^'\n]{0,500}+'|\([^()\n]{0,500}+\)))?\s{0,3}\)"
)
# \url+…+, \verb|…|: any sign may be the delimiter.
_BETWEEN_SIGNS = compile_on_use(
    r"\\(?:url|path|nolinkurl|verb\*?|lstinline)(?P<sign>[|+!@=;^])(?P<value>(?>(?:(?!(?P=sign))[^\s{}\\]){4,1024}))(?P=sign)"
)
_DEFINITION = compile_on_use(
    r"^ {0,3}\[[^\[\]\n]{1,300}+\]:[ \t]{0,3}\n?[ \t]{0,3}(?:<(?P<angle>[^<>\n]{1,2048}+)>|(?P<value>[^\s<>]{1,2048}))",
    re.MULTILINE,
)
_BIB_FIELD = compile_on_use(
    r"\b(?:url|pdf|code|software|html|link|video|website|homepage|project|ee|bdsk-url-\d|conference_url|github|repository)"
    r"\s{0,8}=\s{0,8}(?:\{\s{0,8}(?P<value>[^{}\s][^{}]{0,4096}+(?>(?:\{[^{}]{0,64}+\}[^{}]{0,1024}+){0,8}))\}|\"\s{0,8}(?P<angle>[^\"{}\\]{1,4096}+)\")",
    re.IGNORECASE,
)
# Only whole lines: in abstracts that were never compiled a bare `%` is a percent sign.
_TEX_COMMENT = compile_on_use(r"^[ \t]{0,64}%.*$\n?", re.MULTILINE)


def _marked(matches: Iterator[re.Match[str]]) -> Iterator[Structure]:
    """Yield the value of each match as an address, and the edit that removes the match from the running text."""
    for match in matches:
        group = "value" if match["value"] is not None else "angle"
        if "\\url" not in match[group] and "\\href" not in match[group]:  # Otherwise it is found as a command.
            yield Structure((Field(match.start(group), match.end(group)),), ((match.start(), match.end(), BARRIER),))


# A tag, from the character after `<`: quoted values may contain `<` and `>`.
_TAG = compile_on_use(r"[a-zA-Z/!?][^<>\"']*+(?:(?:\"[^\"]*+\"|'[^']*+')[^<>\"']*+)*")
_NAME = compile_on_use(r"[a-zA-Z][\w:-]*+")
_ATTRIBUTE = compile_on_use(r"([^\s\"'>/=]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>][^\s>]*+))")
# Attributes whose whole value is an address; any other may contain an address among words.
_URL_ATTRIBUTES = frozenset(
    "href src data-href data-url data-src data-link cite action formaction poster longdesc background data xlink:href "  # noqa: SIM905 - words read best so
    "data-clipboard-text".split()
)
_RAW_TEXT = ("script", "style")
_VANISHING = frozenset(("wbr",))
# Tags that style part of an address: https://github.com/<b>acme</b>/fold.
_INLINE = frozenset(("b", "i", "u", "em", "strong", "span", "font", "mark", "small", "tt", "code", "kbd"))
_OPEN_ADDRESS = compile_on_use(r"(?:://|www\.|\.[a-z]{2,10}/)[^\s<>\"']*[/._=?&-]$", re.IGNORECASE)
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
