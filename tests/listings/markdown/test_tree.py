"""Lists as trees of items."""

from markdown_it import MarkdownIt

from papertrace.listings.markdown.tree import collect_items


def test_items_below_an_item_are_its_children_and_lines_are_kept() -> None:
    tokens = MarkdownIt("commonmark").parse("- one\n  - two\n  - three\n\n- four\n\nprose\n")

    items, end = collect_items(tokens, 0)

    assert [(item.texts, item.start) for item in items] == [(["one"], 0), (["four"], 4)]
    assert [(child.texts, child.start) for child in items[0].children] == [(["two"], 1), (["three"], 2)]
    assert tokens[end].type == "bullet_list_close"
    assert tokens[end + 2].content == "prose"
