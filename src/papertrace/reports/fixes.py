"""Moved addresses replaced in the text of a listing, as `--fix` does, and its changes as a unified diff.

Pure: text in, text out; nothing else in a listing changes. An address is replaced only where it occurs as a whole and
as it was read. An address inside a longer one, or in a form that differs from its characters, is skipped and reported.
"""

import difflib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from pathlib import Path, PurePath
from typing import NamedTuple

from papertrace.model import Span
from papertrace.model.addresses import lower_host, split_at_host, web_address
from papertrace.model.verdict import FixedFile, FixPlan, UnfixedLink


class Notation(StrEnum):
    """The way a file writes the characters of an address."""

    TEXT = "text"
    JSON = "json"
    TEX = "tex"
    HTML = "html"
    TABLE = "table"


_NOTATIONS = {
    ".json": Notation.JSON,
    ".jsonl": Notation.JSON,
    ".ndjson": Notation.JSON,
    ".bib": Notation.TEX,
    ".tex": Notation.TEX,
    ".html": Notation.HTML,
    ".htm": Notation.HTML,
    ".xml": Notation.HTML,
    ".csv": Notation.TABLE,
    ".tsv": Notation.TABLE,
}

_BEFORE = re.compile(r"[A-Za-z0-9._~%/@:+&=?#-]")
_AFTER = re.compile(r"[A-Za-z0-9_~%/@+&=?#(-]")
_END_OF_SENTENCE = ".,;:!'"
# LaTeX leaves an address unescaped in a field of its own and in the argument of a command for addresses.
_VERBATIM = re.compile(
    r"(?:\\(?:url|href|path|nolinkurl)\s{0,3}\{|\b(?:bdsk-)?(?:url|link)[\w-]{0,9}\s{0,9}=\s{0,9}[{\"])\s{0,9}\Z",
    re.IGNORECASE,
)
_MAX_LEAD_LENGTH = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """A request to replace the address that is printed as `raw` at a location, and was read as `url`, by `new_url`."""

    span: Span
    raw: str
    url: str
    new_url: str


class FixedText(NamedTuple):
    """A text with its replacements, the number of addresses replaced, and the links that are left as they are."""

    text: str
    n_fixed: int
    unfixed: tuple[UnfixedLink, ...]


def notation_of(source: str) -> Notation:
    """Return the notation of a file by its suffix.

    >>> notation_of("papers.bib"), notation_of("README.md")
    (<Notation.TEX: 'tex'>, <Notation.TEXT: 'text'>)
    """
    return _NOTATIONS.get(PurePath(source).suffix.lower(), Notation.TEXT)


def fix_text(text: str, replacements: Sequence[Replacement], notation: Notation = Notation.TEXT) -> FixedText:
    r"""Return a text with addresses replaced and every other character unchanged.

    Lines and columns are those of the readers: lines end at `\n` alone, a byte order mark has no column. An address
    with a scheme is replaced everywhere in the text, since a reader keeps only one of several occurrences; an address
    without a scheme is replaced only in its own line.

    >>> old = "http://a.org/x"
    >>> moved = Replacement(span=Span("a.md", 1, 5), raw=old, url=old, new_url="https://a.org/y")
    >>> fix_text("See http://a.org/x, not http://a.org/xy.", [moved]).text
    'See https://a.org/y, not http://a.org/xy.'
    """
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    edits: dict[int, tuple[int, str]] = {}  # by their starts, their ends and new texts
    unfixed = []
    for replacement in replacements:
        reason = _reason_to_leave(replacement)
        found = [] if reason else list(_find(text, replacement, notation, starts))
        made = [_escape_new(text, start, printed, replacement, notation) for start, printed in found]
        if not found:
            reason = reason or "it is not there on its own, as it was read"
        elif None in made:
            reason = f"the new address is not allowed there: {replacement.new_url}"
        if reason:
            unfixed.append(UnfixedLink(span=replacement.span, raw=replacement.raw, reason=reason))
        edits |= {
            start: (start + len(printed), new)
            for (start, printed), new in zip(found, made, strict=True)
            if new is not None
        }
    pieces = []
    done = n_fixed = 0
    for start, (end, new) in sorted(edits.items()):
        if start < done:
            continue
        pieces += [text[done:start], new]
        done = end
        n_fixed += 1
    return FixedText("".join((*pieces, text[done:])), n_fixed, tuple(unfixed))


def _reason_to_leave(replacement: Replacement) -> str | None:
    """Return why an address cannot be replaced anywhere, or None."""
    if (
        not web_address(replacement.new_url)
        or not replacement.new_url.isascii()
        or re.search(r"[\^{|}\[\]]", replacement.new_url)
    ):
        return "the new address contains characters that an address should not"
    host = lower_host(split_at_host(replacement.url)[1])
    if not replacement.raw or any(character.isspace() for character in replacement.raw):
        return "it spans several lines or words"
    if not host or host not in lower_host(replacement.raw):
        return "it is printed in another form"
    return None


