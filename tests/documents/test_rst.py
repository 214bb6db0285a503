"""reStructuredText: targets, embedded addresses, directives and literals."""

from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import anchors, left_out, links, searched

from papertrace.model.document import DocumentLink


@cases("text, expected", named=True)
def test_marked_addresses_have_their_locations(text: str, expected: list[tuple[str, int, int]], read: Reader) -> None:
    assert sorted(links(read("a.rst", text)), key=lambda one: one[1:]) == expected


def test_literals_and_comments_are_left_out(read: Reader) -> None:
    text = (
        "``https://example.org/1`` and::\n\n    https://example.org/2\n\nwords https://example.org/3\n\n"
        ".. a comment https://example.org/4\n\n.. code-block:: sh\n\n   wget https://example.org/5\n"
    )
    pieces = read("a.rst", text)

    assert sorted(left_out(pieces)) == [
        ("in a comment", ".. a comment https://example.org/4"),
        ("in code", "``https://example.org/1``"),
        ("in code", "https://example.org/2"),
        ("in code", "wget https://example.org/5"),
    ]
    assert searched(pieces) == [("words https://example.org/3", 5)]


def test_roles_of_numbered_documents_are_links(read: Reader) -> None:
    text = "As :pep:`8`, :PEP:`the style <7#naming>` and :rfc:`2822#section-3` say, not :pep:`x`.\n"
    found = [one for one in read("a.rst", text) if isinstance(one, DocumentLink)]

    assert [(one.address, one.raw, one.span.column) for one in found] == [
        ("https://peps.python.org/pep-0008/", "8", 10),
        ("https://peps.python.org/pep-0007/#naming", "7#naming", 31),
        ("https://datatracker.ietf.org/doc/html/rfc2822.html#section-3", "2822#section-3", 52),
    ]


def test_directives_of_sphinx_are_searched(read: Reader) -> None:
    assert ("see https://example.org/a", 3) in searched(
        read("a.rst", ".. admonition:: New\n\n   see https://example.org/a\n")
    )


@cases("text", named=True)
def test_what_is_no_code_is_searched(text: str, read: Reader) -> None:
    pieces = read("a.rst", text)

    assert ([one.lstrip(" -") for one, _ in searched(pieces)], left_out(pieces)) == (["https://example.org/a"], [])


def test_headings_and_internal_targets_are_anchors(read: Reader) -> None:
    assert anchors(read("a.rst", "A Title\n=======\n\n.. _own-name:\n")) == ["a-title", "own-name"]


def test_headings_have_the_ids_of_docutils(read: Reader) -> None:
    assert anchors(read("a.rst", "What's new?\n===========\n")) == ["what-s-new", "whats-new"]


def test_the_text_of_a_role_with_a_target_is_a_label(read: Reader) -> None:
    pieces = read("a.rst", "See :ref:`https://example.org/a <guide.a>` and :ref:`https://example.org/b`.\n")

    assert left_out(pieces) == [("in the text of another link", "https://example.org/a")]
    assert "https://example.org/b" in "".join(one for one, _ in searched(pieces))
