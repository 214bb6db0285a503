"""Links of Markdown (CommonMark and GitHub's): marked addresses, HTML, and addresses in running text.

The parser finds links, code and HTML, but does not keep their columns; wrappers around its rules record them. An
address in code or in a comment is not a link, as on GitHub and for lychee.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from papertrace.documents.lines import find_passages
from papertrace.documents.parsers import html, myst
from papertrace.documents.slugs import Slugs
from papertrace.documents.templates import is_template
from papertrace.model.document import Anchor, DocumentLink, Generated, LeftOut, LocatedText, Passage, Reference
from papertrace.model.papers.paper import Markup

if TYPE_CHECKING:
    from papertrace.model.span import Span

_MAX_NESTING = 60
_MAX_BRACKETS = 4_000  # per paragraph: for each of them the parser searches for the end of a label
_MASK = "\0"  # The scanner of addresses stops at it, and Markdown cannot contain it.
_LONE_RETURN = re.compile(r"\r(?!\n)")
_FRONT_MATTER = re.compile(
    r"(?:---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*|\+\+\+[ \t]*\n.*?\n\+\+\+[ \t]*)(?=\n|\Z)", re.DOTALL
)

# The id of an attribute list, as of Python-Markdown, kramdown, Pandoc and VitePress: `## Title {#own-id .class}`.
_ATTRIBUTE_LIST = re.compile(
    r"(?:(?<![ \t])[ \t]+)?\{:?[ \t]{0,3}(?:[.\w][^\s{}#]{0,100}[ \t]+){0,9}#([^\s{}#]{1,200})[^{}\n]{0,200}\}"
)
# A label of MyST, alone on the line above a heading or a paragraph.
_LABEL = re.compile(r"\(([^\s()]{1,200})\)=")

Piece = DocumentLink | Passage | Anchor | Generated


@dataclass(frozen=True, slots=True)
class _Match:
    """A match of an inline rule: the name of the rule, the range of the match, and the range of its address."""

    rule: str
    start: int
    end: int
    address: tuple[int, int] | None = None


def parse(located: LocatedText) -> Iterator[Piece]:
    """Yield the links of a Markdown text, its running text, and the anchors of its headings."""
    # To the parser, a carriage return ends a line by itself, too.
    text = _LONE_RETURN.sub("\n", located.text.replace("\0", "\N{REPLACEMENT CHARACTER}"))
    front = _FRONT_MATTER.match(text)
    if front:
        yield from find_passages(located, 0, front.end())
        yield Generated(has_other_place=True)
        text = re.sub(r"[^\n]", " ", front[0]) + text[front.end() :]
    if myst.looks_up_names(text):
        yield Generated(has_other_names=True)
    yield from map(Anchor, myst.find_labels(text))
    yield from _MarkdownReader(located, text).read()


class _MarkdownReader:
    """A reader of one Markdown text."""

    def __init__(self, located: LocatedText, text: str) -> None:
        self._located = located
        self._text = text
        self._matches: list[_Match] = []
        self._definitions: list[tuple[int, int]] = []
        self._destinations: list[tuple[str, int, int]] = []
        self._lines = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
        self._slugs = Slugs()
        self._md = self._make_parser()
        self._env: dict[str, Any] = {}

    def _make_parser(self) -> MarkdownIt:
        md = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])
        md.core.ruler.disable(["inline", "text_join"])
        md.validateLink = lambda _: True  # type: ignore[method-assign, assignment]
        original = md.helpers

        def record_destination(text: str, position: int, maximum: int) -> Any:  # noqa: ANN401 - as in the parser
            result = original.parseLinkDestination(text, position, maximum)
            if result.ok:
                self._destinations.append((text, position, result.pos))
            return result

        md.helpers = SimpleNamespace(  # type: ignore[assignment]
            parseLinkDestination=record_destination,
            parseLinkLabel=original.parseLinkLabel,
            parseLinkTitle=original.parseLinkTitle,
        )
        for rule in md.inline.ruler.__rules__:
            if rule.name in ("link", "image", "autolink", "backticks", "html_inline"):
                md.inline.ruler.at(rule.name, self._record_matches(rule.name, rule.fn))
        for block_rule in md.block.ruler.__rules__:
            if block_rule.name == "reference":
                md.block.ruler.at("reference", self._record_definitions(block_rule.fn), {"alt": block_rule.alt})
        return md

    def _record_matches(
        self, name: str, rule: Callable[[StateInline, bool], bool]
    ) -> Callable[[StateInline, bool], bool]:
        def recording(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - as in the parser
            start, n_before = state.pos, len(self._destinations)
            if not rule(state, silent):
                return False
            if not silent:
                own = [one for one in self._destinations[n_before:] if one[0] is state.src and one[2] <= state.pos]
                is_inline = state.src[state.pos - 1] == ")" and own and name in ("link", "image")
                address = max(own, key=lambda one: one[1])[1:] if is_inline else None
                self._matches.append(_Match(name, start, state.pos, address))
                del self._destinations[n_before:]
            return True

        return recording

    def _record_definitions(
        self, rule: Callable[[StateBlock, int, int, bool], bool]
    ) -> Callable[[StateBlock, int, int, bool], bool]:
        def recording(state: StateBlock, line: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - as in the parser
            n_before = len(self._destinations)
            is_definition = rule(state, line, end, silent)
            if is_definition and not silent and self._destinations[n_before:]:
                # The rule reads the text from the first character of its line.
                text, start, stop = self._destinations[n_before]
                raw = text[start:stop]
                position = self._text.find(raw, state.bMarks[line] + state.tShift[line])
                self._definitions.append((position, position + len(raw)))
            del self._destinations[n_before:]
            return is_definition

        return recording

    def read(self) -> Iterator[Piece]:
        """Yield the pieces of the text, block by block; lines outside every block are yielded as passages."""
        tokens = self._md.parse(self._text, self._env)
        covered = bytearray(len(self._lines))
        for start, end in self._definitions:
            yield self._marked(start, end, Reference.DEFINITION)
        cursors: dict[int, int] = {}
        for index, token in enumerate(tokens):
            if token.map is None:
                continue
            first, last = token.map
            match token.type:
                case "inline":
                    is_heading = tokens[index - 1].type == "heading_open"
                    yield from self._read_inline(token, cursors, is_heading=is_heading)
                case "fence" | "code_block":
                    start, end = self._lines[first], self._lines[last] - 1
                    yield from find_passages(self._located, start, end, left_out=LeftOut.CODE)
                case "html_block":
                    start, end = self._lines[first], self._lines[last] - 1
                    yield from html.find_links(self._located, self._text[start:end], start)
                case _:
                    continue
            covered[first:last] = b"\1" * (last - first)
        yield from self._read_uncovered(covered)

    def _read_uncovered(self, covered: bytearray) -> Iterator[Piece]:
        """Yield the lines that the parser skipped because they are nested too deeply."""
        for start, end in self._definitions:
            first, last = bisect_right(self._lines, start) - 1, bisect_right(self._lines, end) - 1
            covered[first : last + 1] = b"\1" * (last + 1 - first)
        for number in range(len(self._lines) - 1):
            start, end = self._lines[number], self._lines[number + 1] - 1
            if not covered[number] and start < end:
                yield from find_passages(
                    self._located, start, end, masked=self._text[start:end], markup=Markup.MARKDOWN
                )

    def _read_inline(self, token: Token, cursors: dict[int, int], *, is_heading: bool) -> Iterator[Piece]:
        """Yield the pieces of a paragraph, a heading or a cell."""
        first, last = token.map or (0, 0)
        content = token.content
        located = self._locate_content(content, first, last, cursors)
        if content.count("[") > _MAX_BRACKETS:
            yield from find_passages(located, markup=Markup.MARKDOWN)
            return
        self._matches.clear()
        self._destinations.clear()
        children: list[Token] = []
        self._md.inline.parse(content, self._md, self._env, children)
        if is_heading:
            texts = (_visible_text(children), _visible_text(children, alternatives=False))
            yield from map(Anchor, self._slugs.add(*texts, *(_ATTRIBUTE_LIST.sub("", one) for one in texts)))
        yield from (Anchor(one[1]) for one in _ATTRIBUTE_LIST.finditer(content))
        if content.startswith("(") and (label := _LABEL.match(content)):
            yield Anchor(label[1])
        masked = list(content)
        for one in sorted(self._matches, key=lambda found: (found.start, -found.end)):
            masked[one.start : one.end] = _MASK * (one.end - one.start)
            yield from self._read_match(one, content, located)
        shown = "".join(masked)
        if is_template(shown):
            yield Generated(has_other_names=True)
        yield from find_passages(located, 0, masked=shown, markup=Markup.MARKDOWN)
        if "\n: " in content:
            yield from self._read_terms(content)

    def _read_terms(self, content: str) -> Iterator[Anchor]:
        """Yield the anchors that programs with definition lists make of terms, which `: ` on the next line defines."""
        lines = content.split("\n")
        for term, definition in pairwise(lines):
            if definition.startswith(": ") and not term.startswith(": "):
                children: list[Token] = []
                self._md.inline.parse(term, self._md, self._env, children)
                yield from map(Anchor, self._slugs.add(_visible_text(children)))

    def _read_match(self, one: _Match, content: str, located: LocatedText) -> Iterator[Piece]:
        match one.rule:
            case "autolink":
                yield self._marked(one.start + 1, one.end - 1, Reference.AUTOLINK, located)
            case "backticks":
                yield from find_passages(located, one.start, one.end, left_out=LeftOut.CODE)
            case "html_inline":
                yield from html.find_links(located, content[one.start : one.end], one.start)
            case _ if one.address is not None:
                reference = Reference.IMAGE if one.rule == "image" else Reference.LINK
                yield self._marked(*one.address, reference, located)
                yield from find_passages(located, one.start, one.address[0], left_out=LeftOut.LABEL)
            case _:
                yield from find_passages(located, one.start, one.end, left_out=LeftOut.LABEL)

    def _marked(self, start: int, end: int, reference: Reference, located: LocatedText | None = None) -> DocumentLink:
        """Return a destination as a link, without angle brackets and with escapes and entities decoded."""
        located = located or self._located
        raw = located.text[start:end]
        if raw.startswith("<") and raw.endswith(">"):
            raw, start = raw[1:-1], start + 1
        decoded = unescapeAll(raw) if reference is not Reference.AUTOLINK else raw
        return DocumentLink(
            raw=raw, span=located.locate(start), reference=reference, address="" if decoded == raw else decoded
        )

    def _locate_content(self, content: str, first: int, last: int, cursors: dict[int, int]) -> LocatedText:
        """Return the text of a paragraph with its locations: each of its lines is part of a line of the document."""
        segments: list[tuple[str, Span]] = []
        lines = content.split("\n")
        for number, given in enumerate(lines):
            row = min(first + number, last - 1)
            start = max(self._lines[row], cursors.get(row, 0) if len(lines) == 1 else 0)
            end = self._lines[row + 1] - 1
            end_of_line = "\n" if number + 1 < len(lines) else ""
            line, position = given, self._text.find(given, start, end)
            if position < 0 and given.startswith(" "):  # The parser gives blanks for a tab.
                line = given.lstrip(" ")
                segments.append((given[: len(given) - len(line)], self._located.locate(start)))
                position = self._text.find(line, start, end)
            parts = [line + end_of_line]
            if position < 0 and "|" in line:  # The escaped bars of a table cell are unescaped in its content.
                position = self._text.find(line.replace("|", "\\|"), start, end)
                parts = (line + end_of_line).replace("|", "\0|").split("\0")
            offset = position if position >= 0 else start
            for part in parts:
                segments += self._locate_part(part, offset)
                offset += len(part) + 1
            cursors[row] = offset - 1 - len(end_of_line)
        return LocatedText.from_segments(segments, self._located.spans[0].source)

    def _locate_part(self, part: str, offset: int) -> Iterator["tuple[str, Span]"]:
        """Yield a part of a line in segments: in a notebook, a new one begins after each escape of its JSON."""
        end = offset + len(part)
        if bisect_left(self._located.offsets, end) - bisect_right(self._located.offsets, offset) < 1:
            yield part, self._located.locate(offset)
            return
        done = 0
        for text, span in self._located.segments(offset, end):
            yield part[done : done + len(text)], span
            done += len(text)
        yield part[done:], self._located.locate(offset + done)  # nothing, if the text has the whole part


def _visible_text(tokens: Sequence[Token], *, alternatives: bool = True) -> str:
    """Return the visible text of a heading, with or without the alternative texts of its pictures."""
    return "".join(
        (_visible_text(token.children or ()) if alternatives else "")
        if token.type == "image"
        else " "
        if token.type in ("softbreak", "hardbreak")
        else token.content
        for token in tokens
        if token.type != "html_inline"
    )
