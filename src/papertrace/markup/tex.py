r"""LaTeX: sections, lists, bibliographies and tables (Lamport 1994), and the macros of curricula vitae.

What a document prints is followed, not run: macros that are not known are left out, and what is in their braces stays,
so that a list reads well whatever class it needs.
"""

import re
from collections.abc import Iterator

from papertrace.late_imports import compile_on_use
from papertrace.markup.tree import Attribute, Cell, Hidden, Outline, Tag, Text, Token
from papertrace.model.document import LeftOut
from papertrace.model.latex import decode_identifier, decode_latex

_LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
_STRUCTURE = compile_on_use(
    r"(?P<escaped>\\[\\%])|(?P<comment>%[^\n]*)|\\(?P<place>begin|end)[ \t]*\{(?P<environment>[A-Za-z]{1,40}\*?)\}"
    r"|(?P<item>\\bibitem[ \t]*(?:\[[^\n]{0,200}?\][ \t]*)?\{[^{}\n]{0,200}\}|\\item\b[ \t]*(?:\[[^\[\]\n]{0,200}\])?)"
    r"|\\(?P<section>part|chapter|(?:sub){0,2}section|paragraph)\*?[ \t]*(?=\{)"
    r"|(?P<paragraph>\n[ \t]*\n\s*|\\par\b)|(?m:^)[ \t]*(?P<macro>\\"
    r"(?!(?:begin|end|item|bibitem|part|chapter|(?:sub){0,2}section|paragraph|par)\b)[A-Za-z]{2,30})\*?[ \t]*(?=[\[{])"
)
# What begins an item, and what else shows that a text is in LaTeX.
ITEM = compile_on_use(r"\s*\\(?:bibitem\s*(?:\[[^\[\]]{0,200}\])?\s*\{|item\b)")
MARK = compile_on_use(r"\s*\\(?:begin|end|documentclass|usepackage|input|(?:sub){0,2}section|chapter|newcommand)\b")
_BLANK = compile_on_use(r"(?:\s|%[^\n]*\n?)*")
_DOCUMENT = compile_on_use(r"(?m:^)(?P<before>(?:[^%\n\\]|\\.)*?)\\(?P<place>begin|end)[ \t]*\{document\}")
_INLINE = compile_on_use(
    r"(?P<comment>%[^\n]*(?:\n[ \t]*)?)|(?P<break>\\\\\*?(?:\[[^\[\]\n]{0,20}\])?|\\newline\b)"
    r"|(?P<escaped>\\[&%$#_{}])"
    r"|\\(?P<name>href|url|nolinkurl|doi|textbf|textit|emph|textsl|underline|label|vspace|hspace|index|cite[a-z]{0,8}"
    r"|includegraphics|color|textcolor|input|fontsize|newblock|setlength|addtolength)\*?[ \t]*(?=[\[{]|(?<=newblock))"
    r"|\{[ \t]*\\(?P<switch>bf|bfseries|em|it|itshape|sl|slshape)\b[ \t]*"
)
_BOLD = frozenset(["textbf", "bf", "bfseries"])
_LINKS = frozenset(["href", "url", "nolinkurl", "doi"])
_STYLES = frozenset(["textbf", "textit", "emph", "textsl", "underline"])
_SKIPPED = {"color": 1, "fontsize": 2, "setlength": 2, "addtolength": 2, "textcolor": 1}
_TABLES = frozenset(["tabular", "tabular*", "tabularx", "longtable", "longtabu", "tabbing", "supertabular"])
_CODE = frozenset(["verbatim", "verbatim*", "lstlisting", "minted", "comment", "filecontents", "filecontents*"])
# Macros that print none of their groups where they stand.
_NOT_PRINTED = compile_on_use(
    r"\\(?:add(?:contentsline|tocontents)|contentsline|definecolor|DeclareMathOperator|fontspec|ifthenelse|markboth"
    r"|(?:re)?new(?:command|environment)|providecommand|setcounter|title(?:format|spacing)|documentclass|usepackage"
    r"|title|author|date|thanks|affil(?:iation)?|institute|address|e?mail|keywords|bibliography(?:style)?)"
)
_END_OF_ROW = compile_on_use(r"\\\\\*?(?:\[[^\[\]\n]{0,20}\])?")
_UNKNOWN = compile_on_use(r"(?P<math>\$[^$\n]{1,300}\$)|\\[A-Za-z@]{1,40}\*?|\\[^\w\s]|[{}]")
_SIGN = compile_on_use(r"\\.|%[^\n]*|[{}\[\]]", re.DOTALL)
_MIN_GROUPS = 3  # of a macro that prints an entry, wherever it ends: `\cventry{2020}{Title}{Venue}`
_MAX_DEPTH = 20


