"""Links of Markdown, as CommonMark and GitHub have it: marked addresses, HTML, and addresses in running text.

The parser says what is a link, what is code and what is HTML; where each stands, its rules are watched for: it keeps
no columns itself. What stands in code or in a comment is no link of the document, as for GitHub and lychee.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from papertrace.documents import html
from papertrace.documents.lines import passages
from papertrace.documents.slugs import Slugs
from papertrace.model.document import DocumentLink, LeftOut, Passage, PlacedText, PlaceName, Reference
from papertrace.model.paper import Markup

if TYPE_CHECKING:
    from papertrace.model.span import Span

_MAX_NESTING = 60
_MAX_BRACKETS = 4_000  # of a paragraph: for each of them the parser looks for the end of a label
_HIDDEN = "\0"  # What the scanner of addresses takes for a barrier; no Markdown holds it.
_FRONT_MATTER = re.compile(
    r"(?:---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*|\+\+\+[ \t]*\n.*?\n\+\+\+[ \t]*)(?=\n|\Z)", re.DOTALL
)

Piece = DocumentLink | Passage | PlaceName


@dataclass(frozen=True, slots=True)
class _Found:
    """A piece of a paragraph: which rule found it, where it is, and where its address is."""

    rule: str
    start: int
    end: int
    address: tuple[int, int] | None = None


def parse(placed: PlacedText) -> Iterator[Piece]:
    """Yield the links of a Markdown text, what it prints in running text, and the names of its headings."""
    text = placed.text.replace("\0", "\N{REPLACEMENT CHARACTER}")
    front = _FRONT_MATTER.match(text)
    if front:
        yield from passages(placed, 0, front.end())
        text = re.sub(r"[^\n]", " ", front[0]) + text[front.end() :]
    yield from _Reading(placed, text).pieces()


class _Reading:
    """One Markdown text as it is read."""

    def __init__(self, placed: PlacedText, text: str) -> None:
        self._placed = placed
        self._text = text
        self._found: list[_Found] = []
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

        def note_destination(text: str, position: int, maximum: int) -> Any:  # noqa: ANN401 - the parser's own
            result = original.parseLinkDestination(text, position, maximum)
            if result.ok:
                self._destinations.append((text, position, result.pos))
            return result

        md.helpers = SimpleNamespace(  # type: ignore[assignment]
            parseLinkDestination=note_destination,
            parseLinkLabel=original.parseLinkLabel,
            parseLinkTitle=original.parseLinkTitle,
        )
        for rule in md.inline.ruler.__rules__:
            if rule.name in ("link", "image", "autolink", "backticks", "html_inline"):
                md.inline.ruler.at(rule.name, self._watch(rule.name, rule.fn))
        for block_rule in md.block.ruler.__rules__:
            if block_rule.name == "reference":
                md.block.ruler.at("reference", self._watch_definitions(block_rule.fn), {"alt": block_rule.alt})
        return md

    def _watch(self, name: str, rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
        def watched(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's own form
            start, n_before = state.pos, len(self._destinations)
            if not rule(state, silent):
                return False
            if not silent:
                own = [one for one in self._destinations[n_before:] if one[0] is state.src and one[2] <= state.pos]
                is_inline = state.src[state.pos - 1] == ")" and own and name in ("link", "image")
                address = max(own, key=lambda one: one[1])[1:] if is_inline else None
                self._found.append(_Found(name, start, state.pos, address))
                del self._destinations[n_before:]
            return True

        return watched

    def _watch_definitions(
        self, rule: Callable[[StateBlock, int, int, bool], bool]
    ) -> Callable[[StateBlock, int, int, bool], bool]:
        def watched(state: StateBlock, line: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - likewise
            n_before = len(self._destinations)
            is_one = rule(state, line, end, silent)
            if is_one and not silent and self._destinations[n_before:]:
                # The rule reads the text from the first sign of its line on.
                text, start, stop = self._destinations[n_before]
                raw = text[start:stop]
                at = self._text.find(raw, state.bMarks[line] + state.tShift[line])
                self._definitions.append((at, at + len(raw)))
            del self._destinations[n_before:]
            return is_one

        return watched

    def pieces(self) -> Iterator[Piece]:
        """Yield what the text holds, block by block; lines that belong to no block are searched as they are."""
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
                    yield from passages(self._placed, start, end, left_out=LeftOut.CODE)
                case "html_block":
                    start, end = self._lines[first], self._lines[last] - 1
                    yield from html.find_links(self._placed, self._text[start:end], start)
                case _:
                    continue
            covered[first:last] = b"\1" * (last - first)
        yield from self._read_uncovered(covered)

    def _read_uncovered(self, covered: bytearray) -> Iterator[Piece]:
        """Yield the lines that the parser made nothing of: those that are nested too deeply."""
        for start, end in self._definitions:
            first, last = bisect_right(self._lines, start) - 1, bisect_right(self._lines, end) - 1
            covered[first : last + 1] = b"\1" * (last + 1 - first)
        for number in range(len(self._lines) - 1):
            start, end = self._lines[number], self._lines[number + 1] - 1
            if not covered[number] and start < end:
                yield from passages(self._placed, start, end, shown=self._text[start:end], markup=Markup.MARKDOWN)

    def _read_inline(self, token: Token, cursors: dict[int, int], *, is_heading: bool) -> Iterator[Piece]:
        """Yield what a paragraph, a heading or a cell holds."""
        first, last = token.map or (0, 0)
        content = token.content
        place_of = self._locate(content, first, last, cursors)
        if content.count("[") > _MAX_BRACKETS:
            yield from passages(place_of, markup=Markup.MARKDOWN)
            return
        self._found.clear()
        self._destinations.clear()
        children: list[Token] = []
        self._md.inline.parse(content, self._md, self._env, children)
        if is_heading:
            yield from map(PlaceName, self._slugs.add(_shown_text(children)))
        shown = list(content)
        for one in sorted(self._found, key=lambda found: (found.start, -found.end)):
            shown[one.start : one.end] = _HIDDEN * (one.end - one.start)
            yield from self._read_found(one, content, place_of)
        yield from passages(place_of, 0, shown="".join(shown), markup=Markup.MARKDOWN)

    def _read_found(self, one: _Found, content: str, placed: PlacedText) -> Iterator[Piece]:
        match one.rule:
            case "autolink":
                yield self._marked(one.start + 1, one.end - 1, Reference.AUTOLINK, placed)
            case "backticks":
                yield from passages(placed, one.start, one.end, left_out=LeftOut.CODE)
            case "html_inline":
                yield from html.find_links(placed, content[one.start : one.end], one.start)
            case _ if one.address is not None:
                reference = Reference.IMAGE if one.rule == "image" else Reference.LINK
                yield self._marked(*one.address, reference, placed)
                yield from passages(placed, one.start, one.address[0], left_out=LeftOut.LABEL)
            case _:
                yield from passages(placed, one.start, one.end, left_out=LeftOut.LABEL)

    def _marked(self, start: int, end: int, reference: Reference, placed: PlacedText | None = None) -> DocumentLink:
        """Return a destination as a link; escapes and entities in it are decoded, angle brackets no part of it."""
        placed = placed or self._placed
        raw = placed.text[start:end]
        if raw.startswith("<") and raw.endswith(">"):
            raw, start = raw[1:-1], start + 1
        meant = unescapeAll(raw) if reference is not Reference.AUTOLINK else raw
        return DocumentLink(
            raw=raw, span=placed.place(start), reference=reference, address="" if meant == raw else meant
        )

    def _locate(self, content: str, first: int, last: int, cursors: dict[int, int]) -> PlacedText:
        """Return the text of a paragraph with its locations: each of its lines is part of a line of the document."""
        pieces: list[tuple[str, Span]] = []
        lines = content.split("\n")
        offset = self._lines[first]
        for number, line in enumerate(lines):
            row = min(first + number, last - 1)
            start = max(self._lines[row], cursors.get(row, 0) if len(lines) == 1 else 0)
            end = self._lines[row + 1] - 1
            at = self._text.find(line, start, end)
            if at < 0 and "|" in line:  # A cell of a table, which has the escapes of its bars undone.
                at = self._text.find(line.replace("|", "\\|"), start, end)
            offset = at if at >= 0 else start
            if line:
                cursors[row] = offset + len(line)
            text = line + ("\n" if number + 1 < len(lines) else "")
            pieces.append((text, self._placed.place(offset)))
        return PlacedText.joined(pieces, self._placed.spans[0].source)


def _shown_text(tokens: Sequence[Token]) -> str:
    """Return the text of a heading as a reader sees it."""
    return "".join(
        _shown_text(token.children or ())
        if token.type == "image"
        else " "
        if token.type in ("softbreak", "hardbreak")
        else token.content
        for token in tokens
        if token.type != "html_inline"
    )
