"""Trees of the list items in a Markdown document."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token


@dataclass(slots=True)
class Item:
    """One item: its texts, its child items, and its lines, counted from 0.

    `end` is exclusive and includes blank lines that follow; `paragraphs` are the texts after the first one.
    """

    start: int
    end: int
    texts: list[str] = field(default_factory=list)
    children: list["Item"] = field(default_factory=list)
    paragraphs: list["Item"] = field(default_factory=list)


def collect_items(tokens: Sequence["Token"], position: int) -> tuple[list[Item], int]:
    """Return the items of the list that opens at a token index, as a tree, and the index of its end."""
    top = Item(0, 0)
    stack = [top]
    depth = 0
    index = position
    while True:
        token = tokens[index]
        if token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
            if not depth:
                return top.children, index
        elif token.type == "list_item_open" and token.map:
            item = Item(token.map[0], token.map[1])
            stack[-1].children.append(item)
            stack.append(item)
        elif token.type == "list_item_close":
            stack.pop()
        elif token.type == "inline":
            if stack[-1].texts and token.map:
                stack[-1].paragraphs.append(Item(token.map[0], token.map[1], [token.content]))
            stack[-1].texts.append(token.content)
        index += 1


def walk_items(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items and all items below them, in order."""
    waiting = list(items)[::-1]
    while waiting:
        item = waiting.pop()
        yield item
        waiting.extend(reversed(item.children))