def _find(text: str, replacement: Replacement, notation: Notation, starts: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield the offsets at which an address occurs as a whole, each with its form there."""
    begin, end = 0, len(text)
    if "://" not in replacement.raw:
        line = replacement.span.line
        if not 0 < line < len(starts):
            return
        begin, end = starts[line - 1], starts[line] - 1
    forms = {replacement.raw}
    if notation is Notation.JSON:
        forms.add(replacement.raw.replace("/", "\\/"))
    elif notation is Notation.HTML:
        forms.add(replacement.raw.replace("&", "&amp;"))
    for form in sorted(forms):
        at = text.find(form, begin, end)
        while at >= 0:
            if _is_whole(text, at, at + len(form), notation):
                yield at, form
            at = text.find(form, at + len(form), end)


def _is_whole(text: str, start: int, end: int, notation: Notation) -> bool:
    before, after = text[max(0, start - 2) : start], text[end : end + 6]
    if before and _BEFORE.match(before[-1]) and not _is_escape(before, notation):
        return False
    return not after or _ends(after[0], after[1:], notation)


def _ends(character: str, rest: str, notation: Notation) -> bool:
    """Return whether the character after an address, given the text after it, is not part of the address."""
    if character in _END_OF_SENTENCE and not (notation is Notation.TABLE and character in ",;"):
        return not rest or not (rest[0].isalnum() or rest[0] in "/_%")
    if character == "\\":
        return notation is not Notation.TEX or rest[:1] not in tuple("_%#&~/")
    if character == "&" and notation is Notation.HTML:
        return rest.startswith(("quot;", "gt;", "lt;", "nbsp;"))
    return not (_AFTER.match(character) or character.isalnum())


def _is_escape(before: str, notation: Notation) -> bool:
    r"""Return whether the letter before an address belongs to an escape such as `\n` in JSON."""
    return notation is Notation.JSON and len(before) > 1 and before[0] == "\\" and before[1] in "nrt"


def _escape_new(text: str, start: int, printed: str, replacement: Replacement, notation: Notation) -> str | None:
    """Return what replaces an address at a place, escaped for its notation, or None if it cannot be escaped."""
    new = replacement.new_url if "://" in replacement.raw else replacement.new_url.partition("://")[2]
    before = text[max(0, start - _MAX_LEAD_LENGTH) : start]
    match notation:
        case Notation.JSON if "\\/" in printed:
            new = new.replace("/", "\\/")
        case Notation.HTML:
            new = new.replace("&", "&amp;")
        case Notation.TABLE if not before.endswith('"') and re.search(r"[,;]", new):
            return None
        case Notation.TEX if not _VERBATIM.search(before):
            if "~" in new and "~" not in printed:
                return None
            new = re.sub(r"([_%#&$])", r"\\\1", new)
        case Notation.TEXT if before.endswith("("):
            # A parenthesis in the address could end a Markdown link.
            new = new.replace("(", "%28").replace(")", "%29")
        case _:
            pass
    return new


_CONTEXT_LINES = 3
NOTHING_TO_FIX = "no links to fix"


def generate_patch(plan: FixPlan) -> Iterator[str]:
    """Yield the changes as a unified diff for `git apply` or `patch -p1`, run in the current folder."""
    for file in plan.files:
        before, after = _lines(file.before.decode()), _lines(file.after.decode())
        name = (Path(os.path.relpath(file.path)) if file.path.is_absolute() else file.path).as_posix()
        for line in difflib.unified_diff(before, after, _quote(f"a/{name}"), _quote(f"b/{name}"), n=_CONTEXT_LINES):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def describe_fixed_file(file: FixedFile, *, is_written: bool) -> str:
    """Return the line on a file that was changed, or that a patch would change."""
    links = "link" if file.n_fixed == 1 else "links"
    return f"{file.path}: {file.n_fixed} {links} {'fixed' if is_written else 'to fix'}"


def describe_unfixed_link(link: UnfixedLink) -> str:
    """Return the line on a link that is left as it is."""
    raw = f"{link.raw}: " if link.raw else ""
    return f"{link.span}: {raw}left as it is: {link.reason}"


def _lines(text: str) -> list[str]:
    r"""Return the lines of a text with their ends; `\n` alone ends a line."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1].removesuffix("\n")
    return lines if lines[-1] else lines[:-1]


def _quote(name: str) -> str:
    """Return a name as git writes it in a patch: quoted where a character would end the line or the name."""
    if name.isprintable() and '"' not in name and "\\" not in name:
        return name
    return '"' + name.encode("unicode_escape").decode().replace('"', '\\"') + '"'
