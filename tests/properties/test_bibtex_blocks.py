"""Laws of BibTeX blocks: what is printed is read again, at the places where it was printed."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from papertrace.listings.keyed.bibtex import parse_fields, split_blocks

MACROS = {"jan": "January", "venue": "Proceedings of {X}"}
PLAIN = st.text("abc XYZ 0129 .,;:=#%&-_\n\té漢", max_size=12)
ESCAPES = st.sampled_from(["\\{", "\\}", "\\'e", "\\\\", '\\"o'])


def nested(text: str) -> str:
    return f"{{{text}}}"


BALANCED = st.lists(
    st.recursive(PLAIN | ESCAPES, lambda inner: st.lists(inner, max_size=3).map("".join).map(nested), max_leaves=4),
    max_size=4,
).map("".join)
PIECES = (
    BALANCED.map(lambda text: (nested(text), text))
    | BALANCED.filter(lambda text: '"' not in text).map(lambda text: (f'"{text}"', text))
    | st.integers(0, 9999).map(lambda number: (str(number), str(number)))
    | st.sampled_from(sorted(MACROS)).map(lambda name: (name, MACROS[name]))
    | st.just(("unknown", "unknown"))
)
VALUES = st.lists(PIECES, min_size=1, max_size=3).map(
    lambda pieces: (" # ".join(printed for printed, _ in pieces), "".join(text for _, text in pieces))
)
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}", fullmatch=True)
SPACE = st.sampled_from(["", " ", "\n  ", "\t"])
OUTSIDE = st.sampled_from(["", "a comment", "me at example.org", "two\nlines", "}", "{"])


@dataclass(frozen=True)
class Printed:
    """A block as printed, and what is to be read from it."""

    type: str
    text: str
    body: str
    key: str
    values: dict[str, str]


@st.composite
def blocks(draw: st.DrawFn) -> Printed:
    kind = draw(st.sampled_from(["article", "Book", "MISC", "inproceedings"]))
    key = draw(st.from_regex(r"[A-Za-z0-9:/_.-]{1,12}", fullmatch=True))
    opening, closing = draw(st.sampled_from([("{", "}"), ("(", ")")]))
    body, values = key, {}
    for name in draw(st.lists(NAMES, max_size=4, unique_by=str.lower)):
        printed, text = draw(VALUES)
        body += f",{draw(SPACE)}{name}{draw(st.sampled_from(['', ' ']))}={draw(SPACE)}{printed}"
        values[name.lower()] = text.strip()
    body += draw(st.sampled_from(["", ",", "\n", ",\n"]))
    return Printed(kind, f"@{kind}{draw(st.sampled_from(['', ' ']))}{opening}{body}{closing}", body, key, values)


@given(st.lists(st.tuples(OUTSIDE, blocks()), max_size=4), OUTSIDE)
def test_blocks_that_are_printed_are_read_again_in_order_and_in_place(
    printed: list[tuple[str, Printed]], tail: str
) -> None:
    text = "".join(f"{outside}\n{block.text}\n" for outside, block in printed) + tail
    lines = text.split("\n")

    found = list(split_blocks(lines, "made-up.bib"))

    inside = [block for block in found if block.type]
    assert [(one.type, one.text[one.start :], one.closed) for one in inside] == [
        (block.type.lower(), block.body, True) for _, block in printed
    ]
    assert [one.text for one in found if not one.type] == [
        outside.strip() for outside in (*(outside for outside, _ in printed), tail) if outside.strip()
    ]
    for one in inside:
        assert lines[one.span.line - 1][one.span.column - 1] == one.text[0] == "@"
        assert one.text[: one.start].endswith(("{", "("))
        assert lines[one.end_line - 1].endswith(("}", ")"))
        assert one.end_line == one.span.line + one.text.count("\n")
    for one in found:
        assert one.span.source == "made-up.bib"
        if not one.type:
            assert lines[one.span.line - 1 : one.end_line] == one.text.split("\n")


@given(blocks())
def test_the_fields_of_a_block_have_the_values_that_were_printed_and_their_places(printed: Printed) -> None:
    (block,) = split_blocks(printed.text.split("\n"), "made-up.bib")

    fields = parse_fields(block, MACROS)

    assert fields.faults == []
    assert fields.key == printed.key
    assert {name: one.value for name, one in fields.values.items()} == printed.values
    for one in fields.values.values():
        assert isinstance(one.place, int)
        first = str(one.value).split("\n")[0]
        at = printed.text[one.place :]
        is_macro = any(at.startswith(macro) for macro in MACROS)
        assert is_macro or not first or first[0] == at[0] or at[0] in '"{}#'
        if " # " not in printed.body and not is_macro:
            assert at.startswith(first)
