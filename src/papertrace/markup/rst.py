r"""reStructuredText: headings, lists, tables, directives and links, with the directives and roles of Sphinx.

docutils knows the lines of its nodes but not their columns, and replaces every directive of Sphinx, with its content,
by an error. So the constructs are read here by their syntax
(https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html); what is in a directive that is not known is text.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from papertrace.late_imports import compile_on_use
from papertrace.markup.tree import Attribute, Cell, Outline, Slugs, Tag, Text, Token, docutils_id, find_tokens, slug
from papertrace.model.document import Anchor, LeftOut

LINK = compile_on_use(r"`(?P<words>[^`<]{0,1000})<(?P<target>[^<>`]{1,2000})>`__?")
TARGET = compile_on_use(
    r"[ \t]*(?:\.\. (?:__|_(?P<name>`[^`\n]{1,300}`|(?>(?:[^:\n\\]|\\.){1,300})))|__):?"
    r"(?:[ \t]+(?P<target>\S.*))?"
)
ROLE = compile_on_use(r":(?P<role>[a-z][\w:.+-]{0,60}):`(?P<text>[^`]{1,500})`", re.IGNORECASE)
# Roles for documents with numbers, and where these are; roles for identifiers.
_NUMBERED = {
    "pep": ("https://peps.python.org/", "pep-{:04}/"),
    "rfc": ("https://datatracker.ietf.org/doc/html/", "rfc{}.html"),
}
SCHEMES = {"doi": "https://doi.org/", "arxiv": "https://arxiv.org/abs/", "pmid": "https://pubmed.ncbi.nlm.nih.gov/"}
_NUMBER = compile_on_use(r"(?:[^<>\n]{1,200}<)?(?P<number>\d{1,5})(?P<fragment>(?:#[^\s<>]{1,200})?)>?")
_WITH_TARGET = compile_on_use(r"(?P<words>[^<>]{0,500})<(?P<target>[^<>]{1,500})>")
_INLINE = compile_on_use(
    rf"``(?P<code>(?>(?:[^`\n]|`(?!`))+))``|{ROLE.pattern}|{LINK.pattern}"
    r"|`(?P<named>[^`<>]{1,300})`(?P<end>__?(?![\w_]))?|(?<![\w`])(?P<simple>[^\W_](?:[\w.+-]{0,60}[^\W_])?)_(?![\w_])"
    r"|(?<![\w*])\*\*(?=\S)(?P<bold>[^*\n]{1,300})(?<=\S)\*\*(?![\w*])"
    r"|(?<![\w*])\*(?=[^\s*])(?P<italic>[^*\n]{1,300})(?<=\S)\*(?![\w*])",
    re.IGNORECASE,
)
_ADDRESS = compile_on_use(r"(?:[a-z][a-z0-9+.-]*:|//|www\.|[./#]|[\w-]+\.\w{2,5}(?:$|[#/]))", re.IGNORECASE)
_WORD = compile_on_use(r"[\w-]{0,100}[^\W_]")
_ESCAPED = compile_on_use(r"\\(.)|\s+", re.DOTALL)
_DIRECTIVE = compile_on_use(r"\.\. (?:\|[^|\n]+\| )?(?P<name>[\w:.+-]+) ?::(?:[ \t]+(?P<argument>\S.*))?")
_OPTION = compile_on_use(r"[ \t]+:(?P<name>[\w-]{1,40}):(?:[ \t]+(?P<value>\S.*))?")
_CITATION = compile_on_use(r"\.\. \[[^\[\]]{1,60}\][ \t]+(?=\S)")
_RULE = compile_on_use(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*")
# A row of a list table begins with two marks, `* - `.
# A year in brackets at the beginning of a line is that of a reference which is broken there.
_ITEM = compile_on_use(r"(?:[*+-]|#[.)]|\((?:\d{1,3}|#)\)|\d{1,4}[.)])[ \t]+(?:-[ \t]+)?(?=\S)")
_LINE_OF_BLOCK = compile_on_use(r"^([ \t]*)\|(?=[ \t]|$)(?![^\n]*\|[ \t]*$)", re.MULTILINE)
_GRID = compile_on_use(r"[ \t]*\+(?:[-=]+\+)+[ \t]*")
_SIMPLE_TABLE = compile_on_use(r"[ \t]*={2,}(?:[ \t]+={2,})+[ \t]*")
_SPAN = compile_on_use(r"[ \t]*-{2,}[- \t]*")
_MAX_COLUMNS, _MAX_LINES_OF_TABLE = 100, 5000
_CODE = frozenset(
    ["code", "code-block", "sourcecode", "math", "doctest", "testcode", "prompt", "highlight", "literalinclude"]
)
# What these hold, files or settings, is no text of the document, and neither are captions.
_ASIDE = frozenset(["toctree", "contents", "bibliography", "image", "figure", "video", "iframe", "youtube", "meta"])
# Directives whose argument is an address, and options with one.
_SHOWING = frozenset(["image", "figure", "video", "raw", "iframe", "youtube", "button-link", "card"])
_OPTIONS = frozenset(["target", "url", "link", "img-top", "button-link", "alt-link", "uri"])


def parse(text: str) -> list[Token]:
    """Return the tokens of a text in reStructuredText, with the names of its headings and targets."""
    return _Reader(text).read()


def find_style(lines: Sequence[str], index: int) -> str:
    """Return the sign that underlines a heading, twice if it is also above it; empty for any other line."""
    line = lines[index].rstrip()
    below = lines[index + 1].rstrip() if index + 1 < len(lines) else ""
    if not line.strip() or _RULE.fullmatch(line) or not _RULE.fullmatch(below):
        return ""
    above = lines[index - 1].rstrip() if index else ""
    if above.strip() and not _RULE.fullmatch(above):
        return ""  # the end of a paragraph above a rule
    return below[0] * 2 if above == below else below[0]


class _Reader:
    """A reader of one text, with the targets that its names refer to."""

    def __init__(self, text: str) -> None:
        # Without the marks of lines in blocks, `| `, which end up between the words of a link.
        self._text = _LINE_OF_BLOCK.sub(r"\1 ", text) if "|" in text else text
        self._lines = self._text.split("\n")
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._slugs = Slugs()
        self._outline = Outline(self._text, self._inline)
        self._styles: list[str] = []
        self._named: dict[str, str] = {}
        unnamed: list[str] = []
        for line in self._lines:
            if "_" in line and (found := TARGET.fullmatch(line.rstrip())) and (target := _address_of(found)):
                if found["name"]:
                    self._named.setdefault(_fold(found["name"]), target)
                else:
                    unnamed.append(target)
        self._unnamed = iter(unnamed)

    def read(self) -> list[Token]:
        """Return the tokens, block by block."""
        number = 0
        while number < len(self._lines):
            if self._lines[number].strip():
                number = self._read_line(number)
            else:
                self._outline.end_paragraph()
                number += 1
        self._outline.end_lists(len(self._text))
        return self._outline.tokens

    def _read_line(self, number: int) -> int:
        """Read a line, or the lines of a block, and return the number of the next one."""
        line, outline = self._lines[number], self._outline
        start, end = self._starts[number], self._starts[number] + len(line.rstrip())
        indent = len(line) - len(line.lstrip())
        if style := find_style(self._lines, number):
            if style not in self._styles:
                self._styles.append(style)
            outline.heading(self._styles.index(style) + 1, start + indent, end)
            title = line.replace("`", "").replace("*", "").strip()
            outline.mark(map(Anchor, dict.fromkeys((docutils_id(title), *self._slugs.add(title)))))
            return number + 2
        if _GRID.fullmatch(line) or _SIMPLE_TABLE.fullmatch(line):
            return self._read_grid(number) if "+" in line else self._read_simple_table(number)
        if _RULE.fullmatch(line) or self._read_target(line, start, end):
            outline.end_paragraph()
            return number + 1
        at = indent
        if item := _CITATION.match(line, at) or _ITEM.match(line, at):
            at = item.end()
            outline.item(indent, start + at, end)
        if line.startswith("..", at) and line[at + 2 : at + 3] in ("", " "):
            return self._read_explicit(number, at)
        if at == indent:
            # An item that is broken over lines at its own margin is no item to docutils, but it is to its readers.
            outline.line(indent, start + indent, end, is_lazy=True)
        if line.rstrip().endswith("::"):
            return self._hide(number + 1, at, LeftOut.CODE)
        return number + 1

    def _read_explicit(self, number: int, at: int) -> int:
        """Read a directive or a comment, which begins at a column of a line."""
        line, outline = self._lines[number], self._outline
        start, end = self._starts[number] + at, self._starts[number] + len(line)
        outline.leave(at, start)
        directive = _DIRECTIVE.fullmatch(line.rstrip(), at)
        if directive is None:
            outline.hide(start, end, LeftOut.COMMENT)
            return self._hide(number + 1, at, LeftOut.COMMENT)
        name, argument = directive["name"].lower(), directive["argument"]
        if argument:
            first = self._starts[number] + directive.start("argument")
            shown = _make_link("img", argument, first) if name in _SHOWING and _address_in(argument) else None
            outline.aside(first, first + len(argument), shown)
        if name in _CODE:
            return self._hide(number + 1, at, LeftOut.CODE)
        number += 1
        while number < len(self._lines) and (option := _OPTION.fullmatch(self._lines[number].rstrip())):
            if value := option["value"]:
                first = self._starts[number] + option.start("value")
                is_link = option["name"].lower() in _OPTIONS and _address_in(value)
                outline.aside(first, first + len(value), _make_link("a", value, first) if is_link else None)
            number += 1
        below = self._end_of_body(number, at)
        first, last = self._starts[number], self._starts[below]
        if name == "raw" and argument == "html":
            outline.aside(first, last, find_tokens(self._text, first, min(last, len(self._text))))
        elif name in _ASIDE:
            outline.aside(first, min(last, len(self._text)))
        else:
            return number
        return below

    def _end_of_body(self, number: int, indent: int) -> int:
        """Return the number of the line that ends what is indented more than the line that opens it."""
        end = number
        while number < len(self._lines):
            line = self._lines[number]
            number += 1
            if line.strip():
                if len(line) - len(line.lstrip()) <= indent:
                    break
                end = number
        return end

    def _hide(self, number: int, indent: int, reason: LeftOut) -> int:
        end = self._end_of_body(number, indent)
        if end > number:
            self._outline.hide(self._starts[number], self._starts[end] - 1, reason)
        return end

    def _read_target(self, line: str, start: int, end: int) -> bool:
        """Read a line that says where a name leads to; return whether it is one."""
        found = TARGET.fullmatch(line.rstrip())
        if found is None or not (found["target"] or found["name"]):
            return False
        name = (found["name"] or "").strip("` ").removesuffix(":")
        self._outline.mark(map(Anchor, dict.fromkeys((slug(name), docutils_id(name))) if name else ()))
        address = _address_of(found)
        tokens = _make_link("link", found["target"], start + found.start("target"), address) if address else []
        self._outline.aside(start, end, tokens or [Tag("br", start, end)])
        return True

    def _read_grid(self, begin: int) -> int:
        """Read a table with lines around its cells."""
        end = begin + 1
        while end < min(begin + _MAX_LINES_OF_TABLE, len(self._lines)) and self._lines[end].lstrip()[:1] in ("|", "+"):
            end += 1
        edges = [at for at, sign in enumerate(self._lines[begin]) if sign == "+"][:_MAX_COLUMNS]
        headers = [number for number in range(begin + 1, end) if "=" in self._lines[number][edges[0] : edges[0] + 2]]
        cells: list[Cell] = []
        for number in range(begin + 1, end):
            line, start = self._lines[number], self._starts[number]
            if _GRID.fullmatch(line):
                if cells:
                    self._outline.row(edges[0], cells, is_header=number <= max(headers, default=0))
                cells = []
                continue
            at = [edge for edge in edges if line[edge : edge + 1] in ("|", "+")]
            columns = [(start + one + 1, start + other) for one, other in pairwise(at)]
            cells = cells or [[] for _ in columns]
            for cell, place in zip(cells, columns, strict=False):
                cell.append(place)
        return end

    def _read_simple_table(self, begin: int) -> int:
        """Read a table whose columns are below rules of `=`, with blanks between; a row may go on below itself."""
        rules = [begin]
        for number in range(begin + 1, min(begin + _MAX_LINES_OF_TABLE, len(self._lines))):
            if _SIMPLE_TABLE.fullmatch(self._lines[number]):
                rules.append(number)
                if not "".join(self._lines[number + 1 : number + 2]).strip():
                    break
        if len(rules) == 1:
            return begin + 1
        rule = self._lines[begin]
        starts = [at for at, sign in enumerate(rule) if sign == "=" and rule[at - 1 : at] != "="][:_MAX_COLUMNS]
        rows: list[tuple[list[Cell], bool]] = []
        for number in range(begin + 1, rules[-1]):
            line, first = self._lines[number], self._starts[number]
            if not line.strip() or number in rules or _SPAN.fullmatch(line):
                continue
            ends = [*starts[1:], len(line)]
            places = [
                (first + min(at, len(line)), first + min(end, len(line))) for at, end in zip(starts, ends, strict=True)
            ]
            is_header = len(rules) > 2 and number < rules[1]  # noqa: PLR2004 - above and below the header, at the end
            if rows and not line[starts[0] : ends[0]].strip():
                for cell, place in zip(rows[-1][0], places, strict=True):
                    cell.append(place)
            else:
                rows.append(([[place] for place in places], is_header))
        for row, is_header in rows:
            self._outline.row(starts[0], row, is_header=is_header)
        self._outline.end_paragraph()
        return rules[-1] + 1

    def _inline(self, start: int, end: int) -> Iterator[Token]:
        text, done = self._text, start
        for found in _INLINE.finditer(text, start, end):
            tokens = [*self._read_inline(found)]
            if tokens:
                first = found.start()
                if first > done:
                    yield Text(text[done:first], done, first)
                yield from tokens
                done = found.end()
        if end > done:
            yield Text(text[done:end], done, end)

    def _read_inline(self, found: re.Match[str]) -> Iterator[Token]:
        """Yield the tokens of what is marked in a line, nothing if it stays as it is."""
        first, last = found.span()
        kind = next(one for one in ("code", "role", "target", "named", "simple", "bold", "italic") if found[one])
        if kind == "code":
            yield from (
                Tag("code", first, first),
                Text(found["code"], first, last),
                Tag("code", last, last, closes=True),
            )
        elif kind == "role":
            yield from self._read_role(found)
        elif kind == "target":
            raw = found["target"]
            name = raw.strip().removesuffix("_")
            is_named = name != raw.strip()
            address = self._named.get(_fold(name), "") if is_named else _ESCAPED.sub(lambda one: one[1] or "", raw)
            place = found.span("words") if found["words"].strip() else found.span("target")
            yield from self._link(
                found, place, Attribute("href", raw, found.start("target"), address), is_named=is_named
            )
        elif kind in ("bold", "italic"):
            name = "b" if kind == "bold" else "i"
            begin, stop = found.span(kind)
            yield Tag(name, first, begin)
            yield from self._inline(begin, stop)
            yield Tag(name, stop, last, closes=True)
        else:
            address = next(self._unnamed, "") if found["end"] == "__" else self._named.get(_fold(found[kind]), "")
            if address and (kind == "simple" or found["end"]):
                yield from self._link(found, found.span(kind), Attribute("href", "", first, address), is_named=True)
            elif kind == "named":
                yield from (Text("", first, first), Text(found["named"], *found.span("named")), Text("", last, last))

    def _link(
        self, found: re.Match[str], words: tuple[int, int], address: Attribute, *, is_named: bool
    ) -> Iterator[Token]:
        """Yield a link; only one that states its address is a link of the document, not one that names a target."""
        if is_named or not _ADDRESS.match(address.value):
            address = address._replace(raw="")
        yield Tag("a", found.start(), words[0], (address,))
        yield Text(" ".join(self._text[slice(*words)].split(" ")), *words)
        yield Tag("a", words[1], found.end(), closes=True)

    def _read_role(self, found: re.Match[str]) -> Iterator[Token]:
        role, text, at = found["role"].lower(), found["text"], found.start("text")
        inside = _WITH_TARGET.fullmatch(text)
        words = inside.span("words") if inside and inside["words"].strip() else (0, len(text))
        target = inside["target"] if inside else text
        first = at + (inside.start("target") if inside else 0)
        address = ""
        if role in _NUMBERED and (number := _NUMBER.fullmatch(text)):
            base, form = _NUMBERED[role]
            address = f"{base}{form.format(int(number['number']))}{number['fragment']}"
        elif role in SCHEMES and "\n" not in target:
            address = SCHEMES[role] + target
        if address or inside:
            # The words are the label of a link, even if only Sphinx knows where it leads.
            raw = target if address else ""
            yield from self._link(
                found, (at + words[0], at + words[1]), Attribute("href", raw, first, address), is_named=not address
            )
        else:
            yield Text(text, at, at + len(text))


def _address_in(target: str | None) -> str:
    """Return the address that a target is, or an empty string if it is a name."""
    if not target or target.rstrip().endswith("_") or not _ADDRESS.match(target):
        return ""
    return _ESCAPED.sub(lambda found: found[1] or "", target)


def _address_of(found: re.Match[str]) -> str:
    """Return the address that a name leads to: any word is one, as that of a page is, unless it refers to a name."""
    target = found["target"] or ""
    is_word = bool(found["name"]) and _WORD.fullmatch(target) is not None
    return target if is_word else _address_in(target)


def _make_link(tag: str, target: str, start: int, address: str = "") -> list[Token]:
    name = "src" if tag == "img" else "href"
    end = start + len(target)
    opens = Tag(tag, start, end, (Attribute(name, target, start, address or _address_in(target)),))
    return [opens, Tag("a", end, end, closes=True)] if tag == "a" else [opens]


def _fold(name: str) -> str:
    return " ".join(name.strip("`").lower().split())