def parse(text: str) -> list[Token]:
    """Return the tokens of a document in LaTeX, or of a part of one."""
    return _Reader(text).read()


class _Reader:
    """A reader of one text; `_depth` is the number of lists around."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._outline = Outline(text, self._inline)
        self._ends = _find_groups(text)
        self._entries: set[int] = set()  # where groups begin that are an entry together
        self._depth = 0
        self._awaits_item = False

    def read(self) -> list[Token]:
        """Return the tokens, mark by mark."""
        text, outline = self._text, self._outline
        marks = {mark["place"]: mark for mark in reversed([*_DOCUMENT.finditer(text)])}  # the first of each
        at = marks["begin"].end() if "begin" in marks else 0
        if at:
            outline.hide(0, at, LeftOut.METADATA)
        end = marks["end"].end("before") if "end" in marks and marks["end"].start() >= at else len(text)
        done = at
        while mark := _STRUCTURE.search(text, at, end):
            at = mark.end()
            if mark["comment"] or mark["escaped"]:
                continue
            if mark["macro"]:
                stop, n_groups = self._find_groups_of(mark, end)
                is_hidden = _NOT_PRINTED.fullmatch(mark["macro"]) is not None
                if stop and (n_groups > 1 or is_hidden) and not _INLINE.match(text, mark.start("macro")):
                    self._add(done, mark.start())
                    outline.end_paragraph()
                    if not is_hidden:
                        self._entries.add(mark.end())
                        outline.item(self._depth, mark.end(), stop)
                        outline.end_paragraph()
                    at = done = stop
                continue
            self._add(done, mark.start())
            done = at = self._read_mark(mark, end)
        self._add(done, end)
        outline.end_lists(end)
        if end < len(text):
            outline.hide(end, len(text), LeftOut.METADATA)
        return outline.tokens

    def _read_mark(self, mark: re.Match[str], end: int) -> int:
        """Read a mark that divides the text, and return where what follows begins."""
        outline, at = self._outline, mark.end()
        if mark["environment"]:
            return self._read_environment(mark, end)
        if mark["item"]:
            outline.end_paragraph()
            self._awaits_item = True
        elif mark["section"]:
            outline.end_paragraph()
            if stop := self._find_end(at, end):
                outline.heading(_LEVELS[mark["section"]], at + 1, stop - 1)
                at = stop
        elif not self._awaits_item:
            outline.end_paragraph()
        return at

    def _read_environment(self, mark: re.Match[str], end: int) -> int:
        outline, text, name = self._outline, self._text, mark["environment"]
        outline.end_paragraph()
        self._awaits_item = False
        if mark["place"] == "end":
            self._depth = max(0, self._depth - 1)
            if not self._depth:
                outline.end_lists(mark.start())
            return mark.end()
        if name in _CODE or name in _TABLES:
            close = text.find(f"\\end{{{name}}}", mark.end(), end)
            close = end if close < 0 else close
            if name in _CODE:
                outline.hide(mark.start(), close, LeftOut.CODE)
            else:
                self._read_table(self._skip_arguments(mark.end(), close), close)
            return min(end, close + len(f"\\end{{{name}}}"))
        self._depth = min(_MAX_DEPTH, self._depth + 1)
        return self._skip_arguments(mark.end(), end)

    def _read_table(self, start: int, end: int) -> None:
        cells: list[Cell] = []
        at = first = start
        level = 0
        text = self._text
        while at < end:
            sign = text[at]
            if sign == "%":
                at = min(end, (text.find("\n", at) + 1) or end)
                continue
            if sign == "\\":
                row = _END_OF_ROW.match(text, at, end)
                if row and not level:
                    self._add_row([*cells, [(first, at)]])
                    cells, first = [], row.end()
                at = row.end() if row else at + 2
                continue
            level += (sign == "{") - (sign == "}" and level > 0)
            if sign == "&" and not level:
                cells.append([(first, at)])
                first = at + 1
            at += 1
        self._add_row([*cells, [(min(first, end), end)]])

    def _add_row(self, cells: list[Cell]) -> None:
        trimmed: list[Cell] = []
        for [(start, end)] in cells:
            blank = _BLANK.match(self._text, start, end)
            trimmed.append([(blank.end() if blank else start, end)])
        if any(self._text[start:end].strip() for [(start, end)] in trimmed):
            self._outline.row(self._depth, trimmed)

    def _find_groups_of(self, mark: re.Match[str], end: int) -> tuple[int, int]:
        """Return where the groups of a macro end that fills its lines, and how many in braces there are; or 0."""
        at, last, n_groups = mark.end(), 0, 0
        while stop := self._find_end(at, end):
            last, n_groups = stop, n_groups + (self._text[at] == "{")
            blank = _BLANK.match(self._text, stop, end)
            at = blank.end() if blank and "\n\n" not in blank[0] else end
        blank = _BLANK.match(self._text, last, end) if last else None
        fills = blank is not None and (blank.end() == end or "\n" in blank[0])
        return (last, n_groups) if fills or n_groups >= _MIN_GROUPS else (0, n_groups)

    def _add(self, start: int, end: int) -> None:
        """Add a text, which begins an item if one was announced."""
        blank = _BLANK.match(self._text, start, end)
        start = blank.end() if blank else start
        if start >= end:
            return
        if self._awaits_item:
            self._outline.item(self._depth, start, end)
            self._awaits_item = False
        else:
            self._outline.line(self._depth + 1 if self._depth else 0, start, end)

    def _skip_arguments(self, at: int, end: int) -> int:
        while at < end and self._text[at] in "[{" and (stop := self._find_end(at, end)):
            at = stop
        return at

    def _find_end(self, at: int, end: int) -> int:
        """Return where the group in braces or brackets ends that begins at an offset, or 0."""
        stop = self._ends.get(at, 0)
        return stop if stop <= end else 0

    def _inline(self, start: int, end: int, depth: int = 0) -> Iterator[Token]:
        text, done, at = self._text, start, start
        if start in self._entries:
            self._entries.remove(start)
            while (stop := self._find_end(at, end)) or (at := at + 1) < end:
                if stop:
                    yield from self._inline(at + 1, stop - 1)
                    yield Tag("br", stop, stop)
                    at = stop
            return
        while (found := _INLINE.search(text, at, end)) is not None:
            at = found.end()
            if found["escaped"]:
                continue
            yield from self._shown(done, found.start())
            if found["comment"]:
                yield Hidden(found.start(), at, LeftOut.COMMENT)
            elif found["break"]:
                yield Tag("br", found.start(), at)
            elif found["switch"]:
                at = self._find_end(found.start(), end) or end
                yield from self._styled(found["switch"], found.end(), max(found.end(), at - 1), depth)
            else:
                yield from self._call(found["name"], at, end, depth)
                at = self._skip_call(found["name"], at, end)
            done = at
        yield from self._shown(done, end)

    def _call(self, name: str, at: int, end: int, depth: int) -> Iterator[Token]:
        """Yield what a macro shows of its groups."""
        stop = self._find_end(at, end)
        if name in _STYLES and stop:
            yield from self._styled(name, at + 1, stop - 1, depth)
        elif name in _LINKS and stop:
            address = decode_identifier(self._text[at + 1 : stop - 1].strip()).replace("\\", "")
            address = f"https://doi.org/{address}" if name == "doi" else address
            yield Tag("a", at, at, (Attribute("href", address, at + 1, address),))
            until = self._find_end(stop, end) if name == "href" else 0
            if until and depth < _MAX_DEPTH:
                yield from self._inline(stop + 1, until - 1, depth + 1)
            else:
                yield Text(address, at + 1, stop - 1)
            yield Tag("a", stop, stop, closes=True)

    def _skip_call(self, name: str, at: int, end: int) -> int:
        if name == "newblock":
            return at
        n_groups = 2 if name == "href" else _SKIPPED.get(name, 1)
        while n_groups and (stop := self._find_end(at, end)):
            n_groups -= self._text[at] == "{"
            at = stop
        return at

    def _styled(self, name: str, start: int, end: int, depth: int) -> Iterator[Token]:
        tag = "b" if name in _BOLD else "i"
        yield Tag(tag, start, start)
        if depth < _MAX_DEPTH:
            yield from self._inline(start, end, depth + 1)
        else:
            yield from self._shown(start, end)
        yield Tag(tag, end, end, closes=True)

    def _shown(self, start: int, end: int) -> Iterator[Token]:
        """Yield a text as it is printed."""
        raw = self._text[start:end]
        if not raw:
            return
        shown = _UNKNOWN.sub(
            lambda one: one["math"] or " " * (one[0] not in "{}"), decode_latex(raw.replace("}{", "} {"))
        )
        shown = " ".join(shown.split())
        if not shown:
            yield Text(" ", start, end)
        else:
            yield Text(f"{' ' * raw[0].isspace()}{shown}{' ' * raw[-1].isspace()}", start, end)


def _find_groups(text: str) -> dict[int, int]:
    """Return where each group in braces or brackets begins and where it ends; a bracket ends within its braces."""
    ends: dict[int, int] = {}
    opened: list[tuple[str, int]] = []
    for sign in _SIGN.finditer(text):
        if sign[0] in "{[":
            opened.append((sign[0], sign.start()))
        elif sign[0] == "]" and opened and opened[-1][0] == "[":
            ends[opened.pop()[1]] = sign.end()
        elif sign[0] == "}":
            while opened:
                opening, start = opened.pop()
                if opening == "{":
                    ends[start] = sign.end()
                    break
    return ends
