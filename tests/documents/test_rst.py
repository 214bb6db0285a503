"""reStructuredText: targets, embedded addresses, directives and literals."""

import pytest
from tests.documents.conftest import Reader
from tests.documents.found import anchors, links, searched

from papertrace.model.document import Passage

LINKS = {
    "no links": ("Words.\n", []),
    "embedded": ("See `the page <https://example.org/a>`_ now.\n", [("https://example.org/a", 1, 16)]),
    "embedded, anonymous, over two lines": (
        "`the\npage <https://example.org/a>`__\n",
        [("https://example.org/a", 2, 7)],
    ),
    "named target": (".. _page: https://example.org/a\n", [("https://example.org/a", 1, 11)]),
    "quoted name": (".. _`a: b`: https://example.org/a\n", [("https://example.org/a", 1, 13)]),
    "anonymous targets": (
        "__ https://example.org/a\n.. __: https://example.org/b\n",
        [("https://example.org/a", 1, 4), ("https://example.org/b", 2, 8)],
    ),
    "image with a target": (
        ".. image:: https://example.org/i.png\n   :target: https://example.org/\n",
        [("https://example.org/i.png", 1, 12), ("https://example.org/", 2, 13)],
    ),
    "substitution": (".. |logo| image:: logo.png\n", [("logo.png", 1, 19)]),
    "a target that is another target": (
        ".. _page: other_\n.. _other: https://example.org/a\n",
        [("https://example.org/a", 2, 12)],
    ),
    "target within the text": (".. _here:\n\nWords.\n", []),
}


@pytest.mark.parametrize("case", LINKS.values(), ids=LINKS)
def test_marked_addresses_have_their_locations(case: tuple[str, list[tuple[str, int, int]]], read: Reader) -> None:
    text, expected = case

    assert sorted(links(read("a.rst", text)), key=lambda one: one[1:]) == expected


def test_literals_and_comments_are_searched_for_addresses_with_a_scheme(read: Reader) -> None:
    text = (
        "``https://example.org/1`` and::\n\n    https://example.org/2\n\nwords https://example.org/3\n\n"
        ".. a comment https://example.org/4\n\n.. code-block:: sh\n\n   wget https://example.org/5\n"
    )
    pieces = [piece for piece in read("a.rst", text) if isinstance(piece, Passage)]

    assert sorted(piece.text.strip() for piece in pieces if piece.needs_scheme) == [
        ".. a comment https://example.org/4",
        "``https://example.org/1``",
        "https://example.org/2",
        "wget https://example.org/5",
    ]
    assert ("words https://example.org/3", 5) in searched(pieces)


def test_directives_of_sphinx_are_searched(read: Reader) -> None:
    assert ("see https://example.org/a", 3) in searched(
        read("a.rst", ".. admonition:: New\n\n   see https://example.org/a\n")
    )


def test_headings_and_internal_targets_are_anchors(read: Reader) -> None:
    assert anchors(read("a.rst", "A Title\n=======\n\n.. _own-name:\n")) == ["a-title", "own-name"]
